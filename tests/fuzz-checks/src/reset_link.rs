//! The link of a reset mail: `root` and the link, separated by a zero byte. An accepted link leads to the site with any parser.
use crate::{ORIGIN, SITE, two, visitor};
use marquee_loyalty::ResetLink;
use url::Url;

/// Checks an input.
pub fn check(data: &[u8]) {
    let Some((root, text)) = two(data) else { return };
    let Ok(link) = ResetLink::parse(visitor(), root, text) else { return };
    let url = Url::parse(link.as_str()).expect("a link is an address");
    assert!(matches!(url.scheme(), "http" | "https"), "{url}");
    assert!(url.username().is_empty() && url.password().is_none(), "{url}");
    let host = url.host_str().expect("a link has a host");
    assert!(host == "localhost" || SITE.hosts.iter().any(|own| own == host), "{url}");
    let own = Url::parse(ORIGIN).expect("the origin is an address").port();
    assert!(url.port().is_none() || url.port() == own, "{url}");
    // The parsed URL is the link itself, so the recipient opens what was checked.
    assert_eq!(url.as_str(), link.as_str());
    assert!(!url.path().contains('\\'), "{url}");
    assert!(!link.as_str().contains(['\n', '\r', '\t', ' ', '<', '>', '"']), "{url}");
}
