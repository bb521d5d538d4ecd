//! Targets of links that operators and feeds write (LINK-01, LINK-02, ROUTE-20, security 5.5).

use url::Url;

use crate::email::is_email;
use crate::ticketing::Flow;

/// A parsed link target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget<'a> {
    /// An empty text: a disabled link (LINK-01).
    Disabled,
    /// A path of the site, without its locale prefix.
    Path(&'a str),
    /// An element of the current page, with its `#`.
    Fragment(&'a str),
    /// A flow of the ticketing site, written as `ticketing:{segment}` (ROUTE-20).
    Flow(Flow),
    /// An absolute URL with the scheme http or https.
    Web(Url),
    /// A URL with the scheme mailto or tel, verbatim.
    Contact(&'a str),
    /// An email address without a scheme (LINK-02).
    Email(&'a str),
}

impl<'a> LinkTarget<'a> {
    /// Parses a target; surrounding white space is ignored. `None` if it has another form, such as `javascript:`.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return Some(Self::Disabled);
        }
        if text.starts_with('#') {
            return Some(Self::Fragment(text));
        }
        if let Some(rest) = text.strip_prefix('/') {
            // Browsers parse `//` and `/\` as the beginning of another host.
            return (!rest.starts_with(['/', '\\'])).then_some(Self::Path(text));
        }
        if let Some(segment) = text.strip_prefix("ticketing:") {
            return Flow::from_path(segment).map(Self::Flow);
        }
        if is_email(text) {
            return Some(Self::Email(text));
        }
        let url = Url::parse(text).ok()?;
        match url.scheme() {
            "http" | "https" => Some(Self::Web(url)),
            "mailto" | "tel" => Some(Self::Contact(text)),
            _ => None,
        }
    }

    /// Whether the target can be the address of a picture: a path of the site or a web URL.
    #[must_use]
    pub fn is_resource(&self) -> bool {
        matches!(self, Self::Path(_) | Self::Web(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_01_link_02_route_20_a_target_is_one_of_the_allowed_forms() {
        for (text, expected) in [
            (" ", LinkTarget::Disabled),
            (" /about/?a=b#c ", LinkTarget::Path("/about/?a=b#c")),
            ("#loyalty-logout", LinkTarget::Fragment("#loyalty-logout")),
            ("ticketing:giftcards", LinkTarget::Flow(Flow::GiftCards)),
            ("info@acme.example", LinkTarget::Email("info@acme.example")),
            ("tel:+15550100142", LinkTarget::Contact("tel:+15550100142")),
            ("mailto:info@acme.example", LinkTarget::Contact("mailto:info@acme.example")),
        ] {
            assert_eq!(LinkTarget::parse(text), Some(expected), "{text:?}");
        }
        let web = LinkTarget::parse("HTTPS://Shop.example");
        assert_eq!(web, Url::parse("https://shop.example/").ok().map(LinkTarget::Web));
    }

    #[test]
    fn security_5_5_other_schemes_and_hosts_without_a_scheme_are_rejected() {
        for text in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//elsewhere.example/",
            "/\\elsewhere.example/",
            "https://",
            "about",
            "a@b",
            "ticketing:",
            "ticketing:casino",
        ] {
            assert_eq!(LinkTarget::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_picture_has_a_path_or_a_web_url() {
        for (text, expected) in [
            ("/media/1.jpg", true),
            ("https://t.example/1.jpg", true),
            ("mailto:a@b.example", false),
            ("#a", false),
        ] {
            assert_eq!(
                LinkTarget::parse(text).is_some_and(|target| target.is_resource()),
                expected,
                "{text}"
            );
        }
    }
}
