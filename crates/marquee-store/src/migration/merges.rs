//! The twelfth migration: accounts of members that were merged into another one.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// The ids of closed accounts are needed until the member is deleted: tills still know them, and a deletion is recorded for each
/// (security 7.8). Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE member_merge (
        site_id TEXT NOT NULL,
        closed_id TEXT NOT NULL,
        member_id TEXT NOT NULL,
        PRIMARY KEY (site_id, closed_id),
        CONSTRAINT member_merge_of_member FOREIGN KEY (site_id, member_id)
            REFERENCES member (site_id, id) ON DELETE CASCADE)",
    "CREATE INDEX member_merge_member ON member_merge (site_id, member_id)",
];

pub struct Merges;

impl MigrationName for Merges {
    fn name(&self) -> &'static str {
        "m0012_member_merges"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Merges {
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
