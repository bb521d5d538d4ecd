//! Sign-ins in proxy mode. After a sign-out every copy of the cookie is invalid, even if the service failed to revoke its tokens
//! (security 1.6). Sessions of the embedded engine do not need this.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use marquee_loyalty::{Loyalty, LoyaltyError};
use marquee_model::SiteId;
use marquee_model::settings::SiteRecord;
use parking_lot::Mutex;

use crate::record::{ProxySignIn, SessionRecord};

/// How long a lookup that found no sign-out is cached, so that sign-outs on other nodes take effect within two seconds.
const LOOKUP_LIFETIME: Duration = Duration::from_secs(1);
/// Maximum number of cached lookups.
const MAX_LOOKUPS: usize = 20_000;

/// The sign-ins of sites in proxy mode, with a cache of lookups so that most calls do not need the database.
#[derive(Debug)]
pub struct ProxySignIns {
    loyalty: Loyalty,
    lookups: Mutex<Lookups>,
}

/// Whether sign-ins have ended, and when that was read.
#[derive(Debug, Default)]
struct Lookups(HashMap<(SiteId, String), (bool, Instant)>);

impl Lookups {
    fn get(&self, key: &(SiteId, String), now: Instant) -> Option<bool> {
        let (is_over, read_at) = self.0.get(key)?;
        // A sign-in that has ended stays ended.
        (*is_over || now.duration_since(*read_at) < LOOKUP_LIFETIME).then_some(*is_over)
    }

    fn insert(&mut self, key: (SiteId, String), is_over: bool, now: Instant) {
        if self.0.len() >= MAX_LOOKUPS {
            self.0.retain(|_, (_, read_at)| now.duration_since(*read_at) < LOOKUP_LIFETIME);
        }
        // A lookup that began before a sign-out must not overwrite it.
        let is_known = self.0.get(&key).is_some_and(|(is_over, _)| *is_over);
        if is_over || (!is_known && self.0.len() < MAX_LOOKUPS) {
            self.0.insert(key, (is_over, now));
        }
    }
}

/// The id of a sign-in. Cookies of older versions have no id; their token is used instead.
fn name(record: &SessionRecord) -> &str {
    record.seal.as_ref().map_or(record.token.as_str(), |seal| seal.id.as_str())
}

impl ProxySignIns {
    #[must_use]
    pub fn new(loyalty: Loyalty) -> Self {
        Self { loyalty, lookups: Mutex::default() }
    }

    /// The record for a cookie that expires after `hours`; in proxy mode it has the id and end of the sign-in.
    ///
    /// # Errors
    /// [`LoyaltyError::Crypto`] if the system has no random bytes.
    pub fn with_sign_in_id(
        &self,
        site: &SiteRecord,
        record: &SessionRecord,
        hours: u32,
    ) -> Result<SessionRecord, LoyaltyError> {
        if site.settings.loyalty.upstream.is_none() {
            return Ok(record.clone());
        }
        let id = match &record.seal {
            Some(seal) => seal.id.clone(),
            None => self.loyalty.sessions().new_proxy_session()?,
        };
        let ends_at = self.loyalty.sessions().cookie_expiry(hours).as_second();
        Ok(SessionRecord { seal: Some(ProxySignIn { id, ends_at }), ..record.clone() })
    }

    /// Whether the sign-in of a cookie has ended: by a sign-out on any node, or because the cookie has expired.
    pub async fn is_signed_out(
        &self,
        site: &SiteRecord,
        record: &SessionRecord,
    ) -> Result<bool, LoyaltyError> {
        if site.settings.loyalty.upstream.is_none() {
            return Ok(false);
        }
        if record
            .seal
            .as_ref()
            .is_some_and(|seal| seal.ends_at <= self.loyalty.sessions().cookie_expiry(0).as_second())
        {
            return Ok(true);
        }
        let key = (site.key.clone(), name(record).to_owned());
        if let Some(cached) = self.lookups.lock().get(&key, Instant::now()) {
            return Ok(cached);
        }
        let is_over = self.loyalty.sessions().is_proxy_session_ended(site, &key.1).await?;
        self.lookups.lock().insert(key, is_over, Instant::now());
        Ok(is_over)
    }

    /// Invalidates all copies of a cookie in proxy mode, until the last of them expires.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`]; the sign-in is then still valid.
    pub async fn sign_out(&self, site: &SiteRecord, record: &SessionRecord) -> Result<(), LoyaltyError> {
        if site.settings.loyalty.upstream.is_none() {
            return Ok(());
        }
        // A copy may just have been refreshed.
        let end = self.loyalty.sessions().cookie_expiry(site.settings.loyalty.session_timeout);
        let end = record.seal.as_ref().map_or(Timestamp::MAX, |_| end);
        self.loyalty.sessions().end_proxy_session(site, name(record), end).await?;
        self.lookups.lock().insert((site.key.clone(), name(record).to_owned()), true, Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: usize) -> (SiteId, String) {
        (SiteId::parse("acme").unwrap(), id.to_string())
    }

    #[test]
    fn security_1_6_a_sign_in_without_sign_out_is_looked_up_again_after_a_second() {
        let (mut lookups, start) = (Lookups::default(), Instant::now());
        assert_eq!(lookups.get(&key(1), start), None);
        lookups.insert(key(1), false, start);
        assert_eq!(lookups.get(&key(1), start + LOOKUP_LIFETIME - Duration::from_millis(1)), Some(false));
        assert_eq!(lookups.get(&key(1), start + LOOKUP_LIFETIME), None);
        assert_eq!(lookups.get(&key(2), start), None);
    }

    #[test]
    fn security_1_6_a_sign_out_stays_known() {
        let (mut lookups, start) = (Lookups::default(), Instant::now());
        lookups.insert(key(1), false, start);
        lookups.insert(key(1), true, start);
        lookups.insert(key(1), false, start);
        assert_eq!(lookups.get(&key(1), start + 10 * LOOKUP_LIFETIME), Some(true));
    }

    #[test]
    fn security_1_6_the_number_of_lookups_is_limited_but_not_of_sign_outs() {
        let (mut lookups, start) = (Lookups::default(), Instant::now());
        (0..MAX_LOOKUPS + 1).for_each(|id| lookups.insert(key(id), false, start));
        assert_eq!((lookups.0.len(), lookups.get(&key(MAX_LOOKUPS), start)), (MAX_LOOKUPS, None));
        lookups.insert(key(0), true, start);
        lookups.insert(key(MAX_LOOKUPS), true, start);
        assert_eq!(
            (lookups.get(&key(0), start), lookups.get(&key(MAX_LOOKUPS), start)),
            (Some(true), Some(true))
        );
        lookups.insert(key(1), false, start + LOOKUP_LIFETIME);
        assert_eq!(lookups.0.len(), 1, "old lookups are removed");
    }
}
