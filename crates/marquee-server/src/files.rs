//! The built front end, whose files have fingerprints.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue};

use crate::app::App;
use crate::error;
use crate::site::site_of;

/// `Cache-Control` of files whose names have a fingerprint.
pub const FOREVER: &str = "public, max-age=31536000, immutable";

fn file_response(app: &App, headers: &HeaderMap, path: &str, cache: &'static str) -> Response {
    app.files.response(path, headers, cache).unwrap_or_else(error::file_not_found)
}

/// `/assets/…`: immutable, because the name contains a fingerprint.
pub async fn asset(State(app): State<App>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    file_response(&app, &headers, &format!("assets/{path}"), FOREVER)
}

/// `/fonts/…`: immutable, because the name contains a fingerprint.
pub async fn font(State(app): State<App>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    file_response(&app, &headers, &format!("fonts/{path}"), FOREVER)
}

/// `/icons/…`: line icons for offers. Their names have no fingerprint, so they are cached for a day.
pub async fn icon(State(app): State<App>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    file_response(&app, &headers, &format!("icons/{name}"), "public, max-age=86400")
}

/// The service worker (ROUTE-14). It is revalidated each time, so that browsers find a new one, and may connect only to its
/// own site.
pub async fn service_worker(State(app): State<App>, uri: http::Uri, headers: HeaderMap) -> Response {
    if let Err(refused) = site_of(&app, &uri, &headers) {
        return *refused;
    }
    let mut response = file_response(&app, &headers, "sw.js", "no-cache");
    let response_headers = response.headers_mut();
    response_headers.insert("service-worker-allowed", HeaderValue::from_static("/"));
    response_headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; script-src 'self'; connect-src 'self'"),
    );
    response
}

/// The site's icon: a ticket in its header and primary colors. `/favicon.ico`, which browsers request for responses without a
/// linked icon, is the same picture.
pub async fn favicon(State(app): State<App>, uri: http::Uri, headers: HeaderMap) -> Response {
    let site = match site_of(&app, &uri, &headers) {
        Ok(site) => site,
        Err(refused) => return *refused,
    };
    let colors = &site.record.config.theme.colors;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" \
         fill=\"{}\"/><path d=\"M5 10h22v4a2 2 0 0 0 0 4v4H5v-4a2 2 0 0 0 0-4z\" fill=\"{}\"/></svg>",
        colors.header_background().as_str(),
        colors.primary().as_str()
    );
    let mut response = svg.into_response();
    let response_headers = response.headers_mut();
    response_headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    response_headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    response_headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
