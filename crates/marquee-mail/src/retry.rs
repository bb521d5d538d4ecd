//! Retry schedule of mails that could not be sent.

use std::time::Duration;

/// Delay after the first failure.
const FIRST_DELAY: Duration = Duration::from_secs(60);
const MAX_DELAY: Duration = Duration::from_secs(6 * 60 * 60);
/// A mail is retried for 3 days.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// Delay after attempt number `attempt` (from 1) failed temporarily: 1 minute, doubled each time, up to 6 hours.
#[must_use]
pub fn retry_delay(attempt: u32) -> Duration {
    let doubled = 1_u32.checked_shl(attempt.saturating_sub(1)).unwrap_or(u32::MAX);
    FIRST_DELAY.saturating_mul(doubled).min(MAX_DELAY)
}

/// Whether to give up on a mail that was queued `waited` ago.
#[must_use]
pub fn is_expired(waited: Duration) -> bool {
    waited >= GIVE_UP_AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_from_a_minute_to_six_hours() {
        let minutes = |attempt| retry_delay(attempt).as_secs() / 60;
        assert_eq!(
            (0..=11).map(minutes).collect::<Vec<_>>(),
            [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]
        );
        assert_eq!(retry_delay(33), MAX_DELAY);
        assert_eq!(retry_delay(u32::MAX), MAX_DELAY);
    }

    #[test]
    fn a_mail_is_given_up_after_three_days() {
        assert!(!is_expired(Duration::ZERO));
        assert!(!is_expired(Duration::from_secs(3 * 86_400 - 1)));
        assert!(is_expired(Duration::from_secs(3 * 86_400)));
    }
}
