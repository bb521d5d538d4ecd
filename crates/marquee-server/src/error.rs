//! What a failure looks like on the wire: plain, readable, without inner words.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};

/// Escapes text for element content and quoted attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A plain page: a heading and a sentence, without any file of a site.
pub fn plain(status: StatusCode, heading: &str, sentence: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{heading}</title></head>\
         <body><main><h1>{heading}</h1><p>{sentence}</p></main></body></html>"
    );
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    );
    if status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
    }
    response
}

/// 404 of a host nobody has (security 7.1).
pub fn unknown_host() -> Response {
    plain(StatusCode::NOT_FOUND, "No site here", "There is no site at this address.")
}

/// 404 of a file.
pub fn no_file() -> Response {
    plain(StatusCode::NOT_FOUND, "Not found", "There is no file at this address.")
}

/// 503.
pub fn busy() -> Response {
    plain(
        StatusCode::SERVICE_UNAVAILABLE,
        "One moment, please",
        "Many people are here right now. Try again shortly.",
    )
}

/// 500.
pub fn broken() -> Response {
    plain(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Something went wrong",
        "The page could not be made. Try again later.",
    )
}
