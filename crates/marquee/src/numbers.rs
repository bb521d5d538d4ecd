//! Saves what was counted (decision 0042), and removes counts that are too old.

use std::time::Duration;

use jiff::ToSpan;
use jiff::tz::TimeZone;
use marquee_model::numbers::COUNT_DAYS;
use marquee_pages::Pages;
use marquee_store::{Store, StoreError};

/// How often counts are added to the database.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// Saves from one removal of old counts to the next: a day. The first removal follows the first save.
const REMOVE_EVERY: u64 = 24 * 60 * 60 / SAVE_INTERVAL.as_secs();

/// Saves the counts until aborted. The caller saves the last ones.
pub async fn run(pages: Pages, store: Store) {
    let mut until_removal = 1;
    loop {
        tokio::time::sleep(SAVE_INTERVAL).await;
        save(&pages).await;
        until_removal -= 1;
        if until_removal == 0 {
            until_removal = REMOVE_EVERY;
            if let Err(error) = remove_old(&pages, &store).await {
                tracing::warn!(%error, "cannot remove old counts");
            }
        }
    }
}

/// Saves the counts. It is not interrupted when its caller is aborted, so that none are lost or saved twice.
pub async fn save(pages: &Pages) {
    let pages = pages.clone();
    if let Err(error) = tokio::spawn(async move { pages.save_counts().await }).await {
        tracing::error!(%error, "counts were not saved");
    }
}

async fn remove_old(pages: &Pages, store: &Store) -> Result<(), StoreError> {
    let today = pages.now().to_zoned(TimeZone::UTC).date();
    let mut tx = store.begin_long().await?;
    tx.remove_counts_before(today.saturating_sub(COUNT_DAYS.days())).await?;
    tx.commit().await.map(drop)
}
