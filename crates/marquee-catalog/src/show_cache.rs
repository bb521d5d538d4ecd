//! Bounded cache of the shows that a site's pages need most.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use marquee_model::catalog::Showtime;
use marquee_model::{MovieId, TheaterId};

/// Most cached shows of one site; least recently used days are evicted.
const MOST_SHOWS: usize = 20_000;

/// Most cached outlooks of one site: one for each theater, and one for all theaters.
const MOST_OUTLOOKS: usize = 256;

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
        for (at, show) in shows.iter().enumerate() {
            by_movie.entry(show.movie_id.clone()).or_default().push(at);
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
        self.by_movie.get(id).map_or_else(Vec::new, |at| at.iter().map(|n| &self.shows[*n]).collect())
    }
}

/// Days and films with shows, from some cinema day on.
#[derive(Debug, Default)]
pub struct UpcomingDays {
    /// Days with a show, ascending.
    pub days: Vec<Date>,
    /// The first day of each film that has a show.
    pub first_day_by_movie: HashMap<MovieId, Date>,
}

/// Theater (`None` for all) and cinema day.
type Key = (Option<TheaterId>, Date);

/// The cache of one site. `round` is its generation: each invalidation starts a new one, so that data that was read before it
/// is not cached after it. `ticks` is a logical clock for the LRU order.
#[derive(Debug, Default)]
pub(crate) struct ShowCache {
    generation: u64,
    clock: u64,
    days: HashMap<Key, (u64, Arc<DayShows>)>,
    outlooks: HashMap<Key, Arc<UpcomingDays>>,
}

impl ShowCache {
    /// A cached day, or the generation to pass to [`Self::put_day`].
    pub(crate) fn day(&mut self, key: &Key) -> Result<Arc<DayShows>, u64> {
        self.clock += 1;
        let Some((used, day)) = self.days.get_mut(key) else { return Err(self.generation) };
        *used = self.clock;
        Ok(day.clone())
    }

    /// A cached outlook, or the generation to pass to [`Self::put_outlook`].
    pub(crate) fn outlook(&self, key: &Key) -> Result<Arc<UpcomingDays>, u64> {
        self.outlooks.get(key).cloned().ok_or(self.generation)
    }

    /// Caches a day, unless the generation has changed since it was read.
    pub(crate) fn put_day(&mut self, generation: u64, key: Key, day: &Arc<DayShows>) {
        if generation != self.generation || day.shows.len() > MOST_SHOWS {
            return;
        }
        self.clock += 1;
        self.days.insert(key, (self.clock, day.clone()));
        while self.days.values().map(|(_, d)| d.shows.len()).sum::<usize>() > MOST_SHOWS {
            let Some(oldest) = self.days.iter().min_by_key(|(_, (used, _))| *used).map(|(k, _)| k.clone())
            else {
                return;
            };
            self.days.remove(&oldest);
        }
    }

    /// Caches an outlook, unless the generation has changed since it was read.
    pub(crate) fn put_outlook(&mut self, generation: u64, key: Key, outlook: &Arc<UpcomingDays>) {
        if generation != self.generation {
            return;
        }
        if self.outlooks.len() >= MOST_OUTLOOKS {
            self.outlooks.clear();
        }
        self.outlooks.insert(key, outlook.clone());
    }

    /// Invalidates the cache, after shows have changed.
    pub(crate) fn forget(&mut self) {
        self.generation += 1;
        self.days.clear();
        self.outlooks.clear();
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
        let mut kept = ShowCache::default();
        let generation = kept.day(&key(1)).unwrap_err();
        kept.forget();
        kept.put_day(generation, key(1), &day_of(1));
        assert!(kept.day(&key(1)).is_err());
        kept.put_outlook(generation, key(1), &Arc::default());
        assert!(kept.outlook(&key(1)).is_err());
    }

    #[test]
    fn least_recently_used_days_are_evicted() {
        let mut kept = ShowCache::default();
        let half = day_of(MOST_SHOWS / 2);
        kept.put_day(0, key(1), &half);
        kept.put_day(0, key(2), &half);
        assert!(kept.day(&key(1)).is_ok());
        kept.put_day(0, key(3), &half);
        assert_eq!([1, 2, 3].map(|d| kept.day(&key(d)).is_ok()), [true, false, true]);
        kept.put_day(0, key(4), &day_of(MOST_SHOWS + 1));
        assert!(kept.day(&key(4)).is_err(), "a day beyond all bounds is read each time");
    }
}
