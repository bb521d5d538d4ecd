//! Field values from input, and their application to a record.

use marquee_model::text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Target;
use super::error::AdminError;
use super::field_type::{Access, Field, Storage};

/// Values of fields; `null` removes a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldValues(Vec<(&'static Field, Value)>);

/// Finds a field by name.
///
/// # Errors
/// The most similar existing name, if any.
pub fn find_field(fields: &'static [Field], name: &str) -> Result<&'static Field, Option<&'static str>> {
    if let Some(field) = fields.iter().find(|field| field.name == name) {
        return Ok(field);
    }
    Err(text::nearest(name, fields.iter().map(|field| field.name)))
}

fn unknown(name: &str, nearest: Option<&str>) -> AdminError {
    AdminError::UnknownField { field: name.to_owned(), nearest: nearest.map(str::to_owned) }
}

fn lookup<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    name.split('.').try_fold(value, |value, part| value.get(part)).filter(|value| !value.is_null())
}

impl FieldValues {
    /// Parses `field=value` texts.
    ///
    /// # Errors
    /// [`AdminError::Field`] for the first invalid one.
    pub fn from_pairs(fields: &'static [Field], texts: &[String]) -> Result<Self, AdminError> {
        let mut input = Self::default();
        for text in texts {
            let (name, text) = text
                .split_once('=')
                .ok_or_else(|| AdminError::field(text, "must have the form field=value"))?;
            let field = find_field(fields, name.trim()).map_err(|near| unknown(name, near))?;
            input.set_from_text(field, text)?;
        }
        Ok(input)
    }

    /// Parses a JSON object.
    ///
    /// # Errors
    /// [`AdminError::Field`] for the first unknown or invalid field.
    pub fn from_object(fields: &'static [Field], value: &Value) -> Result<Self, AdminError> {
        let object = value.as_object().ok_or_else(|| AdminError::field("body", "must be a JSON object"))?;
        let mut input = Self::default();
        input.add_object(fields, "", object)?;
        Ok(input)
    }

    /// Adds the fields of a JSON object. `prefix` is the name of the enclosing object with a dot, or empty.
    fn add_object(
        &mut self,
        fields: &'static [Field],
        prefix: &str,
        object: &Map<String, Value>,
    ) -> Result<(), AdminError> {
        for (key, value) in object {
            let name = format!("{prefix}{key}");
            match (find_field(fields, &name), value) {
                (Ok(field), Value::Null) => self.set(field, Value::Null)?,
                (Ok(field), value) => {
                    let value =
                        field.field_type.check(value).map_err(|rule| AdminError::field(&name, rule))?;
                    self.set(field, value)?;
                }
                (Err(_), Value::Object(inner)) if fields.iter().any(|f| is_within(f.name, &name)) => {
                    self.add_object(fields, &format!("{name}."), inner)?;
                }
                (Err(near), _) => return Err(unknown(&name, near)),
            }
        }
        Ok(())
    }

    /// Parses and adds a value; an empty text removes it.
    ///
    /// # Errors
    /// [`AdminError::Field`] if the value is invalid or the field occurs twice.
    pub fn set_from_text(&mut self, field: &'static Field, text: &str) -> Result<(), AdminError> {
        let value = match text.trim() {
            "" => Value::Null,
            text => field.field_type.parse(text).map_err(|rule| AdminError::field(field.name, rule))?,
        };
        self.set(field, value)
    }

    fn set(&mut self, field: &'static Field, value: Value) -> Result<(), AdminError> {
        if self.0.iter().any(|(other_field, _)| other_field.name == field.name) {
            return Err(AdminError::field(field.name, "is duplicate"));
        }
        self.0.push((field, value));
        Ok(())
    }

    /// Whether no field has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, value)| value.is_null())
    }

    /// The value of a field; `None` if it is missing or `null`.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(field, _)| field.name == name).map(|(_, v)| v).filter(|v| !v.is_null())
    }

    /// The value of a field as text.
    pub(super) fn str(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(Value::as_str)
    }

    /// The value of a field as an integer.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(Value::as_i64)
    }

    /// Whether the field is `null`: its value is to be removed.
    pub(super) fn removes(&self, name: &str) -> bool {
        self.0.iter().any(|(field, value)| field.name == name && value.is_null())
    }

    /// Returns the writable fields. In a file, read-only fields are ignored, so that an exported file can be imported again;
    /// elsewhere they must equal the current value in `view`.
    pub(super) fn writable_only(&self, target: Target<'_>, view: Option<&Value>) -> Result<Self, AdminError> {
        let mut writable = Vec::new();
        for (field, value) in &self.0 {
            let fixed = match field.access {
                Access::ReadOnly => true,
                Access::Key | Access::CreateOnly => view.is_some(),
                Access::Required | Access::Optional => false,
            };
            if matches!(field.access, Access::Key | Access::Required) && value.is_null() {
                return Err(AdminError::field(field.name, "is required"));
            }
            if !fixed {
                writable.push((*field, value.clone()));
            } else if target != Target::File
                && view.and_then(|view| lookup(view, field.name)) != Some(value).filter(|v| !v.is_null())
            {
                return Err(AdminError::field(field.name, "is read-only"));
            }
        }
        Ok(Self(writable))
    }

    /// Returns an error if a required field of a new record is missing.
    pub(super) fn check_required(&self, fields: &'static [Field]) -> Result<(), AdminError> {
        let required_fields =
            fields.iter().filter(|field| matches!(field.access, Access::Key | Access::Required));
        match required_fields.into_iter().find(|field| self.value(field.name).is_none()) {
            Some(field) => Err(AdminError::field(field.name, "is required")),
            None => Ok(()),
        }
    }

    /// The record with these values applied.
    pub(super) fn apply_to<T: Serialize + DeserializeOwned>(&self, record: &T) -> Result<T, AdminError> {
        let unreadable =
            |error: serde_json::Error| AdminError::field("record", format!("is invalid: {error}"));
        let mut merged = serde_json::to_value(record).map_err(unreadable)?;
        for (field, value) in self.0.iter().filter(|(field, _)| field.storage == Storage::Record) {
            put(&mut merged, field.name, value);
        }
        serde_json::from_value(merged).map_err(unreadable)
    }
}

/// Whether a field is nested in an object.
fn is_within(field: &str, name: &str) -> bool {
    field.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
}

/// Sets a nested value. `null` removes it, so that deserialization uses the default.
fn put(merged: &mut Value, name: &str, value: &Value) {
    let Value::Object(object) = merged else { return };
    match name.split_once('.') {
        Some((first, _)) if value.is_null() && !object.contains_key(first) => {}
        Some((first, rest)) => {
            put(object.entry(first).or_insert_with(|| Value::Object(Map::new())), rest, value);
        }
        None if value.is_null() => {
            object.shift_remove(name);
        }
        None => {
            object.insert(name.to_owned(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::fields::Subject;
    use super::*;

    fn parse_input(subject: Subject, value: Value) -> Result<FieldValues, String> {
        FieldValues::from_object(subject.fields(), &value).map_err(|error| error.to_string())
    }

    #[test]
    fn an_unknown_field_is_reported_with_a_suggestion() {
        let error = parse_input(Subject::Members, json!({"frstName": "Ada"})).unwrap_err();
        assert_eq!(error, "unknown field \"frstName\": did you mean \"firstName\"?");
        let error = parse_input(Subject::Members, json!({"consents": {"sendNews": true}})).unwrap_err();
        assert_eq!(error, "unknown field \"consents.sendNews\": did you mean \"consents.sendNewsletter\"?");
        assert_eq!(parse_input(Subject::Cards, json!({"q": 1})).unwrap_err(), "unknown field \"q\"");
        assert!(parse_input(Subject::Cards, json!([])).is_err());
        let duplicates = ["code=a".to_owned(), "code=b".to_owned()];
        assert!(FieldValues::from_pairs(Subject::Cards.fields(), &duplicates).is_err());
    }

    #[test]
    fn an_unknown_object_is_reported_even_if_it_is_empty() {
        for value in [json!({"q": {}}), json!({"q": {"sendNewsletter": true}}), json!({"q": {"a": {}}})] {
            assert_eq!(parse_input(Subject::Members, value).unwrap_err(), "unknown field \"q\"");
        }
        assert!(parse_input(Subject::Members, json!({"consents": {}})).unwrap().is_empty());
    }

    #[test]
    fn values_without_a_value_are_empty() {
        for (value, is_empty) in [
            (json!({}), true),
            (json!({"city": null}), true),
            (json!({"city": "Lyon"}), false),
            (json!({"city": null, "firstName": "Ada"}), false),
        ] {
            assert_eq!(parse_input(Subject::Members, value.clone()).unwrap().is_empty(), is_empty, "{value}");
        }
    }

    #[test]
    fn read_only_fields_are_ignored_in_files_and_refused_elsewhere() {
        let id = parse_input(Subject::Members, json!({"id": "m1", "firstName": "Ada"})).unwrap();
        assert!(id.writable_only(Target::New, None).is_err());
        let view = json!({"id": "m1"});
        let writable = id.writable_only(Target::Existing("m1"), Some(&view)).unwrap();
        assert_eq!((writable.value("id"), writable.str("firstName")), (None, Some("Ada")));
        assert!(id.writable_only(Target::Existing("m2"), Some(&json!({"id": "m2"}))).is_err());
        assert!(id.writable_only(Target::File, None).unwrap().value("id").is_none());
        let without_value = parse_input(Subject::Members, json!({"firstName": null})).unwrap();
        assert!(
            without_value.writable_only(Target::Existing("m1"), Some(&view)).is_err(),
            "firstName is required"
        );
    }

    #[test]
    fn values_are_set_and_removed_in_nested_objects() {
        let before = json!({"a": 1, "consents": {"x": true, "y": 2}});
        let mut after = before.clone();
        put(&mut after, "a", &Value::Null);
        put(&mut after, "consents.y", &json!(3));
        put(&mut after, "price.amount", &json!(4));
        assert_eq!(after, json!({"consents": {"x": true, "y": 3}, "price": {"amount": 4}}));
    }
}
