//! Shows: saving, filtering, counting.

use jiff::{SignedDuration, Timestamp};
use marquee_model::SiteId;
use marquee_model::catalog::{Availability, ShowChange, Showtime};
use marquee_store::{ShowFilter, Store};

use crate::db::Db;
use crate::records::{all, at, day, full_show, ids, movie_id, save, show, site_id, theater_id};

/// Shows of the next test that are canceled or changed.
const CHANGED: [&str; 6] = ["a", "c", "d", "e", "f", "h"];

pub async fn a_show_round_trips(db: Db) {
    let site = site_id("acme");
    let mut shows = vec![full_show("a"), show("b", "T1", "1", "2025-05-05T18:00:00Z")];
    for (id, availability) in
        [("c", Availability::SoldOut), ("d", Availability::Canceled), ("e", Availability::Open)]
    {
        shows.push(Showtime { availability, ..full_show(id) });
    }
    shows.push(Showtime {
        change: Some(ShowChange { announced: Vec::new(), vanished: true }),
        ..full_show("f")
    });
    shows.push(Showtime { change: None, ..full_show("g") });
    shows.push(Showtime { change: None, availability: Availability::Canceled, ..full_show("h") });
    save(&db.store, &site, &["T1", "T2"], &["1", "2"], &shows).await;
    assert_eq!(db.store.shows(&site, &all()).await.unwrap(), shows);
    let changed = ShowFilter { only_changed: true, ..all() };
    assert_eq!(ids(&db.store, &site, changed.clone()).await, CHANGED);
    let matching: Vec<_> =
        shows.iter().filter(|show| changed.matches(show)).map(|show| show.id.as_str()).collect();
    assert_eq!(matching, CHANGED);
}

pub async fn saving_a_show_replaces_the_one_with_its_id(db: Db) {
    let site = site_id("acme");
    save(&db.store, &site, &["T1", "T2"], &["1", "2"], &[full_show("a")]).await;
    let moved = show("a", "T2", "2", "2025-06-01T10:00:00Z");
    save(&db.store, &site, &["T1", "T2"], &["1", "2"], std::slice::from_ref(&moved)).await;
    assert_eq!(db.store.shows(&site, &all()).await.unwrap(), [moved], "no field of the old show remains");
}

pub async fn shows_are_sorted_by_start_theater_and_id(db: Db) {
    let site = site_id("acme");
    let (early, late) = ("2025-05-05T12:00:00Z", "2025-05-05T18:00:00Z");
    let shows = [
        show("z", "T1", "1", late),
        show("b", "T2", "1", early),
        show("c", "T1", "1", early),
        show("a", "T2", "1", early),
    ];
    save(&db.store, &site, &["T1", "T2"], &["1", "2"], &shows).await;
    assert_eq!(ids(&db.store, &site, all()).await, ["c", "a", "b", "z"]);
}

/// Two theaters and two films over three days.
async fn save_schedule(store: &Store, site: &SiteId) {
    let shows = [
        show("a", "T1", "1", "2025-05-05T12:00:00Z"),
        show("b", "T1", "2", "2025-05-05T18:00:00Z"),
        show("c", "T2", "1", "2025-05-06T12:00:00Z"),
        show("d", "T2", "1", "2025-05-06T18:00:00Z"),
        show("e", "T1", "1", "2025-05-07T12:00:00Z"),
    ];
    save(store, site, &["T1", "T2"], &["1", "2"], &shows).await;
}

pub async fn each_filter_limits_the_result(db: Db) {
    let site = site_id("acme");
    save_schedule(&db.store, &site).await;
    let cases: Vec<(ShowFilter, &[&str])> = vec![
        (all(), &["a", "b", "c", "d", "e"]),
        (ShowFilter { theater: Some(theater_id("T1")), ..all() }, &["a", "b", "e"]),
        (ShowFilter { theater: Some(theater_id("T9")), ..all() }, &[]),
        (ShowFilter { movie: Some(movie_id("2")), ..all() }, &["b"]),
        (ShowFilter { except_movies: vec![movie_id("2")], ..all() }, &["a", "c", "d", "e"]),
        (ShowFilter { except_at: vec![(movie_id("1"), theater_id("T1"))], ..all() }, &["b", "c", "d"]),
        (
            ShowFilter {
                except_at: vec![(movie_id("1"), theater_id("T2"))],
                theater: Some(theater_id("T2")),
                ..all()
            },
            &[],
        ),
        (ShowFilter { date: Some(day("2025-05-06")), ..all() }, &["c", "d"]),
        (ShowFilter { from_date: Some(day("2025-05-06")), ..all() }, &["c", "d", "e"]),
        (ShowFilter { to_date: Some(day("2025-05-06")), ..all() }, &["a", "b", "c", "d"]),
        (ShowFilter { from: Some(at("2025-05-06T12:00:00Z")), ..all() }, &["c", "d", "e"]),
        (ShowFilter { from: Some(at("2025-05-06T12:00:01Z")), ..all() }, &["d", "e"]),
        (ShowFilter { limit: Some(2), ..all() }, &["a", "b"]),
        (ShowFilter { limit: Some(0), ..all() }, &[]),
    ];
    for (filter, expected) in cases {
        assert_eq!(ids(&db.store, &site, filter.clone()).await, expected, "{filter:?}");
        if filter.limit.is_none() {
            let count = db.store.count_shows(&site, &filter).await.unwrap();
            assert_eq!(count, expected.len() as u64, "{filter:?}");
        }
    }
}

pub async fn filters_combine(db: Db) {
    let site = site_id("acme");
    save_schedule(&db.store, &site).await;
    let filter = ShowFilter {
        theater: Some(theater_id("T2")),
        movie: Some(movie_id("1")),
        from_date: Some(day("2025-05-05")),
        to_date: Some(day("2025-05-06")),
        from: Some(at("2025-05-06T13:00:00Z")),
        ..all()
    };
    assert_eq!(ids(&db.store, &site, filter).await, ["d"]);
}

pub async fn days_with_shows_are_listed_once(db: Db) {
    let site = site_id("acme");
    save_schedule(&db.store, &site).await;
    let days = async |filter| {
        let days = db.store.show_days(&site, &filter).await.unwrap();
        days.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(days(all()).await, ["2025-05-05", "2025-05-06", "2025-05-07"]);
    assert_eq!(
        days(ShowFilter { theater: Some(theater_id("T1")), ..all() }).await,
        ["2025-05-05", "2025-05-07"]
    );
    assert_eq!(days(ShowFilter { movie: Some(movie_id("2")), ..all() }).await, ["2025-05-05"]);
    assert_eq!(days(ShowFilter { limit: Some(1), ..all() }).await, ["2025-05-05"]);
    assert_eq!(days(ShowFilter { from_date: Some(day("2025-06-01")), ..all() }).await, Vec::<String>::new());
}

pub async fn the_first_day_of_each_film_is_found(db: Db) {
    let site = site_id("acme");
    save_schedule(&db.store, &site).await;
    let first = async |filter| {
        let mut rows = db.store.first_show_days(&site, &filter).await.unwrap();
        rows.sort();
        rows
    };
    let all_films = [(movie_id("1"), day("2025-05-05")), (movie_id("2"), day("2025-05-05"))];
    assert_eq!(first(all()).await, all_films);
    let later = ShowFilter { from_date: Some(day("2025-05-06")), ..all() };
    assert_eq!(first(later).await, [(movie_id("1"), day("2025-05-06"))]);
    assert_eq!(first(ShowFilter { theater: Some(theater_id("T9")), ..all() }).await, []);

    let mut shows = db.store.shows(&site, &ShowFilter { movie: Some(movie_id("2")), ..all() }).await.unwrap();
    for show in &mut shows {
        show.availability = Availability::Canceled;
    }
    let mut tx = db.store.begin().await.unwrap();
    tx.save_shows(&site, &shows.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(first(all()).await, [(movie_id("1"), day("2025-05-05"))], "a canceled show is no show");
}

pub async fn only_the_given_shows_are_removed(db: Db) {
    let site = site_id("acme");
    save_schedule(&db.store, &site).await;
    let remaining_shows =
        db.store.shows(&site, &ShowFilter { date: Some(day("2025-05-06")), ..all() }).await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_shows(&site, &remaining_shows.iter().collect::<Vec<_>>()).await.unwrap();
    tx.remove_shows(&site, &remaining_shows.iter().collect::<Vec<_>>()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids(&db.store, &site, all()).await, ["a", "b", "e"]);
}

pub async fn a_write_sees_its_own_shows(db: Db) {
    let site = site_id("acme");
    save_schedule(&db.store, &site).await;
    let mut tx = db.store.begin().await.unwrap();
    let added = show("f", "T2", "2", "2025-05-08T12:00:00Z");
    tx.save_shows(&site, &[&added]).await.unwrap();
    let mut show_ids: Vec<String> = tx
        .theater_shows(&site, &theater_id("T2"))
        .await
        .unwrap()
        .into_iter()
        .map(|s| s.id.to_string())
        .collect();
    show_ids.sort();
    assert_eq!(show_ids, ["c", "d", "f"]);
    tx.remove_theaters(&site, &[theater_id("T2")]).await.unwrap();
    assert_eq!(tx.theater_shows(&site, &theater_id("T2")).await.unwrap(), []);
}

pub async fn five_thousand_shows_are_written_at_once(db: Db) {
    let site = site_id("acme");
    let first: Timestamp = at("2025-05-05T00:00:00Z");
    let shows: Vec<Showtime> = (0..5000)
        .map(|n| {
            let starts_at = first + SignedDuration::from_mins(n);
            let start = starts_at.to_string();
            Showtime { attributes: full_show("x").attributes, ..show(&format!("s{n:04}"), "T1", "1", &start) }
        })
        .collect();
    let rows: Vec<&Showtime> = shows.iter().collect();
    save(&db.store, &site, &["T1"], &["1"], &[]).await;
    for _ in 0..2 {
        let mut tx = db.store.begin().await.unwrap();
        tx.save_shows(&site, &rows).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.store.count_shows(&site, &all()).await.unwrap(), 5000);
    }
    let read_shows = db.store.shows(&site, &all()).await.unwrap();
    assert!(read_shows == shows, "all shows are read as they were saved");
    assert_eq!(db.store.show_days(&site, &all()).await.unwrap().len(), 4);
    let mut tx = db.store.begin().await.unwrap();
    tx.remove_shows(&site, &rows).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.count_shows(&site, &all()).await.unwrap(), 0);
}
