//! Schedules in files or at an address, in a format that `marquee import` reads.

use jiff::Timestamp;
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
    #[serde(rename = "veezi")]
    Veezi,
    #[serde(rename = "tapos")]
    Tapos,
    #[serde(rename = "vista")]
    Vista,
    #[serde(rename = "agile")]
    Agile,
    #[serde(rename = "icalendar")]
    ICalendar,
    #[serde(rename = "spreadsheet")]
    Spreadsheet,
    #[serde(rename = "json-ld")]
    JsonLd,
    #[serde(rename = "indy")]
    Indy,
    #[serde(rename = "spektrix")]
    Spektrix,
    #[serde(rename = "vue")]
    Vue,
    /// Facts, texts and pictures of films, without shows.
    #[serde(rename = "tmdb")]
    Tmdb,
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

/// `POST /api/editor/{site}/program/import/plan`: reads a schedule for a site, and shows what its import would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportPlanRequest {
    pub source: ScheduleSource,
    /// Id of the theater of rows that name none; absent if the site has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<String>,
}

/// `POST /api/editor/{site}/program/import`: imports what a dry run has shown. 409 with the code `changedSource` if the files or the
/// address have other content, `changedProgram` if the import would change something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRequest {
    pub source: ScheduleSource,
    /// As in the dry run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<String>,
    /// [`ImportPlan::plan`] of the dry run.
    pub plan: String,
}

/// What an import would change. Nothing is stored. Shows are those that have not started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportPlan {
    /// Identifies what was read and what it would change.
    pub plan: String,
    pub format: ScheduleFormat,
    pub films: ImportedRecords,
    /// Of the theaters whose shows are replaced.
    pub shows: ImportedRecords,
    /// The cinema days of the schedule, for example `2026-11-20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Theaters that change, or whose shows are replaced.
    pub theaters: Vec<ImportedTheater>,
    /// The number of shows in these theaters by cinema day, without gaps; at most 366 days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<ImportedDay>,
    /// Films that change or have shows in these theaters, those with the most changes first; at most 300.
    pub changes: Vec<ImportedFilm>,
    /// Whether nothing would change.
    pub is_same: bool,
    /// Number of rows that were left out.
    pub skipped: usize,
    /// Rows that were left out, and values that were changed or ignored, each with its place, at most 100.
    pub remarks: Vec<String>,
    /// Number of all remarks.
    pub remark_count: usize,
}

/// Number of records by what happens to them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportedRecords {
    pub added: usize,
    pub changed: usize,
    pub removed: usize,
    pub unchanged: usize,
}

/// What an import does to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ImportChange {
    Removed,
    Changed,
    Added,
    Unchanged,
}

/// A theater of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportedTheater {
    pub id: String,
    pub name: String,
    /// IANA time zone.
    pub time_zone: String,
    pub change: ImportChange,
    pub shows: ImportedRecords,
}

/// The number of shows of a cinema day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportedDay {
    /// For example `2026-11-20`.
    pub day: String,
    pub before: usize,
    pub after: usize,
}

/// A film of an import with its shows that change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportedFilm {
    pub id: String,
    pub title: String,
    /// Its name in the schedule, if it has another title on the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Source of the poster that the site has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poster: Option<String>,
    pub change: ImportChange,
    pub shows: ImportedRecords,
    /// Shows that change, by start; at most 60.
    pub times: Vec<ImportedShow>,
}

/// A show that an import changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportedShow {
    pub id: String,
    /// Id of the theater.
    pub theater: String,
    pub change: ImportChange,
    /// The start until now; absent if the show is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub before: Option<Timestamp>,
    /// The start after the import; absent if the show is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub after: Option<Timestamp>,
}
