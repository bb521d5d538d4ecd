//! Fields as somebody gives them, and what becomes of a record with them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Target;
use super::cell::{Field, Place, Role};
use super::error::DeskError;

/// Values of fields; `null` takes one away.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given(Vec<(&'static Field, Value)>);

/// The field of a name.
///
/// # Errors
/// The nearest known name, when one is near.
pub fn named(fields: &'static [Field], name: &str) -> Result<&'static Field, Option<&'static str>> {
    if let Some(field) = fields.iter().find(|field| field.name == name) {
        return Ok(field);
    }
    let distance = |field: &&Field| strsim::damerau_levenshtein(field.name, name);
    let nearest = fields.iter().min_by_key(distance).map(|field| field.name);
    Err(nearest.filter(|near| strsim::normalized_damerau_levenshtein(near, name) > 0.5))
}

fn unknown(name: &str, nearest: Option<&str>) -> DeskError {
    let hint = nearest.map_or_else(String::new, |near| format!(": did you mean {near}?"));
    DeskError::field(name, format!("is no field{hint}"))
}

fn walk<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    name.split('.').try_fold(value, |value, part| value.get(part)).filter(|value| !value.is_null())
}

impl Given {
    /// From `field=value` texts.
    ///
    /// # Errors
    /// [`DeskError::Field`] names the first invalid one.
    pub fn pairs(fields: &'static [Field], texts: &[String]) -> Result<Self, DeskError> {
        let mut given = Self::default();
        for text in texts {
            let (name, text) = text
                .split_once('=')
                .ok_or_else(|| DeskError::field(text, "must be written as field=value"))?;
            let field = named(fields, name.trim()).map_err(|near| unknown(name, near))?;
            given.text(field, text)?;
        }
        Ok(given)
    }

    /// From an object with the fields of the record.
    ///
    /// # Errors
    /// [`DeskError::Field`] names the first invalid one.
    pub fn object(fields: &'static [Field], value: &Value) -> Result<Self, DeskError> {
        let object =
            value.as_object().ok_or_else(|| DeskError::field("body", "must be an object with the fields"))?;
        let mut given = Self::default();
        given.take(fields, "", object)?;
        Ok(given)
    }

    fn take(
        &mut self,
        fields: &'static [Field],
        within: &str,
        object: &Map<String, Value>,
    ) -> Result<(), DeskError> {
        for (key, value) in object {
            let name = format!("{within}{key}");
            match (named(fields, &name), value) {
                (Ok(field), Value::Null) => self.set(field, Value::Null)?,
                (Ok(field), value) => {
                    let value = field.cell.check(value).map_err(|must| DeskError::field(&name, must))?;
                    self.set(field, value)?;
                }
                (Err(_), Value::Object(inner)) if fields.iter().any(|f| is_within(f.name, &name)) => {
                    self.take(fields, &format!("{name}."), inner)?;
                }
                (Err(near), _) => return Err(unknown(&name, near)),
            }
        }
        Ok(())
    }

    /// Adds the value of a text; an empty one takes the value away.
    ///
    /// # Errors
    /// [`DeskError::Field`].
    pub fn text(&mut self, field: &'static Field, text: &str) -> Result<(), DeskError> {
        let value = match text.trim() {
            "" => Value::Null,
            text => field.cell.parse(text).map_err(|must| DeskError::field(field.name, must))?,
        };
        self.set(field, value)
    }

    fn set(&mut self, field: &'static Field, value: Value) -> Result<(), DeskError> {
        if self.0.iter().any(|(known, _)| known.name == field.name) {
            return Err(DeskError::field(field.name, "is given twice"));
        }
        self.0.push((field, value));
        Ok(())
    }

    /// Whether nothing is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, value)| value.is_null())
    }

    /// The value of a field; nothing when it is not given or taken away.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(field, _)| field.name == name).map(|(_, v)| v).filter(|v| !v.is_null())
    }

    /// Its text.
    pub(super) fn str(&self, name: &str) -> Option<&str> {
        self.value(name).and_then(Value::as_str)
    }

    /// Its number.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(Value::as_i64)
    }

    /// Whether it is to be taken away.
    pub(super) fn takes_away(&self, name: &str) -> bool {
        self.0.iter().any(|(field, value)| field.name == name && value.is_null())
    }

    /// Refuses what may not be set. Of a file, what the programme sets itself is passed over, so that what was written to a
    /// file can be read again; elsewhere it must be what it is.
    pub(super) fn allowed(&self, target: Target<'_>, view: Option<&Value>) -> Result<Self, DeskError> {
        let mut kept = Vec::new();
        for (field, value) in &self.0 {
            let fixed = match field.role {
                Role::Told => true,
                Role::Key | Role::First => view.is_some(),
                Role::Needed | Role::Free => false,
            };
            if matches!(field.role, Role::Key | Role::Needed) && value.is_null() {
                return Err(DeskError::field(field.name, "must be filled in"));
            }
            if !fixed {
                kept.push((*field, value.clone()));
            } else if target != Target::File
                && view.and_then(|view| walk(view, field.name)) != Some(value).filter(|v| !v.is_null())
            {
                let must = if view.is_some() { "cannot be changed" } else { "is set by the programme" };
                return Err(DeskError::field(field.name, must));
            }
        }
        Ok(Self(kept))
    }

    /// Refuses a new record without what it needs.
    pub(super) fn complete(&self, fields: &'static [Field]) -> Result<(), DeskError> {
        let needed = fields.iter().filter(|field| matches!(field.role, Role::Key | Role::Needed));
        match needed.into_iter().find(|field| self.value(field.name).is_none()) {
            Some(field) => Err(DeskError::field(field.name, "must be filled in")),
            None => Ok(()),
        }
    }

    /// A record with these fields in place of its own.
    pub(super) fn over<T: Serialize + DeserializeOwned>(&self, record: &T) -> Result<T, DeskError> {
        let unread = |error: serde_json::Error| DeskError::field("record", error.to_string());
        let mut whole = serde_json::to_value(record).map_err(unread)?;
        for (field, value) in self.0.iter().filter(|(field, _)| field.place == Place::Record) {
            put(&mut whole, field.name, value);
        }
        serde_json::from_value(whole).map_err(unread)
    }
}

/// Whether a field lies within another name.
fn is_within(field: &str, name: &str) -> bool {
    field.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
}

/// Sets a value at its place; nothing there means the record's own default.
fn put(whole: &mut Value, name: &str, value: &Value) {
    let Value::Object(object) = whole else { return };
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

    fn given(subject: Subject, value: Value) -> Result<Given, String> {
        Given::object(subject.fields(), &value).map_err(|error| error.to_string())
    }

    #[test]
    fn a_field_that_is_not_known_is_named_with_the_nearest() {
        let found = given(Subject::Members, json!({"frstName": "Ada"})).unwrap_err();
        assert_eq!(found, "frstName: is no field: did you mean firstName?");
        let found = given(Subject::Members, json!({"consents": {"sendNews": true}})).unwrap_err();
        assert_eq!(found, "consents.sendNews: is no field: did you mean consents.sendNewsletter?");
        assert_eq!(given(Subject::Cards, json!({"q": 1})).unwrap_err(), "q: is no field");
        assert!(given(Subject::Cards, json!([])).is_err());
        let twice = ["code=a".to_owned(), "code=b".to_owned()];
        assert!(Given::pairs(Subject::Cards.fields(), &twice).is_err());
    }

    #[test]
    fn what_the_programme_sets_is_passed_over_in_a_file_and_refused_elsewhere() {
        let id = given(Subject::Members, json!({"id": "m1", "firstName": "Ada"})).unwrap();
        assert!(id.allowed(Target::New, None).is_err());
        let view = json!({"id": "m1"});
        let kept = id.allowed(Target::Known("m1"), Some(&view)).unwrap();
        assert_eq!((kept.value("id"), kept.str("firstName")), (None, Some("Ada")));
        assert!(id.allowed(Target::Known("m2"), Some(&json!({"id": "m2"}))).is_err());
        assert!(id.allowed(Target::File, None).unwrap().value("id").is_none());
        let none = given(Subject::Members, json!({"firstName": null})).unwrap();
        assert!(none.allowed(Target::Known("m1"), Some(&view)).is_err(), "a name is needed");
    }

    #[test]
    fn a_record_takes_fields_and_gives_up_those_that_are_taken_away() {
        let before = json!({"a": 1, "consents": {"x": true, "y": 2}});
        let mut after = before.clone();
        put(&mut after, "a", &Value::Null);
        put(&mut after, "consents.y", &json!(3));
        put(&mut after, "price.amount", &json!(4));
        assert_eq!(after, json!({"consents": {"x": true, "y": 3}, "price": {"amount": 4}}));
    }
}
