//! Sample records.

use jiff::Timestamp;
use jiff::civil::Date;
use marquee_model::catalog::{Availability, BookingUrl, Movie, Page, Price, ShowChange, Showtime, Theater};
use marquee_model::settings::SiteRecord;
use marquee_model::{MovieId, ScreenId, ShowId, SiteId, TheaterId};
use marquee_store::{ShowFilter, Store, WriteTx};
use serde_json::json;

pub fn site_id(key: &str) -> SiteId {
    SiteId::parse(key).unwrap()
}

pub fn theater_id(id: &str) -> TheaterId {
    TheaterId::parse(id).unwrap()
}

pub fn movie_id(id: &str) -> MovieId {
    MovieId::parse(id).unwrap()
}

pub fn day(text: &str) -> Date {
    text.parse().unwrap()
}

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The site with this host name.
pub async fn site_of(store: &Store, host: &str) -> Option<SiteId> {
    let sites = store.sites().await.unwrap();
    sites
        .into_iter()
        .find(|site| site.record.hosts.iter().any(|own_host| own_host == host))
        .map(|site| site.record.key)
}

/// A site based on the Meridian demo.
pub fn site(key: &str, hosts: &[&str]) -> SiteRecord {
    let demo = include_str!("../../../../fixtures/demo/meridian/site.json");
    let mut record: SiteRecord = serde_json::from_str(demo).unwrap();
    record.key = site_id(key);
    record.hosts = hosts.iter().map(|h| (*h).to_owned()).collect();
    record
}

pub fn theater(id: &str) -> Theater {
    serde_json::from_value(json!({ "id": id, "name": format!("House {id}"), "slug": "house" })).unwrap()
}

pub fn movie(id: &str) -> Movie {
    serde_json::from_value(json!({ "id": id, "title": format!("Film {id}"), "slug": "film" })).unwrap()
}

pub fn page(path: &str) -> Page {
    serde_json::from_value(json!({ "path": path, "title": path })).unwrap()
}

/// A minimal show; its cinema day is the date of `starts_at`.
pub fn show(id: &str, theater: &str, movie: &str, starts_at: &str) -> Showtime {
    Showtime {
        id: ShowId::parse(id).unwrap(),
        movie_id: movie_id(movie),
        theater_id: theater_id(theater),
        starts_at: at(starts_at),
        ends_at: None,
        business_date: starts_at[..10].parse().unwrap(),
        screen: None,
        attributes: Vec::new(),
        availability: Availability::Open,
        booking: None,
        perf_code: None,
        price: None,
        change: None,
    }
}

/// A show with every field.
pub fn full_show(id: &str) -> Showtime {
    Showtime {
        ends_at: Some(at("2025-05-05T20:10:00Z")),
        screen: Some(ScreenId::parse("S1").unwrap()),
        attributes: vec!["Format.Projection.3d".into(), "Localization.Version.Original".into()],
        availability: Availability::FewLeft,
        booking: Some(BookingUrl::parse("https://t.example/book?perf=998&utm_source=a%20b").unwrap()),
        perf_code: Some("998".into()),
        price: Some(Price { amount: 1250, currency: "EUR".into() }),
        change: Some(ShowChange { announced: vec![at("2025-05-05T17:00:00Z")], vanished: false }),
        ..show(id, "T1", "1", "2025-05-05T18:00:00Z")
    }
}

/// Saves minimal records in one transaction.
pub async fn save(store: &Store, site: &SiteId, theaters: &[&str], movies: &[&str], shows: &[Showtime]) {
    let mut tx = store.begin().await.unwrap();
    fill(&mut tx, site, theaters, movies, shows).await;
    tx.commit().await.unwrap();
}

/// Adds minimal records to a transaction.
pub async fn fill(tx: &mut WriteTx, site: &SiteId, theaters: &[&str], movies: &[&str], shows: &[Showtime]) {
    let theaters: Vec<Theater> = theaters.iter().map(|id| theater(id)).collect();
    let movies: Vec<Movie> = movies.iter().map(|id| movie(id)).collect();
    if !theaters.is_empty() {
        let rows: Vec<(i32, &Theater)> = (0..).zip(&theaters).collect();
        tx.save_theaters(site, &rows).await.unwrap();
    }
    if !movies.is_empty() {
        tx.save_movies(site, &movies.iter().collect::<Vec<_>>()).await.unwrap();
    }
    if !shows.is_empty() {
        tx.save_shows(site, &shows.iter().collect::<Vec<_>>()).await.unwrap();
    }
}

/// The ids of the shows that match a filter.
pub async fn ids(store: &Store, site: &SiteId, filter: ShowFilter) -> Vec<String> {
    store.shows(site, &filter).await.unwrap().into_iter().map(|s| s.id.to_string()).collect()
}

/// A filter that matches all shows.
pub fn all() -> ShowFilter {
    ShowFilter::default()
}
