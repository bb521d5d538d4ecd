//! Follows writes of this and other nodes: caches forget, pages are made anew. Watches the front end in development.

use std::sync::Arc;
use std::time::Duration;

use marquee_media::{Format, MediaStore, Rendition};
use marquee_pages::Pages;
use marquee_site::{Directory, SiteHandle};
use marquee_store::Store;
use tokio::sync::Notify;

use crate::assets::FrontEnd;
use crate::wiring::Wired;

/// How often writes are asked for: the embedded database answers in microseconds.
const ASK_SQLITE: Duration = Duration::from_millis(10);
const ASK_POSTGRES: Duration = Duration::from_millis(250);

/// Makes all pages that are not deferred, site by site; a visitor's page never waits for more than one a core.
async fn publish(pages: &Pages, directory: &Directory, media: &MediaStore) {
    let at_once = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for site in directory.all() {
        match pages.publish(&site, at_once).await {
            Ok(0) => {}
            Ok(made) => tracing::info!(site.id = %site.id, pages.made = made, "{made} pages made"),
            Err(error) => tracing::error!(site.id = %site.id, %error, "pages not made: {error}"),
        }
        warm(pages, &site, media);
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

/// Follows the writes after the one numbered `seen`, and makes pages anew. Runs for ever.
pub async fn writes(pages: Pages, directory: Directory, media: Arc<MediaStore>, store: Store, seen: i64) {
    let changed = Notify::new();
    changed.notify_one();
    // A write is followed while pages of an earlier one are still being made.
    let publishing = async {
        loop {
            changed.notified().await;
            publish(&pages, &directory, &media).await;
        }
    };
    futures::join!(follow(&pages, &store, &changed, seen), publishing);
}

/// Has caches forget what writes made stale, and says so. Runs for ever.
async fn follow(pages: &Pages, store: &Store, changed: &Notify, mut seen: i64) {
    let wait = if store.engine() == "sqlite" { ASK_SQLITE } else { ASK_POSTGRES };
    let mut trouble = false;
    loop {
        tokio::time::sleep(wait).await;
        match store.changes_after(seen).await {
            Ok(changes) => {
                trouble = false;
                let any = !changes.is_empty();
                for (seq, change) in changes {
                    seen = seq;
                    if let Err(error) = pages.follow(&change).await {
                        tracing::error!(site.id = %change.site, %error, "a write was not followed: {error}");
                    }
                }
                if any {
                    changed.notify_one();
                }
            }
            Err(error) if !trouble => {
                trouble = true;
                tracing::error!(%error, "the database does not answer; pages stay as they are");
            }
            Err(_) => {}
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
