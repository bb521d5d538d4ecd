use marquee_model::catalog::{Availability, SUBTITLES};
use serde_json::{Value, json};

use crate::testing::{options, read, remarks};
use crate::{FeedError, Format, Reading};

const FRIDAY: &str = include_str!("../../tests/samples/vista/showtimes-2026-10-24.json");
const SATURDAY: &str = include_str!("../../tests/samples/vista/showtimes-2026-10-25.json");
const DAYS: &str = include_str!("../../tests/samples/vista/film-screening-dates.json");

fn sample() -> Reading {
    let files =
        [("a.json", FRIDAY.to_owned()), ("b.json", SATURDAY.to_owned()), ("days.json", DAYS.to_owned())];
    read(Format::Vista, &files, &options(&[])).unwrap()
}

#[test]
fn vista_sites_films_and_screens_are_read_once() {
    let reading = sample();
    let schedule = &reading.schedule;
    let [theater] = &schedule.theaters.as_ref().unwrap()[..] else { panic!("one theater") };
    assert_eq!(
        (theater.id.as_str(), theater.name.as_str(), theater.time_zone.as_str()),
        ("901", "Hollow Bay", "Europe/London")
    );
    assert_eq!(
        (theater.address.line().as_str(), theater.email.as_deref()),
        ("The Quay, Harbor Street, Hollow Bay", Some("bay@lantern.example"))
    );
    assert_eq!(theater.geo.map(|geo| (geo.lat, geo.lon)), Some((51.5, -0.25)));
    let screens: Vec<_> = theater.screens.iter().map(|s| (s.id.as_str(), s.name.as_str())).collect();
    assert_eq!(screens, [("901-1", "Screen 1"), ("901-2", "901-2")]);
    let movies = schedule.movies.as_ref().unwrap();
    let film = &movies[0];
    assert_eq!((movies.len(), film.title.as_str(), film.runtime), (2, "Orchard", Some(101)));
    assert_eq!(
        (film.directors.join(","), film.cast.join(",")),
        ("Ida Vos".into(), "Ida Vos,Jo B Hall".into())
    );
    assert_eq!(
        (film.genres.join(","), film.certificate.as_deref(), film.advisory.as_deref()),
        ("Drama".into(), Some("12A"), Some("mild cider"))
    );
    assert_eq!(film.localizations["cy"].title.as_deref(), Some("Perllan"));
    assert_eq!(film.trailer.as_ref().unwrap().id, "abcdefghijk");
    assert_eq!(movies[1].synopsis, "A short text.");
}

#[test]
fn vista_showtimes_have_times_screens_and_attributes() {
    let reading = sample();
    let shows = &reading.schedule.showtimes;
    assert_eq!(shows.len(), 4, "{:#?}", remarks(&reading));
    let [evening, before, after, next] = &shows[..] else { panic!("four shows") };
    assert_eq!((evening.id.as_str(), evening.perf_code.as_deref()), ("901-5001", Some("5001")));
    assert_eq!(evening.starts_at.to_string(), "2026-10-24T18:30:00Z");
    assert_eq!(evening.ends_at.unwrap().to_string(), "2026-10-24T20:31:00Z");
    let keys = [
        "Showtime.Accessibility.AudioDescription",
        SUBTITLES,
        "Showtime.Experience.Recliner",
        "Format.Projection.3d",
    ];
    assert_eq!(evening.attributes, keys);
    assert_eq!(evening.availability, Availability::SoldOut);
    // The hour from one to two is repeated; offsets tell both shows apart.
    assert_eq!(
        (before.starts_at.to_string(), after.starts_at.to_string()),
        ("2026-10-25T00:30:00Z".into(), "2026-10-25T01:30:00Z".into())
    );
    assert_eq!(
        (before.business_date.to_string(), after.business_date.to_string()),
        ("2026-10-24".into(), "2026-10-24".into())
    );
    assert_eq!(
        (next.business_date.to_string(), next.screen.as_ref().unwrap().as_str()),
        ("2026-10-25".into(), "901-2")
    );
}

#[test]
fn vista_every_row_is_read_or_reported() {
    let reading = sample();
    let skipped: Vec<_> =
        reading.skipped.iter().map(|row| (row.what, row.id.as_str(), row.place.as_str())).collect();
    assert_eq!(
        skipped,
        [
            ("attribute", "a9", "/relatedData/attributes/3/name"),
            ("film", "H3", "/relatedData/films/1/title"),
            ("film", "H4", "/relatedData/films/2/title"),
            ("showtime", "901-5004", "/showtimes/3/filmId"),
            ("showtime", "901-5005", "/showtimes/4/filmId"),
            ("showtime", "901-5006", "/showtimes/5/filmId"),
            ("showtime", "902-1", "/showtimes/6/siteId"),
            ("showtime", "901-5007", "/showtimes/7/schedule"),
            ("showtime", "901-5001", "/showtimes/1"),
        ]
    );
    let remarks = remarks(&reading);
    for part in [
        "\"attributeIds\" was ignored: \"a77\" not found",
        "startsAt and businessDate differ: startsAt is used",
        "the offset of \"2026-10-25T20:00:00+02:00\" is not that of Europe/London",
        "\"endsAt\" was ignored: must be a time after the start",
        "the shows of 1 listed days are not in the feed",
    ] {
        assert!(remarks.iter().any(|remark| remark.contains(part)), "{part}: {remarks:#?}");
    }
    assert_eq!(reading.warnings.len(), 5, "{remarks:#?}");
    // 1 site, 2 screens, 4 attributes, 4 films, 10 showtimes.
    assert_eq!(reading.rows_read, 21);
    assert_eq!(sample(), reading, "the second reading is the same");
}

#[test]
fn feeds_7_5_vista_wrong_types_skip_only_their_row() {
    let good: Value = serde_json::from_str(SATURDAY).unwrap();
    for (pointer, value) in [
        ("/showtimes/0/schedule", json!(7)),
        ("/showtimes/0/schedule/startsAt", json!(null)),
        ("/showtimes/0/schedule/startsAt", json!("9999-12-31T23:59:59Z")),
        ("/showtimes/0/attributeIds", json!("a1")),
        ("/showtimes/0/isSoldOut", json!("no")),
        ("/showtimes/0/screenId", json!([])),
        ("/showtimes/0/id", json!({})),
        ("/showtimes/0", json!([1])),
        ("/relatedData/films/0/castAndCrew", json!({ "a": 1 })),
        ("/relatedData/sites/0/location", json!("here")),
    ] {
        let mut feed = good.clone();
        *feed.pointer_mut(pointer).unwrap() = value;
        let result = read(Format::Vista, &[("a.json", feed.to_string())], &options(&[]));
        let skipped = match result {
            Ok(reading) => reading.skipped.len(),
            Err(FeedError::NoValidRow { skipped, .. }) => skipped.len(),
            Err(other) => panic!("{pointer}: {other}"),
        };
        assert!(skipped >= 1, "{pointer}");
    }
    for lists in ["sites", "films", "attributes", "screens", "castAndCrew", "genres", "censorRatings"] {
        let mut feed = good.clone();
        feed["relatedData"][lists] = json!("none");
        assert!(
            read(Format::Vista, &[("a.json", feed.to_string())], &options(&[])).is_ok()
                || lists == "sites"
                || lists == "films"
        );
    }
    let error = read(Format::Vista, &[("a.json", DAYS.to_owned())], &options(&[])).unwrap_err();
    assert!(matches!(error, FeedError::NoData { format: "vista", .. }), "{error}");
}

#[test]
fn vista_a_mistake_in_a_record_of_a_film_names_the_record() {
    let mut feed: Value = serde_json::from_str(SATURDAY).unwrap();
    feed["relatedData"]["castAndCrew"][1]["name"]["givenName"] = json!(7);
    let reading = read(Format::Vista, &[("a.json", feed.to_string())], &options(&[])).unwrap();
    assert_eq!(reading.skipped[0].place, "/relatedData/castAndCrew/1/name/givenName");
    assert!(feed.pointer(&reading.skipped[0].place).is_some());
}
