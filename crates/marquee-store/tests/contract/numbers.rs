//! Counts by day.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use marquee_model::loyalty::TransferKind;
use marquee_model::numbers::CountKind;
use marquee_model::{SiteId, TransferId};
use marquee_store::{Account, CountRow, Period, Points, Posting, Store, Transfer};

use crate::db::Db;
use crate::members::member_id;
use crate::records::{at, day, site_id};

const MONDAY: &str = "2025-05-05";
const TUESDAY: &str = "2025-05-06";

async fn add(store: &Store, site: &SiteId, date: &str, kind: CountKind, counts: &[(&str, u64)]) {
    let counts: BTreeMap<String, u64> = counts.iter().map(|(key, n)| ((*key).to_owned(), *n)).collect();
    let mut tx = store.begin().await.unwrap();
    tx.add_counts(site, day(date), kind, &counts).await.unwrap();
    tx.commit().await.unwrap();
}

fn week() -> Period {
    Period { from: day(MONDAY), to: day("2025-05-11") }
}

pub async fn security_7_11_counts_of_two_nodes_add_up(db: Db) {
    let (acme, other) = (site_id("acme"), site_id("other"));
    let node = db.again().await;
    let views = CountKind::View;
    tokio::join!(
        add(&db.store, &acme, MONDAY, views, &[("/", 2), ("/movies/", 1)]),
        add(&node, &acme, MONDAY, views, &[("/", 3)]),
    );
    add(&node, &acme, TUESDAY, views, &[("/", 1)]).await;
    add(&node, &other, MONDAY, views, &[("/", 100)]).await;
    let s = &db.store;
    let by_day = s.counts_by_day(&acme, views, week()).await.unwrap();
    assert_eq!(by_day, BTreeMap::from([(day(MONDAY), 6), (day(TUESDAY), 1)]));
    let largest = s.largest_counts(&acme, views, week(), 9).await.unwrap();
    assert_eq!(largest, [("/".to_owned(), 6), ("/movies/".to_owned(), 1)]);
    assert_eq!(s.largest_counts(&acme, views, week(), 1).await.unwrap().len(), 1);
    let keys = ["/movies/".to_owned(), "/missing/".to_owned()];
    let of_keys = s.counts_of_keys(&acme, views, week(), &keys).await.unwrap();
    assert_eq!(of_keys, BTreeMap::from([("/movies/".to_owned(), 1)]));
    let tuesday = Period { from: day(TUESDAY), to: day(TUESDAY) };
    assert_eq!(s.counts_by_day(&acme, views, tuesday).await.unwrap().len(), 1);
    assert!(s.counts_by_day(&acme, CountKind::Search, week()).await.unwrap().is_empty());
    assert_eq!(s.first_count_day(&acme).await.unwrap(), Some(day(MONDAY)));
    let rows = s.counts(&acme, week(), 2).await.unwrap();
    let row = |key: &str, count| CountRow { day: day(MONDAY), kind: views, key: key.into(), count };
    assert_eq!(rows, [row("/", 5), row("/movies/", 1)]);
}

pub async fn security_7_11_further_keys_of_a_day_are_counted_under_the_empty_key(db: Db) {
    let acme = site_id("acme");
    let most = CountKind::Search.max_keys();
    let words: Vec<String> = (0..most + 3).map(|number| format!("words {number:04}")).collect();
    let counts: Vec<(&str, u64)> = words.iter().map(|words| (words.as_str(), 1)).collect();
    add(&db.store, &acme, MONDAY, CountKind::Search, &counts[..most]).await;
    add(&db.store, &acme, MONDAY, CountKind::Search, &counts).await;
    add(&db.store, &acme, TUESDAY, CountKind::Search, &counts[most..]).await;
    let monday = Period { from: day(MONDAY), to: day(MONDAY) };
    let rows = db.store.largest_counts(&acme, CountKind::Search, monday, 10_000).await.unwrap();
    assert_eq!((rows.len(), &rows[0]), (most + 1, &(String::new(), 3)));
    assert_eq!(rows[1], ("words 0000".to_owned(), 2));
    let total: u64 = db.store.counts_by_day(&acme, CountKind::Search, week()).await.unwrap().values().sum();
    assert_eq!(total, u64::try_from(2 * most + 6).unwrap());
}

pub async fn security_7_11_old_counts_are_removed(db: Db) {
    let acme = site_id("acme");
    assert_eq!(db.store.first_count_day(&acme).await.unwrap(), None);
    add(&db.store, &acme, MONDAY, CountKind::View, &[("/", 1)]).await;
    add(&db.store, &acme, TUESDAY, CountKind::Member, &[("", 1)]).await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.remove_counts_before(day(TUESDAY)).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert_eq!(db.store.first_count_day(&acme).await.unwrap(), Some(day(TUESDAY)));
}

async fn book(store: &Store, id: &str, kind: TransferKind, time: &str, amount: i64) {
    let step = |account, amount| Posting { account, amount };
    let transfer = Transfer {
        id: TransferId::parse(id).unwrap(),
        kind,
        unit: "POINTS".into(),
        at: at(time),
        description: String::new(),
        cinema_id: None,
        order_id: None,
        postings: vec![step(Account::Program, -amount), step(Account::Points(member_id("m1")), amount)],
    };
    let mut tx = store.begin().await.unwrap();
    tx.book(&site_id("acme"), &transfer).await.unwrap();
    tx.commit().await.unwrap();
}

pub async fn points_are_added_up_by_the_days_of_a_time_zone(db: Db) {
    let (s, acme) = (&db.store, site_id("acme"));
    book(s, "t1", TransferKind::Earn, "2025-05-06T03:59:00Z", 100).await;
    book(s, "t2", TransferKind::Earn, "2025-05-06T04:00:00Z", 10).await;
    book(s, "t3", TransferKind::Redeem, "2025-05-06T12:00:00Z", -30).await;
    book(s, "t4", TransferKind::Redeem, "2025-05-06T12:01:00Z", 5).await;
    book(s, "t5", TransferKind::Expire, "2025-05-06T13:00:00Z", -7).await;
    book(s, "t6", TransferKind::Adjust, "2025-05-12T04:00:00Z", 1).await;
    let zone = TimeZone::get("America/Detroit").unwrap();
    let days = s.points_by_day(&acme, week(), &zone).await.unwrap();
    let monday = Points { given: 100, spent: 0 };
    let tuesday = Points { given: 10, spent: 25 };
    assert_eq!(days, BTreeMap::from([(day(MONDAY), monday), (day(TUESDAY), tuesday)]));
    assert!(s.points_by_day(&site_id("other"), week(), &zone).await.unwrap().is_empty());
}
