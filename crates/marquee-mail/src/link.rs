//! Links in letters.

use serde::{Deserialize, Serialize};
use url::Url;

/// Maximum length of a link in bytes.
const MAX_BYTES: usize = 2_000;

/// An absolute `http` or `https` URL, normalized to ASCII without spaces.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Link(Url);

impl Link {
    /// Parses a URL of at most 2,000 bytes (normalized). `None` for another scheme, a missing host, or user information.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let is_anonymous = url.username().is_empty() && url.password().is_none();
        (is_web && is_anonymous && url.as_str().len() <= MAX_BYTES).then_some(Self(url))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The host, such as `aster.example`.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Whether both have the same scheme, host and port.
    pub(crate) fn same_origin(&self, other: &Self) -> bool {
        self.0.origin() == other.0.origin()
    }
}

/// Does not print the URL, because it may contain a reset code.
impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Link(…)")
    }
}

impl TryFrom<String> for Link {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("must be an absolute http or https URL")
    }
}

impl From<Link> for String {
    fn from(link: Link) -> Self {
        link.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_an_absolute_web_url() {
        for valid in ["https://aster.example/reset?code=a%20b", "http://localhost:8080/"] {
            assert_eq!(Link::parse(valid).unwrap().as_str(), valid);
        }
        for invalid in
            ["", "/reset", "//aster.example/", "javascript:alert(1)", "mailto:a@b.example", "data:,x"]
        {
            assert!(Link::parse(invalid).is_none(), "{invalid}");
        }
        for invalid in ["https://aster.example@evil.example/", "https:///", "ftp://aster.example/"] {
            assert!(Link::parse(invalid).is_none_or(|link| link.host() == "aster.example"), "{invalid}");
        }
        assert!(Link::parse(&format!("https://aster.example/{}", "a".repeat(MAX_BYTES))).is_none());
    }

    #[test]
    fn a_link_has_no_spaces_quotes_or_brackets() {
        let link = Link::parse("https://aster.example/a b\"<c>?d=\"e\"\r\nBcc: f#g\"h").unwrap();
        assert!(link.as_str().is_ascii());
        assert!(!link.as_str().contains([' ', '"', '<', '>', '\r', '\n']), "{}", link.as_str());
    }
}
