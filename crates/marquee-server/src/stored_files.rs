//! What responses with pictures and videos have in common.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderValue, StatusCode};
use marquee_pages::RESOURCE_POLICY;

/// Marks a response whose body is read from the store while it is sent.
#[derive(Debug, Clone, Copy)]
pub struct SentFromStore;

/// How long a file is kept at most, in seconds: its address names its content.
pub const LIFETIME: i64 = 31_536_000;

/// How long a redirect of a replaced file is kept, in seconds.
const REDIRECT_LIFETIME: i64 = 300;

/// `Cache-Control` for so many seconds.
pub fn cache_control(seconds: i64, is_immutable: bool) -> HeaderValue {
    let immutable = if is_immutable { ", immutable" } else { "" };
    // Consists of characters that a header may have.
    HeaderValue::try_from(format!("public, max-age={seconds}{immutable}"))
        .unwrap_or(HeaderValue::from_static("no-cache"))
}

/// Leads to the address of the current file.
pub fn moved_to(location: String) -> Response {
    let mut response = StatusCode::FOUND.into_response();
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(LOCATION, location);
    }
    response.headers_mut().insert(CACHE_CONTROL, cache_control(REDIRECT_LIFETIME, false));
    response.headers_mut().insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}
