//! Where the content of a site uses pictures.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

/// The section of a document that describes pictures; it does not use them.
const DETAILS: &str = "pictures";

/// JSON Pointers of the texts that name pictures, by source: alone, or as a word of a longer text, such as the address of a link.
pub type Places = HashMap<String, BTreeSet<String>>;

/// Adds the texts of a document that name one of `pictures`.
pub fn add_places(document: &Value, is_picture: &dyn Fn(&str) -> bool, places: &mut Places) {
    let Value::Object(sections) = document else { return };
    for (section, value) in sections.iter().filter(|(section, _)| *section != DETAILS) {
        add_values(value, &pointer_of("", section), is_picture, places);
    }
}

fn pointer_of(parent: &str, token: &str) -> String {
    format!("{parent}/{}", token.replace('~', "~0").replace('/', "~1"))
}

fn add_values(value: &Value, pointer: &str, is_picture: &dyn Fn(&str) -> bool, places: &mut Places) {
    match value {
        Value::String(text) => {
            let is_boundary = |c: char| c.is_whitespace() || "()<>\"'".contains(c);
            for name in std::iter::once(text.as_str()).chain(text.split(is_boundary)) {
                if is_picture(name) {
                    places.entry(name.to_owned()).or_default().insert(pointer.to_owned());
                }
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                add_values(value, &pointer_of(pointer, &index.to_string()), is_picture, places);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                add_values(value, &pointer_of(pointer, key), is_picture, places);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_picture_is_found_alone_and_as_a_word_of_a_text() {
        let document = json!({
            "site": { "settings": { "logo": { "src": "abc" } } },
            "pages": { "/about/": { "blocks": [
                { "picture": "abc" }, { "text": "See ![](abc) here, abcd" }, { "picture": "xabc" }, { "picture": "a b.png" },
            ] } },
            "pictures": { "abc": { "credit": "abc" } },
        });
        let mut places = Places::new();
        add_places(&document, &|name| ["abc", "a b.png"].contains(&name), &mut places);
        let found = |source: &str| places[source].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(
            found("abc"),
            [
                "/pages/~1about~1/blocks/0/picture",
                "/pages/~1about~1/blocks/1/text",
                "/site/settings/logo/src",
            ]
        );
        assert_eq!(found("a b.png"), ["/pages/~1about~1/blocks/3/picture"]);
        assert_eq!(places.len(), 2);
    }
}
