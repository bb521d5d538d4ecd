//! The twenty-third migration: captions of the videos of the media library.

use sea_orm_migration::prelude::*;

/// `text_id` names the text. Both engines accept this statement.
const STATEMENT: &str = "CREATE TABLE captions (
        site_id TEXT NOT NULL,
        video TEXT NOT NULL,
        locale TEXT NOT NULL,
        text_id TEXT NOT NULL,
        name TEXT NOT NULL,
        bytes BIGINT NOT NULL CONSTRAINT captions_bytes CHECK (bytes > 0),
        text TEXT NOT NULL,
        uploaded_at BIGINT NOT NULL,
        actor TEXT NOT NULL,
        PRIMARY KEY (site_id, video, locale),
        CONSTRAINT captions_of_video FOREIGN KEY (site_id, video) REFERENCES video (site_id, source) ON DELETE CASCADE)";

pub struct VideoCaptions;

impl MigrationName for VideoCaptions {
    fn name(&self) -> &'static str {
        "m0023_captions"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for VideoCaptions {
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
