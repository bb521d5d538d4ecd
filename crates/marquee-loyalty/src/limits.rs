//! Rate limits and lockouts (security 2.3, 2.5 to 2.7, 3.7).

use jiff::{SignedDuration, Timestamp};
use marquee_auth::{MAX_FAILURES, lockout_seconds};
use marquee_model::host::client_network;
use marquee_store::{Counter, WriteTx};

use crate::context::{Context, Visitor};
use crate::error::{LoyaltyError, RefusalReason};

/// Actions that are counted per IP address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// A failed sign-in.
    SignIn,
    /// A response that reveals whether an email address belongs to a member.
    Reveal,
    /// A search for a member.
    Search,
    /// A request for an email.
    MailRequest,
    /// The start of a registration or activation, or its membership order.
    Begin,
    /// A wrong reset code.
    ResetCode,
    /// A query of a gift card's balance.
    GiftCard,
    /// A wrong redemption code.
    Redemption,
    /// An unknown API key.
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

    /// The maximum count and its time window.
    fn limit(self) -> (u64, SignedDuration) {
        let (minutes, hour) = (SignedDuration::from_mins(10), SignedDuration::from_hours(1));
        match self {
            Self::SignIn | Self::ResetCode | Self::Key => (30, minutes),
            Self::Reveal => (5, hour),
            Self::Search | Self::GiftCard | Self::Redemption => (10, hour),
            Self::MailRequest | Self::Begin => (30, hour),
        }
    }
}

/// How long after the last failure an account's failures are cleared.
const FAILURE_RETENTION: SignedDuration = SignedDuration::from_hours(24 * 90);
/// Maximum failures per IP address within ten minutes while captchas cannot be verified.
pub(crate) const STRICT_FAILURES: u64 = 10;
/// Maximum emails to one address within an hour (security 2.7).
const MAX_MAILS_PER_HOUR: u64 = 3;

/// Refuses during a lockout with `TooManyFailures`, after a hundred failures with `AccountLocked`.
fn check_lockout(failures: u64, again_at: Timestamp, now: Timestamp) -> Result<(), RefusalReason> {
    if failures >= MAX_FAILURES {
        Err(RefusalReason::AccountLocked)
    } else if again_at > now {
        Err(RefusalReason::TooManyFailures)
    } else {
        Ok(())
    }
}

pub(crate) fn limited(until: Timestamp, now: Timestamp) -> LoyaltyError {
    let seconds_left = until.duration_since(now).as_secs().max(1);
    LoyaltyError::Limited { seconds: u64::try_from(seconds_left).unwrap_or(1) }
}

impl Context {
    pub(crate) fn address_key(&self, visitor: Visitor<'_>, action: Action) -> String {
        self.limit_keys.hash(&[action.name(), &client_network(visitor.address).to_string()])
    }

    fn account_key(&self, account: &str) -> String {
        self.limit_keys.hash(&["account", account])
    }

    /// Refuses if an IP address has reached its limit. Does not count.
    pub(crate) async fn check_limit(&self, visitor: Visitor<'_>, action: Action) -> Result<(), LoyaltyError> {
        if !self.limits {
            return Ok(());
        }
        let (now, (limit, _)) = (self.now(), action.limit());
        match self.store.counter(visitor.id(), &self.address_key(visitor, action)).await? {
            Some(counter) if counter.count >= limit && counter.until > now => {
                Err(limited(counter.until, now))
            }
            _ => Ok(()),
        }
    }

    /// Counts an action of an IP address in its own transaction, and refuses it above the limit.
    pub(crate) async fn count_action(
        &self,
        visitor: Visitor<'_>,
        action: Action,
    ) -> Result<(), LoyaltyError> {
        if !self.limits {
            return Ok(());
        }
        let mut tx = self.begin().await?;
        let counter = self.count_action_in(&mut tx, visitor, action).await?;
        tx.commit().await?;
        let now = self.now();
        if counter.count > action.limit().0 { Err(limited(counter.until, now)) } else { Ok(()) }
    }

    /// Counts an action of an IP address within a transaction.
    pub(crate) async fn count_action_in(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        action: Action,
    ) -> Result<Counter, LoyaltyError> {
        let key = self.address_key(visitor, action);
        Ok(tx.increment_counter(visitor.id(), &key, action.limit().1, self.now()).await?)
    }

    /// The error for a reason that reveals whether an email address belongs to a member: the reason itself, or
    /// [`LoyaltyError::Limited`] after too many of them.
    pub(crate) async fn limit_revealing(&self, visitor: Visitor<'_>, reason: RefusalReason) -> LoyaltyError {
        match self.count_action(visitor, Action::Reveal).await {
            Ok(()) => reason.into(),
            Err(limited) => limited,
        }
    }

    /// Refuses during an account's lockout, like [`check_lockout`].
    pub(crate) async fn check_account_lockout(
        &self,
        visitor: Visitor<'_>,
        account: &str,
    ) -> Result<(), LoyaltyError> {
        if !self.limits {
            return Ok(());
        }
        match self.store.counter(visitor.id(), &self.account_key(account)).await? {
            Some(counter) => Ok(check_lockout(counter.count, counter.retry_at, self.now())?),
            None => Ok(()),
        }
    }

    /// Counts a failure of an account and an IP address. If a concurrent attempt has locked out the account, this one is refused
    /// like a later attempt, so that it reveals nothing.
    pub(crate) async fn record_failure(
        &self,
        visitor: Visitor<'_>,
        account: &str,
    ) -> Result<(), LoyaltyError> {
        if !self.limits {
            return Ok(());
        }
        let (now, key) = (self.now(), self.account_key(account));
        let mut tx = self.begin().await?;
        self.count_action_in(&mut tx, visitor, Action::SignIn).await?;
        let counter = tx.increment_counter(visitor.id(), &key, FAILURE_RETENTION, now).await?;
        let failures = counter.count;
        check_lockout(failures - 1, counter.retry_at, now)?;
        let later = |span| now.saturating_add(span).unwrap_or(now);
        let pause = SignedDuration::from_secs(i64::try_from(lockout_seconds(failures)).unwrap_or(0));
        // After a hundred failures only a password reset unlocks the account.
        let until = if failures >= MAX_FAILURES { Timestamp::MAX } else { later(FAILURE_RETENTION) };
        let counter = Counter { count: failures, retry_at: later(pause), until };
        tx.save_counter(visitor.id(), &key, &counter).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Clears an account's failures after the correct password, unless a concurrent failure has locked it out.
    pub(crate) async fn record_success(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        account: &str,
    ) -> Result<(), LoyaltyError> {
        if self.limits
            && let Some(counter) = tx.counter(visitor.id(), &self.account_key(account)).await?
        {
            check_lockout(counter.count, counter.retry_at, self.now())?;
        }
        self.clear_failures(tx, visitor, account).await
    }

    /// Clears an account's failures.
    pub(crate) async fn clear_failures(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        account: &str,
    ) -> Result<(), LoyaltyError> {
        Ok(tx.remove_counter(visitor.id(), &self.account_key(account)).await?)
    }

    /// Counts an email to an address, and returns whether it is within the hourly limit.
    pub(crate) async fn count_email(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        address: &str,
    ) -> Result<bool, LoyaltyError> {
        if !self.limits {
            return Ok(true);
        }
        let key = self.limit_keys.hash(&["mail-to", &marquee_model::loyalty::folded(address)]);
        let counter =
            tx.increment_counter(visitor.id(), &key, SignedDuration::from_hours(1), self.now()).await?;
        Ok(counter.count <= MAX_MAILS_PER_HOUR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_3_ipv6_addresses_count_by_network() {
        let network = |text: &str| client_network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
