//! Files of the front end, compressed once.

use std::collections::HashMap;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue};
use marquee_compression::{BEST_BROTLI, BEST_GZIP};
use marquee_pages::Encoding;
use parking_lot::RwLock;

/// The source of files: the binary itself, or a folder in development.
pub trait FileSource: Send + Sync {
    /// The bytes at a path such as `assets/site-1a2b3c4d.css`.
    fn get(&self, path: &str) -> Option<Bytes>;
}

/// A file in all encodings in which it can be served.
#[derive(Debug, Clone)]
pub struct StaticFile {
    content_type: &'static str,
    identity: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// Files with their compressed encodings. Cheap to clone.
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

    /// The response with a file; `None` if there is no file at the path, or if its extension has no known content type.
    #[must_use]
    pub fn response(&self, path: &str, headers: &HeaderMap, cache: &'static str) -> Option<Response> {
        let is_safe = !path.split('/').any(|s| s.is_empty() || s.starts_with('.'));
        content_type(path).filter(|_| is_safe)?;
        Some(self.get(path)?.response(headers, cache))
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
            gzip = Some(Bytes::from(marquee_compression::gzip(&identity, BEST_GZIP)));
            brotli = Some(Bytes::from(marquee_compression::brotli(&identity, BEST_BROTLI)));
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
        let response_headers = response.headers_mut();
        response_headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        response_headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        response_headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Some(name) = name {
            response_headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }
}
