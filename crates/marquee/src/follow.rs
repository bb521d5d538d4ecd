//! Follows writes of this and other nodes: caches forget, pages are made anew. Watches the front end in development.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use marquee_media::{Format, MediaStore, Rendition};
use marquee_model::SiteId;
use marquee_pages::Pages;
use marquee_site::{Directory, SiteHandle};
use marquee_store::Store;
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::assets::FrontEnd;
use crate::wiring::Wired;

/// How often the embedded database's log is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// How often a database is asked for writes that no look shows.
const ASK_SQLITE: Duration = Duration::from_millis(500);
const ASK_POSTGRES: Duration = Duration::from_millis(250);
/// How many times SQLite is asked after a mark has changed, a look apart: it writes its log, waits for the disk, and only
/// then makes the write visible, which changes no mark.
const ASK_AGAIN: u32 = 10;

/// Makes a site's pages that are not deferred; a visitor's page never waits for more than one a core.
async fn publish(pages: &Pages, site: &Arc<SiteHandle>, media: &MediaStore) {
    let at_once = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match pages.publish(site, at_once).await {
        Ok(0) => {}
        Ok(made) => {
            tracing::info!(site.id = %site.id, pages.made = made, "{made} pages made");
            warm(pages, site, media);
        }
        Err(error) => tracing::error!(site.id = %site.id, %error, "pages not made: {error}"),
    }
}

/// Makes the pictures of a site's first pages before somebody asks for them.
fn warm(pages: &Pages, site: &SiteHandle, media: &MediaStore) {
    let Ok(scope) = site.id.as_str().parse() else { return };
    let wanted = pages.pictures(site, &["/", "/movies/"]).into_iter().filter_map(|(id, name)| {
        let rendition: Rendition = name.parse().ok()?;
        (rendition.format == Format::Avif).then_some((id.parse().ok()?, rendition))
    });
    drop(media.warm(scope, wanted.collect()));
}

/// The sites whose pages are to be made anew.
#[derive(Debug, Default)]
struct Changed {
    sites: Mutex<BTreeSet<SiteId>>,
    any: Notify,
}

impl Changed {
    fn add(&self, sites: impl IntoIterator<Item = SiteId>) {
        self.sites.lock().extend(sites);
        self.any.notify_one();
    }
}

/// Follows the writes after the one numbered `seen`, and makes pages anew. Runs for ever.
pub async fn writes(pages: Pages, directory: Directory, media: Arc<MediaStore>, store: Store, seen: i64) {
    let changed = Changed::default();
    changed.add(directory.all().iter().map(|site| site.id.clone()));
    // A write is followed while pages of an earlier one are still being made.
    let publishing = async {
        loop {
            changed.any.notified().await;
            loop {
                let Some(next) = changed.sites.lock().pop_first() else { break };
                // A site taken away meanwhile has no pages.
                let Some(site) = directory.all().into_iter().find(|site| site.id == next) else { continue };
                publish(&pages, &site, &media).await;
            }
        }
    };
    futures::join!(follow(&pages, &store, &changed, seen), publishing);
}

/// Has caches forget what writes made stale, and says whose they are. Runs for ever.
async fn follow(pages: &Pages, store: &Store, changed: &Changed, mut seen: i64) {
    let mut trouble = false;
    let mut again: u32 = 0;
    loop {
        // Taken before the database is asked: a write in between is seen as another mark.
        let mark = store.log_mark();
        match store.changes_after(seen).await {
            Ok(changes) => {
                trouble = false;
                for (seq, change) in changes {
                    seen = seq;
                    if let Err(error) = pages.follow(&change).await {
                        tracing::error!(site.id = %change.site, %error, "a write was not followed: {error}");
                    }
                    changed.add([change.site]);
                }
            }
            Err(error) if !trouble => {
                trouble = true;
                tracing::error!(%error, "the database does not answer; pages stay as they are");
            }
            Err(_) => {}
        }
        if mark.is_none() {
            tokio::time::sleep(ASK_POSTGRES).await;
            continue;
        }
        let asked = Instant::now();
        loop {
            tokio::time::sleep(LOOK).await;
            if store.log_mark() != mark {
                again = ASK_AGAIN;
                break;
            }
            if again > 0 || asked.elapsed() >= ASK_SQLITE {
                again = again.saturating_sub(1);
                break;
            }
        }
    }
}

/// Takes each new build of the front end (development). Runs for ever.
pub async fn front_end(wired: &Wired) {
    let FrontEnd::Folder(_) = wired.front else { return std::future::pending().await };
    let mut known = wired.front.written();
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = wired.front.written();
        if now == known {
            continue;
        }
        match (wired.front.bundle(), wired.front.assets()) {
            (Ok(bundle), Ok(assets)) => {
                known = now;
                wired.renderer.replace_bundle(bundle);
                wired.app.pages.replace_assets(assets);
                wired.app.files.forget();
                tracing::info!("the front end was built anew");
            }
            (Err(error), _) | (_, Err(error)) => tracing::warn!("the front end is being built: {error:#}"),
        }
    }
}
