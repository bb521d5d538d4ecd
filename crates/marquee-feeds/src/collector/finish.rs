//! Completes a reading and decides whether the feed is rejected.

use std::collections::HashMap;

use super::{Collector, MAX_SKIPPED};
use crate::error::FeedError;
use crate::report::SkipReason;
use crate::schedule::{Schedule, Scope};
use crate::{Format, Reading};

impl Collector<'_> {
    /// Sorts the records and returns the reading, or an error if the feed must be rejected.
    pub fn finish(mut self, format: Format) -> Result<Reading, FeedError> {
        if self.has_more_skipped
            && let Some(first) = self.skipped.first()
        {
            return Err(FeedError::TooManySkipped { limit: MAX_SKIPPED, first: Box::new(first.clone()) });
        }
        let p = &mut self.schedule;
        p.attributes = (!self.attributes.is_empty()).then(|| self.attributes.into_values().collect());
        let order: HashMap<_, _> =
            p.showtime_theaters.iter().zip(0..).map(|(t, n): (_, usize)| (t.clone(), n)).collect();
        p.showtimes.sort_by_cached_key(|s| (order.get(&s.theater_id).copied(), s.starts_at, s.id.clone()));
        p.theaters = p.theaters.take().filter(|all| !all.is_empty());
        p.movies = p.movies.take().filter(|all| !all.is_empty());
        let has_skipped_events = self.skipped.iter().any(|s| s.what == "event");
        p.events = p.events.take().filter(|all| !all.is_empty() || !has_skipped_events);
        let is_without_shows = p.showtimes.is_empty() && p.theaters.is_none();
        // Films alone are of no use if nobody knows which theater plays them.
        let unclear = self.skipped.iter().find(|row| matches!(row.reason, SkipReason::UnclearTheater(_)));
        let first = unclear.or(self.skipped.first().filter(|_| p.movies.is_none()));
        if let Some(first) = first.filter(|_| is_without_shows) {
            let first = Box::new(first.clone());
            return Err(FeedError::NoValidRow { first, skipped: self.skipped });
        }
        // A site can have all facts of its films.
        let may_be_empty = p.scope == Scope::KnownFilms;
        if !may_be_empty && *p == (Schedule { scope: p.scope, ..Schedule::default() }) {
            return Err(FeedError::NoData { format: format.name(), hint: format.reader().hint() });
        }
        Ok(Reading {
            schedule: self.schedule,
            skipped: self.skipped,
            warnings: self.warnings,
            rows_read: self.rows,
        })
    }
}
