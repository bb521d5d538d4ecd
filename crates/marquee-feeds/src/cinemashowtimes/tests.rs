use marquee_model::catalog::{Availability, TrailerKind};
use serde_json::{Value, json};

use super::cinema::split_address;
use crate::{
    Format, Limits, PictureOwner, ReadOptions, Reading, Scope, SkipReason, Source, SourceFile, WarningReason,
};

fn read(files: &[(&str, &str)]) -> Reading {
    let file =
        |(name, text): &(&str, &str)| SourceFile { name: (*name).into(), bytes: text.as_bytes().to_vec() };
    let source = Source::from_files(files.iter().map(file).collect(), Default::default()).unwrap();
    let options = ReadOptions { language: Some("en"), ..ReadOptions::default() };
    crate::read(Format::CinemaShowtimes, &source, &options).unwrap()
}

fn quayside() -> Reading {
    read(&[("quayside.json", include_str!("../../tests/samples/cinemashowtimes/quayside.json"))])
}

fn both() -> Reading {
    read(&[
        ("a/harbour.json5", include_str!("../../tests/samples/cinemashowtimes/harbour.json5")),
        ("b/quayside.json", include_str!("../../tests/samples/cinemashowtimes/quayside.json")),
    ])
}

#[test]
fn ent_04_a_cinema_is_read_as_a_theater_with_screens() {
    let theaters = quayside().schedule.theaters.unwrap();
    let t = &theaters[0];
    assert_eq!(
        (t.id.as_str(), t.slug.as_str(), t.time_zone.as_str()),
        ("QUAY", "quayside-picture-house", "Europe/London")
    );
    assert_eq!((t.address.street.as_str(), t.address.city.as_str()), ("12 Ferry Steps", "Harwick"));
    assert_eq!((t.address.postal_code.as_str(), t.address.country.as_str()), ("HK1 4QS", "UK"));
    assert_eq!(t.screens.len(), 2);
    assert_eq!((t.screens[0].seats, t.screens[0].name.as_str()), (Some(180), "Screen 1"));
    assert_eq!(
        t.screens[0].attributes,
        ["Format.Projection.Laser", "Auditorium.Experience.DolbyAtmos", "Auditorium.Experience.Recliner"]
    );
    assert!(t.screens[1].id.as_str().starts_with("Q-2-"), "{}", t.screens[1].id);
}

#[test]
fn ent_06_films_keep_their_texts_and_get_numeric_ids() {
    let p = quayside().schedule;
    let movies = p.movies.unwrap();
    let train = &movies[0];
    assert_eq!(
        (train.id.as_str(), train.runtime, train.certificate.as_deref()),
        ("123456", Some(104), Some("12A"))
    );
    assert_eq!(train.synopsis, "A guard & a thief share the last carriage.");
    assert_eq!((train.genres.len(), train.cast.clone()), (2, vec!["First".to_owned(), "Second".to_owned()]));
    let trailer = train.trailer.as_ref().unwrap();
    assert_eq!((trailer.kind, trailer.id.as_str()), (TrailerKind::Youtube, "bbbbbbbbbbb"));
    let snow = &movies[1];
    assert_eq!(snow.title, "La Neige <i>d’été</i> &amp; moi");
    assert_eq!((snow.id.is_numeric(), snow.id.as_str().len(), snow.runtime), (true, 15, None));
    let pictures: Vec<_> = p.remote_pictures.iter().map(|r| (&r.owner, r.url.as_str())).collect();
    assert_eq!(
        pictures,
        [
            (&PictureOwner::MoviePoster(train.id.clone()), "https://img.example/night-train.jpg"),
            (&PictureOwner::MovieBackdrop(train.id.clone()), "https://img.example/night-train-wide.jpg"),
        ]
    );
}

#[test]
fn ent_06_const_02_shows_have_times_cinema_days_availability_and_prices() {
    let r = quayside();
    let shows = &r.schedule.showtimes;
    assert_eq!(shows.len(), 3, "{:#?}", r.skipped);
    let first = &shows[0];
    assert_eq!(
        (first.id.as_str(), first.starts_at.to_string().as_str()),
        ("QUAY-1001", "2025-05-05T18:30:00Z")
    );
    assert_eq!(first.ends_at.unwrap().to_string(), "2025-05-05T20:40:00Z");
    assert_eq!(first.availability, Availability::FewLeft);
    assert_eq!(first.price.as_ref().map(|p| (p.amount, p.currency.as_str())), Some((1200, "GBP")));
    assert_eq!(first.booking.as_ref().unwrap().as_str(), "https://tickets.example/s/1001");
    assert_eq!(
        first.attributes,
        [
            "Format.Projection.Imax",
            "Format.Projection.3d",
            "Format.Projection.Vmax",
            "Auditorium.Experience.DolbyAtmos",
            "Showtime.Accessibility.ClosedCaption",
            "Showtime.Accessibility.AudioDescription",
            "Showtime.Accessibility.Wheelchair",
        ]
    );
    let late_show = &shows[1];
    assert_eq!(
        late_show.business_date.to_string(),
        "2025-05-05",
        "half past midnight belongs to the evening before"
    );
    assert_eq!((late_show.availability, &late_show.booking), (Availability::SoldOut, &None));
    assert_eq!(shows[2].screen, None);
    assert_eq!(r.schedule.scope, Scope::Cinemas);
}

#[test]
fn const_04_languages_decide_between_original_and_dubbed_versions() {
    let r = both();
    let attributes = |id: &str| {
        r.schedule.showtimes.iter().find(|s| s.id.as_str().ends_with(id)).unwrap().attributes.clone()
    };
    assert_eq!(attributes("QUAY-1002"), ["Localization.Version.Original", "Localization.Subtitles"]);
    assert_eq!(attributes("QUAY-1003"), ["Format.Sound.Dubbed"]);
    let paris = r.schedule.showtimes.iter().find(|s| s.theater_id.as_str().starts_with("HARBOUR")).unwrap();
    assert!(paris.attributes.is_empty(), "the show after the clock change in March comes first");
    let labels = r.schedule.attributes.unwrap();
    let vmax = labels.iter().find(|a| a.key == "Format.Projection.Vmax").unwrap();
    assert_eq!((vmax.label.as_str(), vmax.short.as_str()), ("Vmax", "VMAX"));
}

#[test]
fn const_04_version_rules() {
    let v = |spoken, film: &[&str], subs: &[&str], site| {
        let film: Vec<String> = film.iter().map(|f| (*f).to_owned()).collect();
        crate::attributes::versions(spoken, &film, subs, site)
    };
    assert!(v(Some("en"), &["en"], &[], Some("en")).is_empty());
    assert_eq!(v(Some("en-GB"), &["en"], &["en"], Some("en")), ["Showtime.Accessibility.Subtitled"]);
    assert_eq!(v(Some("en"), &["en"], &[], Some("fr")), ["Localization.Version.Original"]);
    assert_eq!(
        v(Some("ja"), &["ja"], &["en"], None),
        ["Localization.Version.Original", "Localization.Subtitles"]
    );
    assert_eq!(v(Some("en"), &["ja"], &[], None), ["Format.Sound.Dubbed"]);
    assert!(v(Some("en"), &[], &[], None).is_empty() && v(None, &["en"], &[], Some("fr")).is_empty());
}

#[test]
fn feeds_7_5_every_skipped_row_is_reported_with_place_and_reason() {
    let r = quayside();
    let skipped: Vec<_> = r.skipped.iter().map(|s| (s.what, s.id.as_str(), s.place.as_str())).collect();
    assert_eq!(
        skipped,
        [
            ("film", "HIRE", "/films/2/title"),
            ("film", "BROKEN", "/films/3/title"),
            ("film", "123456", "/films/4/film_id"),
            ("showtime", "1004", "/sessions/3/film_id"),
            ("showtime", "1005", "/sessions/4/film_id"),
            ("showtime", "1006", "/sessions/5/start_time_local"),
            ("showtime", "1001", "/sessions/6"),
            ("showtime", "1007", "/sessions/7"),
            ("showtime", "1008", "/sessions/8/start_time_local"),
            ("showtime", "1009", "/sessions/9/attributes/tags"),
            ("showtime", "", "/sessions/10"),
        ]
    );
    assert_eq!(
        (&r.skipped[0].reason, &r.skipped[3].reason),
        (&SkipReason::PrivateHire, &SkipReason::PrivateHire)
    );
    assert_eq!(r.skipped[4].reason, SkipReason::UnknownFilm("NOBODY".into()));
    assert_eq!(r.skipped[7].reason, SkipReason::DuplicateShow { first: "quayside.json/sessions/2".into() });
    assert_eq!(
        r.skipped[8].to_string(),
        "quayside.json/sessions/8/start_time_local: showtime \"1008\" was skipped: \
         \"start_time_local\" must be a string, not a number"
    );
    assert!(r.warnings.iter().any(|w| w.id == "1002" && matches!(w.reason, WarningReason::Booking(_))));
    assert_eq!(r.rows_read, 1 + 5 + 2 + 11);
}

#[test]
fn cinemas_share_films_but_not_show_ids() {
    let r = both();
    assert!(r.skipped.iter().all(|s| s.file == "b/quayside.json"), "{:#?}", r.skipped);
    assert_eq!(r.schedule.theaters.as_ref().unwrap().len(), 2);
    assert_eq!(r.schedule.movies.as_ref().unwrap().len(), 3);
    assert_eq!(r.schedule.showtime_theaters.len(), 2);
    let ids: Vec<_> = r.schedule.showtimes.iter().map(|s| s.id.as_str()).collect();
    assert!(ids.iter().any(|id| id.starts_with("HARBOUR-2-1001-")) && ids.contains(&"QUAY-1001"), "{ids:?}");
    let autumn = r.schedule.showtimes.iter().find(|s| s.id.as_str().starts_with("HARBOUR-2-1001-")).unwrap();
    assert_eq!(autumn.starts_at.to_string(), "2025-10-26T00:30:00Z", "the earlier of the two possible times");
    let spring = r.schedule.showtimes.iter().find(|s| s.id.as_str().starts_with("HARBOUR-2-1002-")).unwrap();
    assert_eq!(spring.starts_at.to_string(), "2025-03-30T01:30:00Z", "after the gap");
}

#[test]
fn a_film_with_a_numeric_id_and_an_invalid_date_is_read_without_the_date() {
    let payload = json!({
        "cinema": { "cinema_id": "A", "name": "A" },
        "films": [{ "film_id": 7, "title": "Night Train", "release_date": "Jun 12 1998" }],
    });
    let reading = read(&[("a.json", &payload.to_string())]);
    assert_eq!((reading.skipped.len(), reading.schedule.movies.unwrap()[0].release_date), (0, None));
    assert_eq!(
        (reading.warnings[0].id.as_str(), reading.warnings[0].place.as_str()),
        ("7", "/films/0/release_date")
    );
}

#[test]
fn a_film_id_used_by_two_cinemas_for_different_films_gives_two_films() {
    let payload = |cinema: &str, title: &str| {
        json!({ "cinema": { "cinema_id": cinema, "name": cinema }, "films": [{ "film_id": "7", "title": title }],
                "sessions": [{ "session_id": "1", "film_id": "7", "start_time_utc": "2025-05-05T18:00:00Z" }] })
    };
    let r = read(&[(
        "x.json",
        &json!([payload("A", "One"), payload("B", "Two"), payload("C", "ONE")]).to_string(),
    )]);
    let p = r.schedule;
    assert_eq!(p.movies.unwrap().len(), 2);
    assert_eq!(p.showtimes[0].movie_id, p.showtimes[2].movie_id);
    assert_ne!(p.showtimes[0].movie_id, p.showtimes[1].movie_id);
    assert!(matches!(r.warnings[0].reason, WarningReason::FilmIdReused { .. }));
}

#[test]
fn existing_shows_are_kept_if_no_new_one_can_be_read() {
    let text = json!({ "cinema": { "cinema_id": "A", "name": "A" }, "films": [], "sessions": [{ "session_id": 1.5 }] });
    let r = read(&[("a.json", &text.to_string())]);
    assert!(r.schedule.showtime_theaters.is_empty() && r.skipped.len() == 1);
    assert!(matches!(r.warnings[0].reason, WarningReason::NoShowReadable { rows: 1 }));
    let text = json!({ "cinema": { "cinema_id": "A", "name": "A" }, "sessions": [] });
    assert_eq!(read(&[("a.json", &text.to_string())]).schedule.showtime_theaters.len(), 1);
    let text = json!({ "cinema": { "cinema_id": "A", "name": "A" } });
    assert!(read(&[("a.json", &text.to_string())]).schedule.showtime_theaters.is_empty());
}

#[test]
fn address_lines_are_split_into_parts() {
    for (line, expected) in [
        (
            "123 Princes Hwy, Port Melbourne, VIC 3207, AU",
            ["123 Princes Hwy", "Port Melbourne", "VIC", "3207", "AU"],
        ),
        ("Silk Street, City, London, EC2Y 8DS, UK", ["Silk Street, City", "London", "", "EC2Y 8DS", "UK"]),
        ("3 Quai du Port, 13002 Marseille", ["3 Quai du Port", "", "", "13002 Marseille", ""]),
        ("Main Street 1, Harwick", ["Main Street 1", "Harwick", "", "", ""]),
        ("Main Street 1", ["Main Street 1", "", "", "", ""]),
        ("", ["", "", "", "", ""]),
    ] {
        let a = split_address(line);
        assert_eq!([a.street, a.city, a.region, a.postal_code, a.country], expected, "{line}");
    }
}

fn melbourne(spec: &str, session: Value) -> crate::Reading {
    let cinema = json!({ "cinema_id": "EAST", "name": "East", "timezone": "Australia/Melbourne" });
    let films = json!([{ "film_id": "7", "title": "The Long Weekend" }]);
    let payload = json!({ "spec": spec, "cinema": cinema, "films": films, "sessions": [session] });
    read(&[("east.json", &payload.to_string())])
}

#[test]
fn a_utc_field_without_an_offset_is_read_as_utc() {
    let session = json!({ "session_id": "1", "film_id": "7", "start_time_utc": "2025-08-19T16:30:00",
                          "end_time_utc": "2025-08-19T18:30:00" });
    let r = melbourne("cinemashowtimes-json/1.0", session);
    let show = &r.schedule.showtimes[0];
    assert_eq!(show.starts_at.to_string(), "2025-08-19T16:30:00Z");
    assert_eq!(show.ends_at.map(|at| at.to_string()).as_deref(), Some("2025-08-19T18:30:00Z"));
    assert_eq!(
        show.business_date.to_string(),
        "2025-08-19",
        "02:30 in the morning belongs to the evening before"
    );
    let reasons: Vec<_> = r.warnings.iter().map(|warning| &warning.reason).collect();
    assert_eq!(reasons, [&WarningReason::AssumedUtc { field: "start_time_utc" }]);
}

#[test]
fn a_field_without_an_offset_is_reported_once_for_each_file() {
    let session =
        |id: &str, start: &str| json!({ "session_id": id, "film_id": "7", "start_time_utc": start });
    let payload = json!({
        "cinema": { "cinema_id": "E", "name": "East", "timezone": "Australia/Melbourne" }, "films": [{ "film_id": "7", "title": "T" }],
        "sessions": [session("a", "2025-08-19T16:30:00"), session("b", "2025-08-20T16:30:00"), session("c", "2025-08-21T16:30:00+09:00")],
    });
    let r = read(&[("a.json", &payload.to_string()), ("b.json", &payload.to_string())]);
    let reasons: Vec<_> =
        r.warnings.iter().map(|warning| (warning.file.as_str(), warning.reason.to_string())).collect();
    let assumed = "\"start_time_utc\" has no offset: it is read as UTC".to_owned();
    let offset =
        "the offset of \"2025-08-21T16:30:00+09:00\" is not that of UTC: the offset is used".to_owned();
    let expected = [("a.json", &assumed), ("a.json", &offset), ("b.json", &assumed), ("b.json", &offset)];
    assert_eq!(reasons, expected.map(|(file, text)| (file, text.clone())));
}

#[test]
fn texts_that_were_read_in_the_wrong_encoding_are_repaired_and_reported() {
    let payload = json!({
        "cinema": { "cinema_id": "E", "name": "CinÃ©ma" },
        "films": [{ "film_id": "7", "title": "AmÃ©lie", "synopsis": "Itâ€™s Paris.", "genres": ["ComÃ©die"], "credits": { "cast": [{ "name": "Jo" }] } }],
        "sessions": [{ "session_id": "1", "film_id": "7", "start_time_utc": "2025-08-19T16:30:00Z" }],
    });
    let r = read(&[("a.json", &payload.to_string())]);
    let film = &r.schedule.movies.as_ref().unwrap()[0];
    assert_eq!(
        (film.title.as_str(), film.synopsis.as_str(), film.genres[0].as_str()),
        ("Amélie", "It’s Paris.", "Comédie")
    );
    assert_eq!(r.schedule.theaters.as_ref().unwrap()[0].name, "Cinéma");
    let remarks: Vec<_> = r.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(remarks.len(), 4, "{remarks:#?}");
    assert!(
        remarks[1].ends_with("\"title\" was read in the wrong encoding: \"AmÃ©lie\" becomes \"Amélie\""),
        "{remarks:#?}"
    );
}

#[test]
fn a_local_field_without_an_offset_is_read_in_the_theaters_time_zone() {
    let session = json!({ "session_id": "1", "film_id": "7", "start_time_local": "2025-08-20T02:30:00",
                          "start_time_utc": "2025-08-19T16:30:00" });
    let r = melbourne("cinemashowtimes-json/1.0", session);
    assert_eq!(r.schedule.showtimes[0].starts_at.to_string(), "2025-08-19T16:30:00Z");
    let contradictions =
        r.warnings.iter().filter(|w| matches!(w.reason, WarningReason::Contradiction { .. }));
    assert_eq!(contradictions.count(), 0, "both fields have the same instant: {:?}", r.warnings);
}

#[test]
fn a_start_or_end_that_contradicts_the_start_has_a_warning() {
    let session = |other: &str, end: &str| {
        json!({ "session_id": "1", "film_id": "7", "start_time_local": "2025-08-20T18:30:00",
                "start_time_utc": other, "end_time_local": end })
    };
    let r = melbourne("cinemashowtimes-json/1.0", session("2025-08-20T18:30:00Z", "2025-08-20T18:30:00"));
    assert_eq!(r.schedule.showtimes[0].starts_at.to_string(), "2025-08-20T18:30:00Z");
    assert_eq!(r.schedule.showtimes[0].ends_at, None);
    assert!(matches!(
        r.warnings[0].reason,
        WarningReason::Contradiction { used: "start_time_utc", other: "start_time_local" }
    ));
    assert!(matches!(r.warnings[1].reason, WarningReason::Value { field: "end_time_local", .. }));
    let r = melbourne("cinemashowtimes-json/1.0", session("2025-08-20T08:30:00Z", "2025-08-20T18:31:00"));
    assert_eq!(
        r.schedule.showtimes[0].ends_at.map(|at| at.to_string()).as_deref(),
        Some("2025-08-20T08:31:00Z")
    );
    assert!(r.warnings.is_empty(), "{:?}", r.warnings);
}

#[test]
fn availability_is_the_status_or_the_seats_that_are_left() {
    let state = |fields: Value| {
        let mut session =
            json!({ "session_id": "1", "film_id": "7", "start_time_utc": "2025-08-19T09:30:00Z" });
        session.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        melbourne("cinemashowtimes-json/1.0", session).schedule.showtimes[0].availability
    };
    let classes = |left: [u32; 2], total: [u32; 2]| {
        let class = |at: usize| json!({ "seats_available": left[at], "seats_total": total[at] });
        json!({ "availability_by_class": [class(0), class(1)] })
    };
    for (status, expected) in [
        ("sold_out", Availability::SoldOut),
        ("few_left", Availability::FewLeft),
        ("cancelled", Availability::Canceled),
        ("canceled", Availability::Canceled),
    ] {
        assert_eq!(
            state(json!({ "status": status, "seats_available": 90, "seating_capacity": 100 })),
            expected
        );
    }
    assert_eq!(state(json!({ "status": "open", "seats_available": 0 })), Availability::Open);
    assert_eq!(state(classes([40, 30], [50, 50])), Availability::Open);
    assert_eq!(state(classes([1, 1], [50, 50])), Availability::FewLeft);
    assert_eq!(state(classes([0, 0], [50, 50])), Availability::SoldOut);
    assert_eq!(state(classes([0, 0], [0, 0])), Availability::Open);
}

#[test]
fn the_price_is_the_lowest_full_price_or_that_of_the_only_category() {
    let price = |rows: &[(&str, f64)]| {
        let pricing: Vec<Value> = rows
            .iter()
            .map(|(category, price)| json!({ "category": category, "price": price, "currency": "AUD" }))
            .collect();
        let session = json!({ "session_id": "1", "film_id": "7", "start_time_utc": "2025-08-19T09:30:00Z", "pricing": pricing });
        melbourne("cinemashowtimes-json/1.0", session).schedule.showtimes[0].price.as_ref().map(|p| p.amount)
    };
    assert_eq!(price(&[("Child", 8.0), ("Adult", 15.0), ("Adult premium", 12.5)]), Some(1250));
    assert_eq!(price(&[("Child", 8.0), ("Child", 7.0)]), Some(700));
    assert_eq!(price(&[("Child", 8.0), ("Senior", 9.0)]), None);
}

#[test]
fn ent_04_names_without_letters_get_their_id_as_slug_and_places_are_checked() {
    let read_cinema = |cinema: Value, films: Value| {
        read(&[("a.json", &json!({ "cinema": cinema, "films": films, "sessions": [] }).to_string())])
    };
    let films = json!([{ "film_id": "7", "title": "???" }, { "film_id": "8", "title": "Night Train", "slug": "the-train" }]);
    let r = read_cinema(json!({ "cinema_id": "East 1", "name": "★", "lat": 54.0, "lon": 200.0 }), films);
    let theater = &r.schedule.theaters.as_ref().unwrap()[0];
    assert_eq!(
        (theater.slug.as_str(), theater.geo),
        (marquee_model::text::slug(theater.id.as_str()).as_str(), None)
    );
    assert!(!theater.slug.is_empty());
    assert!(r.warnings.iter().any(|w| matches!(w.reason, WarningReason::Value { field: "lat", .. })));
    let slugs: Vec<_> = r.schedule.movies.as_ref().unwrap().iter().map(|m| m.slug.as_str()).collect();
    assert_eq!(slugs, [r.schedule.movies.as_ref().unwrap()[0].id.as_str(), "the-train"]);
    let r = read_cinema(json!({ "cinema_id": "A", "name": "A", "slug": "Old Town" }), json!([]));
    assert_eq!(r.schedule.theaters.unwrap()[0].slug, "old-town");
}

#[test]
fn shows_are_sorted_by_theater_and_start() {
    let payload = |cinema: &str, starts: [&str; 2]| {
        let session =
            |id: &str, start: &str| json!({ "session_id": id, "film_id": "7", "start_time_utc": start });
        json!({ "cinema": { "cinema_id": cinema, "name": cinema }, "films": [{ "film_id": "7", "title": "One" }],
                "sessions": [session("1", starts[0]), session("2", starts[1])] })
    };
    let late_first = ["2025-05-06T18:00:00Z", "2025-05-05T18:00:00Z"];
    let r = read(&[("x.json", &json!([payload("B", late_first), payload("A", late_first)]).to_string())]);
    let order: Vec<_> =
        r.schedule.showtimes.iter().map(|s| (s.theater_id.as_str(), s.starts_at.to_string())).collect();
    let (first, second) = ("2025-05-05T18:00:00Z".to_owned(), "2025-05-06T18:00:00Z".to_owned());
    assert_eq!(order, [("B", first.clone()), ("B", second.clone()), ("A", first), ("A", second)]);
}

#[test]
fn both_spellings_of_the_standards_name_are_accepted() {
    let session = json!({ "session_id": "1", "film_id": "7", "start_time_utc": "2025-08-19T09:30:00Z" });
    for spec in ["cinemashowtimes/1.0", "cinemashowtimes-json/1.0", "cinemashowtimes-json/1"] {
        let r = melbourne(spec, session.clone());
        assert_eq!((r.schedule.showtimes.len(), r.skipped.len()), (1, 0), "{spec}");
    }
    let payload = json!({ "spec": "cinemashowtimes/2.0", "cinema": { "cinema_id": "EAST", "name": "East" } });
    let source = Source::from_files(
        vec![SourceFile { name: "east.json".into(), bytes: payload.to_string().into_bytes() }],
        Limits::default(),
    )
    .unwrap();
    let result = crate::read(Format::CinemaShowtimes, &source, &ReadOptions::default());
    assert!(result.is_err_and(|error| error.to_string().contains("cinemashowtimes/2.0")));
}

#[test]
fn ent_06_shows_of_two_cinemas_with_one_id_are_both_kept() {
    let payload = |cinema: &str| {
        serde_json::json!({
            "spec": "cinemashowtimes-json/1.0",
            "cinema": { "cinema_id": cinema, "name": cinema, "timezone": "Europe/London" },
            "films": [{ "film_id": "1", "title": "Night Train" }],
            "auditoria": [{ "auditorium_id": "A", "name": "Screen A" }],
            "sessions": [{
                "session_id": "S-1", "film_id": "1", "auditorium_id": "A",
                "start_time_utc": "2025-05-05T18:30:00Z",
            }],
        })
        .to_string()
    };
    let reading = read(&[("a.json", &payload("EAST")), ("b.json", &payload("WEST"))]);
    let ids: Vec<_> =
        reading.schedule.showtimes.iter().map(|s| (s.theater_id.as_str(), s.id.as_str())).collect();
    assert_eq!(ids, [("EAST", "S-1"), ("WEST", "WEST-S-1")]);
}
