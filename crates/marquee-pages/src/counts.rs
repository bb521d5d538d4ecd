//! Counts what people request, in memory, until [`Counts::take`] (decision 0042). A page has its counter at hand, so a cached
//! request adds to it without a lock.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use marquee_model::SiteId;
use marquee_model::numbers::CountKind;
use parking_lot::Mutex;

/// Counts of a site by key, each for one kind.
pub type SiteCounts = BTreeMap<CountKind, BTreeMap<String, u64>>;

type Counters = HashMap<CountKind, HashMap<String, Arc<AtomicU64>>>;

/// Counters of all sites. Each site and kind has at most [`CountKind::max_keys`] keys; further ones share the empty key.
#[derive(Debug, Default)]
pub struct Counts(Mutex<HashMap<SiteId, Counters>>);

impl Counts {
    /// The counter of a key.
    pub fn counter(&self, site: &SiteId, kind: CountKind, key: &str) -> Arc<AtomicU64> {
        let mut sites = self.0.lock();
        if !sites.contains_key(site) {
            sites.insert(site.clone(), Counters::default());
        }
        let keys = sites.entry(site.clone()).or_default().entry(kind).or_default();
        if let Some(counter) = keys.get(key) {
            return counter.clone();
        }
        let key = if keys.len() < kind.max_keys() { key } else { "" };
        keys.entry(key.to_owned()).or_default().clone()
    }

    pub fn add(&self, site: &SiteId, kind: CountKind, key: &str, count: u64) {
        self.counter(site, kind, key).fetch_add(count, Ordering::Relaxed);
    }

    /// The counts since the last call. Counters without a page are removed.
    pub fn take(&self) -> BTreeMap<SiteId, SiteCounts> {
        let mut taken: BTreeMap<SiteId, SiteCounts> = BTreeMap::new();
        self.0.lock().retain(|site, kinds| {
            kinds.retain(|kind, keys| {
                keys.retain(|key, counter| {
                    // Before the swap: a page that is dropped after it has nothing left to count.
                    let is_shared = Arc::strong_count(counter) > 1;
                    let count = counter.swap(0, Ordering::Relaxed);
                    if count > 0 {
                        let counts = taken.entry(site.clone()).or_default().entry(*kind).or_default();
                        counts.insert(key.clone(), count);
                    }
                    is_shared
                });
                !keys.is_empty()
            });
            !kinds.is_empty()
        });
        taken
    }
}

/// What a response counts as when a person gets it.
#[derive(Debug, Clone)]
pub struct Counted {
    /// Views of the page.
    pub views: Arc<AtomicU64>,
    /// The words of a search that has no result, as [`marquee_model::numbers::search_key`] keeps them.
    pub empty_search: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acme() -> SiteId {
        SiteId::parse("acme").unwrap()
    }

    #[test]
    fn security_7_11_counts_are_taken_once_and_added_up() {
        let counts = Counts::default();
        counts.counter(&acme(), CountKind::View, "/").fetch_add(2, Ordering::Relaxed);
        counts.add(&acme(), CountKind::View, "/", 1);
        counts.add(&acme(), CountKind::Search, "parking", 1);
        let taken = counts.take().remove(&acme()).unwrap();
        assert_eq!(taken[&CountKind::View]["/"], 3);
        assert_eq!(taken[&CountKind::Search]["parking"], 1);
        assert!(counts.take().is_empty());
    }

    #[test]
    fn security_7_11_a_counter_lives_as_long_as_its_page_or_its_count() {
        let counts = Counts::default();
        let page = counts.counter(&acme(), CountKind::View, "/");
        assert!(counts.take().is_empty());
        page.fetch_add(1, Ordering::Relaxed);
        drop(page);
        assert_eq!(counts.take()[&acme()][&CountKind::View]["/"], 1, "a page that was evicted");
        assert!(counts.0.lock().is_empty(), "nothing is left of it");
    }

    #[test]
    fn security_7_11_the_number_of_keys_is_bounded() {
        let counts = Counts::default();
        let most = CountKind::Search.max_keys();
        for number in 0..most + 5 {
            counts.add(&acme(), CountKind::Search, &format!("words {number}"), 1);
        }
        counts.add(&acme(), CountKind::Search, "words 0", 1);
        let taken = counts.take().remove(&acme()).unwrap().remove(&CountKind::Search).unwrap();
        assert_eq!((taken.len(), taken[""], taken["words 0"]), (most + 1, 5, 2));
    }
}
