use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::*;

/// What a row can be.
const KINDS: [&str; 13] = [
    "attribute",
    "auditorium",
    "cinema",
    "event",
    "file",
    "film",
    "menu",
    "schedule",
    "screen",
    "script",
    "settings",
    "showtime",
    "theater",
];

const EXPECTED: [Expected; 19] = [
    Expected::Null,
    Expected::Boolean,
    Expected::Number,
    Expected::Text,
    Expected::TextOrInteger,
    Expected::List,
    Expected::Texts,
    Expected::Object,
    Expected::Export,
    Expected::OtherForm,
    Expected::Other,
    Expected::Minutes,
    Expected::Length,
    Expected::Date("2025-01-31"),
    Expected::DateAndTime,
    Expected::LaterTime,
    Expected::ClockTime,
    Expected::Amount,
    Expected::Position,
];

fn f(number: u8) -> String {
    format!("field-{number}")
}

fn skip_reasons() -> Vec<SkipReason> {
    vec![
        SkipReason::Missing("field-1"),
        SkipReason::WrongType { field: f(1), expected: Expected::Number, found: Expected::Text },
        SkipReason::TooLong { field: "field-1", limit: 4_321, unit: "bytes" },
        SkipReason::TooLong { field: "field-1", limit: 4_321, unit: "characters" },
        SkipReason::BadTime { text: f(1) },
        SkipReason::Cell { column: "Theater", text: f(1), expected: Expected::ClockTime },
        SkipReason::EmptyCell { column: "Booking link" },
        SkipReason::SeveralFilms(f(1)),
        SkipReason::FarTime { text: f(1) },
        SkipReason::RepeatedFilm { list: "feed" },
        SkipReason::RepeatedFilm { list: "cinema" },
        SkipReason::RepeatedFilm { list: "list" },
        SkipReason::DuplicateId { first: f(1) },
        SkipReason::DuplicateShow { first: f(1) },
        SkipReason::PrivateHire,
        SkipReason::ExcludedTag(f(1)),
        SkipReason::UnknownFilm(f(1)),
        SkipReason::UnknownTheater(f(1)),
        SkipReason::UnclearTheater(f(1)),
        SkipReason::Replaced { by: f(1) },
        SkipReason::Closed,
        SkipReason::NotPublic(f(1)),
        SkipReason::DateOpen,
        SkipReason::NoTheater,
        SkipReason::EventWithoutPage,
        SkipReason::Version(f(1)),
    ]
}

fn link_errors() -> [BookingUrlError; 4] {
    [
        BookingUrlError::NotAnAddress(f(1)),
        BookingUrlError::Scheme(f(1)),
        BookingUrlError::Credentials,
        BookingUrlError::TooLong(4_321),
    ]
}

fn warning_reasons() -> Vec<WarningReason> {
    let mut reasons = vec![
        WarningReason::Value { field: "field-1", value: f(2), expected: Expected::Minutes },
        WarningReason::TimeZone { found: f(1), used: f(2) },
        WarningReason::MaybeSeveralFilms,
        WarningReason::UnknownColumn { name: f(1), column: "Screen" },
        WarningReason::Encoding { name: "field-1" },
        WarningReason::Reference { field: "field-1", id: f(2) },
        WarningReason::Contradiction { used: "field-1", other: "field-2" },
        WarningReason::UnknownScreen { name: f(1) },
        WarningReason::NoBookingSite,
        WarningReason::AnnouncedTime { stated: f(1), local: f(2), zone: f(3) },
        WarningReason::NamelessScreens { count: 4_321 },
        WarningReason::NoShowReadable { rows: 4_321 },
        WarningReason::FilmIdReused { other: f(1) },
        WarningReason::MenuAddress(f(1)),
        WarningReason::LinksBelow { count: 4_321, limit: 8_765 },
        WarningReason::Setting { key: f(1), reason: f(2) },
        WarningReason::SameTitle,
        WarningReason::TitleOnly,
        WarningReason::NotSoldOnline,
        WarningReason::Repetition,
        WarningReason::MissingDays { count: 4_321 },
        WarningReason::WrongEncoding { field: "field-1", found: f(2), used: f(3) },
        WarningReason::AssumedUtc { field: "field-1" },
        WarningReason::LocalTimes { zone: f(1) },
        WarningReason::ClockChange { text: f(1), zone: f(2), used: f(3) },
        WarningReason::OtherOffset { text: f(1), zone: f(2) },
        WarningReason::UnrecognizedFile,
    ];
    reasons.extend(link_errors().map(WarningReason::Booking));
    reasons
}

/// The texts of an argument and of those within it, without words that a message chooses by.
fn fields(value: &Value) -> Vec<String> {
    match value {
        Value::Object(object) => object.values().flat_map(fields).collect(),
        Value::String(text) if text.starts_with("field-") => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    if let Value::Object(object) = value {
        found.extend(object.get("key").and_then(Value::as_str).map(str::to_owned));
        object.values().for_each(|value| keys(value, found));
    }
}

#[test]
fn every_reason_has_a_text_in_every_language_with_its_fields() {
    let skipped = skip_reasons();
    let changed = warning_reasons();
    let messages = skipped.iter().map(SkipReason::message).chain(changed.iter().map(WarningReason::message));
    let messages: Vec<Message> = messages.chain(EXPECTED.iter().map(Expected::message)).collect();
    let mut used = BTreeSet::new();
    for message in &messages {
        let stored = serde_json::to_value(message).unwrap();
        keys(&stored, &mut used);
        assert_eq!(serde_json::from_value::<Message>(stored.clone()).unwrap(), *message);
        for language in Language::all() {
            let text = message.text(language);
            for field in fields(&stored) {
                assert!(text.contains(&field), "{language:?}: {field} is missing in {text:?}");
            }
            let is_same = language != Language::ENGLISH && text == message.text(Language::ENGLISH);
            assert!(!text.is_empty() && (!is_same || text == "null"), "{language:?}: {text:?}");
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    let english = std::fs::read_to_string(root.join("en/feeds.json")).unwrap();
    let english: Value = serde_json::from_str(&english).unwrap();
    for group in ["skipped", "changed", "link"] {
        for name in english[group].as_object().unwrap().keys() {
            assert!(used.contains(&format!("{group}.{name}")), "no reason has the message {group}.{name}");
        }
    }
}

#[test]
fn a_row_is_named_in_every_language() {
    for language in Language::all() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
        let path = root.join(language.tag()).join("feeds.json");
        let texts: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for text in ["skipped", "changed"].map(|name| texts["row"][name].as_str().unwrap()) {
            for kind in KINDS.iter().filter(|_| language != Language::ENGLISH) {
                assert!(text.contains(&format!(" {kind} {{")), "{language:?}: {kind}");
            }
        }
    }
    let row = SkippedRow {
        what: "showtime",
        id: "7\"1".to_owned(),
        file: "week.json".to_owned(),
        place: "/sessions/2".to_owned(),
        reason: SkipReason::Missing("title"),
    };
    assert_eq!(row.to_string(), r#"week.json/sessions/2: showtime "7\"1" was skipped: "title" is required"#);
    assert_eq!(
        row.message().text(Language::of_locale("fr")),
        "week.json/sessions/2\u{a0}: séance «\u{a0}7\\\"1\u{a0}» (non repris)\u{a0}: «\u{a0}title\u{a0}» est obligatoire"
    );
}

#[test]
fn a_booking_url_is_explained_as_by_its_error() {
    for error in link_errors() {
        assert_eq!(link(&error).text(Language::ENGLISH), error.to_string());
    }
}

#[test]
fn columns_have_the_names_of_the_language() {
    let empty = SkipReason::EmptyCell { column: "Booking link" };
    assert!(empty.to_string().starts_with("Booking link is empty: "), "{empty}");
    let german = empty.message().text(Language::of_locale("de"));
    assert!(german.starts_with("Buchungslink: Die Zelle "), "{german}");
}
