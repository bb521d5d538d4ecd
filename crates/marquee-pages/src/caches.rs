//! The caches of pages and resources.

use std::sync::Arc;

use marquee_model::{Change, SiteId};

use crate::cache::{Cache, CachedResponse};
use crate::request::{Variant, may_be_resource};

/// Size of the cache of resources (shared pictures, calendars, open data), in bytes.
const RESOURCES_BYTES: usize = 8 << 20;

/// The share of the cache for pages with a query: 1 / `FILTERED_DIVISOR`. Filters have more combinations than any cache can hold.
const FILTERED_DIVISOR: usize = 4;

/// One cache for each kind of response, so that rarely requested ones do not evict the others.
#[derive(Debug)]
pub struct Caches {
    /// Pages without a query. Their number is bounded.
    pages: Cache,
    /// Pages with a query, which must not evict the others.
    filtered: Cache,
    /// Resources: large, or rarely requested.
    resources: Cache,
}

impl Caches {
    /// `bytes` is the maximum size of cached pages, not counting resources.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let filtered = bytes / FILTERED_DIVISOR;
        Self {
            pages: Cache::new(bytes - filtered),
            filtered: Cache::new(filtered),
            resources: Cache::new(RESOURCES_BYTES),
        }
    }

    /// The cache for a page or resource.
    #[must_use]
    pub fn by_path(&self, path: &str, has_query: bool) -> &Cache {
        match (may_be_resource(path), has_query) {
            (true, _) => &self.resources,
            (false, true) => &self.filtered,
            (false, false) => &self.pages,
        }
    }

    /// The cached response, fresh or not, without counting it as a use.
    #[must_use]
    pub fn peek(&self, variant: &Variant) -> Option<Arc<CachedResponse>> {
        self.by_path(&variant.path, variant.has_query).peek(&variant.key)
    }

    /// Caches a response that was made from the data of `generation`.
    pub fn put(&self, variant: &Variant, generation: u64, response: Arc<CachedResponse>) {
        self.by_path(&variant.path, variant.has_query).put(generation, variant.key.clone(), response);
    }

    /// The generation of a site's data, which increases with each write.
    #[must_use]
    pub fn generation(&self, site: &SiteId) -> u64 {
        self.pages.generation(site)
    }

    /// Marks outdated responses stale. Returns the cache keys of pages, without resources.
    pub fn purge(&self, change: &Change) -> Vec<String> {
        self.resources.purge(change);
        let mut keys = self.filtered.purge(change);
        // Last, because pages are made under the generation of this cache.
        keys.extend(self.pages.purge(change));
        keys
    }

    /// Removes all pages; resources stay.
    pub fn clear_pages(&self) {
        self.pages.clear();
        self.filtered.clear();
    }

    /// Estimated bytes and number of cached pages and resources.
    #[must_use]
    pub fn size(&self) -> (u64, usize) {
        let sizes = [&self.pages, &self.filtered, &self.resources].map(Cache::size);
        sizes.iter().fold((0, 0), |(bytes, number), size| (bytes + size.0, number + size.1))
    }
}
