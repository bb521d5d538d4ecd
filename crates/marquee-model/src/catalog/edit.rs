//! What operators set on films and shows by hand, beside what feeds and imports say.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::showtime::Price;
use crate::id::{MovieId, ShowId, TheaterId};

/// A film or show typed in by hand, or changes of one that a feed or import has. Imports never replace it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RecordEdit {
    /// Whether the record is typed in by hand: then `fields` is the whole record.
    #[serde(skip_serializing_if = "is_false")]
    pub added: bool,
    /// Whether the site does not have the record.
    #[serde(skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Values by key of the record, without `id`. `null` removes the value that the feed has.
    pub fields: Map<String, Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_false(value: &bool) -> bool {
    !value
}

impl RecordEdit {
    /// The record with this edit: `base` is what feeds and imports say. `None` if the site does not have it.
    #[must_use]
    pub fn applied(&self, id: &str, base: Option<&Value>) -> Option<Value> {
        let mut record = match (self.added, base) {
            (true, _) => Map::new(),
            (false, Some(Value::Object(base))) => base.clone(),
            (false, _) => return None,
        };
        if self.hidden {
            return None;
        }
        for (key, value) in &self.fields {
            if value.is_null() {
                record.remove(key);
            } else {
                record.insert(key.clone(), value.clone());
            }
        }
        record.insert("id".to_owned(), id.into());
        Some(record.into())
    }
}

/// The edits of films and shows of a site.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ProgramEdits {
    pub films: BTreeMap<MovieId, RecordEdit>,
    pub shows: BTreeMap<ShowId, RecordEdit>,
}

/// How shows that are typed in at a theater get their length, price and booking link.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ProgramRules {
    /// Minutes of trailers and advertising before a film.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 120))]
    pub trailer_minutes: Option<u16>,
    /// Minutes after a show until the next one can start on its screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 240))]
    pub cleaning_minutes: Option<u16>,
    /// Booking link, in which `{id}`, `{film}`, `{screen}`, `{date}` and `{time}` are replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2000))]
    pub booking: Option<String>,
    /// The first rule that matches a show gives its price.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub prices: Vec<PriceRule>,
}

/// The program rules of a site, by theater.
pub type ProgramRulesByTheater = BTreeMap<TheaterId, ProgramRules>;

/// A price of shows that are typed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceRule {
    /// ISO weekdays (1 is Monday) of the cinema day; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 7), inner(range(min = 1, max = 7)))]
    pub weekdays: Vec<u8>,
    /// Only starts before this local time, for example `17:00`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = "^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    pub before: Option<String>,
    /// Only shows with all of these attributes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    pub price: Price,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn edit(value: Value) -> RecordEdit {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn an_edit_keeps_what_the_feed_says_of_other_fields() {
        let feed = json!({ "id": "7", "title": "LOW TIDE (subt.)", "runtime": 102, "certificate": "PG" });
        let title = edit(json!({ "fields": { "title": "Low Tide", "certificate": null } }));
        assert_eq!(
            title.applied("7", Some(&feed)),
            Some(json!({ "id": "7", "title": "Low Tide", "runtime": 102 }))
        );
        // The feed no longer has the record.
        assert_eq!(title.applied("7", None), None);
    }

    #[test]
    fn a_record_typed_in_needs_no_feed() {
        let film = edit(json!({ "added": true, "fields": { "title": "Rusalka" } }));
        assert_eq!(film.applied("8", None), Some(json!({ "id": "8", "title": "Rusalka" })));
        let other = json!({ "id": "8", "title": "OTHER" });
        assert_eq!(film.applied("8", Some(&other)), Some(json!({ "id": "8", "title": "Rusalka" })));
        assert_eq!(edit(json!({ "hidden": true, "fields": {} })).applied("8", Some(&other)), None);
    }
}
