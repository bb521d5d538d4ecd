//! Runs the feeds that are due.

use std::sync::Arc;
use std::time::Duration;

use marquee_store::{FeedCounts, FeedRow};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::error::RunError;
use crate::lease::Lease;
use crate::runner::{FeedRunner, Input};

/// How often due feeds are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How often feeds are counted for the metrics.
const COUNT_INTERVAL: Duration = Duration::from_secs(15);
/// Feeds that run at the same time.
const MAX_RUNS: usize = 16;
/// Feeds among them whose last run failed, so that those that hang leave room for the others.
const MAX_FAILED_RUNS: usize = 4;

/// Runs due feeds until aborted, each in a place of its own.
pub async fn run_feeds(runner: FeedRunner) {
    let healthy = Arc::new(Semaphore::new(MAX_RUNS - MAX_FAILED_RUNS));
    let failed = Arc::new(Semaphore::new(MAX_FAILED_RUNS));
    // Aborted with this function: then another process takes over when their leases end.
    let mut running = JoinSet::new();
    let mut counted: Option<Instant> = None;
    loop {
        if counted.is_none_or(|at| at.elapsed() >= COUNT_INTERVAL) {
            counted = Some(Instant::now());
            count_feeds(&runner).await;
        }
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

/// Sets the metric of feeds that need a person. All nodes count the same feeds.
async fn count_feeds(runner: &FeedRunner) {
    match runner.store().feed_counts().await {
        Ok(FeedCounts { held, stale, failing }) => {
            for (state, count) in [("held", held), ("stale", stale), ("failing", failing)] {
                metrics::gauge!("marquee_feeds", "state" => state).set(count as f64);
            }
        }
        Err(error) => tracing::warn!(%error, "cannot count feeds"),
    }
}

/// Starts the feeds that are due, as far as there are places.
async fn start(
    runner: &FeedRunner,
    places: &Arc<Semaphore>,
    has_failed: bool,
    running: &mut JoinSet<()>,
) -> Result<(), RunError> {
    let free = places.available_permits();
    if free == 0 {
        return Ok(());
    }
    let due = runner.store().due_feeds(runner.now(), has_failed, free as u64).await?;
    for feed in due {
        let Ok(place) = places.clone().try_acquire_owned() else { return Ok(()) };
        let Some(lease) = runner.lease((&feed.site, &feed.id), true).await? else { continue };
        let runner = runner.clone();
        running.spawn(async move {
            run(&runner, &lease).await;
            drop(place);
        });
    }
    Ok(())
}

async fn run(runner: &FeedRunner, lease: &Lease) {
    if let Err(error) = runner.run_leased(lease, Input::Address).await {
        let FeedRow { site, id, .. } = &lease.feed;
        tracing::warn!(site.id = %site, feed.id = %id, %error, "a run of a feed was abandoned");
    }
}
