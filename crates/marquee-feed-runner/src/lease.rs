//! Leases: one run has a feed at a time, on all nodes (decision 0068).

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use marquee_auth::random_text;
use marquee_model::feed::FeedProblem;
use marquee_model::{Clock, FeedId, SiteId};
use marquee_store::{FeedRow, FeedState, Store, StoreError, WriteTx};

use crate::error::RunError;

/// How long a run has a feed without extending its lease. Another run can begin after that.
const LEASE: SignedDuration = SignedDuration::from_secs(6);
/// How often a lease is extended.
const EXTEND_EVERY: Duration = Duration::from_secs(2);
/// Maximum time of a run, with the time in which it waits for the database.
const MAX_TIME: Duration = Duration::from_secs(60);

/// A feed that one run has for itself, as it was when the lease began. The lease belongs to the run, not to the process: when settings
/// are saved, the run loses it, also to a later run of the same process.
#[derive(Debug)]
pub struct Lease {
    pub feed: FeedRow,
    /// Names the run in the database.
    owner: String,
    store: Store,
    clock: Arc<dyn Clock>,
}

fn end(now: Timestamp) -> Timestamp {
    now.saturating_add(LEASE).unwrap_or(Timestamp::MAX)
}

impl Lease {
    /// Leases a feed; `None` if another run has it or, with `only_due`, if it is not due any more.
    pub async fn take(
        (store, clock): (Store, Arc<dyn Clock>),
        (site, id): (&SiteId, &FeedId),
        only_due: bool,
    ) -> Result<Option<Self>, RunError> {
        let owner = random_text(16).map_err(|error| RunError::failed(FeedProblem::Internal, &error))?;
        let now = clock.now();
        let mut tx = store.begin().await?;
        if !tx.lease_feed((site, id), &owner, now, end(now), only_due).await? {
            return Ok(None);
        }
        let feed = tx.feed(site, id).await?.ok_or(RunError::NotFound)?;
        tx.commit().await?;
        Ok(Some(Self { feed, owner, store, clock }))
    }

    fn key(&self) -> (&SiteId, &FeedId) {
        (&self.feed.site, &self.feed.id)
    }

    /// Ends without an effect.
    pub async fn release(&self) -> Result<(), StoreError> {
        let mut tx = self.store.begin().await?;
        tx.release_feed_lease(self.key(), &self.owner).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Awaits work on the feed for at most [`MAX_TIME`], and does not end meanwhile.
    pub async fn hold<T>(&self, work: impl Future<Output = Result<T, RunError>>) -> Result<T, RunError> {
        let keep = async {
            loop {
                tokio::time::sleep(EXTEND_EVERY).await;
                match self.extend().await {
                    Ok(true) => {}
                    // Ended by the work, or lost: then the work has no effect, and says so.
                    Ok(false) => return std::future::pending::<Result<T, RunError>>().await,
                    Err(error) => tracing::warn!(%error, "cannot extend the lease of a feed"),
                }
            }
        };
        tokio::select! {
            result = tokio::time::timeout(MAX_TIME, work) => result.unwrap_or_else(|_| {
                let text = format!("the run takes longer than {} seconds", MAX_TIME.as_secs());
                Err(RunError::Failed { problem: FeedProblem::Timeout, text })
            }),
            never = keep => never,
        }
    }

    async fn extend(&self) -> Result<bool, StoreError> {
        let mut tx = self.store.begin().await?;
        let is_held = tx.extend_feed_lease(self.key(), &self.owner, end(self.clock.now())).await?;
        tx.commit().await?;
        Ok(is_held)
    }

    /// A transaction in which nobody else can run the feed.
    pub async fn begin(&self) -> Result<WriteTx, RunError> {
        let mut tx = self.store.begin_long().await?;
        if tx.extend_feed_lease(self.key(), &self.owner, end(self.clock.now())).await? {
            Ok(tx)
        } else {
            Err(RunError::Busy)
        }
    }

    /// Ends with what the run has left, within its transaction.
    pub async fn finish(&self, tx: &mut WriteTx, state: &FeedState) -> Result<(), RunError> {
        if tx.finish_feed(self.key(), &self.owner, state).await? { Ok(()) } else { Err(RunError::Busy) }
    }
}
