//! The sixteenth migration: limits of points of API keys, what can be restored after its removal, requests of operators to each
//! other, and the names of people who were removed before the audit log kept them.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// `points_limit` is null without a limit. A removed record is restored from `doc`, whose fields depend on `kind`. Both engines
/// accept these statements.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE removed_record (
        site_id TEXT NOT NULL,
        kind TEXT NOT NULL CONSTRAINT removed_record_kind CHECK (kind IN ('invitation', 'picture')),
        id TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT removed_record_doc CHECK (doc LIKE '{%}'),
        removed_at BIGINT NOT NULL,
        PRIMARY KEY (site_id, kind, id),
        CONSTRAINT removed_record_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE operator_request (
        site_id TEXT NOT NULL,
        from_id TEXT NOT NULL,
        to_id TEXT NOT NULL,
        kind TEXT NOT NULL CONSTRAINT operator_request_kind CHECK (kind IN ('publish', 'wait')),
        at BIGINT NOT NULL,
        is_answered BOOLEAN NOT NULL,
        PRIMARY KEY (site_id, from_id, to_id, kind),
        CONSTRAINT operator_request_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE,
        CONSTRAINT operator_request_of_sender FOREIGN KEY (from_id)
            REFERENCES operator_account (id) ON DELETE CASCADE,
        CONSTRAINT operator_request_of_recipient FOREIGN KEY (to_id)
            REFERENCES operator_account (id) ON DELETE CASCADE)",
    "ALTER TABLE api_key ADD COLUMN points_limit BIGINT
        CONSTRAINT api_key_points_limit CHECK (points_limit >= 1)",
    // Publications and uploads name the person, and their entries in the log have the address.
    "UPDATE audit SET detail = COALESCE(
        (SELECT revision.actor FROM audit entry
            JOIN revision ON revision.site_id = entry.site_id AND CAST(revision.number AS TEXT) = entry.subject
            WHERE entry.action = 'site.publish' AND entry.actor = 'operator:' || audit.subject
            ORDER BY entry.seq DESC LIMIT 1),
        (SELECT picture_file.actor FROM audit entry
            JOIN picture_file ON picture_file.site_id = entry.site_id AND picture_file.media_id = entry.subject
            WHERE entry.action = 'media.upload' AND entry.actor = 'operator:' || audit.subject
            ORDER BY entry.seq DESC LIMIT 1),
        '')
        WHERE action = 'operator.remove' AND detail = ''",
];

pub struct OperatorRequests;

impl MigrationName for OperatorRequests {
    fn name(&self) -> &'static str {
        "m0016_operator_requests"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for OperatorRequests {
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
