//! JSON documents that are edited part by part: pointers, differences, edits.

use std::collections::BTreeSet;

use jsonptr::{Pointer, PointerBuf};
use serde_json::{Map, Value};

/// A part of a document and its new value; `None` removes it.
pub type Edit = (PointerBuf, Option<Value>);

/// The smallest edits that turn `from` into `to`. Objects are compared key by key; other values are replaced as a whole.
pub fn differences(from: Option<&Value>, to: Option<&Value>) -> Vec<Edit> {
    let mut edits = Vec::new();
    collect(&mut PointerBuf::new(), from, to, &mut edits);
    edits
}

fn collect(at: &mut PointerBuf, from: Option<&Value>, to: Option<&Value>, edits: &mut Vec<Edit>) {
    match (from, to) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
                at.push_back(key.as_str());
                collect(at, old.get(key), new.get(key), edits);
                at.pop_back();
            }
        }
        _ if is_same(from, to) => {}
        _ => edits.push((at.clone(), to.cloned())),
    }
}

/// Whether two parts have the same value, or both are missing. Browsers write the number 100.0 as 100, so these are the same.
pub fn is_same(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(Value::Number(one)), Some(Value::Number(other))) if one.is_f64() != other.is_f64() => {
            one.as_f64() == other.as_f64()
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(Some(a), Some(b)))
        }
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            one.len() == other.len() && one.iter().all(|(key, a)| is_same(Some(a), other.get(key)))
        }
        _ => a == b,
    }
}

/// The value at a pointer.
pub fn value_at<'d>(document: &'d Value, pointer: &Pointer) -> Option<&'d Value> {
    document.pointer(pointer.as_str())
}

/// Replaces, adds or removes a part. Missing objects on the way to it are added; returns false, without an effect, if
/// something on the way is not an object.
pub fn apply(document: &mut Value, pointer: &Pointer, value: Option<Value>) -> bool {
    let Some((parent, last)) = pointer.split_back() else {
        *document = value.unwrap_or_default();
        return true;
    };
    let mut object = document;
    for token in parent.tokens() {
        let Value::Object(map) = object else { return false };
        let entry = match (map.get(token.decoded().as_ref()), &value) {
            // Nothing to remove.
            (None, None) => return true,
            _ => map.entry(token.decoded()).or_insert_with(|| Value::Object(Map::new())),
        };
        object = entry;
    }
    let Value::Object(map) = object else { return false };
    match value {
        Some(value) => drop(map.insert(last.decoded().into_owned(), value)),
        None => drop(map.remove(last.decoded().as_ref())),
    }
    true
}

/// Whether one of two parts contains the other, or they are the same.
pub fn overlap(a: &Pointer, b: &Pointer) -> bool {
    a.tokens().zip(b.tokens()).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn pointer(text: &str) -> PointerBuf {
        PointerBuf::parse(text.to_owned()).unwrap()
    }

    #[test]
    fn differences_are_the_smallest_parts_and_lists_are_replaced_as_a_whole() {
        let old = json!({ "a": { "b": 1, "c": [1, 2] }, "/our/": { "t": "x" } });
        let new = json!({ "a": { "b": 2, "c": [1, 3] }, "d": { "e": 1 } });
        let edits = differences(Some(&old), Some(&new));
        let expected = [
            ("/a/b", Some(json!(2))),
            ("/a/c", Some(json!([1, 3]))),
            ("/d", Some(json!({ "e": 1 }))),
            ("/~1our~1", None),
        ];
        let mut found: Vec<_> = edits.iter().map(|(at, to)| (at.as_str(), to.clone())).collect();
        found.sort_by(|a, b| a.0.cmp(b.0));
        let mut expected = expected.to_vec();
        expected.sort_by(|a, b| a.0.cmp(b.0));
        assert_eq!(found, expected);
        assert!(differences(Some(&old), Some(&old)).is_empty());
    }

    #[test]
    fn a_number_is_the_same_with_and_without_decimals() {
        let server =
            json!({ "tintShade": 100.0, "points": [1.0, { "at": 2.0 }], "id": 9_007_199_254_740_993_i64 });
        let browser =
            json!({ "tintShade": 100, "points": [1, { "at": 2 }], "id": 9_007_199_254_740_993_i64 });
        assert_eq!(differences(Some(&server), Some(&browser)), []);
        let edits = differences(Some(&server), Some(&json!({ "tintShade": 100.5, "points": [1] })));
        assert_eq!(edits.len(), 3, "{edits:?}");
    }

    #[test]
    fn an_edit_adds_missing_objects_and_never_enters_a_list_or_a_text() {
        let mut document = json!({ "list": [1], "text": "x" });
        assert!(apply(&mut document, &pointer("/a/b~1c"), Some(json!(1))));
        assert!(apply(&mut document, &pointer("/missing/x"), None));
        assert!(!apply(&mut document, &pointer("/list/0"), Some(json!(2))));
        assert!(!apply(&mut document, &pointer("/text/y"), Some(json!(2))));
        assert_eq!(document, json!({ "list": [1], "text": "x", "a": { "b/c": 1 } }));
    }

    #[test]
    fn parts_overlap_with_what_they_contain_only() {
        assert!(overlap(&pointer("/a"), &pointer("/a/b")));
        assert!(overlap(&pointer("/a/b"), &pointer("/a")));
        assert!(!overlap(&pointer("/a/b"), &pointer("/a/bc")));
        assert!(!overlap(&pointer("/a/b"), &pointer("/a/c")));
    }

    fn documents() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..5_i64).prop_map(Value::from),
            "[a-c~/]{0,3}".prop_map(Value::from),
        ];
        let value = leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                proptest::collection::btree_map("[a-c~/]{1,2}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        });
        proptest::collection::btree_map("[a-c~/]{1,2}", value, 0..4)
            .prop_map(|map| Value::Object(map.into_iter().collect()))
    }

    proptest! {
        #[test]
        fn applying_the_differences_gives_the_other_document(old in documents(), new in documents()) {
            let mut edited = old.clone();
            let edits = differences(Some(&old), Some(&new));
            for (pointer, value) in &edits {
                prop_assert!(apply(&mut edited, pointer, value.clone()));
            }
            prop_assert_eq!(edited, new);
            for (n, (a, _)) in edits.iter().enumerate() {
                for (b, _) in edits.iter().skip(n + 1) {
                    prop_assert!(!overlap(a, b), "{} {}", a, b);
                }
            }
        }
    }
}
