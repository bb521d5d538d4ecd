//! Parts of drafts and people are kept for a while after they were removed.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// Both engines accept these statements. SQLite cannot change a constraint, so the table is made again.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE removed_record_2 (
        site_id TEXT NOT NULL,
        kind TEXT NOT NULL CONSTRAINT removed_record_kind CHECK (kind IN (
            'invitation', 'part', 'person', 'picture')),
        id TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT removed_record_doc CHECK (doc LIKE '{%}'),
        removed_at BIGINT NOT NULL,
        PRIMARY KEY (site_id, kind, id),
        CONSTRAINT removed_record_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "INSERT INTO removed_record_2 (site_id, kind, id, doc, removed_at)
        SELECT site_id, kind, id, doc, removed_at FROM removed_record",
    "DROP TABLE removed_record",
    "ALTER TABLE removed_record_2 RENAME TO removed_record",
];

pub struct RemovedParts;

impl MigrationName for RemovedParts {
    fn name(&self) -> &'static str {
        "m0026_removed_parts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for RemovedParts {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for statement in STATEMENTS {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
