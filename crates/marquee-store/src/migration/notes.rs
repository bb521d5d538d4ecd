//! The eleventh migration: notes about members for colleagues.

use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

/// Notes are personal data: they are deleted with their member. Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE member_note (
        site_id TEXT NOT NULL,
        id TEXT NOT NULL,
        member_id TEXT NOT NULL,
        author TEXT NOT NULL,
        text TEXT NOT NULL CONSTRAINT member_note_text CHECK (text <> ''),
        at BIGINT NOT NULL,
        PRIMARY KEY (site_id, id),
        CONSTRAINT member_note_of_member FOREIGN KEY (site_id, member_id)
            REFERENCES member (site_id, id) ON DELETE CASCADE)",
    "CREATE INDEX member_note_member ON member_note (site_id, member_id, at)",
];

/// PostgreSQL copies column values into its statistics, where they would outlive the row (security 7.8).
const WITHOUT_STATISTICS: &str = "ALTER TABLE member_note ALTER COLUMN text SET STATISTICS 0";

pub struct Notes;

impl MigrationName for Notes {
    fn name(&self) -> &'static str {
        "m0011_member_notes"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Notes {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in STATEMENTS {
            db.execute_unprepared(statement).await?;
        }
        if db.get_database_backend() == DbBackend::Postgres {
            db.execute_unprepared(WITHOUT_STATISTICS).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
