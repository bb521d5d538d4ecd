//! Records of deleted members, and the cleaning of database files.

use marquee_store::Deletion;

use crate::db::Db;
use crate::members::{later, member, member_id};
use crate::records::site_id;

fn deletion(site: &str, hash: &str, seconds: i64) -> Deletion {
    Deletion { site: site_id(site), hash: hash.to_owned(), at: later(seconds) }
}

async fn record(db: &Db, deletions: &[&Deletion]) {
    let mut tx = db.store.begin().await.unwrap();
    for deletion in deletions {
        tx.record_deletion(deletion).await.unwrap();
    }
    tx.commit().await.unwrap();
}

pub async fn deletions_are_listed_once_by_time(db: Db) {
    let (later_deletion, earlier_deletion, other_site_deletion) =
        (deletion("acme", "aa", 5), deletion("acme", "bb", 1), deletion("beta", "aa", 9));
    record(&db, &[&later_deletion, &earlier_deletion, &other_site_deletion, &deletion("acme", "aa", 99)])
        .await;
    let expected = [earlier_deletion.clone(), later_deletion.clone(), other_site_deletion.clone()];
    assert_eq!(db.store.deletions().await.unwrap(), expected);
    assert_eq!(db.store.pending_deletions().await.unwrap(), expected);
    let mut tx = db.store.begin().await.unwrap();
    tx.mark_deletions_clean(later(5)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.pending_deletions().await.unwrap(), std::slice::from_ref(&other_site_deletion));
    record(&db, &[&later_deletion]).await;
    assert_eq!(
        db.store.pending_deletions().await.unwrap(),
        [later_deletion, other_site_deletion],
        "deleted again, to be cleaned again"
    );
    assert_eq!(db.store.deletions().await.unwrap(), expected);
}

/// Security 7.8 on SQLite, whose files are accessible here. The black-box test `tests/it/members/erasure.rs` checks
/// PostgreSQL.
pub async fn cleaned_files_have_no_data_of_a_deleted_member(db: Db) {
    let (site, marked_email) = (site_id("acme"), "zq-marked-qz@example.org");
    let mut tx = db.store.begin().await.unwrap();
    tx.save_member(&site, &member("m1", Some("ada"), Some(marked_email)), true).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_member(&site, &member_id("m1")).await.unwrap();
    tx.commit().await.unwrap();
    db.store.clean_files().await.unwrap();
    let path = db.url.strip_prefix("sqlite:").unwrap();
    assert_eq!(std::fs::metadata(format!("{path}-wal")).unwrap().len(), 0);
    let bytes = std::fs::read(path).unwrap();
    assert!(!bytes.windows(marked_email.len()).any(|part| part == marked_email.as_bytes()));
}
