//! Theaters that several feeds have: each changes its own shows only (decision 0079).

use std::collections::{HashMap, HashSet};

use marquee_catalog::Import;
use marquee_messages::{Message, feeds};
use marquee_model::catalog::{Showtime, Theater};
use marquee_model::feed::FeedConfig;
use marquee_model::{FeedId, MovieId, ShowId, SiteId, TheaterId};
use marquee_store::{FeedRow, StoreError, WriteTx};

use crate::changes::place;
use crate::clashes::local_start;

/// Who announces which show in the theaters of a feed.
#[derive(Debug, Default)]
pub struct SharedTheaters {
    feed: Option<FeedId>,
    /// Feeds of shows that name theirs.
    named: HashMap<ShowId, FeedId>,
    /// The first of the other feeds of a theater, if it is older than this one: it has the shows that name none.
    older: HashMap<TheaterId, FeedId>,
    /// Theaters that another feed has as well.
    theaters: HashSet<TheaterId>,
    /// Names of the other feeds, and whether they are older than this one.
    others: HashMap<FeedId, (String, bool)>,
}

impl SharedTheaters {
    /// `feed` is `None` for one that is not connected yet.
    pub async fn read(
        tx: &WriteTx,
        site: &SiteId,
        feed: Option<&FeedId>,
        config: &FeedConfig,
    ) -> Result<Self, StoreError> {
        let mut shared = Self { feed: feed.cloned(), ..Self::default() };
        shared.named = tx.feeds_of_shows(site).await?;
        let feeds = tx.feeds(site).await?;
        let age = |row: &FeedRow| (row.created_at, row.id.clone());
        let own = feeds.iter().find(|row| Some(&row.id) == feed).map(age);
        let mut others: Vec<&FeedRow> = feeds.iter().filter(|row| Some(&row.id) != feed).collect();
        others.sort_by_key(|row| age(row));
        for other in others {
            let is_older = own.as_ref().is_none_or(|own| age(other) < *own);
            shared.others.insert(other.id.clone(), (other.config.name.clone(), is_older));
            for theater in
                config.targets().filter(|theater| other.config.targets().any(|own| own == *theater))
            {
                shared.theaters.insert(theater.clone());
                if is_older {
                    shared.older.entry(theater.clone()).or_insert_with(|| other.id.clone());
                }
            }
        }
        Ok(shared)
    }

    /// The other feed that announces a show of the site; `None` for a show of this one.
    fn other(&self, show: &Showtime) -> Option<&FeedId> {
        let feed = self.named.get(&show.id).or_else(|| self.older.get(&show.theater_id));
        feed.filter(|feed| Some(*feed) != self.feed.as_ref())
    }

    /// Whether another feed announces a show of the site.
    pub fn is_other(&self, show: &Showtime) -> bool {
        self.other(show).is_some()
    }

    /// Takes shows out of an import that an older feed announces as well, and out of `others` those that a newer one does. Shows of
    /// others keep their ids. Returns a remark for each show that was left out of the import.
    pub fn separate(
        &self,
        import: &mut Import,
        others: &mut Vec<Showtime>,
        theaters: &[Theater],
    ) -> Vec<Message> {
        let is_older = |feed: &FeedId| self.others.get(feed).is_none_or(|(_, is_older)| *is_older);
        let own: HashSet<_> = import.showtimes.iter().map(place).collect();
        others.retain(|show| self.other(show).is_none_or(is_older) || !own.contains(&place(show)));
        let announced: HashMap<_, &Showtime> = others.iter().map(|show| (place(show), show)).collect();
        let titles: HashMap<&MovieId, &str> =
            import.movies.iter().flatten().map(|film| (&film.id, film.title.as_str())).collect();
        let mut remarks = Vec::new();
        import.showtimes.retain(|show| {
            let Some(other) = announced.get(&place(show)) else { return true };
            let name =
                self.other(other).and_then(|feed| self.others.get(feed)).map(|(name, _)| name.as_str());
            let title = titles.get(&show.movie_id).copied().unwrap_or_else(|| show.movie_id.as_str());
            let time = local_start(show, theaters);
            remarks.push(match name {
                Some(name) => feeds::run_in_other_feed(title, time, name),
                None => feeds::run_in_removed_feed(title, time),
            });
            false
        });
        let taken: HashSet<ShowId> = others.iter().map(|show| show.id.clone()).collect();
        let prefix = self.feed.as_ref().map_or("new", FeedId::as_str);
        for show in import.showtimes.iter_mut().filter(|show| taken.contains(&show.id)) {
            show.id = ShowId::normalized(&format!("{prefix}-{}", show.id));
        }
        remarks
    }

    /// Names this feed for its shows in theaters that others have as well.
    pub async fn save(&self, tx: &mut WriteTx, site: &SiteId, own: &[Showtime]) -> Result<(), StoreError> {
        let Some(feed) = &self.feed else { return Ok(()) };
        let is_new = |show: &&Showtime| {
            self.theaters.contains(&show.theater_id) && self.named.get(&show.id) != Some(feed)
        };
        let shows: Vec<ShowId> = own.iter().filter(is_new).map(|show| show.id.clone()).collect();
        tx.save_feed_of_shows(site, feed, &shows).await
    }

    /// Names this feed for the shows that name none, because it was the first of a theater and is removed: they stay.
    pub async fn save_before_removal(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        typed: &HashSet<ShowId>,
    ) -> Result<(), StoreError> {
        let Some(feed) = &self.feed else { return Ok(()) };
        let mut shows = Vec::new();
        for theater in &self.theaters {
            let all = tx.theater_shows(site, theater).await?.into_iter();
            let own = all.filter(|show| !self.is_other(show) && !typed.contains(&show.id));
            shows.extend(own.map(|show| show.id));
        }
        tx.save_feed_of_shows(site, feed, &shows).await
    }
}
