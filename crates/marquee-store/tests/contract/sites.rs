//! Sites and their host names.

use marquee_model::settings::SiteRecord;
use marquee_model::{Change, SavedBlockId, Tag};
use marquee_store::{Store, StoreError};

use crate::db::Db;
use crate::records::{all, full_show, page, save, site, site_id, site_of};

async fn put(store: &Store, record: &SiteRecord) -> Result<(), StoreError> {
    let mut tx = store.begin().await?;
    tx.save_site(record).await?;
    tx.commit().await.map(|_| ())
}

pub async fn a_site_is_found_by_key_and_by_each_of_its_hosts(db: Db) {
    let record = site("acme", &["acme.example", "www.acme.example"]);
    put(&db.store, &record).await.unwrap();
    let stored = db.store.site(&site_id("acme")).await.unwrap().unwrap();
    assert_eq!((stored.record, stored.version), (record, 1));
    for host in ["acme.example", "www.acme.example"] {
        assert_eq!(site_of(&db.store, host).await, Some(site_id("acme")), "{host}");
    }
    assert_eq!(site_of(&db.store, "example").await, None);
    assert_eq!(db.store.site(&site_id("other")).await.unwrap(), None);
}

pub async fn a_saved_site_replaces_its_record_and_its_hosts(db: Db) {
    put(&db.store, &site("acme", &["old.example", "kept.example"])).await.unwrap();
    let mut changed = site("acme", &["kept.example", "new.example"]);
    changed.settings.name = "Acme & Söhne".into();
    put(&db.store, &changed).await.unwrap();
    let stored = db.store.site(&site_id("acme")).await.unwrap().unwrap();
    assert_eq!((stored.record, stored.version), (changed, 2));
    assert_eq!(site_of(&db.store, "old.example").await, None);
    assert_eq!(site_of(&db.store, "new.example").await, Some(site_id("acme")));
    assert_eq!(db.store.sites().await.unwrap().len(), 1);
}

/// PAGE-16: pages that do not show the block stay as they are.
pub async fn a_changed_saved_block_is_a_change_of_its_own(db: Db) {
    let saved = |blocks: serde_json::Value| {
        let mut record = site("acme", &["acme.example"]);
        record.config.options.saved_blocks = serde_json::from_value(blocks).unwrap();
        record
    };
    let block = |title: &str| serde_json::json!({ "name": "A", "block": { "type": "hero", "title": title } });
    put(&db.store, &saved(serde_json::json!({ "a": block("1"), "b": block("1") }))).await.unwrap();
    let last = db.store.last_change().await.unwrap();
    let record = saved(serde_json::json!({ "a": block("2"), "b": block("1"), "c": block("1") }));
    put(&db.store, &record).await.unwrap();
    let id = |id: &str| Tag::SavedBlock(SavedBlockId::parse(id).unwrap());
    let tags = |changes: Vec<(i64, Change)>| changes.into_iter().map(|(_, c)| c.tags).collect::<Vec<_>>();
    let changes = db.store.changes_after(last).await.unwrap();
    assert_eq!(tags(changes), [vec![id("a"), id("c"), Tag::SavedBlocks]]);
    let last = db.store.last_change().await.unwrap();
    let mut renamed = saved(serde_json::json!({}));
    renamed.settings.name = "Acme & Söhne".into();
    put(&db.store, &renamed).await.unwrap();
    assert_eq!(tags(db.store.changes_after(last).await.unwrap()), [vec![Tag::Site]]);
}

pub async fn a_host_belongs_to_one_site(db: Db) {
    put(&db.store, &site("acme", &["acme.example"])).await.unwrap();
    let conflicting = site("thief", &["thief.example", "acme.example"]);
    let error = put(&db.store, &conflicting).await.unwrap_err();
    assert!(matches!(&error, StoreError::HostTaken(host) if host == "acme.example"), "{error}");
    assert_eq!(db.store.site(&site_id("thief")).await.unwrap(), None, "the refused write has no effect");
    assert_eq!(site_of(&db.store, "thief.example").await, None);
    assert_eq!(site_of(&db.store, "acme.example").await, Some(site_id("acme")));
}

pub async fn a_released_host_can_be_reused(db: Db) {
    put(&db.store, &site("acme", &["acme.example", "moved.example"])).await.unwrap();
    put(&db.store, &site("acme", &["acme.example"])).await.unwrap();
    put(&db.store, &site("other", &["moved.example"])).await.unwrap();
    assert_eq!(site_of(&db.store, "moved.example").await, Some(site_id("other")));
}

pub async fn sites_are_listed_by_key(db: Db) {
    for key in ["mirador", "acme", "zenith"] {
        put(&db.store, &site(key, &[&format!("{key}.example")])).await.unwrap();
    }
    let keys: Vec<String> =
        db.store.sites().await.unwrap().into_iter().map(|s| s.record.key.to_string()).collect();
    assert_eq!(keys, ["acme", "mirador", "zenith"]);
}

pub async fn a_removed_site_leaves_nothing(db: Db) {
    let id = site_id("acme");
    put(&db.store, &site("acme", &["acme.example"])).await.unwrap();
    save(&db.store, &id, &["T1"], &["1"], &[full_show("a")]).await;
    let mut tx = db.store.begin().await.unwrap();
    tx.replace_pages(&id, &[page("/about/")]).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_site(&id).await.unwrap();
    tx.commit().await.unwrap();
    let s = &db.store;
    assert_eq!((s.site(&id).await.unwrap(), site_of(s, "acme.example").await), (None, None));
    assert!(s.theaters(&id).await.unwrap().is_empty() && s.movies(&id).await.unwrap().is_empty());
    assert!(s.pages(&id).await.unwrap().is_empty());
    assert_eq!(s.count_shows(&id, &all()).await.unwrap(), 0);
    put(s, &site("other", &["acme.example"])).await.unwrap();
}
