//! Shared parts of the targets.

use std::net::Ipv4Addr;
use std::sync::LazyLock;

use marquee_loyalty::Visitor;
use marquee_model::settings::SiteRecord;

/// The demo's site.
pub static SITE: LazyLock<SiteRecord> = LazyLock::new(|| {
    let text = include_str!("../../fixtures/demo/meridian/site.json");
    serde_json::from_str(text).expect("the demo's site can be read")
});

/// The site's origin.
pub const ORIGIN: &str = "http://localhost:8080";

/// A visitor of the site.
pub fn visitor() -> Visitor<'static> {
    let address = Ipv4Addr::LOCALHOST.into();
    Visitor { site: &SITE, origin: ORIGIN, address, device: "fuzz", language: "en" }
}

/// Two texts of one input; the first ends at a zero byte.
pub fn two(data: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(data).ok()?.split_once('\0')
}
