//! Which operator made a change of a draft: names are not unique, and change.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

pub struct DraftOperators;

impl MigrationName for DraftOperators {
    fn name(&self) -> &'static str {
        "m0028_draft_operators"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for DraftOperators {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let statement = "ALTER TABLE draft_edit ADD COLUMN operator_id TEXT";
        manager.get_connection().execute_unprepared(statement).await?;
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
