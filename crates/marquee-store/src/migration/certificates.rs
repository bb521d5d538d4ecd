//! Certificates of hosts, and what an ACME server needs to know and to ask for them.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE certificate (
        host TEXT NOT NULL PRIMARY KEY,
        chain TEXT,
        private_key TEXT,
        directory TEXT,
        ends_at BIGINT,
        next_at BIGINT NOT NULL,
        failures INTEGER NOT NULL,
        problem TEXT,
        CONSTRAINT certificate_whole CHECK (
            (chain IS NULL) = (private_key IS NULL) AND (chain IS NULL) = (directory IS NULL)
            AND (chain IS NULL) = (ends_at IS NULL)))",
    "CREATE TABLE acme_account (
        directory TEXT NOT NULL PRIMARY KEY,
        credentials TEXT NOT NULL)",
    "CREATE TABLE acme_challenge (
        token TEXT NOT NULL PRIMARY KEY,
        response TEXT NOT NULL,
        ends_at BIGINT NOT NULL)",
];

pub struct Certificates;

impl MigrationName for Certificates {
    fn name(&self) -> &'static str {
        "m0027_certificates"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Certificates {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

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
