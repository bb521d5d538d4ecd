//! The search page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::film::is_zero;
use super::frame::Picture;
use super::show::Show;

/// Maximum length of a search, in characters (Unicode code points).
pub const MAX_SEARCH_LENGTH: usize = 100;

/// The search page, with the whole index, so that the browser can search without further requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchPage {
    /// The query; empty before the first search.
    pub query: String,
    /// The index; equal matches are listed in this order.
    pub entries: Vec<SearchEntry>,
}

/// Kind of a search result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchKind {
    Film,
    Day,
    Event,
    Theater,
    Page,
}

/// An entry of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchEntry {
    pub kind: SearchKind,
    /// The title, verbatim.
    pub title: String,
    /// Its page.
    pub href: String,
    /// Additional words for the search: original title, people, versions and formats, places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The distinct words of a content page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Whether it is a page of the legal menu, such as terms of sale.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_legal: bool,
    /// Rating of a film.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub certificate: String,
    /// Running time of a film in minutes; 0 if unknown.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub runtime: u16,
    /// Genres of a film, address of a theater, or footer list of a page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// Poster of a film.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// The next three shows of a film, today or, if today has no more, on the next day with shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<Show>,
    /// For a film without shows today: the next day with shows, or a note (`Opens Mar 12, 2027`). For an event or day: the date,
    /// `Sat, Nov 29`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub when: String,
}
