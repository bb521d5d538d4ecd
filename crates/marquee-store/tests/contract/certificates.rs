//! Certificates of hosts.

use jiff::{SignedDuration, Timestamp};
use marquee_store::{CertificateRow, IssuedCertificate};

use crate::db::Db;
use crate::members::now;

const HOST: &str = "acme.example";
const DIRECTORY: &str = "https://certificates.example/directory";

fn minutes(count: i64) -> Timestamp {
    now() + SignedDuration::from_mins(count)
}

async fn lease(db: &Db, at: i64, until: i64) -> bool {
    let mut tx = db.store.begin().await.unwrap();
    let is_leased = tx.lease_certificate(HOST, minutes(at), minutes(until)).await.unwrap();
    tx.commit().await.unwrap();
    is_leased
}

pub async fn one_node_at_a_time_orders_a_certificate(db: Db) {
    assert!(lease(&db, 0, 5).await, "a new host");
    assert!(!lease(&db, 4, 9).await, "another node orders it");
    assert!(lease(&db, 5, 10).await, "the other node was too slow");
    let row = db.store.certificate(HOST).await.unwrap().unwrap();
    assert_eq!((row.issued, row.next_at, row.failures), (None, minutes(10), 0));
}

pub async fn a_certificate_is_saved_with_its_key_and_replaced(db: Db) {
    assert_eq!(db.store.certificate(HOST).await.unwrap(), None);
    let issued = |chain: &str| {
        let ends_at = minutes(90);
        Some(IssuedCertificate {
            chain: chain.to_owned(),
            private_key: "sealed".to_owned(),
            directory: DIRECTORY.to_owned(),
            ends_at,
        })
    };
    let row = CertificateRow {
        host: HOST.to_owned(),
        issued: None,
        next_at: minutes(1),
        failures: 2,
        problem: Some("refused".to_owned()),
    };
    let next = CertificateRow { issued: issued("first"), failures: 0, problem: None, ..row.clone() };
    let last = CertificateRow { issued: issued("second"), next_at: minutes(60), ..next.clone() };
    for row in [row, next, last] {
        let mut tx = db.store.begin().await.unwrap();
        tx.save_certificate(&row).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.store.certificate(HOST).await.unwrap().as_ref(), Some(&row));
        let not_due = async |at: Timestamp| db.store.certificates_not_due(at).await.unwrap();
        assert_eq!(not_due(row.next_at).await, Vec::<String>::new());
        assert_eq!(not_due(row.next_at - SignedDuration::from_secs(1)).await, [HOST]);
    }
}

pub async fn an_order_is_due_when_it_is_set_so_and_never_waits_longer_than_is_possible(db: Db) {
    assert!(lease(&db, 0, 60 * 24 * 365).await);
    assert!(lease(&db, 1, 5).await, "a year is longer than any delay: the clock was wrong");
    let mut tx = db.store.begin().await.unwrap();
    let ends_at = minutes(60 * 24 * 90);
    let issued = IssuedCertificate {
        chain: "chain".to_owned(),
        private_key: "sealed".to_owned(),
        directory: DIRECTORY.to_owned(),
        ends_at,
    };
    let row = CertificateRow {
        host: HOST.to_owned(),
        issued: Some(issued.clone()),
        next_at: minutes(60 * 24 * 60),
        failures: 3,
        problem: None,
    };
    tx.save_certificate(&row).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.issued_certificates().await.unwrap(), [(HOST.to_owned(), issued)]);
    assert!(!lease(&db, 2, 7).await, "renewed in sixty days");
    let mut tx = db.store.begin().await.unwrap();
    tx.set_certificate_due(HOST, minutes(2)).await.unwrap();
    tx.commit().await.unwrap();
    assert!(lease(&db, 2, 7).await);
}

pub async fn the_first_account_at_a_certificate_server_is_kept_until_it_is_removed(db: Db) {
    for credentials in ["first", "second"] {
        let mut tx = db.store.begin().await.unwrap();
        tx.save_acme_account(DIRECTORY, credentials).await.unwrap();
        tx.commit().await.unwrap();
    }
    assert_eq!(db.store.acme_account(DIRECTORY).await.unwrap().as_deref(), Some("first"));
    assert_eq!(db.store.acme_account("https://other.example/").await.unwrap(), None);
    for (credentials, kept) in [("second", Some("first")), ("first", None)] {
        let mut tx = db.store.begin().await.unwrap();
        tx.remove_acme_account(DIRECTORY, credentials).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.store.acme_account(DIRECTORY).await.unwrap().as_deref(), kept);
    }
}

pub async fn responses_to_challenges_expire_and_are_removed(db: Db) {
    let save = async |token: &'static str, from: i64, until: i64| {
        let mut tx = db.store.begin().await.unwrap();
        tx.save_acme_challenge(token, "response", (minutes(from), minutes(until))).await.unwrap();
        tx.commit().await.unwrap();
    };
    let found = async |token: &str, at: i64| db.store.acme_challenge(token, minutes(at)).await.unwrap();
    save("a", 0, 60).await;
    assert_eq!(found("a", 59).await.as_deref(), Some("response"));
    assert_eq!((found("a", 60).await, found("b", 0).await), (None, None));
    save("b", 60, 120).await;
    assert_eq!(found("a", 0).await, None, "removed");
    assert_eq!(found("b", 61).await.as_deref(), Some("response"));
}
