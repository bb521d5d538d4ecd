//! Files of the front end in all encodings.

use std::collections::HashMap;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue};
use marquee_pages::Encoding;
use parking_lot::RwLock;

/// Brotli quality and gzip level of files that the build did not compress: the client is waiting.
const BROTLI_QUALITY: i32 = 5;
const GZIP_LEVEL: u32 = 6;

/// The source of files: the binary itself, or a folder in development.
pub trait FileSource: Send + Sync {
    /// The bytes at a path such as `assets/site-1a2b3c4d.css`. The same path with `.br` or `.gz` is the file as the build compressed it.
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
        let compressed = |extension: &str| self.source.get(&format!("{path}.{extension}"));
        let file =
            StaticFile::with_encodings(path, self.source.get(path)?, compressed("gz"), compressed("br"));
        let file = Arc::new(file);
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
    /// A file that is compressed now, at levels that are fast.
    pub fn new(path: &str, identity: Bytes) -> Self {
        Self::with_encodings(path, identity, None, None)
    }

    /// A file that may be compressed already.
    fn with_encodings(path: &str, identity: Bytes, gzip: Option<Bytes>, brotli: Option<Bytes>) -> Self {
        let content_type = content_type(path).unwrap_or("application/octet-stream");
        if content_type == "font/woff2" {
            return Self { content_type, identity, gzip: None, brotli: None };
        }
        let gzip = gzip.unwrap_or_else(|| marquee_compression::gzip(&identity, GZIP_LEVEL).into());
        let brotli = brotli.unwrap_or_else(|| marquee_compression::brotli(&identity, BROTLI_QUALITY).into());
        Self { content_type, identity, gzip: Some(gzip), brotli: Some(brotli) }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A front end of which the build has compressed one file.
    struct Built;

    impl FileSource for Built {
        fn get(&self, path: &str) -> Option<Bytes> {
            Some(Bytes::from_static(match path {
                "assets/site.css" | "assets/new.css" => b"main { color: red }",
                "assets/site.css.br" => b"br of the build",
                "assets/site.css.gz" => b"gz of the build",
                _ => return None,
            }))
        }
    }

    async fn body(path: &str, accepted: &'static str) -> Bytes {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
        let response = StaticFiles::new(Arc::new(Built)).response(path, &headers, "no-cache").unwrap();
        axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap()
    }

    #[tokio::test]
    async fn a_file_is_sent_as_the_build_compressed_it() {
        assert_eq!(body("assets/site.css", "br, gzip").await, "br of the build");
        assert_eq!(body("assets/site.css", "gzip").await, "gz of the build");
        assert_eq!(body("assets/site.css", "identity").await, "main { color: red }");
    }

    #[tokio::test]
    async fn a_file_that_the_build_has_not_compressed_is_compressed() {
        let compressed = body("assets/new.css", "br").await;
        assert_eq!(marquee_compression::unbrotli(&compressed), b"main { color: red }");
    }

    #[test]
    fn compressed_files_have_no_address_of_their_own() {
        let files = StaticFiles::new(Arc::new(Built));
        assert!(files.response("assets/site.css.br", &HeaderMap::new(), "no-cache").is_none());
    }
}
