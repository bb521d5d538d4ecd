//! JSON parser that refuses duplicate keys and nesting deeper than 32 levels (security 3.2).

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Maximum number of levels of nested lists and objects.
const MAX_DEPTH: usize = 32;

/// Parses one JSON value. The error is a message for the caller.
pub fn parse(bytes: &[u8]) -> Result<Value, String> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { remaining_depth: MAX_DEPTH }.deserialize(&mut reader).map_err(|e| e.to_string())?;
    reader.end().map_err(|e| e.to_string())?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct Strict {
    remaining_depth: usize,
}

impl Strict {
    fn inside<E: Error>(self) -> Result<Self, E> {
        let left =
            self.remaining_depth.checked_sub(1).ok_or_else(|| E::custom("nested deeper than 32 levels"))?;
        Ok(Self { remaining_depth: left })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<Value, E> {
        Number::from_f64(v).map(Value::Number).ok_or_else(|| E::custom("invalid number"))
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<Value, E> {
        Ok(Value::from(v))
    }

    fn visit_string<E: Error>(self, v: String) -> Result<Value, E> {
        Ok(Value::String(v))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(inside)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut fields = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            let value = object.next_value_seed(inside)?;
            if fields.insert(key, value).is_some() {
                // The message does not repeat the key: it may be a misplaced secret.
                return Err(A::Error::custom("duplicate key in an object"));
            }
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn security_3_2_duplicate_keys_are_refused_at_any_depth() {
        for text in [r#"{"a":1,"a":2}"#, r#"{"b":[{"a":1,"a":1}]}"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(parse(text.as_bytes()).unwrap_err().starts_with("duplicate key"), "{text}");
        }
        assert_eq!(
            parse(br#"{"a":{"a":1},"b":1.5,"c":[null,true,-3,"x"]}"#).unwrap(),
            json!({"a":{"a":1},"b":1.5,"c":[null,true,-3,"x"]})
        );
    }

    #[test]
    fn security_3_2_more_than_32_levels_are_refused() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(parse(nested(32).as_bytes()).is_ok());
        assert!(parse(nested(33).as_bytes()).unwrap_err().starts_with("nested deeper than 32 levels"));
        assert!(parse(nested(60_000).as_bytes()).is_err());
    }

    #[test]
    fn incomplete_or_trailing_input_is_refused() {
        for text in ["", "{", "{} {}", "nul", "\"\\ud800\"", "[1,]", "1e999"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn accepts_what_serde_json_accepts(text in r#"[\[\]{}:,"a-c0-9 .e-]{0,40}"#) {
            let lenient = serde_json::from_str::<Value>(&text);
            match parse(text.as_bytes()) {
                Ok(value) => prop_assert_eq!(value, lenient.unwrap()),
                Err(reason) => prop_assert!(lenient.is_err() || reason.contains("duplicate"), "{}: {}", text, reason),
            }
        }
    }
}
