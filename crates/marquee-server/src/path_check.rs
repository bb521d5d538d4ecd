//! Checks the path of a request before caches, the demo's stand-ins and routes: a path that different parsers could interpret
//! differently is redirected or rejected (security 5.4, 7.2).

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, LOCATION};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use marquee_model::site_path::{self, PathError};
use marquee_pages::is_api;

use crate::host::{HostName, host};
use crate::loyalty::INNER_CALLS;
use crate::router::App;
use crate::theater::bad_host;
use crate::{error, page};

/// Checks a path. The routes of loyalty calls are exempt: the gateway checks them by a stricter rule, and its reports name the
/// field (security 3.1).
pub fn check(path: &str) -> Result<(), PathError> {
    if path.starts_with(INNER_CALLS) { Ok(()) } else { site_path::check(path) }
}

/// The response for a path that [`check`] rejects: a redirect to the path without empty segments, or 404.
pub async fn answer(app: &App, refused: PathError, Parts { method, uri, headers, .. }: &Parts) -> Response {
    let HostName::Name(name) = host(uri, headers) else { return bad_host() };
    let site = app.directory.by_host(&name);
    let is_ours = site.is_some() || app.demo.as_ref().is_some_and(|demo| demo.has_host(&name));
    let reads = matches!(*method, Method::GET | Method::HEAD);
    match (refused, site) {
        _ if !is_ours => error::unknown_host(),
        (PathError::EmptySegment, site) if reads => {
            let mut location = site_path::without_empty_segments(uri.path());
            if let Some(query) = uri.query() {
                location.push('?');
                location.push_str(&site_path::encode_non_ascii(query));
            }
            let response = redirect(&location, StatusCode::PERMANENT_REDIRECT);
            match site {
                Some(site) => page::with_privacy_headers(response, &site, uri),
                None => response,
            }
        }
        (_, Some(site)) if reads && !is_api(uri.path()) => page::not_found(app, &site, uri, headers).await,
        _ => error::not_found(uri.path()),
    }
}

/// A redirect to `location`, which must be percent-encoded.
pub fn redirect(location: &str, status: StatusCode) -> Response {
    let Ok(value) = HeaderValue::from_str(location) else { return error::internal_error() };
    let mut response = status.into_response();
    response.headers_mut().insert(LOCATION, value);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
