//! Schedules in files or at an address, in a format that `marquee import` reads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a schedule is: in files, or at an address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleSource {
    /// At most 16 MB together; some systems export several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ScheduleFile>,
    /// For example `https://cinema.example/schedule.json`; instead of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Absent to recognize it by the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ScheduleFormat>,
}

/// A file with a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleFile {
    pub name: String,
    /// In Base64.
    pub content: String,
}

/// A format of schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ScheduleFormat {
    #[serde(rename = "cinemashowtimes")]
    CinemaShowtimes,
    #[serde(rename = "boxoffice")]
    Boxoffice,
    #[serde(rename = "spreadsheet")]
    Spreadsheet,
    #[serde(rename = "json-ld")]
    JsonLd,
}

/// `POST /api/editor/schedule`: reads a schedule for a site that is being set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleRequest {
    pub source: ScheduleSource,
    /// Name of the cinema, which spreadsheets may name.
    pub name: String,
    /// IANA time zone of theaters without one.
    pub time_zone: String,
    /// Such as `en-US`.
    pub locale: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Number of screens.
    pub screens: u16,
}

/// What a schedule has. Nothing is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleReading {
    pub format: ScheduleFormat,
    /// Number of films.
    pub films: usize,
    /// Number of films without a picture.
    pub without_picture: usize,
    /// Number of showtimes.
    pub shows: usize,
    /// Number of showtimes within seven days from now.
    pub next_shows: usize,
    /// The day of the last show, for example `2026-11-26`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Those that have showtimes or that the files describe.
    pub theaters: Vec<ScheduleTheater>,
    /// The films that play next, at most four.
    pub next_films: Vec<ScheduleFilm>,
    /// Number of rows that were left out.
    pub skipped: usize,
    /// Rows that were left out, and values that were changed or ignored, at most 100.
    pub remarks: Vec<String>,
    /// Number of all remarks.
    pub remark_count: usize,
}

/// A theater of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleTheater {
    pub name: String,
    /// Number of showtimes.
    pub shows: usize,
}

/// A film of a schedule with its next showtimes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScheduleFilm {
    pub title: String,
    /// At most two instants.
    pub times: Vec<String>,
}

/// Why a schedule was refused: `code` of the problem report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ScheduleProblem {
    /// Neither files nor an address, or both.
    Missing,
    /// The text is not an address.
    Address,
    /// An address in an internal network, or on a port that is not allowed.
    NotPublic,
    Unreachable,
    /// An error status.
    Status,
    Redirects,
    Timeout,
    TooLarge,
    /// The content is a web page.
    WebPage,
    /// Neither a spreadsheet nor JSON.
    UnknownFile,
    /// The format must be chosen.
    Unclear,
    /// Files of several formats.
    Mixed,
    /// The title of the report says what is wrong in which file.
    Invalid,
    /// There are no showtimes.
    NoShows,
}
