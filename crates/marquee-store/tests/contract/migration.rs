//! The migration from the schema of the first three migrations to foreign keys and checks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use marquee_model::operator::{Grant, OperatorRole};
use marquee_store::{RoleScope, Store, StoreError};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::db::{Db, Unchecked};
use crate::members::{NOW, member, member_id, session};
use crate::records::{all, at, day, movie, page, site, site_id, theater};

/// A row with its columns by name; `None` is NULL.
type Row = BTreeMap<String, Option<String>>;

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    quoted(&serde_json::to_string(value).unwrap())
}

/// Rows in SQL of a table, `count` of them.
fn insert(sql: &mut Vec<String>, table: &str, count: usize, row: impl Fn(usize) -> String) {
    let numbers: Vec<usize> = (0..count).collect();
    for chunk in numbers.chunks(500) {
        let mut text = format!("INSERT INTO \"{table}\" VALUES ");
        for (index, number) in chunk.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(text, "{comma}({})", row(*number)).unwrap();
        }
        sql.push(text);
    }
}

/// Statements that fill every table of the old schema. Small tables have some rows, large ones `count`.
#[expect(clippy::too_many_lines, reason = "a list of statements")]
fn filling(count: usize) -> Vec<String> {
    let (mut sql, ms) = (Vec::new(), at(NOW).as_millisecond());
    let films = (count / 100).clamp(2, 1000);
    let members = (count / 10).max(3);
    insert(&mut sql, "site", 2, |n| {
        let key = ["acme", "other"][n];
        format!("'{key}', {}, {}", json(&site(key, &[&format!("{key}.example")])), n + 1)
    });
    insert(&mut sql, "site_host", 2, |n| format!("'{key}.example', '{key}'", key = ["acme", "other"][n]));
    insert(&mut sql, "theater", 3, |n| format!("'acme', 'T{n}', {n}, {}", json(&theater(&format!("T{n}")))));
    insert(&mut sql, "movie", films, |n| format!("'acme', '{n}', {}", json(&movie(&n.to_string()))));
    let event = "{\"id\":\"e\",\"title\":\"É\",\"slug\":\"e\",\"type\":\"Films\"}";
    insert(&mut sql, "event", 1, |_| format!("'acme', 'e', 0, {}", quoted(event)));
    insert(&mut sql, "page", 1, |_| format!("'acme', '/about/', {}", json(&page("/about/"))));
    insert(&mut sql, "site_doc", 1, |_| "'acme', 'attributes', '[]'".to_owned());
    insert(&mut sql, "showtime", count, |n| {
        let attributes = ["", "Format.Projection.3d", "A \"b\" \\ c|É|d", "a||b|"][n % 4];
        let (price, currency) = if n % 3 == 0 { ("1250", "'EUR'") } else { ("NULL", "NULL") };
        format!(
            "'acme', 's{n}', 'T{}', '{}', '2025-05-{:02}', {}, NULL, 'S1', {}, {}, 'https://t.example/{n}', 'p{n}', \
             {price}, {currency}",
            n % 3,
            n % films,
            1 + n % 31,
            ms / 1000 + 60 * i64::try_from(n).unwrap(),
            quoted(attributes),
            n % 4,
        )
    });
    insert(&mut sql, "picture", 1, |_| "'acme', 'posters/1.jpg', 'm1', 600, 900".to_owned());
    insert(&mut sql, "operator", 3, |n| {
        format!("'op{n}', '$argon2id$', '{}', 1700000000", ["", "acme", "acme|other"][n])
    });
    insert(&mut sql, "touched", 2, |n| format!("'{}', '\"site\"', 1700000000", ["acme", "removed"][n]));
    insert(&mut sql, "change_log", 1, |_| "7, 'removed', '[\"site\"]'".to_owned());
    insert(&mut sql, "member", members, |n| {
        let (id, mail) = (format!("m{n}"), format!("m{n}@example.org"));
        let row = member(&id, None, Some(&mail));
        format!("'acme', '{id}', '{mail}', NULL, 'zoë', 'o''hara', '$argon2id$', {}", json(&row.member))
    });
    let family = session("s", "m", None, at(NOW)).family;
    insert(&mut sql, "session", members, |n| {
        format!("'acme', 's{n}', 'm{n}', NULL, {}, {}", ms + 60_000, json(&family))
    });
    insert(&mut sql, "secret", 2, |n| {
        format!("'acme', 'reset', 'h{n}', {}, {ms}, {n}, '{{}}'", ["NULL", "'m1'"][n])
    });
    insert(&mut sql, "tally", members, |n| format!("'acme', 'k{n}', {n}, {ms}, {}", ms + 1));
    insert(&mut sql, "card", 2, |n| {
        format!("'acme', 'C{n}', {}, {}", ["NULL", "'m1'"][n], json(&crate::loyalty::card(&format!("C{n}"))))
    });
    let gift = "{\"id\":\"g\",\"lastFour\":\"1\",\"currency\":\"EUR\",\"issuedAt\":\"2025-05-05T18:00:00Z\"}";
    insert(&mut sql, "gift_card", 2, |n| format!("'{}', 'h', 'g', {}", ["", "acme"][n], quoted(gift)));
    insert(&mut sql, "offer", 1, |_| "'acme', 'level', '1', 0, '{}'".to_owned());
    insert(&mut sql, "favourite", 2, |n| format!("'acme', 'm1', 'cinema', 'T{n}', {n}, {ms}"));
    insert(&mut sql, "loyalty_order", members, |n| {
        let row = crate::loyalty::order(&format!("o{n}"), "m1", 0);
        let owner = if n == 0 { "NULL".to_owned() } else { format!("'m{n}'") };
        format!("'acme', 'o{n}', {owner}, {ms}, NULL, {}", json(&row.order))
    });
    insert(&mut sql, "ticket", members, |n| format!("'acme', 'o{n}-1', 'o{n}'"));
    insert(&mut sql, "transfer", members, |n| {
        format!("'acme', 't{n}', 'EARN', {ms}, 'purchase {n}', NULL, 'o{n}'")
    });
    insert(&mut sql, "answered", 1, |_| format!("'acme', 'till', 'r1', 'b', '{{\"a\":1}}', {ms}"));
    insert(&mut sql, "api_key", 1, |_| format!("'acme', 'till', 'till', 'h', {ms}"));
    insert(&mut sql, "account", members, |n| {
        format!("'acme', 'points:m{n}', 'POINTS', 5, 1, 'head', {}", u8::from(n == 2))
    });
    insert(&mut sql, "entry", 2 * members, |n| {
        let (seq, transfer) = (n + 1, n / 2);
        if n % 2 == 0 {
            format!("{seq}, 'acme', 't{transfer}', 'programme', -5, NULL, NULL, NULL")
        } else {
            format!("{seq}, 'acme', 't{transfer}', 'points:m{transfer}', 5, 1, 5, 'head'")
        }
    });
    insert(&mut sql, "outbox", 2, |n| {
        format!("{}, 'acme', {}, 'a@example.org', 'en', '{{}}', {n}, {ms}, {ms}", n + 1, ["NULL", "'m1'"][n])
    });
    insert(&mut sql, "audit", 3, |n| format!("{}, 'acme', {ms}, 'a', 'b', 'c', ''", n + 1));
    insert(&mut sql, "deletion", 2, |n| format!("'removed', 'd{n}', {ms}, {n}"));
    sql
}

/// Tables of the old schema.
const TABLES: &[&str] = &[
    "site",
    "site_host",
    "theater",
    "movie",
    "event",
    "page",
    "site_doc",
    "showtime",
    "picture",
    "touched",
    "change_log",
    "member",
    "session",
    "secret",
    "tally",
    "card",
    "gift_card",
    "offer",
    "favourite",
    "loyalty_order",
    "ticket",
    "transfer",
    "answered",
    "api_key",
    "account",
    "entry",
    "outbox",
    "audit",
    "deletion",
];

async fn rows(raw: &Unchecked, sql: &str) -> Vec<Row> {
    let statement = Statement::from_string(raw.0.get_database_backend(), sql);
    let rows = raw.0.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| {
            let names = row.column_names();
            names
                .into_iter()
                .map(|name| {
                    let value = row.try_get("", &name).unwrap();
                    (name, value)
                })
                .collect()
        })
        .collect()
}

/// Every row of a table, in the order of its key. Booleans are numbers.
async fn table_rows(raw: &Unchecked, table: &str) -> Vec<Row> {
    let columns = match raw.0.get_database_backend() {
        DbBackend::Postgres => format!(
            "SELECT column_name AS name, data_type AS type FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name = '{table}' ORDER BY ordinal_position"
        ),
        _ => format!("SELECT name, type FROM pragma_table_info('{table}') ORDER BY cid"),
    };
    let columns: Vec<String> = rows(raw, &columns)
        .await
        .iter()
        .map(|column| {
            let name = column["name"].as_deref().unwrap();
            let is_boolean = column["type"].as_deref() == Some("boolean");
            let value = if is_boolean {
                format!("CASE WHEN \"{name}\" THEN 1 ELSE 0 END")
            } else {
                format!("\"{name}\"")
            };
            format!("CAST({value} AS TEXT) AS \"{name}\"")
        })
        .collect();
    let mut table_rows = rows(raw, &format!("SELECT {} FROM \"{table}\"", columns.join(", "))).await;
    table_rows.sort();
    table_rows
}

async fn everything(raw: &Unchecked, counters: &str) -> BTreeMap<String, Vec<Row>> {
    let mut tables = BTreeMap::new();
    for table in TABLES {
        let name = if *table == "tally" { counters } else { table };
        tables.insert((*table).to_owned(), table_rows(raw, name).await);
    }
    tables
}

/// The expected rows after the migration of those that [`filling`] writes.
fn migrated(mut tables: BTreeMap<String, Vec<Row>>) -> BTreeMap<String, Vec<Row>> {
    let as_list = |rows: &mut Vec<Row>, column: &str| {
        for row in rows {
            let joined = row[column].clone().unwrap();
            let parts: Vec<&str> = joined.split('|').filter(|part| !part.is_empty()).collect();
            row.insert(column.to_owned(), Some(serde_json::to_string(&parts).unwrap()));
        }
    };
    as_list(tables.get_mut("showtime").unwrap(), "attributes");
    for row in tables.get_mut("tally").unwrap() {
        let since = row.remove("since").unwrap();
        row.insert("retry_at".to_owned(), since);
    }
    for row in tables.get_mut("api_key").unwrap() {
        row.extend(["expires_at", "used_at", "points_limit"].map(|column| (column.to_owned(), None)));
    }
    for row in tables.get_mut("showtime").unwrap() {
        row.insert("change".to_owned(), None);
    }
    // The old schema kept the last changes of a removed site.
    tables.get_mut("touched").unwrap().retain(|row| row["site_id"].as_deref() == Some("acme"));
    for rows in tables.values_mut() {
        rows.sort();
    }
    tables
}

/// The names of constraints and indexes with their definitions, and the types of columns.
async fn schema(raw: &Unchecked) -> Vec<Row> {
    let sql = match raw.0.get_database_backend() {
        DbBackend::Postgres => {
            "SELECT conrelid::regclass::text || '.' || conname AS name, pg_get_constraintdef(oid) AS sql \
             FROM pg_constraint WHERE connamespace = 'public'::regnamespace \
             UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' \
             UNION ALL SELECT table_name || '.' || column_name, data_type || is_nullable \
             FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"
        }
        _ => "SELECT name, sql FROM sqlite_master ORDER BY name",
    };
    rows(raw, sql).await
}

async fn run(raw: &Unchecked, statements: &[String]) {
    for sql in statements {
        raw.0.execute_unprepared(sql).await.unwrap();
    }
}

pub async fn the_migration_keeps_every_row(db: Db) {
    let (old, fresh) = (db.first_schema().await, db.unchecked().await);
    let raw = old.unchecked().await;
    run(&raw, &filling(40)).await;
    run(&raw, &["DELETE FROM audit WHERE seq = 3".to_owned(), "DELETE FROM outbox WHERE seq = 2".to_owned()])
        .await;
    let before = everything(&raw, "tally").await;
    let store = Store::connect(&old.url).await.unwrap();
    assert!(matches!(store.check_schema().await, Err(StoreError::Schema(_))));
    store.migrate().await.unwrap();
    store.check_schema().await.unwrap();
    let after = everything(&raw, "counter").await;
    assert_eq!(after, migrated(before));
    assert_eq!(schema(&raw).await, schema(&fresh).await, "a new database has the same schema");

    // The records can be read as they were written.
    let (site, m1) = (site_id("acme"), member_id("m1"));
    let shows = store.shows(&site, &all()).await.unwrap();
    let attributes: Vec<Vec<String>> = shows[..4].iter().map(|show| show.attributes.clone()).collect();
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        attributes,
        [
            texts(&[]),
            texts(&["Format.Projection.3d"]),
            texts(&["A \"b\" \\ c", "É", "d"]),
            texts(&["a", "b"])
        ]
    );
    assert_eq!((shows.len(), shows[0].business_date), (40, day("2025-05-01")));
    let operators = store.operators().await.unwrap();
    assert_eq!((operators.len(), operators[2].email.as_str()), (3, "op2"));
    for (operator, scopes) in operators.iter().zip([
        vec![RoleScope::Everywhere],
        vec![RoleScope::Site(site.clone())],
        vec![RoleScope::Site(site.clone()), RoleScope::Site(site_id("other"))],
    ]) {
        let roles = store.operator_roles(&operator.id).await.unwrap();
        assert!(roles.iter().all(|role| role.grant == Grant::of_site(OperatorRole::Owner)));
        assert_eq!(roles.into_iter().map(|role| role.scope).collect::<Vec<_>>(), scopes);
    }
    assert_eq!(store.member(&site, &m1).await.unwrap().unwrap().member.id, m1);
    assert_eq!(store.member_sessions(&site, &m1, at(NOW)).await.unwrap().len(), 1);
    assert_eq!(store.counter(&site, "k2").await.unwrap().unwrap().retry_at, at(NOW));
    assert_eq!(store.pending_deletions().await.unwrap().len(), 1);

    store.migrate().await.unwrap();
    assert_eq!(everything(&raw, "counter").await, after, "a second migration changes nothing");

    // Numbers of deleted rows are not reused. The rows of this test did not come from PostgreSQL's sequence.
    if raw.0.get_database_backend() == DbBackend::Postgres {
        run(&raw, &["SELECT setval('audit_seq_seq', 3)".to_owned()]).await;
    }
    let mut tx = store.begin().await.unwrap();
    let text = String::new;
    let row = marquee_store::AuditRow {
        at: at(NOW),
        actor: text(),
        action: text(),
        subject: text(),
        detail: text(),
    };
    tx.log_audit(&site, &row).await.unwrap();
    tx.commit().await.unwrap();
    let last = rows(&raw, "SELECT CAST(max(seq) AS TEXT) AS seq FROM audit").await;
    assert_eq!(last[0]["seq"].as_deref(), Some("4"));
    store.close().await;
}

pub async fn invalid_rows_are_named_and_the_database_is_unchanged(db: Db) {
    let old = db.first_schema().await;
    let raw = old.unchecked().await;
    run(&raw, &filling(8)).await;
    let store = Store::connect(&old.url).await.unwrap();
    for (wrong, right, message) in [
        (
            "UPDATE showtime SET movie_id = '404' WHERE id = 's1'",
            "UPDATE showtime SET movie_id = '1' WHERE id = 's1'",
            "showtime: no movie for acme/s1",
        ),
        (
            "UPDATE showtime SET business_date = '2025-02-30' WHERE id IN ('s1', 's2')",
            "UPDATE showtime SET business_date = '2025-05-01' WHERE id IN ('s1', 's2')",
            "showtime: invalid business_date in acme/s1, acme/s2",
        ),
        (
            "UPDATE showtime SET price_amount = -1 WHERE id = 's0'",
            "UPDATE showtime SET price_amount = 1250 WHERE id = 's0'",
            "showtime: invalid price_amount in acme/s0",
        ),
        (
            "UPDATE transfer SET kind = 'GIFT' WHERE id = 't1'",
            "UPDATE transfer SET kind = 'EARN' WHERE id = 't1'",
            "transfer: invalid kind in acme/t1",
        ),
        (
            "UPDATE api_key SET scope = 'all'",
            "UPDATE api_key SET scope = 'till'",
            "api_key: invalid scope in acme/till",
        ),
        (
            "UPDATE entry SET transfer_id = 't' WHERE seq = 2",
            "UPDATE entry SET transfer_id = 't0' WHERE seq = 2",
            "entry: no transfer for 2",
        ),
        (
            "UPDATE page SET site_id = 'gone'",
            "UPDATE page SET site_id = 'acme'",
            "page: no site for gone//about/",
        ),
    ] {
        raw.0.execute_unprepared(wrong).await.unwrap();
        let before = everything(&raw, "tally").await;
        let error = store.migrate().await.unwrap_err().to_string();
        assert!(error.contains(message), "{wrong}: {error}");
        assert_eq!(everything(&raw, "tally").await, before, "{wrong}");
        raw.0.execute_unprepared(right).await.unwrap();
    }
    store.migrate().await.unwrap();
    store.close().await;
}

pub async fn rows_are_repaired_with_the_values_that_were_read_before(db: Db) {
    let old = db.first_schema().await;
    let raw = old.unchecked().await;
    run(&raw, &filling(8)).await;
    let family = json(&session("s", "m", None, at(NOW)).family);
    run(
        &raw,
        &[
            "UPDATE showtime SET availability = 9 WHERE id = 's1'".to_owned(),
            "UPDATE showtime SET price_currency = NULL WHERE id = 's0'".to_owned(),
            "UPDATE account SET frozen = 2 WHERE id = 'points:m1'".to_owned(),
            format!("INSERT INTO session VALUES ('acme', 'lost', 'gone', NULL, 0, {family})"),
            "INSERT INTO favourite VALUES ('acme', 'gone', 'film', '1', 0, 0)".to_owned(),
            "UPDATE outbox SET member_id = 'gone' WHERE seq = 2".to_owned(),
            "UPDATE card SET member_id = 'gone' WHERE code = 'C1'".to_owned(),
            "UPDATE loyalty_order SET member_id = 'gone' WHERE id = 'o1'".to_owned(),
            "INSERT INTO tally VALUES ('gone', 'k', 1, 0, 0)".to_owned(),
            "INSERT INTO secret VALUES ('gone', 'reset', 'h', NULL, 0, 0, '{}')".to_owned(),
        ],
    )
    .await;
    let store = Store::connect(&old.url).await.unwrap();
    store.migrate().await.unwrap();
    let shows = store.shows(&site_id("acme"), &all()).await.unwrap();
    assert_eq!(shows[1].availability, marquee_model::catalog::Availability::Open);
    assert_eq!(shows[0].price, None);
    for (sql, count) in [
        ("SELECT 1 FROM account WHERE frozen", 2),
        ("SELECT 1 FROM session", 3),
        ("SELECT 1 FROM favourite", 2),
        ("SELECT 1 FROM outbox", 1),
        ("SELECT 1 FROM card WHERE member_id IS NULL", 2),
        ("SELECT 1 FROM loyalty_order WHERE member_id IS NULL", 2),
        ("SELECT 1 FROM counter", 3),
        ("SELECT 1 FROM secret", 2),
    ] {
        let statement = Statement::from_string(raw.0.get_database_backend(), sql);
        assert_eq!(raw.0.query_all_raw(statement).await.unwrap().len(), count, "{sql}");
    }
    store.close().await;
}

/// Prints how long a database with many shows, and a tenth as many members, takes. `MARQUEE_TEST_SHOWS` sets another number of shows than
/// 20,000: 100,000 take a minute on each engine.
pub async fn a_large_database_is_migrated(db: Db) {
    let shows: usize = std::env::var("MARQUEE_TEST_SHOWS").map_or(20_000, |number| number.parse().unwrap());
    let old = db.first_schema().await;
    let raw = old.unchecked().await;
    run(&raw, &filling(shows)).await;
    let store = Store::connect(&old.url).await.unwrap();
    let begin = std::time::Instant::now();
    store.migrate().await.unwrap();
    println!("{}: migrated in {:?}", store.engine(), begin.elapsed());
    assert_eq!(store.count_shows(&site_id("acme"), &all()).await.unwrap(), u64::try_from(shows).unwrap());
    let filter = marquee_store::ShowFilter { limit: Some(1), ..all() };
    assert_eq!(store.shows(&site_id("acme"), &filter).await.unwrap()[0].id.as_str(), "s0");
    let begin = std::time::Instant::now();
    let mut tx = store.begin().await.unwrap();
    tx.remove_site(&site_id("acme")).await.unwrap();
    tx.commit().await.unwrap();
    println!("{}: removed the site in {:?}", store.engine(), begin.elapsed());
    assert_eq!(store.count_shows(&site_id("acme"), &all()).await.unwrap(), 0);
    store.close().await;
}

/// Takes back the sixteenth migration, so that it runs again.
const BEFORE_REQUESTS: &[&str] = &[
    "DROP TABLE operator_request",
    "DROP TABLE removed_record",
    "ALTER TABLE api_key DROP COLUMN points_limit",
    "DELETE FROM seaql_migrations WHERE version = 'm0016_operator_requests'",
];

pub async fn people_who_were_removed_get_the_name_of_what_they_published_or_uploaded(db: Db) {
    let raw = db.unchecked().await;
    let statements: Vec<String> = BEFORE_REQUESTS.iter().map(|sql| (*sql).to_owned()).collect();
    run(&raw, &statements).await;
    let id = site_id("acme");
    let row = |actor: &str, action: &str, subject: &str| marquee_store::AuditRow {
        at: at(NOW),
        actor: actor.to_owned(),
        action: action.to_owned(),
        subject: subject.to_owned(),
        detail: String::new(),
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    for (number, actor) in [(1, "Theo"), (2, "Theo Brandt"), (3, "Rosa")] {
        let (name, changes) = (String::new(), 1);
        let revision =
            marquee_store::RevisionRow { number, at: at(NOW), actor: actor.to_owned(), name, changes };
        tx.append_revision(&id, &revision, &serde_json::json!({})).await.unwrap();
    }
    tx.save_picture_file(&id, &crate::catalog::picture_file("m7", 7)).await.unwrap();
    for entry in [
        row("operator:theo@acme.example", "site.publish", "1"),
        row("operator:theo@acme.example", "site.publish", "2"),
        row("operator:rosa@acme.example", "site.publish", "3"),
        row("operator:ada@acme.example", "media.upload", "m7"),
        row("operator:rosa@acme.example", "operator.remove", "theo@acme.example"),
        row("operator:rosa@acme.example", "operator.remove", "ada@acme.example"),
        row("operator:rosa@acme.example", "operator.remove", "nobody@acme.example"),
    ] {
        tx.log_audit(&id, &entry).await.unwrap();
    }
    tx.commit().await.unwrap();
    db.store.migrate().await.unwrap();
    let subjects = ["theo@acme.example", "ada@acme.example", "nobody@acme.example"];
    let names = db.store.audit_details(&id, "operator.remove", &subjects).await.unwrap();
    let names: Vec<&str> = subjects.iter().map(|subject| names[*subject].as_str()).collect();
    assert_eq!(names, ["Theo Brandt", crate::catalog::picture_file("m7", 7).actor.as_str(), ""]);
}
