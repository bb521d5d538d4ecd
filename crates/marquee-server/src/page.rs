//! Pages.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use headers::{ETag, HeaderMapExt, IfNoneMatch};
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use http_body_util::Full;
use marquee_messages::Language;
use marquee_model::secret_parameters::is_secret;
use marquee_model::{TheaterId, site_path};
use marquee_pages::{CachedResponse, Encoding, PageError, PageResponse, Request};
use marquee_site::SiteHandle;

use crate::app::App;
use crate::error::{self, bad_host};
use crate::host::{HostName, host};
use crate::loyalty::Cookies;
use crate::theater::selected_theater;
use crate::visitor::{count_ticketing, is_person, is_ticketing};

/// The response for a cached page, without waiting: the fast path of nearly every request.
pub fn cached_response(
    app: &App,
    host: &str,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Option<http::Response<Full<Bytes>>> {
    // Pages are cached under their decoded paths; a path with an escape goes through the router, which decodes it.
    if uri.path().contains('%') {
        return None;
    }
    let site = app.sites.by_host(host)?;
    let theater = selected_theater(headers);
    let page = app.pages.cached(
        &site,
        Request {
            path: uri.path(),
            query: uri.query().unwrap_or_default(),
            theater: theater.as_ref().map(TheaterId::as_str),
        },
    )?;
    count(app, &page, method, headers);
    Some(with_privacy_headers(finished(&page, headers), &site, uri))
}

/// Counts a page that a person requests. A 304 counts too: the person looks at the page again.
fn count(app: &App, page: &CachedResponse, method: &Method, headers: &HeaderMap) {
    if page.is_counted() && is_person(method, headers) {
        app.pages.count(page);
    }
}

/// Where a redirect to a URL of the ticketing site leads: to the event's page if only members can book the show now and the request
/// has no session (ENT-06). Other URLs are returned verbatim. `path` is that of the request.
pub async fn booking_address(
    app: &App,
    site: &SiteHandle,
    path: &str,
    headers: &HeaderMap,
    url: String,
) -> String {
    if !is_ticketing(site, &url) {
        return url;
    }
    match app.pages.members_first_page(site, path, &url).await {
        Ok(Some(event_page)) => {
            let (session, _) = Cookies::from_request(&app.gateway, site, headers).record(headers).await;
            if session.is_some() { url } else { site_path::encode(&event_page) }
        }
        Ok(None) => url,
        Err(error) => {
            tracing::warn!(site.id = %site.id, %error, "cannot read who may book a show");
            url
        }
    }
}

/// The response for a page: 304 if the client's copy is current.
pub fn finished(page: &Arc<CachedResponse>, headers: &HeaderMap) -> http::Response<Full<Bytes>> {
    let is_not_modified = is_current(headers, &page.etag);
    if is_not_modified && page.status == StatusCode::OK {
        let mut response = http::Response::new(Full::new(Bytes::new()));
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        // The stored encoding, so that nothing is decompressed or compressed for a response without a body.
        *response.headers_mut() = page.get(Encoding::Brotli).headers;
        for name in [http::header::CONTENT_LENGTH, http::header::CONTENT_ENCODING, http::header::CONTENT_TYPE]
        {
            response.headers_mut().remove(name);
        }
        return response;
    }
    let finished = page.get(Encoding::negotiate(headers.get(ACCEPT_ENCODING)));
    let mut response = http::Response::new(Full::new(finished.body));
    *response.status_mut() = page.status;
    *response.headers_mut() = finished.headers;
    response
}

/// Forbids caching and referrers for a page whose URL contains a secret.
pub fn with_privacy_headers<B>(
    mut response: http::Response<B>,
    site: &SiteHandle,
    uri: &Uri,
) -> http::Response<B> {
    let query = uri.query().unwrap_or_default();
    let own_parameter = site.record.config.options.token_parameter.as_deref();
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    if !query.is_empty() && pairs.any(|(name, _)| is_secret(&name, own_parameter)) {
        let headers = response.headers_mut();
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    }
    response
}

/// Whether the client has the current version: `If-None-Match` has the entity tag, by weak comparison.
pub fn is_current(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(Some(if_none_match)) = headers.typed_try_get::<IfNoneMatch>() else { return false };
    let etag = etag.to_str().ok().and_then(|tag| tag.parse().ok());
    etag.is_some_and(|tag: ETag| !if_none_match.precondition_passes(&tag))
}

/// The site's own 404 page.
pub async fn not_found(app: &App, site: &Arc<SiteHandle>, uri: &Uri, headers: &HeaderMap) -> Response {
    respond(app, site, "/404.html", &Method::GET, uri, headers).await
}

/// Handles all other paths: pages of the host's site.
pub async fn page(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    debug_assert!(matches!(method, Method::GET | Method::HEAD), "the router accepts only GET and HEAD");
    let HostName::Name(name) = host(&uri, &headers) else { return bad_host() };
    let Some(site) = app.sites.by_host(&name) else {
        return error::unknown_host();
    };
    let Ok(path) = percent_encoding::percent_decode_str(uri.path()).decode_utf8() else {
        return error::file_not_found();
    };
    respond(&app, &site, &path, &method, &uri, &headers).await
}

/// The language of a path: that of its prefix, else the site's.
pub fn page_language(site: &SiteHandle, path: &str) -> Language {
    let config = &site.record.config;
    let prefix = path.split('/').nth(1).unwrap_or_default();
    let additional = config.locales().skip(1).find(|locale| locale.short() == prefix);
    Language::of_locale(additional.unwrap_or(&config.locale).short())
}

async fn respond(
    app: &App,
    site: &Arc<SiteHandle>,
    path: &str,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response {
    let theater = selected_theater(headers);
    let theater = theater.as_ref().map(TheaterId::as_str);
    let request = Request { path, query: uri.query().unwrap_or_default(), theater };
    match app.pages.respond(site, request).await {
        Ok(PageResponse::Page(page)) => {
            count(app, &page, method, headers);
            with_privacy_headers(finished(&page, headers), site, uri).into_response()
        }
        Ok(PageResponse::Redirect { location, status }) => {
            let location = booking_address(app, site, path, headers, location).await;
            count_ticketing(app, site, method, headers, &location).await;
            with_privacy_headers(redirect(&location, status), site, uri)
        }
        Ok(PageResponse::NoResource) => error::not_found(path, page_language(site, path)),
        Err(PageError::Busy) => error::service_unavailable(path, page_language(site, path)),
        Err(error) => {
            tracing::error!(site.id = %site.id, %error, "cannot serve a page");
            error::failed(path, page_language(site, path))
        }
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
