//! The built front end: fingerprinted files, compressed once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderValue};
use marquee_pages::Encoding;
use parking_lot::RwLock;

use crate::error;
use crate::router::App;
use crate::site::site_of;

/// The source of files: the binary itself, or a folder in development.
pub trait FileSource: Send + Sync {
    /// The bytes at a path such as `assets/site-1a2b3c4d.css`.
    fn get(&self, path: &str) -> Option<Bytes>;
}

/// A file in all encodings in which it is served.
#[derive(Debug, Clone)]
pub struct StaticFile {
    content_type: &'static str,
    identity: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// Files with their compressed forms. Cheap to clone.
#[derive(Clone)]
pub struct StaticFiles {
    source: Arc<dyn FileSource>,
    cached: Arc<RwLock<HashMap<String, Arc<StaticFile>>>>,
}

impl StaticFiles {
    #[must_use]
    pub fn new(source: Arc<dyn FileSource>) -> Self {
        Self { source, cached: Arc::default() }
    }

    /// Clears the compressed files, after a rebuild of the front end (development).
    pub fn clear(&self) {
        self.cached.write().clear();
    }

    fn get(&self, path: &str) -> Option<Arc<StaticFile>> {
        if let Some(file) = self.cached.read().get(path) {
            return Some(file.clone());
        }
        let file = Arc::new(StaticFile::new(path, self.source.get(path)?));
        self.cached.write().insert(path.to_owned(), file.clone());
        Some(file)
    }
}

fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit('.').next()? {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        "html" => "text/html; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json",
        _ => return None,
    })
}

impl StaticFile {
    /// Compresses a file at the highest levels, which is slow.
    pub fn new(path: &str, identity: Bytes) -> Self {
        let content_type = content_type(path).unwrap_or("application/octet-stream");
        let (mut gzip, mut brotli) = (None, None);
        if content_type != "font/woff2" {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            gzip = out.write_all(&identity).and_then(|()| out.finish()).ok().map(Bytes::from);
            let params = brotli::enc::BrotliEncoderParams {
                quality: 11,
                size_hint: identity.len(),
                ..Default::default()
            };
            let mut out = Vec::new();
            brotli =
                brotli::BrotliCompress(&mut &*identity, &mut out, &params).ok().map(|_| Bytes::from(out));
        }
        Self { content_type, identity, gzip, brotli }
    }

    /// The response with the best encoding that the client accepts.
    pub fn response(&self, headers: &HeaderMap, cache: &'static str) -> Response {
        let (name, body) = match Encoding::negotiate(headers.get(ACCEPT_ENCODING)) {
            Encoding::Brotli if self.brotli.is_some() => (Some("br"), self.brotli.clone()),
            Encoding::Identity => (None, None),
            _ if self.gzip.is_some() => (Some("gzip"), self.gzip.clone()),
            _ => (None, None),
        };
        let mut response = body.unwrap_or_else(|| self.identity.clone()).into_response();
        let out = response.headers_mut();
        out.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        out.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        out.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        out.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        out.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
        if let Some(name) = name {
            out.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }
}

const FOREVER: &str = "public, max-age=31536000, immutable";

fn answer(app: &App, headers: &HeaderMap, path: &str, cache: &'static str) -> Response {
    let safe = !path.split('/').any(|s| s.is_empty() || s.starts_with('.')) && content_type(path).is_some();
    match safe.then(|| app.files.get(path)).flatten() {
        Some(file) => file.response(headers, cache),
        None => error::file_not_found(),
    }
}

/// `/assets/…`: immutable, because the name contains a fingerprint.
pub async fn asset(State(app): State<App>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    answer(&app, &headers, &format!("assets/{path}"), FOREVER)
}

/// `/fonts/…`: immutable, because the name contains a fingerprint.
pub async fn font(State(app): State<App>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    answer(&app, &headers, &format!("fonts/{path}"), FOREVER)
}

/// `/icons/…`: line icons for offers. Their names have no fingerprint, so they are cached for a day.
pub async fn icon(State(app): State<App>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    answer(&app, &headers, &format!("icons/{name}"), "public, max-age=86400")
}

/// The service worker (ROUTE-14). It is revalidated each time, so that browsers find a new one, and may connect only to its
/// own site.
pub async fn worker(State(app): State<App>, uri: http::Uri, headers: HeaderMap) -> Response {
    if let Err(refused) = site_of(&app, &uri, &headers) {
        return *refused;
    }
    let mut response = answer(&app, &headers, "sw.js", "no-cache");
    let out = response.headers_mut();
    out.insert("service-worker-allowed", HeaderValue::from_static("/"));
    out.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; script-src 'self'; connect-src 'self'"),
    );
    response
}

/// The demo's stand-in for the site editor, which frames a site and changes its style.
pub fn editor_stand_in(app: &App, uri: &http::Uri, headers: &HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let mut response = answer(app, headers, &format!("editor-trial/{name}"), "no-cache");
    response.headers_mut().insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; frame-src http: https:; \
             base-uri 'none'; frame-ancestors 'none'",
        ),
    );
    response
}

/// The site's icon: a ticket in its header and primary colors. `/favicon.ico`, which browsers request for responses without a
/// linked icon, is the same picture.
pub async fn favicon(State(app): State<App>, uri: http::Uri, headers: HeaderMap) -> Response {
    let site = match site_of(&app, &uri, &headers) {
        Ok(site) => site,
        Err(refused) => return *refused,
    };
    let palette = &site.record.config.theme.colors.palette;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" \
         fill=\"{}\"/><path d=\"M5 10h22v4a2 2 0 0 0 0 4v4H5v-4a2 2 0 0 0 0-4z\" fill=\"{}\"/></svg>",
        palette.header_background.as_str(),
        palette.primary.as_str()
    );
    let mut response = svg.into_response();
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    out.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    out.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
