//! Addresses of previews: they name a draft or a published version, and expire.

use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::PreviewAddress;
use marquee_auth::{AuthError, Sealer};
use marquee_model::SiteId;
use serde::{Deserialize, Serialize};

use crate::SiteHandle;

/// How long an address is valid if nobody says how many days.
const DEFAULT_VALIDITY: SignedDuration = SignedDuration::from_hours(12);
/// Maximum validity of an address in days.
const MAX_DAYS: i64 = 30;
/// What a path segment with a token begins with.
const START: &str = "draft-";

/// What a preview shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PreviewSource {
    /// The draft as it is when the page is requested.
    Draft,
    /// A published version.
    Revision(i64),
}

#[derive(Serialize, Deserialize)]
struct Payload {
    source: PreviewSource,
    /// Seconds since 1970.
    until: i64,
}

/// Why there is no address of a preview.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    #[error("days must be between 1 and {MAX_DAYS}")]
    Days,
    #[error(transparent)]
    Auth(#[from] AuthError),
}

/// Makes and opens the tokens of previews.
#[derive(Debug, Clone)]
pub struct PreviewLinks(Sealer);

impl PreviewLinks {
    /// `secrets` are the server's, newest first.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`].
    pub fn new(secrets: &[String]) -> Result<Self, AuthError> {
        Sealer::new(secrets, "preview").map(Self)
    }

    /// The address under which a draft or a version is shown to whoever has it, from `now` on: for 12 hours, or for 1 to 30 days.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub fn address(
        &self,
        site: &SiteHandle,
        source: PreviewSource,
        days: Option<i64>,
        now: Timestamp,
    ) -> Result<PreviewAddress, PreviewError> {
        let validity = match days {
            None => DEFAULT_VALIDITY,
            Some(days) if (1..=MAX_DAYS).contains(&days) => SignedDuration::from_hours(24 * days),
            Some(_) => return Err(PreviewError::Days),
        };
        let until = now.saturating_add(validity).unwrap_or(now);
        let segment = self.segment(&site.id, source, until)?;
        let prefix = site.record.config.reserved_path_prefix();
        Ok(PreviewAddress { address: format!("{}{prefix}/{segment}/", site.origin), until })
    }

    /// The path segment that shows a draft or a version until a time.
    ///
    /// # Errors
    /// [`AuthError::Random`].
    fn segment(&self, site: &SiteId, source: PreviewSource, until: Timestamp) -> Result<String, AuthError> {
        let payload = Payload { source, until: until.as_second() };
        let bytes = serde_json::to_vec(&payload).unwrap_or_default();
        Ok(format!("{START}{}", self.0.seal(&bytes, &[site.as_str()])?))
    }

    /// Whether a path segment has a token, valid or not.
    #[must_use]
    pub fn is_segment(segment: &str) -> bool {
        segment.starts_with(START)
    }

    /// What a path segment shows on a site; `None` if its token is invalid, expired or of another site.
    #[must_use]
    pub fn open(&self, site: &SiteId, segment: &str, now: Timestamp) -> Option<PreviewSource> {
        let bytes = self.0.open(segment.strip_prefix(START)?, &[site.as_str()])?;
        let payload: Payload = serde_json::from_slice(&bytes).ok()?;
        (payload.until > now.as_second()).then_some(payload.source)
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn an_address_is_valid_for_its_site_until_its_time() {
        let links = PreviewLinks::new(&["a secret of at least 32 characters".to_owned()]).unwrap();
        let (acme, other) = (SiteId::parse("acme").unwrap(), SiteId::parse("other").unwrap());
        let now: Timestamp = "2026-11-20T22:48:00Z".parse().unwrap();
        for source in [PreviewSource::Draft, PreviewSource::Revision(7)] {
            let segment = links.segment(&acme, source, now + SignedDuration::from_secs(60)).unwrap();
            assert!(PreviewLinks::is_segment(&segment));
            assert_eq!(links.open(&acme, &segment, now), Some(source));
            assert_eq!(links.open(&other, &segment, now), None);
            assert_eq!(links.open(&acme, &segment, now + SignedDuration::from_secs(60)), None);
            assert_eq!(links.open(&acme, &format!("{segment}x"), now), None);
        }
        assert!(!PreviewLinks::is_segment("movies"));
    }
}
