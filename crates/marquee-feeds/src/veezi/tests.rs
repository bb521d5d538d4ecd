use marquee_model::catalog::{Availability, ORIGINAL_VERSION, Showtime};

use crate::testing::{options, read, remarks, theater};
use crate::{Format, PictureOwner, ReadOptions, Reading, Scope};

/// The sample, file by file.
const SAMPLE: [(&str, &str); 6] = [
    ("attributes.json", include_str!("../../tests/samples/veezi/attributes.json")),
    ("films.json", include_str!("../../tests/samples/veezi/films.json")),
    ("screens.json", include_str!("../../tests/samples/veezi/screens.json")),
    ("sessions.json", include_str!("../../tests/samples/veezi/sessions.json")),
    ("site.json", include_str!("../../tests/samples/veezi/site.json")),
    ("websessions.xml", include_str!("../../tests/samples/veezi/websessions.xml")),
];

fn sample(options: &ReadOptions<'_>) -> Reading {
    read(Format::Veezi, &SAMPLE.map(|(name, text)| (name, text.to_owned())), options).unwrap()
}

fn show<'r>(reading: &'r Reading, code: &str) -> &'r Showtime {
    reading.schedule.showtimes.iter().find(|show| show.perf_code.as_deref() == Some(code)).unwrap()
}

#[test]
fn veezi_the_site_films_and_screens_are_read() {
    let reading = sample(&options(&[]));
    let schedule = &reading.schedule;
    assert_eq!(schedule.scope, Scope::Cinemas);
    let [theater] = &schedule.theaters.as_ref().unwrap()[..] else { panic!("one theater") };
    assert_eq!((theater.id.as_str(), theater.time_zone.as_str()), ("lantern-pictures", "Pacific/Auckland"));
    let address = &theater.address;
    let parts = [&address.street, &address.city, &address.postal_code, &address.country];
    assert_eq!(parts, ["Pier 9, Harbor Road", "Hollow Bay", "0610", "New Zealand"]);
    let screens: Vec<_> = theater.screens.iter().map(|s| (s.id.as_str(), s.name.as_str(), s.seats)).collect();
    assert_eq!(screens, [("1", "The Big One", Some(120)), ("2", "2", Some(40)), ("9", "9", None)]);
    let movies = schedule.movies.as_ref().unwrap();
    let titles: Vec<_> = movies.iter().map(|film| film.title.as_str()).collect();
    assert_eq!(titles, ["Orchard", "夜の海", "Tin Moon"]);
    let film = &movies[0];
    assert_eq!((film.runtime, film.release_date.unwrap().to_string()), (Some(101), "2026-03-05".to_owned()));
    assert_eq!((film.directors.join(","), film.cast.join(",")), ("Ida Vos".into(), "Jo Hall".into()));
    assert_eq!((film.languages.join(","), film.genres.join(",")), ("fr".into(), "Drama".into()));
    assert_eq!(film.synopsis, "Apples <b>&</b> \"pears\".");
    assert_eq!((film.certificate.as_deref(), film.advisory.as_deref()), (Some("M"), Some("Contains cider.")));
    assert_eq!(film.trailer.as_ref().unwrap().id, "abcdefghijk");
    let poster = &schedule.remote_pictures[0];
    assert_eq!(
        (&poster.owner, poster.url.as_str()),
        (&PictureOwner::MoviePoster(film.id.clone()), "https://cdn.example/orchard.jpg")
    );
}

#[test]
fn veezi_sessions_have_times_screens_attributes_and_links() {
    let reading = sample(&options(&[]));
    assert_eq!(reading.schedule.showtimes.len(), 6, "{:#?}", remarks(&reading));
    let first = show(&reading, "11");
    assert_eq!(
        (first.id.as_str(), first.starts_at.to_string()),
        ("veezi-lantern-pictures-11", "2026-04-04T06:30:00Z".into())
    );
    assert_eq!(first.ends_at.unwrap().to_string(), "2026-04-04T08:26:00Z");
    assert_eq!((first.screen.as_ref().unwrap().as_str(), first.availability), ("1", Availability::Open));
    let keys = [
        "Format.Projection.3d",
        "Showtime.Accessibility.OpenCaption",
        "Showtime.Experience.KnittingNight",
        ORIGINAL_VERSION,
    ];
    assert_eq!(first.attributes, keys);
    assert_eq!(first.booking.as_ref().unwrap().as_str(), "https://till.example/11?a=1&b=2");
    let late = show(&reading, "12");
    assert_eq!(
        (late.business_date.to_string(), late.availability),
        ("2026-04-04".into(), Availability::SoldOut)
    );
    assert_eq!((late.movie_id == first.movie_id, late.booking.is_none(), late.ends_at), (true, true, None));
    assert!(
        late.attributes.is_empty(),
        "the other record of the film has no language: {:?}",
        late.attributes
    );
    let gap = show(&reading, "13");
    assert_eq!(
        (gap.starts_at.to_string(), gap.availability),
        ("2026-09-26T14:30:00Z".into(), Availability::FewLeft)
    );
    assert_eq!(show(&reading, "14").availability, Availability::SoldOut);
    let web_only = show(&reading, "22");
    assert_eq!((web_only.availability, web_only.booking.is_some()), (Availability::FewLeft, true));
    assert_eq!(show(&reading, "21").booking, None);
}

#[test]
fn veezi_every_row_is_read_or_reported() {
    let reading = sample(&options(&[]));
    let skipped: Vec<_> =
        reading.skipped.iter().map(|row| (row.what, row.id.as_str(), row.place.as_str())).collect();
    assert_eq!(
        skipped,
        [
            ("screen", "", "/2/Id"),
            ("attribute", "0000000005", "/2/Description"),
            ("film", "ST00000003", "/2/Title"),
            ("film", "ST00000004", "/3/Title"),
            ("film", "ST00000001", "/4/Id"),
            ("film", "ST00000006", "/6/Status"),
            ("showtime", "15", "/4/ShowType"),
            ("showtime", "16", "/5/Status"),
            ("showtime", "17", "/6/FilmId"),
            ("showtime", "18", "/7/FilmId"),
            ("showtime", "19", "/8/PreShowStartTime"),
            ("showtime", "20", "/9/PreShowStartTime"),
            ("showtime", "11", "/10"),
        ]
    );
    let warnings: Vec<_> = reading.warnings.iter().map(ToString::to_string).collect();
    for part in [
        "films.json/1/Title: film \"ST00000002\": an earlier film has the same title",
        "films.json/5/OpeningDate: film \"ST00000005\": \"OpeningDate\" was ignored",
        "times have no time zone: they are read as local times of Pacific/Auckland",
        "\"Attributes\" was ignored: \"0000000099\" not found",
        "showtime \"12\": not sold online",
        "\"FeatureEndTime\" was ignored",
        "\"2026-09-27T02:30:00\" is in a clock change of Pacific/Auckland: 2026-09-27T03:30+13:00 is used",
        "film \"ST00000077\": it is not in the list of films",
        "showtime \"21\": invalid booking URL",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(part)), "{part}: {warnings:#?}");
    }
    // A remark about local times for each of the two files with sessions.
    assert_eq!(warnings.len(), 10, "{warnings:#?}");
    // 1 site, 3 screens, 3 attributes, 7 films and 1 of a session, 12 sessions and 1 web session that is in no other list.
    assert_eq!(reading.rows_read, 28);
    assert_eq!(sample(&options(&[])), reading, "the second reading is the same");
}

#[test]
fn veezi_sessions_go_to_the_theater_of_the_site() {
    let theaters =
        [theater("a", "Lantern Pictures", "Australia/Sydney"), theater("b", "Rex", "Europe/Paris")];
    let reading = sample(&options(&theaters));
    assert_eq!(reading.schedule.theaters, None);
    let first = show(&reading, "11");
    assert_eq!(
        (first.theater_id.as_str(), first.starts_at.to_string()),
        ("a", "2026-04-04T08:30:00Z".into())
    );
    assert_eq!(first.screen.as_ref().map(|screen| screen.as_str()), Some("s1"), "by its number");
    assert_eq!(show(&reading, "12").screen, None);
    let missing = reading.warnings.iter().filter(|warning| warning.place.ends_with("ScreenId")).count();
    assert_eq!(missing, 2, "once for each screen: {:#?}", remarks(&reading));
    let sessions = [("sessions.json", SAMPLE[3].1.to_owned())];
    let error = read(Format::Veezi, &sessions, &options(&theaters)).unwrap_err().to_string();
    assert!(error.contains("choose one of the site"), "{error}");
    let reading = read(Format::Veezi, &sessions, &options(&theaters[1..])).unwrap();
    assert_eq!(show(&reading, "11").theater_id.as_str(), "b");
    assert!(reading.warnings.iter().all(|warning| warning.what != "film"), "there is no list of films");
}

#[test]
fn veezi_films_of_the_site_keep_their_ids() {
    let theaters = [theater("a", "Lantern", "UTC")];
    let first = sample(&options(&theaters));
    let movies = [crate::records::movie(marquee_model::MovieId::parse("4711").unwrap(), "orchard")];
    let mut with_film = options(&theaters);
    with_film.known.movies = &movies;
    let second = sample(&with_film);
    assert_eq!(show(&second, "11").movie_id.as_str(), "4711");
    assert_eq!(second.schedule.movies.as_ref().unwrap()[0].id.as_str(), "4711");
    assert_eq!(show(&first, "14").movie_id, show(&second, "14").movie_id);
}

#[test]
fn veezi_single_records_and_unknown_files_are_told_apart() {
    let theaters = [theater("a", "Lantern", "UTC")];
    let session =
        r#"{ "Id": 1, "FilmId": "F", "Title": "Orchard", "PreShowStartTime": "2026-01-01T20:00:00" }"#;
    let files = [
        ("session.json", session.to_owned()),
        ("x.json", "[]".to_owned()),
        ("y.xml", "<ArrayOfFilm/>".to_owned()),
    ];
    let reading = read(Format::Veezi, &files, &options(&theaters)).unwrap();
    assert_eq!(reading.schedule.showtimes.len(), 1);
    let unknown = reading.warnings.iter().filter(|warning| warning.what == "file").count();
    assert_eq!(unknown, 2);
    let film = "<Film><Id>F</Id><ShortName>O</ShortName><Title>Orchard</Title><Duration>x</Duration><People/></Film>";
    let error =
        read(Format::Veezi, &[("film.xml", film.to_owned())], &options(&theaters)).unwrap_err().to_string();
    assert!(error.contains("\"Duration\" must be a number"), "{error}");
}

#[test]
fn feeds_7_5_veezi_wrong_types_skip_only_their_row() {
    let theaters = [theater("a", "Lantern", "UTC")];
    let row = |fields: &str| {
        format!(
            r#"{{ "Id": 1, "FilmId": "F", "Title": "T", "PreShowStartTime": "2026-01-01T20:00:00" {fields} }}"#
        )
    };
    for fields in [
        r#", "SalesVia": 5, "Url": "https://till.example/1""#,
        r#", "Attributes": [1]"#,
        r#", "SeatsAvailable": "many""#,
        r#", "TicketsSoldOut": "perhaps""#,
        r#", "ScreenId": -1"#,
        r#", "ShowType": []"#,
        r#", "Status": {}"#,
        r#", "FeatureEndTime": 1"#,
        r#", "Title": 9"#,
        r#", "AudioLanguage": 9"#,
        r#", "FilmFormat": 9"#,
    ] {
        let good =
            r#"{ "Id": 2, "FilmId": "G", "Title": "Good", "PreShowStartTime": "2026-01-01T22:00:00" }"#;
        let files = [("s.json", format!("[{}, {good}]", row(fields)))];
        let reading = read(Format::Veezi, &files, &options(&theaters)).unwrap();
        assert_eq!((reading.schedule.showtimes.len(), reading.skipped.len()), (1, 1), "{fields}");
    }
}
