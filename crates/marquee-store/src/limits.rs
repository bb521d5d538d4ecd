//! Rate-limit counters, shared by all nodes (security 2.3).

use jiff::{SignedDuration, Timestamp};
use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select, Set};

use crate::connect::Store;
use crate::entity::tally;
use crate::error::StoreError;
use crate::instant::{at, ms};
use crate::writes::WriteTx;

/// A counter of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub count: u64,
    /// Time of the first attempt.
    pub since: Timestamp,
    /// When the counter expires, and with it any lock that the caller derives from it.
    pub until: Timestamp,
}

fn read(row: &tally::Model) -> Tally {
    Tally { count: u64::try_from(row.count).unwrap_or(0), since: at(row.since), until: at(row.until) }
}

fn counter(site: &SiteId, key: &str) -> Select<tally::Entity> {
    tally::Entity::find().filter(tally::Column::SiteId.eq(site.as_str())).filter(tally::Column::Key.eq(key))
}

async fn one<C: ConnectionTrait>(db: &C, found: Select<tally::Entity>) -> Result<Option<Tally>, StoreError> {
    Ok(found.one(db).await?.as_ref().map(read))
}

impl Store {
    /// The counter of a key.
    pub async fn tally(&self, site: &SiteId, key: &str) -> Result<Option<Tally>, StoreError> {
        one(&self.read, counter(site, key)).await
    }
}

impl WriteTx {
    /// The counter of a key, locked until this transaction ends.
    pub async fn tally(&self, site: &SiteId, key: &str) -> Result<Option<Tally>, StoreError> {
        one(self.tx(), counter(site, key).lock_exclusive()).await
    }

    pub async fn save_tally(&mut self, site: &SiteId, key: &str, tally: &Tally) -> Result<(), StoreError> {
        use tally::Column as C;
        let model = tally::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            key: Set(key.to_owned()),
            count: Set(i64::try_from(tally.count).unwrap_or(i64::MAX)),
            since: Set(ms(tally.since)),
            until: Set(ms(tally.until)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Key])
            .update_columns([C::Count, C::Since, C::Until])
            .to_owned();
        tally::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Increments a counter and returns it. The first attempt starts a window; after its end the count starts at 1 again.
    pub async fn count(
        &mut self,
        site: &SiteId,
        key: &str,
        window: SignedDuration,
        now: Timestamp,
    ) -> Result<Tally, StoreError> {
        use tally::Column as C;
        let running = || Expr::col((tally::Entity, C::Until)).gt(ms(now));
        let until = ms(now.saturating_add(window).unwrap_or(Timestamp::MAX));
        let keep_or_reset = |column: C, start: i64| {
            (column, Expr::case(running(), Expr::col((tally::Entity, column))).finally(start).into())
        };
        let more = Expr::case(running(), Expr::col((tally::Entity, C::Count)).add(1)).finally(1);
        let model = tally::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            key: Set(key.to_owned()),
            count: Set(1),
            since: Set(ms(now)),
            until: Set(until),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Key])
            .values([
                (C::Count, more.into()),
                keep_or_reset(C::Since, ms(now)),
                keep_or_reset(C::Until, until),
            ])
            .to_owned();
        // A single statement, so that concurrent increments are not lost.
        let row = tally::Entity::insert(model).on_conflict(conflict).exec_with_returning(self.tx()).await?;
        Ok(read(&row))
    }

    /// Removes a counter.
    pub async fn forget_tally(&mut self, site: &SiteId, key: &str) -> Result<(), StoreError> {
        tally::Entity::delete_by_id((site.as_str().to_owned(), key.to_owned())).exec(self.tx()).await?;
        Ok(())
    }
}
