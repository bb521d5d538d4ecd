//! The third migration: the table of deletions, with keyed hashes of members.

use sea_orm_migration::prelude::*;

use super::{big, small, table, text};

/// Columns with personal data. PostgreSQL copies column values into its statistics, where they would outlive the row. None
/// of these columns needs statistics: each has its own index or is never searched.
const PERSONAL: [(&str, &str); 10] = [
    ("member", "email_key"),
    ("member", "username_key"),
    ("member", "name_key"),
    ("member", "last_name_key"),
    ("member", "doc"),
    ("session", "doc"),
    ("secret", "doc"),
    ("outbox", "address"),
    ("outbox", "letter"),
    ("loyalty_order", "doc"),
];

pub struct Deletions;

impl MigrationName for Deletions {
    fn name(&self) -> &'static str {
        "m0003_deletions"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Deletions {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![text("site_id"), text("hash"), big("at"), small("is_clean")];
        manager.create_table(table("deletion", &["site_id", "hash"], columns)).await?;
        if manager.get_database_backend() != sea_orm::DbBackend::Postgres {
            return Ok(());
        }
        for (table, column) in PERSONAL {
            // The type does not change; setting it drops existing statistics.
            let sql = format!(
                "ALTER TABLE \"{table}\" ALTER COLUMN {column} TYPE text, ALTER COLUMN {column} SET STATISTICS 0"
            );
            manager.get_connection().execute_unprepared(&sql).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
