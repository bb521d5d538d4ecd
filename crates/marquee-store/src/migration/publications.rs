//! What is published later: who scheduled which changes, and what was not published.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

const STATEMENTS: [&str; 4] = [
    "ALTER TABLE publication ADD COLUMN operator_id TEXT",
    "ALTER TABLE publication ADD COLUMN changes TEXT",
    "ALTER TABLE publication ADD COLUMN problem TEXT",
    "ALTER TABLE publication ADD COLUMN left_out BIGINT NOT NULL DEFAULT 0",
];

pub struct Publications;

impl MigrationName for Publications {
    fn name(&self) -> &'static str {
        "m0024_publications"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Publications {
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
