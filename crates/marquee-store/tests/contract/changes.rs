//! Transactions: atomicity, concurrency, and the change log.

use std::time::Duration;

use marquee_model::catalog::{Event, Showtime};
use marquee_model::{Change, EventId, SiteId, Tag};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::db::Db;
use crate::records::{
    all, fill, full_show, ids, movie, movie_id, page, save, show, site, site_id, theater_id,
};

pub async fn uncommitted_writes_are_invisible(db: Db) {
    let site = site_id("acme");
    let mut tx = db.store.begin().await.unwrap();
    fill(&mut tx, &site, &["T1"], &["1"], &[full_show("a")]).await;
    let other = db.again().await;
    for store in [&db.store, &other] {
        assert_eq!(ids(store, &site, all()).await, Vec::<String>::new());
        assert_eq!(store.last_change().await.unwrap(), 0);
    }
    tx.commit().await.unwrap();
    for store in [&db.store, &other] {
        assert_eq!(ids(store, &site, all()).await, ["a"]);
    }
}

pub async fn a_dropped_transaction_is_rolled_back(db: Db) {
    let id = site_id("acme");
    save(&db.store, &id, &["T1"], &["1"], &[full_show("a")]).await;
    let before = db.store.last_change().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    fill(
        &mut tx,
        &id,
        &["T1", "T2"],
        &["1", "2"],
        &[full_show("a"), show("b", "T2", "2", "2025-05-06T10:00:00Z")],
    )
    .await;
    tx.remove_theaters(&id, &[theater_id("T1")]).await.unwrap();
    tx.replace_pages(&id, &[page("/")]).await.unwrap();
    drop(tx);
    assert!(db.store.site(&id).await.unwrap().unwrap().record.hosts.is_empty());
    assert_eq!(ids(&db.store, &id, all()).await, ["a"]);
    assert_eq!(db.store.theaters(&id).await.unwrap().len(), 1);
    assert!(db.store.pages(&id).await.unwrap().is_empty());
    assert_eq!(db.store.last_change().await.unwrap(), before);
    save(&db.store, &id, &["T3"], &[], &[]).await;
    assert_eq!(db.store.theaters(&id).await.unwrap().len(), 2, "the next write succeeds");
}

pub async fn commit_returns_the_changes(db: Db) {
    let id = site_id("acme");
    save(&db.store, &id, &["T1"], &["1"], &[]).await;
    let mut tx = db.store.begin().await.unwrap();
    tx.save_movies(&id, &[&movie("7")]).await.unwrap();
    tx.save_shows(&id, &[&full_show("a")]).await.unwrap();
    let film = |n| Tag::Movie(movie_id(n));
    let tags = vec![Tag::Films, film("1"), film("7"), Tag::Theater(theater_id("T1"))];
    assert_eq!(tx.commit().await.unwrap(), [Change { site: id.clone(), tags }]);

    let event = |id: &str, title: &str| -> Event {
        serde_json::from_value(serde_json::json!({ "id": id, "title": title, "slug": "e" })).unwrap()
    };
    let event_tag = |id: &str| Tag::Event(EventId::parse(id).unwrap());
    let first = [event("E1", "E"), event("E2", "E"), event("E3", "E")];
    let second = [event("E3", "E"), event("E1", "Changed")];
    for (events, changed) in [(&first[..], &["E1", "E2", "E3"][..]), (&second[..], &["E1", "E2"][..])] {
        let mut tx = db.store.begin().await.unwrap();
        tx.replace_events(&id, events).await.unwrap();
        let tags = changed.iter().map(|id| event_tag(id)).chain([Tag::Events]).collect();
        assert_eq!(tx.commit().await.unwrap(), [Change { site: id.clone(), tags }]);
    }
    let stored = db.store.events(&id).await.unwrap();
    assert_eq!(stored, second, "in the new order");

    // The shows of a removed theater change the pages of their films.
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_theaters(&id, &[theater_id("T1")]).await.unwrap();
    let tags = vec![Tag::Films, film("1"), Tag::Theater(theater_id("T1")), Tag::Theaters];
    assert_eq!(tx.commit().await.unwrap(), [Change { site: id.clone(), tags }]);

    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&site("acme", &["acme.example"])).await.unwrap();
    tx.replace_pages(&id, &[page("/about/")]).await.unwrap();
    let tags = vec![Tag::Site, Tag::Page("/about/".into())];
    assert_eq!(tx.commit().await.unwrap(), [Change { site: id.clone(), tags }]);

    let mut tx = db.store.begin().await.unwrap();
    tx.replace_pages(&id, &[]).await.unwrap();
    let tags = vec![Tag::Site, Tag::Page("/about/".into())];
    assert_eq!(tx.commit().await.unwrap(), [Change { site: id, tags }], "a removed page");
}

pub async fn the_change_log_is_read_incrementally(db: Db) {
    let (own_site, other_site) = (site_id("ours"), site_id("theirs"));
    let other = db.again().await;
    assert_eq!((other.last_change().await.unwrap(), other.changes_after(0).await.unwrap()), (0, Vec::new()));
    save(&db.store, &own_site, &[], &["1"], &[]).await;
    let first_changes = other.changes_after(0).await.unwrap();
    let expected = Change { site: own_site.clone(), tags: vec![Tag::Films, Tag::Movie(movie_id("1"))] };
    assert_eq!(first_changes.iter().map(|(_, c)| c).collect::<Vec<_>>(), [&expected]);
    let last_seen = first_changes[0].0;
    assert_eq!(other.last_change().await.unwrap(), last_seen);
    let mut tx = db.store.begin().await.unwrap();
    tx.save_movies(&other_site, &[&movie("2")]).await.unwrap();
    tx.save_movies(&own_site, &[&movie("3")]).await.unwrap();
    tx.commit().await.unwrap();
    let next_changes = other.changes_after(last_seen).await.unwrap();
    assert_eq!(next_changes.iter().map(|(_, c)| c.site.clone()).collect::<Vec<_>>(), [own_site, other_site]);
    assert!(
        next_changes.windows(2).all(|w| w[0].0 < w[1].0) && next_changes[0].0 > last_seen,
        "numbers grow: {next_changes:?}"
    );
    let last = other.last_change().await.unwrap();
    assert_eq!(other.changes_after(last).await.unwrap(), []);
}

pub async fn a_write_by_another_process_changes_the_wal_state(db: Db) {
    let other = db.again().await;
    if db.store.engine() == "postgresql" {
        assert_eq!(other.wal_state(), None, "only a query detects a write there");
        return;
    }
    let site = site_id("acme");
    let mut last = other.wal_state();
    assert!(last.is_some());
    for n in 1..=3 {
        save(&db.store, &site, &[], &[&n.to_string()], &[]).await;
        let now = other.wal_state();
        assert_ne!(now, last, "write {n}");
        last = now;
    }
    drop(other.changes_after(0).await.unwrap());
    assert_eq!(other.wal_state(), last, "reading does not change the state");
}

pub async fn a_tag_that_is_recorded_twice_is_saved_once(db: Db) {
    let site = site_id("acme");
    let mut tx = db.store.begin().await.unwrap();
    for _ in 0..3 {
        tx.record_change(&site, Tag::Films);
        tx.record_change(&site, Tag::Site);
    }
    tx.commit().await.unwrap();
    let log = db.store.changes_after(0).await.unwrap();
    assert_eq!(log.len(), 1);
    assert_eq!(log[0].1, Change { site, tags: vec![Tag::Site, Tag::Films] });
}

pub async fn an_empty_transaction_changes_nothing(db: Db) {
    let site = site_id("acme");
    let mut tx = db.store.begin().await.unwrap();
    tx.save_theaters(&site, &[]).await.unwrap();
    tx.save_movies(&site, &[]).await.unwrap();
    tx.save_shows(&site, &[]).await.unwrap();
    tx.remove_shows(&site, &[]).await.unwrap();
    tx.remove_movies(&site, &[]).await.unwrap();
    tx.remove_theaters(&site, &[]).await.unwrap();
    assert_eq!(tx.commit().await.unwrap(), []);
    assert_eq!(db.store.last_change().await.unwrap(), 0);
}

/// Saves a film and shows from another node while a transaction is open. On PostgreSQL that write has finished when this
/// returns; on SQLite, which has one writer, it is waiting.
async fn save_meanwhile(db: &Db, site: &SiteId, film: &'static str, shows: Vec<Showtime>) -> JoinHandle<()> {
    let (other, site) = (db.again().await, site.clone());
    let (started, has_started) = oneshot::channel();
    let (finished, has_finished) = oneshot::channel();
    let write = tokio::spawn(async move {
        started.send(()).unwrap();
        save(&other, &site, &[], &[film], &shows).await;
        // On SQLite the receiver was already dropped.
        let _ = finished.send(());
    });
    has_started.await.unwrap();
    if db.store.engine() == "sqlite" {
        assert!(!write.is_finished(), "two concurrent writes");
        return write;
    }
    tokio::time::timeout(Duration::from_secs(30), has_finished).await.unwrap().unwrap();
    write
}

/// Two nodes write at the same time; neither write is lost.
pub async fn concurrent_writes_are_all_saved(db: Db) {
    let site = site_id("acme");
    save(&db.store, &site, &["T1"], &[], &[]).await;
    let mut first_tx = db.store.begin().await.unwrap();
    fill(&mut first_tx, &site, &[], &["1"], &[full_show("a")]).await;
    let second_write =
        save_meanwhile(&db, &site, "2", vec![show("b", "T1", "2", "2025-05-05T20:00:00Z")]).await;
    first_tx.commit().await.unwrap();
    second_write.await.unwrap();
    assert_eq!(ids(&db.store, &site, all()).await, ["a", "b"]);
    assert_eq!(db.store.changes_after(0).await.unwrap().len(), 3);
}

/// A transaction that has read can still write after another node wrote.
pub async fn a_transaction_can_write_after_reading(db: Db) {
    let site = site_id("acme");
    save(&db.store, &site, &["T1"], &["1"], &[full_show("a")]).await;
    let mut first_tx = db.store.begin().await.unwrap();
    assert_eq!(first_tx.theater_shows(&site, &theater_id("T1")).await.unwrap().len(), 1);
    let second_write = save_meanwhile(&db, &site, "2", Vec::new()).await;
    fill(&mut first_tx, &site, &[], &["3"], &[]).await;
    first_tx.commit().await.unwrap();
    second_write.await.unwrap();
    assert_eq!(db.store.movies(&site).await.unwrap().len(), 3);
}

/// Nodes poll for changes after the last number they saw, so a smaller number must never appear later.
pub async fn a_reader_of_the_change_log_misses_no_write(db: Db) {
    const WRITERS: usize = 6;
    const WRITES: usize = 20;
    let mut writers = Vec::new();
    for w in 0..WRITERS {
        let store = db.again().await;
        writers.push(tokio::spawn(async move {
            for n in 0..WRITES {
                save(&store, &site_id("acme"), &[], &[&format!("{w}{n:03}")], &[]).await;
            }
        }));
    }
    let (mut last, mut count) = (0, 0);
    while count < WRITERS * WRITES {
        let have_writers_finished = writers.iter().all(tokio::task::JoinHandle::is_finished);
        let changes = db.store.changes_after(last).await.unwrap();
        count += changes.len();
        last = changes.last().map_or(last, |(seq, _)| *seq);
        assert!(
            !have_writers_finished || !changes.is_empty() || count == WRITERS * WRITES,
            "only {count} changes"
        );
        tokio::task::yield_now().await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

pub async fn the_last_change_of_each_tag_is_recorded(db: Db) {
    let (own_site, other_site) = (site_id("ours"), site_id("theirs"));
    assert!(db.store.last_changed(&own_site).await.unwrap().is_empty());
    save(&db.store, &own_site, &[], &["1"], &[]).await;
    let first_change = db.store.last_changed(&own_site).await.unwrap();
    let film = Tag::Movie(movie_id("1"));
    assert_eq!(first_change.keys().cloned().collect::<Vec<_>>(), [Tag::Films, film.clone()]);
    assert!(
        first_change[&film] > "2025-01-01T00:00:00Z".parse().unwrap(),
        "the database's clock: {first_change:?}"
    );
    assert!(db.store.last_changed(&other_site).await.unwrap().is_empty());
    // A second change updates the time of a tag; it never goes back.
    save(&db.store, &own_site, &[], &["1", "2"], &[]).await;
    let next_change = db.store.last_changed(&own_site).await.unwrap();
    assert_eq!(next_change.len(), 3);
    assert!(next_change[&film] >= first_change[&film]);
}
