//! Patterns for values that become part of third-party URLs, scripts and security policies (security 6.5).
//! `marquee check` and `marquee site add` reject values that do not match.

/// An identifier issued by another service, such as `G-ABC123` or `GTM-ABC1`.
pub const IDENTIFIER: &str = "^[A-Za-z0-9_-]+$";

/// An [`IDENTIFIER`], or empty.
pub const OPTIONAL_IDENTIFIER: &str = "^[A-Za-z0-9_-]*$";

/// An identifier with the separators used by consent vendors and ad networks, or empty.
pub const OPTIONAL_PATH_IDENTIFIER: &str = "^[A-Za-z0-9_.:/,-]*$";

/// An opaque encoded id (base64, with or without padding), or empty.
pub const OPAQUE: &str = "^[A-Za-z0-9+/=_:.-]*$";

macro_rules! https_url {
    () => {
        r#"https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?][^\s;,'"<>\\`]*)?"#
    };
}

/// An https URL without characters that could terminate a source in a security policy or an HTML attribute.
pub const HTTPS: &str = concat!("^", https_url!(), "$");

/// An [`HTTPS`] URL, or empty.
pub const OPTIONAL_HTTPS: &str = concat!("^(", https_url!(), ")?$");

/// A path on the site without query, or an [`HTTPS`] URL.
pub const PATH_OR_HTTPS: &str = concat!(r"^(/([^\s/?#\\][^\s?#\\]*)?|", https_url!(), ")$");

/// A path on the site.
pub const PATH: &str = "^/[A-Za-z0-9/_.-]*$";
