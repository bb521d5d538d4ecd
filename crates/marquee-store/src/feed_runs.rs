//! Runs of feeds, and the responses that they have read.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_model::feed::{FeedProblem, FeedRunResult};
use marquee_model::{FeedId, FeedRunId, SiteId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, Iterable, QueryFilter, QueryOrder, QuerySelect,
    Select, Set,
};

use crate::connect::Store;
use crate::entity::{feed_day, feed_response, feed_run};
use crate::error::StoreError;
use crate::feeds::feed_of;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// What is kept of the runs of a feed.
#[derive(Debug, Clone, Copy)]
pub struct FeedRunLimits {
    /// Runs from before it are removed, and so are days.
    pub before: Timestamp,
    /// Runs from before it that changed nothing are removed.
    pub unchanged_before: Timestamp,
    /// Number of reports, the newest ones.
    pub reports: u64,
    /// Size of the responses in bytes, the newest ones.
    pub response_bytes: u64,
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
    /// Size of the stored response in bytes, 0 without one.
    pub response_size: u64,
}

/// The response that a run has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedResponseRow {
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
        response_size: row_context.number("response_size", row.response_size)?,
        error: row.error,
        decided_by: row.decided_by,
        feed: FeedId::stored(row.feed_id),
        id: FeedRunId::stored(row.id),
    })
}

fn key_of_run(site: &SiteId, run: &FeedRunId) -> (String, String) {
    (site.as_str().to_owned(), run.as_str().to_owned())
}

/// Runs without their reports, which can be large, newest first.
fn runs(site: &SiteId) -> Select<feed_run::Entity> {
    use feed_run::Column as C;
    feed_run::Entity::find()
        .select_only()
        .columns(C::iter().filter(|column| !matches!(column, C::Report)))
        .expr_as(Expr::value(None::<String>), "report")
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

    /// The response that a run has read, as long as it is stored.
    pub async fn feed_response(
        &self,
        site: &SiteId,
        run: &FeedRunId,
    ) -> Result<Option<FeedResponseRow>, StoreError> {
        let row = feed_response::Entity::find_by_id(key_of_run(site, run)).one(&self.read).await?;
        Ok(row.map(|row| FeedResponseRow { name: row.name, content: row.content }))
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

impl WriteTx {
    /// Adds a run with its report as JSON and its response, and counts it for its day. Replaces a run with the same id, whose
    /// response stays without a new one.
    pub async fn save_feed_run(
        &mut self,
        site: &SiteId,
        run: &FeedRunRow,
        report: Option<&str>,
        response: Option<&FeedResponseRow>,
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
            response_size: Set(i64::try_from(run.response_size).unwrap_or(i64::MAX)),
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
        if let Some(response) = response {
            let model = feed_response::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                run_id: Set(run.id.as_str().to_owned()),
                name: Set(response.name.clone()),
                content: Set(response.content.clone()),
            };
            feed_response::Entity::insert(model).exec_without_returning(self.tx()).await?;
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

    /// Removes the reports of a feed except the newest ones and that of the run that waits for a decision.
    async fn remove_old_reports(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        held: &str,
        count: u64,
    ) -> Result<(), StoreError> {
        use feed_run::Column as C;
        let oldest = runs(site)
            .filter(C::FeedId.eq(id.as_str()))
            .filter(C::Report.is_not_null())
            .select_only()
            .column(C::Id)
            .offset(count)
            .limit(1)
            .into_tuple::<String>();
        let Some(oldest) = oldest.one(self.tx()).await? else { return Ok(()) };
        feed_run::Entity::update_many()
            .col_expr(C::Report, Expr::value(None::<String>))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::FeedId.eq(id.as_str()))
            .filter(C::Id.lte(oldest))
            .filter(C::Id.ne(held))
            .filter(C::Report.is_not_null())
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Removes what is beyond the limits. The run that waits for a decision stays with its report and response.
    pub async fn clean_feed_runs(
        &mut self,
        (site, id): (&SiteId, &FeedId),
        limits: FeedRunLimits,
    ) -> Result<(), StoreError> {
        use feed_run::Column as C;
        let held = feed_of(site, id).one(self.tx()).await?.and_then(|row| row.held_run).unwrap_or_default();
        let FeedRunLimits { before, unchanged_before, reports, response_bytes } = limits;
        let is_old = C::At.lt(to_millis(before));
        let is_idle = Condition::all()
            .add(C::At.lt(to_millis(unchanged_before)))
            .add(
                C::Result.is_in([FeedRunResult::Unchanged, FeedRunResult::Warned].map(FeedRunResult::as_str)),
            )
            .add(C::Added.eq(0))
            .add(C::Moved.eq(0))
            .add(C::Gone.eq(0));
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
        self.remove_old_reports((site, id), &held, reports).await?;
        let sizes: Vec<(String, i64)> = runs(site)
            .filter(C::FeedId.eq(id.as_str()))
            .filter(C::ResponseSize.gt(0))
            .select_only()
            .columns([C::Id, C::ResponseSize])
            .into_tuple()
            .all(self.tx())
            .await?;
        let mut total = 0_u64;
        let mut beyond = Vec::new();
        for (run, size) in sizes {
            total = total.saturating_add(u64::try_from(size).unwrap_or(0));
            if total > response_bytes && run != held {
                beyond.push(run);
            }
        }
        if !beyond.is_empty() {
            feed_response::Entity::delete_many()
                .filter(feed_response::Column::SiteId.eq(site.as_str()))
                .filter(feed_response::Column::RunId.is_in(beyond.clone()))
                .exec(self.tx())
                .await?;
            feed_run::Entity::update_many()
                .col_expr(C::ResponseSize, Expr::value(0_i64))
                .filter(C::SiteId.eq(site.as_str()))
                .filter(C::Id.is_in(beyond))
                .exec(self.tx())
                .await?;
        }
        Ok(())
    }
}
