//! Opening, migrating and closing a database.

use marquee_store::{Store, StoreError};

use crate::db::Db;
use crate::records::{site, site_id};

pub async fn an_unmigrated_database_fails_the_schema_check(db: Db) {
    let unmigrated = Store::connect(&db.another("empty").await).await.unwrap();
    let result = unmigrated.check_schema().await;
    assert!(matches!(result, Err(StoreError::Schema(_))), "{result:?}");
    unmigrated.migrate().await.unwrap();
    unmigrated.check_schema().await.unwrap();
    unmigrated.close().await;
    db.store.check_schema().await.unwrap();
}

pub async fn migrating_twice_keeps_the_data(db: Db) {
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.commit().await.unwrap();
    db.store.migrate().await.unwrap();
    let other = db.again().await;
    other.migrate().await.unwrap();
    other.check_schema().await.unwrap();
    assert!(other.site(&site_id("acme")).await.unwrap().is_some(), "the data is kept");
}

pub async fn a_database_responds_and_closes(db: Db) {
    db.store.ping().await.unwrap();
    let expected = if db.url.starts_with("sqlite:") { "sqlite" } else { "postgresql" };
    assert_eq!(db.store.engine(), expected);
    let other = db.again().await;
    other.clone().close().await;
    assert!(other.ping().await.is_err(), "a closed store does not respond");
    db.store.ping().await.unwrap();
}

pub async fn an_unsupported_url_is_refused(_: Db) {
    for address in ["mysql://u:secret@h/d", "marquee.db", "", "http://localhost/"] {
        let error = Store::connect(address).await.unwrap_err();
        assert!(matches!(error, StoreError::UnsupportedUrl(_)), "{address}: {error}");
        assert!(!error.to_string().contains("secret"), "the message must not contain the password: {error}");
    }
}

/// Statements of PostgreSQL may run for 5 s, but for those of a long transaction. With SQLite, the pool has one writer.
pub async fn security_4_4_a_statement_that_waits_too_long_is_aborted(db: Db) {
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.commit().await.unwrap();
    let acme = site_id("acme");
    let (holder, short, long) = (
        db.store.begin().await.unwrap(),
        db.store.begin().await.unwrap(),
        db.store.begin_long().await.unwrap(),
    );
    assert!(holder.lock_site(&acme).await.unwrap().is_some());
    let started = std::time::Instant::now();
    let release = async {
        let result = short.lock_site(&acme).await;
        let waited = started.elapsed();
        assert!(result.is_err() && waited.as_secs() >= 4, "aborted after {waited:?}: {result:?}");
        drop(holder);
    };
    let (locked, ()) = tokio::join!(long.lock_site(&acme), release);
    assert!(locked.unwrap().is_some(), "a long transaction waits until the lock is free");
}

pub async fn an_unreachable_database_is_unavailable(db: Db) {
    let address = if db.store.engine() == "sqlite" {
        "sqlite:/no/such/folder/marquee.db"
    } else {
        "postgres://nobody:secret@127.0.0.1:1/none"
    };
    let error = Store::connect(address).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    assert!(!error.to_string().contains("secret"), "the message must not contain the password: {error}");
}
