//! The seventeenth migration: feeds, their runs, and what the runs have read and found.

use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

/// `credential` and `push_secret` are sealed. `push_id` and `pushed_at` are of the last message that was pushed. `next_at` is when a feed is due, `lease_owner` the process that runs it until `lease_until`. `held_run`
/// waits for a decision. `etag`, `last_modified` and `digest` are of the last response that was read completely. `feed_day` counts
/// the runs of a day, also those whose rows are removed. `{bytes}` is the type of binary data.
const STATEMENTS: &[&str] = &[
    "CREATE TABLE feed (
        site_id TEXT NOT NULL,
        id TEXT NOT NULL,
        name_key TEXT NOT NULL,
        doc TEXT NOT NULL CONSTRAINT feed_doc CHECK (doc LIKE '{%}'),
        credential TEXT,
        push_secret TEXT,
        is_on BOOLEAN NOT NULL,
        next_at BIGINT NOT NULL,
        lease_owner TEXT,
        lease_until BIGINT NOT NULL,
        failures INTEGER NOT NULL CONSTRAINT feed_failures CHECK (failures >= 0),
        etag TEXT,
        last_modified TEXT,
        digest TEXT,
        succeeded_at BIGINT,
        held_run TEXT,
        is_stale_reported BOOLEAN NOT NULL,
        push_id TEXT,
        pushed_at BIGINT CONSTRAINT feed_push CHECK ((push_id IS NULL) = (pushed_at IS NULL)),
        created_at BIGINT NOT NULL,
        PRIMARY KEY (site_id, id),
        CONSTRAINT feed_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE UNIQUE INDEX feed_name ON feed (site_id, name_key)",
    "CREATE INDEX feed_next ON feed (next_at)",
    "CREATE TABLE feed_run (
        site_id TEXT NOT NULL,
        id TEXT NOT NULL,
        feed_id TEXT NOT NULL,
        at BIGINT NOT NULL,
        took BIGINT NOT NULL CONSTRAINT feed_run_took CHECK (took >= 0),
        result TEXT NOT NULL CONSTRAINT feed_run_result
            CHECK (result IN ('unchanged', 'changed', 'warned', 'kept', 'applied', 'held', 'failed')),
        added BIGINT NOT NULL CONSTRAINT feed_run_added CHECK (added >= 0),
        moved BIGINT NOT NULL CONSTRAINT feed_run_moved CHECK (moved >= 0),
        gone BIGINT NOT NULL CONSTRAINT feed_run_gone CHECK (gone >= 0),
        same BIGINT NOT NULL CONSTRAINT feed_run_same CHECK (same >= 0),
        warnings BIGINT NOT NULL CONSTRAINT feed_run_warnings CHECK (warnings >= 0),
        problem TEXT,
        error TEXT,
        mailed TEXT NOT NULL CONSTRAINT feed_run_mailed CHECK (mailed LIKE '[%]'),
        decided_by TEXT,
        report TEXT CONSTRAINT feed_run_report CHECK (report LIKE '{%}'),
        response_size BIGINT NOT NULL CONSTRAINT feed_run_response_size CHECK (response_size >= 0),
        PRIMARY KEY (site_id, id),
        CONSTRAINT feed_run_of_feed FOREIGN KEY (site_id, feed_id) REFERENCES feed (site_id, id)
            ON DELETE CASCADE)",
    "CREATE INDEX feed_run_feed ON feed_run (site_id, feed_id, id)",
    "CREATE TABLE feed_response (
        site_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        name TEXT NOT NULL,
        content {bytes} NOT NULL,
        PRIMARY KEY (site_id, run_id),
        CONSTRAINT feed_response_of_run FOREIGN KEY (site_id, run_id) REFERENCES feed_run (site_id, id)
            ON DELETE CASCADE)",
    "CREATE TABLE feed_day (
        site_id TEXT NOT NULL,
        feed_id TEXT NOT NULL,
        day TEXT NOT NULL,
        result TEXT NOT NULL CONSTRAINT feed_day_result
            CHECK (result IN ('unchanged', 'changed', 'warned', 'kept', 'applied', 'held', 'failed')),
        runs BIGINT NOT NULL CONSTRAINT feed_day_runs CHECK (runs >= 1),
        PRIMARY KEY (site_id, feed_id, day),
        CONSTRAINT feed_day_of_feed FOREIGN KEY (site_id, feed_id) REFERENCES feed (site_id, id)
            ON DELETE CASCADE)",
];

pub struct Feeds;

impl MigrationName for Feeds {
    fn name(&self) -> &'static str {
        "m0017_feeds"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Feeds {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let bytes = if manager.get_database_backend() == DbBackend::Postgres { "BYTEA" } else { "BLOB" };
        for statement in STATEMENTS {
            let statement = statement.replace("{bytes}", bytes);
            manager.get_connection().execute_unprepared(&statement).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
