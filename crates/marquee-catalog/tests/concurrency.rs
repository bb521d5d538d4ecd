//! Concurrent imports of one site, on SQLite and PostgreSQL.
//!
//! The PostgreSQL case needs `MARQUEE_TEST_POSTGRES_URL`. It shares the server's database and uses a site of its own.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

use marquee_catalog::{Import, ImportError, import_schedule};
use marquee_model::catalog::{Movie, Showtime, Theater};
use marquee_model::{SiteId, TheaterId};
use marquee_store::{ShowFilter, Store};
use serde_json::json;

fn theater(id: &str) -> Theater {
    serde_json::from_value(json!({ "id": id, "name": id, "slug": "t" })).unwrap()
}

fn movie(id: &str) -> Movie {
    serde_json::from_value(json!({ "id": id, "title": id, "slug": "m" })).unwrap()
}

fn show(id: &str, theater: &str, movie: &str) -> Showtime {
    serde_json::from_value(json!({
        "id": id, "movieId": movie, "theaterId": theater, "startsAt": "2025-05-05T18:00:00Z",
        "businessDate": "2025-05-05",
    }))
    .unwrap()
}

/// The schedule of one theater: its own film, and a film that all theaters show.
fn schedule(number: usize) -> Import {
    let (theater_id, own_id) = (format!("T{number}"), number.to_string());
    Import {
        keep_missing: true,
        theaters: Some(vec![theater(&theater_id)]),
        movies: Some(vec![movie(&own_id), movie("99")]),
        showtimes: vec![
            show(&format!("a{number}"), &theater_id, &own_id),
            show(&format!("b{number}"), &theater_id, "99"),
        ],
        showtime_theaters: vec![TheaterId::parse(&theater_id).unwrap()],
        ..Import::default()
    }
}

async fn case(url: &str, key: &str) {
    let store = Store::connect(url).await.unwrap();
    store.migrate().await.unwrap();
    let site = SiteId::parse(key).unwrap();
    assert!(matches!(
        import_schedule(&store, &site, &schedule(0), false).await,
        Err(ImportError::UnknownSite(_))
    ));
    let demo = include_str!("../../../fixtures/demo/meridian/site.json");
    let mut record: marquee_model::settings::SiteRecord = serde_json::from_str(demo).unwrap();
    (record.key, record.hosts) = (site.clone(), Vec::new());
    let mut tx = store.begin().await.unwrap();
    tx.save_site(&record).await.unwrap();
    tx.commit().await.unwrap();
    // Two nodes with separate connections.
    let other_store = Store::connect(url).await.unwrap();
    for round in 0..6 {
        let (a, b) = (schedule(2 * round), schedule(2 * round + 1));
        let (a, b) = tokio::join!(
            import_schedule(&store, &site, &a, false),
            import_schedule(&other_store, &site, &b, false)
        );
        // Only one of the two imports adds the shared film.
        let added = a.unwrap().counts["movies"].added + b.unwrap().counts["movies"].added;
        assert_eq!(added, if round == 0 { 3 } else { 2 });
    }
    let theaters: Vec<String> =
        store.theaters(&site).await.unwrap().into_iter().map(|t| t.id.to_string()).collect();
    assert_eq!(theaters.len(), 12, "{theaters:?}");
    assert_eq!(store.movies(&site).await.unwrap().len(), 13);
    assert_eq!(store.count_shows(&site, &ShowFilter::default()).await.unwrap(), 24);

    // One import removes a film to which the other one adds shows. The later import sees the result of the earlier one.
    let import_without_theater = Import {
        theaters: Some((0..12).map(|number| theater(&format!("T{number}"))).collect()),
        movies: Some((0..12).map(|number| movie(&number.to_string())).collect()),
        ..Import::default()
    };
    let import_with_more = Import {
        showtimes: vec![show("new", "T0", "99")],
        showtime_theaters: vec![TheaterId::parse("T0").unwrap()],
        ..Import::default()
    };
    let (a, b) = tokio::join!(
        import_schedule(&store, &site, &import_without_theater, true),
        import_schedule(&other_store, &site, &import_with_more, false)
    );
    a.unwrap();
    assert!(matches!(b, Ok(_) | Err(ImportError::Dangling { .. })), "{b:?}");
    let shows = store.shows(&site, &ShowFilter::default()).await.unwrap();
    assert!(shows.iter().all(|show| show.movie_id.as_str() != "99"), "{shows:?}");

    let mut tx = store.begin().await.unwrap();
    tx.remove_site(&site).await.unwrap();
    tx.commit().await.unwrap();
    store.close().await;
    other_store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_imports_lose_nothing_on_sqlite() {
    let dir = tempfile::tempdir().unwrap();
    case(&format!("sqlite:{}", dir.path().join("t.db").display()), "acme").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_imports_lose_nothing_on_postgresql() {
    let server = std::env::var("MARQUEE_TEST_POSTGRES_URL")
        .expect("MARQUEE_TEST_POSTGRES_URL must name a PostgreSQL server for tests; script/test starts one");
    case(&server, &format!("imports-{}", std::process::id())).await;
}
