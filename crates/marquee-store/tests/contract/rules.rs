//! Rules that the database itself enforces.

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbErr};

use crate::db::Db;
use crate::invalid::fill;
use crate::records::site_id;

async fn connect(db: &Db) -> DatabaseConnection {
    Database::connect(db.url.replace("sqlite:", "sqlite://")).await.unwrap()
}

/// Statements that break a rule.
const WRONG: &[&str] = &[
    "UPDATE showtime SET availability = 4",
    "UPDATE showtime SET business_date = '2025-02-30'",
    "UPDATE showtime SET business_date = '2025-5-5'",
    "UPDATE showtime SET price_amount = -1",
    "UPDATE showtime SET price_currency = NULL",
    "UPDATE showtime SET attributes = 'a|b'",
    "UPDATE showtime SET theater_id = 'T9'",
    "UPDATE showtime SET movie_id = '404'",
    "UPDATE theater SET site_id = 'nobody'",
    "UPDATE picture SET width = -1",
    "UPDATE operator SET sites = 'acme'",
    "UPDATE member SET site_id = 'nobody'",
    "UPDATE session SET member_id = 'm9'",
    "UPDATE secret SET kind = 'spell'",
    "UPDATE secret SET tries = -1",
    "UPDATE counter SET count = -1",
    "UPDATE card SET member_id = 'm9'",
    "DELETE FROM member",
    "UPDATE loyalty_order SET member_id = 'm9'",
    "UPDATE ticket SET order_id = 'o9'",
    "UPDATE api_key SET scope = 'all'",
    "UPDATE api_key SET points_limit = 0",
    "UPDATE transfer SET kind = 'GIFT'",
    "DELETE FROM transfer",
    "UPDATE account SET balance = -1",
    "UPDATE account SET entries = -1",
    "UPDATE entry SET transfer_id = 't9'",
    "UPDATE entry SET amount = 0",
    "UPDATE entry SET balance_after = NULL WHERE number IS NOT NULL",
    "UPDATE outbox SET member_id = 'm9'",
    "UPDATE outbox SET attempts = -1",
    "UPDATE picture_details SET doc = '[]'",
    "UPDATE picture_details SET site_id = 'nobody'",
    "UPDATE picture_file SET bytes = -1",
    "UPDATE picture_file SET site_id = 'nobody'",
    "UPDATE video SET bytes = 0",
    "UPDATE video SET width = 0",
    "UPDATE video SET height = 0",
    "UPDATE video SET duration_ms = -1",
    "UPDATE video SET site_id = 'nobody'",
    "UPDATE operator_request SET kind = 'chat'",
    "UPDATE operator_request SET to_id = 'nobody'",
    "UPDATE operator_request SET site_id = 'nobody'",
    "UPDATE feed SET doc = '[]'",
    "UPDATE feed SET failures = -1",
    "UPDATE feed SET site_id = 'nobody'",
    "UPDATE feed_run SET result = 'lost'",
    "UPDATE feed_run SET gone = -1",
    "UPDATE feed_run SET mailed = '{}'",
    "UPDATE feed_run SET feed_id = 'nobody'",
    "UPDATE feed_response SET run_id = 'nobody'",
    "UPDATE feed_show SET show_id = 'nobody'",
    "UPDATE feed_day SET runs = 0",
    "UPDATE feed_day SET feed_id = 'nobody'",
    "UPDATE removed_record SET kind = 'page'",
    "UPDATE removed_record SET doc = '[]'",
    "UPDATE removed_record SET site_id = 'nobody'",
    "UPDATE daily_count SET count = -1",
    "UPDATE daily_count SET day = '5/5/2025'",
    "UPDATE daily_count SET kind = 'visit'",
    "UPDATE daily_count SET site_id = 'nobody'",
    "UPDATE theater_alert SET message = ''",
    "UPDATE theater_alert SET ends_at = since",
    "UPDATE theater_alert SET site_id = 'nobody'",
    "UPDATE member_note SET text = ''",
    "UPDATE member_note SET member_id = 'm9'",
    "UPDATE member_merge SET member_id = 'm9'",
    // The role in this table is that of an owner, the invitation is of an editor.
    "UPDATE operator_role SET theaters = '[\"T1\"]'",
    "UPDATE operator_role SET role = 'program', theaters = '[]'",
    "UPDATE operator_role SET role = 'program', theaters = '[\"T1\"]', site_id = ''",
    "UPDATE operator_invitation SET theaters = '[\"T1\"]'",
    // The role `role-1` is one of the site.
    "UPDATE operator_role SET own_role = 'role-1'",
    "UPDATE operator_role SET role = NULL",
    "UPDATE operator_role SET role = NULL, own_role = 'role-9'",
    "UPDATE operator_role SET role = NULL, own_role = 'role-1', site_id = ''",
    "UPDATE operator_invitation SET own_role = 'role-1'",
    "UPDATE operator_invitation SET role = NULL, own_role = 'role-9'",
    "UPDATE own_role SET id = 'owner'",
    "UPDATE own_role SET name = ''",
    "UPDATE own_role SET permissions = '[]'",
    "UPDATE own_role SET points_limit = 0",
    "UPDATE own_role SET site_id = 'nobody'",
    "UPDATE box_office_points SET points_limit = 0",
    "UPDATE box_office_points SET site_id = 'nobody'",
];

pub async fn security_4_1_the_database_refuses_rows_that_break_a_rule(db: Db) {
    fill(&db.store).await;
    let raw = connect(&db).await;
    for sql in WRONG {
        let result: Result<_, DbErr> = raw.execute_unprepared(sql).await;
        assert!(result.is_err(), "{sql}");
    }
}

/// Tables with rows of a member, and of a site.
const OF_MEMBER: &[(&str, i64)] = &[
    ("session", 0),
    ("member_note", 0),
    ("member_merge", 0),
    ("outbox", 1),
    ("card", 1),
    ("loyalty_order", 1),
    ("entry", 2),
];
const OF_SITE: &[&str] = &[
    "site_host",
    "theater",
    "movie",
    "page",
    "showtime",
    "picture",
    "touched",
    "member",
    "session",
    "secret",
    "counter",
    "card",
    "gift_card",
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
    "daily_count",
    "picture_details",
    "picture_file",
    "video",
    "captions",
    "feed",
    "feed_run",
    "feed_response",
    "feed_show",
    "feed_day",
    "removed_record",
    "operator_request",
    "theater_alert",
    "member_note",
    "member_merge",
    "operator_role",
    "operator_invitation",
    "own_role",
    "box_office_points",
];

async fn count(raw: &DatabaseConnection, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM \"{table}\" WHERE site_id = 'acme'");
    let statement = sea_orm::Statement::from_string(raw.get_database_backend(), sql);
    raw.query_one_raw(statement).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

pub async fn security_7_8_removing_a_parent_removes_its_rows(db: Db) {
    fill(&db.store).await;
    let raw = connect(&db).await;
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_member(&site_id("acme"), &crate::members::member_id("m1")).await.unwrap();
    tx.commit().await.unwrap();
    for (table, expected) in OF_MEMBER {
        assert_eq!(count(&raw, table).await, *expected, "{table}");
    }
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_site(&site_id("acme")).await.unwrap();
    tx.commit().await.unwrap();
    for table in OF_SITE {
        assert_eq!(count(&raw, table).await, 0, "{table}");
    }
}
