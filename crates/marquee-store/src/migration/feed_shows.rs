//! Which feed announces a show, in theaters that several feeds have.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// Both engines accept this statement.
const STATEMENT: &str = "CREATE TABLE feed_show (
        site_id TEXT NOT NULL,
        show_id TEXT NOT NULL,
        feed_id TEXT NOT NULL,
        PRIMARY KEY (site_id, show_id),
        CONSTRAINT feed_of_show FOREIGN KEY (site_id, show_id) REFERENCES showtime (site_id, id) ON DELETE CASCADE)";

pub struct FeedShows;

impl MigrationName for FeedShows {
    fn name(&self) -> &'static str {
        "m0025_feed_shows"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for FeedShows {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(STATEMENT).await?;
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
