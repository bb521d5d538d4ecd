//! Redirects to the ticketing site with the parameters of a form or a link (ROUTE-18, ROUTE-19).

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use http::{HeaderValue, Method, Request, StatusCode};
use marquee_model::ticketing::REDIRECTS;
use serde_json::{Map, Value};

use crate::app::App;
use crate::error;
use crate::loyalty::{RequestError, body_within};
use crate::page::booking_address;
use crate::site::site_of;
use crate::visitor::count_ticketing;

/// Maximum size of `requestData` in bytes (security 5.5).
const MAX_REQUEST_DATA_BYTES: usize = 4 * 1024;

/// Maximum size of a form's body in bytes.
const MAX_FORM_BYTES: usize = 32 * 1024;

/// Handles all of [`REDIRECTS`].
pub async fn redirect(State(app): State<App>, request: Request<Body>) -> Response {
    let (head, body) = request.into_parts();
    let form = match form(&head, body).await {
        Ok(form) => form,
        Err(refused) => return *refused,
    };
    let (method, uri, headers) = (head.method, head.uri, head.headers);
    let site = match site_of(&app, &uri, &headers) {
        Ok(site) => site,
        Err(refused) => return *refused,
    };
    let flow = REDIRECTS.into_iter().find(|(path, _)| *path == uri.path().trim_end_matches('/'));
    let Some(address) = flow.and_then(|(_, flow)| flow.url(&site.record.settings.ticketing_url)) else {
        return error::minimal_page(StatusCode::NOT_FOUND, "Not found", "This site has no ticketing site.");
    };
    let fields = form.as_deref().unwrap_or_else(|| uri.query().unwrap_or_default().as_bytes());
    match query(fields) {
        Ok(query) => {
            let address = if query.is_empty() { address } else { format!("{address}?{query}") };
            let address = booking_address(&app, &site, uri.path(), &headers, address).await;
            count_ticketing(&app, &site, &method, &headers, &address).await;
            private_redirect(&address)
        }
        Err(sentence) => error::minimal_page(StatusCode::BAD_REQUEST, "Bad request", sentence),
    }
}

/// The form of a POST request; `None` for other methods, whose query has the fields.
async fn form(head: &http::request::Parts, body: Body) -> Result<Option<Bytes>, Box<Response>> {
    if head.method != Method::POST {
        return Ok(None);
    }
    body_within(&head.headers, body, MAX_FORM_BYTES).await.map(Some).map_err(|error| {
        let (status, heading, sentence) = match error {
            RequestError::TooSlow => {
                (StatusCode::REQUEST_TIMEOUT, "Request timeout", "The form arrived too slowly. Try again.")
            }
            RequestError::TooLarge => {
                (StatusCode::PAYLOAD_TOO_LARGE, "Too large", "The form must be at most 32 KB.")
            }
            RequestError::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Unsupported media type",
                "The form must not be compressed.",
            ),
            RequestError::Problem(_) | RequestError::UnknownHost(_) => {
                (StatusCode::BAD_REQUEST, "Bad request", "The form is incomplete.")
            }
        };
        Box::new(error::minimal_page(status, heading, sentence))
    })
}

/// The query for the ticketing site, from the field `requestData`; empty without that field.
fn query(fields: &[u8]) -> Result<String, &'static str> {
    let data = url::form_urlencoded::parse(fields).find(|(name, _)| name == "requestData").map(|(_, v)| v);
    let Some(data) = data.filter(|d| !d.is_empty()) else { return Ok(String::new()) };
    if data.len() > MAX_REQUEST_DATA_BYTES {
        return Err("requestData must be at most 4 KB.");
    }
    let entries: Map<String, Value> =
        serde_json::from_str(&data).map_err(|_| "requestData must be a JSON object.")?;
    let mut serializer = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in entries {
        match value {
            Value::String(text) => serializer.append_pair(&name, &text),
            Value::Number(number) => serializer.append_pair(&name, &number.to_string()),
            Value::Bool(yes) => serializer.append_pair(&name, if yes { "true" } else { "false" }),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                return Err("Values of requestData must be strings, numbers or booleans.");
            }
        };
    }
    Ok(serializer.finish())
}

/// A redirect that is neither cached nor sent as referrer, because the address may contain secrets.
fn private_redirect(address: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(address) else { return error::internal_error() };
    let mut response = StatusCode::FOUND.into_response();
    let headers = response.headers_mut();
    headers.insert(LOCATION, location);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query_of(data: &str) -> Result<String, &'static str> {
        let query =
            url::form_urlencoded::Serializer::new(String::new()).append_pair("requestData", data).finish();
        super::query(query.as_bytes())
    }

    #[test]
    fn route_19_entries_become_the_query() {
        assert_eq!(query_of(r#"{"perfCode":"998"}"#).unwrap(), "perfCode=998");
        assert_eq!(query_of(r#"{"a":1,"b":true,"c":"é&=?#"}"#).unwrap(), "a=1&b=true&c=%C3%A9%26%3D%3F%23");
        assert_eq!(query_of("{}").unwrap(), "");
        assert_eq!(super::query(b"").unwrap(), "");
        assert_eq!(super::query(b"other=1").unwrap(), "");
    }

    #[test]
    fn route_19_security_5_5_anything_else_is_rejected() {
        for invalid in ["{", "[]", "1", "null", r#"{"a":{}}"#, r#"{"a":[1]}"#, r#"{"a":null}"#] {
            assert!(query_of(invalid).is_err(), "{invalid}");
        }
        let large = format!(r#"{{"a":"{}"}}"#, "x".repeat(MAX_REQUEST_DATA_BYTES));
        assert_eq!(query_of(&large), Err("requestData must be at most 4 KB."));
    }
}
