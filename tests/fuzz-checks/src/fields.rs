//! The body of a call as fields: names and texts separated by zero bytes; the text U+0001 is a file. The same fields as JSON are the
//! same call.
use marquee_gateway::{Envelope, Field};
use serde_json::{Map, Value};

/// Checks an input.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let parts: Vec<&str> = text.split('\0').collect();
    let fields: Vec<Field> = parts
        .chunks(2)
        .map(|pair| Field {
            name: pair[0].to_owned(),
            text: pair.get(1).filter(|text| **text != "\u{1}").map(|text| (*text).to_owned()),
        })
        .collect();
    let Ok(envelope) = Envelope::from_fields(fields.clone()) else { return };
    let mut body = Map::new();
    for Field { name, text } in fields {
        let text = text.expect("a file is refused");
        let value = if name == "reqMetadata" {
            serde_json::from_str(&text).expect("the metadata is JSON")
        } else {
            Value::String(text)
        };
        assert!(body.insert(name, value).is_none(), "a name is not repeated");
    }
    let again = Envelope::from_json(Value::Object(body).to_string().as_bytes());
    assert_eq!(again, Ok(envelope));
}
