//! The specification's client-side session record, stored in an encrypted cookie (SESS-01 to SESS-05, security 1.1).

use marquee_auth::{AuthError, Sealer};
use marquee_model::settings::SiteRecord;
use serde::{Deserialize, Serialize};

/// Maximum size in bytes of a record that fits into a cookie (security 1.3).
pub const MAX_RECORD_BYTES: usize = 3800;

/// The session of a visitor.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionRecord {
    pub token: String,
    pub refresh_token: String,
    /// Version 1 only, as are `member_id` and `encrypted_session_id` (SESS-04).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub user_session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub member_id: Option<String>,
    pub cypher_version: u8,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub encrypted_session_id: Option<String>,
    /// Id and end of the sign-in, in proxy mode only (security 1.6).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seal: Option<ProxySignIn>,
}

/// Identifies a sign-in in proxy mode. A refresh changes the tokens in the cookie but keeps the id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProxySignIn {
    /// Random id.
    pub id: String,
    /// When the cookie expires, as a Unix timestamp in seconds.
    pub ends_at: i64,
}

impl std::fmt::Debug for SessionRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record").field("cypher_version", &self.cypher_version).finish_non_exhaustive()
    }
}

/// The context that a sealed text is bound to: cookie name, site and circuit.
fn place<'a>(site: &'a SiteRecord, cookie: &'a str) -> [&'a str; 3] {
    let circuit = &site.settings.loyalty.circuit_id;
    [cookie, site.key.as_str(), circuit.as_str()]
}

/// Encrypts and decrypts the contents of cookies.
#[derive(Debug, Clone)]
pub struct CookieSealer(Sealer);

impl CookieSealer {
    /// `secrets` are the server's, the newest first: it encrypts, all decrypt.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`] if there is no usable secret.
    pub fn new(secrets: &[String]) -> Result<Self, AuthError> {
        Sealer::new(secrets, "loyalty session").map(Self)
    }

    /// Encrypts a text for a cookie of a site.
    pub fn seal(&self, site: &SiteRecord, cookie: &str, text: &str) -> Result<String, AuthError> {
        self.0.seal(text.as_bytes(), &place(site, cookie))
    }

    /// Decrypts a cookie; `None` if it was not sealed for this site and cookie name.
    #[must_use]
    pub fn open(&self, site: &SiteRecord, cookie: &str, sealed: &str) -> Option<String> {
        String::from_utf8(self.0.open(sealed, &place(site, cookie))?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sess_03_sess_04_the_record_has_the_specification_s_keys() {
        let record = SessionRecord {
            token: "t".into(),
            refresh_token: "r".into(),
            user_session_id: None,
            member_id: None,
            cypher_version: 3,
            encrypted_session_id: None,
            seal: None,
        };
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(json, r#"{"token":"t","refreshToken":"r","cypherVersion":3}"#);
        assert_eq!(serde_json::from_str::<SessionRecord>(&json).unwrap(), record);
        assert!(!format!("{record:?}").contains("\"t\""));
    }

    #[test]
    fn security_1_1_a_cookie_decrypts_for_its_site_and_name_only() {
        let seals = CookieSealer::new(&["a secret of at least 32 characters".to_owned()]).unwrap();
        let mut site: SiteRecord =
            serde_json::from_str(include_str!("../../../fixtures/demo/meridian/site.json")).unwrap();
        let sealed = seals.seal(&site, "loyaltySession", "{}").unwrap();
        assert_eq!(seals.open(&site, "loyaltySession", &sealed).as_deref(), Some("{}"));
        assert_eq!(seals.open(&site, "__Host-loyaltySession", &sealed), None);
        assert_eq!(seals.open(&site, "loyaltySession", &sealed[1..]), None);
        site.settings.loyalty.circuit_id = "other".into();
        assert_eq!(seals.open(&site, "loyaltySession", &sealed), None);
    }
}
