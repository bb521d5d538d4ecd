//! Runs the feeds that are due.

use std::sync::Arc;
use std::time::Duration;

use marquee_store::{FeedRow, StoreError};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::runner::FeedRunner;

/// How often due feeds are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Feeds that run at the same time.
const PLACES: usize = 16;
/// Feeds among them whose last run failed, so that those that hang leave room for the others.
const FAILED_PLACES: usize = 4;

/// Runs due feeds until aborted, each in a place of its own.
pub async fn run_feeds(runner: FeedRunner) {
    let healthy = Arc::new(Semaphore::new(PLACES - FAILED_PLACES));
    let failed = Arc::new(Semaphore::new(FAILED_PLACES));
    // Aborted with this function: then another process takes over when their leases end.
    let mut running = JoinSet::new();
    loop {
        for (places, has_failed) in [(&healthy, false), (&failed, true)] {
            if let Err(error) = start(&runner, places, has_failed, &mut running).await {
                tracing::warn!(%error, "cannot look for due feeds");
            }
        }
        while running.try_join_next().is_some() {}
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            // A place is free.
            Some(_) = running.join_next() => {}
        }
    }
}

/// Starts the feeds that are due, as far as there are places.
async fn start(
    runner: &FeedRunner,
    places: &Arc<Semaphore>,
    has_failed: bool,
    running: &mut JoinSet<()>,
) -> Result<(), StoreError> {
    let free = places.available_permits();
    if free == 0 {
        return Ok(());
    }
    let due = runner.store().due_feeds(runner.now(), has_failed, free as u64).await?;
    for feed in due {
        let Ok(place) = places.clone().try_acquire_owned() else { return Ok(()) };
        if !runner.lease(&feed, true).await? {
            continue;
        }
        let runner = runner.clone();
        running.spawn(async move {
            run(&runner, &feed).await;
            drop(place);
        });
    }
    Ok(())
}

async fn run(runner: &FeedRunner, feed: &FeedRow) {
    if let Err(error) = runner.run_leased(feed).await {
        tracing::warn!(site.id = %feed.site, feed.id = %feed.id, %error, "a run of a feed was given up");
    }
}
