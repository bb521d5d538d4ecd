//! How long an account is locked after failed sign-ins (security 2.3).

/// Failures without a lockout.
const FREE_FAILURES: u64 = 4;
/// Longest lockout, in seconds.
const MAX_LOCKOUT: u64 = 15 * 60;
/// Failures after which only a new password unlocks the account.
pub const MAX_FAILURES: u64 = 100;

/// The lockout in seconds after a number of failures: none for the first four, then one second, doubled with each failure.
#[must_use]
pub fn lockout_seconds(failures: u64) -> u64 {
    match failures.checked_sub(FREE_FAILURES + 1) {
        None => 0,
        Some(doublings) => 1_u64
            .checked_shl(u32::try_from(doublings).unwrap_or(u32::MAX))
            .map_or(MAX_LOCKOUT, |s| s.min(MAX_LOCKOUT)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_3_the_lockout_doubles_from_one_second_after_five_failures_to_15_minutes() {
        let lockouts: Vec<u64> = (0..18).map(lockout_seconds).collect();
        assert_eq!(lockouts, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
        assert_eq!(lockout_seconds(u64::MAX), 900);
    }
}
