//! Cache of finished responses: compressed, limited in bytes, and tagged for invalidation.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Instant;

use bytes::Bytes;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, VARY};
use jiff::{SignedDuration, Timestamp};
use marquee_compression::{BEST_BROTLI, brotli, gzip, unbrotli};
use marquee_model::{Change, SiteId, Tag};
use parking_lot::Mutex;
use quick_cache::Weighter;
use sha2::{Digest, Sha256};

use crate::accept::{Preferences, Quality};
use crate::counts::Counted;

/// Brotli quality for a new page. Above 8 the encoder needs 33 MB, so only pages that are requested often get [`BEST_BROTLI`].
const DEFAULT_BROTLI_QUALITY: i32 = 5;
/// Level of gzip, for clients without Brotli.
const GZIP_LEVEL: u32 = 6;

/// Number of requests after which a page is recompressed with [`BEST_BROTLI`].
const RECOMPRESS_AFTER: u32 = 8;

/// A content encoding, ordered by preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity = 0,
    Gzip = 1,
    Zstd = 2,
    Brotli = 3,
}

impl Encoding {
    /// The value of `Content-Encoding`; `None` for identity.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Zstd => Some("zstd"),
            Self::Brotli => Some("br"),
        }
    }

    /// The encoding that the client prefers; of equally preferred ones, the one with the smallest bodies.
    #[must_use]
    pub fn negotiate(header: Option<&HeaderValue>) -> Self {
        let Some(text) = header.and_then(|h| h.to_str().ok()) else { return Self::Identity };
        let preferences = Preferences::parse(text);
        // If `identity` is not listed it is accepted too, but listed encodings are preferred.
        let compressed = [Self::Brotli, Self::Zstd, Self::Gzip].into_iter();
        let accepted = compressed.filter_map(|e| Some((preferences.quality(e.name()?)?, e)));
        let identity = preferences.quality("identity").unwrap_or_default();
        let best = accepted.filter(|(quality, _)| *quality > Quality::ZERO && *quality >= identity);
        best.max_by_key(|(quality, encoding)| (*quality, *encoding as u8)).map_or(Self::Identity, |(_, e)| e)
    }
}

/// A body in one encoding, with its headers.
#[derive(Debug, Clone)]
pub struct EncodedResponse {
    /// All headers except `Date`.
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// A finished page or resource. It is stored in brotli, which nearly every browser accepts. Gzip and zstd are made from that
/// on the first request and stored; the uncompressed body is made for each request.
#[derive(Debug)]
pub struct CachedResponse {
    /// 200, 404 or 500.
    pub status: http::StatusCode,
    brotli: EncodedResponse,
    best: OnceLock<EncodedResponse>,
    zstd: OnceLock<EncodedResponse>,
    gzip: OnceLock<EncodedResponse>,
    /// The entity tag: weak, because it is the same in all encodings.
    pub etag: HeaderValue,
    /// The records that the page shows.
    pub tags: Vec<Tag>,
    pub site: SiteId,
    /// When the content next changes without a write.
    pub valid_until: Timestamp,
    /// It must not be served from then on, not even while a new one is made.
    never_after: Option<Timestamp>,
    /// Whether it stands for a page that could not be rendered.
    pub(crate) is_fallback: bool,
    /// `None` for what is not counted: resources, error pages and previews.
    pub(crate) counted: Option<Counted>,
    stale: AtomicBool,
    request_count: AtomicU32,
}

impl CachedResponse {
    /// Compresses a body and completes its headers.
    #[must_use]
    pub fn new(
        site: SiteId,
        status: http::StatusCode,
        body: &[u8],
        mut headers: HeaderMap,
        tags: Vec<Tag>,
        valid_until: Timestamp,
    ) -> Self {
        let digest = Sha256::digest(body);
        let etag = format!("W/\"{}\"", hex::encode(&digest[..12]));
        let etag = HeaderValue::from_str(&etag).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""));
        headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
        headers.insert(ETAG, etag.clone());
        Self {
            status,
            brotli: finished(headers, Encoding::Brotli, Bytes::from(brotli(body, DEFAULT_BROTLI_QUALITY))),
            best: OnceLock::new(),
            zstd: OnceLock::new(),
            gzip: OnceLock::new(),
            etag,
            tags,
            site,
            valid_until,
            never_after: None,
            is_fallback: false,
            counted: None,
            stale: AtomicBool::new(false),
            request_count: AtomicU32::new(0),
        }
    }

    /// The response, which counts as `counted` when a person gets it.
    #[must_use]
    pub fn counted_as(self, counted: Option<Counted>) -> Self {
        Self { counted, ..self }
    }

    /// The response, which must not be served after an instant.
    #[must_use]
    pub fn never_after(self, never_after: Option<Timestamp>) -> Self {
        Self { never_after, ..self }
    }

    /// The response as one that stands for a page that could not be rendered: it is no last good page, so once it has expired,
    /// visitors wait for another attempt.
    #[must_use]
    pub fn as_fallback(self, is_fallback: bool) -> Self {
        Self { is_fallback, ..self }
    }

    /// Whether a request of a person for this response is counted.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.counted.is_some()
    }

    /// The body and headers in an encoding.
    #[must_use]
    pub fn get(&self, encoding: Encoding) -> EncodedResponse {
        let encoded = |encode: fn(&[u8]) -> Bytes| {
            finished(self.brotli.headers.clone(), encoding, encode(&self.html()))
        };
        match encoding {
            Encoding::Brotli => self.best.get().unwrap_or(&self.brotli).clone(),
            Encoding::Zstd => self.zstd.get_or_init(|| encoded(zstd)).clone(),
            Encoding::Gzip => {
                self.gzip.get_or_init(|| encoded(|body| Bytes::from(gzip(body, GZIP_LEVEL)))).clone()
            }
            Encoding::Identity => finished(self.brotli.headers.clone(), encoding, self.html()),
        }
    }

    /// Recompresses the body with [`BEST_BROTLI`]: 10 % smaller, at 60 times the CPU time.
    pub(crate) fn recompress(&self) {
        self.best.get_or_init(|| {
            finished(
                self.brotli.headers.clone(),
                Encoding::Brotli,
                Bytes::from(brotli(&self.html(), BEST_BROTLI)),
            )
        });
    }

    /// The uncompressed body.
    #[must_use]
    pub fn html(&self) -> Bytes {
        Bytes::from(unbrotli(&self.brotli.body))
    }

    /// Estimated memory in bytes, counting all encodings even if they have not been made.
    fn size(&self) -> u64 {
        // Two brotli bodies, and gzip and zstd, which are slightly larger.
        self.brotli.body.len() as u64 * 5 + 2048
    }

    /// Whether a write has changed what the page shows.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.stale.load(Ordering::Acquire)
    }

    /// Whether the page may be served while a new one is made: it was rendered, no write has changed what it shows, and it expired at
    /// most `expired_for` ago.
    #[must_use]
    pub fn is_usable(&self, now: Timestamp, expired_for: SignedDuration) -> bool {
        !self.is_stale()
            && !self.is_fallback
            && now < self.valid_until.saturating_add(expired_for).unwrap_or(now)
            && self.never_after.is_none_or(|end| now < end)
    }

    /// Whether the page is up to date.
    #[must_use]
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        !self.is_stale() && now < self.valid_until
    }
}

fn finished(mut headers: HeaderMap, encoding: Encoding, body: Bytes) -> EncodedResponse {
    match encoding.name() {
        Some(name) => headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name)),
        None => headers.remove(CONTENT_ENCODING),
    };
    headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    EncodedResponse { headers, body }
}

fn zstd(body: &[u8]) -> Bytes {
    zstd::bulk::compress(body, 9).map_or_else(|_| Bytes::new(), Bytes::from)
}

/// Recompresses pages until the cache is dropped, using at most 10 % of one core, with low priority.
fn recompressor(waiting: &Receiver<Weak<CachedResponse>>) {
    marquee_background::lower_priority();
    while let Ok(page) = waiting.recv() {
        let Some(page) = page.upgrade().filter(|p| !p.is_stale()) else { continue };
        let started = Instant::now();
        page.recompress();
        std::thread::sleep(started.elapsed() * 9);
    }
}

/// The weight of a page in the cache: [`CachedResponse::size`].
#[derive(Debug, Clone)]
struct Size;

impl Weighter<String, Arc<CachedResponse>> for Size {
    fn weight(&self, _: &String, page: &Arc<CachedResponse>) -> u64 {
        page.size()
    }
}

/// Finished pages by key. Above the limit, pages that are requested rarely are evicted.
#[derive(Debug)]
pub struct Cache {
    entries: quick_cache::sync::Cache<String, Arc<CachedResponse>, Size>,
    generations: Mutex<HashMap<SiteId, u64>>,
    recompress: SyncSender<Weak<CachedResponse>>,
}

impl Cache {
    /// A cache of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        let (recompress, waiting) = std::sync::mpsc::sync_channel(64);
        let recompressor =
            std::thread::Builder::new().name("recompress".to_owned()).spawn(move || recompressor(&waiting));
        if let Err(error) = recompressor {
            tracing::warn!(%error, "cannot start the recompression thread");
        }
        // A typical page has 50 kB in all encodings together.
        let pages = (limit / 50_000).clamp(16, 10_000);
        let entries = quick_cache::sync::Cache::with_weighter(pages, limit as u64, Size);
        Self { entries, generations: Mutex::default(), recompress }
    }

    /// The page of a key, fresh or not, without counting a use.
    pub fn peek(&self, key: &str) -> Option<Arc<CachedResponse>> {
        self.entries.peek(key)
    }

    /// The page of a key, fresh or not. Counts a use: recently used pages are not evicted, often used ones are recompressed.
    pub fn get(&self, key: &str) -> Option<Arc<CachedResponse>> {
        let entry = self.entries.get(key)?;
        if entry.request_count.fetch_add(1, Ordering::Relaxed) == RECOMPRESS_AFTER
            && self.recompress.try_send(Arc::downgrade(&entry)).is_err()
        {
            // The queue is full: a later request tries again.
            entry.request_count.store(0, Ordering::Relaxed);
        }
        Some(entry)
    }

    /// Number of writes to a site. Read it before the data of a page.
    pub fn generation(&self, site: &SiteId) -> u64 {
        self.generations.lock().get(site).copied().unwrap_or(0)
    }

    /// Caches a page whose data was read in `generation`. If there was a write since then, the page is stale immediately.
    pub fn put(&self, generation: u64, key: String, page: Arc<CachedResponse>) {
        self.entries.insert(key, page.clone());
        // Checked after the insertion: an earlier write has changed the generation, and a later write finds the page in the cache.
        if self.generation(&page.site) != generation {
            page.stale.store(true, Ordering::Release);
        }
    }

    /// Marks the pages that show something in `change` as stale, and returns their keys. They stay in the cache and are served if
    /// rendering fails.
    pub fn purge(&self, change: &Change) -> Vec<String> {
        *self.generations.lock().entry(change.site.clone()).or_default() += 1;
        let is_whole_site = change.tags.contains(&Tag::Site);
        let mut keys = Vec::new();
        for (key, page) in self.entries.iter().filter(|(_, p)| p.site == change.site) {
            if is_whole_site || page.tags.iter().any(|t| change.tags.contains(t)) {
                page.stale.store(true, Ordering::Release);
                keys.push(key);
            }
        }
        keys
    }

    /// Removes all pages (development: a new bundle).
    pub fn clear(&self) {
        self.entries.clear();
    }

    /// Estimated bytes and number of cached pages.
    pub fn size(&self) -> (u64, usize) {
        (self.entries.weight(), self.entries.len())
    }
}

#[cfg(test)]
mod tests;
