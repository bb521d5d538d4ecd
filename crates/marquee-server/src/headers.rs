//! Headers that every response has (security 6.3). Cached pages are stored with them; other responses get them here.

use http::header::{STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue};
use marquee_pages::{HSTS, RESOURCE_POLICY};

/// Adds the headers that a response does not set itself; `is_https` is whether the origin of its site is https.
pub fn complete(headers: &mut HeaderMap, is_https: bool) {
    headers.entry(X_CONTENT_TYPE_OPTIONS).or_insert(HeaderValue::from_static("nosniff"));
    headers.entry(RESOURCE_POLICY).or_insert(HeaderValue::from_static("same-origin"));
    if is_https {
        headers.entry(STRICT_TRANSPORT_SECURITY).or_insert(HSTS);
    }
}
