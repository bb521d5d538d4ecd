//! The thirteenth migration: roles that are limited to theaters.

use sea_orm::ConnectionTrait;
use sea_orm_migration::prelude::*;

/// `theaters` is null for all theaters, otherwise a list of ids. They are no foreign keys: a theater that is removed must not
/// widen the role, and one that returns is in it again. Both engines accept these statements.
const STATEMENTS: &[&str] = &[
    "ALTER TABLE operator_role ADD COLUMN theaters TEXT CONSTRAINT operator_role_theaters CHECK
        (theaters IS NULL
            OR (theaters LIKE '[\"%\"]' AND site_id <> '' AND role IN ('program', 'boxOffice')))",
    "ALTER TABLE operator_invitation ADD COLUMN theaters TEXT CONSTRAINT operator_invitation_theaters CHECK
        (theaters IS NULL
            OR (theaters LIKE '[\"%\"]' AND site_id <> '' AND role IN ('program', 'boxOffice')))",
];

pub struct RoleTheaters;

impl MigrationName for RoleTheaters {
    fn name(&self) -> &'static str {
        "m0013_role_theaters"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for RoleTheaters {
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
