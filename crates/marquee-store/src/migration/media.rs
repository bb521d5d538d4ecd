//! The tenth migration: what operators say about pictures, and the files that they uploaded.

use sea_orm_migration::prelude::*;

/// A details row is of a picture that records refer to, even if it is not stored yet. A file that was replaced has no bytes and
/// names the media id that its addresses lead to now. Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE picture_details (
        site_id TEXT NOT NULL,
        source TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT picture_details_doc CHECK (doc LIKE '{%}'),
        PRIMARY KEY (site_id, source),
        CONSTRAINT picture_details_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE picture_file (
        site_id TEXT NOT NULL,
        media_id TEXT NOT NULL,
        name TEXT NOT NULL,
        bytes BIGINT NOT NULL CONSTRAINT picture_file_bytes CHECK (bytes >= 0),
        uploaded_at BIGINT NOT NULL,
        actor TEXT NOT NULL,
        replaced_by TEXT,
        PRIMARY KEY (site_id, media_id),
        CONSTRAINT picture_file_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
];

pub struct Media;

impl MigrationName for Media {
    fn name(&self) -> &'static str {
        "m0010_media"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Media {
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
