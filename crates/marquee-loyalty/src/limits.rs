//! How often something may be tried (security 2.3, 2.5 to 2.7, 3.7).

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use marquee_model::peach::PeachCode;
use marquee_store::{Tally, WriteTx};

use crate::engine::{Loyalty, Visitor};
use crate::error::LoyaltyError;

/// What is counted per address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// A sign-in that failed.
    SignIn,
    /// An answer that tells whether an address is a member's.
    Reveal,
    /// A search for a member.
    Search,
    /// A request for a mail.
    MailRequest,
    /// A registration or an activation that begins, or an order of its membership.
    Begin,
    /// A reset code that was wrong.
    ResetCode,
    /// A gift card's balance.
    GiftCard,
    /// A redemption code that was wrong.
    Redemption,
    /// A key of an operator's program that nobody has.
    Key,
}

impl Action {
    fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Reveal => "reveal",
            Self::Search => "search",
            Self::MailRequest => "mail",
            Self::Begin => "begin",
            Self::ResetCode => "reset-code",
            Self::GiftCard => "gift-card",
            Self::Redemption => "redemption",
            Self::Key => "key",
        }
    }

    /// How many within how long.
    fn most(self) -> (u64, SignedDuration) {
        let (minutes, hour) = (SignedDuration::from_mins(10), SignedDuration::from_hours(1));
        match self {
            Self::SignIn | Self::ResetCode | Self::Key => (30, minutes),
            Self::Reveal => (5, hour),
            Self::Search | Self::GiftCard | Self::Redemption => (10, hour),
            Self::MailRequest | Self::Begin => (30, hour),
        }
    }
}

/// Failures without a delay, the longest delay, and the failures after which only a reset helps (security 2.3).
const FREE_FAILURES: u64 = 4;
const LONGEST_HOLD: u64 = 15 * 60;
const MOST_FAILURES: u64 = 100;
/// Failures are forgotten when nobody tried for so long.
const FORGOTTEN: SignedDuration = SignedDuration::from_hours(24 * 90);
/// Failures of an address within ten minutes while captchas cannot be checked.
const STRICT_FAILURES: u64 = 10;
/// Mails to one address within an hour (security 2.7).
const MAILS: u64 = 3;

/// What stands for an address: of IPv6 the network a household has.
fn household(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
    }
}

/// Seconds an account is held after its failures.
fn hold(failures: u64) -> u64 {
    match failures.checked_sub(FREE_FAILURES + 1) {
        None => 0,
        Some(doublings) => 1_u64
            .checked_shl(u32::try_from(doublings).unwrap_or(u32::MAX))
            .map_or(LONGEST_HOLD, |s| s.min(LONGEST_HOLD)),
    }
}

/// Refuses while an account is held after its failures: 429, and 423 after a hundred of them.
fn held(failures: u64, again_at: Timestamp, now: Timestamp) -> Result<(), PeachCode> {
    if failures >= MOST_FAILURES {
        Err(PeachCode::Locked)
    } else if again_at > now {
        Err(PeachCode::TooMany)
    } else {
        Ok(())
    }
}

fn limited(until: Timestamp, now: Timestamp) -> LoyaltyError {
    let left = until.duration_since(now).as_secs().max(1);
    LoyaltyError::Limited { seconds: u64::try_from(left).unwrap_or(1) }
}

impl Loyalty {
    fn address_key(&self, visitor: Visitor<'_>, action: Action) -> String {
        self.0.limit_keys.hash(&[action.name(), &household(visitor.address)])
    }

    fn account_key(&self, account: &str) -> String {
        self.0.limit_keys.hash(&["account", account])
    }

    /// Refuses when an address has tried as often as it may.
    pub(crate) async fn within(&self, visitor: Visitor<'_>, action: Action) -> Result<(), LoyaltyError> {
        if !self.0.limits {
            return Ok(());
        }
        let (now, (most, _)) = (self.now(), action.most());
        match self.0.store.tally(visitor.id(), &self.address_key(visitor, action)).await? {
            Some(tally) if tally.count >= most && tally.until > now => Err(limited(tally.until, now)),
            _ => Ok(()),
        }
    }

    /// Refuses a sign-in after fewer failures than usual, while nobody can tell people from robots (security 2.4).
    ///
    /// # Errors
    /// [`LoyaltyError::Limited`].
    pub async fn stricter(&self, visitor: Visitor<'_>) -> Result<(), LoyaltyError> {
        let key = self.address_key(visitor, Action::SignIn);
        let now = self.now();
        match self.0.store.tally(visitor.id(), &key).await? {
            Some(tally) if self.0.limits && tally.count >= STRICT_FAILURES && tally.until > now => {
                Err(limited(tally.until, now))
            }
            _ => Ok(()),
        }
    }

    /// Counts one more of an address, in a write of its own; refuses the one too many.
    pub(crate) async fn count(&self, visitor: Visitor<'_>, action: Action) -> Result<(), LoyaltyError> {
        if !self.0.limits {
            return Ok(());
        }
        let mut tx = self.begin().await?;
        let tally = self.count_in(&mut tx, visitor, action).await?;
        tx.commit().await?;
        let now = self.now();
        if tally.count > action.most().0 { Err(limited(tally.until, now)) } else { Ok(()) }
    }

    /// Counts one more of an address within a write.
    pub(crate) async fn count_in(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        action: Action,
    ) -> Result<Tally, LoyaltyError> {
        let key = self.address_key(visitor, action);
        Ok(tx.count(visitor.id(), &key, action.most().1, self.now()).await?)
    }

    /// Refuses with a code that tells whether an address is a member's, as often as that may be told.
    pub(crate) async fn reveal(&self, visitor: Visitor<'_>, code: PeachCode) -> LoyaltyError {
        match self.count(visitor, Action::Reveal).await {
            Ok(()) => code.into(),
            Err(limited) => limited,
        }
    }

    /// Refuses while an account is held after failures: 429, and 423 after a hundred of them.
    pub(crate) async fn account_open(&self, visitor: Visitor<'_>, account: &str) -> Result<(), LoyaltyError> {
        if !self.0.limits {
            return Ok(());
        }
        match self.0.store.tally(visitor.id(), &self.account_key(account)).await? {
            Some(tally) => Ok(held(tally.count, tally.since, self.now())?),
            None => Ok(()),
        }
    }

    /// Notes a failure of an account and of an address. Of many tries at once, those that come when the account is held
    /// already are refused as if they came later, so that they learn nothing.
    pub(crate) async fn failed(&self, visitor: Visitor<'_>, account: &str) -> Result<(), LoyaltyError> {
        if !self.0.limits {
            return Ok(());
        }
        let (now, key) = (self.now(), self.account_key(account));
        let mut tx = self.begin().await?;
        self.count_in(&mut tx, visitor, Action::SignIn).await?;
        // `since` is when the account may be tried again, `until` when its failures are forgotten.
        let before = tx.count(visitor.id(), &key, FORGOTTEN, now).await?;
        let failures = before.count;
        held(failures - 1, before.since, now)?;
        let later = |span| now.saturating_add(span).unwrap_or(now);
        let pause = SignedDuration::from_secs(i64::try_from(hold(failures)).unwrap_or(0));
        // After a hundred failures only a reset helps, not time.
        let until = if failures >= MOST_FAILURES { Timestamp::MAX } else { later(FORGOTTEN) };
        let tally = Tally { count: failures, since: later(pause), until };
        tx.save_tally(visitor.id(), &key, &tally).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Forgets an account's failures after the right password, unless it was held since it was looked at.
    pub(crate) async fn succeeded(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        account: &str,
    ) -> Result<(), LoyaltyError> {
        if self.0.limits
            && let Some(tally) = tx.tally(visitor.id(), &self.account_key(account)).await?
        {
            held(tally.count, tally.since, self.now())?;
        }
        self.forgive(tx, visitor, account).await
    }

    /// Forgets an account's failures.
    pub(crate) async fn forgive(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        account: &str,
    ) -> Result<(), LoyaltyError> {
        Ok(tx.forget_tally(visitor.id(), &self.account_key(account)).await?)
    }

    /// Whether one more mail may go to an address within the hour.
    pub(crate) async fn may_mail(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        address: &str,
    ) -> Result<bool, LoyaltyError> {
        if !self.0.limits {
            return Ok(true);
        }
        let key = self.0.limit_keys.hash(&["mail-to", &marquee_model::loyalty::folded(address)]);
        let tally = tx.count(visitor.id(), &key, SignedDuration::from_hours(1), self.now()).await?;
        Ok(tally.count <= MAILS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_3_an_account_is_held_after_five_failures_for_a_second_doubling_to_a_quarter_of_an_hour() {
        let holds: Vec<u64> = (0..18).map(hold).collect();
        assert_eq!(holds, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
        assert_eq!(hold(u64::MAX), 900);
    }

    #[test]
    fn security_2_3_of_ipv6_the_network_counts() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
