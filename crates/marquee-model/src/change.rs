//! Changes, which caches use for invalidation. Each write stores a [`Change`] in its own transaction.

use serde::{Deserialize, Serialize};

use crate::id::{EventId, MovieId, SavedBlockId, SiteId, TheaterId};

/// A cache tag: something that a page shows. A cached page has the tags of everything it shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
pub enum Tag {
    /// Settings, theme and menus, which every page of the site shows.
    Site,
    /// The list of films, or the card of any film.
    Films,
    /// A film's own page.
    Movie(MovieId),
    /// A theater's own page and its shows.
    Theater(TheaterId),
    /// The list of theaters.
    Theaters,
    /// One event.
    Event(EventId),
    /// The list of events.
    Events,
    /// The content page at this path.
    Page(String),
    /// One saved block of content pages (PAGE-16).
    SavedBlock(SavedBlockId),
    /// Any of the saved blocks.
    SavedBlocks,
    /// The offers of the loyalty program: levels, memberships, rewards.
    Offers,
}

/// The tags that one write changed on one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub site: SiteId,
    /// Sorted, without duplicates.
    pub tags: Vec<Tag>,
}

impl Change {
    /// Sorts the tags and removes duplicates.
    #[must_use]
    pub fn new(site: SiteId, mut tags: Vec<Tag>) -> Self {
        tags.sort();
        tags.dedup();
        Self { site, tags }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }
}
