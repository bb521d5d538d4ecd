//! The fourth migration: foreign keys, checks, booleans, lists as JSON.
//!
//! SQLite rebuilds each table and copies its rows; PostgreSQL alters the tables. Both run in one transaction, so a failed
//! migration leaves the database unchanged. Rows that break a rule are
//!
//! - repaired, if readers took the value as a default: an unknown availability becomes 0 (open), an amount without a currency
//!   or a currency without an amount becomes no price;
//! - deleted, as `ON DELETE CASCADE` would have done: sessions, favorites and queued mails of a removed member, and secrets,
//!   counters and `touched` rows of a removed site;
//! - detached, as removing a member does: cards and orders of a removed member;
//! - named in the error in all other cases.

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sea_orm_migration::prelude::*;

mod rules;

use rules::{Check, Column, OnDelete, Parent, TABLES, Table};

/// Maximum number of rows that a message names for each rule.
const MAX_NAMED: u64 = 10;

pub struct Constraints;

impl MigrationName for Constraints {
    fn name(&self) -> &'static str {
        "m0004_constraints"
    }
}

/// Repairs, in this order; the comment at the top of this file explains them.
const REPAIRS: &[&str] = &[
    "UPDATE showtime SET availability = 0 WHERE availability NOT IN (0, 1, 2, 3)",
    "UPDATE showtime SET price_amount = NULL, price_currency = NULL \
     WHERE (price_amount IS NULL) <> (price_currency IS NULL)",
    "DELETE FROM session WHERE NOT EXISTS \
     (SELECT 1 FROM member m WHERE m.site_id = session.site_id AND m.id = session.member_id)",
    "DELETE FROM favourite WHERE NOT EXISTS \
     (SELECT 1 FROM member m WHERE m.site_id = favourite.site_id AND m.id = favourite.member_id)",
    "DELETE FROM outbox WHERE member_id IS NOT NULL AND NOT EXISTS \
     (SELECT 1 FROM member m WHERE m.site_id = outbox.site_id AND m.id = outbox.member_id)",
    "UPDATE card SET member_id = NULL WHERE member_id IS NOT NULL AND NOT EXISTS \
     (SELECT 1 FROM member m WHERE m.site_id = card.site_id AND m.id = card.member_id)",
    "UPDATE loyalty_order SET member_id = NULL WHERE member_id IS NOT NULL AND NOT EXISTS \
     (SELECT 1 FROM member m WHERE m.site_id = loyalty_order.site_id AND m.id = loyalty_order.member_id)",
    "DELETE FROM secret WHERE NOT EXISTS (SELECT 1 FROM site s WHERE s.id = secret.site_id)",
    "DELETE FROM tally WHERE NOT EXISTS (SELECT 1 FROM site s WHERE s.id = tally.site_id)",
    "DELETE FROM touched WHERE NOT EXISTS (SELECT 1 FROM site s WHERE s.id = touched.site_id)",
];

/// Indexes on foreign keys, by which the rows of a removed parent are found.
const INDEXES: &[&str] = &[
    "CREATE INDEX site_host_site ON site_host (site_id)",
    "CREATE INDEX ticket_order ON ticket (site_id, order_id)",
];

/// The keys of rows that meet a condition, each as one text.
fn keys_of(table: &Table, condition: &str) -> String {
    let parts: Vec<String> = table.key.iter().map(|column| format!("CAST({column} AS TEXT)")).collect();
    let (key, order) = (parts.join(" || '/' || "), table.key.join(", "));
    format!("SELECT {key} FROM \"{}\" WHERE {condition} ORDER BY {order} LIMIT {MAX_NAMED}", table.old)
}

impl Parent {
    fn is_orphan(&self, table: &Table) -> String {
        let pairs: Vec<String> = self
            .columns
            .iter()
            .zip(self.keys)
            .map(|(column, key)| format!("parent.{key} = \"{}\".{column}", table.old))
            .collect();
        let is_set: Vec<String> = self.columns.iter().map(|column| format!("{column} IS NOT NULL")).collect();
        format!(
            "{} AND NOT EXISTS (SELECT 1 FROM \"{}\" parent WHERE {})",
            is_set.join(" AND "),
            self.table,
            pairs.join(" AND ")
        )
    }

    fn constraint(&self, table: &Table) -> String {
        let action = match self.on_delete {
            OnDelete::Cascade => " ON DELETE CASCADE",
            OnDelete::Refuse => "",
        };
        format!(
            "CONSTRAINT {}_of_{} FOREIGN KEY ({}) REFERENCES \"{}\" ({}){action}",
            table.name,
            self.table,
            self.columns.join(", "),
            self.table,
            self.keys.join(", ")
        )
    }
}

impl Check {
    fn sql(&self, backend: DbBackend) -> &'static str {
        if backend == DbBackend::Postgres { self.postgresql } else { self.sqlite }
    }

    fn constraint(&self, table: &Table, backend: DbBackend) -> String {
        format!("CONSTRAINT {}_{} CHECK ({})", table.name, self.name, self.sql(backend))
    }
}

impl Table {
    fn constraints(&self, backend: DbBackend) -> Vec<String> {
        let checks = self.checks.iter().filter(|check| !check.sql(backend).is_empty());
        let parents = self.parents.iter().map(|parent| parent.constraint(self));
        parents.chain(checks.map(|check| check.constraint(self, backend))).collect()
    }
}

struct Migration<'c, C> {
    db: &'c C,
    backend: DbBackend,
}

impl<C: ConnectionTrait> Migration<'_, C> {
    async fn run(&self, sql: &str) -> Result<(), DbErr> {
        self.db.execute_unprepared(sql).await.map(drop)
    }

    /// The first column of a query, as text.
    async fn texts(&self, sql: &str) -> Result<Vec<String>, DbErr> {
        let rows = self.db.query_all_raw(Statement::from_string(self.backend, sql)).await?;
        rows.iter().map(|row| row.try_get_by_index(0)).collect()
    }

    /// Rows that break a rule, as lines of a message.
    async fn problems(&self) -> Result<Vec<String>, DbErr> {
        let mut problems = Vec::new();
        for table in TABLES {
            for parent in table.parents {
                let rows = self.texts(&keys_of(table, &parent.is_orphan(table))).await?;
                if !rows.is_empty() {
                    problems.push(format!("{}: no {} for {}", table.old, parent.table, rows.join(", ")));
                }
            }
            for check in table.checks.iter().filter(|check| !check.has_converted_values) {
                let rows = self.texts(&keys_of(table, &format!("NOT ({})", check.sql(self.backend)))).await?;
                if !rows.is_empty() {
                    problems.push(format!("{}: invalid {} in {}", table.old, check.name, rows.join(", ")));
                }
            }
        }
        Ok(problems)
    }

    async fn alter(&self, table: &Table) -> Result<(), DbErr> {
        let Table { name, old, .. } = table;
        if name != old {
            self.run(&format!("ALTER TABLE \"{old}\" RENAME TO \"{name}\"")).await?;
        }
        for column in table.columns {
            match column {
                Column::Boolean(column) => {
                    let sql = format!(
                        "ALTER TABLE \"{name}\" ALTER COLUMN {column} TYPE boolean USING ({column} <> 0)"
                    );
                    self.run(&sql).await?;
                }
                Column::List(column) => {
                    let list = list_of(&format!("to_json(trim(both '|' from {column}))::text"), column);
                    self.run(&format!("UPDATE \"{name}\" SET {column} = {list}")).await?;
                }
                Column::Renamed(from, to) => {
                    self.run(&format!("ALTER TABLE \"{name}\" RENAME COLUMN {from} TO {to}")).await?;
                }
            }
        }
        let added: Vec<String> =
            table.constraints(self.backend).into_iter().map(|sql| format!("ADD {sql}")).collect();
        if added.is_empty() {
            return Ok(());
        }
        self.run(&format!("ALTER TABLE \"{name}\" {}", added.join(", "))).await
    }

    async fn rebuild(&self, table: &Table) -> Result<(), DbErr> {
        let Table { name, old, .. } = table;
        let statements_query =
            format!("FROM sqlite_master WHERE tbl_name = '{old}' AND sql IS NOT NULL AND type =");
        let indexes = self.texts(&format!("SELECT sql {statements_query} 'index' ORDER BY name")).await?;
        let created = self.texts(&format!("SELECT sql {statements_query} 'table'")).await?;
        let [created] = created.as_slice() else {
            return Err(DbErr::Migration(format!("the table {old} is missing")));
        };
        let columns =
            self.texts(&format!("SELECT name FROM pragma_table_info('{old}') ORDER BY cid")).await?;
        self.run(&format!("ALTER TABLE \"{old}\" RENAME TO \"before_{old}\"")).await?;
        self.run(&with_constraints(created, table)?).await?;
        if table.is_numbered {
            // Numbers of deleted rows are not reused.
            let sql = format!(
                "INSERT INTO sqlite_sequence (name, seq) SELECT '{name}', seq FROM sqlite_sequence \
                 WHERE name = 'before_{old}'"
            );
            self.run(&sql).await?;
        }
        let values: Vec<String> = columns.iter().map(|column| table.copied(column)).collect();
        let sql = format!("INSERT INTO \"{name}\" SELECT {} FROM \"before_{old}\"", values.join(", "));
        self.run(&sql).await?;
        self.run(&format!("DROP TABLE \"before_{old}\"")).await?;
        for index in indexes {
            self.run(&renamed(&index, table)).await?;
        }
        Ok(())
    }
}

/// The SQL expression for a list that was joined with `|`, as JSON. Empty parts are dropped, because they were never read.
fn list_of(quoted: &str, column: &str) -> String {
    format!(
        "CASE WHEN {column} = '' THEN '[]' \
         ELSE replace('[' || replace({quoted}, '|', '\",\"') || ']', ',\"\"', '') END"
    )
}

/// A statement of the old schema with the new names of a table and its columns.
fn renamed(sql: &str, table: &Table) -> String {
    let mut sql = sql.replace(&format!("\"{}\"", table.old), &format!("\"{}\"", table.name));
    if table.old != table.name {
        sql = sql.replace(&format!("\"{}_", table.old), &format!("\"{}_", table.name));
    }
    for column in table.columns {
        if let Column::Renamed(from, to) = column {
            sql = sql.replace(&format!("\"{from}\""), &format!("\"{to}\""));
        }
    }
    sql
}

fn with_constraints(created: &str, table: &Table) -> Result<String, DbErr> {
    let unexpected = || DbErr::Migration(format!("the table {} has an unexpected schema", table.old));
    let mut sql = renamed(created, table);
    for column in table.columns {
        if let Column::Boolean(column) = column {
            let old_type = format!("\"{column}\" smallint");
            if !sql.contains(&old_type) {
                return Err(unexpected());
            }
            sql = sql.replace(&old_type, &format!("\"{column}\" boolean"));
        }
    }
    let end = sql.rfind(')').ok_or_else(unexpected)?;
    let constraints = table.constraints(DbBackend::Sqlite);
    if !constraints.is_empty() {
        sql.insert_str(end, &format!(", {}", constraints.join(", ")));
    }
    Ok(sql)
}

impl Table {
    /// The SQL expression that copies an old column to the new table, on SQLite.
    fn copied(&self, name: &str) -> String {
        for column in self.columns {
            match column {
                Column::Boolean(column) if *column == name => return format!("\"{name}\" <> 0"),
                Column::List(column) if *column == name => {
                    return list_of(&format!("json_quote(trim(\"{name}\", '|'))"), name);
                }
                _ => {}
            }
        }
        format!("\"{name}\"")
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Constraints {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let backend = manager.get_database_backend();
        let migration = Migration { db: manager.get_connection(), backend };
        for repair in REPAIRS {
            migration.run(repair).await?;
        }
        let problems = migration.problems().await?;
        if !problems.is_empty() {
            return Err(DbErr::Migration(format!(
                "these rows break the rules of the new schema; add what they refer to, or correct or delete them, \
                 and start again (the database is unchanged): {}",
                problems.join("; ")
            )));
        }
        for table in TABLES {
            if backend == DbBackend::Postgres {
                migration.alter(table).await?;
            } else {
                migration.rebuild(table).await?;
            }
        }
        for index in INDEXES {
            migration.run(index).await?;
        }
        if backend == DbBackend::Postgres {
            migration.run("ALTER INDEX tally_until RENAME TO counter_until").await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
