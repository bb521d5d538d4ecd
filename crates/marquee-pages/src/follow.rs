//! Follows the writes of this and other nodes: invalidates caches and rebuilds pages.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marquee_media::{Format, MediaStore, Rendition};
use marquee_model::SiteId;
use marquee_site::{SiteHandle, SiteIndex};
use marquee_store::Store;
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::address::LinkBuilder;
use crate::service::Pages;

/// How often the WAL of SQLite is checked for writes.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Maximum time between queries of SQLite if its WAL does not change.
const SQLITE_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How often PostgreSQL is queried.
const POSTGRES_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// How many times SQLite is queried after its WAL has changed, [`POLL_INTERVAL`] apart: SQLite writes the WAL, syncs it, and only
/// then makes the write visible, without another change of the WAL.
const SQLITE_RETRIES: u32 = 10;

/// Renders a site's pages that are not deferred, at most one per core at a time, so that a visitor's request competes with at most
/// that many renderings.
async fn publish(pages: &Pages, site: &Arc<SiteHandle>, media: &MediaStore) {
    let max_concurrent = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match pages.publish(site, max_concurrent).await {
        Ok(0) => {}
        Ok(published) => {
            tracing::info!(site.id = %site.id, pages.published = published, "{published} pages published");
            prefetch_pictures(pages, site, media);
        }
        Err(error) => tracing::error!(site.id = %site.id, %error, "cannot publish the pages of a site"),
    }
}

/// Encodes the pictures of a site's main pages before they are requested.
fn prefetch_pictures(pages: &Pages, site: &SiteHandle, media: &MediaStore) {
    let Ok(scope) = site.id.as_str().parse() else { return };
    let prefixes = site.record.config.locale_prefixes();
    let paths: Vec<String> = prefixes
        .flat_map(|(_, prefix)| ["/", "/movies/"].map(|path| LinkBuilder::new(site, &prefix).path(path)))
        .collect();
    let pictures = pages.pictures(site, &paths).into_iter().filter_map(|(id, name)| {
        let rendition: Rendition = name.parse().ok()?;
        (rendition.format == Format::Avif).then_some((id.parse().ok()?, rendition))
    });
    drop(media.prefetch(scope, pictures.collect()));
}

/// The sites whose pages must be rebuilt.
#[derive(Debug, Default)]
struct ChangedSites {
    sites: Mutex<BTreeSet<SiteId>>,
    added: Notify,
}

impl ChangedSites {
    fn add(&self, sites: impl IntoIterator<Item = SiteId>) {
        self.sites.lock().extend(sites);
        self.added.notify_one();
    }
}

/// Follows the writes after sequence number `seen` and rebuilds pages. Runs forever.
pub async fn follow_changes(pages: Pages, sites: SiteIndex, media: Arc<MediaStore>, store: Store, seen: i64) {
    let changed = ChangedSites::default();
    changed.add(sites.all().iter().map(|site| site.id.clone()));
    // Runs beside `follow`, so that caches are invalidated while pages are still being rebuilt.
    let publishing = async {
        loop {
            changed.added.notified().await;
            loop {
                let Some(site_id) = changed.sites.lock().pop_first() else { break };
                // The site may have been removed in the meantime.
                let Some(site) = sites.all().into_iter().find(|site| site.id == site_id) else {
                    continue;
                };
                publish(&pages, &site, &media).await;
            }
        }
    };
    futures::join!(follow(&pages, &store, &changed, seen), publishing);
}

/// Invalidates caches after each write and adds its site to `changed`. Runs forever.
async fn follow(pages: &Pages, store: &Store, changed: &ChangedSites, mut seen: i64) {
    let mut is_failing = false;
    let mut retries_left: u32 = 0;
    loop {
        // Read the state before querying, so that a write in between changes it.
        let state = store.wal_state();
        match store.changes_after(seen).await {
            Ok(changes) => {
                is_failing = false;
                for (seq, change) in changes {
                    if let Err(error) = pages.apply_change(&change).await {
                        // The next iteration applies it again.
                        tracing::error!(site.id = %change.site, %error, "cannot apply a write to the pages");
                        break;
                    }
                    seen = seq;
                    changed.add([change.site]);
                }
            }
            Err(error) if !is_failing => {
                is_failing = true;
                tracing::error!(%error, "the database is unavailable; pages are not updated");
            }
            Err(_) => {}
        }
        if state.is_none() {
            tokio::time::sleep(POSTGRES_POLL_INTERVAL).await;
            continue;
        }
        let queried_at = Instant::now();
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            if store.wal_state() != state {
                retries_left = SQLITE_RETRIES;
                break;
            }
            if retries_left > 0 || queried_at.elapsed() >= SQLITE_POLL_INTERVAL {
                retries_left = retries_left.saturating_sub(1);
                break;
            }
        }
    }
}
