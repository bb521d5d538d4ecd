//! Reading an export returns the same shows and films.

use crate::support::source;
use jiff::Timestamp;
use marquee_feeds::{Format, ReadOptions, export, read};
use marquee_model::catalog::{
    Attribute, AttributeGroup, Availability, BookingUrl, Catalog, Movie, Price, Showtime, Theater,
};
use marquee_model::time;
use proptest::prelude::*;
use serde_json::json;

const KEYS: &[&str] = &[
    "Format.Projection.Imax",
    "Format.Projection.3d",
    "Auditorium.Experience.4DX",
    "Auditorium.Experience.DolbyAtmos",
    "Localization.Version.Original",
    "Format.Sound.Dubbed",
    "Localization.Subtitles",
    "Showtime.Accessibility.ClosedCaption",
    "Showtime.Accessibility.Wheelchair",
    "Screen.Accessibility.HearingImpaired",
    "Showtime.Experience.Beyond",
    "house",
];

fn some_text() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[ -~é😀\n]{1,20}")
}

fn movie() -> impl Strategy<Value = Movie> {
    let texts = || prop::collection::vec("[a-zé&<]{1,8}", 0..3);
    (
        (
            "[!-~é]([ -~é]{0,30})",
            some_text(),
            prop::option::of(1_u16..2000),
            prop::option::of(1900_u16..2100),
        ),
        (texts(), texts(), texts(), texts(), some_text(), some_text()),
        prop::option::of(0..40_000_i32),
    )
        .prop_map(
            |((title, original, runtime, year), (genres, people, languages, countries, a, b), day)| {
                let mut movie: Movie =
                    serde_json::from_value(json!({ "id": "1", "title": title, "slug": "a-slug" })).unwrap();
                movie.original_title = original;
                movie.runtime = runtime;
                movie.year = year;
                (movie.genres, movie.directors, movie.cast) = (genres, people.clone(), people);
                (movie.languages, movie.countries) = (languages, countries);
                (movie.synopsis, movie.tagline) =
                    (a.clone().unwrap_or_default(), b.clone().unwrap_or_default());
                (movie.certificate, movie.advisory, movie.distributor) = (a, b.clone(), b);
                movie.release_date =
                    day.map(|d| jiff::civil::date(1950, 1, 1).saturating_add(jiff::Span::new().days(d)));
                movie
            },
        )
}

fn show(movies: usize) -> impl Strategy<Value = Showtime> {
    (
        (0..movies, 0..200_000_i64, prop::option::of(1..300_i64), prop::option::of(0..3_usize)),
        prop::sample::subsequence(KEYS, 0..KEYS.len()).prop_shuffle(),
        prop::sample::select(vec![
            Availability::Open,
            Availability::FewLeft,
            Availability::SoldOut,
            Availability::Canceled,
        ]),
        prop::option::of("[a-zA-Z0-9?=&% -]{0,20}"),
        (
            prop::option::of("[0-9]{1,6}"),
            prop::option::of((any::<u32>(), prop::sample::select(vec!["EUR", "JPY", "KWD"]))),
        ),
    )
        .prop_map(|((movie, minute, length, screen), keys, availability, path, (code, price))| {
            let starts_at = Timestamp::from_second(1_735_689_600 + minute * 300).unwrap();
            serde_json::from_value::<Showtime>(json!({
                "id": "x", "movieId": (movie + 1).to_string(), "theaterId": "T1", "startsAt": starts_at,
                "businessDate": time::business_date(starts_at, &time::time_zone("Europe/Paris"), 3),
                "endsAt": length.map(|m| starts_at + jiff::SignedDuration::from_mins(m)),
                "screen": screen.map(|s| format!("S{s}")), "attributes": keys, "availability": availability,
                "booking": path.and_then(|p| BookingUrl::parse(&format!("https://t.example/{p}")).ok()),
                "perfCode": code,
                "price": price.map(|(amount, currency)| Price { amount, currency: currency.into() }),
            }))
            .unwrap()
        })
}

fn catalog() -> impl Strategy<Value = Catalog> {
    prop::collection::vec(movie(), 1..4)
        .prop_flat_map(|movies| {
            let shows = prop::collection::vec(show(movies.len()), 0..8);
            (Just(movies), shows)
        })
        .prop_map(|(mut movies, mut shows)| {
            for (n, movie) in (1..).zip(&mut movies) {
                movie.id = marquee_model::MovieId::parse(&format!("{n}")).unwrap();
            }
            // One show for each theater, film, start, screen and set of attributes.
            shows.sort_by_key(|s| s.starts_at);
            shows.dedup_by_key(|s| s.starts_at);
            for (n, show) in shows.iter_mut().enumerate() {
                show.id = marquee_model::ShowId::parse(&format!("{n}")).unwrap();
            }
            let screens: Vec<_> = (0..3).map(|n| json!({ "id": format!("S{n}"), "name": format!("Salle {n}"), "seats": 100 })).collect();
            let theater: Theater = serde_json::from_value(json!({
                "id": "T1", "name": "Ciné <Aster>", "slug": "cine-aster", "timeZone": "Europe/Paris", "screens": screens,
                "address": { "street": "1, rue Haute", "city": "Aix", "postalCode": "13100", "country": "FR" },
            }))
            .unwrap();
            let label = Attribute {
                key: "house".into(),
                group: AttributeGroup::Special,
                label: "Maison".into(),
                short: "M".into(),
                description: String::new(),
                localizations: std::collections::BTreeMap::new(),
            };
            Catalog { theaters: vec![theater], movies, showtimes: shows, attributes: vec![label], ..Catalog::default() }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn reading_an_export_returns_the_same_records(catalog in catalog(), site in prop::sample::select(vec!["en", "fr"])) {
        let theater = &catalog.theaters[0];
        let exported = export::cinemashowtimes(&catalog, &theater.id, Timestamp::UNIX_EPOCH).unwrap();
        let options = ReadOptions { language: Some(site), ..ReadOptions::default() };
        let imported = read(Format::CinemaShowtimes, &source("t1.json", exported.to_string().as_bytes()), &options).unwrap();
        prop_assert!(imported.skipped.is_empty(), "{:?}", imported.skipped);
        prop_assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
        let mut shows = imported.schedule.showtimes;
        let mut expected = catalog.showtimes.clone();
        shows.sort_by(|a, b| a.id.cmp(&b.id));
        expected.sort_by(|a, b| a.id.cmp(&b.id));
        prop_assert_eq!(&shows, &expected);
        prop_assert_eq!(imported.schedule.movies.unwrap(), catalog.movies);
        prop_assert_eq!(imported.schedule.theaters.unwrap(), catalog.theaters);
        prop_assert_eq!(imported.schedule.attributes.unwrap(), catalog.attributes);
    }
}

#[test]
fn an_unknown_theater_has_no_export() {
    let id = marquee_model::TheaterId::parse("nowhere").unwrap();
    assert!(export::cinemashowtimes(&Catalog::default(), &id, Timestamp::UNIX_EPOCH).is_none());
}

/// The export of a theater with one film and one show, generated on May 5, 2025.
fn exported(movie: &serde_json::Value, show: &serde_json::Value) -> serde_json::Value {
    let with = |mut record: serde_json::Value, fields: &serde_json::Value| {
        record.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        record
    };
    let theater = json!({
        "id": "T1", "name": "Aster", "slug": "aster", "timeZone": "America/New_York",
        "address": { "street": "1 High Street", "city": "Portland", "region": "ME", "postalCode": "04101", "country": "US" },
        "screens": [
            { "id": "S1", "name": "Screen 1", "seats": 80, "attributes": ["Format.Projection.Imax", "house", "Own.Key"] },
            { "id": "S2", "name": "Screen 2", "seats": 90 },
        ],
    });
    let movie = with(json!({ "id": "7", "title": "Night Train", "slug": "night-train" }), movie);
    let show = with(
        json!({
            "id": "1", "movieId": "7", "theaterId": "T1", "startsAt": "2025-05-05T18:30:00Z",
            "businessDate": "2025-05-05", "attributes": [], "availability": "open",
        }),
        show,
    );
    let attribute =
        json!({ "key": "house", "group": "special", "label": "House", "short": "H", "description": "" });
    let catalog = Catalog {
        theaters: vec![serde_json::from_value(theater).unwrap()],
        movies: vec![serde_json::from_value(movie).unwrap()],
        showtimes: vec![serde_json::from_value(show).unwrap()],
        attributes: vec![serde_json::from_value(attribute).unwrap()],
        ..Catalog::default()
    };
    let at = "2025-05-05T09:00:00Z".parse().unwrap();
    export::cinemashowtimes(&catalog, &catalog.theaters[0].id, at).unwrap()
}

#[test]
fn a_theater_is_exported_as_the_standard_names_its_fields() {
    let file = exported(&json!({}), &json!({ "screen": "S2" }));
    assert_eq!(file["cinema"]["address"], "1 High Street, Portland, ME 04101, US");
    assert_eq!(file["cinema"]["address_parts"]["city"], "Portland");
    assert_eq!(file["auditoria"][0]["attributes"], json!(["IMAX", "House", "Own.Key"]));
    let session = &file["sessions"][0];
    assert_eq!((&session["seating_capacity"], &session["seats_available"]), (&json!(90), &json!(null)));
    assert_eq!(session["start_time_local"], "2025-05-05T14:30:00-04:00");
    let sold_out = exported(&json!({}), &json!({ "availability": "soldOut" }));
    assert_eq!(sold_out["sessions"][0]["seats_available"], 0);
}

#[test]
fn films_are_exported_with_their_status_and_trailer() {
    for (release, status) in [("2025-05-05", "released"), ("2025-05-06", "coming_soon")] {
        let film = exported(&json!({ "releaseDate": release }), &json!({}));
        assert_eq!(film["films"][0]["status"], status, "{release}");
    }
    for (kind, id, url) in [
        ("youtube", "bbbbbbbbbbb", "https://www.youtube.com/watch?v=bbbbbbbbbbb"),
        ("vimeo", "123", "https://vimeo.com/123"),
        ("file", "https://video.example/a.mp4", "https://video.example/a.mp4"),
    ] {
        let film = exported(&json!({ "trailer": { "kind": kind, "id": id } }), &json!({}));
        assert_eq!(film["films"][0]["assets"]["trailers"][0]["url"], url);
    }
}

#[test]
fn a_show_is_exported_with_the_video_format_of_its_keys() {
    for (keys, expected) in [
        (vec!["Format.Projection.Imax"], json!("IMAX 2D")),
        (vec!["Format.Projection.Imax", "Format.Projection.3d"], json!("IMAX 3D")),
        (vec!["Format.Projection.3d"], json!("3D")),
        (vec!["Auditorium.Experience.4DX"], json!("4DX")),
        (vec!["Auditorium.Experience.ScreenX"], json!("ScreenX")),
        (vec!["Auditorium.Experience.DolbyCinema"], json!("Dolby Vision")),
        (vec![], json!(null)),
    ] {
        let file = exported(&json!({}), &json!({ "attributes": keys }));
        assert_eq!(file["sessions"][0]["attributes"]["video_format"], expected, "{keys:?}");
    }
}
