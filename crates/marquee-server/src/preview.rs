//! `/api/preview`: the origins whose messages a previewed page accepts (PREV-03, PREV-04).

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue, Uri};
use serde_json::json;

use crate::app::App;
use crate::site::site_of;

pub async fn origins(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    if let Err(refused) = site_of(&app, &uri, &headers) {
        return *refused;
    }
    let mut response = Json(json!({ "origins": app.pages.preview_origins() })).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
