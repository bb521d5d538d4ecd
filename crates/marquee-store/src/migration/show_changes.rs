//! The eighteenth migration: what has become of announced shows.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// `change` is an object, null for shows as they were announced. `has_announced` is whether a run of the feed with its present
/// address, format and theaters was applied: only then a show that the next one lacks has vanished. Both engines accept these
/// statements.
const STATEMENTS: &[&str] = &[
    "ALTER TABLE showtime ADD COLUMN change TEXT CONSTRAINT showtime_change CHECK (change LIKE '{%}')",
    "ALTER TABLE feed ADD COLUMN has_announced BOOLEAN NOT NULL DEFAULT FALSE",
];

pub struct ShowChanges;

impl MigrationName for ShowChanges {
    fn name(&self) -> &'static str {
        "m0018_show_changes"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for ShowChanges {
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
