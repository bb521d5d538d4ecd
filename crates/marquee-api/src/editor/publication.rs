//! Publication of a draft, at once or later.

use jiff::Timestamp;
use marquee_model::publication::PublicationProblem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RevisionSummary;

/// `POST /api/editor/{site}/publish`: publishes changes of the draft, at once or later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PublishRequest {
    /// The version of the draft that the operator saw: 409 if it has changed since.
    pub version: i64,
    /// Pointers of the changes to publish; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointers: Option<Vec<String>>,
    /// Name of the version; at most 80 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When to publish; absent for at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub at: Option<Timestamp>,
    /// Whether a publication that is scheduled already is kept: 409 then. Without `at` it has no effect.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_scheduled: bool,
}

/// The response to a publication: what was published, or when it is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PublishResponse {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<RevisionSummary>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<ScheduledPublication>,
}

/// A publication that is due later. It publishes the chosen changes that nobody has edited or discarded until then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduledPublication {
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    pub actor: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Pointers of the changes; absent if it publishes what the draft then has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointers: Option<Vec<String>>,
}

/// A publication that did not publish everything when it was due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FailedPublication {
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    pub actor: String,
    pub problem: PublicationProblem,
    /// Number of changes that were not published; 0 if unknown.
    pub left_out: u32,
}

/// `GET /api/editor/{site}/removed`: what was removed from the draft in the last 30 days and the person may put back, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovedRecords {
    pub records: Vec<RemovedRecord>,
}

/// A record that was removed from the draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovedRecord {
    /// JSON Pointer of the record.
    pub pointer: String,
    /// Its title or name; empty if it has none.
    pub name: String,
    /// The film and the start of a show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<RemovedShow>,
    /// Name of the person who removed it.
    pub actor: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
}

/// What names a show that was typed in and removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovedShow {
    pub movie_id: String,
    pub theater_id: String,
    /// An instant, for example `2026-11-20T22:10:00Z`.
    pub starts_at: String,
}

/// `POST /api/editor/{site}/removed/restore`: puts a removed record back into the draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PutBackRequest {
    /// JSON Pointer of the record.
    pub pointer: String,
}
