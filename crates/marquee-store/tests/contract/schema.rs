//! Opening, migrating and closing a database.

use marquee_store::{Store, StoreError};

use crate::db::Db;
use crate::records::{site, site_id};

pub async fn an_unmigrated_database_fails_the_schema_check(db: Db) {
    assert!(matches!(db.empty, Err(StoreError::Schema(_))), "{:?}", db.empty);
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
    assert!(other.site(&site_id("acme")).await.unwrap().is_some(), "what is stored stays");
}

pub async fn a_database_answers_and_closes(db: Db) {
    db.store.ping().await.unwrap();
    let expected = if db.url.starts_with("sqlite:") { "sqlite" } else { "postgresql" };
    assert_eq!(db.store.engine(), expected);
    let other = db.again().await;
    other.clone().close().await;
    assert!(other.ping().await.is_err(), "a closed store does not answer");
    db.store.ping().await.unwrap();
}

pub async fn an_unsupported_url_is_refused(_: Db) {
    for address in ["mysql://u:secret@h/d", "marquee.db", "", "http://localhost/"] {
        let error = Store::connect(address).await.unwrap_err();
        assert!(matches!(error, StoreError::UnsupportedUrl(_)), "{address}: {error}");
        assert!(!error.to_string().contains("secret"), "a password is not repeated: {error}");
    }
}

pub async fn an_unreachable_database_is_unavailable(db: Db) {
    let address = if db.store.engine() == "sqlite" {
        "sqlite:/no/such/folder/marquee.db"
    } else {
        "postgres://nobody:secret@127.0.0.1:1/none"
    };
    let error = Store::connect(address).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
    assert!(!error.to_string().contains("secret"), "a password is not repeated: {error}");
}
