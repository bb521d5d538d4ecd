//! Write transactions, which record what they changed.

use std::collections::{BTreeMap, BTreeSet};

use marquee_model::{Change, SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, NotSet, Set, Statement,
};

use crate::entity::{change, touched};
use crate::error::StoreError;
use crate::row_context::RowContext;

/// Rows per statement; both engines accept this many of the widest table.
pub(crate) const CHUNK: usize = 1000;

/// Advisory lock on PostgreSQL for numbering changes. Readers continue after the last number they saw, so a smaller number
/// must not be committed after a larger one. SQLite has a single writer.
const CHANGES: i64 = 0x6d61_7271_7565_6501;

/// A write transaction. It is rolled back if dropped without [`WriteTx::commit`].
#[derive(Debug)]
pub struct WriteTx {
    tx: DatabaseTransaction,
    changes: BTreeMap<SiteId, Vec<Tag>>,
    /// Sites that this transaction removes.
    pub(crate) removed: BTreeSet<SiteId>,
}

impl WriteTx {
    pub(crate) fn new(tx: DatabaseTransaction) -> Self {
        Self { tx, changes: BTreeMap::new(), removed: BTreeSet::new() }
    }

    pub(crate) fn tx(&self) -> &DatabaseTransaction {
        &self.tx
    }

    /// Records a change; it is saved with the transaction.
    pub fn record_change(&mut self, site: &SiteId, tag: Tag) {
        self.changes.entry(site.clone()).or_default().push(tag);
    }

    /// Commits the transaction and returns its changes.
    ///
    /// # Errors
    /// [`StoreError::Database`]; the transaction is then rolled back.
    pub async fn commit(mut self) -> Result<Vec<Change>, StoreError> {
        let changes: Vec<Change> = std::mem::take(&mut self.changes)
            .into_iter()
            .map(|(site, tags)| Change::new(site, tags))
            .collect();
        if !changes.is_empty() && self.tx.get_database_backend() == DbBackend::Postgres {
            self.tx.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({CHANGES})")).await?;
        }
        for c in &changes {
            let row = change::ActiveModel {
                seq: NotSet,
                site_id: Set(c.site.as_str().to_owned()),
                tags: Set(RowContext::new("change_log", [c.site.as_str()]).write_json("tags", &c.tags)?),
            };
            row.insert(&self.tx).await?;
        }
        for c in changes.iter().filter(|c| !self.removed.contains(&c.site)) {
            self.touch(c).await?;
        }
        self.tx.commit().await?;
        Ok(changes)
    }

    /// Records the time of a change for each of its tags, by the database's clock.
    async fn touch(&self, change: &Change) -> Result<(), StoreError> {
        let now = match self.tx.get_database_backend() {
            DbBackend::Postgres => "SELECT CAST(EXTRACT(EPOCH FROM now()) AS BIGINT) AS at",
            _ => "SELECT unixepoch() AS at",
        };
        let now_seconds: i64 =
            match self.tx.query_one_raw(Statement::from_string(self.tx.get_database_backend(), now)).await? {
                Some(row) => row.try_get("", "at")?,
                None => 0,
            };
        for chunk in change.tags.chunks(CHUNK) {
            let rows = chunk
                .iter()
                .map(|tag| {
                    Ok(touched::ActiveModel {
                        site_id: Set(change.site.as_str().to_owned()),
                        tag: Set(RowContext::new("touched", [change.site.as_str()]).write_json("tag", tag)?),
                        at: Set(now_seconds),
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            let conflict = OnConflict::columns([touched::Column::SiteId, touched::Column::Tag])
                .update_column(touched::Column::At)
                .to_owned();
            touched::Entity::insert_many(rows).on_conflict(conflict).exec_without_returning(&self.tx).await?;
        }
        Ok(())
    }
}
