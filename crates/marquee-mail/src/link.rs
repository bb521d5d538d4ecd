//! Links of letters: absolute, and to a web page.

use serde::{Deserialize, Serialize};
use url::Url;

/// Bytes a link may have.
const LONGEST: usize = 2_000;

/// An absolute address of a web page, `http` or `https`, in the form a browser gives it: ASCII without blanks.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Link(Url);

impl Link {
    /// Parses an absolute address of up to 2,000 bytes; nothing for another scheme, one without a host, or one with a
    /// user.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let bare = url.username().is_empty() && url.password().is_none();
        (web && bare && url.as_str().len() <= LONGEST).then_some(Self(url))
    }

    /// The whole address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Its host: `aster.example`.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Whether both have the same scheme, host and port.
    pub(crate) fn same_origin(&self, other: &Self) -> bool {
        self.0.origin() == other.0.origin()
    }
}

/// A link may hold a reset code: it does not print itself.
impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Link(…)")
    }
}

impl TryFrom<String> for Link {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not the address of a web page")
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
    fn a_link_is_absolute_and_leads_to_a_web_page() {
        for good in ["https://aster.example/reset?code=a%20b", "http://localhost:8080/"] {
            assert_eq!(Link::parse(good).unwrap().as_str(), good);
        }
        for bad in ["", "/reset", "//aster.example/", "javascript:alert(1)", "mailto:a@b.example", "data:,x"]
        {
            assert!(Link::parse(bad).is_none(), "{bad}");
        }
        for bad in ["https://aster.example@evil.example/", "https:///", "ftp://aster.example/"] {
            assert!(Link::parse(bad).is_none_or(|link| link.host() == "aster.example"), "{bad}");
        }
        assert!(Link::parse(&format!("https://aster.example/{}", "a".repeat(LONGEST))).is_none());
    }

    #[test]
    fn whatever_is_in_a_link_it_is_one_word_without_quotes() {
        let link = Link::parse("https://aster.example/a b\"<c>?d=\"e\"\r\nBcc: f#g\"h").unwrap();
        assert!(link.as_str().is_ascii());
        assert!(!link.as_str().contains([' ', '"', '<', '>', '\r', '\n']), "{}", link.as_str());
    }
}
