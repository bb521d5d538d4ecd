//! The page that the browser shows without a connection: the next shows nearby (SW-04).

use marquee_api::{OfflinePage, PageBody};
use marquee_messages::later;
use marquee_model::Tag;
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, hero};

/// Maximum number of shows.
const MAX_SHOWS: usize = 20;

pub async fn build(context: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = context.zone(None);
    let (first, mut soon) = hero::soon(context, MAX_SHOWS).await?;
    for show in &mut soon {
        // Shows of the first day name their day too, unless it is today, because this page is read later and on its own.
        if show.day.is_empty() {
            show.day.clone_from(&first);
        }
        // Booking needs a connection.
        show.show.href = String::new();
    }
    let saved = context.formats.time_in(context.now, &tz).text();
    let title = later::errors_offline_title(context.language()).to_owned();
    let mut page = PageDraft::new(title, PageBody::Offline(OfflinePage { soon, saved }));
    page.tags = vec![Tag::Films, Tag::Theaters];
    page.clock = Some(tz);
    page.is_noindex = true;
    context.finish(page).await
}
