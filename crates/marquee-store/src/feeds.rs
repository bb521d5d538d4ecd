//! Feeds and their leases.

use jiff::Timestamp;
use marquee_model::feed::FeedConfig;
use marquee_model::{FeedId, FeedRunId, SiteId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::entity::feed;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A feed of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedRow {
    pub site: SiteId,
    pub id: FeedId,
    pub config: FeedConfig,
    pub is_on: bool,
    /// Sealed by the caller.
    pub credential: Option<String>,
    /// The secret that signs pushed messages, sealed by the caller; `None` if push is off.
    pub push_secret: Option<String>,
    pub created_at: Timestamp,
    pub state: FeedState,
}

/// What the runs of a feed have left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedState {
    /// When it is due.
    pub next_at: Timestamp,
    /// Failed runs since the last complete one.
    pub failures: u32,
    /// Of the last response that was read completely.
    pub validators: FeedValidators,
    /// When the last run was complete.
    pub succeeded_at: Option<Timestamp>,
    /// The run that waits for a decision; the feed is not due as long as there is one.
    pub held_run: Option<FeedRunId>,
    /// Whether somebody was told that the feed is stale, since its last complete run.
    pub is_stale_reported: bool,
    /// The last message that was pushed.
    pub last_push: Option<FeedPush>,
    /// Whether a run with the present address, format and theaters was applied, so that a show which the next one lacks has vanished.
    pub has_announced: bool,
}

/// A pushed message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPush {
    /// The same when the message is sent again.
    pub id: String,
    /// When it was signed.
    pub at: Timestamp,
}

impl FeedState {
    /// Of a feed that is due at once.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self {
            next_at: now,
            failures: 0,
            validators: FeedValidators::default(),
            succeeded_at: None,
            held_run: None,
            is_stale_reported: false,
            last_push: None,
            has_announced: false,
        }
    }
}

/// What tells that a response is the same as before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FeedValidators {
    /// The header `ETag`.
    pub etag: Option<String>,
    /// The header `Last-Modified`.
    pub last_modified: Option<String>,
    /// SHA-256 in hexadecimal.
    pub digest: Option<String>,
}

fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

fn read_feed(row: feed::Model) -> Result<FeedRow, StoreError> {
    let row_context = RowContext::new("feed", [&row.site_id, &row.id]);
    let state = FeedState {
        next_at: row_context.milliseconds("next_at", row.next_at)?,
        failures: row_context.number("failures", row.failures)?,
        validators: FeedValidators { etag: row.etag, last_modified: row.last_modified, digest: row.digest },
        succeeded_at: row.succeeded_at.map(|at| row_context.milliseconds("succeeded_at", at)).transpose()?,
        held_run: row.held_run.map(FeedRunId::stored),
        is_stale_reported: row.is_stale_reported,
        last_push: match (row.push_id, row.pushed_at) {
            (Some(id), Some(at)) => Some(FeedPush { id, at: row_context.milliseconds("pushed_at", at)? }),
            _ => None,
        },
        has_announced: row.has_announced,
    };
    Ok(FeedRow {
        config: row_context.read_json("doc", &row.doc)?,
        created_at: row_context.milliseconds("created_at", row.created_at)?,
        is_on: row.is_on,
        credential: row.credential,
        push_secret: row.push_secret,
        state,
        site: SiteId::stored(row.site_id),
        id: FeedId::stored(row.id),
    })
}

pub fn feed_of(site: &SiteId, id: &FeedId) -> Select<feed::Entity> {
    feed::Entity::find_by_id((site.as_str().to_owned(), id.as_str().to_owned()))
}

/// The feeds of a site, by name.
fn feeds_of(site: &SiteId) -> Select<feed::Entity> {
    feed::Entity::find().filter(feed::Column::SiteId.eq(site.as_str())).order_by_asc(feed::Column::NameKey)
}

impl Store {
    /// The feeds of a site, by name.
    pub async fn feeds(&self, site: &SiteId) -> Result<Vec<FeedRow>, StoreError> {
        feeds_of(site).all(&self.read).await?.into_iter().map(read_feed).collect()
    }

    /// A feed of a site.
    pub async fn feed(&self, site: &SiteId, id: &FeedId) -> Result<Option<FeedRow>, StoreError> {
        feed_of(site, id).one(&self.read).await?.map(read_feed).transpose()
    }

    /// The feeds of all sites that are due and that no process runs, those that wait longest first. With `has_failed` those whose
    /// last run failed, else the others.
    pub async fn due_feeds(
        &self,
        now: Timestamp,
        has_failed: bool,
        limit: u64,
    ) -> Result<Vec<FeedRow>, StoreError> {
        use feed::Column as C;
        let failures = if has_failed { C::Failures.gt(0) } else { C::Failures.eq(0) };
        let query = feed::Entity::find()
            .filter(C::NextAt.lte(to_millis(now)))
            .filter(C::LeaseUntil.lte(to_millis(now)))
            .filter(C::IsOn.eq(true))
            .filter(C::HeldRun.is_null())
            .filter(failures)
            .order_by_asc(C::NextAt)
            .limit(limit);
        query.all(&self.read).await?.into_iter().map(read_feed).collect()
    }

    /// How many feeds of all sites need a person. One that is off may have a run that waits, and is neither stale nor failing.
    pub async fn feed_counts(&self) -> Result<FeedCounts, StoreError> {
        use feed::Column as C;
        let on = || feed::Entity::find().filter(C::IsOn.eq(true));
        Ok(FeedCounts {
            held: feed::Entity::find().filter(C::HeldRun.is_not_null()).count(&self.read).await?,
            stale: on().filter(C::IsStaleReported.eq(true)).count(&self.read).await?,
            failing: on().filter(C::Failures.gt(0)).count(&self.read).await?,
        })
    }
}

/// Numbers of feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedCounts {
    /// A run waits for a decision.
    pub held: u64,
    /// It was reported that there were no new showtimes for a while.
    pub stale: u64,
    /// The last run failed.
    pub failing: u64,
}

/// The part of a feed's row that belongs to its runs.
fn with_state(row: &mut feed::ActiveModel, state: &FeedState) {
    row.next_at = Set(to_millis(state.next_at));
    row.failures = Set(i32::try_from(state.failures).unwrap_or(i32::MAX));
    row.etag = Set(state.validators.etag.clone());
    row.last_modified = Set(state.validators.last_modified.clone());
    row.digest = Set(state.validators.digest.clone());
    row.succeeded_at = Set(state.succeeded_at.map(to_millis));
    row.held_run = Set(state.held_run.as_ref().map(|run| run.as_str().to_owned()));
    row.is_stale_reported = Set(state.is_stale_reported);
    row.push_id = Set(state.last_push.as_ref().map(|push| push.id.clone()));
    row.pushed_at = Set(state.last_push.as_ref().map(|push| to_millis(push.at)));
    row.has_announced = Set(state.has_announced);
}

impl WriteTx {
    /// Records that shows of the site are others than its feeds have announced (see [`FeedState::has_announced`]), so that their next
    /// runs read and apply what they say, even if it is the same as before.
    pub async fn forget_announcements(&mut self, site: &SiteId) -> Result<(), StoreError> {
        feed::Entity::update_many()
            .col_expr(feed::Column::HasAnnounced, Expr::value(false))
            .col_expr(feed::Column::Etag, Expr::value(None::<String>))
            .col_expr(feed::Column::LastModified, Expr::value(None::<String>))
            .col_expr(feed::Column::Digest, Expr::value(None::<String>))
            .filter(feed::Column::SiteId.eq(site.as_str()))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Makes feeds of a site due at once, whether what they say is the same as before or not. A run that has not ended has no
    /// effect.
    pub async fn run_feeds_again(
        &mut self,
        site: &SiteId,
        feeds: &[&FeedId],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        feed::Entity::update_many()
            .col_expr(feed::Column::NextAt, Expr::value(to_millis(now)))
            .col_expr(feed::Column::LeaseOwner, Expr::value(None::<String>))
            .col_expr(feed::Column::LeaseUntil, Expr::value(0_i64))
            .col_expr(feed::Column::Etag, Expr::value(None::<String>))
            .col_expr(feed::Column::LastModified, Expr::value(None::<String>))
            .col_expr(feed::Column::Digest, Expr::value(None::<String>))
            .filter(feed::Column::SiteId.eq(site.as_str()))
            .filter(feed::Column::Id.is_in(feeds.iter().map(|id| id.as_str())))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// The feeds of a site, by name.
    pub async fn feeds(&self, site: &SiteId) -> Result<Vec<FeedRow>, StoreError> {
        feeds_of(site).all(self.tx()).await?.into_iter().map(read_feed).collect()
    }

    /// A feed of a site, locked until this transaction ends.
    pub async fn feed(&self, site: &SiteId, id: &FeedId) -> Result<Option<FeedRow>, StoreError> {
        feed_of(site, id).lock_exclusive().one(self.tx()).await?.map(read_feed).transpose()
    }

    /// Saves a feed with its state. A process that runs it loses its lease, so that its run has no effect.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if another feed of the site has the name.
    pub async fn save_feed(&mut self, row: &FeedRow) -> Result<(), StoreError> {
        use feed::Column as C;
        let (site, id) = (row.site.as_str(), row.id.as_str());
        let key = name_key(&row.config.name);
        let others = feed::Entity::find()
            .filter(C::SiteId.eq(site))
            .filter(C::NameKey.eq(key.as_str()))
            .filter(C::Id.ne(id));
        if others.one(self.tx()).await?.is_some() {
            return Err(StoreError::Exists(row.config.name.clone()));
        }
        let mut model = feed::ActiveModel {
            site_id: Set(site.to_owned()),
            id: Set(id.to_owned()),
            name_key: Set(key),
            doc: Set(RowContext::new("feed", [site, id]).write_json("doc", &row.config)?),
            credential: Set(row.credential.clone()),
            push_secret: Set(row.push_secret.clone()),
            is_on: Set(row.is_on),
            lease_owner: Set(None),
            lease_until: Set(0),
            created_at: Set(to_millis(row.created_at)),
            ..Default::default()
        };
        with_state(&mut model, &row.state);
        let conflict = OnConflict::columns([C::SiteId, C::Id])
            .update_columns([
                C::NameKey,
                C::Doc,
                C::Credential,
                C::PushSecret,
                C::IsOn,
                C::LeaseOwner,
                C::LeaseUntil,
                C::NextAt,
                C::Failures,
                C::Etag,
                C::LastModified,
                C::Digest,
                C::SucceededAt,
                C::HeldRun,
                C::IsStaleReported,
                C::PushId,
                C::PushedAt,
                C::HasAnnounced,
            ])
            .to_owned();
        feed::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes a feed with its runs; returns whether there was one.
    pub async fn remove_feed(&mut self, site: &SiteId, id: &FeedId) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        let result = feed::Entity::delete_by_id(key).exec(self.tx()).await?;
        Ok(result.rows_affected > 0)
    }

    /// Leases a feed to a process until `until`, unless another one has it. `only_due` refuses a feed that is off, waits for a
    /// decision or is not due.
    pub async fn lease_feed(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        owner: &str,
        now: Timestamp,
        until: Timestamp,
        only_due: bool,
    ) -> Result<bool, StoreError> {
        use feed::Column as C;
        let mut condition = Condition::all()
            .add(C::SiteId.eq(site.as_str()))
            .add(C::Id.eq(id.as_str()))
            .add(C::LeaseUntil.lte(to_millis(now)));
        if only_due {
            condition =
                condition.add(C::NextAt.lte(to_millis(now))).add(C::IsOn.eq(true)).add(C::HeldRun.is_null());
        }
        let result = feed::Entity::update_many()
            .col_expr(C::LeaseOwner, Expr::value(owner))
            .col_expr(C::LeaseUntil, Expr::value(to_millis(until)))
            .filter(condition)
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Extends the lease of a process. Returns false if it has lost it: then it must not write. Within this transaction no other
    /// process gets it.
    pub async fn extend_feed_lease(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        owner: &str,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        use feed::Column as C;
        let result = feed::Entity::update_many()
            .col_expr(C::LeaseUntil, Expr::value(to_millis(until)))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Id.eq(id.as_str()))
            .filter(C::LeaseOwner.eq(owner))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Ends the lease of a run without a change. Does nothing if the run has lost it.
    pub async fn release_feed_lease(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        owner: &str,
    ) -> Result<(), StoreError> {
        use feed::Column as C;
        feed::Entity::update_many()
            .col_expr(C::LeaseOwner, Expr::value(None::<String>))
            .col_expr(C::LeaseUntil, Expr::value(0_i64))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Id.eq(id.as_str()))
            .filter(C::LeaseOwner.eq(owner))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Saves what a run has left, and ends the lease of its process. Returns false if it has lost it; then nothing is saved.
    pub async fn finish_feed(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        owner: &str,
        state: &FeedState,
    ) -> Result<bool, StoreError> {
        use feed::Column as C;
        let mut model =
            feed::ActiveModel { lease_owner: Set(None), lease_until: Set(0), ..Default::default() };
        with_state(&mut model, state);
        let result = feed::Entity::update_many()
            .set(model)
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Id.eq(id.as_str()))
            .filter(C::LeaseOwner.eq(owner))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }
}
