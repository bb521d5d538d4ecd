use marquee_model::ShowId;
use marquee_model::catalog::{Availability, Showtime};
use serde_json::json;

use super::*;
use crate::{Import, import_schedule};

/// Saves a site without hosts that shows all its theaters.
async fn create_site(store: &Store, key: &str) -> SiteId {
    let demo = include_str!("../../../../fixtures/demo/meridian/site.json");
    let mut record: marquee_model::settings::SiteRecord = serde_json::from_str(demo).unwrap();
    record.key = SiteId::parse(key).unwrap();
    record.hosts = Vec::new();
    record.config.theater_ids = Vec::new();
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&record).await.unwrap();
    tx.commit().await.unwrap();
    record.key
}

async fn catalog() -> (tempfile::TempDir, Catalog, SiteId) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::connect(&format!("sqlite:{}", dir.path().join("t.db").display())).await.unwrap();
    store.migrate().await.unwrap();
    let site = create_site(&store, "acme").await;
    (dir, Catalog::new(store), site)
}

fn movie(id: &str, title: &str) -> Movie {
    serde_json::from_value(json!({ "id": id, "title": title, "slug": "a" })).unwrap()
}

fn show(id: &str, movie: &str, day: i8) -> Showtime {
    let date = jiff::civil::date(2025, 5, day);
    serde_json::from_value(json!({
        "id": id, "movieId": movie, "theaterId": "T1",
        "startsAt": format!("{date}T18:00:00Z"), "businessDate": date.to_string(),
    }))
    .unwrap()
}

/// An import of one theater.
fn schedule(movies: Vec<Movie>, showtimes: Vec<Showtime>) -> Import {
    let theater = |id: &str| serde_json::from_value(json!({ "id": id, "name": id, "slug": id })).unwrap();
    Import {
        theaters: Some(vec![theater("T1")]),
        movies: Some(movies),
        showtimes,
        showtime_theaters: vec![TheaterId::parse("T1").unwrap()],
        ..Import::default()
    }
}

async fn write(catalog: &Catalog, site: &SiteId, import: &Import) {
    for change in import_schedule(catalog.store(), site, import, true).await.unwrap().changes {
        catalog.invalidate(&change);
    }
}

#[tokio::test]
async fn a_changed_film_is_read_again_and_the_rest_is_shared() {
    let (_dir, catalog, site) = catalog().await;
    write(&catalog, &site, &schedule(vec![movie("1", "A"), movie("2", "B"), movie("3", "C")], vec![])).await;
    let before = catalog.snapshot(&site).await.unwrap();
    assert!(
        Arc::ptr_eq(&before, &catalog.snapshot(&site).await.unwrap()),
        "an unchanged snapshot is not read again"
    );

    write(&catalog, &site, &schedule(vec![movie("1", "New"), movie("2", "B")], vec![])).await;
    assert_eq!(before.movies.len(), 3, "the old snapshot is unchanged");
    let after = catalog.snapshot(&site).await.unwrap();
    let id = |id: &str| MovieId::parse(id).unwrap();
    assert_eq!(after.movie(&id("1")).unwrap().title, "New");
    assert!(after.movie(&id("3")).is_none(), "a removed film is missing");
    assert!(Arc::ptr_eq(&after.movies[&id("2")], &before.movies[&id("2")]), "the unchanged film is shared");
    assert!(Arc::ptr_eq(&after.theaters, &before.theaters) && Arc::ptr_eq(&after.pictures, &before.pictures));
}

#[tokio::test]
async fn all_films_are_read_again_if_many_changed() {
    let (_dir, catalog, site) = catalog().await;
    let films = |word: &str| (0..=FEW_FILMS).map(|n| movie(&n.to_string(), word)).collect::<Vec<_>>();
    write(&catalog, &site, &schedule(films("Old"), vec![])).await;
    assert_eq!(catalog.snapshot(&site).await.unwrap().movies.len(), FEW_FILMS + 1);
    write(&catalog, &site, &schedule(films("New"), vec![])).await;
    assert!(catalog.snapshot(&site).await.unwrap().all_movies().all(|m| m.title == "New"));
}

#[tokio::test]
async fn changed_shows_invalidate_days_and_upcoming_days() {
    let (_dir, catalog, site) = catalog().await;
    let movies = || vec![movie("1", "A"), movie("2", "B")];
    let shows = vec![show("a", "1", 5), show("b", "1", 6), show("c", "2", 6)];
    write(&catalog, &site, &schedule(movies(), shows)).await;
    let date = |day| jiff::civil::date(2025, 5, day);
    let theater = TheaterId::parse("T1").unwrap();

    let day = catalog.day(&site, None, date(6)).await.unwrap();
    assert!(Arc::ptr_eq(&day, &catalog.day(&site, None, date(6)).await.unwrap()));
    assert_eq!(day.shows_of_movie(&MovieId::parse("2").unwrap())[0].id, ShowId::parse("c").unwrap());
    let upcoming_days = catalog.upcoming_days(&site, Some(&theater), date(5)).await.unwrap();
    assert_eq!(upcoming_days.days, [date(5), date(6)]);
    assert_eq!(upcoming_days.first_day_by_movie[&MovieId::parse("2").unwrap()], date(6));

    let mut sold_out = show("c", "2", 6);
    sold_out.availability = Availability::SoldOut;
    write(&catalog, &site, &schedule(movies(), vec![show("b", "1", 6), sold_out])).await;
    let day = catalog.day(&site, Some(&theater), date(6)).await.unwrap();
    assert_eq!(day.shows_of_movie(&MovieId::parse("2").unwrap())[0].availability, Availability::SoldOut);
    assert_eq!(catalog.day(&site, None, date(5)).await.unwrap().shows.len(), 0);
    assert_eq!(catalog.upcoming_days(&site, Some(&theater), date(5)).await.unwrap().days, [date(6)]);
}

#[tokio::test]
async fn catalogs_of_sites_are_isolated() {
    let (_dir, catalog, site) = catalog().await;
    write(&catalog, &site, &schedule(vec![movie("1", "A")], vec![show("a", "1", 5)])).await;
    let other = create_site(catalog.store(), "other").await;
    assert!(catalog.snapshot(&other).await.unwrap().movies.is_empty());
    let day = jiff::civil::date(2025, 5, 5);
    assert!(catalog.day(&other, None, day).await.unwrap().shows.is_empty());
    assert!(catalog.upcoming_days(&other, None, day).await.unwrap().first_day_by_movie.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_caller_gets_the_old_snapshot_while_the_new_one_is_read() {
    let (_dir, catalog, site) = catalog().await;
    for n in 0..60 {
        let title = format!("Title {n}");
        write(&catalog, &site, &schedule(vec![movie("1", &title)], vec![])).await;
        let callers = (0..6).map(|_| {
            let (catalog, site, title) = (catalog.clone(), site.clone(), title.clone());
            tokio::spawn(async move {
                let snapshot = catalog.snapshot(&site).await.unwrap();
                assert_eq!(snapshot.movie(&MovieId::parse("1").unwrap()).unwrap().title, title);
            })
        });
        for caller in callers.collect::<Vec<_>>() {
            caller.await.unwrap();
        }
    }
}

/// A site with three theaters that shows two of them, in another order (SITE-08).
#[tokio::test]
async fn site_08_only_the_theaters_of_the_site_are_shown_and_searched() {
    let (_dir, catalog, site) = catalog().await;
    let id = |id: &str| TheaterId::parse(id).unwrap();
    let theater = |id: &str| serde_json::from_value(json!({ "id": id, "name": id, "slug": id })).unwrap();
    let at = |theater: &str, mut show: Showtime| {
        show.theater_id = TheaterId::parse(theater).unwrap();
        show
    };
    let import = Import {
        theaters: Some(vec![theater("T1"), theater("T2"), theater("T3")]),
        showtime_theaters: vec![id("T1"), id("T2"), id("T3")],
        ..schedule(
            vec![movie("1", "A"), movie("2", "B"), movie("3", "C")],
            vec![at("T1", show("a", "1", 5)), at("T2", show("b", "2", 5)), at("T3", show("c", "3", 6))],
        )
    };
    write(&catalog, &site, &import).await;
    assert_eq!(catalog.cached_snapshot(&site).map(|s| s.theaters.len()), None, "nothing was read yet");
    let date = |day| jiff::civil::date(2025, 5, day);
    assert_eq!(catalog.day(&site, None, date(5)).await.unwrap().movies().count(), 2);
    assert_eq!(catalog.day(&site, Some(&id("T2")), date(5)).await.unwrap().shows.len(), 1);

    let mut record = catalog.store().site(&site).await.unwrap().unwrap().record;
    record.config.theater_ids = vec![id("T3"), id("T1")];
    let mut tx = catalog.store().begin().await.unwrap();
    tx.save_site(&record).await.unwrap();
    for change in tx.commit().await.unwrap() {
        catalog.invalidate(&change);
    }
    let snapshot = catalog.snapshot(&site).await.unwrap();
    assert!(catalog.cached_snapshot(&site).is_some_and(|cached| Arc::ptr_eq(&cached, &snapshot)));
    let names = |theaters: &[Theater]| theaters.iter().map(|t| t.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&snapshot.theaters), ["T3", "T1"]);
    assert_eq!(names(&snapshot.hidden_theaters), ["T2"]);
    assert_eq!(snapshot.theater(&id("T1")).map(|t| t.name.as_str()), Some("T1"));
    assert!(snapshot.theater(&id("T2")).is_none());
    assert_eq!(snapshot.any_theater(&id("T2")).map(|t| t.name.as_str()), Some("T2"));
    assert_eq!(snapshot.all_movies().count(), 3);

    assert_eq!(catalog.day(&site, None, date(5)).await.unwrap().shows.len(), 1, "without the shows at T2");
    assert_eq!(catalog.peek_upcoming_days(&site, date(5)).map(|o| o.days.clone()), None);
    assert_eq!(catalog.upcoming_days(&site, None, date(5)).await.unwrap().days, [date(5), date(6)]);
    assert_eq!(catalog.upcoming_days(&site, None, date(6)).await.unwrap().days, [date(6)]);
    assert_eq!(catalog.upcoming_days(&site, Some(&id("T1")), date(5)).await.unwrap().days, [date(5)]);
    let cached = catalog.peek_upcoming_days(&site, date(5)).unwrap();
    assert_eq!(cached.first_day_by_movie.len(), 2);
}

#[tokio::test]
async fn changed_events_pages_and_menus_are_read_again() {
    let (_dir, catalog, site) = catalog().await;
    let import = |title: &str| Import {
        events: serde_json::from_value(json!([{ "id": "e", "title": title, "slug": "night" }])).unwrap(),
        pages: serde_json::from_value(json!([{ "path": "/a/", "title": title }])).unwrap(),
        menus: serde_json::from_value(json!({ "header": [{ "label": title, "href": "/a/" }] })).unwrap(),
        ..Import::default()
    };
    for title in ["First", "Second"] {
        write(&catalog, &site, &import(title)).await;
        let now = catalog.snapshot(&site).await.unwrap();
        assert_eq!(now.events[0].title, title);
        assert_eq!(now.pages["/a/"].title, title);
        assert_eq!(now.menus.header[0].label, title);
    }
    // Only a page changes.
    let page = Import { events: None, menus: None, ..import("Third") };
    write(&catalog, &site, &page).await;
    assert_eq!(catalog.snapshot(&site).await.unwrap().pages["/a/"].title, "Third");
}
