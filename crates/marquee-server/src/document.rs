//! `/api/openapi.json`: what the addresses of members and partners take and answer.

use std::sync::LazyLock;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use sha2::{Digest, Sha256};

use crate::files::StaticFile;
use crate::router::App;
use crate::site::site_of;

/// Made by `cargo xtask codegen`; the same for every site.
static BYTES: &[u8] = include_bytes!("../../../docs/reference/openapi.json");
/// Compressed when it is asked for first.
static FILE: LazyLock<StaticFile> =
    LazyLock::new(|| StaticFile::new("openapi.json", Bytes::from_static(BYTES)));
static TAG: LazyLock<String> = LazyLock::new(|| {
    let hash = Sha256::digest(BYTES);
    // Weak: the same document in several encodings.
    format!("W/\"{}\"", hex::encode(&hash[..8]))
});
/// It changes with the program only.
const AN_HOUR: &str = "public, max-age=3600";

/// Hands the document out.
pub async fn openapi(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    if let Err(refused) = site_of(&app, &uri, &headers) {
        return *refused;
    }
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_known = known.split(',').any(|tag| tag.trim() == TAG.as_str());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        match tokio::task::spawn_blocking(|| LazyLock::force(&FILE)).await {
            Ok(file) => file.response(&headers, AN_HOUR),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    if let Ok(tag) = HeaderValue::from_str(&TAG) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}
