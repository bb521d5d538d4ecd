use marquee_model::catalog::Availability;
use serde_json::json;

use crate::{
    Format, Limits, PictureOwner, ReadOptions, Reading, Scope, SkipReason, Source, SourceFile, WarningReason,
};

fn sample() -> Reading {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/boxoffice");
    let source = Source::open(&folder, Limits::default()).unwrap();
    let options = ReadOptions { default_time_zone: "Europe/London", ..ReadOptions::default() };
    crate::read(Format::Boxoffice, &source, &options).unwrap()
}

#[test]
fn ent_04_theaters_include_practical_information() {
    let r = sample();
    let theaters = r.schedule.theaters.unwrap();
    let ids: Vec<_> = theaters.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(ids, ["T01", "T02"]);
    let t = &theaters[0];
    assert_eq!(
        (t.slug.as_str(), t.address.postal_code.as_str(), t.address.country.as_str()),
        ("acme-barnley", "BN1 1AA", "")
    );
    assert_eq!((t.phone.as_deref(), t.description.as_str()), (None, "Two steps up & a bar."));
    assert_eq!((t.ticketing_provider.as_deref(), t.play_week_start), (Some("default"), Some(5)));
    assert_eq!(theaters[1].ticketing_provider.as_deref(), Some("own"));
    assert_eq!(theaters[1].time_zone, "Europe/London");
    let screens: Vec<_> = t.screens.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(screens, ["1", "2", "3"], "the schedule adds a third screen");
    assert_eq!(t.closures[0].to.unwrap().to_string(), "2025-06-14");
    assert!(r.warnings.iter().any(|w| w.reason == WarningReason::NamelessScreens { count: 1 }));
    assert_eq!(r.schedule.scope, Scope::Site);
}

#[test]
fn ent_06_films_are_converted() {
    let p = sample().schedule;
    let movies = p.movies.unwrap();
    assert_eq!(movies.len(), 2);
    let m = &movies[0];
    assert_eq!((m.id.as_str(), m.slug.as_str(), m.runtime), ("280195", "a-quiet-harbour", Some(140)));
    assert_eq!(m.synopsis, "Line one.\n\nLine <b>two</b> &amp; more. ");
    assert_eq!(
        (m.genres.len(), m.directors.len(), m.original_title.as_deref()),
        (3, 2, Some("Un port tranquille"))
    );
    assert_eq!(
        (m.distributor.as_deref(), m.trailer.as_ref().unwrap().id.as_str()),
        (Some("Lantern"), "ccccccccccc")
    );
    assert_eq!(
        (movies[1].runtime, movies[1].release_date, movies[1].original_title.as_deref()),
        (None, None, None)
    );
    let url = |owner| p.remote_pictures.iter().find(|r| r.owner == owner).map(|r| r.url.as_str());
    assert_eq!(url(PictureOwner::MoviePoster(m.id.clone())), Some("https://img.example/poster.jpg"));
    assert_eq!(url(PictureOwner::MovieBackdrop(m.id.clone())), Some("https://img.example/still.jpg"));
}

#[test]
fn ent_06_shows_include_booking_url_availability_and_cinema_day() {
    let r = sample();
    let shows = &r.schedule.showtimes;
    assert_eq!(shows.len(), 3, "{:#?}", r.skipped);
    let full = &shows[0];
    assert_eq!((full.availability, &full.booking), (Availability::SoldOut, &None));
    let noon = &shows[1];
    assert!(
        noon.id.as_str().starts_with("T01-280195-2025-01-24-12:45:00-Format.Projection.Digital-"),
        "{}",
        noon.id
    );
    assert_eq!(
        noon.booking.as_ref().unwrap().as_str(),
        "https://purchase.acme.example/startticketing/1007/44624"
    );
    assert_eq!(noon.attributes, ["Format.Projection.Digital", "Showtime.Experience.Beyond"]);
    let night = &shows[2];
    assert_eq!(
        (night.business_date.to_string().as_str(), night.availability),
        ("2025-01-24", Availability::FewLeft)
    );
    assert_eq!(night.attributes, ["Showtime.Accessibility.HardOfHearing"]);
    assert_eq!(night.booking.as_ref().unwrap().as_str(), "https://relay.example/r?perft=00:30&code=");
    assert_eq!(night.screen.as_ref().unwrap().as_str(), "3");
    let replaced: Vec<_> = r.schedule.showtime_theaters.iter().map(|t| t.as_str()).collect();
    assert_eq!(
        replaced,
        ["T01", "T02"],
        "theaters with an empty schedule are included, unknown theaters are not"
    );
}

#[test]
fn ent_06_events_keep_number_slug_and_known_references() {
    let r = sample();
    let events = r.schedule.events.unwrap();
    let e = &events[0];
    assert_eq!(
        (e.id.as_str(), e.slug.as_str(), e.kind.as_str()),
        ("33800", "harbour-season", "Seasonal Events")
    );
    assert!(e.dates.is_empty() && e.visible_from.is_some());
    assert_eq!((e.movie_ids.len(), e.theater_ids.len()), (1, 1));
    assert_eq!(events[1].dates[0].time.unwrap().to_string(), "19:30:00");
    assert_eq!(events.len(), 2);
    let references =
        r.warnings.iter().filter(|w| matches!(w.reason, WarningReason::Reference { .. })).count();
    assert_eq!(references, 2);
}

#[test]
fn const_04_the_most_frequent_attribute_name_wins() {
    let labels = sample().schedule.attributes.unwrap();
    let named = |key: &str| labels.iter().find(|a| a.key == key).unwrap();
    assert_eq!(named("Showtime.Experience.Beyond").label, "Beyond");
    let kids = named("Showtime.Restriction.KidsFriendly");
    assert_eq!((kids.label.as_str(), kids.short.as_str()), ("Toddler Club", "KIDS"));
}

#[test]
fn menu_entries_are_mapped_to_our_pages() {
    let r = sample();
    let menus = r.schedule.menus.unwrap();
    let header: Vec<_> = menus.header.iter().map(|i| (i.label.as_str(), i.href.as_str())).collect();
    assert_eq!(
        header,
        [
            ("Films", "/movies/"),
            ("Venues", "/theaters/"),
            ("Events", "/events/"),
            ("Gifts", "https://gifts.acme.example/"),
            ("More", ""),
        ]
    );
    let below: Vec<_> = menus.header[4].items.iter().map(|i| (i.label.as_str(), i.href.as_str())).collect();
    assert_eq!(below, [("Hire", "/private-hire/#prices")], "PAGE-14: below its entry, which has no address");
    assert_eq!(menus.legal[0].href, "/privacy-policy/");
    let footer: Vec<_> = menus.footer[0].items.iter().map(|i| i.href.as_str()).collect();
    assert_eq!(footer, ["/theaters/acme-barnley/", "mailto:info@acme.example"]);
    assert!(r.warnings.iter().any(|w| w.reason == WarningReason::MenuAddress("javascript:alert(1)".into())));
}

#[test]
fn set_08_settings_are_collected_without_secrets() {
    let r = sample();
    let settings = r.schedule.settings.unwrap();
    assert_eq!(
        serde_json::Value::Object(settings),
        json!({
            "id": "V2Vic2l0ZQ==", "name": "Acme Cinemas", "adsLocation": ["PAGES_TOP"], "cookieBannerDidomiId": "abc",
            "loginPage": { "slug": "login" }, "privacyPolicyPage": { "slug": "privacy-policy" },
            "trackers": [{ "type": "google_tag_manager", "token": "GTM-1" }], "domain": "www.acme.example",
            "circuit": { "id": "101", "name": "Acme Cinemas" }, "footerMobileLinks": false,
            "logo": { "src": "https://img.example/logo.png" }, "logoSize": "MEDIUM", "relatedEntity": { "name": "Acme" },
            "loyalty": { "provider": "RTS", "circuitId": "180", "type": "TIERED" }, "ticketingProvider": "default",
            "hasSearch": true,
        })
    );
    let was_ignored = r
        .warnings
        .iter()
        .any(|w| matches!(&w.reason, WarningReason::Setting { key, .. } if key == "footerLayout"));
    assert!(was_ignored, "BALANCED is not a supported footer layout");
}

#[test]
fn feeds_7_5_every_skipped_row_is_reported_with_place_and_reason() {
    let r = sample();
    let skipped: Vec<_> = r.skipped.iter().map(|s| (s.what, s.id.as_str(), s.place.as_str())).collect();
    assert_eq!(
        skipped,
        [
            ("attribute", "T01_c", "/data/allAttribute/nodes/4/localizations"),
            ("film", "300", "/data/allMovie/nodes/2/title"),
            ("film", "555", "/data/allMovie/nodes/3/title"),
            ("theater", "T03", "/data/allTheater/nodes/2/practicalInfo/closed"),
            ("theater", "T01", "/data/allTheater/nodes/3"),
            ("theater", "T04", "/data/allTheater/nodes/4/name"),
            ("event", "Rw==", "/data/allEvent/nodes/2/path"),
            ("showtime", "280195-2025-01-24 12:45:00-again", "/T01/schedule/280195/2025-01-24/2"),
            ("showtime", "hired", "/T01/schedule/280195/2025-01-24/3"),
            ("showtime", "broken", "/T01/schedule/280195/2025-01-24/4/tags"),
            ("showtime", "event", "/T01/schedule/555/2025-01-24/0"),
            ("showtime", "unknown", "/T01/schedule/777/2025-01-24/0"),
            ("showtime", "lost", "/T09/schedule/280195/2025-01-24/0"),
        ]
    );
    assert_eq!(r.skipped[10].reason, SkipReason::PrivateHire);
    assert_eq!(r.skipped[12].reason, SkipReason::UnknownTheater("T09".into()));
    let unread: Vec<_> = r
        .warnings
        .iter()
        .filter(|w| w.reason == WarningReason::UnrecognizedFile)
        .map(|w| w.file.as_str())
        .collect();
    assert_eq!(unread, ["page-data/other.json"]);
}

#[test]
fn the_slug_of_a_film_is_the_end_of_its_path_without_its_own_id() {
    for (path, id, slug) in [
        ("/film-listing/280195-a-real-pain", "280195", "a-real-pain"),
        ("/film-listing/280195-a-real-pain/", "280195", "a-real-pain"),
        ("/film-listing/another-pain", "280195", "another-pain"),
        ("/film-listing/280195", "280195", "the-name"),
        ("/film-listing/A1-a-real-pain", "a1", "a-real-pain"),
        ("/film-listing/a-real-pain", "", "a-real-pain"),
        ("", "280195", "the-name"),
    ] {
        assert_eq!(super::slug_of(Some(path), id, "The name"), slug, "{path} {id}");
    }
    assert_eq!(super::slug_of(None, "280195", "The name"), "the-name");
    assert_eq!(super::slug_of(None, "280195", "???"), "280195");
}

#[test]
fn query_results_are_found_in_data_in_the_file_itself_and_in_its_fragments() {
    let places = |value: serde_json::Value| -> Vec<String> {
        super::sections(&value).iter().map(|section| section.pointer_to("x")).collect()
    };
    assert_eq!(places(json!({ "data": { "allMovie": {} }, "allTheater": {} })), ["/data/x"]);
    assert_eq!(places(json!({ "result": { "data": {} } })), ["/result/data/x"]);
    for key in ["allMovie", "settings", "menu"] {
        assert_eq!(places(json!({ key: {}, "more": {} })), ["/x"], "{key}");
    }
    assert_eq!(
        places(json!({ "first": { "allMovie": {} }, "second": {}, "third": 3 })),
        ["/first/x", "/second/x"]
    );
    assert_eq!(places(json!({ "a".repeat(129): {} })), Vec::<String>::new());
    assert_eq!(places(json!([])), Vec::<String>::new());
}

/// The sample with another file, `z.json`.
fn sample_with(value: &serde_json::Value) -> Reading {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/boxoffice");
    let mut files = Source::open(&folder, Limits::default()).unwrap().files().to_vec();
    files.push(SourceFile { name: "z.json".to_owned(), bytes: value.to_string().into_bytes() });
    let source = Source::from_files(files, Limits::default()).unwrap();
    let options = ReadOptions { default_time_zone: "Europe/London", ..ReadOptions::default() };
    crate::read(Format::Boxoffice, &source, &options).unwrap()
}

/// Whether the sample with another file has a warning that a file was not recognized.
fn is_unrecognized(value: &serde_json::Value) -> bool {
    let warnings = sample_with(value).warnings;
    warnings.iter().any(|w| w.reason == WarningReason::UnrecognizedFile && w.file == "z.json")
}

#[test]
fn a_file_is_recognized_by_any_of_its_lists() {
    let lists = ["allTheater", "allMovie", "allAttribute"];
    let nodes = || json!({ "nodes": [] });
    for first in lists {
        assert!(!is_unrecognized(&json!({ "data": { first: nodes() } })), "{first}");
        for second in lists {
            assert!(
                !is_unrecognized(&json!({ "data": { first: nodes(), second: nodes() } })),
                "{first} {second}"
            );
        }
        let settings = json!({ "headerLayout": "CENTERED" });
        assert!(!is_unrecognized(&json!({ "data": { first: nodes(), "settings": settings } })), "{first}");
    }
    assert!(is_unrecognized(&json!({ "x": { "y": 1 } })));
}

/// A theater and its schedule, with one film.
fn schedule_of_the_mill(schedule: &serde_json::Value) -> Reading {
    let theater = json!({ "id": "T05", "path": "/theaters/t05-acme-mill", "name": "The Mill", "timeZone": "Europe/London" });
    let film =
        json!({ "id": "280195", "path": "/film-listing/280195-a-quiet-harbour", "title": "A Quiet Harbour" });
    let lists = json!({ "allTheater": { "nodes": [theater] }, "allMovie": { "nodes": [film] } });
    let files = [
        ("lists.json", json!({ "data": lists })),
        ("z.json", json!({ "T05": { "schedule": schedule }, "T08": { "schedule": {} } })),
    ];
    let files = files
        .map(|(name, value)| SourceFile { name: name.to_owned(), bytes: value.to_string().into_bytes() });
    let source = Source::from_files(files.to_vec(), Limits::default()).unwrap();
    crate::read(Format::Boxoffice, &source, &ReadOptions::default()).unwrap()
}

/// The number of shows of a theater of which none could be read.
fn unreadable_rows(reading: &Reading) -> Option<usize> {
    reading.warnings.iter().find_map(|warning| match warning.reason {
        WarningReason::NoShowReadable { rows } => Some(rows),
        _ => None,
    })
}

#[test]
fn feeds_7_5_a_theater_without_one_readable_show_keeps_its_shows() {
    let reading =
        schedule_of_the_mill(&json!({ "280195": { "2025-01-24": 7, "2025-01-25": {} }, "555": [] }));
    assert_eq!((reading.schedule.showtime_theaters.len(), unreadable_rows(&reading)), (0, Some(3)));
    let skipped: Vec<_> = reading.skipped.iter().map(|s| s.place.as_str()).collect();
    assert_eq!(skipped, ["/T05/schedule/280195", "/T05/schedule/280195", "/T05/schedule/555"]);
    let broken = schedule_of_the_mill(&json!({ "280195": { "2025-01-24": [{ "id": "a" }, { "id": "b" }] } }));
    assert_eq!((broken.schedule.showtime_theaters.len(), unreadable_rows(&broken)), (0, Some(2)));
    let long_day = schedule_of_the_mill(&json!({ "280195": { "d".repeat(1000): [] } }));
    assert_eq!((long_day.schedule.showtime_theaters.len(), unreadable_rows(&long_day)), (0, Some(1)));
}

#[test]
fn feeds_7_5_hidden_shows_are_read_and_unknown_theaters_have_none() {
    let hired = json!({ "id": "a", "startsAt": "2025-01-24T18:00:00", "tags": ["Showtime.PrivateHire"] });
    let reading = schedule_of_the_mill(&json!({ "280195": { "2025-01-24": [hired] } }));
    assert_eq!(reading.skipped[0].reason, SkipReason::PrivateHire);
    let theaters: Vec<_> =
        reading.schedule.showtime_theaters.iter().map(|theater| theater.as_str()).collect();
    assert_eq!((theaters, unreadable_rows(&reading)), (vec!["T05"], None));
}

#[test]
fn availability_follows_the_tags_before_the_occupancy() {
    let show = |id: &str, tags: &[&str], rate: f64| json!({ "id": id, "startsAt": format!("2025-01-24T18:0{id}:00"), "tags": tags, "occupancy": { "rate": rate } });
    let shows = [
        show("1", &[], 10.0),
        show("2", &["Internal.Data.AlmostSoldOut"], 10.0),
        show("3", &["Internal.Data.SoldOut"], 10.0),
        show("4", &["Internal.Data.AlmostSoldOut"], 100.0),
    ];
    let reading = schedule_of_the_mill(&json!({ "280195": { "2025-01-24": shows } }));
    let states: Vec<_> = reading.schedule.showtimes.iter().map(|s| s.availability).collect();
    assert_eq!(
        states,
        [Availability::Open, Availability::FewLeft, Availability::SoldOut, Availability::SoldOut]
    );
}

#[test]
fn ent_04_places_of_theaters_are_checked() {
    let theater = |id: &str, latitude: f64, longitude: f64, country: &str| {
        json!({
            "id": id, "path": format!("/theaters/{id}"), "name": id, "screens": [{ "name": "One" }, { "name": "One" }],
            "practicalInfo": {
                "coordinates": { "latitude": latitude, "longitude": longitude }, "location": { "country": country },
            },
        })
    };
    let nodes = [
        theater("south", -33.9, -151.2, "Australia"),
        theater("north", 90.5, 0.0, "Q291bnRyeTox"),
        theater("east", 0.0, 180.5, "TWFsdGE="),
    ];
    let file = json!({ "data": { "allTheater": { "nodes": nodes } } }).to_string();
    let files = vec![SourceFile { name: "a.json".to_owned(), bytes: file.into_bytes() }];
    let source = Source::from_files(files, Limits::default()).unwrap();
    let reading = crate::read(Format::Boxoffice, &source, &ReadOptions::default()).unwrap();
    let theaters = reading.schedule.theaters.unwrap();
    let places: Vec<_> =
        theaters.iter().map(|t| (t.geo.map(|g| (g.lat, g.lon)), t.address.country.as_str())).collect();
    assert_eq!(places, [(Some((-33.9, -151.2)), "Australia"), (None, ""), (None, "")]);
    assert_eq!(theaters[0].screens.len(), 1);
    assert!(!reading.warnings.iter().any(|w| matches!(w.reason, WarningReason::NamelessScreens { .. })));
}

#[test]
fn page_14_children_of_the_header_stay_below_their_entry() {
    let item = |label: &str, url: &str, children: &[serde_json::Value]| json!({ "label": label, "url": url, "children": children });
    let many: Vec<_> = (1..=14).map(|n| item(&n.to_string(), "/events/", &[])).collect();
    let items = json!([
        item("Visit", "/visit", &[item("Bar", "/bar", &[]), item("Parking", "/parking", &[])]),
        item("Bad", "javascript:alert(1)", &[item("Jobs", "/jobs", &[])]),
        item("Many", "/events/", &many),
    ]);
    let footer =
        json!({ "position": "FOOTER", "title": "More", "items": [item("A", "/a", &[item("B", "/b", &[])])] });
    let nodes = json!([{ "position": "HEADER", "title": "", "items": items }, footer]);
    let reading = sample_with(&json!({ "data": { "allMenu": { "nodes": nodes } } }));
    let menus = reading.schedule.menus.unwrap();
    let labels = |items: &[marquee_model::catalog::MenuItem]| -> Vec<String> {
        items.iter().map(|item| item.label.clone()).collect()
    };
    assert_eq!(labels(&menus.header), ["Visit", "Jobs", "Many"]);
    assert_eq!(labels(&menus.header[0].items), ["Bar", "Parking"]);
    assert_eq!(menus.header[0].href, "/visit/");
    assert_eq!(menus.header[2].items.len(), 12);
    let limit = WarningReason::LinksBelow { count: 14, limit: 12 };
    assert!(reading.warnings.iter().any(|w| w.reason == limit && w.id == "Many"), "{:?}", reading.warnings);
    assert_eq!(labels(&menus.footer.last().unwrap().items), ["A", "B"], "the footer has one level");
}

#[test]
fn menus_are_placed_by_their_position() {
    let menu = |position: &str, title: &str, url: &str| {
        let item = json!({ "label": title, "url": url, "children": [] });
        json!({ "position": position, "title": title, "items": [item] })
    };
    let nodes = [
        menu("HEADER", "Films", "/films/"),
        menu("LEGAL", "Imprint", "/imprint"),
        menu("FOOTER", "More", "jobs"),
    ];
    let menus = sample_with(&json!({ "data": { "allMenu": { "nodes": nodes } } })).schedule.menus.unwrap();
    assert_eq!(menus.header[0].href, "/movies/");
    assert_eq!(menus.legal.last().unwrap().href, "/imprint/");
    let more = menus.footer.last().unwrap();
    assert_eq!(
        (more.title.as_str(), more.items.len()),
        ("More", 0),
        "an address without a scheme or a slash is not allowed"
    );
}

#[test]
fn texts_of_films_in_other_languages_are_kept() {
    let film = json!({
        "id": "900", "path": "/film-listing/900-le-port", "title": "The Harbour",
        "localizations": [{ "locale": "fr_FR", "title": "Le Port", "synopsis": "Un quai." }, { "title": "No language" }],
    });
    let movies =
        sample_with(&json!({ "data": { "allMovie": { "nodes": [film] } } })).schedule.movies.unwrap();
    let movie = movies.iter().find(|movie| movie.id.as_str() == "900").unwrap();
    let french: Vec<_> = movie
        .localizations
        .iter()
        .map(|(locale, text)| (locale.as_str(), text.title.as_deref(), text.synopsis.as_deref()))
        .collect();
    assert_eq!(french, [("fr", Some("Le Port"), Some("Un quai."))]);
}
