//! Records deletions of members, and removes their data from the database files (security 7.8).

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, Set, Statement,
    sqlx,
};

use crate::connect::Store;
use crate::entity::deletion;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// Statements that rewrite the tables of members on PostgreSQL, without old versions of rows. A `VACUUM` without `FULL` frees
/// the space of a row but does not overwrite its bytes.
const REWRITE: [&str; 14] = [
    "SET lock_timeout = '2s'",
    "SET statement_timeout = 0",
    "VACUUM (FULL) member",
    "VACUUM (FULL) member_note",
    "VACUUM (FULL) member_merge",
    "VACUUM (FULL) session",
    "VACUUM (FULL) secret",
    "VACUUM (FULL) outbox",
    "VACUUM (FULL) favourite",
    "VACUUM (FULL) card",
    "VACUUM (FULL) loyalty_order",
    "VACUUM (FULL) answered",
    "VACUUM (FULL) audit",
    "VACUUM (FULL) transfer",
];

/// A deleted member.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deletion {
    pub site: SiteId,
    /// Keyed hash of the member's id.
    pub hash: String,
    pub at: Timestamp,
}

fn failed(error: sqlx::Error) -> StoreError {
    DbErr::Custom(error.to_string()).into()
}

fn from_row(row: deletion::Model) -> Result<Deletion, StoreError> {
    let at = RowContext::new("deletion", [&row.site_id, &row.hash]).milliseconds("at", row.at)?;
    Ok(Deletion { site: SiteId::stored(row.site_id), hash: row.hash, at })
}

impl Store {
    /// All deletions in this database, oldest first.
    pub async fn deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        let query =
            deletion::Entity::find().order_by_asc(deletion::Column::At).order_by_asc(deletion::Column::Hash);
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }

    /// Deletions of members whose data may still be in the files, oldest first.
    pub async fn pending_deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        let query = deletion::Entity::find()
            .filter(deletion::Column::IsClean.eq(false))
            .order_by_asc(deletion::Column::At);
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }

    /// Removes deleted rows from the database files: on SQLite the WAL is checkpointed and truncated (pages are overwritten as
    /// rows are deleted), on PostgreSQL the tables are rewritten, each under an exclusive lock.
    ///
    /// # Errors
    /// [`StoreError::Database`] if the WAL is in use or a lock takes more than two seconds; the caller should retry later.
    pub async fn clean_files(&self) -> Result<(), StoreError> {
        let db = &self.write;
        if db.get_database_backend() == DbBackend::Postgres {
            // One connection for all statements, closed afterwards, because `SET` lasts as long as the connection.
            let mut connection = db.get_postgres_connection_pool().acquire().await.map_err(failed)?;
            connection.close_on_drop();
            for sql in REWRITE {
                sqlx::raw_sql(sql).execute(&mut *connection).await.map_err(failed)?;
            }
            return Ok(());
        }
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let row = db.query_one_raw(Statement::from_string(DbBackend::Sqlite, sql)).await?;
        match row.map(|row| row.try_get_by_index::<i32>(0)).transpose()? {
            Some(0) => Ok(()),
            _ => Err(DbErr::Custom("the WAL is in use".to_owned()).into()),
        }
    }
}

impl WriteTx {
    /// Records that a member was deleted. Idempotent.
    pub async fn record_deletion(&mut self, deletion: &Deletion) -> Result<(), StoreError> {
        use deletion::Column as C;
        let model = deletion::ActiveModel {
            site_id: Set(deletion.site.as_str().to_owned()),
            hash: Set(deletion.hash.clone()),
            at: Set(to_millis(deletion.at)),
            is_clean: Set(false),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Hash]).update_columns([C::IsClean]).to_owned();
        deletion::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Records that the files contain no data of members who were deleted at or before `until`.
    pub async fn mark_deletions_clean(&mut self, until: Timestamp) -> Result<(), StoreError> {
        deletion::Entity::update_many()
            .col_expr(deletion::Column::IsClean, Expr::value(true))
            .filter(deletion::Column::At.lte(to_millis(until)))
            .exec(self.tx())
            .await?;
        Ok(())
    }
}
