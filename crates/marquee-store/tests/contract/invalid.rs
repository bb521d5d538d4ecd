//! Rows that cannot be read.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use jiff::Timestamp;
use jiff::civil::Date;
use marquee_model::catalog::TheaterAlert;
use marquee_model::loyalty::TransferKind;
use marquee_model::numbers::CountKind;
use marquee_model::operator::PointsLimit;
use marquee_model::{FeedId, MediaRef, OperatorId, ShowId, TheaterId, TransferId};
use marquee_store::{
    Account, ApiKey, AuditRow, CardRow, Counter, Deletion, FavoriteKind, KeyScope, MailRow, Period,
    PictureRow, Posting, SecretKind, Store, StoreError, Transfer,
};
use serde_json::json;

use crate::db::Db;
use crate::loyalty::{card, order};
use crate::members::{later, member, member_id, note, now, secret, session};
use crate::records::{all, day, full_show, page, save, site, site_id};

type Reading<'s> = Pin<Box<dyn Future<Output = Result<(), StoreError>> + 's>>;

fn alert() -> TheaterAlert {
    TheaterAlert {
        theater: TheaterId::parse("T1").unwrap(),
        message: "Elevator out of order".into(),
        since: now(),
        ends_at: later(60),
        translations: BTreeMap::from([("fr".into(), "Ascenseur en panne".into())]),
    }
}

/// One row of each table.
pub async fn fill(store: &Store) {
    let id = site_id("acme");
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.commit().await.unwrap();
    save(store, &id, &["T1"], &["1"], &[full_show("a")]).await;
    let mut tx = store.begin().await.unwrap();
    tx.replace_pages(&id, &[page("/about/")]).await.unwrap();
    let source = MediaRef::parse("posters/1.jpg").unwrap();
    let picture = PictureRow { source, media_id: "m".into(), width: 2, height: 3 };
    tx.save_picture(&id, &picture).await.unwrap();
    tx.keep_removed(&id, &picture, now()).await.unwrap();
    let details =
        serde_json::from_value(serde_json::json!({ "posters/1.jpg": { "credit": "Ana" } })).unwrap();
    tx.replace_picture_details(&id, &details).await.unwrap();
    tx.save_picture_file(&id, &crate::catalog::picture_file("m", 7)).await.unwrap();
    tx.save_video(&id, &crate::catalog::video("v")).await.unwrap();
    tx.save_captions(&id, &crate::catalog::captions("v", "en-US"), "WEBVTT").await.unwrap();
    let ana = crate::operators::operator("ana");
    tx.save_operator(&ana).await.unwrap();
    crate::operators::fill(&mut tx, &id).await;
    crate::feeds::fill(&mut tx, &id).await;
    crate::webhooks::fill(&mut tx, &id).await;
    tx.save_member(&id, &member("m1", Some("ada"), None), true).await.unwrap();
    tx.add_note(&id, &member_id("m1"), &note("n1", 0)).await.unwrap();
    tx.move_to_member(&id, &member_id("gone"), &member_id("m1")).await.unwrap();
    tx.save_session(&id, &session("s1", "m1", None, later(60))).await.unwrap();
    tx.save_secret(&id, SecretKind::Reset, &secret("h1", Some("m1"), later(60))).await.unwrap();
    tx.save_counter(&id, "k", &Counter { count: 1, retry_at: now(), until: later(60) }).await.unwrap();
    tx.save_card(&id, &CardRow { member: Some(member_id("m1")), card: card("A1") }).await.unwrap();
    tx.save_order(&id, &order("o1", "m1", 0)).await.unwrap();
    let key = ApiKey {
        name: "till".into(),
        scope: KeyScope::Till,
        hash: "h".into(),
        created_at: now(),
        expires_at: None,
        used_at: None,
        points_limit: PointsLimit::BOX_OFFICE,
    };
    tx.save_api_key(&id, &key).await.unwrap();
    let text = String::new;
    let row = AuditRow { at: now(), actor: text(), action: text(), subject: text(), detail: text() };
    tx.log_audit(&id, &row).await.unwrap();
    let mail = MailRow { member: None, address: text(), language: "en".into(), letter: json!({}) };
    tx.queue_mail(&id, &mail, now()).await.unwrap();
    tx.save_theater_alert(&id, &alert()).await.unwrap();
    tx.record_deletion(&Deletion { site: id.clone(), hash: "d".into(), at: now() }).await.unwrap();
    let step = |account, amount| Posting { account, amount };
    let transfer = Transfer {
        id: TransferId::parse("t1").unwrap(),
        kind: TransferKind::Earn,
        unit: "POINTS".into(),
        at: now(),
        description: text(),
        cinema_id: None,
        order_id: None,
        postings: vec![step(Account::Program, -5), step(Account::Points(member_id("m1")), 5)],
    };
    tx.book(&id, &transfer).await.unwrap();
    let views = BTreeMap::from([("/".to_owned(), 1)]);
    tx.add_counts(&id, day("2025-05-05"), CountKind::View, &views).await.unwrap();
    tx.commit().await.unwrap();
}

/// Calls the functions that read a table.
#[expect(clippy::too_many_lines, reason = "a table")]
fn read<'s>(store: &'s Store, table: &str) -> Vec<Reading<'s>> {
    macro_rules! reading {
        ($call:expr) => {
            Box::pin(async move { $call.await.map(drop) }) as Reading<'s>
        };
    }
    let id = || site_id("acme");
    let m1 = || member_id("m1");
    match table {
        "site" => vec![reading!(store.site(&id())), reading!(store.sites())],
        "theater" => vec![reading!(store.theaters(&id()))],
        "movie" => vec![reading!(store.movies(&id()))],
        "page" => vec![reading!(store.pages(&id()))],
        "showtime" => vec![
            reading!(store.shows(&id(), &all())),
            reading!(store.show(&id(), &ShowId::parse("a").unwrap())),
            reading!(store.show_by_code(&id(), "998")),
        ],
        "picture" => vec![reading!(store.pictures(&id()))],
        "picture_details" => vec![reading!(store.picture_details(&id()))],
        "picture_file" => vec![reading!(store.picture_files(&id()))],
        "captions" => vec![reading!(store.captions(&id()))],
        "video" => vec![reading!(store.videos(&id())), reading!(store.video(&id(), "v"))],
        "operator_request" => {
            vec![reading!(store.operator_requests(&id(), &OperatorId::parse("ana").unwrap(), Timestamp::MIN))]
        }
        "feed" => vec![
            reading!(store.feeds(&id())),
            reading!(store.feed(&id(), &FeedId::parse("agile").unwrap())),
            reading!(store.due_feeds(later(60), false, 9)),
        ],
        "feed_run" => vec![reading!(store.feed_runs(&id(), None, None, 9))],
        "feed_day" => vec![reading!(store.feed_days(&id(), Date::MIN))],
        "removed_record" => vec![reading!(store.removed::<PictureRow>(&id()))],
        "operator_account" => vec![
            reading!(store.operators()),
            reading!(store.operator_by_email("ana@cinema.example")),
            reading!(store.site_operators(&id())),
        ],
        "operator_role" => vec![reading!(store.site_operators(&id()))],
        "own_role" => vec![reading!(store.own_roles(&id()))],
        "box_office_points" => {
            vec![reading!(store.box_office_points(&id())), reading!(store.changed_box_office_points())]
        }
        "operator_session" => vec![reading!(store.operator_session("h"))],
        "operator_passkey" => vec![reading!(store.passkeys(&OperatorId::parse("ana").unwrap()))],
        "operator_challenge" => vec![Box::pin(async move {
            let mut tx = store.begin().await?;
            tx.take_challenge("1").await.map(drop)
        })],
        "operator_invitation" => {
            vec![reading!(store.invitation("h")), reading!(store.site_invitations(&id()))]
        }
        "operator_counter" => vec![reading!(store.operator_counter("k"))],
        "draft_edit" => vec![Box::pin(async move {
            let tx = store.begin().await?;
            tx.draft_edits(&site_id("acme")).await.map(drop)
        })],
        "revision" => vec![reading!(store.revisions(&id(), None, 9)), reading!(store.revision(&id(), 1))],
        "publication" => vec![Box::pin(async move {
            let tx = store.begin().await?;
            tx.publication(&site_id("acme")).await.map(drop)
        })],
        "change_log" => vec![reading!(store.changes_after(0))],
        "touched" => vec![reading!(store.last_changed(&id()))],
        "member" => vec![
            reading!(store.member(&id(), &m1())),
            reading!(store.member_by_login(&id(), "ada")),
            reading!(store.members(&id(), "", None, 9)),
        ],
        "member_note" => vec![reading!(store.notes(&id(), &m1()))],
        "session" => vec![reading!(store.member_sessions(&id(), &m1(), now()))],
        "secret" => vec![reading!(store.secret(&id(), SecretKind::Reset, "h1", now()))],
        "counter" => vec![reading!(store.counter(&id(), "k"))],
        "card" => vec![reading!(store.member_cards(&id(), &m1()))],
        "favourite" => vec![reading!(store.favorites(&id(), &m1(), FavoriteKind::Film))],
        "loyalty_order" => vec![reading!(store.member_orders(&id(), &m1(), None))],
        "api_key" => vec![reading!(store.api_key(&id(), "h")), reading!(store.api_keys(&id()))],
        "audit" => vec![reading!(store.audit_page(&id(), None, "", 9))],
        "outbox" => vec![reading!(store.due_mails(later(60), 9))],
        "deletion" => vec![reading!(store.deletions()), reading!(store.pending_deletions())],
        "transfer" | "entry" => vec![reading!(store.statement(&id(), &Account::Points(m1()), None))],
        "daily_count" => {
            vec![reading!(store.counts(&id(), Period { from: Date::MIN, to: Date::MAX }, 9))]
        }
        "theater_alert" => vec![reading!(store.theater_alerts(&id()))],
        other => unreachable!("{other}"),
    }
}

/// A number after the last timestamp.
const TOO_LATE: &str = "999999999999999999";

/// Table, column, an invalid value and a valid one in SQL.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("site", "record", "'{}'", ""),
    ("theater", "doc", "'{\"id\":\"a b\",\"name\":\"\",\"slug\":\"\"}'", ""),
    ("movie", "doc", "'{'", ""),
    ("page", "doc", "'null'", ""),
    ("showtime", "starts_at", TOO_LATE, "0"),
    ("showtime", "ends_at", TOO_LATE, "NULL"),
    ("showtime", "business_date", "'2025-02-30'", "'2025-05-05'"),
    ("showtime", "availability", "4", "1"),
    ("showtime", "price_amount", "-1", "1250"),
    ("showtime", "price_amount", "NULL", "1250"),
    ("showtime", "price_currency", "NULL", "'EUR'"),
    ("picture", "width", "-1", ""),
    ("picture_details", "doc", "'{'", ""),
    ("picture_file", "bytes", "-1", "0"),
    ("picture_file", "uploaded_at", TOO_LATE, ""),
    ("video", "bytes", "-1", "1"),
    ("video", "width", "-1", "1"),
    ("video", "height", "-1", "1"),
    ("video", "duration_ms", "-1", "0"),
    ("video", "uploaded_at", TOO_LATE, "0"),
    ("video", "removed_at", TOO_LATE, "NULL"),
    ("captions", "bytes", "-1", "1"),
    ("captions", "uploaded_at", TOO_LATE, "0"),
    ("captions", "locale", "'English'", "'en-US'"),
    ("operator_request", "kind", "'chat'", "'wait'"),
    ("operator_request", "at", TOO_LATE, ""),
    ("feed", "created_at", TOO_LATE, "0"),
    ("feed", "succeeded_at", TOO_LATE, "NULL"),
    ("feed", "doc", "'{'", ""),
    ("feed_run", "result", "'lost'", "'failed'"),
    ("feed_run", "problem", "'bored'", "NULL"),
    ("feed_run", "took", "-1", "0"),
    ("feed_run", "gone", "-1", "0"),
    ("feed_run", "mailed", "'[7]'", "'[]'"),
    ("feed_day", "result", "'lost'", "'failed'"),
    ("feed_day", "runs", "-1", ""),
    ("removed_record", "doc", "'{'", ""),
    ("operator_account", "created_at", TOO_LATE, "0"),
    ("operator_account", "seen_at", TOO_LATE, "NULL"),
    ("operator_account", "totp_step", "-1", "0"),
    ("operator_account", "recovery_codes", "'[7]'", "'[]'"),
    ("operator_role", "role", "'king'", "'owner'"),
    ("operator_role", "theaters", "'[7]'", "NULL"),
    ("operator_role", "theaters", "'[\"T1\"]'", "NULL"),
    ("own_role", "id", "'owner'", "'role-1'"),
    ("own_role", "name", "''", "'Front desk'"),
    ("own_role", "permissions", "'[\"fly\"]'", "'[\"read\"]'"),
    ("own_role", "permissions", "'[\"adjustPoints\"]'", "'[\"read\"]'"),
    ("own_role", "points_limit", "-1", "NULL"),
    ("own_role", "points_limit", "5", "NULL"),
    ("box_office_points", "points_limit", "0", "NULL"),
    ("operator_session", "created_at", TOO_LATE, "0"),
    ("operator_session", "opened_sites", "'[7]'", "'[]'"),
    ("operator_passkey", "credential", "'{'", "'{}'"),
    ("operator_passkey", "created_at", TOO_LATE, "0"),
    ("operator_passkey", "used_at", TOO_LATE, "NULL"),
    ("operator_challenge", "doc", "'{'", "'{}'"),
    ("operator_challenge", "expires_at", TOO_LATE, "0"),
    ("operator_invitation", "role", "'king'", "'owner'"),
    ("operator_invitation", "theaters", "'[\"T1\"]'", "NULL"),
    ("operator_invitation", "expires_at", TOO_LATE, ""),
    ("operator_counter", "count", "-1", "1"),
    ("draft_edit", "doc", "'{'", "NULL"),
    ("draft_edit", "at", TOO_LATE, ""),
    ("revision", "changes", "-1", "0"),
    ("revision", "at", TOO_LATE, ""),
    ("publication", "changes", "'{'", "NULL"),
    ("publication", "problem", "'late'", "NULL"),
    ("publication", "left_out", "-1", "0"),
    ("publication", "at", TOO_LATE, ""),
    ("change_log", "tags", "'[7]'", ""),
    ("touched", "at", TOO_LATE, ""),
    ("member", "doc", "'[]'", ""),
    ("member_note", "at", TOO_LATE, "0"),
    ("session", "doc", "''", ""),
    ("secret", "tries", "-1", "0"),
    ("secret", "doc", "'{'", ""),
    ("counter", "count", "-1", "1"),
    ("counter", "retry_at", TOO_LATE, "0"),
    ("card", "doc", "'{}'", ""),
    ("loyalty_order", "doc", "'{}'", ""),
    ("api_key", "scope", "'everything'", "'till'"),
    ("api_key", "created_at", TOO_LATE, "0"),
    ("api_key", "expires_at", TOO_LATE, "NULL"),
    ("api_key", "used_at", TOO_LATE, "NULL"),
    ("api_key", "points_limit", "0", "500"),
    ("audit", "at", TOO_LATE, ""),
    ("outbox", "attempts", "-1", "0"),
    ("outbox", "letter", "'{'", ""),
    ("deletion", "at", TOO_LATE, ""),
    ("transfer", "kind", "'gift'", "'EARN'"),
    ("transfer", "occurred_at", TOO_LATE, "0"),
    ("entry", "balance_after", "NULL", ""),
    ("daily_count", "day", "'2025-02-30'", "'2025-05-05'"),
    ("daily_count", "kind", "'visit'", "'view'"),
    ("daily_count", "count", "-1", ""),
    ("theater_alert", "ends_at", TOO_LATE, ""),
];

pub async fn an_invalid_value_is_an_error_that_names_its_row_and_column(db: Db) {
    fill(&db.store).await;
    let raw = db.unchecked().await;
    for (table, column, invalid, valid) in CASES {
        for reading in read(&db.store, table) {
            let before = reading.await;
            assert!(before.is_ok(), "{table}.{column}: {before:?}");
        }
        raw.set(table, column, invalid).await;
        for reading in read(&db.store, table) {
            let error = reading.await.unwrap_err();
            let StoreError::Record { table: error_table, key, column: error_column, .. } = error else {
                unreachable!("{table}.{column} = {invalid}: {error}")
            };
            assert_eq!((error_table, error_column), (*table, *column), "{invalid}");
            assert!(!key.is_empty(), "{table}.{column}");
        }
        if !valid.is_empty() {
            raw.set(table, column, valid).await;
        }
    }
}
