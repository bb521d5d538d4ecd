//! HTTP endpoints of members, operators and partners.

mod cookies;
mod cypher;
mod hand_over;
mod inner_calls;
mod member;
mod operator;
mod pages;
mod payments;
mod problem;
mod sign_in;
mod till;

pub use cookies::Cookies;
pub use cypher::{call, cypher};
pub use hand_over::{redirect_to_ticketing, ticket};
pub use inner_calls::inner;
pub use member::{end_session, export, marketing_id, sessions};
pub use operator::{import_file, points, record, records};
pub use pages::{activate, challenge};
pub use payments::webhook;
pub use problem::{problem, serialized_response};
pub use sign_in::{sign_in, sign_in_on_page};
pub use till::transactions;

use std::sync::Arc;

use axum::body::{Body, HttpBody};
use headers::HeaderMapExt;
use headers::authorization::{Authorization, Bearer};
use http::header::{ACCEPT_LANGUAGE, HOST, USER_AGENT};
use http::uri::Authority;
use http::{HeaderMap, HeaderName, Request};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use marquee_gateway::{CallRequest, Problem, RequestTokens};
use marquee_loyalty::Visitor;
use marquee_model::host::{canonical, without_port};
use marquee_pages::Preferences;
use marquee_site::SiteHandle;

use crate::app::App;
use crate::paced_body::TooSlow;

/// Maximum size of a call's body in bytes (loyalty-gateway.md, section 2).
pub const MAX_CALL_BYTES: usize = 64 * 1024;

/// Data of a request that the endpoints need: site, origins and client.
pub struct Caller {
    pub site: Arc<SiteHandle>,
    pub origin: String,
    /// The origin that the browser uses: a site may have several hosts.
    pub browser_origin: String,
    pub host: String,
    pub address: std::net::IpAddr,
    pub device: String,
    pub language: String,
}

/// Why a request cannot be processed.
pub enum RequestError {
    /// The host is invalid or unknown.
    UnknownHost(Box<axum::response::Response>),
    /// A protocol error.
    Problem(Problem),
    /// The body is too large.
    TooLarge,
    /// The body arrived too slowly.
    TooSlow,
    /// The media type is not supported, or the body is compressed.
    UnsupportedMediaType,
}

impl From<Problem> for RequestError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Caller {
    /// Finds the site by its host. Scheme and client address are those of a trusted proxy, if the request came through one.
    pub fn from_request(app: &App, request: &Request<Body>) -> Result<Self, RequestError> {
        let (uri, headers) = (request.uri(), request.headers());
        let (site, host) =
            crate::site::site_and_host(app, uri, headers).map_err(RequestError::UnknownHost)?;
        let text = |name: HeaderName| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let site_scheme = site.origin.split_once("://").map_or("https", |(scheme, _)| scheme);
        let scheme = app.proxies.scheme(request.extensions(), headers).unwrap_or(site_scheme);
        let authority = headers.get(HOST).and_then(|v| v.to_str().ok());
        let authority = authority.or_else(|| uri.authority().map(Authority::as_str)).unwrap_or_default();
        Ok(Self {
            browser_origin: format!("{scheme}://{authority}"),
            origin: site.origin.clone(),
            host,
            address: app.proxies.visitor(request.extensions(), headers),
            device: text(USER_AGENT).to_owned(),
            language: language(&site, text(ACCEPT_LANGUAGE)),
            site,
        })
    }

    pub fn visitor(&self) -> Visitor<'_> {
        Visitor {
            site: &self.site.record,
            origin: &self.origin,
            address: self.address,
            device: &self.device,
            language: &self.language,
        }
    }

    /// This request in the form that the gateway reads, with its tokens.
    pub fn gateway_request(&self, is_cookie_mode: bool, tokens: RequestTokens) -> CallRequest<'_> {
        CallRequest {
            site: &self.site,
            origin: &self.origin,
            host: &self.host,
            address: self.address,
            device: &self.device,
            language: &self.language,
            is_cookie_mode,
            tokens,
        }
    }
}

/// The first of the visitor's languages that the site has, else the site's first language.
fn language(site: &SiteHandle, accepted: &str) -> String {
    let config = &site.record.config;
    let find_locale = |preference: &str| {
        let primary = preference.split('-').next().unwrap_or(preference);
        config.locales().map(|l| l.short()).find(|own| own.eq_ignore_ascii_case(primary))
    };
    let preferred = Preferences::parse(accepted).by_preference().into_iter().find_map(find_locale);
    preferred.unwrap_or_else(|| config.locale.short()).to_owned()
}

/// The API key of the request; empty if there is none.
fn bearer(headers: &HeaderMap) -> String {
    let key = headers.typed_get::<Authorization<Bearer>>();
    key.map(|key| key.token().trim().to_owned()).unwrap_or_default()
}

/// Whether a request in cookie mode comes from the site's own pages (security 1.5): scheme, host and port are the same.
pub fn is_same_origin(caller: &Caller, headers: &HeaderMap) -> bool {
    is_from_origin(headers, &caller.browser_origin)
}

/// Whether a request comes from pages of an origin.
pub fn is_from_origin(headers: &HeaderMap, own: &str) -> bool {
    let text = |name| headers.get(name).and_then(|v| v.to_str().ok());
    text("sec-fetch-site") == Some("same-origin")
        || text("origin").is_some_and(|origin| are_same_origin(origin, own))
}

/// Compares two origins; a default port may be written or omitted.
fn are_same_origin(a: &str, b: &str) -> bool {
    let canonical_a = canonical_origin(a);
    canonical_a.is_some() && canonical_a == canonical_origin(b)
}

/// Scheme, host and port of an http or https origin, equal for all its spellings.
fn canonical_origin(origin: &str) -> Option<(String, String, u16)> {
    let (scheme, authority) = origin.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match scheme.as_str() {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let port = match authority.strip_prefix(without_port(authority))?.trim_start_matches(':') {
        "" => default_port,
        port => port.parse().ok()?,
    };
    Some((scheme, canonical(authority), port))
}

/// The body of a call, limited to [`MAX_CALL_BYTES`] bytes.
pub async fn body(request: Request<Body>) -> Result<bytes::Bytes, RequestError> {
    let (head, body) = request.into_parts();
    body_of(&head.headers, body).await
}

/// Like [`body`], for a request that was split into head and body.
pub async fn body_of(headers: &HeaderMap, body: Body) -> Result<bytes::Bytes, RequestError> {
    body_within(headers, body, MAX_CALL_BYTES).await
}

/// The body of a request, limited to `max` bytes. A compressed one is rejected (security 3.2).
pub async fn body_within(headers: &HeaderMap, body: Body, max: usize) -> Result<bytes::Bytes, RequestError> {
    let encoding = headers.get(http::header::CONTENT_ENCODING);
    if encoding.is_some_and(|e| e != "identity") {
        return Err(RequestError::UnsupportedMediaType);
    }
    // A body whose declared length is too large is not read.
    if body.size_hint().lower() > max as u64 {
        return Err(RequestError::TooLarge);
    }
    match Limited::new(body, max).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(RequestError::TooLarge),
        Err(error) if TooSlow::is_cause_of(error.as_ref()) => Err(RequestError::TooSlow),
        Err(_) => Err(Problem::Malformed { field: "body".into(), rule: "must be complete".into() }.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_1_5_origins_have_the_same_scheme_host_and_port_in_any_spelling() {
        for (origin, host) in [
            ("https://a.example", "https://a.example"),
            ("https://a.example", "https://a.example:443"),
            ("https://a.example", "https://A.Example."),
            ("http://localhost", "http://localhost:80"),
            ("https://a.example:8443", "https://a.example:8443"),
            ("http://[::1]", "http://[::1]:80"),
        ] {
            assert!(are_same_origin(origin, host), "{origin} {host}");
        }
        for (origin, host) in [
            ("http://a.example", "https://a.example"),
            ("http://a.example", "https://a.example:80"),
            ("https://a.example", "https://a.example:8443"),
            ("https://a.example:444", "https://a.example:443"),
            ("https://a.example.evil.example", "https://a.example"),
            ("https://b@a.example", "https://a.example"),
            ("https://a.example/", "https://a.example"),
            ("https://a.example:99999", "https://a.example:99999"),
            ("null", "null"),
            ("", ""),
        ] {
            assert!(!are_same_origin(origin, host), "{origin} {host}");
        }
    }
}
