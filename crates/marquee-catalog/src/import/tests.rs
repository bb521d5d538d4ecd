use jiff::civil::date;
use marquee_model::catalog::Availability;
use marquee_model::{ShowId, Tag};
use marquee_store::ShowFilter;
use serde_json::json;

use super::*;

/// A site without hosts that shows all its theaters.
fn record(key: &str) -> SiteRecord {
    let demo = include_str!("../../../../fixtures/demo/meridian/site.json");
    let mut record: SiteRecord = serde_json::from_str(demo).unwrap();
    record.key = SiteId::parse(key).unwrap();
    record.hosts = Vec::new();
    record.config.theater_ids = Vec::new();
    record
}

async fn found(store: &Store, key: &str) -> SiteId {
    let record = record(key);
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&record).await.unwrap();
    tx.commit().await.unwrap();
    record.key
}

async fn store() -> (tempfile::TempDir, Store, SiteId) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::connect(&format!("sqlite:{}", dir.path().join("t.db").display())).await.unwrap();
    store.migrate().await.unwrap();
    let site = found(&store, "acme").await;
    (dir, store, site)
}

fn show(id: &str, theater: &str, movie: &str) -> Showtime {
    Showtime {
        id: ShowId::parse(id).unwrap(),
        movie_id: MovieId::parse(movie).unwrap(),
        theater_id: TheaterId::parse(theater).unwrap(),
        starts_at: "2025-05-05T18:00:00Z".parse().unwrap(),
        ends_at: None,
        business_date: date(2025, 5, 5),
        screen: None,
        attributes: vec!["Format.Projection.3d".into()],
        availability: Availability::FewLeft,
        booking: None,
        perf_code: Some("998".into()),
        price: None,
    }
}

fn programme() -> Import {
    let theater = |id: &str| serde_json::from_value(json!({ "id": id, "name": id, "slug": id })).unwrap();
    let movie =
        |id: &str| serde_json::from_value(json!({ "id": id, "title": "<b>A</b> & B", "slug": "a" })).unwrap();
    Import {
        theaters: Some(vec![theater("T1"), theater("T2")]),
        movies: Some(vec![movie("1"), movie("2")]),
        showtimes: vec![show("a", "T1", "1"), show("b", "T2", "2")],
        showtime_theaters: vec![TheaterId::parse("T1").unwrap(), TheaterId::parse("T2").unwrap()],
        ..Import::default()
    }
}

#[tokio::test]
async fn importing_twice_changes_nothing() {
    let (_dir, store, site) = store().await;
    let first = import_programme(&store, &site, &programme(), false).await.unwrap();
    assert_eq!(first.counts["showtimes"], ImportCounts { added: 2, ..ImportCounts::default() });
    let second = import_programme(&store, &site, &programme(), false).await.unwrap();
    assert_eq!(second.counts["showtimes"], ImportCounts { unchanged: 2, ..ImportCounts::default() });
    assert!(second.changes.is_empty());
    assert_eq!(
        store.movies(&site).await.unwrap()[0].title,
        "<b>A</b> & B",
        "titles are kept exactly as given"
    );
}

#[tokio::test]
async fn shows_of_theaters_outside_the_import_are_kept() {
    let (_dir, store, site) = store().await;
    import_programme(&store, &site, &programme(), false).await.unwrap();
    let one = Import {
        showtimes: vec![show("c", "T1", "1")],
        showtime_theaters: vec![TheaterId::parse("T1").unwrap()],
        ..Import::default()
    };
    let report = import_programme(&store, &site, &one, false).await.unwrap();
    assert_eq!(report.counts["showtimes"], ImportCounts { added: 1, removed: 1, ..ImportCounts::default() });
    let ids: Vec<_> =
        store.shows(&site, &ShowFilter::default()).await.unwrap().into_iter().map(|s| s.id).collect();
    assert_eq!(ids, [ShowId::parse("c").unwrap(), ShowId::parse("b").unwrap()]);
    assert!(report.changes[0].tags.contains(&Tag::Theater(TheaterId::parse("T1").unwrap())));
    assert!(!report.changes[0].tags.contains(&Tag::Theater(TheaterId::parse("T2").unwrap())));
}

#[tokio::test]
async fn a_refused_import_keeps_the_previous_programme() {
    let (_dir, store, site) = store().await;
    import_programme(&store, &site, &programme(), false).await.unwrap();
    let mut dangling = programme();
    dangling.showtimes.push(show("z", "T9", "1"));
    assert!(matches!(
        import_programme(&store, &site, &dangling, false).await,
        Err(ImportError::Dangling { what: "theater", .. })
    ));
    let empty = Import { theaters: programme().theaters, movies: Some(vec![]), ..Import::default() };
    assert!(matches!(import_programme(&store, &site, &empty, false).await, Err(ImportError::Empty(2))));
    assert_eq!(store.shows(&site, &ShowFilter::default()).await.unwrap().len(), 2);
    assert_eq!(store.movies(&site).await.unwrap().len(), 2);
}

#[tokio::test]
async fn sites_with_equal_ids_are_isolated() {
    let (_dir, store, site) = store().await;
    let other = found(&store, "other").await;
    import_programme(&store, &site, &programme(), false).await.unwrap();
    import_programme(&store, &other, &programme(), false).await.unwrap();
    let one = Import { theaters: Some(vec![]), movies: Some(vec![]), ..Import::default() };
    import_programme(&store, &other, &one, true).await.unwrap();
    assert_eq!(store.shows(&site, &ShowFilter::default()).await.unwrap().len(), 2);
    assert!(store.shows(&other, &ShowFilter::default()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_site_and_its_programme_are_one_write() {
    let (_dir, store, _) = store().await;
    let new = record("new");
    let mut dangling = programme();
    dangling.showtimes.push(show("c", "T9", "1"));
    let refused = import_site(&store, &new, &dangling).await;
    assert!(matches!(refused, Err(ImportError::Dangling { .. })), "{refused:?}");
    assert_eq!(store.site(&new.key).await.unwrap(), None, "nothing of the refused import stays");
    let report = import_site(&store, &new, &programme()).await.unwrap();
    assert_eq!(report.counts["showtimes"].added, 2);
    assert_eq!(report.changes.len(), 1, "one change for caches: {:?}", report.changes);
    assert!(report.changes[0].tags.contains(&Tag::Site) && report.changes[0].tags.contains(&Tag::Films));
}
