//! The page that the browser shows without a connection: the next shows nearby (SW-04).

use marquee_api::{OfflinePage, PageBody};
use marquee_messages::later;
use marquee_model::Tag;
use marquee_store::StoreError;

use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, hero};

/// Maximum number of shows.
const MOST: usize = 20;

pub async fn build(scene: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = scene.zone(None);
    let (first, mut soon) = hero::soon(scene, MOST).await?;
    for one in &mut soon {
        // The page names every day except today, because it is read later and on its own.
        if one.day.is_empty() {
            one.day.clone_from(&first);
        }
        // Booking needs a connection.
        one.show.href = String::new();
    }
    let saved = scene.formats.time_in(scene.now, &tz).text();
    let title = later::errors_offline_title(scene.language()).to_owned();
    let mut page = PageDraft::new(title, PageBody::Offline(OfflinePage { soon, saved }));
    page.tags = vec![Tag::Films, Tag::Theaters];
    page.clock = Some(tz);
    page.is_noindex = true;
    scene.finish(page).await
}
