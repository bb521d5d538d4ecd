use jiff::civil::date;
use marquee_model::catalog::Availability;
use marquee_model::{ShowId, Tag};
use marquee_store::{PictureRow, ShowFilter};
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

async fn create_site(store: &Store, key: &str) -> SiteId {
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
    let site = create_site(&store, "acme").await;
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
        change: None,
    }
}

fn schedule() -> Import {
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
    let first_import = import_schedule(&store, &site, &schedule(), false).await.unwrap();
    assert_eq!(first_import.counts["showtimes"], ImportCounts { added: 2, ..ImportCounts::default() });
    let second_import = import_schedule(&store, &site, &schedule(), false).await.unwrap();
    assert_eq!(second_import.counts["showtimes"], ImportCounts { unchanged: 2, ..ImportCounts::default() });
    assert!(second_import.changes.is_empty());
    assert_eq!(store.movies(&site).await.unwrap()[0].title, "<b>A</b> & B", "titles are stored verbatim");
}

#[tokio::test]
async fn the_report_counts_the_shows_of_removed_theaters_and_films() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let mut smaller = schedule();
    smaller.theaters.as_mut().unwrap().truncate(1);
    smaller.movies.as_mut().unwrap().truncate(1);
    smaller.showtimes.truncate(1);
    smaller.showtime_theaters.truncate(1);
    let report = import_schedule(&store, &site, &smaller, false).await.unwrap();
    let expected = ImportCounts { removed: 1, unchanged: 1, ..ImportCounts::default() };
    assert_eq!(report.counts["showtimes"], expected);
    assert_eq!((report.counts["theaters"].removed, report.counts["movies"].removed), (1, 1));
}

#[tokio::test]
async fn a_show_that_moves_to_another_theater_has_changed() {
    for (from, to) in [("T1", "T2"), ("T2", "T1")] {
        let (_dir, store, site) = store().await;
        let at = |theater| Import { showtimes: vec![show("a", theater, "1")], ..schedule() };
        import_schedule(&store, &site, &at(from), false).await.unwrap();
        let report = import_schedule(&store, &site, &at(to), false).await.unwrap();
        assert_eq!(report.counts["showtimes"], ImportCounts { changed: 1, ..ImportCounts::default() });
    }
}

#[tokio::test]
async fn shows_of_theaters_outside_the_import_are_kept() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let import = Import {
        showtimes: vec![show("c", "T1", "1")],
        showtime_theaters: vec![TheaterId::parse("T1").unwrap()],
        ..Import::default()
    };
    let report = import_schedule(&store, &site, &import, false).await.unwrap();
    assert_eq!(report.counts["showtimes"], ImportCounts { added: 1, removed: 1, ..ImportCounts::default() });
    let ids: Vec<_> =
        store.shows(&site, &ShowFilter::default()).await.unwrap().into_iter().map(|s| s.id).collect();
    assert_eq!(ids, [ShowId::parse("c").unwrap(), ShowId::parse("b").unwrap()]);
    assert!(report.changes[0].tags.contains(&Tag::Theater(TheaterId::parse("T1").unwrap())));
    assert!(!report.changes[0].tags.contains(&Tag::Theater(TheaterId::parse("T2").unwrap())));
}

#[tokio::test]
async fn a_refused_import_keeps_the_previous_schedule() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let mut dangling = schedule();
    dangling.showtimes.push(show("z", "T9", "1"));
    assert!(matches!(
        import_schedule(&store, &site, &dangling, false).await,
        Err(ImportError::Dangling { kind: "theater", .. })
    ));
    let empty = Import { theaters: schedule().theaters, movies: Some(vec![]), ..Import::default() };
    assert!(matches!(import_schedule(&store, &site, &empty, false).await, Err(ImportError::Empty(2))));
    assert_eq!(store.shows(&site, &ShowFilter::default()).await.unwrap().len(), 2);
    assert_eq!(store.movies(&site).await.unwrap().len(), 2);
}

#[tokio::test]
async fn an_import_without_shows_is_refused_if_it_would_remove_some() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let other_films = Import { movies: Some(Vec::new()), ..Import::default() };
    assert!(
        matches!(import_schedule(&store, &site, &other_films, false).await, Err(ImportError::Empty(2))),
        "shows are removed with their films"
    );
    let one_theater = Import {
        showtime_theaters: vec![TheaterId::parse("T1").unwrap()],
        keep_missing: true,
        ..Import::default()
    };
    assert!(
        matches!(import_schedule(&store, &site, &one_theater, false).await, Err(ImportError::Empty(1))),
        "although the other theater has a show"
    );
    let one_film = Import { movies: Some(schedule().movies.unwrap().split_off(1)), ..Import::default() };
    let report = import_schedule(&store, &site, &one_film, false).await.unwrap();
    assert_eq!(report.counts["showtimes"].removed, 1, "a film may go with its shows");
    assert!(import_schedule(&store, &site, &other_films, true).await.is_ok());
}

#[tokio::test]
async fn theaters_imported_one_at_a_time_keep_their_order() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    for at in [1, 0, 1] {
        let theaters = schedule().theaters.unwrap();
        let import =
            Import { theaters: Some(vec![theaters[at].clone()]), keep_missing: true, ..Import::default() };
        let report = import_schedule(&store, &site, &import, false).await.unwrap();
        assert!(report.changes.is_empty(), "{:?}", report.changes);
    }
    let ids: Vec<_> = store.theaters(&site).await.unwrap().into_iter().map(|t| t.id.to_string()).collect();
    assert_eq!(ids, ["T1", "T2"]);
}

#[tokio::test]
async fn a_show_that_gets_another_film_changes_the_pages_of_both() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let mut changed = schedule();
    changed.showtimes[0] = show("a", "T1", "2");
    let report = import_schedule(&store, &site, &changed, false).await.unwrap();
    for movie in ["1", "2"] {
        let tag = Tag::Movie(MovieId::parse(movie).unwrap());
        assert!(report.changes[0].tags.contains(&tag), "{movie}: {:?}", report.changes);
    }
    let mut without_film = schedule();
    without_film.movies.as_mut().unwrap().remove(1);
    without_film.showtimes.remove(1);
    without_film.showtime_theaters.remove(1);
    let report = import_schedule(&store, &site, &without_film, false).await.unwrap();
    let tag = Tag::Theater(TheaterId::parse("T2").unwrap());
    assert!(report.changes[0].tags.contains(&tag), "its theater: {:?}", report.changes);
}

#[tokio::test]
async fn sites_with_equal_ids_are_isolated() {
    let (_dir, store, site) = store().await;
    let other = create_site(&store, "other").await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    import_schedule(&store, &other, &schedule(), false).await.unwrap();
    let import = Import { theaters: Some(vec![]), movies: Some(vec![]), ..Import::default() };
    import_schedule(&store, &other, &import, true).await.unwrap();
    assert_eq!(store.shows(&site, &ShowFilter::default()).await.unwrap().len(), 2);
    assert!(store.shows(&other, &ShowFilter::default()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_site_and_its_schedule_are_saved_in_one_transaction() {
    let (_dir, store, _) = store().await;
    let new = record("new");
    let mut dangling = schedule();
    dangling.showtimes.push(show("c", "T9", "1"));
    let result = import_site(&store, &new, &dangling).await;
    assert!(matches!(result, Err(ImportError::Dangling { .. })), "{result:?}");
    assert_eq!(store.site(&new.key).await.unwrap(), None, "a refused import saves nothing");
    let report = import_site(&store, &new, &schedule()).await.unwrap();
    assert_eq!(report.counts["showtimes"].added, 2);
    assert_eq!(report.changes.len(), 1, "one change for caches: {:?}", report.changes);
    assert!(report.changes[0].tags.contains(&Tag::Site) && report.changes[0].tags.contains(&Tag::Films));
}

/// Events, pages, menus and attributes without a schedule.
fn editorial(pages: &[(&str, &str)]) -> Import {
    let page = |(path, title): &(&str, &str)| json!({ "path": path, "title": title });
    let parts = json!({
        "events": [{ "id": "e", "title": "Night", "slug": "night" }],
        "pages": pages.iter().map(page).collect::<Vec<_>>(),
        "menus": { "header": [{ "label": "Films", "href": "/movies/" }] },
        "attributes": [{ "key": "Format.Own", "group": "format", "label": "Own" }],
    });
    Import {
        events: serde_json::from_value(parts["events"].clone()).unwrap(),
        pages: serde_json::from_value(parts["pages"].clone()).unwrap(),
        menus: serde_json::from_value(parts["menus"].clone()).unwrap(),
        attributes: serde_json::from_value(parts["attributes"].clone()).unwrap(),
        ..Import::default()
    }
}

#[tokio::test]
async fn only_changed_editorial_content_is_replaced() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let first = [("/a/", "A"), ("/b/", "B")];
    let report = import_schedule(&store, &site, &editorial(&first), false).await.unwrap();
    assert_eq!((report.counts["events"].added, report.counts["pages"].added), (1, 2));
    assert_eq!(store.events(&site).await.unwrap().len(), 1);
    assert_eq!(store.menus(&site).await.unwrap().header[0].label, "Films");
    assert_eq!(store.attributes(&site).await.unwrap()[0].key, "Format.Own");
    assert_eq!(
        store.count_shows(&site, &ShowFilter::default()).await.unwrap(),
        2,
        "the schedule is unchanged"
    );

    let unchanged = import_schedule(&store, &site, &editorial(&first), false).await.unwrap();
    assert_eq!(unchanged.counts["pages"], ImportCounts { unchanged: 2, ..ImportCounts::default() });
    assert!(unchanged.changes.is_empty(), "{:?}", unchanged.changes);

    // Every way in which the pages can differ: changed; removed; added and changed; changed and removed.
    for pages in [
        vec![("/a/", "A2"), ("/b/", "B")],
        vec![("/a/", "A2")],
        vec![("/a/", "A3"), ("/c/", "C")],
        vec![("/a/", "A4")],
        vec![("/a/", "A4"), ("/d/", "D")],
    ] {
        let _ = import_schedule(&store, &site, &editorial(&pages), false).await.unwrap();
        let stored: Vec<_> =
            store.pages(&site).await.unwrap().into_iter().map(|page| (page.path, page.title)).collect();
        let expected: Vec<_> = pages.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        assert_eq!(stored, expected);
    }
}

#[tokio::test]
async fn theaters_keep_the_order_of_the_last_import() {
    let (_dir, store, site) = store().await;
    import_schedule(&store, &site, &schedule(), false).await.unwrap();
    let mut reordered = schedule();
    reordered.theaters.as_mut().unwrap().reverse();
    let report = import_schedule(&store, &site, &reordered, false).await.unwrap();
    assert_eq!(report.counts["theaters"], ImportCounts { unchanged: 2, ..ImportCounts::default() });
    let names = |theaters: Vec<Theater>| theaters.into_iter().map(|t| t.name).collect::<Vec<_>>();
    assert_eq!(names(store.theaters(&site).await.unwrap()), ["T2", "T1"]);
    reordered.theaters.as_mut().unwrap()[1].name = "Other".to_owned();
    let report = import_schedule(&store, &site, &reordered, false).await.unwrap();
    assert_eq!((report.counts["theaters"].changed, report.counts["theaters"].unchanged), (1, 1));
    assert_eq!(names(store.theaters(&site).await.unwrap()), ["T2", "Other"]);
}

#[tokio::test]
async fn changed_shows_and_new_pictures_are_saved() {
    let (_dir, store, site) = store().await;
    let picture = |source: &str| PictureRow {
        source: serde_json::from_value(json!(source)).unwrap(),
        media_id: "f".repeat(32),
        width: 400,
        height: 600,
    };
    let mut import = Import { pictures: vec![picture("posters/1.png")], ..schedule() };
    import_schedule(&store, &site, &import, false).await.unwrap();
    import.showtimes[0].availability = Availability::SoldOut;
    import.pictures.push(picture("posters/2.png"));
    let report = import_schedule(&store, &site, &import, false).await.unwrap();
    assert_eq!(
        report.counts["showtimes"],
        ImportCounts { changed: 1, unchanged: 1, ..ImportCounts::default() }
    );
    assert_eq!(store.pictures(&site).await.unwrap().len(), 2);
}
