//! Films as cards, and the featured film.

use marquee_model::catalog::Badge;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frame::Picture;
use super::show::{Show, TimetableShow};

/// The featured film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hero {
    pub film: CardItem,
    pub genres: Vec<String>,
    pub directors: Vec<String>,
    /// The wide picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// The day of the shows, if it is not today: `Tomorrow` or a weekday.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub day: String,
    /// Up to four shows of the day.
    pub shows: Vec<Show>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trailer: Option<TrailerView>,
}

/// A trailer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrailerView {
    /// The link for browsers without scripts.
    pub href: String,
    /// URL of the privacy-enhanced player or of the file.
    pub embed: String,
    /// Whether `embed` is a video file.
    pub file: bool,
    /// The captions of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captions: Vec<CaptionsView>,
}

/// Captions of a video in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptionsView {
    pub locale: String,
    /// The name of the language in this language.
    pub label: String,
    pub href: String,
}

/// A film in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardItem {
    pub id: String,
    /// The title, verbatim.
    pub title: String,
    /// The film's page.
    pub href: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poster: Option<Picture>,
    /// `NEW` and `PREVIEW` (CONST-03).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// A badge in words of the operator; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub badge_text: String,
    /// Rating of the local board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub certificate: String,
    /// Running time in minutes; 0 if unknown.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub runtime: u16,
    /// Year of release, for classics; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub year: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
pub(super) fn is_zero(n: &u16) -> bool {
    *n == 0
}

/// A film with its shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmCard {
    pub film: CardItem,
    /// The day of the shows, if nothing else on the page shows it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub day: String,
    /// Up to four shows of the day.
    pub shows: Vec<Show>,
    /// Number of further shows.
    pub more: u32,
    /// The times of the further shows as text, for print.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<String>,
    /// The next day with shows, for a film without shows that day; the release date on coming soon; empty if unknown.
    pub next: String,
}

/// A film's row of a timetable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimetableRow {
    pub film: CardItem,
    /// Its shows, sorted by start.
    pub shows: Vec<TimetableShow>,
}
