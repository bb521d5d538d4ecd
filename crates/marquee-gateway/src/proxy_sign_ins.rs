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
    /// Whether a sign-in has ended, and when that was read.
    lookups: Mutex<HashMap<(SiteId, String), (bool, Instant)>>,
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

    fn cached(&self, key: &(SiteId, String)) -> Option<bool> {
        let lookups = self.lookups.lock();
        let (is_over, read_at) = lookups.get(key)?;
        // A sign-in that has ended stays ended.
        (*is_over || read_at.elapsed() < LOOKUP_LIFETIME).then_some(*is_over)
    }

    fn cache_lookup(&self, key: (SiteId, String), is_over: bool) {
        let mut lookups = self.lookups.lock();
        if lookups.len() >= MAX_LOOKUPS {
            lookups.retain(|_, (_, read_at)| read_at.elapsed() < LOOKUP_LIFETIME);
        }
        // A lookup that began before a sign-out must not overwrite it.
        if lookups.len() < MAX_LOOKUPS && !lookups.get(&key).is_some_and(|(is_over, _)| *is_over) {
            lookups.insert(key, (is_over, Instant::now()));
        }
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
        if let Some(cached) = self.cached(&key) {
            return Ok(cached);
        }
        let is_over = self.loyalty.sessions().is_proxy_session_ended(site, &key.1).await?;
        self.cache_lookup(key, is_over);
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
        self.cache_lookup((site.key.clone(), name(record).to_owned()), true);
        Ok(())
    }
}
