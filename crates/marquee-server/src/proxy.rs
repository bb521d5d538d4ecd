//! The proxy for third-party scripts (ROUTE-12, ROUTE-13, security 5.6).

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use marquee_outbound::Limits;
use url::Url;

use crate::app::App;
use crate::error;
use crate::site::site_of;

/// Maximum size and time of a script (security 5.6).
const LIMITS: Limits = Limits { bytes: 2 << 20, time: Duration::from_secs(5) };

/// Values of `Sec-Fetch-Dest` that are rejected: only scripts and styles of pages are served.
const REJECTED_DESTINATIONS: [&str; 9] = [
    "document",
    "iframe",
    "frame",
    "embed",
    "object",
    "worker",
    "sharedworker",
    "serviceworker",
    "audioworklet",
];

/// Responds with the script at `url`, if the site lists exactly that URL.
pub async fn script(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let site = match site_of(&app, &uri, &headers) {
        Ok(site) => site,
        Err(refused) => return *refused,
    };
    let query = uri.query().unwrap_or_default();
    let requested_url =
        url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "url").map(|(_, v)| v);
    let proxied_urls = marquee_pages::proxied_scripts(&site.record);
    let Some(address) = proxied_urls.into_iter().find(|url| requested_url.as_deref() == Some(url.as_str()))
    else {
        return refused("The URL is not a script of this site.");
    };
    let destination = headers.get("sec-fetch-dest").and_then(|v| v.to_str().ok()).unwrap_or_default();
    if REJECTED_DESTINATIONS.contains(&destination) {
        return refused("Only scripts and styles may be loaded through the proxy.");
    }
    let Ok(url) = Url::parse(&address) else { return refused("Invalid URL.") };
    match app.outbound.get(&url, LIMITS).await {
        Ok(body) => served(&url, body),
        Err(error) => {
            tracing::warn!(site.id = %site.id, %error, "cannot fetch a third-party script");
            error::minimal_page(StatusCode::BAD_GATEWAY, "Not available", "The script could not be fetched.")
        }
    }
}

fn refused(sentence: &str) -> Response {
    error::minimal_page(StatusCode::FORBIDDEN, "Not allowed", sentence)
}

/// The response for a fetched file. No header of the other server is copied; the type follows from the file extension.
fn served(url: &Url, body: bytes::Bytes) -> Response {
    let style = url.path().to_ascii_lowercase().ends_with(".css");
    let kind = if style { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
    let mut response = body.into_response();
    let response_headers = response.headers_mut();
    response_headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response_headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=600"));
    response_headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    response
}
