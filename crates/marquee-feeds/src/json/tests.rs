use proptest::prelude::*;
use serde_json::json;

use super::*;

fn strict(text: &str) -> Result<Value, SyntaxError> {
    parse(text, Dialect::Strict)
}

fn json5(text: &str) -> Value {
    parse(text, Dialect::Json5).unwrap()
}

fn syntax_error(text: &str) -> (usize, usize, JsonError) {
    let e = strict(text).unwrap_err();
    (e.line, e.column, e.error)
}

#[test]
fn feeds_7_5_errors_have_line_and_column() {
    assert_eq!(syntax_error("{\n  \"a\": 1,\n  \"b\"").2, JsonError::End);
    assert_eq!(
        syntax_error("{\n  \"é\": 1,\n  \"b\": x }"),
        (3, 8, JsonError::Unexpected { found: 'x', expected: "a value" })
    );
    assert_eq!(syntax_error("[1,]"), (1, 4, JsonError::Unexpected { found: ']', expected: "a value" }));
    assert_eq!(
        syntax_error("{\"a\":1,}").2,
        JsonError::Unexpected { found: '}', expected: "a key in double quotes" }
    );
    assert_eq!(
        syntax_error("[1] 2").2,
        JsonError::Unexpected { found: '2', expected: "the end of the file" }
    );
    assert_eq!(syntax_error("\"a\nb\"").2, JsonError::Control(10));
    assert_eq!(syntax_error(r#""\q""#).2, JsonError::Escape('q'));
    assert_eq!(syntax_error("").2, JsonError::End);
    assert_eq!(syntax_error("tru").2, JsonError::End);
    assert_eq!(syntax_error("[01]").2, JsonError::Unexpected { found: '0', expected: "a number" });
    assert_eq!(syntax_error("[1.").2, JsonError::End);
}

#[test]
fn feeds_7_5_depth_entries_and_numbers_are_limited() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(strict(&nested(64)).is_ok());
    assert_eq!(strict(&nested(65)).unwrap_err().error, JsonError::Depth);
    assert_eq!(strict(&"[".repeat(1_000_000)).unwrap_err().error, JsonError::Depth);
    assert_eq!(strict(&"{\"a\":".repeat(100_000)).unwrap_err().error, JsonError::Depth);
    assert_eq!(strict("1e999").unwrap_err().error, JsonError::Range);
    assert_eq!(strict("-1e999").unwrap_err().error, JsonError::Range);
    let list = |entries: usize| format!("[{}0]", "0,".repeat(entries - 1));
    assert!(strict(&list(MAX_ENTRIES)).is_ok());
    assert_eq!(syntax_error(&list(MAX_ENTRIES + 1)), (1, 2 * MAX_ENTRIES + 2, JsonError::Entries));
    let object = |entries: usize| format!("{{{}\"a\":0}}", "\"a\":0,".repeat(entries - 1));
    assert!(strict(&object(MAX_ENTRIES)).is_ok());
    assert_eq!(strict(&object(MAX_ENTRIES + 1)).unwrap_err().error, JsonError::Entries);
}

/// A list of lists, each of which repeats the same entry.
fn lists(lists: usize, entries: usize, entry: &str) -> String {
    let list = format!("[{}]", vec![entry; entries].join(","));
    format!("[{}]", vec![list; lists].join(","))
}

#[test]
fn feeds_7_5_the_memory_of_all_values_of_a_file_is_limited() {
    for (entry, bytes) in [
        ("0", size_of::<Value>()),
        ("{}", size_of::<Value>()),
        ("[[0]]", 3 * size_of::<Value>()),
        ("\"text\"", size_of::<Value>() + ALLOCATION_BYTES),
        ("{\"a\":0}", size_of::<Value>() + OBJECT_BYTES + FIELD_BYTES),
    ] {
        let entries = MAX_MEMORY / bytes / 12;
        assert!(entries < MAX_ENTRIES, "each list is below the limit of entries");
        let error = strict(&lists(12, entries + 1, entry)).unwrap_err();
        assert_eq!(error.error, JsonError::Memory, "{entry}");
        assert!(strict(&lists(12, entries / 2, entry)).is_ok(), "{entry}");
    }
    let message = JsonError::Memory.to_string();
    assert!(message.starts_with("the file needs more than 96 MB of memory: split it"), "{message}");
}

#[test]
fn feeds_7_5_released_memory_is_not_counted() {
    // Lists and objects take more memory while they grow.
    let mut parser = Parser { text: "[[0,0,0,0,0],{\"a\":0}]", at: 0, memory: 0, is_json5: false };
    let value = parser.document().unwrap();
    assert_eq!(value, json!([[0, 0, 0, 0, 0], { "a": 0 }]));
    // The key has the smallest capacity of a text, 8 bytes.
    let key = 8 + ALLOCATION_BYTES;
    assert_eq!(parser.memory, 7 * size_of::<Value>() + OBJECT_BYTES + FIELD_BYTES + key);
}

#[test]
fn feeds_7_5_a_file_of_25_000_showtimes_is_below_the_memory_limit() {
    let show = json!({
        "session_id": "quayside-2026-11-20-1815-3", "film_id": "the-salt-cartographer", "auditorium_id": "3",
        "start_time_utc": "2026-11-20T18:15:00Z", "end_time_utc": "2026-11-20T20:40:00Z",
        "attributes": { "tags": ["IMAX", "Subtitled"], "accessibility": { "descriptive_audio": true } },
        "seating_capacity": 120, "seats_available": 80, "language": "en", "is_private": false,
        "booking_url": "https://tickets.example/book?theater=quayside&performance=8812734",
    });
    assert!(strict(&lists(1, 25_000, &show.to_string())).is_ok());
}

#[test]
fn numbers_and_texts_are_parsed() {
    assert_eq!(
        strict("[0, -1, 1.5, 1e3, 18446744073709551615]").unwrap(),
        json!([0, -1, 1.5, 1e3, u64::MAX])
    );
    assert_eq!(strict(r#""a\u00e9\ud83d\ude00\n<b>&amp;""#).unwrap(), json!("aé😀\n<b>&amp;"));
    assert_eq!(strict(r#""cut \ud83d""#).unwrap(), json!("cut \u{fffd}"));
    assert_eq!(strict(r#""\ud83dx\ud83d\u0041""#).unwrap(), json!("\u{fffd}x\u{fffd}A"));
    assert_eq!(strict("\u{feff}{}").unwrap(), json!({}));
}

#[test]
fn the_loose_dialect_accepts_json5_syntax() {
    let text = "// one\n{ spec: 'it''s', /* two */ 'b': [1, 2,], \"c\": .5, d: 5., e: +1, f: 0x1F, g: 0000000, h: 007, i: -.5, }";
    assert!(parse(text, Dialect::Json5).is_err(), "two adjacent strings");
    let text = text.replace("'it''s'", r"'it\'s'");
    assert_eq!(
        json5(&text),
        json!({ "spec": "it's", "b": [1, 2], "c": 0.5, "d": 5, "e": 1, "f": 31, "g": 0, "h": 7, "i": -0.5 })
    );
    assert_eq!(json5("'a\\\nb\\x41'"), json!("abA"));
    assert_eq!(parse("[NaN]", Dialect::Json5).unwrap_err().error, JsonError::Range);
    assert!(strict("{a:1}").is_err() && strict("['a']").is_err() && strict("[1] // x").is_err());
}

#[test]
fn only_the_loose_dialect_accepts_comments_and_white_space_of_unicode() {
    assert_eq!(json5("\u{feff}\u{a0}[1,\u{2003}2]\u{2028}"), json!([1, 2]));
    assert_eq!(json5("/* a / b */ 1 // two"), json!(1));
    for strict_text in ["[\u{a0}1]", "/* a */ 1", "[1 /* a */]", "{'a': 1}", "[.5]"] {
        assert!(strict(strict_text).is_err(), "{strict_text}");
    }
    for text in ["é", "/ a */ 1", "/ 1"] {
        let found = text.chars().next().unwrap();
        let error = parse(text, Dialect::Json5).unwrap_err().error;
        assert_eq!(error, JsonError::Unexpected { found, expected: "a value" }, "{text}");
    }
    assert_eq!(parse("1 /* a", Dialect::Json5).unwrap_err().error, JsonError::End);
    assert_eq!(parse("/*/ 1", Dialect::Json5).unwrap_err().error, JsonError::End);
    assert_eq!(json5("/*/ a */ 1 /**/"), json!(1));
}

#[test]
fn only_the_loose_dialect_accepts_tabs_and_further_escapes_in_texts() {
    assert_eq!(json5("'a\tb'"), json!("a\tb"));
    assert_eq!(strict("\"a\tb\"").unwrap_err().error, JsonError::Control(9));
    assert_eq!(strict(r#""\f\b""#).unwrap(), json!("\u{c}\u{8}"));
    assert_eq!(strict(r#""\x41""#).unwrap_err().error, JsonError::Escape('x'));
    assert_eq!(strict("\"a\\\nb\"").unwrap_err().error, JsonError::Escape('\n'));
}

#[test]
fn texts_that_only_begin_like_numbers_are_not_numbers() {
    for text in ["1x", "1e", "1.", "-", ""] {
        assert_eq!(number::strict(text), None, "{text:?}");
    }
    for text in ["0x", "0xg", "+", "-", ""] {
        assert_eq!(number::json5(text), None, "{text:?}");
    }
}

#[test]
fn feeds_7_5_errors_name_what_the_dialect_expects() {
    let expected = |text| match syntax_error(text).2 {
        JsonError::Unexpected { found, expected } => (found, expected),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(expected("+1"), ('+', "a value"));
    assert_eq!(expected("[NaN]"), ('N', "a value"));
    assert_eq!(expected("[1.]"), ('1', "a number"));
    assert_eq!(expected("[1x"), ('1', "a number"));
}

#[test]
fn feeds_7_5_the_limit_itself_is_allowed() {
    let mut parser = Parser { text: "", at: 0, memory: MAX_MEMORY - 1, is_json5: false };
    assert!(parser.reserve(1).is_ok());
    assert_eq!(parser.reserve(1), Err(JsonError::Memory));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(|f: f64| Value::from(f)),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((".{0,8}", inner), 0..8)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_serialized_value_is_parsed(value in any_json()) {
        prop_assert_eq!(&strict(&value.to_string()).unwrap(), &value);
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(&json5(&pretty), &value);
    }

    #[test]
    fn never_panics_and_accepts_the_same_texts_as_serde_json(text in "[\\[\\]{}:,\"'a0-9.eE+\\-\\\\u /*\n]{0,40}") {
        let own_result = strict(&text);
        let _ = parse(&text, Dialect::Json5);
        let serde_result = serde_json::from_str::<Value>(&text);
        prop_assert_eq!(own_result.is_ok(), serde_result.is_ok(), "{:?} {:?}", own_result, serde_result);
    }
}
