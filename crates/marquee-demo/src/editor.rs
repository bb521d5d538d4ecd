//! A stand-in for the site editor, which frames a site and changes its style.

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::CONTENT_SECURITY_POLICY;
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use marquee_server::StaticFiles;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; frame-src http: https:; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Serves the files of `web/editor-trial`.
pub fn service(files: StaticFiles) -> Router {
    Router::new()
        .fallback(get(move |uri: Uri, headers: HeaderMap| async move { respond(&files, &uri, &headers) }))
}

fn respond(files: &StaticFiles, uri: &Uri, headers: &HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let file = files.response(&format!("editor-trial/{name}"), headers, "no-cache");
    let mut response = file.unwrap_or_else(|| StatusCode::NOT_FOUND.into_response());
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
