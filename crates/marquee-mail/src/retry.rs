//! When a mail that did not leave is tried again.

use std::time::Duration;

/// The wait after the first failure.
const FIRST: Duration = Duration::from_secs(60);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(6 * 60 * 60);
/// How long a mail is tried: 3 days.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// How long to wait after the `attempt`th attempt, counted from 1, failed for a time: 1 minute, doubled each time, up to
/// 6 hours.
#[must_use]
pub fn next_try(attempt: u32) -> Duration {
    let doubled = 1_u32.checked_shl(attempt.saturating_sub(1)).unwrap_or(u32::MAX);
    FIRST.saturating_mul(doubled).min(LONGEST)
}

/// Whether a mail that has waited so long since it was written is given up.
#[must_use]
pub fn gives_up(waited: Duration) -> bool {
    waited >= GIVE_UP_AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_from_a_minute_to_six_hours() {
        let minutes = |attempt| next_try(attempt).as_secs() / 60;
        assert_eq!(
            (0..=11).map(minutes).collect::<Vec<_>>(),
            [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]
        );
        assert_eq!(next_try(33), LONGEST);
        assert_eq!(next_try(u32::MAX), LONGEST);
    }

    #[test]
    fn a_mail_is_tried_for_three_days() {
        assert!(!gives_up(Duration::ZERO));
        assert!(!gives_up(Duration::from_secs(3 * 86_400 - 1)));
        assert!(gives_up(Duration::from_secs(3 * 86_400)));
    }
}
