//! The sixth migration: films and shows that operators typed in or changed, and rules for typed-in shows.

use sea_orm_migration::prelude::*;

/// `base` is what feeds and imports say of the record, null if none of them has it; `day` is the cinema day of a show. The id
/// of rules is that of their theater. Both engines accept this statement.
const TABLE: &str = "CREATE TABLE record_edit (
        site_id TEXT NOT NULL,
        kind TEXT NOT NULL CONSTRAINT record_edit_kind CHECK (kind IN ('film', 'show', 'rules')),
        id TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT record_edit_doc CHECK (doc LIKE '{%}'),
        base TEXT,
        day TEXT CONSTRAINT record_edit_day CHECK (day LIKE '____-__-__'),
        PRIMARY KEY (site_id, kind, id),
        CONSTRAINT record_edit_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)";

pub struct Program;

impl MigrationName for Program {
    fn name(&self) -> &'static str {
        "m0006_program"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Program {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(TABLE).await.map(drop)
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
