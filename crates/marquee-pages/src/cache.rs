//! Finished responses: compressed once, bounded in bytes, tagged by what they show.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Instant;

use bytes::Bytes;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, VARY};
use jiff::Timestamp;
use marquee_model::{Change, SiteId, Tag};
use parking_lot::{Mutex, RwLock};
use sha2::{Digest, Sha256};

/// Brotli's quality for a page that somebody waits for, and for one that many ask for. Above 8 the encoder needs 33 MB.
const FAST: i32 = 5;
const BEST: i32 = 11;

/// How often a page is asked for until it is worth [`BEST`].
const ASKED_OFTEN: u32 = 8;

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
    /// Its name in `Content-Encoding`; the plain text has none.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Zstd => Some("zstd"),
            Self::Brotli => Some("br"),
        }
    }

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
#[derive(Debug, Clone)]
pub struct Finished {
    /// Headers, complete but for `Date`.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A finished page. It is kept in brotli, which nearly every browser takes; the other encodings are made from that when
/// they are first asked for, and kept but for the plain text.
#[derive(Debug)]
pub struct Cached {
    /// 200, 404 or 500.
    pub status: http::StatusCode,
    brotli: Finished,
    best: OnceLock<Finished>,
    zstd: OnceLock<Finished>,
    gzip: OnceLock<Finished>,
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
    asked: AtomicU32,
}

impl Cached {
    /// Compresses a document and makes its headers.
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
            brotli: finished(headers, Encoding::Brotli, brotli(body, FAST)),
            best: OnceLock::new(),
            zstd: OnceLock::new(),
            gzip: OnceLock::new(),
            etag,
            tags,
            site,
            valid_until,
            stale: AtomicBool::new(false),
            used: AtomicU64::new(0),
            asked: AtomicU32::new(0),
        }
    }

    /// The page in an encoding.
    #[must_use]
    pub fn get(&self, encoding: Encoding) -> Finished {
        let made = |encode: fn(&[u8]) -> Bytes| {
            finished(self.brotli.headers.clone(), encoding, encode(&self.html()))
        };
        match encoding {
            Encoding::Brotli => self.best.get().unwrap_or(&self.brotli).clone(),
            Encoding::Zstd => self.zstd.get_or_init(|| made(zstd)).clone(),
            Encoding::Gzip => self.gzip.get_or_init(|| made(gzip)).clone(),
            Encoding::Identity => finished(self.brotli.headers.clone(), encoding, self.html()),
        }
    }

    /// Compresses it as far as brotli goes: a tenth smaller, for sixty times the work.
    pub(crate) fn recompress(&self) {
        self.best.get_or_init(|| {
            finished(self.brotli.headers.clone(), Encoding::Brotli, brotli(&self.html(), BEST))
        });
    }

    /// The document.
    #[must_use]
    pub fn html(&self) -> Bytes {
        let mut out = Vec::with_capacity(self.brotli.body.len() * 8);
        match brotli::BrotliDecompress(&mut &*self.brotli.body, &mut out) {
            Ok(()) => Bytes::from(out),
            Err(_) => Bytes::new(),
        }
    }

    /// The bytes it takes, all encodings counted whether they were made or not.
    fn size(&self) -> u64 {
        // Brotli twice, and the two others that take a little more.
        self.brotli.body.len() as u64 * 5 + 2048
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

fn finished(mut headers: HeaderMap, encoding: Encoding, body: Bytes) -> Finished {
    match encoding.name() {
        Some(name) => headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name)),
        None => headers.remove(CONTENT_ENCODING),
    };
    headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    Finished { headers, body }
}

fn gzip(body: &[u8]) -> Bytes {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    let done = out.write_all(body).and_then(|()| out.finish());
    done.map_or_else(|_| Bytes::new(), Bytes::from)
}

fn zstd(body: &[u8]) -> Bytes {
    zstd::bulk::compress(body, 9).map_or_else(|_| Bytes::new(), Bytes::from)
}

fn brotli(body: &[u8], quality: i32) -> Bytes {
    let mut out = Vec::new();
    let params =
        brotli::enc::BrotliEncoderParams { quality, lgwin: 20, size_hint: body.len(), ..Default::default() };
    match brotli::BrotliCompress(&mut &*body, &mut out, &params) {
        Ok(_) => Bytes::from(out),
        Err(_) => Bytes::new(),
    }
}

/// Recompresses pages until the cache is dropped, a tenth of a core at most.
fn recompressor(waiting: &Receiver<Weak<Cached>>) {
    while let Ok(page) = waiting.recv() {
        let Some(page) = page.upgrade().filter(|p| !p.is_stale()) else { continue };
        let begun = Instant::now();
        page.recompress();
        std::thread::sleep(begun.elapsed() * 9);
    }
}

/// Finished pages by key, the least used dropped when they grow above the limit.
#[derive(Debug)]
pub struct Cache {
    entries: RwLock<HashMap<String, Arc<Cached>>>,
    generations: Mutex<HashMap<SiteId, u64>>,
    limit: usize,
    bytes: AtomicU64,
    ticks: AtomicU64,
    recompress: SyncSender<Weak<Cached>>,
}

impl Cache {
    /// A cache of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        let (recompress, waiting) = std::sync::mpsc::sync_channel(64);
        let recompressor =
            std::thread::Builder::new().name("recompress".to_owned()).spawn(move || recompressor(&waiting));
        if let Err(error) = recompressor {
            tracing::warn!(%error, "pages stay as they were compressed first");
        }
        Self {
            entries: RwLock::default(),
            generations: Mutex::default(),
            limit,
            bytes: AtomicU64::new(0),
            ticks: AtomicU64::new(1),
            recompress,
        }
    }

    /// The page of a key, fresh or not, without a visitor who asks for it.
    pub fn peek(&self, key: &str) -> Option<Arc<Cached>> {
        self.entries.read().get(key).cloned()
    }

    /// The page of a key, fresh or not, for a visitor: pages asked for often stay, and are compressed further.
    pub fn get(&self, key: &str) -> Option<Arc<Cached>> {
        let found = self.peek(key)?;
        found.used.store(self.ticks.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        if found.asked.fetch_add(1, Ordering::Relaxed) == ASKED_OFTEN {
            // Nobody waits for it; when there is no room it stays as it is.
            let _ = self.recompress.try_send(Arc::downgrade(&found));
        }
        Some(found)
    }

    /// A number that grows with every write to a site: read it before the data of a page.
    pub fn generation(&self, site: &SiteId) -> u64 {
        self.generations.lock().get(site).copied().unwrap_or(0)
    }

    /// Keeps a page whose data was read in `generation`. When a write came in between, the page is stale at once.
    pub fn put(&self, generation: u64, key: String, page: Arc<Cached>) {
        page.used.store(self.ticks.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let mut entries = self.entries.write();
        if self.generation(&page.site) != generation {
            page.stale.store(true, Ordering::Release);
        }
        self.bytes.fetch_add(page.size(), Ordering::Relaxed);
        if let Some(old) = entries.insert(key, page) {
            self.bytes.fetch_sub(old.size(), Ordering::Relaxed);
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
                self.bytes.fetch_sub(old.size(), Ordering::Relaxed);
            }
        }
    }

    /// Marks every page stale that shows something of `change`; the last good one stays for a failed render.
    /// Returns the keys, so that they can be made anew.
    pub fn purge(&self, change: &Change) -> Vec<String> {
        *self.generations.lock().entry(change.site.clone()).or_default() += 1;
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
