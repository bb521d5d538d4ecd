//! Feeds, their leases, their runs, and the answers that the runs have read.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_model::feed::{FeedConfig, FeedProblem, FeedRunResult};
use marquee_model::{FeedId, FeedRunId, SiteId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::entity::{feed, feed_answer, feed_day, feed_run};
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
    /// Of the last answer that was read completely.
    pub validators: FeedValidators,
    /// When the last run was complete.
    pub succeeded_at: Option<Timestamp>,
    /// The run that waits for a decision; the feed is not due as long as there is one.
    pub held_run: Option<FeedRunId>,
    /// Whether somebody was told that the feed is stale, since its last complete run.
    pub is_stale_reported: bool,
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
        }
    }
}

/// What tells that an answer is the same as before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FeedValidators {
    /// The header `ETag`.
    pub etag: Option<String>,
    /// The header `Last-Modified`.
    pub last_modified: Option<String>,
    /// SHA-256 in hexadecimal.
    pub digest: Option<String>,
}

/// A run of a feed, without what it has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedRunRow {
    /// Sorts by time.
    pub id: FeedRunId,
    pub feed: FeedId,
    pub at: Timestamp,
    pub took_milliseconds: u32,
    pub result: FeedRunResult,
    pub added: u32,
    pub moved: u32,
    pub gone: u32,
    pub unchanged: u32,
    pub warnings: u32,
    pub problem: Option<FeedProblem>,
    pub error: Option<String>,
    /// Addresses that got an email.
    pub mailed: Vec<String>,
    /// The actor who decided on the run.
    pub decided_by: Option<String>,
    /// Size of the stored answer in bytes, 0 without one.
    pub answer_size: u64,
}

/// The answer that a run has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedAnswerRow {
    /// Name of the file.
    pub name: String,
    /// Compressed by the caller.
    pub content: Vec<u8>,
}

/// The runs of a day in UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedDayRow {
    pub feed: FeedId,
    pub day: Date,
    /// The worst result.
    pub result: FeedRunResult,
    pub runs: u64,
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
    };
    Ok(FeedRow {
        config: row_context.read_json("doc", &row.doc)?,
        created_at: row_context.milliseconds("created_at", row.created_at)?,
        is_on: row.is_on,
        credential: row.credential,
        state,
        site: SiteId::stored(row.site_id),
        id: FeedId::stored(row.id),
    })
}

fn read_run(row: feed_run::Model) -> Result<FeedRunRow, StoreError> {
    let row_context = RowContext::new("feed_run", [&row.site_id, &row.id]);
    let problem = row.problem.as_deref();
    let problem =
        problem.map(|text| row_context.code("problem", FeedProblem::parse(text), text)).transpose()?;
    Ok(FeedRunRow {
        at: row_context.milliseconds("at", row.at)?,
        took_milliseconds: row_context.number("took", row.took)?,
        result: row_context.code("result", FeedRunResult::parse(&row.result), &row.result)?,
        added: row_context.number("added", row.added)?,
        moved: row_context.number("moved", row.moved)?,
        gone: row_context.number("gone", row.gone)?,
        unchanged: row_context.number("same", row.same)?,
        warnings: row_context.number("warnings", row.warnings)?,
        problem,
        mailed: row_context.read_json("mailed", &row.mailed)?,
        answer_size: row_context.number("answer_size", row.answer_size)?,
        error: row.error,
        decided_by: row.decided_by,
        feed: FeedId::stored(row.feed_id),
        id: FeedRunId::stored(row.id),
    })
}

fn feed_of(site: &SiteId, id: &FeedId) -> Select<feed::Entity> {
    feed::Entity::find_by_id((site.as_str().to_owned(), id.as_str().to_owned()))
}

fn key_of_run(site: &SiteId, run: &FeedRunId) -> (String, String) {
    (site.as_str().to_owned(), run.as_str().to_owned())
}

/// Runs without their reports, newest first.
fn runs(site: &SiteId) -> Select<feed_run::Entity> {
    feed_run::Entity::find()
        .filter(feed_run::Column::SiteId.eq(site.as_str()))
        .order_by_desc(feed_run::Column::Id)
}

async fn read_runs<C: ConnectionTrait>(
    db: &C,
    query: Select<feed_run::Entity>,
) -> Result<Vec<FeedRunRow>, StoreError> {
    query.all(db).await?.into_iter().map(read_run).collect()
}

impl Store {
    /// The feeds of a site, by name.
    pub async fn feeds(&self, site: &SiteId) -> Result<Vec<FeedRow>, StoreError> {
        let query = feed::Entity::find()
            .filter(feed::Column::SiteId.eq(site.as_str()))
            .order_by_asc(feed::Column::NameKey);
        query.all(&self.read).await?.into_iter().map(read_feed).collect()
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

    /// The runs of a feed, or of all feeds of a site, newest first; only those before `before`.
    pub async fn feed_runs(
        &self,
        site: &SiteId,
        feed: Option<&FeedId>,
        before: Option<&FeedRunId>,
        limit: u64,
    ) -> Result<Vec<FeedRunRow>, StoreError> {
        let mut query = runs(site).limit(limit);
        if let Some(feed) = feed {
            query = query.filter(feed_run::Column::FeedId.eq(feed.as_str()));
        }
        if let Some(before) = before {
            query = query.filter(feed_run::Column::Id.lt(before.as_str()));
        }
        read_runs(&self.read, query).await
    }

    /// A run of a feed, and the report of what it has found as JSON.
    pub async fn feed_run(
        &self,
        site: &SiteId,
        feed: &FeedId,
        run: &FeedRunId,
    ) -> Result<Option<(FeedRunRow, Option<String>)>, StoreError> {
        let query = feed_run::Entity::find_by_id(key_of_run(site, run))
            .filter(feed_run::Column::FeedId.eq(feed.as_str()));
        let Some(mut row) = query.one(&self.read).await? else { return Ok(None) };
        let report = row.report.take();
        Ok(Some((read_run(row)?, report)))
    }

    /// The answer that a run has read, as long as it is stored.
    pub async fn feed_answer(
        &self,
        site: &SiteId,
        run: &FeedRunId,
    ) -> Result<Option<FeedAnswerRow>, StoreError> {
        let row = feed_answer::Entity::find_by_id(key_of_run(site, run)).one(&self.read).await?;
        Ok(row.map(|row| FeedAnswerRow { name: row.name, content: row.content }))
    }

    /// The days of a site's feeds from `from` on, by feed and day.
    pub async fn feed_days(&self, site: &SiteId, from: Date) -> Result<Vec<FeedDayRow>, StoreError> {
        use feed_day::Column as C;
        let query = feed_day::Entity::find()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Day.gte(from.to_string()))
            .order_by_asc(C::FeedId)
            .order_by_asc(C::Day);
        let read = |row: feed_day::Model| {
            let row_context = RowContext::new("feed_day", [&row.site_id, &row.feed_id, &row.day]);
            Ok(FeedDayRow {
                day: row_context.parsed("day", &row.day)?,
                result: row_context.code("result", FeedRunResult::parse(&row.result), &row.result)?,
                runs: row_context.number("runs", row.runs)?,
                feed: FeedId::stored(row.feed_id),
            })
        };
        query.all(&self.read).await?.into_iter().map(read).collect()
    }
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
}

impl WriteTx {
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

    /// Adds a run with its report as JSON and its answer, and counts it for its day. Replaces a run with the same id, whose
    /// answer stays without a new one.
    pub async fn save_feed_run(
        &mut self,
        site: &SiteId,
        run: &FeedRunRow,
        report: Option<&str>,
        answer: Option<&FeedAnswerRow>,
    ) -> Result<(), StoreError> {
        use feed_run::Column as C;
        let row_context = RowContext::new("feed_run", [site.as_str(), run.id.as_str()]);
        let model = feed_run::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(run.id.as_str().to_owned()),
            feed_id: Set(run.feed.as_str().to_owned()),
            at: Set(to_millis(run.at)),
            took: Set(run.took_milliseconds.into()),
            result: Set(run.result.as_str().to_owned()),
            added: Set(run.added.into()),
            moved: Set(run.moved.into()),
            gone: Set(run.gone.into()),
            same: Set(run.unchanged.into()),
            warnings: Set(run.warnings.into()),
            problem: Set(run.problem.map(|problem| problem.as_str().to_owned())),
            error: Set(run.error.clone()),
            mailed: Set(row_context.write_json("mailed", &run.mailed)?),
            decided_by: Set(run.decided_by.clone()),
            report: Set(report.map(str::to_owned)),
            answer_size: Set(i64::try_from(run.answer_size).unwrap_or(i64::MAX)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Id])
            .update_columns([
                C::Result,
                C::Added,
                C::Moved,
                C::Gone,
                C::Same,
                C::Warnings,
                C::Mailed,
                C::DecidedBy,
                C::Report,
            ])
            .to_owned();
        feed_run::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        if let Some(answer) = answer {
            let model = feed_answer::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                run_id: Set(run.id.as_str().to_owned()),
                name: Set(answer.name.clone()),
                content: Set(answer.content.clone()),
            };
            feed_answer::Entity::insert(model).exec_without_returning(self.tx()).await?;
        }
        self.count_feed_day(site, run).await
    }

    async fn count_feed_day(&mut self, site: &SiteId, run: &FeedRunRow) -> Result<(), StoreError> {
        let day = run.at.to_zoned(TimeZone::UTC).date().to_string();
        let key = (site.as_str().to_owned(), run.feed.as_str().to_owned(), day.clone());
        let before = feed_day::Entity::find_by_id(key).one(self.tx()).await?;
        let worst = before.as_ref().and_then(|row| FeedRunResult::parse(&row.result));
        let is_decided = run.decided_by.is_some();
        let result = match worst {
            // The decision on the run that was held.
            Some(FeedRunResult::Held) if is_decided => run.result,
            Some(worst) => worst.max(run.result),
            None => run.result,
        };
        let model = feed_day::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            feed_id: Set(run.feed.as_str().to_owned()),
            day: Set(day),
            result: Set(result.as_str().to_owned()),
            runs: Set(before.map_or(1, |row| row.runs + i64::from(!is_decided))),
        };
        use feed_day::Column as C;
        let conflict = OnConflict::columns([C::SiteId, C::FeedId, C::Day])
            .update_columns([C::Result, C::Runs])
            .to_owned();
        feed_day::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes the runs of a feed from before `before`, those without a change from before `unchanged_before`, its days from
    /// before `before`, and its oldest answers beyond `max_bytes` together. The run that waits for a decision stays.
    pub async fn clean_feed_runs(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        before: Timestamp,
        unchanged_before: Timestamp,
        max_bytes: u64,
    ) -> Result<(), StoreError> {
        use feed_run::Column as C;
        let held = feed_of(site, id).one(self.tx()).await?.and_then(|row| row.held_run).unwrap_or_default();
        let is_old = C::At.lt(to_millis(before));
        let is_idle = Condition::all()
            .add(C::At.lt(to_millis(unchanged_before)))
            .add(C::Result.eq(FeedRunResult::Unchanged.as_str()));
        feed_run::Entity::delete_many()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::FeedId.eq(id.as_str()))
            .filter(C::Id.ne(held.as_str()))
            .filter(Condition::any().add(is_old).add(is_idle))
            .exec(self.tx())
            .await?;
        feed_day::Entity::delete_many()
            .filter(feed_day::Column::SiteId.eq(site.as_str()))
            .filter(feed_day::Column::FeedId.eq(id.as_str()))
            .filter(feed_day::Column::Day.lt(before.to_zoned(TimeZone::UTC).date().to_string()))
            .exec(self.tx())
            .await?;
        let sizes: Vec<(String, i64)> = runs(site)
            .filter(C::FeedId.eq(id.as_str()))
            .filter(C::AnswerSize.gt(0))
            .select_only()
            .columns([C::Id, C::AnswerSize])
            .into_tuple()
            .all(self.tx())
            .await?;
        let mut total = 0_u64;
        let mut beyond = Vec::new();
        for (run, size) in sizes {
            total = total.saturating_add(u64::try_from(size).unwrap_or(0));
            if total > max_bytes && run != held {
                beyond.push(run);
            }
        }
        if !beyond.is_empty() {
            feed_answer::Entity::delete_many()
                .filter(feed_answer::Column::SiteId.eq(site.as_str()))
                .filter(feed_answer::Column::RunId.is_in(beyond.clone()))
                .exec(self.tx())
                .await?;
            feed_run::Entity::update_many()
                .col_expr(C::AnswerSize, Expr::value(0_i64))
                .filter(C::SiteId.eq(site.as_str()))
                .filter(C::Id.is_in(beyond))
                .exec(self.tx())
                .await?;
        }
        Ok(())
    }
}
