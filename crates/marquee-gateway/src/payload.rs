//! Reads the fields of a payload. Absent and null fields are `None`; a field of another type is [`Problem::Malformed`].

use marquee_auth::Password;
use serde_json::{Map, Value};
use zeroize::Zeroize;

use crate::problem::Problem;
use crate::redaction::{Redacted, SECRET_FIELDS};

/// Maximum length of one text in characters.
pub const MAX_TEXT_CHARACTERS: usize = 4096;

/// A payload, reduced to the declared fields of its call. Passwords are overwritten when it is dropped.
#[derive(Clone, Default)]
pub struct Payload(Map<String, Value>);

impl std::fmt::Debug for Payload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Payload").field(&Redacted(&self.0)).finish()
    }
}

impl Drop for Payload {
    fn drop(&mut self) {
        for name in SECRET_FIELDS {
            if let Some(Value::String(text)) = self.0.get_mut(name) {
                text.zeroize();
            }
        }
    }
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= MAX_TEXT_CHARACTERS
}

impl Payload {
    /// Keeps the declared `fields` and drops all others.
    #[must_use]
    pub fn new(mut payload: Map<String, Value>, fields: &[&str]) -> Self {
        payload.retain(|name, _| fields.contains(&name.as_str()));
        Self(payload)
    }

    #[must_use]
    pub fn fields(&self) -> &Map<String, Value> {
        &self.0
    }

    /// Sets or replaces a field.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text of at most [`MAX_TEXT_CHARACTERS`].
    pub fn optional_text(&self, name: &str) -> Result<Option<String>, Problem> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) if is_short(text) => Ok(Some(text.clone())),
            Some(Value::String(_)) => {
                Err(Problem::malformed(name, format!("must have at most {MAX_TEXT_CHARACTERS} characters")))
            }
            Some(_) => Err(Problem::malformed(name, "must be a string")),
        }
    }

    /// A required text. May be empty.
    pub fn required_text(&self, name: &str) -> Result<String, Problem> {
        self.optional_text(name)?.ok_or_else(|| Problem::malformed(name, "is required"))
    }

    /// A password, with the rules of [`Payload::optional_text`].
    pub fn optional_password(&self, name: &str) -> Result<Option<Password>, Problem> {
        Ok(self.optional_text(name)?.map(Password::from))
    }

    /// A required password. May be empty.
    pub fn required_password(&self, name: &str) -> Result<Password, Problem> {
        self.required_text(name).map(Password::from)
    }

    /// A boolean, or the text `True` or `False` in any case (REG-08).
    pub fn optional_bool(&self, name: &str) -> Result<Option<bool>, Problem> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
            Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
            Some(_) => Err(Problem::malformed(name, "must be true or false")),
        }
    }

    /// A non-negative integer, or its decimal digits as text (form data).
    pub fn optional_u32(&self, name: &str) -> Result<Option<u32>, Problem> {
        let malformed = || Problem::malformed(name, "must be an integer between 0 and 4294967295");
        match self.value(name) {
            None => Ok(None),
            Some(Value::Number(number)) => {
                number.as_u64().and_then(|n| u32::try_from(n).ok()).map(Some).ok_or_else(malformed)
            }
            Some(Value::String(text)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().map(Some).map_err(|_| malformed())
            }
            Some(_) => Err(malformed()),
        }
    }

    /// A list of texts and numbers, or a JSON list as text (form data).
    pub fn optional_texts(&self, name: &str) -> Result<Option<Vec<String>>, Problem> {
        let malformed = || Problem::malformed(name, "must be a list of strings");
        let parsed;
        let items = match self.value(name) {
            None => return Ok(None),
            Some(Value::Array(items)) => items,
            Some(Value::String(text)) if text.is_empty() => return Ok(Some(Vec::new())),
            Some(Value::String(text)) => {
                parsed = serde_json::from_str::<Vec<Value>>(text).map_err(|_| malformed())?;
                &parsed
            }
            Some(_) => return Err(malformed()),
        };
        let text = |item: &Value| match item {
            Value::String(text) if is_short(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(malformed()),
        };
        items.iter().map(text).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// A required object or list of objects, or its JSON as text (form data).
    pub fn required_objects(&self, name: &str) -> Result<Vec<Map<String, Value>>, Problem> {
        let malformed = || Problem::malformed(name, "must be an object or a list of objects");
        let value = match self.value(name) {
            None => return Err(Problem::malformed(name, "is required")),
            Some(Value::String(text)) => serde_json::from_str(text).map_err(|_| malformed())?,
            Some(value) => value.clone(),
        };
        match value {
            Value::Object(object) => Ok(vec![object]),
            Value::Array(items) => items
                .into_iter()
                .map(|item| match item {
                    Value::Object(object) => Ok(object),
                    _ => Err(malformed()),
                })
                .collect(),
            _ => Err(malformed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn payload(value: Value) -> Payload {
        let Value::Object(map) = value else { panic!("the payload must be an object") };
        Payload::new(map, &["a", "b"])
    }

    #[test]
    fn security_3_1_undeclared_fields_are_dropped() {
        assert_eq!(payload(json!({"a": 1, "memberLevelId": 9})).fields().len(), 1);
    }

    #[test]
    fn lists_of_texts_may_be_json_in_a_form() {
        let texts = |value: Value| payload(json!({ "a": value })).optional_texts("a");
        assert_eq!(texts(json!(["x", 7])).unwrap().unwrap(), ["x", "7"]);
        assert_eq!(texts(json!("[\"x\", 7]")).unwrap().unwrap(), ["x", "7"]);
        assert_eq!(texts(json!("")).unwrap(), Some(Vec::new()));
        let longest = "é".repeat(MAX_TEXT_CHARACTERS);
        assert_eq!(texts(json!([longest])).unwrap().unwrap(), std::slice::from_ref(&longest));
        for wrong in [json!("x"), json!([true]), json!([longest + "é"]), json!({})] {
            assert!(texts(wrong).is_err());
        }
    }

    #[test]
    fn readers_accept_their_own_type_only() {
        let p = payload(json!({"a": "x", "b": null}));
        assert_eq!(
            (p.optional_text("a").unwrap().as_deref(), p.optional_text("b").unwrap()),
            (Some("x"), None)
        );
        assert!(
            p.required_text("b").is_err()
                && p.optional_u32("a").is_err()
                && p.optional_bool("a").is_err()
                && p.optional_texts("a").is_err()
        );
        assert!(
            payload(json!({"a": 1})).optional_text("a").is_err()
                && payload(json!({"a": "é".repeat(MAX_TEXT_CHARACTERS + 1)})).optional_text("a").is_err()
        );
        assert_eq!(payload(json!({"a": "7", "b": 8})).optional_u32("a").unwrap(), Some(7));
        assert!(
            payload(json!({"a": "+7"})).optional_u32("a").is_err()
                && payload(json!({"a": ""})).optional_u32("a").is_err()
        );
        assert!(
            payload(json!({"a": -1})).optional_u32("a").is_err()
                && payload(json!({"a": 1.5})).optional_u32("a").is_err()
        );
        for (value, flag) in [(json!("True"), true), (json!("false"), false), (json!(true), true)] {
            assert_eq!(payload(json!({"a": value})).optional_bool("a").unwrap(), Some(flag));
        }
        assert_eq!(payload(json!({"a": ["x", 1]})).optional_texts("a").unwrap().unwrap(), ["x", "1"]);
        assert_eq!(payload(json!({"a": "[\"x\"]"})).optional_texts("a").unwrap().unwrap(), ["x"]);
        assert_eq!(payload(json!({"a": {}})).required_objects("a").unwrap().len(), 1);
        assert_eq!(payload(json!({"a": "[{},{}]"})).required_objects("a").unwrap().len(), 2);
        assert!(
            payload(json!({"a": [1]})).required_objects("a").is_err()
                && payload(json!({})).required_objects("a").is_err()
        );
    }
}
