//! Any text is stored and read without changes.

use marquee_model::catalog::{Localized, Movie};
use serde_json::json;

use crate::db::Db;
use crate::records::{movie, movie_id, page, site, site_id, theater};

/// Texts that are prone to be mangled.
const TEXTS: &[&str] = &[
    "👩‍👩‍👧‍👦 Ciné-club 🎬",
    "السينما العربية",
    "שלום & \"ברוכים\"",
    "<script>alert('1')</script>",
    "Robert'); DROP TABLE movie;--",
    "tab\there, line\nthere, back\\slash, percent % and _",
    "  spaces kept  ",
    "e\u{301} is not \u{e9}",
    "\u{202e}turned\u{202c} \u{200b}",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽",
    "{\"json\": [null]}",
];

async fn round_trip(db: &Db, film: &Movie) {
    let site = site_id("acme");
    let mut tx = db.store.begin().await.unwrap();
    tx.save_movies(&site, &[film]).await.unwrap();
    tx.commit().await.unwrap();
    let read_movies = db.store.movies(&site).await.unwrap();
    assert!(read_movies.contains(film), "{:?}", film.title);
}

pub async fn texts_round_trip_exactly(db: Db) {
    for (n, text) in TEXTS.iter().enumerate() {
        let mut film = movie(&format!("{n:03}"));
        film.title = (*text).to_owned();
        film.cast = vec![(*text).to_owned(), String::new()];
        let local = Localized { title: Some((*text).to_owned()), ..Localized::default() };
        film.localizations.insert("fr".into(), local);
        round_trip(&db, &film).await;
    }
    let read_movies = db.store.movies(&site_id("acme")).await.unwrap();
    assert_eq!(read_movies.iter().map(|m| m.title.as_str()).collect::<Vec<_>>(), TEXTS);
}

pub async fn a_very_long_text_round_trips(db: Db) {
    let mut film = movie("1");
    film.synopsis = "Très long. 🎞️ ".repeat(100_000);
    round_trip(&db, &film).await;
}

pub async fn every_field_of_a_film_round_trips(db: Db) {
    let film = json!({
        "id": "1000012345", "title": "T", "originalTitle": "O", "slug": "t", "releaseDate": "2025-05-02",
        "runtime": 121, "year": 1988, "certificate": "PG-13", "advisory": "Smoking", "genres": ["Drama"],
        "directors": ["A. B."], "cast": ["C. D."], "languages": ["fr-CA"], "countries": ["Chile"],
        "distributor": "E", "tagline": "F", "synopsis": "G", "poster": "p", "backdrop": "b", "hero": "h",
        "trailer": { "kind": "youtube", "id": "abcdefghijk" }, "badges": ["NEW", "PREVIEW"],
        "attributes": ["Format.Projection.3d"], "localizations": { "fr": { "title": "U", "synopsis": "V" } },
    });
    let read_movie: Movie = serde_json::from_value(film.clone()).unwrap();
    round_trip(&db, &read_movie).await;
    let stored = db.store.movies(&site_id("acme")).await.unwrap();
    assert_eq!(serde_json::to_value(&stored[0]).unwrap(), film);
    assert_eq!(stored[0].id, movie_id("1000012345"));
}

pub async fn markup_is_stored_verbatim_in_every_table(db: Db) {
    let markup = "<b onclick='x'>O’Neil & \"Fils\"</b>";
    let id = site_id("acme");
    let mut record = site("acme", &["acme.example"]);
    record.settings.name = markup.into();
    let mut theater_record = theater("T1");
    theater_record.name = markup.into();
    let mut about_page = page("/about/");
    about_page.title = markup.into();
    let mut tx = db.store.begin().await.unwrap();
    tx.save_site(&record).await.unwrap();
    tx.save_theaters(&id, &[(0, &theater_record)]).await.unwrap();
    tx.replace_pages(&id, std::slice::from_ref(&about_page)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.site(&id).await.unwrap().unwrap().record, record);
    assert_eq!(db.store.theaters(&id).await.unwrap(), [theater_record]);
    assert_eq!(db.store.pages(&id).await.unwrap(), [about_page]);
}
