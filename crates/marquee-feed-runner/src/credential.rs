//! Credentials of feeds, sealed at rest (security 1.1).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use marquee_api::editor::{FeedCredential, FeedCredentialKind};
use marquee_auth::{AuthError, Sealer};
use marquee_model::{FeedId, SiteId};

/// What the encryption keys are derived for.
const PURPOSE: &str = "feed credential";
/// Distinguishes signing secrets from credentials.
const PUSH: &str = "push";
/// Maximum length of each text of a credential in bytes.
const MAX_BYTES: usize = 4_096;
/// Headers that a credential must not set: those of the request itself.
const RESERVED: &[&str] = &[
    "host",
    "content-length",
    "transfer-encoding",
    "connection",
    "upgrade",
    "te",
    "trailer",
    "if-none-match",
    "if-modified-since",
    "accept-encoding",
];

/// Why a credential cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CredentialError {
    #[error("name must be the name of a header, such as X-Api-Key")]
    Name,
    #[error("must have 1 to {MAX_BYTES} bytes without control characters")]
    Value,
    /// It was sealed with a key that was removed from the settings.
    #[error("the stored credential cannot be read, since the secret key was changed: enter it again")]
    Sealed,
    #[error(transparent)]
    Auth(#[from] AuthError),
}

/// Seals credentials, each for its feed.
#[derive(Debug, Clone)]
pub struct SealedCredentials(Sealer);

impl SealedCredentials {
    /// `secrets` lists the keys of the settings, the newest first.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`] without a key.
    pub fn new(secrets: &[impl AsRef<[u8]>]) -> Result<Self, AuthError> {
        Sealer::new(secrets, PURPOSE).map(Self)
    }

    /// Checks a credential and seals it for a feed; `None` for [`FeedCredential::None`].
    ///
    /// # Errors
    /// [`CredentialError`]
    pub fn seal(
        &self,
        (site, feed): (&SiteId, &FeedId),
        credential: &FeedCredential,
    ) -> Result<Option<String>, CredentialError> {
        if matches!(credential, FeedCredential::None) {
            return Ok(None);
        }
        headers(credential)?;
        let bytes = serde_json::to_vec(credential).map_err(|_| CredentialError::Value)?;
        Ok(Some(self.0.seal(&bytes, &[site.as_str(), feed.as_str()])?))
    }

    /// The credential of a feed.
    ///
    /// # Errors
    /// [`CredentialError::Sealed`]
    pub fn open(
        &self,
        (site, feed): (&SiteId, &FeedId),
        sealed: Option<&str>,
    ) -> Result<FeedCredential, CredentialError> {
        let Some(sealed) = sealed else { return Ok(FeedCredential::None) };
        let bytes = self.0.open(sealed, &[site.as_str(), feed.as_str()]);
        let bytes = bytes.ok_or(CredentialError::Sealed)?;
        serde_json::from_slice(&bytes).map_err(|_| CredentialError::Sealed)
    }

    /// Seals the secret that signs the messages for a feed.
    ///
    /// # Errors
    /// [`AuthError::Random`] if the system's random number generator fails.
    pub(crate) fn seal_secret(
        &self,
        (site, feed): (&SiteId, &FeedId),
        secret: &str,
    ) -> Result<String, AuthError> {
        self.0.seal(secret.as_bytes(), &[site.as_str(), feed.as_str(), PUSH])
    }

    /// The secret that signs the messages for a feed; `None` if it was sealed with a key that was removed.
    pub(crate) fn open_secret(&self, (site, feed): (&SiteId, &FeedId), sealed: &str) -> Option<String> {
        let bytes = self.0.open(sealed, &[site.as_str(), feed.as_str(), PUSH])?;
        String::from_utf8(bytes).ok()
    }

    /// The kind of a stored credential; `None` without one, and for one that cannot be read.
    #[must_use]
    pub fn kind(&self, of: (&SiteId, &FeedId), sealed: Option<&str>) -> Option<FeedCredentialKind> {
        match self.open(of, sealed).ok()? {
            FeedCredential::None => None,
            FeedCredential::Bearer { .. } => Some(FeedCredentialKind::Bearer),
            FeedCredential::Header { .. } => Some(FeedCredentialKind::Header),
            FeedCredential::Basic { .. } => Some(FeedCredentialKind::Basic),
        }
    }
}

fn checked(text: &str) -> Result<&str, CredentialError> {
    let is_valid = !text.is_empty() && text.len() <= MAX_BYTES && !text.contains(char::is_control);
    is_valid.then_some(text).ok_or(CredentialError::Value)
}

/// The headers that present a credential.
///
/// # Errors
/// [`CredentialError::Name`], [`CredentialError::Value`]
pub fn headers(credential: &FeedCredential) -> Result<Vec<(String, String)>, CredentialError> {
    let authorization = |value: String| vec![("authorization".to_owned(), value)];
    Ok(match credential {
        FeedCredential::None => Vec::new(),
        FeedCredential::Bearer { token } => authorization(format!("Bearer {}", checked(token)?)),
        FeedCredential::Basic { user, password } => {
            let pair = format!("{}:{}", checked(user)?, checked(password)?);
            authorization(format!("Basic {}", STANDARD.encode(pair)))
        }
        FeedCredential::Header { name, value } => {
            let name = name.trim().to_ascii_lowercase();
            let is_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            let is_header = !name.is_empty() && name.len() <= 64 && name.chars().all(is_token);
            if !is_header || RESERVED.contains(&name.as_str()) {
                return Err(CredentialError::Name);
            }
            vec![(name, checked(value)?.to_owned())]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> (SiteId, FeedId) {
        (SiteId::parse("acme").unwrap(), FeedId::parse("f1").unwrap())
    }

    #[test]
    fn security_1_1_a_credential_opens_for_its_feed_only() {
        let (site, feed) = ids();
        let sealer = SealedCredentials::new(&["a secret of at least 32 characters"]).unwrap();
        let credential = FeedCredential::Bearer { token: "s3cret".to_owned() };
        let sealed = sealer.seal((&site, &feed), &credential).unwrap().unwrap();
        assert!(!sealed.contains("s3cret"));
        assert_eq!(sealer.open((&site, &feed), Some(&sealed)).unwrap(), credential);
        assert_eq!(sealer.kind((&site, &feed), Some(&sealed)), Some(FeedCredentialKind::Bearer));
        let other = FeedId::parse("f2").unwrap();
        assert!(matches!(sealer.open((&site, &other), Some(&sealed)), Err(CredentialError::Sealed)));
        assert_eq!(sealer.seal((&site, &feed), &FeedCredential::None).unwrap(), None);
        assert_eq!(format!("{credential:?}"), "Bearer");
    }

    #[test]
    fn a_credential_is_a_header_of_the_request() {
        let basic = FeedCredential::Basic { user: "ada".to_owned(), password: "pw".to_owned() };
        assert_eq!(headers(&basic).unwrap(), [("authorization".to_owned(), "Basic YWRhOnB3".to_owned())]);
        let header = |name: &str, value: &str| FeedCredential::Header {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let own = headers(&header(" VeeziAccessToken ", "k1")).unwrap();
        assert_eq!(own, [("veeziaccesstoken".to_owned(), "k1".to_owned())]);
        for name in ["", "Host", "a b", "a:b", "If-None-Match"] {
            assert!(matches!(headers(&header(name, "k1")), Err(CredentialError::Name)), "{name}");
        }
        for value in ["", "a\r\nb: c"] {
            assert!(matches!(headers(&header("x-key", value)), Err(CredentialError::Value)), "{value}");
        }
    }
}
