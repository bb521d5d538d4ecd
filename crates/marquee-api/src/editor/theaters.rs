//! Theaters beside the draft: alerts, which pages show at once, what feeds say, and how many shows a closure hides.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use marquee_model::catalog::{MAX_ALERT_CHARACTERS, Theater};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/editor/{site}/alerts`: the alerts that have not ended, in the site's order of theaters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorAlerts {
    pub alerts: Vec<EditorAlert>,
}

/// An alert of a theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorAlert {
    /// Id of the theater.
    pub theater: String,
    pub message: String,
    /// The message in other languages, by short locale.
    pub translations: BTreeMap<String, String>,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub since: Timestamp,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub ends_at: Timestamp,
    /// `ends_at` as local time of the theater: `2026-11-21T10:00:00`.
    #[schemars(with = "String")]
    pub ends: DateTime,
}

/// `PUT /api/editor/{site}/alerts/{theater}`: starts the alert of a theater, or changes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewAlert {
    /// One line of text.
    #[schemars(length(min = 1, max = MAX_ALERT_CHARACTERS))]
    pub message: String,
    /// The message in other languages of the site, by short locale; without one, pages show `message`.
    #[serde(default)]
    pub translations: BTreeMap<String, String>,
    /// When it ends, as local time of the theater: `2026-11-21T10:00`.
    #[schemars(with = "String")]
    pub ends: DateTime,
}

/// `GET /api/editor/{site}/theaters`: what feeds and imports say of the theaters, in no particular order. Theaters that were
/// typed in are missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorTheaters {
    pub feed: Vec<Theater>,
}

/// `GET /api/editor/{site}/theaters/{theater}/shows?from=…&to=…`: how many shows a closure would hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShowCount {
    pub shows: u64,
}
