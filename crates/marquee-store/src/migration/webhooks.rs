//! The twentieth migration: addresses to which sites send messages, and these messages.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// `secret` is sealed. `seen` is the number of the last change of the site about which there is a message. `next_at` is when a message is
/// sent; it is null for those that were delivered or are not sent any more. Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE webhook (
        site_id TEXT NOT NULL,
        id TEXT NOT NULL,
        address TEXT NOT NULL,
        secret TEXT NOT NULL,
        is_on BOOLEAN NOT NULL,
        seen BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (site_id, id),
        CONSTRAINT webhook_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE webhook_message (
        site_id TEXT NOT NULL,
        id TEXT NOT NULL,
        webhook_id TEXT NOT NULL,
        at BIGINT NOT NULL,
        body TEXT NOT NULL CONSTRAINT webhook_message_body CHECK (body LIKE '{%}'),
        state TEXT NOT NULL CONSTRAINT webhook_message_state CHECK (state IN ('waiting', 'delivered', 'failed')),
        attempts INTEGER NOT NULL CONSTRAINT webhook_message_attempts CHECK (attempts >= 0),
        next_at BIGINT CONSTRAINT webhook_message_next CHECK ((next_at IS NULL) = (state <> 'waiting')),
        status INTEGER,
        error TEXT,
        PRIMARY KEY (site_id, id),
        CONSTRAINT webhook_message_of_webhook FOREIGN KEY (site_id, webhook_id)
            REFERENCES webhook (site_id, id) ON DELETE CASCADE)",
    "CREATE INDEX webhook_message_due ON webhook_message (next_at)",
    "CREATE INDEX webhook_message_webhook ON webhook_message (site_id, webhook_id, id)",
];

pub struct Webhooks;

impl MigrationName for Webhooks {
    fn name(&self) -> &'static str {
        "m0020_webhooks"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Webhooks {
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
