//! Problem reports (RFC 9457).

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use serde_json::{Map, Value, json};

/// A response of an endpoint for programs, which is not cached.
pub fn uncached_response(
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<axum::body::Body>,
) -> Response {
    let mut response = (status, body.into()).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

/// A problem report.
pub fn problem(status: StatusCode, title: &str, field: Option<&str>, retry: Option<u64>) -> Response {
    let extension = field.map_or_else(|| json!({}), |field| json!({ "field": field }));
    let mut response = problem_with_fields(status, title, extension);
    if let Some(seconds) = retry {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// A problem report with additional fields.
pub fn problem_with_fields(status: StatusCode, title: &str, extension: Value) -> Response {
    let mut fields = Map::new();
    fields.insert("type".to_owned(), json!("about:blank"));
    fields.insert("title".to_owned(), json!(title));
    fields.insert("status".to_owned(), json!(status.as_u16()));
    if let Value::Object(extension) = extension {
        fields.extend(extension);
    }
    uncached_response(status, "application/problem+json", Value::Object(fields).to_string())
}
