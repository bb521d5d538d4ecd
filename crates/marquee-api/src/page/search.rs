//! The search page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::film::is_zero;
use super::frame::Picture;
use super::show::Show;

/// The search: everything that can be found, so that the page finds by itself, without another request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchPage {
    /// What was asked for; empty before the first question.
    pub query: String,
    /// What can be found; of equal matches the earlier stands first.
    pub entries: Vec<SearchEntry>,
}

/// What a search finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SearchKind {
    Film,
    Day,
    Event,
    Theater,
    Page,
}

/// One thing a search finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchEntry {
    /// What it is.
    pub kind: SearchKind,
    /// The title as given.
    pub title: String,
    /// Its page.
    pub href: String,
    /// Further words it is found by: first title, people, versions and formats, places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub words: Vec<String>,
    /// The distinct words of a content page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub text: String,
    /// Whether it is a page of the legal menu, such as terms of sale.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_legal: bool,
    /// Rating of a film.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub certificate: String,
    /// Running time of a film in minutes; 0 when unknown.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u16>")]
    pub runtime: u16,
    /// Genres of a film, the address of a theater, the list of the footer in which a page stands.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub line: String,
    /// Poster of a film.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub picture: Option<Picture>,
    /// The next three times of a film, today or on the next day with shows when none are left today.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Show>>")]
    pub shows: Vec<Show>,
    /// The next day of a film without times today, or what else is true of it (`Opens Mar 12, 2027`); the date of an event
    /// or of a day: `Sat, Nov 29`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub when: String,
}
