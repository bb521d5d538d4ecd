//! The fourteenth migration: roles that sites define themselves, and the points that the role `boxOffice` may adjust at once.

use sea_orm::{ConnectionTrait, DbBackend};
use sea_orm_migration::prelude::*;

/// `points_limit` is null without a limit. Both engines accept these statements.
const TABLES: &[&str] = &[
    "CREATE TABLE own_role (
        site_id TEXT NOT NULL,
        id TEXT NOT NULL CONSTRAINT own_role_id CHECK (id LIKE 'role-_%'),
        name TEXT NOT NULL CONSTRAINT own_role_name CHECK (name <> ''),
        name_key TEXT NOT NULL,
        permissions TEXT NOT NULL CONSTRAINT own_role_permissions CHECK (permissions LIKE '[\"%\"]'),
        points_limit BIGINT CONSTRAINT own_role_points_limit CHECK (points_limit >= 1),
        PRIMARY KEY (site_id, id),
        CONSTRAINT own_role_name_key UNIQUE (site_id, name_key),
        CONSTRAINT own_role_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
    // Sites without a row have the default limit.
    "CREATE TABLE box_office_points (
        site_id TEXT NOT NULL PRIMARY KEY,
        points_limit BIGINT
            CONSTRAINT box_office_points_points_limit CHECK (points_limit >= 1),
        CONSTRAINT box_office_points_of_site FOREIGN KEY (site_id) REFERENCES site (id) ON DELETE CASCADE)",
];

/// Exactly one of `role` and `own_role` is set, and a role is one of its own site. Whether an own role can be limited to theaters
/// depends on its permissions, which the program checks.
macro_rules! rules {
    ($table:literal) => {
        concat!(
            "CONSTRAINT ",
            $table,
            "_role CHECK (role IN ('owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer')), CONSTRAINT ",
            $table,
            "_one_role CHECK ((role IS NULL) <> (own_role IS NULL)), CONSTRAINT ",
            $table,
            "_theaters CHECK (theaters IS NULL OR (theaters LIKE '[\"%\"]' AND site_id <> '' \
             AND (role IS NULL OR role IN ('program', 'boxOffice')))), CONSTRAINT ",
            $table,
            "_of_own_role FOREIGN KEY (site_id, own_role) REFERENCES own_role (site_id, id)"
        )
    };
}

const ROLE_RULES: &str = rules!("operator_role");
const INVITATION_RULES: &str = rules!("operator_invitation");

/// SQLite cannot change the rules of a table, so it gets a new one. Challenges for passkeys of open invitations, which are valid
/// for minutes, go with the old one.
fn sqlite() -> Vec<String> {
    vec![
        format!(
            "CREATE TABLE new_operator_role (
                operator_id TEXT NOT NULL,
                site_id TEXT NOT NULL,
                role TEXT,
                theaters TEXT,
                own_role TEXT,
                PRIMARY KEY (operator_id, site_id),
                CONSTRAINT operator_role_of_operator_account FOREIGN KEY (operator_id)
                    REFERENCES operator_account (id) ON DELETE CASCADE,
                {ROLE_RULES})"
        ),
        "INSERT INTO new_operator_role (operator_id, site_id, role, theaters)
            SELECT operator_id, site_id, role, theaters FROM operator_role"
            .to_owned(),
        "DROP TABLE operator_role".to_owned(),
        "ALTER TABLE new_operator_role RENAME TO operator_role".to_owned(),
        "CREATE INDEX operator_role_site ON operator_role (site_id)".to_owned(),
        format!(
            "CREATE TABLE new_operator_invitation (
                id TEXT NOT NULL PRIMARY KEY,
                hash TEXT NOT NULL UNIQUE,
                email TEXT NOT NULL,
                site_id TEXT NOT NULL,
                role TEXT,
                created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                theaters TEXT,
                own_role TEXT,
                {INVITATION_RULES})"
        ),
        "INSERT INTO new_operator_invitation (id, hash, email, site_id, role, created_at, expires_at, theaters)
            SELECT id, hash, email, site_id, role, created_at, expires_at, theaters FROM operator_invitation"
            .to_owned(),
        "DROP TABLE operator_invitation".to_owned(),
        "ALTER TABLE new_operator_invitation RENAME TO operator_invitation".to_owned(),
    ]
}

fn postgresql() -> Vec<String> {
    let alter = |table: &str, rules: &str| {
        format!(
            "ALTER TABLE {table}
                DROP CONSTRAINT {table}_role,
                DROP CONSTRAINT {table}_theaters,
                ALTER COLUMN role DROP NOT NULL,
                ADD COLUMN own_role TEXT,
                {}",
            rules.replace("CONSTRAINT ", "ADD CONSTRAINT ")
        )
    };
    vec![alter("operator_role", ROLE_RULES), alter("operator_invitation", INVITATION_RULES)]
}

pub struct OwnRoles;

impl MigrationName for OwnRoles {
    fn name(&self) -> &'static str {
        "m0014_own_roles"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for OwnRoles {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in TABLES {
            db.execute_unprepared(statement).await?;
        }
        let changes =
            if manager.get_database_backend() == DbBackend::Postgres { postgresql() } else { sqlite() };
        for statement in changes {
            db.execute_unprepared(&statement).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
