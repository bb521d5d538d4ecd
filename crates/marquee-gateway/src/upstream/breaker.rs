//! Circuit breaker: stops calling a failing service for a while (security 3.5).

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The breaker opens when at least half of the last `CALLS` calls within `WINDOW` failed, and stays open for `OPEN`.
const CALLS: usize = 20;
const WINDOW: Duration = Duration::from_secs(10);
const OPEN: Duration = Duration::from_secs(5);

/// The last calls to a service: when each was made, and whether it succeeded.
#[derive(Debug, Default)]
pub struct Breaker {
    calls: VecDeque<(Instant, bool)>,
    open_until: Option<Instant>,
}

impl Breaker {
    /// Whether a call may be made.
    pub fn allows(&mut self, now: Instant) -> bool {
        match self.open_until {
            Some(until) if now < until => false,
            Some(_) => {
                self.open_until = None;
                self.calls.clear();
                true
            }
            None => true,
        }
    }

    /// Records the result of a call.
    pub fn record(&mut self, succeeded: bool, now: Instant) {
        self.calls.push_back((now, succeeded));
        while self.calls.len() > CALLS
            || self.calls.front().is_some_and(|(at, _)| now.duration_since(*at) > WINDOW)
        {
            self.calls.pop_front();
        }
        let failed = self.calls.iter().filter(|(_, is_success)| !is_success).count();
        if self.calls.len() >= CALLS && failed * 2 >= self.calls.len() {
            self.open_until = Some(now + OPEN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_3_5_opens_for_5_s_when_half_of_20_calls_within_10_s_failed() {
        let start = Instant::now();
        let mut breaker = Breaker::default();
        let at = |ms| start + Duration::from_millis(ms);
        for n in 0..19 {
            breaker.record(n % 2 == 0, at(n * 100));
            assert!(breaker.allows(at(n * 100)));
        }
        breaker.record(false, at(2000));
        assert!(!breaker.allows(at(2000)) && !breaker.allows(at(6999)));
        assert!(breaker.allows(at(7000)), "allows a call again after OPEN");
        breaker.record(false, at(7000));
        assert!(breaker.allows(at(7001)), "a single failure does not open the breaker");
    }

    #[test]
    fn failures_outside_the_window_do_not_count() {
        let start = Instant::now();
        let mut breaker = Breaker::default();
        for n in 0..40 {
            breaker.record(false, start + Duration::from_secs(n));
            assert!(breaker.allows(start + Duration::from_secs(n)));
        }
    }
}
