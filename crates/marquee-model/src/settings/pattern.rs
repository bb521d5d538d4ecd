//! Patterns for values that become part of third-party URLs, scripts and security policies (security 6.5).
//! `marquee check` and `marquee site add` reject values that do not match.

/// An identifier issued by another service, such as `G-ABC123` or `GTM-ABC1`.
pub(super) const IDENTIFIER: &str = "^[A-Za-z0-9_-]+$";

/// An [`IDENTIFIER`], or empty.
pub(super) const OPTIONAL_IDENTIFIER: &str = "^[A-Za-z0-9_-]*$";

/// An identifier with the separators used by consent vendors and ad networks, or empty.
pub(super) const OPTIONAL_PATH_IDENTIFIER: &str = "^[A-Za-z0-9_.:/,-]*$";

/// An opaque encoded id (base64, with or without padding), or empty.
pub(super) const OPAQUE: &str = "^[A-Za-z0-9+/=_:.-]*$";

/// An https URL without characters that could terminate a source in a security policy or an HTML attribute.
pub(super) const HTTPS: &str =
    r#"^https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?][^\s;,'"<>\\`]*)?$"#;

/// An [`HTTPS`] URL, or empty.
pub(super) const OPTIONAL_HTTPS: &str =
    r#"^(https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?][^\s;,'"<>\\`]*)?)?$"#;

/// A path on the site.
pub(super) const PATH: &str = "^/[A-Za-z0-9/_.-]*$";
