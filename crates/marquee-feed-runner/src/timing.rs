//! When feeds run, and when their times are old.

use jiff::{SignedDuration, Timestamp};
use marquee_store::FeedRow;

use crate::film_facts::is_of_facts;

/// Intervals without a complete run after which a feed is stale.
const STALE_INTERVALS: i64 = 3;
/// The least time after which a feed is stale.
const STALE_AFTER: SignedDuration = SignedDuration::from_hours(1);
/// The most by which the interval of a feed that fails is multiplied.
const MAX_BACKOFF: i64 = 8;
/// The most by which an interval is shortened, in parts of a thousand, so that feeds with the same interval spread.
const JITTER: i64 = 100;

/// Whether a feed that is on had no complete run for so long that a person should know: three intervals, and at least an hour. Only
/// shows are old then: a feed without shows fails, and the site lacks nothing that it had.
#[must_use]
pub fn is_stale(feed: &FeedRow, now: Timestamp) -> bool {
    let since = feed.state.succeeded_at.unwrap_or(feed.created_at);
    let interval = SignedDuration::from_mins(i64::from(feed.config.interval_minutes));
    let limit = STALE_AFTER.max(interval.saturating_mul(i32::try_from(STALE_INTERVALS).unwrap_or(3)));
    feed.is_on && !is_of_facts(&feed.config) && now.duration_since(since) > limit
}

/// When a feed runs after a run that ended at `now` with so many failures in a row. `random` shortens the interval by up to a tenth.
pub fn next_run(now: Timestamp, interval_minutes: u32, failures: u32, random: u16) -> Timestamp {
    let doubled = 1_i64.checked_shl(failures.saturating_sub(1)).unwrap_or(MAX_BACKOFF);
    let factor = if failures == 0 { 1 } else { doubled.clamp(1, MAX_BACKOFF) };
    let milliseconds = i64::from(interval_minutes) * 60_000 * factor;
    let shorter = milliseconds / 1_000 * (i64::from(random) % (JITTER + 1));
    now.saturating_add(SignedDuration::from_millis(milliseconds - shorter)).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_runs_within_its_interval_and_later_while_it_fails() {
        let now = Timestamp::UNIX_EPOCH;
        let minutes = |failures, random| next_run(now, 10, failures, random).as_second() as f64 / 60.0;
        assert_eq!((minutes(0, 0), minutes(0, 100)), (10.0, 9.0));
        assert_eq!((minutes(1, 0), minutes(2, 0), minutes(3, 0)), (10.0, 20.0, 40.0));
        assert_eq!((minutes(4, 0), minutes(5, 0), minutes(u32::MAX, 0)), (80.0, 80.0, 80.0));
        for random in [0, 1, 99, 100, 101, u16::MAX] {
            assert!((9.0..=10.0).contains(&minutes(0, random)), "{random}");
        }
    }
}
