//! The ninth migration: alerts of theaters, and theaters that operators changed beside what feeds say.

use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

/// An alert stays if an import removes its theater for a while, so it belongs to the site only. Both engines accept this.
const ALERTS: &str = "CREATE TABLE theater_alert (
        site_id TEXT NOT NULL,
        theater_id TEXT NOT NULL,
        message TEXT NOT NULL CONSTRAINT theater_alert_message CHECK (message <> ''),
        since BIGINT NOT NULL,
        ends_at BIGINT NOT NULL CONSTRAINT theater_alert_end CHECK (ends_at > since),
        PRIMARY KEY (site_id, theater_id),
        CONSTRAINT theater_alert_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)";

/// SQLite cannot change a constraint, so the table is made again.
const EDITS_SQLITE: &[&str] = &[
    "CREATE TABLE record_edit_new (
        site_id TEXT NOT NULL,
        kind TEXT NOT NULL CONSTRAINT record_edit_kind CHECK (kind IN ('film', 'show', 'theater', 'rules')),
        id TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT record_edit_doc CHECK (doc LIKE '{%}'),
        base TEXT,
        day TEXT CONSTRAINT record_edit_day CHECK (day LIKE '____-__-__'),
        PRIMARY KEY (site_id, kind, id),
        CONSTRAINT record_edit_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "INSERT INTO record_edit_new SELECT site_id, kind, id, doc, base, day FROM record_edit",
    "DROP TABLE record_edit",
    "ALTER TABLE record_edit_new RENAME TO record_edit",
];
const EDITS_POSTGRES: &[&str] = &[
    "ALTER TABLE record_edit DROP CONSTRAINT record_edit_kind",
    "ALTER TABLE record_edit ADD CONSTRAINT record_edit_kind CHECK (kind IN ('film', 'show', 'theater', 'rules'))",
];

pub struct TheaterNotices;

impl MigrationName for TheaterNotices {
    fn name(&self) -> &'static str {
        "m0009_theater_notices"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for TheaterNotices {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        db.execute_unprepared(ALERTS).await?;
        let edits = match db.get_database_backend() {
            DbBackend::Postgres => EDITS_POSTGRES,
            _ => EDITS_SQLITE,
        };
        for statement in edits {
            db.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
