//! Limits of failed sign-ins by account and by address (security 2.3).

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use marquee_auth::{AuthError, KeyedHash, MAX_FAILURES, lockout_seconds};
use marquee_model::host::client_network;
use marquee_store::{Counter, WriteTx};

use super::{OperatorError, Operators};

/// Failures of an address within [`ADDRESS_WINDOW`].
const ADDRESS_FAILURES: u64 = 30;
const ADDRESS_WINDOW: SignedDuration = SignedDuration::from_mins(10);
/// How long failures of an account count.
const ACCOUNT_WINDOW: SignedDuration = SignedDuration::from_hours(24 * 90);

pub(super) fn limited(until: Timestamp, now: Timestamp) -> OperatorError {
    let seconds = until.duration_since(now).as_secs().max(1);
    OperatorError::Limited { seconds: u64::try_from(seconds).unwrap_or(1) }
}

/// Purpose of the keys with which counters are named.
pub(super) const PURPOSE: &str = "operator limit";

fn account_hash(keys: &KeyedHash, email: &str) -> String {
    keys.hash(&["account", &marquee_model::loyalty::folded(email)])
}

/// The key of the counter of an account, for commands that unlock it. `secrets` are the server's, newest first.
///
/// # Errors
/// [`AuthError::NoSecret`].
pub fn account_key(secrets: &[String], email: &str) -> Result<String, AuthError> {
    Ok(account_hash(&KeyedHash::new(secrets, PURPOSE)?, email))
}

impl Operators {
    fn address_key(&self, address: IpAddr) -> String {
        self.0.keys.hash(&["address", &client_network(address).to_string()])
    }

    fn account_key(&self, email: &str) -> String {
        account_hash(&self.0.keys, email)
    }

    /// Refuses while an account or an address has too many failures.
    pub(super) async fn check_limits(&self, address: IpAddr, email: &str) -> Result<(), OperatorError> {
        if !self.0.has_limits {
            return Ok(());
        }
        let now = self.now();
        if let Some(counter) = self.0.store.operator_counter(&self.address_key(address)).await?
            && counter.count >= ADDRESS_FAILURES
            && counter.until > now
        {
            return Err(limited(counter.until, now));
        }
        match self.0.store.operator_counter(&self.account_key(email)).await? {
            Some(counter) if counter.until <= now => Ok(()),
            Some(counter) if counter.count >= MAX_FAILURES => Err(OperatorError::Locked),
            Some(counter) if counter.retry_at > now => Err(limited(counter.retry_at, now)),
            _ => Ok(()),
        }
    }

    /// Counts a failure of an account and an address.
    pub(super) async fn record_failure(&self, address: IpAddr, email: &str) -> Result<(), OperatorError> {
        tracing::info!("sign-in of an operator failed");
        if !self.0.has_limits {
            return Ok(());
        }
        let now = self.now();
        let later = |span| now.saturating_add(span).unwrap_or(Timestamp::MAX);
        let mut tx = self.0.store.begin().await?;
        for (key, window) in
            [(self.account_key(email), ACCOUNT_WINDOW), (self.address_key(address), ADDRESS_WINDOW)]
        {
            let old = tx.operator_counter(&key).await?.filter(|counter| counter.until > now);
            let count = old.map_or(0, |counter| counter.count) + 1;
            let pause = SignedDuration::from_secs(i64::try_from(lockout_seconds(count)).unwrap_or(0));
            let is_account = window == ACCOUNT_WINDOW;
            let until = match old {
                _ if is_account && count >= MAX_FAILURES => Timestamp::MAX,
                Some(counter) if !is_account => counter.until,
                _ => later(window),
            };
            let counter = Counter { count, retry_at: later(pause), until };
            tx.save_operator_counter(&key, &counter).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Clears the failures of an account after the correct password.
    pub(super) async fn clear_failures(&self, tx: &mut WriteTx, email: &str) -> Result<(), OperatorError> {
        Ok(tx.remove_operator_counter(&self.account_key(email)).await?)
    }
}
