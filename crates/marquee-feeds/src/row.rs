//! Typed access to the fields of a row; errors include the place.

use serde_json::{Map, Value};

use crate::report::{Expected, SkipReason};

/// Maximum length of a text field in bytes (security 7.5).
pub(crate) const MAX_TEXT: usize = 100_000;

/// Why a row is invalid, and the JSON pointer of the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowError {
    pub place: String,
    pub reason: SkipReason,
}

pub(crate) type Field<T> = Result<T, RowError>;

/// An object of a feed. `null` is treated like a missing field.
#[derive(Debug, Clone)]
pub(crate) struct JsonRow<'a> {
    fields: &'a Map<String, Value>,
    place: String,
}

impl<'a> JsonRow<'a> {
    /// The object at `place`; an error if the value is not an object.
    pub fn new(value: &'a Value, place: impl Into<String>) -> Field<Self> {
        let place = place.into();
        match value {
            Value::Object(fields) => Ok(Self { fields, place }),
            other => {
                let field = place.rsplit('/').next().unwrap_or_default().to_owned();
                Err(RowError { place, reason: wrong_type(field, Expected::Object, other) })
            }
        }
    }

    /// The JSON pointer of the row.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The JSON pointer of a field.
    pub fn pointer_to(&self, key: &str) -> String {
        format!("{}/{}", self.place, key.replace('~', "~0").replace('/', "~1"))
    }

    /// An error for this row because of the field `key`.
    pub fn error(&self, key: &str, reason: SkipReason) -> RowError {
        RowError { place: self.pointer_to(key), reason }
    }

    pub fn keys(&self) -> impl Iterator<Item = (&'a String, &'a Value)> + Clone + use<'a> {
        self.fields.iter()
    }

    /// The value of a field of any type; `None` if missing or `null`.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.fields.get(key).filter(|v| !v.is_null())
    }

    fn wrong_type<T>(&self, key: &str, expected: Expected, found: &Value) -> Field<T> {
        Err(self.error(key, wrong_type(key.to_owned(), expected, found)))
    }

    /// A text, verbatim; `None` if missing or empty.
    pub fn text(&self, key: &'static str) -> Field<Option<&'a str>> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if text.len() > MAX_TEXT => {
                Err(self.error(key, SkipReason::TooLong { field: key, limit: MAX_TEXT, unit: "bytes" }))
            }
            Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|t| !t.is_empty())),
            Some(other) => self.wrong_type(key, Expected::Text, other),
        }
    }

    /// Like [`JsonRow::text`], owned.
    pub fn text_owned(&self, key: &'static str) -> Field<Option<String>> {
        Ok(self.text(key)?.map(str::to_owned))
    }

    /// A required text that is not blank, of at most `limit` characters.
    pub fn required_text(&self, key: &'static str, limit: usize) -> Field<&'a str> {
        let text = self.short_text(key, limit)?.filter(|t| !t.trim().is_empty());
        text.ok_or_else(|| self.error(key, SkipReason::Missing(key)))
    }

    /// Like [`JsonRow::text`], of at most `limit` characters.
    pub fn short_text(&self, key: &'static str, limit: usize) -> Field<Option<&'a str>> {
        match self.text(key)? {
            Some(text) if text.chars().count() > limit => {
                Err(self.error(key, SkipReason::TooLong { field: key, limit, unit: "characters" }))
            }
            text => Ok(text),
        }
    }

    /// An id: a text, trimmed, or a whole number.
    pub fn id(&self, key: &'static str) -> Field<Option<String>> {
        match self.get(key) {
            Some(Value::Number(n)) if n.is_u64() => Ok(Some(n.to_string())),
            Some(other @ Value::Number(_)) => self.wrong_type(key, Expected::TextOrInteger, other),
            _ => Ok(self.text(key)?.map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned)),
        }
    }

    /// A required id.
    pub fn required_id(&self, key: &'static str) -> Field<String> {
        self.id(key)?.ok_or_else(|| self.error(key, SkipReason::Missing(key)))
    }

    pub fn number(&self, key: &'static str) -> Field<Option<f64>> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Number(n)) => Ok(n.as_f64()),
            Some(other) => self.wrong_type(key, Expected::Number, other),
        }
    }

    /// A number, or a text with one as in XML.
    pub fn numeric(&self, key: &'static str) -> Field<Option<f64>> {
        match self.get(key) {
            Some(Value::String(text)) => {
                let text = text.trim();
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                if number.is_none() && !text.is_empty() {
                    return self.wrong_type(key, Expected::Number, &Value::String(String::new()));
                }
                Ok(number)
            }
            _ => self.number(key),
        }
    }

    /// A boolean, default false, or the text `true` or `false` as in XML.
    pub fn flag(&self, key: &'static str) -> Field<bool> {
        match self.get(key) {
            Some(Value::String(text)) => match text.trim() {
                "true" | "1" => Ok(true),
                "false" | "0" | "" => Ok(false),
                _ => self.wrong_type(key, Expected::Boolean, &Value::String(String::new())),
            },
            _ => self.bool(key),
        }
    }

    /// A boolean, default false.
    pub fn bool(&self, key: &'static str) -> Field<bool> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => self.wrong_type(key, Expected::Boolean, other),
        }
    }

    /// A list, default empty.
    pub fn list(&self, key: &'static str) -> Field<&'a [Value]> {
        match self.get(key) {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(other) => self.wrong_type(key, Expected::List, other),
        }
    }

    /// A list of texts, without empty ones.
    pub fn texts(&self, key: &'static str) -> Field<Vec<&'a str>> {
        let mut texts = Vec::new();
        for (i, item) in self.list(key)?.iter().enumerate() {
            let place = || format!("{}/{i}", self.pointer_to(key));
            match item {
                Value::Null => {}
                Value::String(t) if t.len() > MAX_TEXT => {
                    let reason = SkipReason::TooLong { field: key, limit: MAX_TEXT, unit: "bytes" };
                    return Err(RowError { place: place(), reason });
                }
                Value::String(t) => texts.extend(Some(t.as_str()).filter(|t| !t.is_empty())),
                other => {
                    return Err(RowError {
                        place: place(),
                        reason: wrong_type(key.to_owned(), Expected::Texts, other),
                    });
                }
            }
        }
        Ok(texts)
    }

    /// Like [`JsonRow::texts`], owned.
    pub fn texts_owned(&self, key: &'static str) -> Field<Vec<String>> {
        Ok(self.texts(key)?.into_iter().map(str::to_owned).collect())
    }

    /// A nested object.
    pub fn object(&self, key: &'static str) -> Field<Option<JsonRow<'a>>> {
        self.get(key).map(|value| JsonRow::new(value, self.pointer_to(key))).transpose()
    }

    /// A list of objects.
    pub fn objects(&self, key: &'static str) -> Field<Vec<JsonRow<'a>>> {
        let place = self.pointer_to(key);
        self.list(key)?
            .iter()
            .enumerate()
            .map(|(i, value)| JsonRow::new(value, format!("{place}/{i}")))
            .collect()
    }
}

/// The id of a row that may be invalid, for reports; empty if there is none.
pub(crate) fn id_of(value: &Value, key: &str) -> String {
    match value.get(key) {
        Some(Value::String(id)) => id.trim().to_owned(),
        Some(Value::Number(id)) => id.to_string(),
        _ => String::new(),
    }
}

fn wrong_type(field: String, expected: Expected, found: &Value) -> SkipReason {
    let value_type = match found {
        Value::Null => Expected::Null,
        Value::Bool(_) => Expected::Boolean,
        Value::Number(_) => Expected::Number,
        Value::String(_) => Expected::Text,
        Value::Array(_) => Expected::List,
        Value::Object(_) => Expected::Object,
    };
    SkipReason::WrongType { field, expected, found: value_type }
}

#[cfg(test)]
mod tests;
