//! Responses of the endpoints: JSON, and problem reports for requests that cannot be processed.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY};
use http::{HeaderValue, StatusCode};
use marquee_gateway::{Body, Problem};
use serde::Serialize;
use serde_json::Value;

use super::{MAX_CALL_BYTES, RequestError};
use crate::problem::uncached_response;
pub use crate::problem::{problem, problem_with_fields};

/// A JSON response.
pub fn json_response(value: &Value) -> Response {
    uncached_response(StatusCode::OK, "application/json", value.to_string())
}

/// A JSON response from a value that can be serialized.
pub fn serialized_response(value: &impl Serialize) -> Response {
    serde_json::to_value(value).map_or_else(
        |error| {
            tracing::error!(%error, "cannot serialize a response");
            RequestError::Problem(Problem::Unavailable { seconds: 60 }).into_response()
        },
        |value| json_response(&value),
    )
}

/// A response of the gateway. Headers prevent browsers from showing anything but JSON as a page (security 3.3).
pub fn gateway_response(body: Body) -> Response {
    let mut response = match body {
        Body::Json(text) => return uncached_response(StatusCode::OK, "application/json", text),
        Body::Text(text) => uncached_response(StatusCode::OK, "text/plain; charset=utf-8", text),
        Body::Bytes(bytes) => uncached_response(StatusCode::OK, "application/octet-stream", bytes),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox"));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    response
}

/// 401 for a missing or unknown API key.
pub fn unauthorized(title: &str) -> Response {
    let mut response = problem(StatusCode::UNAUTHORIZED, title, None, None);
    response.headers_mut().insert(http::header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// A text as a title: with a capital initial, unless it begins with the name of the field.
pub fn title(text: &str, field: Option<&str>) -> String {
    if field.is_some_and(|field| text.starts_with(field)) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        match self {
            Self::UnknownHost(response) => *response,
            Self::TooLarge => {
                let title = format!("The body must be at most {} KiB", MAX_CALL_BYTES / 1024);
                problem(StatusCode::PAYLOAD_TOO_LARGE, &title, None, None)
            }
            Self::TooSlow => problem(StatusCode::REQUEST_TIMEOUT, "The body arrived too slowly", None, None),
            Self::UnsupportedMediaType => problem(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be JSON or form data, without Content-Encoding",
                None,
                None,
            ),
            Self::Problem(error) => {
                let status =
                    StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                let field = match &error {
                    Problem::Malformed { field, .. } => Some(field.as_str()),
                    _ => None,
                };
                let mut response =
                    problem(status, &title(&error.to_string(), field), field, error.retry_after());
                if let Problem::MethodNotAllowed { allowed } = error {
                    response.headers_mut().insert(http::header::ALLOW, HeaderValue::from_static(allowed));
                }
                response
            }
        }
    }
}
