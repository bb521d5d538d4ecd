//! The cookies of a session (loyalty-gateway.md, section 1; security 1.1, 1.2).

use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::HeaderMap;
use marquee_api::loyalty::{FRAME_HEADER, STATE_COOKIE};
use marquee_gateway::{Gateway, MAX_RECORD_BYTES, SessionRecord};
use marquee_site::SiteHandle;

use crate::cookies::{add, cookie_values};

/// Prefix of a cookie value that is a reference to a record stored on the server (security 1.3).
const REFERENCE: &str = "r.";
/// Lifetime of the cookie of an unfinished registration, in seconds (security 1.11).
const REGISTRATION_SECONDS: u32 = 30 * 60;

/// The cookies of a visitor on a site.
#[derive(Debug, Clone, Copy)]
pub struct Cookies<'a> {
    gateway: &'a Gateway,
    site: &'a SiteHandle,
    /// Whether the site has https: names then have the prefix `__Host-`, and cookies the attribute `Secure`.
    is_secure: bool,
    /// Whether the page is in a frame of another site. It then has separate cookies, partitioned by that site.
    is_framed: bool,
}

/// The value of a cookie.
enum CookieValue<'a> {
    Missing,
    Single(&'a str),
    /// Several cookies of the same name; none of them is used.
    Ambiguous,
}

fn read_cookie<'a>(headers: &'a HeaderMap, name: &str) -> CookieValue<'a> {
    let mut values = cookie_values(headers, name);
    match (values.next(), values.next()) {
        (None, _) => CookieValue::Missing,
        (Some(value), None) => CookieValue::Single(value),
        (Some(_), Some(_)) => CookieValue::Ambiguous,
    }
}

/// Whether a request comes from a page in a frame of a site that may frame this one.
fn in_frame(site: &SiteHandle, headers: &HeaderMap) -> bool {
    let claims_frame = headers.contains_key("sec-fetch-storage-access") || headers.contains_key(FRAME_HEADER);
    claims_frame && !site.record.config.allowed_embedding_domains.is_empty()
}

impl<'a> Cookies<'a> {
    /// The cookies of a request.
    pub fn from_request(gateway: &'a Gateway, site: &'a SiteHandle, headers: &HeaderMap) -> Self {
        let is_secure = site.is_https();
        // Without https, browsers store no cookies for frames.
        Self { gateway, site, is_secure, is_framed: is_secure && in_frame(site, headers) }
    }

    fn name(&self, base: &str) -> String {
        let prefix = if self.is_secure { "__Host-" } else { "" };
        let suffix = if self.is_framed { "Framed" } else { "" };
        format!("{prefix}{base}{suffix}")
    }

    fn set(&self, out: &mut HeaderMap, base: &str, value: &str, age: Option<u32>, is_readable: bool) {
        let mut cookie = Cookie::build((self.name(base), value)).path("/").http_only(!is_readable);
        cookie = if self.is_framed {
            cookie.same_site(SameSite::None).partitioned(true)
        } else {
            cookie.same_site(SameSite::Lax)
        };
        if let Some(age) = age {
            cookie = cookie.max_age(Duration::seconds(age.into()));
        }
        add(out, &cookie.secure(self.is_secure).build());
    }

    /// The record of the session, and whether there is an invalid cookie to clear.
    pub async fn record(&self, headers: &HeaderMap) -> (Option<SessionRecord>, bool) {
        let name = self.name("loyaltySession");
        let value = match read_cookie(headers, &name) {
            CookieValue::Missing => return (None, false),
            CookieValue::Ambiguous => return (None, true),
            CookieValue::Single(value) => value,
        };
        let record = &self.site.record;
        let sealed = match value.strip_prefix(REFERENCE) {
            None => Some(value.to_owned()),
            Some(reference) => {
                self.gateway.loyalty().sessions().load_record(record, reference).await.ok().flatten()
            }
        };
        let text = sealed.and_then(|sealed| self.gateway.services().seals.open(record, &name, &sealed));
        let opened: Option<SessionRecord> = text.and_then(|text| serde_json::from_str(&text).ok());
        let Some(opened) = opened else { return (None, true) };
        match self.gateway.proxy_sign_ins().is_signed_out(record, &opened).await {
            Ok(false) => (Some(opened), false),
            Ok(true) => (None, true),
            Err(error) => {
                tracing::warn!(site.id = %record.key, %error, "cannot look up a session");
                (None, false)
            }
        }
    }

    /// The identifier of an unfinished registration.
    pub fn registration(&self, headers: &HeaderMap) -> Option<String> {
        let name = self.name("loyaltyRegistration");
        match read_cookie(headers, &name) {
            CookieValue::Single(value) => self.gateway.services().seals.open(&self.site.record, &name, value),
            CookieValue::Missing | CookieValue::Ambiguous => None,
        }
    }

    /// Sets the cookies of a session. If the account is expired and the site does not allow that, they last for the browser
    /// session only (SESS-11, SESS-12).
    pub async fn set_session(
        &self,
        out: &mut HeaderMap,
        record: &SessionRecord,
        is_expired: bool,
    ) -> Result<(), String> {
        let config = &self.site.record.settings.loyalty;
        let lasts = !is_expired || config.allow_expired_accounts_login;
        let age = lasts.then(|| config.session_timeout.saturating_mul(3600));
        let name = self.name("loyaltySession");
        let record = &self
            .gateway
            .proxy_sign_ins()
            .with_sign_in_id(&self.site.record, record, config.session_timeout)
            .map_err(|error| error.to_string())?;
        let text = serde_json::to_string(record).map_err(|e| e.to_string())?;
        let seals = &self.gateway.services().seals;
        let mut value = seals.seal(&self.site.record, &name, &text).map_err(|e| e.to_string())?;
        if value.len() > MAX_RECORD_BYTES {
            let reference = self.gateway.loyalty().sessions().store_record(&self.site.record, &value).await;
            value = format!("{REFERENCE}{}", reference.map_err(|e| e.to_string())?);
        }
        self.set(out, "loyaltySession", &value, age, false);
        // Percent-encoded JSON {"cypherVersion":…,"signedIn":true}: cookies must not contain quotes and commas.
        let state = format!("%7B%22cypherVersion%22%3A{}%2C%22signedIn%22%3Atrue%7D", record.cypher_version);
        self.set(out, STATE_COOKIE, &state, age, true);
        Ok(())
    }

    /// Clears the cookies of a session (SESS-13).
    pub fn clear(&self, out: &mut HeaderMap) {
        self.set(out, "loyaltySession", "", Some(0), false);
        self.set(out, STATE_COOKIE, "", Some(0), true);
    }

    /// Sets the cookie of an unfinished registration.
    pub fn set_registration(&self, out: &mut HeaderMap, id: &str) -> Result<(), String> {
        let name = self.name("loyaltyRegistration");
        let sealed =
            self.gateway.services().seals.seal(&self.site.record, &name, id).map_err(|e| e.to_string())?;
        self.set(out, "loyaltyRegistration", &sealed, Some(REGISTRATION_SECONDS), false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use http::header::COOKIE;

    use super::*;

    #[test]
    fn security_1_1_several_cookies_of_one_name_are_ignored() {
        let value_of = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(COOKIE, HeaderValue::from_static(value));
            }
            match read_cookie(&headers, "a") {
                CookieValue::Missing => "missing".to_owned(),
                CookieValue::Single(value) => value.to_owned(),
                CookieValue::Ambiguous => "ambiguous".to_owned(),
            }
        };
        assert_eq!(value_of(&["b=1; a=x"]), "x");
        assert_eq!(value_of(&["a=x; a=y"]), "ambiguous");
        assert_eq!(value_of(&["a=x", "a=x"]), "ambiguous");
        assert_eq!(value_of(&["aa=x; b=a=1"]), "missing");
    }
}
