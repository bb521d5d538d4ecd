//! Field definitions and validation of values.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_model::link_target::LinkTarget;
use marquee_model::money::is_currency_code;
use serde_json::{Value, json};

use crate::mail_queue::address;
use crate::profile;

/// Separates the entries of a list in one cell.
pub const LIST_SEPARATOR: char = '|';

/// The definition of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The name; nested fields have dots, for example `price.amount`.
    pub name: &'static str,
    /// The type and range of its values.
    pub field_type: FieldType,
    /// Whether it is required, and when it can be set.
    pub access: Access,
    /// Where it is stored.
    pub storage: Storage,
}

/// The type and range of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldType {
    /// One line of text, up to [`FieldType::MAX_LINE_CHARACTERS`] characters.
    Line,
    /// Text with line breaks, up to [`FieldType::MAX_TEXT_CHARACTERS`] characters.
    Text,
    /// An id: letters, digits and `-_.:=`, up to [`FieldType::MAX_ID_BYTES`] bytes.
    Id,
    /// An integer between two values, inclusive.
    Integer(i64, i64),
    /// A boolean.
    Boolean,
    /// Up to [`FieldType::MAX_LIST_ENTRIES`] lines of text.
    List,
    /// A timestamp. A date means midnight UTC.
    Timestamp,
    /// A date.
    Date,
    Email,
    /// A currency code: three uppercase letters.
    Currency,
    /// The URL of a picture, or a path on the site.
    ImageUrl,
    /// One of these values, in any case.
    Choice(&'static [&'static str]),
}

/// Whether a field is required, and when it can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Identifies the record: required on creation, read-only after that.
    Key,
    /// Required.
    Required,
    /// Optional.
    Optional,
    /// Settable on creation only.
    CreateOnly,
    /// Read-only.
    ReadOnly,
}

/// Where a field is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// In the record itself.
    Record,
    /// Elsewhere, for example in the ledger.
    Elsewhere,
    /// A secret: it is never returned.
    WriteOnly,
}

impl FieldType {
    /// Maximum number of characters of a line.
    pub const MAX_LINE_CHARACTERS: usize = profile::MAX_CHARACTERS;
    /// Maximum number of characters of a text.
    pub const MAX_TEXT_CHARACTERS: usize = 2000;
    /// Maximum length of an id in bytes.
    pub const MAX_ID_BYTES: usize = 100;
    /// Maximum number of entries of a list.
    pub const MAX_LIST_ENTRIES: usize = profile::MAX_ENTRIES;

    /// Parses a text that is not empty.
    ///
    /// # Errors
    /// The violated rule, for example `must be true or false`.
    pub fn parse(self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        match self {
            Self::Integer(..) => match text.parse::<i64>() {
                Ok(number) => self.check(&json!(number)),
                Err(_) => Err(self.requirement()),
            },
            Self::Boolean => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "1" => Ok(Value::Bool(true)),
                "false" | "no" | "0" => Ok(Value::Bool(false)),
                _ => Err(self.requirement()),
            },
            Self::List => {
                let entries = text.split(LIST_SEPARATOR).map(str::trim).filter(|entry| !entry.is_empty());
                self.check(&entries.collect::<Vec<_>>().into())
            }
            _ => self.check(&Value::String(text.to_owned())),
        }
    }

    /// Validates a JSON value, and returns it in normalized form.
    ///
    /// # Errors
    /// The violated rule, for example `must be true or false`.
    pub fn check(self, value: &Value) -> Result<Value, String> {
        let checked = match (self, value) {
            (Self::Integer(min, max), value) => {
                value.as_i64().filter(|n| (min..=max).contains(n)).map(|n| json!(n))
            }
            (Self::Boolean, Value::Bool(_)) => Some(value.clone()),
            (Self::List, Value::Array(entries)) if entries.len() <= Self::MAX_LIST_ENTRIES => {
                let lines = entries.iter().map(|entry| line(entry.as_str()?, Self::MAX_LINE_CHARACTERS));
                lines.collect::<Option<Vec<_>>>().map(Value::from)
            }
            (_, Value::String(text)) => self.text(text.trim()),
            _ => None,
        };
        checked.ok_or_else(|| self.requirement())
    }

    fn text(self, text: &str) -> Option<Value> {
        match self {
            Self::Line => line(text, Self::MAX_LINE_CHARACTERS).map(Value::from),
            Self::Text => {
                let is_forbidden = |c: char| c.is_control() && c != '\n';
                (text.chars().count() <= Self::MAX_TEXT_CHARACTERS && !text.contains(is_forbidden))
                    .then(|| text.into())
            }
            Self::Id => {
                let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '=');
                (!text.is_empty() && text.len() <= Self::MAX_ID_BYTES && text.chars().all(is_allowed))
                    .then(|| text.into())
            }
            Self::Timestamp => instant(text).map(|at| json!(at)),
            Self::Date => day(text).map(|day| json!(day)),
            Self::Email => address(text).map(|_| text.into()),
            Self::Currency => is_currency_code(text).then(|| text.into()),
            Self::ImageUrl => {
                let is_resource = |text: &str| LinkTarget::parse(text).is_some_and(|t| t.is_resource());
                line(text, Self::MAX_TEXT_CHARACTERS).filter(|text| is_resource(text)).map(Value::from)
            }
            Self::Choice(choices) => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)).map(|choice| (*choice).into())
            }
            Self::Integer(..) | Self::Boolean | Self::List => None,
        }
    }

    /// The rule as an error message.
    fn requirement(self) -> String {
        match self {
            Self::Line => format!("must be one line of at most {} characters", Self::MAX_LINE_CHARACTERS),
            Self::Text => format!("must be text of at most {} characters", Self::MAX_TEXT_CHARACTERS),
            Self::Id => {
                format!("must have 1 to {} letters, digits or - _ . : =", Self::MAX_ID_BYTES)
            }
            Self::Integer(min, max) => format!("must be an integer between {min} and {max}"),
            Self::Boolean => "must be true or false".to_owned(),
            Self::List => {
                format!(
                    "must have at most {} entries, separated by {LIST_SEPARATOR:?} in a file",
                    Self::MAX_LIST_ENTRIES
                )
            }
            Self::Timestamp => "must be a timestamp such as 2027-01-31T18:00:00Z, or a date".to_owned(),
            Self::Date => "must be a date such as 1990-12-31".to_owned(),
            Self::Email => "must be an email address".to_owned(),
            Self::Currency => "must be a currency code such as EUR".to_owned(),
            Self::ImageUrl => "must be a path of this site or an http or https URL".to_owned(),
            Self::Choice(choices) => format!("must be one of {}", choices.join(", ")),
        }
    }
}

fn line(text: &str, max: usize) -> Option<String> {
    let text = text.trim();
    (text.chars().count() <= max && !text.contains(char::is_control)).then(|| text.to_owned())
}

/// Parses a timestamp or date, truncated to milliseconds, the precision of the database.
fn instant(text: &str) -> Option<Timestamp> {
    let at = match text.parse::<Timestamp>() {
        Ok(at) => at,
        Err(_) => day(text)?.to_zoned(TimeZone::UTC).ok()?.timestamp(),
    };
    Timestamp::from_millisecond(at.as_millisecond()).ok()
}

fn day(text: &str) -> Option<Date> {
    let day = (text.len() == 10).then(|| text.parse::<Date>().ok())??;
    profile::YEARS.contains(&day.year()).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_values_are_normalized() {
        let longest = |characters: usize| "é".repeat(characters);
        for (cell, text, normalized) in [
            (FieldType::Line, " Zoë ", json!("Zoë")),
            (FieldType::Line, &longest(200), json!(longest(200))),
            (FieldType::Text, "One\nTwo", json!("One\nTwo")),
            (FieldType::Text, &longest(2000), json!(longest(2000))),
            (FieldType::Id, "A-1_b.c:d=é", json!("A-1_b.c:d=é")),
            (FieldType::Id, &"x".repeat(100), json!("x".repeat(100))),
            (FieldType::Integer(0, 10), "7", json!(7)),
            (FieldType::Boolean, "Yes", json!(true)),
            (FieldType::Boolean, "0", json!(false)),
            (FieldType::List, "T1 | T2|", json!(["T1", "T2"])),
            (FieldType::Timestamp, "2027-01-31T18:00:00+01:00", json!("2027-01-31T17:00:00Z")),
            (FieldType::Timestamp, "2027-01-31", json!("2027-01-31T00:00:00Z")),
            (FieldType::Date, "1990-12-31", json!("1990-12-31")),
            (FieldType::Choice(&["active", "blocked"]), "Blocked", json!("blocked")),
            (FieldType::ImageUrl, "/media/a.webp", json!("/media/a.webp")),
        ] {
            assert_eq!(cell.parse(text), Ok(normalized), "{text}");
        }
    }

    #[test]
    fn invalid_values_are_refused() {
        let long = "x".repeat(FieldType::MAX_LINE_CHARACTERS + 1);
        for (cell, text) in [
            (FieldType::Line, long.as_str()),
            (FieldType::Line, "a\u{0}b"),
            (FieldType::Id, "a/b"),
            (FieldType::Integer(0, 10), "11"),
            (FieldType::Integer(0, 10), "1.5"),
            (FieldType::Boolean, "maybe"),
            (FieldType::Timestamp, "tomorrow"),
            (FieldType::Date, "31.12.1990"),
            (FieldType::Email, "ada"),
            (FieldType::Currency, "eur"),
            (FieldType::ImageUrl, "javascript:alert(1)"),
            (FieldType::Choice(&["active"]), "gone"),
        ] {
            assert!(cell.parse(text).is_err(), "{text}");
        }
        for text in ["a\tb", "a\u{0}b", "a\r\nb", &"é".repeat(2001)] {
            assert!(FieldType::Text.parse(text).is_err(), "{text:?}");
        }
        for text in ["", " ", "a b", "é/", &"x".repeat(101)] {
            assert!(FieldType::Id.check(&json!(text)).is_err(), "{text:?}");
        }
        let entries = |count: usize| Value::from(vec!["x"; count]);
        assert!(FieldType::List.check(&entries(51)).is_err());
        assert_eq!(FieldType::List.check(&entries(50)), Ok(entries(50)));
        assert!(
            FieldType::Line.check(&json!(7)).is_err() && FieldType::Integer(0, 9).check(&json!("7")).is_err()
        );
    }
}
