//! The seventh migration: counts by day.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE daily_count (
        site_id TEXT NOT NULL,
        day TEXT NOT NULL CONSTRAINT daily_count_day CHECK (day LIKE '____-__-__'),
        kind TEXT NOT NULL CONSTRAINT daily_count_kind CHECK (kind IN ('view', 'ticketing', 'search', 'member')),
        key TEXT NOT NULL,
        count BIGINT NOT NULL CONSTRAINT daily_count_count CHECK (count >= 0),
        PRIMARY KEY (site_id, kind, day, key),
        CONSTRAINT daily_count_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    // Points of a period are read from the ledger.
    "CREATE INDEX transfer_time ON transfer (site_id, occurred_at)",
];

pub struct Numbers;

impl MigrationName for Numbers {
    fn name(&self) -> &'static str {
        "m0007_numbers"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Numbers {
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
