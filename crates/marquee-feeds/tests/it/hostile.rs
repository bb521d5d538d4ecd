//! Truncated, corrupted and malicious feeds are rejected or partly read, without a panic.

use std::sync::LazyLock;

use crate::support::source;
use marquee_feeds::{FeedError, Format, JsonError, Limits, ReadOptions, SiteNames, Source, SourceFile, read};
use marquee_model::catalog::Theater;
use proptest::prelude::*;
use serde_json::{Value, json};

const QUAYSIDE: &str = include_str!("../samples/cinemashowtimes/quayside.json");
const HARBOUR: &str = include_str!("../samples/cinemashowtimes/harbour.json5");
const SCHEDULE: &str = include_str!("../samples/boxoffice/schedule/t01.json");
const THEATERS: &str = include_str!("../samples/boxoffice/page-data/allTheater.json");
const MOVIES: &str = include_str!("../samples/boxoffice/page-data/allMovie.json");
const EVENTS: &str = include_str!("../samples/boxoffice/page-data/allEvent.json");
const ATTRIBUTES: &str = include_str!("../samples/boxoffice/page-data/allAttribute.json");
const MENUS: &str = include_str!("../samples/boxoffice/page-data/menus.json");
const SETTINGS: &str = include_str!("../samples/boxoffice/page-data/settings.json");

const VEEZI_FILMS: &str = include_str!("../samples/veezi/films.json");
const VEEZI_SESSIONS: &str = include_str!("../samples/veezi/sessions.json");
const VEEZI_WEB_SESSIONS: &str = include_str!("../samples/veezi/websessions.xml");
const TAPOS: &str = include_str!("../samples/tapos/feed.xml");
const VISTA: &str = include_str!("../samples/vista/showtimes-2026-10-24.json");
const AGILE: &str = include_str!("../samples/agile/feed.json");
const CALENDAR: &str = include_str!("../samples/icalendar/calendar.ics");

/// Samples that are not JSON.
const OTHER_SAMPLES: &[(Format, &str, &str)] = &[
    (Format::Veezi, "websessions.xml", VEEZI_WEB_SESSIONS),
    (Format::Tapos, "feed.xml", TAPOS),
    (Format::ICalendar, "calendar.ics", CALENDAR),
];

const INDY: &str = include_str!("../samples/indy/movies.json");
const INDY_DAY: &str = include_str!("../samples/indy/day.json");
const VUE: &str = include_str!("../samples/vue/films.json");
const POSTS: &str = include_str!("../samples/spektrix/posts.json");
const EVENTS_OF_SPEKTRIX: &str = include_str!("../samples/spektrix/events.json");

const SAMPLES: &[(Format, &str, &str)] = &[
    (Format::Veezi, "films.json", VEEZI_FILMS),
    (Format::Veezi, "sessions.json", VEEZI_SESSIONS),
    (Format::Vista, "showtimes.json", VISTA),
    (Format::Agile, "feed.json", AGILE),
    (Format::CinemaShowtimes, "quayside.json", QUAYSIDE),
    (Format::CinemaShowtimes, "harbour.json5", HARBOUR),
    (Format::Boxoffice, "schedule.json", SCHEDULE),
    (Format::Boxoffice, "allTheater.json", THEATERS),
    (Format::Boxoffice, "allMovie.json", MOVIES),
    (Format::Boxoffice, "allEvent.json", EVENTS),
    (Format::Boxoffice, "allAttribute.json", ATTRIBUTES),
    (Format::Boxoffice, "menus.json", MENUS),
    (Format::Boxoffice, "settings.json", SETTINGS),
    (Format::Indy, "movies.json", INDY),
    (Format::Indy, "day.json", INDY_DAY),
    (Format::Vue, "films.json", VUE),
    (Format::Spektrix, "posts.json", POSTS),
    (Format::Spektrix, "events.json", EVENTS_OF_SPEKTRIX),
];

/// The theater of feeds that name none.
static THEATER: LazyLock<[Theater; 1]> = LazyLock::new(|| {
    let record = json!({ "id": "here", "name": "Here", "slug": "here", "timeZone": "Europe/London" });
    [serde_json::from_value(record).unwrap()]
});

fn run(format: Format, name: &str, bytes: &[u8]) -> Result<marquee_feeds::Reading, FeedError> {
    let known = SiteNames { theaters: &THEATER[..], ..SiteNames::NOTHING };
    read(format, &source(name, bytes), &ReadOptions { known, ..ReadOptions::default() })
}

#[test]
fn feeds_7_5_a_truncated_feed_is_rejected_with_line_and_column() {
    for (format, name, text) in SAMPLES {
        let text = text.trim_end();
        for length in (1..text.len()).step_by(97).chain([text.len() - 1]) {
            match run(*format, name, &text.as_bytes()[..length]) {
                Err(
                    FeedError::Syntax { file, line, column, .. } | FeedError::NotUtf8 { file, line, column },
                ) => {
                    assert_eq!(file, *name);
                    assert!(line <= text.lines().count() && line > 0 && column > 0);
                }
                other => panic!("{name} cut at {length}: {other:?}"),
            }
        }
    }
}

#[test]
fn feeds_7_5_truncated_xml_and_calendars_are_rejected_with_their_line() {
    for (format, name, text) in OTHER_SAMPLES {
        let text = text.trim_end();
        for length in (1..text.len()).step_by(97).chain([text.len() - 1]) {
            match run(*format, name, &text.as_bytes()[..length]) {
                Err(
                    FeedError::Xml { file, line, .. }
                    | FeedError::Calendar { file, line, .. }
                    | FeedError::NotUtf8 { file, line, .. },
                ) => {
                    assert_eq!(file, *name);
                    assert!(line <= text.lines().count() && line > 0);
                }
                // Without the first line, it is no calendar.
                Err(FeedError::NoData { .. }) if *format == Format::ICalendar && length < 16 => {}
                other => panic!("{name} cut at {length}: {other:?}"),
            }
        }
    }
}

#[test]
fn feeds_7_5_invalid_utf_8_is_rejected() {
    let mut bytes = QUAYSIDE.as_bytes().to_vec();
    bytes[100] = 0xff;
    let Err(FeedError::NotUtf8 { line, column, .. }) = run(Format::CinemaShowtimes, "q.json", &bytes) else {
        panic!("not rejected")
    };
    let prefix = &QUAYSIDE[..100];
    assert_eq!((line, column), (prefix.lines().count(), 100 - prefix.rfind('\n').unwrap()));
}

const JSON_FORMATS: [Format; 5] =
    [Format::CinemaShowtimes, Format::Boxoffice, Format::Indy, Format::Vue, Format::Spektrix];

#[test]
fn feeds_7_5_depth_and_numbers_are_limited() {
    for format in JSON_FORMATS {
        let deeply_nested = "[".repeat(65) + &"]".repeat(65);
        let result = run(format, "a.json", deeply_nested.as_bytes());
        assert!(
            matches!(result, Err(FeedError::Syntax { error: JsonError::Depth, line: 1, column: 65, .. })),
            "{result:?}"
        );
        let result = run(format, "a.json", b"{\"lat\":1e400}");
        assert!(matches!(result, Err(FeedError::Syntax { error: JsonError::Range, .. })), "{result:?}");
    }
}

#[test]
fn feeds_7_5_a_text_that_is_too_long_skips_only_its_row() {
    let mut feed: Value = serde_json::from_str(QUAYSIDE).unwrap();
    feed["films"][0]["synopsis"] = json!("x".repeat(100_001));
    let r = run(Format::CinemaShowtimes, "q.json", feed.to_string().as_bytes()).unwrap();
    let film = r.skipped.iter().find(|s| s.place == "/films/0/synopsis").unwrap();
    assert_eq!(film.reason.to_string(), "\"synopsis\" must be at most 100000 bytes long");
    assert_eq!(r.schedule.movies.unwrap().len(), 1, "a later film with the same id does not replace it");
    assert_eq!(r.schedule.showtimes.len(), 2, "other films keep their shows");
}

#[test]
fn a_feed_without_a_valid_row_is_rejected() {
    let result = run(Format::CinemaShowtimes, "a.json", b"{\"cinema\":{\"name\":\"x\"},\"sessions\":[{}]}");
    let Err(FeedError::NoValidRow { first, skipped }) = result else { panic!("{result:?}") };
    assert_eq!((first.place.as_str(), skipped.len()), ("/cinema/cinema_id", 2));
    let result = run(Format::Boxoffice, "a.json", b"{\"data\":{\"allTheater\":{\"nodes\":[{\"id\":1}]}}}");
    assert!(matches!(result, Err(FeedError::NoValidRow { .. })), "{result:?}");
    let result = run(Format::Boxoffice, "a.json", b"{\"x\":{\"y\":1}}");
    let message = result.unwrap_err().to_string();
    assert!(message.contains("format boxoffice") && message.contains("data.allTheater"), "{message}");
    assert!(Format::ALL.iter().all(|format| format.to_string() == format.name()));
    let result = run(Format::CinemaShowtimes, "a.json", b"{\"spec\":\"cinemashowtimes-json/2.0\"}");
    assert!(matches!(result, Err(FeedError::NoValidRow { .. })), "{result:?}");
    assert!(
        "webedia".parse::<Format>().is_err() && "boxoffice".parse::<Format>().unwrap() == Format::Boxoffice
    );
}

#[test]
fn a_feed_of_20_000_rows_is_read() {
    let sessions: Vec<Value> = (0..20_000)
        .map(|i| json!({ "session_id": "s", "film_id": "f", "auditorium_id": i, "start_time_utc": "2025-05-05T18:00:00Z" }))
        .collect();
    let feed = json!({ "cinema": { "cinema_id": "A", "name": "A" }, "films": [{ "film_id": "f", "title": "F" }], "sessions": sessions });
    let r = run(Format::CinemaShowtimes, "a.json", feed.to_string().as_bytes()).unwrap();
    assert_eq!((r.schedule.showtimes.len(), r.skipped.len()), (1, 19_999));
}

#[test]
fn feeds_7_5_a_feed_with_too_many_skipped_rows_is_rejected() {
    let feed = |rows: usize| {
        json!({ "cinema": { "cinema_id": "A", "name": "A" }, "sessions": vec![0; rows] }).to_string()
    };
    let r = run(Format::CinemaShowtimes, "a.json", feed(50_000).as_bytes()).unwrap();
    assert_eq!(r.skipped.len(), 50_000);
    let result = run(Format::CinemaShowtimes, "a.json", feed(50_001).as_bytes());
    let Err(FeedError::TooManySkipped { limit: 50_000, first }) = result else { panic!("{result:?}") };
    assert_eq!(first.place, "/sessions/0");
}

#[test]
fn feeds_7_5_the_memory_of_many_lists_is_limited() {
    let list = format!("[{}0]", "0,".repeat(249_999));
    let feed = format!("[{}]", vec![list; 12].join(","));
    for format in JSON_FORMATS {
        let result = run(format, "a.json", feed.as_bytes());
        assert!(matches!(result, Err(FeedError::Syntax { error: JsonError::Memory, .. })), "{result:?}");
    }
}

#[test]
fn progress_ends_at_the_total() {
    let files = SAMPLES.iter().filter(|(f, ..)| *f == Format::Boxoffice);
    let files =
        files.map(|(_, name, text)| SourceFile { name: (*name).into(), bytes: text.as_bytes().to_vec() });
    let source = Source::from_files(files.collect(), Limits::default()).unwrap();
    let last_progress = std::cell::Cell::new((0, 0));
    let options =
        ReadOptions { progress: &|done, total| last_progress.set((done, total)), ..ReadOptions::default() };
    read(Format::Boxoffice, &source, &options).unwrap();
    let (done, total) = last_progress.get();
    assert!(done == total && total > 0);
}

/// JSON pointers of a value and everything in it, parents first.
fn places(value: &Value, place: String, out: &mut Vec<String>) {
    out.push(place.clone());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| places(v, format!("{place}/{i}"), out))
        }
        Value::Object(fields) => fields.iter().for_each(|(k, v)| places(v, format!("{place}/{k}"), out)),
        _ => {}
    }
}

fn odd_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|f| serde_json::Number::from_f64(f).map_or(Value::Null, Value::Number)),
        ".{0,12}".prop_map(Value::from),
        Just(json!([])),
        Just(json!([null, 1, "x", {}, []])),
        Just(json!({ "": { "schedule": [] }, "id": {}, "nodes": 7 })),
        Just(json!("9999-12-31T23:59:59.999999999-23:59")),
        Just(json!("../../etc/passwd")),
        Just(json!("\u{0}\u{202e}<script>")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn feeds_7_5_wrong_types_anywhere_never_panic(
        sample in 0..SAMPLES.len(),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), odd_value()), 1..6),
    ) {
        let (format, name, text) = SAMPLES[sample];
        prop_assume!(name.ends_with(".json"));
        let mut value: Value = serde_json::from_str(text).unwrap();
        for (index, replacement) in swaps {
            let mut all = Vec::new();
            places(&value, String::new(), &mut all);
            *value.pointer_mut(&all[index.index(all.len())]).unwrap() = replacement;
        }
        if let Ok(reading) = run(format, name, value.to_string().as_bytes()) {
            for show in &reading.schedule.showtimes {
                prop_assert!(marquee_model::ShowId::parse(show.id.as_str()).is_ok());
                prop_assert!(show.movie_id.is_numeric());
            }
            for skipped in &reading.skipped {
                prop_assert!(skipped.place.is_empty() || value.pointer(&skipped.place).is_some()
                    || value.pointer(skipped.place.rsplit_once('/').unwrap().0).is_some(), "{skipped}");
                prop_assert!(!skipped.to_string().is_empty());
            }
        }
    }

    #[test]
    fn feeds_7_5_garbled_bytes_never_panic(
        sample in 0..SAMPLES.len() + OTHER_SAMPLES.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let (format, name, text) = SAMPLES.iter().chain(OTHER_SAMPLES).copied().nth(sample).unwrap();
        let mut bytes = text.as_bytes().to_vec();
        for (index, byte) in edits {
            let offset = index.index(bytes.len());
            bytes[offset] = byte;
        }
        let _ = run(format, name, &bytes);
    }
}
