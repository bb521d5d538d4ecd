//! The fifth migration: operators with roles and sign-ins, drafts, published versions, expiry and use of API keys.

use sea_orm::{ConnectionTrait, Statement};
use sea_orm_migration::prelude::*;

/// Creates the tables. Both engines accept these statements.
const TABLES: &[&str] = &[
    "CREATE TABLE operator_account (
        id TEXT NOT NULL PRIMARY KEY,
        email TEXT NOT NULL,
        email_key TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        totp_secret TEXT,
        totp_step BIGINT NOT NULL DEFAULT 0 CONSTRAINT operator_account_totp_step CHECK (totp_step >= 0),
        recovery_codes TEXT NOT NULL CONSTRAINT operator_account_recovery_codes CHECK (recovery_codes LIKE '[%]'),
        created_at BIGINT NOT NULL,
        seen_at BIGINT)",
    // `site_id` is empty for a role on all sites.
    "CREATE TABLE operator_role (
        operator_id TEXT NOT NULL,
        site_id TEXT NOT NULL,
        role TEXT NOT NULL CONSTRAINT operator_role_role CHECK
            (role IN ('owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer')),
        PRIMARY KEY (operator_id, site_id),
        CONSTRAINT operator_role_of_operator_account FOREIGN KEY (operator_id)
            REFERENCES operator_account (id) ON DELETE CASCADE)",
    "CREATE INDEX operator_role_site ON operator_role (site_id)",
    "CREATE TABLE operator_session (
        id TEXT NOT NULL PRIMARY KEY,
        operator_id TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        device TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        seen_at BIGINT NOT NULL,
        confirmed_at BIGINT NOT NULL,
        opened_sites TEXT NOT NULL CONSTRAINT operator_session_opened_sites CHECK (opened_sites LIKE '[%]'),
        CONSTRAINT operator_session_of_operator_account FOREIGN KEY (operator_id)
            REFERENCES operator_account (id) ON DELETE CASCADE)",
    "CREATE INDEX operator_session_operator ON operator_session (operator_id)",
    // `email` is empty for the set-up address of a new server, `site_id` for a role on all sites.
    "CREATE TABLE operator_invitation (
        id TEXT NOT NULL PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        email TEXT NOT NULL,
        site_id TEXT NOT NULL,
        role TEXT NOT NULL CONSTRAINT operator_invitation_role CHECK
            (role IN ('owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer')),
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL)",
    "CREATE TABLE operator_counter (
        key TEXT NOT NULL PRIMARY KEY,
        count BIGINT NOT NULL CONSTRAINT operator_counter_count CHECK (count >= 0),
        retry_at BIGINT NOT NULL,
        until BIGINT NOT NULL)",
    "CREATE TABLE draft (
        site_id TEXT NOT NULL PRIMARY KEY,
        version BIGINT NOT NULL,
        CONSTRAINT draft_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE draft_edit (
        site_id TEXT NOT NULL,
        pointer TEXT NOT NULL,
        doc TEXT,
        actor TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (site_id, pointer),
        CONSTRAINT draft_edit_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE revision (
        site_id TEXT NOT NULL,
        number BIGINT NOT NULL CONSTRAINT revision_number CHECK (number >= 1),
        at BIGINT NOT NULL,
        actor TEXT NOT NULL,
        name TEXT NOT NULL,
        changes BIGINT NOT NULL CONSTRAINT revision_changes CHECK (changes >= 0),
        doc TEXT NOT NULL,
        PRIMARY KEY (site_id, number),
        CONSTRAINT revision_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE publication (
        site_id TEXT NOT NULL PRIMARY KEY,
        at BIGINT NOT NULL,
        actor TEXT NOT NULL,
        name TEXT NOT NULL,
        CONSTRAINT publication_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    "CREATE TABLE presence (
        site_id TEXT NOT NULL,
        operator_id TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (site_id, operator_id),
        CONSTRAINT presence_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE,
        CONSTRAINT presence_of_operator_account FOREIGN KEY (operator_id)
            REFERENCES operator_account (id) ON DELETE CASCADE)",
    "ALTER TABLE api_key ADD COLUMN expires_at BIGINT",
    "ALTER TABLE api_key ADD COLUMN used_at BIGINT",
];

pub struct Editor;

impl MigrationName for Editor {
    fn name(&self) -> &'static str {
        "m0005_editor"
    }
}

/// Copies the accounts of the previous table: their names become sign-in names, and they are owners of their sites.
async fn copy_operators<C: ConnectionTrait>(db: &C) -> Result<(), DbErr> {
    let backend = db.get_database_backend();
    db.execute_unprepared(
        "INSERT INTO operator_account (id, email, email_key, name, password_hash, recovery_codes, created_at)
         SELECT name, name, lower(name), name, password_hash, '[]', created_at FROM operator",
    )
    .await?;
    for row in db.query_all_raw(Statement::from_string(backend, "SELECT name, sites FROM operator")).await? {
        let name: String = row.try_get_by_index(0)?;
        let sites: String = row.try_get_by_index(1)?;
        let mut sites: Vec<String> = serde_json::from_str(&sites)
            .map_err(|error| DbErr::Migration(format!("operator {name}: invalid sites: {error}")))?;
        if sites.is_empty() {
            sites.push(String::new());
        }
        for site in sites {
            let mut insert = Query::insert();
            insert
                .into_table(Alias::new("operator_role"))
                .columns(["operator_id", "site_id", "role"].map(Alias::new))
                .values_panic([name.clone().into(), site.into(), "owner".into()]);
            db.execute(&insert).await?;
        }
    }
    db.execute_unprepared("DROP TABLE operator").await.map(drop)
}

#[async_trait::async_trait]
impl MigrationTrait for Editor {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in TABLES {
            db.execute_unprepared(statement).await?;
        }
        copy_operators(db).await
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
