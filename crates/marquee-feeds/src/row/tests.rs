use serde_json::json;

use super::*;

#[test]
fn feeds_7_5_a_wrong_type_is_an_error_with_its_place() {
    let value =
        json!({ "title": 300, "tags": ["a", 1], "inner": [], "long": "x".repeat(MAX_TEXT + 1), "a/b": 1 });
    let row = JsonRow::new(&value, "/films/3").unwrap();
    let error = row.text("title").unwrap_err();
    assert_eq!(error.place, "/films/3/title");
    assert_eq!(error.reason.to_string(), "\"title\" must be a string, not a number");
    assert_eq!(row.texts("tags").unwrap_err().place, "/films/3/tags/1");
    assert_eq!(row.object("inner").unwrap_err().place, "/films/3/inner");
    assert!(matches!(row.text("long").unwrap_err().reason, SkipReason::TooLong { limit: MAX_TEXT, .. }));
    assert_eq!(row.pointer_to("a/b"), "/films/3/a~1b");
    assert!(JsonRow::new(&json!(7), "/films/4").is_err());
}

#[test]
fn null_missing_and_empty_fields_are_treated_alike() {
    let value = json!({ "a": null, "b": "", "c": " ", "d": [null, ""], "n": 12, "f": 1.5, "neg": -1 });
    let row = JsonRow::new(&value, "").unwrap();
    assert_eq!((row.text("a"), row.text("b"), row.text("x")), (Ok(None), Ok(None), Ok(None)));
    assert_eq!(row.text("c"), Ok(Some(" ")), "texts are not trimmed");
    assert!(row.texts("d").unwrap().is_empty() && !row.bool("a").unwrap());
    assert_eq!(row.required_id("c").unwrap_err().reason, SkipReason::Missing("c"));
    assert_eq!(row.id("n").unwrap().as_deref(), Some("12"));
    assert!(row.id("f").is_err() && row.id("neg").is_err());
    assert_eq!(row.number("f"), Ok(Some(1.5)));
}

#[test]
fn feeds_7_5_texts_have_limits_of_bytes_and_of_characters() {
    let value =
        json!({ "longest": "é".repeat(MAX_TEXT / 2), "list": ["x".repeat(MAX_TEXT)], "five": "ééééé" });
    let row = JsonRow::new(&value, "/films/3").unwrap();
    assert!(row.text("longest").is_ok() && row.texts("list").is_ok());
    assert_eq!(row.short_text("five", 5), Ok(Some("ééééé")));
    let error = row.short_text("five", 4).unwrap_err();
    assert_eq!(error.reason, SkipReason::TooLong { field: "five", limit: 4, unit: "characters" });
    let longer = json!({ "list": ["a", "x".repeat(MAX_TEXT + 1)] });
    let error = JsonRow::new(&longer, "/films/3").unwrap().texts("list").unwrap_err();
    assert_eq!(error.place, "/films/3/list/1");
    assert_eq!(error.reason, SkipReason::TooLong { field: "list", limit: MAX_TEXT, unit: "bytes" });
}

#[test]
fn ids_are_texts_or_whole_numbers() {
    let value = json!({ "half": 1.5, "text": " 7 " });
    let row = JsonRow::new(&value, "").unwrap();
    let error = row.id("half").unwrap_err();
    assert_eq!(error.reason.to_string(), "\"half\" must be a string or an integer, not a number");
    assert_eq!(row.id("text").unwrap().as_deref(), Some("7"));
    assert_eq!(
        (id_of(&value, "half"), id_of(&value, "text"), id_of(&value, "x")),
        ("1.5".into(), "7".into(), String::new())
    );
}

#[test]
fn numbers_and_flags_of_xml_are_texts() {
    let value =
        json!({ "a": "12", "b": 3.5, "c": " ", "d": "inf", "e": "true", "f": false, "g": "0", "h": "yes" });
    let row = JsonRow::new(&value, "").unwrap();
    assert_eq!(
        (row.numeric("a"), row.numeric("b"), row.numeric("c")),
        (Ok(Some(12.0)), Ok(Some(3.5)), Ok(None))
    );
    assert_eq!(row.numeric("d").unwrap_err().reason.to_string(), "\"d\" must be a number, not a string");
    assert_eq!(
        (row.flag("e"), row.flag("f"), row.flag("g"), row.flag("x")),
        (Ok(true), Ok(false), Ok(false), Ok(false))
    );
    assert_eq!(row.flag("h").unwrap_err().place, "/h");
}
