//! The shows a site's pages ask for again and again, kept within bounds.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use marquee_model::catalog::Showtime;
use marquee_model::{MovieId, TheaterId};

/// Shows kept of one site at most; the days asked for least recently go first.
const MOST_SHOWS: usize = 20_000;

/// Outlooks kept of one site at most: one a theater, and one of all.
const MOST_OUTLOOKS: usize = 256;

/// The shows of a cinema day, by start.
#[derive(Debug, Default)]
pub struct DayShows {
    /// By start, then theater, then id.
    pub shows: Vec<Showtime>,
    by_movie: HashMap<MovieId, Vec<usize>>,
}

impl DayShows {
    /// A day with these shows, given by start.
    #[must_use]
    pub fn new(shows: Vec<Showtime>) -> Self {
        let mut by_movie: HashMap<MovieId, Vec<usize>> = HashMap::new();
        for (at, show) in shows.iter().enumerate() {
            by_movie.entry(show.movie_id.clone()).or_default().push(at);
        }
        Self { shows, by_movie }
    }

    /// The films that play, in no order.
    pub fn movies(&self) -> impl Iterator<Item = &MovieId> {
        self.by_movie.keys()
    }

    /// The shows of a film, by start.
    #[must_use]
    pub fn of_movie(&self, id: &MovieId) -> Vec<&Showtime> {
        self.by_movie.get(id).map_or_else(Vec::new, |at| at.iter().map(|n| &self.shows[*n]).collect())
    }
}

/// What is played from a cinema day on.
#[derive(Debug, Default)]
pub struct Outlook {
    /// Days with a show, ascending.
    pub days: Vec<Date>,
    /// For each film with a show its first day.
    pub first: HashMap<MovieId, Date>,
}

/// A theater, or all; a day.
type Key = (Option<TheaterId>, Date);

/// What is kept of one site. A round ends when a change is followed: what was read before must not be kept after.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    round: u64,
    ticks: u64,
    days: HashMap<Key, (u64, Arc<DayShows>)>,
    outlooks: HashMap<Key, Arc<Outlook>>,
}

impl Kept {
    /// A day, or the round in which it may be read.
    pub(crate) fn day(&mut self, key: &Key) -> Result<Arc<DayShows>, u64> {
        self.ticks += 1;
        let Some((used, day)) = self.days.get_mut(key) else { return Err(self.round) };
        *used = self.ticks;
        Ok(day.clone())
    }

    /// An outlook, or the round in which it may be read.
    pub(crate) fn outlook(&self, key: &Key) -> Result<Arc<Outlook>, u64> {
        self.outlooks.get(key).cloned().ok_or(self.round)
    }

    /// Keeps a day that was read in `round`.
    pub(crate) fn put_day(&mut self, round: u64, key: Key, day: &Arc<DayShows>) {
        if round != self.round || day.shows.len() > MOST_SHOWS {
            return;
        }
        self.ticks += 1;
        self.days.insert(key, (self.ticks, day.clone()));
        while self.days.values().map(|(_, d)| d.shows.len()).sum::<usize>() > MOST_SHOWS {
            let Some(oldest) = self.days.iter().min_by_key(|(_, (used, _))| *used).map(|(k, _)| k.clone())
            else {
                return;
            };
            self.days.remove(&oldest);
        }
    }

    /// Keeps an outlook that was read in `round`.
    pub(crate) fn put_outlook(&mut self, round: u64, key: Key, outlook: &Arc<Outlook>) {
        if round != self.round {
            return;
        }
        if self.outlooks.len() >= MOST_OUTLOOKS {
            self.outlooks.clear();
        }
        self.outlooks.insert(key, outlook.clone());
    }

    /// Shows have changed.
    pub(crate) fn forget(&mut self) {
        self.round += 1;
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
    fn a_day_read_before_a_change_is_not_kept_after_it() {
        let mut kept = Kept::default();
        let round = kept.day(&key(1)).unwrap_err();
        kept.forget();
        kept.put_day(round, key(1), &day_of(1));
        assert!(kept.day(&key(1)).is_err());
        kept.put_outlook(round, key(1), &Arc::default());
        assert!(kept.outlook(&key(1)).is_err());
    }

    #[test]
    fn the_days_asked_for_least_recently_go_first() {
        let mut kept = Kept::default();
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
