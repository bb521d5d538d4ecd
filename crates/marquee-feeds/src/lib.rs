//! Reads schedule feeds: converts the files of a format to a [`Schedule`] of model types, with a report of skipped rows.
//!
//! Layer 3. This crate has no SQL, HTTP or storage, and fetches nothing. Formats do not depend on each other. Feeds are
//! untrusted: sizes, depth, numbers and texts are limited (security 7.5), an invalid row is skipped and reported, and
//! nothing panics.
//!
//! To add a format: add a module with `read(&Source, &mut Collector)`, a variant of [`Format`], samples under
//! `tests/samples`, and tests. The rules of all formats (duplicates, field types, times, private hires, attribute keys) are in
//! the modules `collector`, `row`, `values` and `attributes`.

mod attributes;
mod boxoffice;
mod cinemashowtimes;
mod collector;
mod error;
pub mod export;
mod json;
mod json_ld;
mod recognize;
mod report;
mod row;
mod schedule;
mod source;
mod spreadsheet;
mod values;

pub use error::FeedError;
pub use json::JsonError;
pub use recognize::recognize;
pub use report::{SkipReason, SkippedRow, Warning, WarningReason};
pub use schedule::{PictureOwner, RemotePicture, Schedule, Scope, SettingsPatch};
pub use source::{Limits, Source, SourceFile};
pub use spreadsheet::{COLUMNS as SPREADSHEET_COLUMNS, Column, SiteNames};

use collector::Collector;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The open standard CinemaShowtimes-JSON 1.0: a payload per cinema, or a list of payloads.
    CinemaShowtimes,
    /// Data files of another cinema website platform: settings, menus, theaters, films, events, attributes and schedules.
    Boxoffice,
    /// A row for each show, in an Excel workbook or CSV.
    Spreadsheet,
    /// What web pages say about films and shows for search engines: JSON-LD with the vocabulary of schema.org.
    JsonLd,
}

impl Format {
    pub const ALL: &'static [Self] =
        &[Self::CinemaShowtimes, Self::Boxoffice, Self::Spreadsheet, Self::JsonLd];

    /// The name in commands, for example `cinemashowtimes`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CinemaShowtimes => "cinemashowtimes",
            Self::Boxoffice => "boxoffice",
            Self::Spreadsheet => "spreadsheet",
            Self::JsonLd => "json-ld",
        }
    }

    /// A description of the format, for errors.
    fn hint(self) -> &'static str {
        match self {
            Self::CinemaShowtimes => "a payload is an object with cinema, films, auditoria and sessions",
            Self::Boxoffice => {
                "its files contain data.allTheater, data.allMovie, data.allEvent or schedules by theater"
            }
            Self::Spreadsheet => "it has a row for each show below a row with the names of the columns",
            Self::JsonLd => "it has nodes of the type ScreeningEvent, Movie or MovieTheater",
        }
    }
}

impl std::str::FromStr for Format {
    type Err = FeedError;

    fn from_str(name: &str) -> Result<Self, FeedError> {
        let format = Self::ALL.iter().find(|f| f.name() == name).copied();
        format.ok_or_else(|| FeedError::UnknownFormat(name.to_owned()))
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Default percentage of sold seats from which a show is marked "few left".
pub const FEW_LEFT_PERCENT: u8 = 85;

/// Options of the site for reading a feed.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// Local hour at which a cinema day starts, default 3 (CONST-02).
    pub business_day_start_hour: u8,
    /// Time zone of theaters without one in the feed, default `UTC` (LOCALE-03).
    pub default_time_zone: &'a str,
    /// Percentage of sold seats from which a show is marked "few left", default [`FEW_LEFT_PERCENT`].
    pub few_left_percent: u8,
    /// The short locale of the site, for example `en`. A show in the film's language is an original version if the site has
    /// another language. If `None`, only subtitles are considered.
    pub language: Option<&'a str>,
    /// What the site knows of the names in a spreadsheet.
    pub known: SiteNames<'a>,
    /// Called after each file with the bytes read so far and the total.
    pub progress: &'a dyn Fn(u64, u64),
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            business_day_start_hour: marquee_model::time::BUSINESS_DAY_START_HOUR,
            default_time_zone: "UTC",
            few_left_percent: FEW_LEFT_PERCENT,
            language: None,
            known: SiteNames::default(),
            progress: &|_, _| {},
        }
    }
}

/// The result of reading a feed.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub schedule: Schedule,
    pub skipped: Vec<SkippedRow>,
    /// Rows that were imported with changes.
    pub warnings: Vec<Warning>,
    /// Number of rows, including skipped ones: theaters, auditoria, films, showtimes, events and attributes.
    pub rows_read: usize,
}

/// Reads a feed.
///
/// # Errors
/// A file is not UTF-8 or JSON, the feed contains no data of the format, too many rows were skipped, or rows were skipped
/// and there is no theater or showtime.
pub fn read(format: Format, source: &Source, options: &ReadOptions<'_>) -> Result<Reading, FeedError> {
    let mut collector = Collector::new(options, source);
    match format {
        Format::CinemaShowtimes => cinemashowtimes::read(source, &mut collector)?,
        Format::Boxoffice => boxoffice::read(source, &mut collector)?,
        Format::Spreadsheet => spreadsheet::read(source, &mut collector)?,
        Format::JsonLd => json_ld::read(source, &mut collector)?,
    }
    collector.finish(format)
}
