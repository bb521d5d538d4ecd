use marquee_model::catalog::{Availability, ORIGINAL_VERSION, SUBTITLES, Showtime};

use crate::testing::{options, read, remarks, theater};
use crate::{FeedError, Format, PictureOwner, ReadOptions, Reading};

const FEED: &str = include_str!("../../tests/samples/agile/feed.json");

fn sample(options: &ReadOptions<'_>) -> Reading {
    read(Format::Agile, &[("feed.json", FEED.to_owned())], options).unwrap()
}

fn show<'r>(reading: &'r Reading, code: &str) -> &'r Showtime {
    reading.schedule.showtimes.iter().find(|show| show.perf_code.as_deref() == Some(code)).unwrap()
}

#[test]
fn agile_films_have_the_facts_of_their_properties() {
    let reading = sample(&options(&[]));
    let movies = reading.schedule.movies.as_ref().unwrap();
    let film = &movies[0];
    assert_eq!(
        (film.id.as_str(), film.title.as_str(), film.runtime, film.year),
        ("3001", "Orchard", Some(101), Some(1971))
    );
    assert_eq!(
        (film.countries.join(","), film.directors.join(","), film.languages.join(",")),
        ("France,Italy".into(), "Ida Vos".into(), "fr".into())
    );
    assert_eq!(
        (film.certificate.as_deref(), film.distributor.as_deref(), film.synopsis.as_str()),
        (Some("Not Rated"), Some("Bough"), "Apples & pears.")
    );
    let picture = &reading.schedule.remote_pictures[0];
    assert_eq!(
        (&picture.owner, picture.url.as_str()),
        (&PictureOwner::MoviePoster(film.id.clone()), "https://cdn.example/orchard.jpg")
    );
    assert_eq!((movies.len(), movies[1].runtime), (2, Some(102)));
    let theaters = reading.schedule.theaters.as_ref().unwrap();
    let names: Vec<_> =
        theaters.iter().map(|t| (t.id.as_str(), t.name.as_str(), t.time_zone.as_str())).collect();
    assert_eq!(names, [("77", "Lantern Arts", "UTC"), ("78", "Annex", "UTC")]);
    let address = &theaters[0].address;
    let parts = [&address.street, &address.city, &address.region, &address.postal_code];
    assert_eq!(parts, ["9 Pier Road", "Hollow Bay", "FL", "33000"]);
}

#[test]
fn agile_showings_are_local_to_the_theater_of_the_site() {
    let theaters =
        [theater("a", "lantern arts", "America/New_York"), theater("b", "Annex", "America/Chicago")];
    let reading = sample(&options(&theaters));
    assert_eq!(reading.schedule.theaters, None);
    let first = show(&reading, "9001");
    assert_eq!(
        (first.id.as_str(), first.theater_id.as_str(), first.starts_at.to_string()),
        ("agile-9001", "a", "2026-11-01T00:00:00Z".into())
    );
    assert_eq!(first.attributes, ["Format.Projection.4K", ORIGINAL_VERSION, SUBTITLES]);
    assert_eq!(first.booking.as_ref().unwrap().as_str(), "https://agile.example/buy?evtinfo=9001~a&");
    let late = show(&reading, "9002");
    assert_eq!(
        (late.starts_at.to_string(), late.business_date.to_string()),
        ("2026-11-01T05:15:00Z".into(), "2026-10-31".into())
    );
    assert_eq!((late.ends_at, late.booking.is_none()), (None, true));
    let annex = show(&reading, "9010");
    assert_eq!(
        (annex.theater_id.as_str(), annex.starts_at.to_string(), annex.availability),
        ("b", "2026-12-06T02:00:00Z".into(), Availability::SoldOut)
    );
    assert_eq!(annex.attributes, [SUBTITLES]);
    let several = [theater("x", "One", "UTC"), theater("y", "Two", "UTC")];
    let error = read(Format::Agile, &[("feed.json", FEED.to_owned())], &options(&several))
        .map(|reading| reading.schedule.showtimes.len());
    assert_eq!(error.unwrap(), 0, "no theater has the name of a venue");
}

#[test]
fn agile_every_row_is_read_or_reported() {
    let reading = sample(&options(&[]));
    let skipped: Vec<_> = reading
        .skipped
        .iter()
        .map(|row| (row.what, row.id.as_str(), row.place.rsplit('/').next().unwrap()))
        .collect();
    assert_eq!(
        skipped,
        [
            ("showtime", "9003", "DateTBD"),
            ("showtime", "9004", "ContentDelivery"),
            ("showtime", "9005", "StartDate"),
            ("showtime", "9006", "5"),
            ("showtime", "9001", "6"),
            ("showtime", "9020", "0"),
            ("film", "3003", "Name"),
            ("showtime", "9030", "0"),
            ("film", "3004", "Name"),
        ]
    );
    let remarks = remarks(&reading);
    for part in [
        "local times of UTC",
        "showtime 9002 /ArrayOfShows/0/CurrentShowings/1/EndDate: \"EndDate\" was ignored",
        "showtime 9002 /ArrayOfShows/0/CurrentShowings/1/LegacyPurchaseLink: not sold online",
        "showtime 9010 /ArrayOfShows/1/CurrentShowings/0/LegacyPurchaseLink: not sold online",
        "LegacyPurchaseLink: invalid booking URL",
    ] {
        assert!(remarks.iter().any(|remark| remark.contains(part)), "{part}: {remarks:#?}");
    }
    assert_eq!(reading.warnings.len(), 5, "{remarks:#?}");
    // 4 films, 2 theaters, 11 showings.
    assert_eq!((reading.rows_read, reading.schedule.showtimes.len()), (17, 4));
    assert_eq!(sample(&options(&[])), reading, "the second reading is the same");
}

#[test]
fn feeds_7_5_agile_wrong_types_skip_only_their_row() {
    let file = |show: &str| {
        let good = r#"{ "ID": 1, "Name": "Good", "CurrentShowings": [{ "ID": 1, "StartDate": "2026-01-01T20:00:00", "Venue": { "Name": "V" } }] }"#;
        [("a.json", format!(r#"{{ "ArrayOfShows": [{good}, {show}] }}"#))]
    };
    for show in [
        "7",
        r#"{ "ID": [], "Name": "Bad" }"#,
        r#"{ "ID": 2, "Name": "Bad", "CustomProperties": [3] }"#,
        r#"{ "ID": 2, "Name": "Bad", "Duration": 7 }"#,
        r#"{ "ID": 2, "Name": "Bad", "CurrentShowings": [{ "ID": 2, "DateTBD": "no", "StartDate": "2026-01-01T20:00:00", "Venue": { "Name": "V" } }] }"#,
        r#"{ "ID": 2, "Name": "Bad", "CurrentShowings": [{ "ID": 2, "StartDate": "2026-01-01T20:00:00", "Venue": "V" }] }"#,
        r#"{ "ID": 2, "Name": "Bad", "CurrentShowings": [null] }"#,
    ] {
        let reading = read(Format::Agile, &file(show), &options(&[])).unwrap();
        assert_eq!((reading.schedule.showtimes.len(), reading.skipped.len()), (1, 1), "{show}");
    }
    let error =
        read(Format::Agile, &[("a.json", r#"{ "ArrayOfShows": 3 }"#.to_owned())], &options(&[])).unwrap_err();
    assert!(matches!(error, FeedError::NoData { format: "agile", .. }), "{error}");
}
