//! Bounded cache of the shows that a site's pages need most.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;
use marquee_model::catalog::{Availability, Showtime};
use marquee_model::{MovieId, TheaterId};
use quick_cache::Weighter;
use quick_cache::unsync::Cache;

/// Maximum number of cached shows of a site.
const MAX_SHOWS: usize = 20_000;

/// Initial capacity of the cache, in days.
const TYPICAL_DAYS: usize = 16;

/// Maximum number of cached [`UpcomingDays`] of a site: one for each theater, and one for all theaters.
const MAX_UPCOMING_DAYS: usize = 256;

/// The shows of a cinema day.
#[derive(Debug, Default)]
pub struct DayShows {
    /// Sorted by start, theater and id.
    pub shows: Vec<Showtime>,
    by_movie: HashMap<MovieId, Vec<usize>>,
}

impl DayShows {
    /// `shows` must be sorted by start.
    #[must_use]
    pub fn new(shows: Vec<Showtime>) -> Self {
        let mut by_movie: HashMap<MovieId, Vec<usize>> = HashMap::new();
        for (index, show) in shows.iter().enumerate() {
            by_movie.entry(show.movie_id.clone()).or_default().push(index);
        }
        Self { shows, by_movie }
    }

    /// The films with a show on this day, in no particular order.
    pub fn movies(&self) -> impl Iterator<Item = &MovieId> {
        self.by_movie.keys()
    }

    /// The shows of a film, sorted by start.
    #[must_use]
    pub fn shows_of_movie(&self, id: &MovieId) -> Vec<&Showtime> {
        self.by_movie
            .get(id)
            .map_or_else(Vec::new, |indexes| indexes.iter().map(|n| &self.shows[*n]).collect())
    }
}

/// Days and films with shows, from some cinema day on.
#[derive(Debug, Default)]
pub struct UpcomingDays {
    /// Days with a show, ascending.
    pub days: Vec<Date>,
    /// The first day of each film that has a show which is not canceled.
    pub first_day_by_movie: HashMap<MovieId, Date>,
}

impl UpcomingDays {
    /// The days of shows, at most 400.
    pub(crate) fn from_shows(shows: &[Showtime]) -> Self {
        let mut first_day_by_movie: HashMap<MovieId, Date> = HashMap::new();
        for show in shows.iter().filter(|show| show.availability != Availability::Canceled) {
            let first = first_day_by_movie.entry(show.movie_id.clone()).or_insert(show.business_date);
            *first = show.business_date.min(*first);
        }
        let days: BTreeSet<Date> = shows.iter().map(|show| show.business_date).collect();
        Self { days: days.into_iter().take(400).collect(), first_day_by_movie }
    }
}

/// The theater (`None` for all theaters) and the cinema day.
type Key = (Option<TheaterId>, Date);

/// Weighs a day in the cache by its number of shows.
#[derive(Debug, Clone)]
struct ShowCount;

impl Weighter<Key, Arc<DayShows>> for ShowCount {
    fn weight(&self, _: &Key, day: &Arc<DayShows>) -> u64 {
        day.shows.len().max(1) as u64
    }
}

/// The cache of one site. Each invalidation begins a new generation, so that data that was read before is not cached afterwards.
#[derive(Debug)]
pub(crate) struct ShowCache {
    generation: u64,
    days: Cache<Key, Arc<DayShows>, ShowCount>,
    upcoming_days: Cache<Key, Arc<UpcomingDays>>,
}

impl Default for ShowCache {
    fn default() -> Self {
        let days = Cache::with_weighter(TYPICAL_DAYS, MAX_SHOWS as u64, ShowCount);
        Self { generation: 0, days, upcoming_days: Cache::new(MAX_UPCOMING_DAYS) }
    }
}

impl ShowCache {
    /// A cached day, or the generation to pass to [`Self::put_day`].
    pub(crate) fn day(&self, key: &Key) -> Result<Arc<DayShows>, u64> {
        self.days.get(key).cloned().ok_or(self.generation)
    }

    /// Cached upcoming days, or the generation to pass to [`Self::put_upcoming_days`].
    pub(crate) fn upcoming_days(&self, key: &Key) -> Result<Arc<UpcomingDays>, u64> {
        self.upcoming_days.get(key).cloned().ok_or(self.generation)
    }

    /// Caches a day, unless the generation has changed since it was read. A day with more than [`MAX_SHOWS`] is not cached.
    pub(crate) fn put_day(&mut self, generation: u64, key: Key, day: &Arc<DayShows>) {
        if generation == self.generation {
            self.days.insert(key, day.clone());
        }
    }

    /// Caches upcoming days, unless the generation has changed since they were read.
    pub(crate) fn put_upcoming_days(&mut self, generation: u64, key: Key, upcoming_days: &Arc<UpcomingDays>) {
        if generation == self.generation {
            self.upcoming_days.insert(key, upcoming_days.clone());
        }
    }

    /// Invalidates the cache, after shows have changed.
    pub(crate) fn invalidate(&mut self) {
        self.generation += 1;
        self.days.clear();
        self.upcoming_days.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day_of(shows: usize) -> Arc<DayShows> {
        let show = |n: usize| {
            serde_json::from_value(serde_json::json!({
                "id": format!("s{n}"), "movieId": "1", "theaterId": "t1",
                "startsAt": "2026-01-10T18:00:00Z", "businessDate": "2026-01-10",
            }))
            .unwrap()
        };
        Arc::new(DayShows::new((0..shows).map(show).collect()))
    }

    fn key(day: i8) -> Key {
        (None, jiff::civil::date(2026, 1, day))
    }

    #[test]
    fn data_read_before_an_invalidation_is_not_cached_after_it() {
        let mut cache = ShowCache::default();
        let generation = cache.day(&key(1)).unwrap_err();
        cache.invalidate();
        cache.put_day(generation, key(1), &day_of(1));
        assert!(cache.day(&key(1)).is_err());
        cache.put_upcoming_days(generation, key(1), &Arc::default());
        assert!(cache.upcoming_days(&key(1)).is_err());
    }

    #[test]
    fn at_most_20_000_shows_are_cached_and_days_in_use_are_kept() {
        let mut cache = ShowCache::default();
        let tenth = day_of(MAX_SHOWS / 10);
        for day in 1..=28 {
            cache.put_day(0, key(day), &tenth);
            assert!(cache.day(&key(1)).is_ok(), "a day in use is still cached after {day} days");
        }
        let count = (1..=28).filter(|day| cache.day(&key(*day)).is_ok()).count();
        assert!((2..=10).contains(&count), "{count} days of 2,000 shows");
        cache.put_day(0, key(30), &day_of(MAX_SHOWS + 1));
        assert!(cache.day(&key(30)).is_err(), "a day with too many shows is not cached");
    }
}
