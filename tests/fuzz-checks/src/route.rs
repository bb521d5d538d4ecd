//! The inner route. A parsed route has nothing that another parser could read differently.
use crate::SITE;
use marquee_gateway::{InnerRoute, Method, find};

/// Checks an input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(route) = InnerRoute::parse(text) else { return };
    assert!(text.starts_with('/') && !text.starts_with("//") && text.len() <= 2048);
    for segment in &route.segments {
        assert!(segment != "." && segment != ".." && !segment.contains(['/', '\\']), "{segment:?}");
        assert!(!segment.chars().any(char::is_control), "{segment:?}");
    }
    for (at, (name, value)) in route.query.iter().enumerate() {
        assert!(route.query.iter().skip(at + 1).all(|(other, _)| other != name), "{name:?} is repeated");
        assert!(!name.chars().chain(value.chars()).any(char::is_control), "{name:?} {value:?}");
    }
    for method in [Method::Get, Method::Post] {
        find(method, &route, SITE.config.options.wallet_prefix()).ok();
    }
}
