//! The files of the editor. Every address below `/editor/` that is not a file is its document.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY, X_FRAME_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use marquee_api::paths::EDITOR_PREFIX;
use marquee_model::SiteId;

use super::{Editor, Shared};
use crate::files::FOREVER;
use crate::problem::problem;

/// Files whose names have a fingerprint.
const ASSETS: &str = "assets/";

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Redirects the host's root to the editor.
pub async fn to_editor() -> Response {
    (StatusCode::FOUND, [(LOCATION, HeaderValue::from_static(EDITOR_PREFIX))]).into_response()
}

/// The policy of the document. Of sites, only that in the address may be framed and show its pictures.
fn policy(editor: &Editor, path: &str) -> String {
    let key = path.split('/').next().unwrap_or_default();
    let site = SiteId::parse(key).ok().and_then(|id| editor.app.sites.by_id(&id));
    let origin = site.map(|site| format!(" {}", site.origin)).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; \
         img-src 'self' data: blob:{origin}; media-src 'self'{origin}; frame-src 'self'{origin}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

/// A font that sites can use, shown in the list of fonts.
pub async fn font(State(editor): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let file = editor.app.files.response(uri.path().trim_start_matches('/'), &headers, FOREVER);
    file.unwrap_or_else(|| problem(StatusCode::NOT_FOUND, "Not found", None, None))
}

/// A file of the editor, or its document.
pub async fn page(State(editor): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().strip_prefix(EDITOR_PREFIX).unwrap_or_default();
    if path.starts_with(ASSETS) {
        let file = editor.app.files.response(&format!("editor/{path}"), &headers, FOREVER);
        return file.unwrap_or_else(|| problem(StatusCode::NOT_FOUND, "Not found", None, None));
    }
    let document = editor.app.files.response("editor/index.html", &headers, "no-cache");
    let Some(mut response) = document else {
        return problem(StatusCode::NOT_FOUND, "This server was built without the editor", None, None);
    };
    let out = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy(&editor, path)) {
        out.insert(CONTENT_SECURITY_POLICY, policy);
    }
    out.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    out.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    out.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    response
}
