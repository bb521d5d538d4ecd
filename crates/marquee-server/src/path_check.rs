//! Checks the path of a request before caches and routes: a path that different parsers could interpret differently is
//! redirected or rejected (security 5.4, 7.2).

use axum::response::Response;
use http::request::Parts;
use http::{Method, StatusCode};
use marquee_api::paths::INNER_CALLS_PREFIX;
use marquee_messages::Language;
use marquee_model::site_path::{self, PathError};
use marquee_pages::is_api;

use crate::app::App;
use crate::error::{self, bad_host};
use crate::host::{HostName, host};
use crate::page::{self, redirect, with_privacy_headers};

/// Checks a path. The routes of loyalty calls are exempt: the gateway checks them by a stricter rule, and its reports name the
/// field (security 3.1).
pub fn check(path: &str) -> Result<(), PathError> {
    if path.starts_with(INNER_CALLS_PREFIX) { Ok(()) } else { site_path::check(path) }
}

/// The response for a path that [`check`] rejects: a redirect to the path without empty segments, or 404.
pub async fn respond(app: &App, refused: PathError, head: &Parts) -> Response {
    let Parts { uri, headers, .. } = head;
    let HostName::Name(name) = host(uri, headers) else { return bad_host() };
    let Some(site) = app.sites.by_host(&name) else { return error::unknown_host() };
    if let Some(response) = without_empty_segments(refused, head) {
        return with_privacy_headers(response, &site, uri);
    }
    if is_read(head) && !is_api(uri.path()) {
        return page::not_found(app, &site, uri, headers).await;
    }
    error::not_found(uri.path(), Language::ENGLISH)
}

/// Like [`respond`], for a host that is not a site.
pub fn respond_other_host(refused: PathError, head: &Parts) -> Response {
    without_empty_segments(refused, head)
        .unwrap_or_else(|| error::not_found(head.uri.path(), Language::ENGLISH))
}

/// The redirect to the path without empty segments, if those are why a page was refused.
fn without_empty_segments(refused: PathError, head: &Parts) -> Option<Response> {
    if refused != PathError::EmptySegment || !is_read(head) {
        return None;
    }
    let mut location = site_path::without_empty_segments(head.uri.path());
    if let Some(query) = head.uri.query() {
        location.push('?');
        location.push_str(&site_path::encode_non_ascii(query));
    }
    Some(redirect(&location, StatusCode::PERMANENT_REDIRECT))
}

fn is_read(head: &Parts) -> bool {
    matches!(head.method, Method::GET | Method::HEAD)
}
