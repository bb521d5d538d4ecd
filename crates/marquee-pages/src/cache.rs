//! Finished responses: compressed once, bounded in bytes, tagged by what they show.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bytes::Bytes;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, VARY};
use jiff::Timestamp;
use marquee_model::{Change, SiteId, Tag};
use parking_lot::RwLock;
use sha2::{Digest, Sha256};

/// How a body travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Encoding {
    Identity = 0,
    Gzip = 1,
    Zstd = 2,
    Brotli = 3,
}

impl Encoding {
    /// The best encoding an `Accept-Encoding` takes; a quality of 0 refuses one.
    #[must_use]
    pub fn accepted(header: Option<&HeaderValue>) -> Self {
        let Some(text) = header.and_then(|h| h.to_str().ok()) else { return Self::Identity };
        let mut best = Self::Identity;
        for part in text.split(',') {
            let mut fields = part.split(';');
            let name = fields.next().unwrap_or_default().trim();
            let refused = fields.any(|f| matches!(f.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"));
            let this = match name {
                "br" => Self::Brotli,
                "zstd" => Self::Zstd,
                "gzip" => Self::Gzip,
                _ => continue,
            };
            if !refused && this as u8 > best as u8 {
                best = this;
            }
        }
        best
    }
}

/// A body in one encoding with its ready headers.
#[derive(Debug)]
pub struct HeaderSet {
    /// Headers, complete but for `Date`.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A finished page.
#[derive(Debug)]
pub struct Cached {
    /// 200, 404 or 500.
    pub status: http::StatusCode,
    /// One set for each [`Encoding`], in its order.
    pub sets: [HeaderSet; 4],
    /// The validator, the same in all encodings and therefore weak.
    pub etag: HeaderValue,
    /// What the page shows.
    pub tags: Vec<Tag>,
    /// Its site.
    pub site: SiteId,
    /// The instant at which its content next changes.
    pub valid_until: Timestamp,
    stale: AtomicBool,
    used: AtomicU64,
    size: usize,
}

impl Cached {
    /// Compresses a document and makes its headers.
    #[must_use]
    pub fn new(
        site: SiteId,
        status: http::StatusCode,
        html: &str,
        mut headers: HeaderMap,
        tags: Vec<Tag>,
        valid_until: Timestamp,
    ) -> Self {
        let digest = Sha256::digest(html.as_bytes());
        let etag = digest.iter().take(12).fold("W/\"".to_owned(), |s, b| s + &format!("{b:02x}")) + "\"";
        let etag = HeaderValue::from_str(&etag).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
        headers.insert(ETAG, etag.clone());
        let set = |name: Option<&'static str>, body: Bytes| {
            let mut headers = headers.clone();
            if let Some(name) = name {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
            }
            headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
            HeaderSet { headers, body }
        };
        let sets = [
            set(None, Bytes::copy_from_slice(html.as_bytes())),
            set(Some("gzip"), gzip(html.as_bytes())),
            set(Some("zstd"), zstd(html.as_bytes())),
            set(Some("br"), brotli(html.as_bytes())),
        ];
        let size = sets.iter().map(|s| s.body.len() + 1024).sum();
        Self {
            status,
            sets,
            etag,
            tags,
            site,
            valid_until,
            stale: AtomicBool::new(false),
            used: AtomicU64::new(0),
            size,
        }
    }

    /// The body in an encoding.
    #[must_use]
    pub fn set(&self, encoding: Encoding) -> &HeaderSet {
        &self.sets[encoding as usize]
    }

    /// Whether a write has changed what the page shows.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.stale.load(Ordering::Acquire)
    }

    /// Whether the page may be served as it is.
    #[must_use]
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        !self.is_stale() && now < self.valid_until
    }
}

fn gzip(body: &[u8]) -> Bytes {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    let done = out.write_all(body).and_then(|()| out.finish());
    done.map_or_else(|_| Bytes::new(), Bytes::from)
}

fn zstd(body: &[u8]) -> Bytes {
    zstd::bulk::compress(body, 9).map_or_else(|_| Bytes::new(), Bytes::from)
}

fn brotli(body: &[u8]) -> Bytes {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: 9,
        lgwin: 19,
        size_hint: body.len(),
        ..Default::default()
    };
    match brotli::BrotliCompress(&mut &*body, &mut out, &params) {
        Ok(_) => Bytes::from(out),
        Err(_) => Bytes::new(),
    }
}

/// Finished pages by key, the least used dropped when they grow above the limit.
#[derive(Debug)]
pub struct Cache {
    entries: RwLock<HashMap<String, Arc<Cached>>>,
    limit: usize,
    bytes: AtomicU64,
    ticks: AtomicU64,
}

impl Cache {
    /// A cache of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { entries: RwLock::default(), limit, bytes: AtomicU64::new(0), ticks: AtomicU64::new(1) }
    }

    /// The page of a key, fresh or not.
    pub fn get(&self, key: &str) -> Option<Arc<Cached>> {
        let found = self.entries.read().get(key).cloned()?;
        found.used.store(self.ticks.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(found)
    }

    /// Keeps a page.
    pub fn put(&self, key: String, page: Arc<Cached>) {
        page.used.store(self.ticks.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let mut entries = self.entries.write();
        self.bytes.fetch_add(page.size as u64, Ordering::Relaxed);
        if let Some(old) = entries.insert(key, page) {
            self.bytes.fetch_sub(old.size as u64, Ordering::Relaxed);
        }
        if self.bytes.load(Ordering::Relaxed) > self.limit as u64 {
            self.drop_least_used(&mut entries);
        }
    }

    /// Drops the least used tenth, so that the work is rare.
    fn drop_least_used(&self, entries: &mut HashMap<String, Arc<Cached>>) {
        let target = (self.limit / 10 * 9) as u64;
        let mut by_use: Vec<(u64, String)> =
            entries.iter().map(|(k, p)| (p.used.load(Ordering::Relaxed), k.clone())).collect();
        by_use.sort_unstable();
        for (_, key) in by_use {
            if self.bytes.load(Ordering::Relaxed) <= target {
                break;
            }
            if let Some(old) = entries.remove(&key) {
                self.bytes.fetch_sub(old.size as u64, Ordering::Relaxed);
            }
        }
    }

    /// Marks every page stale that shows something of `change`; the last good one stays for a failed render.
    /// Returns the keys, so that they can be made anew.
    pub fn purge(&self, change: &Change) -> Vec<String> {
        let whole = change.tags.contains(&Tag::Site);
        let entries = self.entries.read();
        let mut keys = Vec::new();
        for (key, page) in entries.iter().filter(|(_, p)| p.site == change.site) {
            if whole || page.tags.iter().any(|t| change.tags.contains(t)) {
                page.stale.store(true, Ordering::Release);
                keys.push(key.clone());
            }
        }
        keys
    }

    /// Drops every page (development: a new bundle).
    pub fn clear(&self) {
        self.entries.write().clear();
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// Bytes and number of kept pages.
    pub fn size(&self) -> (u64, usize) {
        (self.bytes.load(Ordering::Relaxed), self.entries.read().len())
    }
}

#[cfg(test)]
mod tests;
