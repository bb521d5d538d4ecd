//! What a write changed. A write returns a [`Change`], saved in its own transaction; caches follow changes.

use serde::{Deserialize, Serialize};

use crate::id::{EventId, MovieId, SiteId, TheaterId};

/// A thing a page can show; a cached page carries the tags of everything it shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
pub enum Tag {
    /// Settings, theme, menus: every page of the site shows them.
    Site,
    /// The list of films or any film's card on a list.
    Films,
    /// One film's own page.
    Movie(MovieId),
    /// One theater's own page and its shows.
    Theater(TheaterId),
    /// The list of theaters.
    Theaters,
    /// One event.
    Event(EventId),
    /// The list of events.
    Events,
    /// The content page at this path.
    Page(String),
    /// What the loyalty programme offers: levels, memberships, rewards.
    Offers,
}

/// What one write changed in one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The site that changed.
    pub site: SiteId,
    /// What changed in it, sorted, without repetition.
    pub tags: Vec<Tag>,
}

impl Change {
    /// A change of `tags` in `site`.
    #[must_use]
    pub fn new(site: SiteId, mut tags: Vec<Tag>) -> Self {
        tags.sort();
        tags.dedup();
        Self { site, tags }
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }
}
