//! The eighth migration: passkeys of operators, and the challenges of their ceremonies.

use sea_orm_migration::prelude::*;

/// Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    // `credential` has the public key, the signature counter and the backup flags.
    "CREATE TABLE operator_passkey (
        id TEXT NOT NULL PRIMARY KEY,
        operator_id TEXT NOT NULL,
        host TEXT NOT NULL,
        credential_id TEXT NOT NULL UNIQUE,
        credential TEXT NOT NULL CONSTRAINT operator_passkey_credential CHECK (credential LIKE '{%}'),
        name TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        used_at BIGINT,
        CONSTRAINT operator_passkey_of_operator_account FOREIGN KEY (operator_id)
            REFERENCES operator_account (id) ON DELETE CASCADE)",
    "CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id)",
    // A challenge ends with the sign-in or the invitation that it belongs to; one of a sign-in form has neither.
    "CREATE TABLE operator_challenge (
        id TEXT NOT NULL PRIMARY KEY,
        network TEXT NOT NULL,
        session_id TEXT,
        invitation_id TEXT,
        doc TEXT NOT NULL CONSTRAINT operator_challenge_doc CHECK (doc LIKE '{%}'),
        expires_at BIGINT NOT NULL,
        CONSTRAINT operator_challenge_of_operator_session FOREIGN KEY (session_id)
            REFERENCES operator_session (id) ON DELETE CASCADE,
        CONSTRAINT operator_challenge_of_operator_invitation FOREIGN KEY (invitation_id)
            REFERENCES operator_invitation (id) ON DELETE CASCADE)",
    // The name of the passkey that was used, null for a password.
    "ALTER TABLE operator_session ADD COLUMN passkey TEXT",
    "CREATE INDEX operator_challenge_network ON operator_challenge (network)",
    "CREATE INDEX operator_challenge_session ON operator_challenge (session_id)",
    "CREATE INDEX operator_challenge_invitation ON operator_challenge (invitation_id)",
    "CREATE INDEX operator_challenge_expires_at ON operator_challenge (expires_at)",
];

pub struct Passkeys;

impl MigrationName for Passkeys {
    fn name(&self) -> &'static str {
        "m0008_passkeys"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Passkeys {
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
