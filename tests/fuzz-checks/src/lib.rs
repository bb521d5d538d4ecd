//! What the fuzz targets check: each module has a function that panics if an input violates a rule. The fuzzer calls it with inputs of
//! its own; a test calls it with the seeds.

pub mod captions;
pub mod envelope;
pub mod feed;
pub mod fields;
pub mod form;
pub mod member;
pub mod reset_link;
pub mod route;
pub mod seal;
pub mod token;
pub mod workbook;

use std::net::Ipv4Addr;
use std::sync::LazyLock;

pub use marquee_feeds::Format;
use marquee_loyalty::Visitor;
use marquee_model::settings::SiteRecord;

/// The demo's site.
static SITE: LazyLock<SiteRecord> = LazyLock::new(|| {
    let text = include_str!("../../../fixtures/demo/meridian/site.json");
    serde_json::from_str(text).expect("the demo's site can be read")
});

/// The site's origin.
const ORIGIN: &str = "http://localhost:8080";

/// A visitor of the site.
fn visitor() -> Visitor<'static> {
    let address = Ipv4Addr::LOCALHOST.into();
    Visitor { site: &SITE, origin: ORIGIN, address, device: "fuzz", language: "en" }
}

/// Two texts of one input; the first ends at a zero byte.
fn two(data: &[u8]) -> Option<(&str, &str)> {
    std::str::from_utf8(data).ok()?.split_once('\0')
}
