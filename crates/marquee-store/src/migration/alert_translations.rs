//! Messages of alerts in the other languages of a site, as JSON by short locale.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

pub struct AlertTranslations;

impl MigrationName for AlertTranslations {
    fn name(&self) -> &'static str {
        "m0029_alert_translations"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for AlertTranslations {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let statement = "ALTER TABLE theater_alert ADD COLUMN translations TEXT NOT NULL DEFAULT '{}'";
        manager.get_connection().execute_unprepared(statement).await?;
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
