//! Why messages of webhooks were not accepted, as a code besides the text.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

pub struct WebhookProblems;

impl MigrationName for WebhookProblems {
    fn name(&self) -> &'static str {
        "m0022_webhook_problems"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for WebhookProblems {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let statement = "ALTER TABLE webhook_message ADD COLUMN problem TEXT";
        manager.get_connection().execute_unprepared(statement).await?;
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
