//! Rate-limit counters, shared by all nodes (security 2.3).

use jiff::{SignedDuration, Timestamp};
use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select, Set};

use crate::connect::Store;
use crate::entity::counter;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A counter of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    pub count: u64,
    /// When the next attempt is allowed; for a new counter, the time of the first attempt.
    pub retry_at: Timestamp,
    /// When the counter expires, and with it any lock that the caller derives from it.
    pub until: Timestamp,
}

fn from_row(row: &counter::Model) -> Result<Counter, StoreError> {
    let row_context = RowContext::new("counter", [&row.site_id, &row.key]);
    Ok(Counter {
        count: row_context.number("count", row.count)?,
        retry_at: row_context.milliseconds("retry_at", row.retry_at)?,
        until: row_context.milliseconds("until", row.until)?,
    })
}

fn by_key(site: &SiteId, key: &str) -> Select<counter::Entity> {
    counter::Entity::find()
        .filter(counter::Column::SiteId.eq(site.as_str()))
        .filter(counter::Column::Key.eq(key))
}

async fn one<C: ConnectionTrait>(
    db: &C,
    query: Select<counter::Entity>,
) -> Result<Option<Counter>, StoreError> {
    query.one(db).await?.as_ref().map(from_row).transpose()
}

impl Store {
    /// The counter of a key.
    pub async fn counter(&self, site: &SiteId, key: &str) -> Result<Option<Counter>, StoreError> {
        one(&self.read, by_key(site, key)).await
    }
}

impl WriteTx {
    /// The counter of a key, locked until this transaction ends.
    pub async fn counter(&self, site: &SiteId, key: &str) -> Result<Option<Counter>, StoreError> {
        one(self.tx(), by_key(site, key).lock_exclusive()).await
    }

    pub async fn save_counter(
        &mut self,
        site: &SiteId,
        key: &str,
        counter: &Counter,
    ) -> Result<(), StoreError> {
        use counter::Column as C;
        let model = counter::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            key: Set(key.to_owned()),
            count: Set(i64::try_from(counter.count).unwrap_or(i64::MAX)),
            retry_at: Set(to_millis(counter.retry_at)),
            until: Set(to_millis(counter.until)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Key])
            .update_columns([C::Count, C::RetryAt, C::Until])
            .to_owned();
        counter::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Increments a counter and returns it. The first attempt starts a window; after its end the count starts at 1 again.
    pub async fn increment_counter(
        &mut self,
        site: &SiteId,
        key: &str,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<Counter, StoreError> {
        use counter::Column as C;
        let is_running = || Expr::col((counter::Entity, C::Until)).gt(to_millis(now));
        let until = to_millis(now.saturating_add(window).unwrap_or(Timestamp::MAX));
        let keep_or_reset = |column: C, start: i64| {
            (column, Expr::case(is_running(), Expr::col((counter::Entity, column))).finally(start).into())
        };
        let next_count = Expr::case(is_running(), Expr::col((counter::Entity, C::Count)).add(1)).finally(1);
        let model = counter::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            key: Set(key.to_owned()),
            count: Set(1),
            retry_at: Set(to_millis(now)),
            until: Set(until),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Key])
            .values([
                (C::Count, next_count.into()),
                keep_or_reset(C::RetryAt, to_millis(now)),
                keep_or_reset(C::Until, until),
            ])
            .to_owned();
        // A single statement, so that concurrent increments are not lost.
        let row = counter::Entity::insert(model).on_conflict(conflict).exec_with_returning(self.tx()).await?;
        from_row(&row)
    }

    /// Removes a counter.
    pub async fn remove_counter(&mut self, site: &SiteId, key: &str) -> Result<(), StoreError> {
        counter::Entity::delete_by_id((site.as_str().to_owned(), key.to_owned())).exec(self.tx()).await?;
        Ok(())
    }
}
