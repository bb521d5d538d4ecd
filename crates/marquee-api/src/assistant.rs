//! The tools of the MCP endpoint: what assistants send, and what they get.
//!
//! The comments of fields are part of the schemas that assistants read.

use marquee_model::time::PlayWeek;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{SearchKind, ShowState};

/// Which films a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FilmSelection {
    /// Films with a show from now on that are released.
    #[default]
    NowShowing,
    /// Films that open later.
    ComingSoon,
    All,
}

/// Arguments of `list_films`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListFilms {
    /// Which films; `now_showing` if omitted.
    #[serde(default)]
    pub selection: FilmSelection,
    /// Only films with shows at this theater: an id of `list_theaters`.
    #[serde(default)]
    pub theater: Option<String>,
}

/// Arguments of `list_showtimes`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListShowtimes {
    /// `today`, `tonight` (from 17:00 until the end of the cinema day, after midnight), `tomorrow`, or a date as YYYY-MM-DD, in the
    /// theater's time zone. `today` if omitted.
    #[serde(default)]
    pub date: Option<String>,
    /// Only this film: an id of `list_films` or `search`.
    #[serde(default)]
    pub film: Option<String>,
    /// Only this theater: an id of `list_theaters`.
    #[serde(default)]
    pub theater: Option<String>,
}

/// Arguments of `list_theaters`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListTheaters {}

/// Arguments of `search`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Words of a title, a person, a genre, a format such as IMAX, a day, an event, a theater or a page.
    pub query: String,
}

/// Arguments of `film`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FilmById {
    /// An id of `list_films` or `search`.
    pub film: String,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolCall {
    ListFilms(ListFilms),
    ListShowtimes(ListShowtimes),
    ListTheaters(ListTheaters),
    Search(Search),
    Film(FilmById),
}

/// How much of a list a result has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Extent {
    /// Number of all rows.
    pub total: u32,
    /// Whether rows were left out.
    pub truncated: bool,
    /// How to get the rows that were left out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
}

/// A film of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmEntry {
    pub id: String,
    pub title: String,
    /// Its page.
    pub url: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub genres: Vec<String>,
    /// Rating, such as PG-13.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub certificate: String,
    /// Running time in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<u16>,
    /// YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_date: Option<String>,
    /// The next cinema day with a show, YYYY-MM-DD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_day: Option<String>,
    /// The play week of that day, counted from the current one (CONST-02).
    pub play_week: PlayWeek,
}

/// Result of `list_films`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmList {
    pub films: Vec<FilmEntry>,
    #[serde(flatten)]
    pub extent: Extent,
}

/// A show.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowtimeEntry {
    pub film: String,
    pub film_id: String,
    pub film_url: String,
    pub theater: String,
    pub theater_id: String,
    /// The cinema day, YYYY-MM-DD. Shows after midnight belong to the day before.
    pub day: String,
    /// ISO 8601 with the theater's offset.
    pub starts_at: String,
    /// The local time as the site writes it.
    pub time: String,
    /// The local time of the end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ends: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub screen: String,
    /// Format, language and access, such as `3D` or `Open captions`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<String>,
    pub status: ShowState,
    /// Where tickets are sold; absent if the show cannot be booked online.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub booking_url: String,
    /// Only members can book now: the booking address is the page of the event, which says until when.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members_first: bool,
}

/// Result of `list_showtimes`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowtimeList {
    /// The cinema day, YYYY-MM-DD. Theaters in other time zones may have another one.
    pub day: String,
    /// By start. Shows that have started and cannot be booked any more are left out.
    pub showtimes: Vec<ShowtimeEntry>,
    #[serde(flatten)]
    pub extent: Extent,
    /// The next day with shows, YYYY-MM-DD, if there are none on this day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_day: Option<String>,
    /// The page with the times of this day.
    pub url: String,
}

/// A theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterEntry {
    pub id: String,
    pub name: String,
    /// Its page.
    pub url: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub address: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub phone: String,
    /// IANA name.
    pub time_zone: String,
    /// The current cinema day, YYYY-MM-DD.
    pub today: String,
    /// The shows of the next two weeks as a calendar file.
    pub calendar_url: String,
}

/// Result of `list_theaters`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterList {
    pub theaters: Vec<TheaterEntry>,
    #[serde(flatten)]
    pub extent: Extent,
}

/// A result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    pub kind: SearchKind,
    /// Of films and theaters: the id that other tools take.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    pub title: String,
    pub url: String,
    /// Genres of a film, the address of a theater, the section of a page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// When a film plays or opens, or the date of an event or day.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub when: String,
}

/// Result of `search`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHits {
    /// Films first, each kind with the best match first.
    pub results: Vec<SearchHit>,
    #[serde(flatten)]
    pub extent: Extent,
    /// The page with the same results.
    pub url: String,
}

/// The shows of a film on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmDay {
    /// The cinema day, YYYY-MM-DD.
    pub day: String,
    pub showtimes: Vec<ShowtimeEntry>,
}

/// Result of `film`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmDetails {
    #[serde(flatten)]
    pub film: FilmEntry,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub original_title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub synopsis: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directors: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cast: Vec<String>,
    /// Spoken languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<String>,
    /// Why the film has its rating.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub advisory: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub trailer_url: String,
    /// The next days with shows.
    pub days: Vec<FilmDay>,
    /// Of the showtimes.
    #[serde(flatten)]
    pub extent: Extent,
}
