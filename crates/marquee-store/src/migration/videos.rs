//! The twenty-first migration: videos of the media library.

use sea_orm_migration::prelude::*;

/// `media_id` names the file, which a replacement changes. A removed video can be restored for a while. Both engines accept this
/// statement.
const STATEMENT: &str = "CREATE TABLE video (
        site_id TEXT NOT NULL,
        source TEXT NOT NULL,
        media_id TEXT NOT NULL,
        name TEXT NOT NULL,
        bytes BIGINT NOT NULL CONSTRAINT video_bytes CHECK (bytes > 0),
        width INTEGER NOT NULL CONSTRAINT video_width CHECK (width > 0),
        height INTEGER NOT NULL CONSTRAINT video_height CHECK (height > 0),
        duration_ms BIGINT NOT NULL CONSTRAINT video_duration CHECK (duration_ms >= 0),
        uploaded_at BIGINT NOT NULL,
        actor TEXT NOT NULL,
        removed_at BIGINT,
        PRIMARY KEY (site_id, source),
        CONSTRAINT video_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)";

pub struct Videos;

impl MigrationName for Videos {
    fn name(&self) -> &'static str {
        "m0021_videos"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Videos {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(STATEMENT).await?;
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
