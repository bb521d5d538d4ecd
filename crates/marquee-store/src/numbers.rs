//! Counts by day: page views, taps to ticketing, searches without a result, members who joined, and points of the ledger.

use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use marquee_model::SiteId;
use marquee_model::loyalty::TransferKind;
use marquee_model::numbers::CountKind;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, OnConflict, Order};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use crate::connect::Store;
use crate::entity::{daily_count, entry, transfer};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::ledger::entry_to_transfer;
use crate::row_context::RowContext;
use crate::transaction::{CHUNK, WriteTx};

/// Milliseconds of a quarter of an hour, by which the offsets of all time zones can be divided.
const QUARTER_HOUR: i64 = 15 * 60 * 1000;

/// Days, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: Date,
    pub to: Date,
}

/// A count of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow {
    pub day: Date,
    pub kind: CountKind,
    pub key: String,
    pub count: u64,
}

/// Points of one day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Points {
    /// Points that purchases and operators gave. Negative on a day with more refunds.
    pub given: i64,
    /// Points that members spent. Negative on a day with more refunds.
    pub spent: i64,
}

fn counts_in(site: &SiteId, period: Period) -> Select<daily_count::Entity> {
    use daily_count::Column as C;
    daily_count::Entity::find()
        .filter(C::SiteId.eq(site.as_str()))
        .filter(C::Day.between(period.from.to_string(), period.to.to_string()))
}

/// The sum of the counts, as a number of both engines.
fn sum() -> Expr {
    Expr::col(daily_count::Column::Count).sum().cast_as("BIGINT")
}

/// The sum of each key.
fn sums_by_key(site: &SiteId, kind: CountKind, period: Period) -> Select<daily_count::Entity> {
    use daily_count::Column as C;
    counts_in(site, period)
        .filter(C::Kind.eq(kind.as_str()))
        .select_only()
        .column(C::Key)
        .expr_as(sum(), "total")
        .group_by(C::Key)
}

impl Store {
    /// The sum of each day that has a count, by day.
    pub async fn counts_by_day(
        &self,
        site: &SiteId,
        kind: CountKind,
        period: Period,
    ) -> Result<BTreeMap<Date, u64>, StoreError> {
        use daily_count::Column as C;
        let rows: Vec<(String, i64)> = counts_in(site, period)
            .filter(C::Kind.eq(kind.as_str()))
            .select_only()
            .column(C::Day)
            .expr_as(sum(), "total")
            .group_by(C::Day)
            .into_tuple()
            .all(&self.read)
            .await?;
        let context = RowContext::new("daily_count", [site.as_str()]);
        rows.into_iter()
            .map(|(day, total)| Ok((context.parsed("day", &day)?, context.number("count", total)?)))
            .collect()
    }

    /// The `limit` keys with the largest sums, largest first.
    pub async fn largest_counts(
        &self,
        site: &SiteId,
        kind: CountKind,
        period: Period,
        limit: u64,
    ) -> Result<Vec<(String, u64)>, StoreError> {
        use daily_count::Column as C;
        let rows: Vec<(String, i64)> = sums_by_key(site, kind, period)
            .order_by(Expr::col(Alias::new("total")), Order::Desc)
            .order_by_asc(C::Key)
            .limit(limit)
            .into_tuple()
            .all(&self.read)
            .await?;
        let context = RowContext::new("daily_count", [site.as_str()]);
        rows.into_iter().map(|(key, total)| Ok((key, context.number("count", total)?))).collect()
    }

    /// The sums of some keys. Keys without a count are missing.
    pub async fn counts_of_keys(
        &self,
        site: &SiteId,
        kind: CountKind,
        period: Period,
        keys: &[String],
    ) -> Result<BTreeMap<String, u64>, StoreError> {
        let context = RowContext::new("daily_count", [site.as_str()]);
        let mut counts = BTreeMap::new();
        for chunk in keys.chunks(CHUNK) {
            let of_keys = sums_by_key(site, kind, period).filter(daily_count::Column::Key.is_in(chunk));
            let rows: Vec<(String, i64)> = of_keys.into_tuple().all(&self.read).await?;
            for (key, total) in rows {
                counts.insert(key, context.number("count", total)?);
            }
        }
        Ok(counts)
    }

    /// The first `limit` counts of a period, by day, kind and key.
    pub async fn counts(
        &self,
        site: &SiteId,
        period: Period,
        limit: u64,
    ) -> Result<Vec<CountRow>, StoreError> {
        use daily_count::Column as C;
        let rows = counts_in(site, period)
            .order_by_asc(C::Day)
            .order_by_asc(C::Kind)
            .order_by_asc(C::Key)
            .limit(limit)
            .all(&self.read)
            .await?;
        rows.into_iter()
            .map(|row| {
                let context = RowContext::new("daily_count", [&row.site_id, &row.day]);
                Ok(CountRow {
                    day: context.parsed("day", &row.day)?,
                    kind: context.code("kind", CountKind::parse(&row.kind), &row.kind)?,
                    count: context.number("count", row.count)?,
                    key: row.key,
                })
            })
            .collect()
    }

    /// The first day on which something was counted.
    pub async fn first_count_day(&self, site: &SiteId) -> Result<Option<Date>, StoreError> {
        use daily_count::Column as C;
        let day: Option<Option<String>> = daily_count::Entity::find()
            .filter(C::SiteId.eq(site.as_str()))
            .select_only()
            .column_as(C::Day.min(), "first")
            .into_tuple()
            .one(&self.read)
            .await?;
        let context = RowContext::new("daily_count", [site.as_str()]);
        day.flatten().map(|day| context.parsed("day", &day)).transpose()
    }

    /// The points that members were given and that they spent, by day in `zone`. Days without any are missing.
    pub async fn points_by_day(
        &self,
        site: &SiteId,
        period: Period,
        zone: &TimeZone,
    ) -> Result<BTreeMap<Date, Points>, StoreError> {
        let start = |day: Date| day.to_zoned(zone.clone()).map_or(Timestamp::MAX, |start| start.timestamp());
        let (from, to) = (start(period.from), start(period.to.saturating_add(1.day())));
        let booked = |column: transfer::Column| Expr::col((Alias::new("booked"), column));
        let rows = entry::Entity::find()
            .filter(entry::Column::SiteId.eq(site.as_str()))
            .filter(entry::Column::AccountId.starts_with("points:"))
            .join_as(JoinType::InnerJoin, entry_to_transfer(), Alias::new("booked"))
            .filter(booked(transfer::Column::OccurredAt).gte(to_millis(from)))
            .filter(booked(transfer::Column::OccurredAt).lt(to_millis(to)))
            .select_only()
            .expr_as(booked(transfer::Column::OccurredAt).div(QUARTER_HOUR), "quarter")
            .expr_as(booked(transfer::Column::Kind), "kind")
            .expr_as(Expr::col((entry::Entity, entry::Column::Amount)).sum().cast_as("BIGINT"), "amount")
            .group_by(Expr::col(Alias::new("quarter")))
            .group_by(booked(transfer::Column::Kind))
            .into_model::<PointsRow>()
            .all(&self.read)
            .await?;
        let mut days: BTreeMap<Date, Points> = BTreeMap::new();
        for row in rows {
            let context = RowContext::new("transfer", [site.as_str()]);
            let kind = context.code("kind", TransferKind::parse(&row.kind), &row.kind)?;
            let at = context.milliseconds("occurred_at", row.quarter.saturating_mul(QUARTER_HOUR))?;
            let points = days.entry(at.to_zoned(zone.clone()).date()).or_default();
            match kind {
                TransferKind::Redeem => points.spent = points.spent.saturating_sub(row.amount),
                TransferKind::Earn | TransferKind::Adjust => {
                    points.given = points.given.saturating_add(row.amount);
                }
                TransferKind::Expire => {}
            }
        }
        Ok(days)
    }
}

#[derive(FromQueryResult)]
struct PointsRow {
    quarter: i64,
    kind: String,
    amount: i64,
}

impl WriteTx {
    /// Adds counts to those of a day. Keys above [`CountKind::max_keys`] are added to the empty key.
    pub async fn add_counts(
        &mut self,
        site: &SiteId,
        day: Date,
        kind: CountKind,
        counts: &BTreeMap<String, u64>,
    ) -> Result<(), StoreError> {
        use daily_count::Column as C;
        let on_day = Period { from: day, to: day };
        let existing: Vec<String> = counts_in(site, on_day)
            .filter(C::Kind.eq(kind.as_str()))
            .select_only()
            .column(C::Key)
            .into_tuple()
            .all(self.tx())
            .await?;
        let mut keys: HashSet<&str> = existing.iter().map(String::as_str).collect();
        let mut kept: BTreeMap<&str, u64> = BTreeMap::new();
        for (key, count) in counts {
            let is_kept = keys.contains(key.as_str()) || key.is_empty() || keys.len() < kind.max_keys();
            let key = if is_kept { key.as_str() } else { "" };
            keys.insert(key);
            let total = kept.entry(key).or_default();
            *total = total.saturating_add(*count);
        }
        let rows: Vec<daily_count::ActiveModel> = kept
            .into_iter()
            .map(|(key, count)| daily_count::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                day: Set(day.to_string()),
                kind: Set(kind.as_str().to_owned()),
                key: Set(key.to_owned()),
                count: Set(i64::try_from(count).unwrap_or(i64::MAX)),
            })
            .collect();
        for chunk in rows.chunks(CHUNK) {
            // A single statement, so that counts of several nodes are not lost.
            let added =
                Expr::col((daily_count::Entity, C::Count)).add(Expr::col((Alias::new("excluded"), C::Count)));
            let conflict =
                OnConflict::columns([C::SiteId, C::Kind, C::Day, C::Key]).value(C::Count, added).to_owned();
            daily_count::Entity::insert_many(chunk.to_vec())
                .on_conflict(conflict)
                .exec_without_returning(self.tx())
                .await?;
        }
        Ok(())
    }

    /// Removes the counts before a day, of all sites. Returns how many rows were removed.
    pub async fn remove_counts_before(&mut self, day: Date) -> Result<u64, StoreError> {
        let result = daily_count::Entity::delete_many()
            .filter(daily_count::Column::Day.lt(day.to_string()))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected)
    }
}
