//! A builder of JSON objects that omits empty fields.

use serde::Serialize;
use serde_json::{Map, Value};

/// A JSON object without empty fields: `null`, and empty strings, arrays and objects, are omitted.
#[derive(Debug, Clone, Default)]
pub struct JsonObject(Map<String, Value>);

impl JsonObject {
    /// Adds a field, unless its value is empty.
    pub fn put(&mut self, key: &str, value: impl Serialize) {
        let value = serde_json::to_value(value).unwrap_or_default();
        let empty = match &value {
            Value::Null => true,
            Value::String(s) => s.is_empty(),
            Value::Array(a) => a.is_empty(),
            Value::Object(o) => o.is_empty(),
            Value::Bool(_) | Value::Number(_) => false,
        };
        if !empty {
            self.0.insert(key.to_owned(), value);
        }
    }

    /// Like [`JsonObject::put`], for chaining.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Serialize) -> Self {
        self.put(key, value);
        self
    }

    #[must_use]
    pub fn end(self) -> Value {
        Value::Object(self.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn empty_values_are_omitted() {
        let fields =
            JsonObject::default().with("a", "").with("b", None::<u8>).with("c", [0; 0]).with("d", json!({}));
        assert_eq!(fields.with("e", 0).with("f", false).end(), json!({ "e": 0, "f": false }));
    }
}
