//! Programme feeds: bytes of one format in, a [`Programme`] in the model's words out, with a report of what was
//! skipped and why.
//!
//! Layer 3. This crate never knows SQL, HTTP routes or where a programme is stored, never fetches anything, and
//! one format never knows another. Feeds are hostile until read: sizes, depth, numbers and texts are limited
//! (security 7.5), a bad row is left out with its place, and nothing here panics.
//!
//! To add a format: a module with `read(&Source, &mut Collector)`, a variant of [`Format`], samples under
//! `tests/samples`, its tests beside them. The rules all formats share (ids, times, duplicates, private hires,
//! attribute keys) live in the modules `collect`, `ids`, `values` and `attributes`.

mod attributes;
mod boxoffice;
mod cinemashowtimes;
mod collect;
mod error;
pub mod export;
mod ids;
mod json;
mod programme;
mod report;
mod row;
mod source;
mod values;

pub use error::FeedError;
pub use json::Fault;
pub use programme::{PictureOwner, Programme, RemotePicture, Scope, SettingsPatch};
pub use report::{Reason, Remark, Skipped, Warning};
pub use source::{Limits, Source, SourceFile};

use collect::Collector;

/// The formats that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// CinemaShowtimes-JSON 1.0, an open standard: one payload a cinema, or a list of payloads.
    CinemaShowtimes,
    /// The data files of the platform most operators come from: settings, menus, theaters, films, events,
    /// attributes and schedules.
    Boxoffice,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Self] = &[Self::CinemaShowtimes, Self::Boxoffice];

    /// The name operators use, for example `cinemashowtimes`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CinemaShowtimes => "cinemashowtimes",
            Self::Boxoffice => "boxoffice",
        }
    }

    /// What the format looks like, for someone who gave something else.
    fn hint(self) -> &'static str {
        match self {
            Self::CinemaShowtimes => "a payload is an object with cinema, films, auditoria and sessions",
            Self::Boxoffice => {
                "its files hold data.allTheater, data.allMovie, data.allEvent or schedules by theater"
            }
        }
    }
}

impl std::str::FromStr for Format {
    type Err = FeedError;

    fn from_str(name: &str) -> Result<Self, FeedError> {
        let found = Self::ALL.iter().find(|f| f.name() == name).copied();
        found.ok_or_else(|| FeedError::UnknownFormat(name.to_owned()))
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Share of sold seats, in percent, from which a show has few left, unless the site has its own.
pub const FEW_LEFT_PERCENT: u8 = 85;

/// What the site says about reading; [`ReadOptions::default`] has the model's defaults.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// Local hour at which a cinema day starts, default 3 (CONST-02).
    pub business_day_start_hour: u8,
    /// Zone of theaters whose feed names none, default `UTC` (LOCALE-03).
    pub default_time_zone: &'a str,
    /// Share of sold seats, in percent, from which a show has few left, default [`FEW_LEFT_PERCENT`].
    pub few_left_percent: u8,
    /// The short locale of the site, for example `en`: a show in another language that is the film's own is an
    /// original version. `None` tells it by subtitles alone.
    pub language: Option<&'a str>,
    /// Called after each file with the bytes read so far and in all.
    pub progress: &'a dyn Fn(u64, u64),
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            business_day_start_hour: marquee_model::time::BUSINESS_DAY_START_HOUR,
            default_time_zone: "UTC",
            few_left_percent: FEW_LEFT_PERCENT,
            language: None,
            progress: &|_, _| {},
        }
    }
}

/// A feed that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What it says.
    pub programme: Programme,
    /// Rows that were left out.
    pub skipped: Vec<Skipped>,
    /// Rows that were taken otherwise than they stood.
    pub warnings: Vec<Warning>,
    /// Theaters, films, showtimes, events and attributes seen, taken or not.
    pub rows_read: usize,
}

/// Reads a feed.
///
/// # Errors
/// [`FeedError`] when a file is not text or JSON, when nothing is of the format, and when no theater and no
/// showtime could be read while rows were refused.
pub fn read(format: Format, source: &Source, options: &ReadOptions<'_>) -> Result<Reading, FeedError> {
    let mut collector = Collector::new(options, source);
    match format {
        Format::CinemaShowtimes => cinemashowtimes::read(source, &mut collector)?,
        Format::Boxoffice => boxoffice::read(source, &mut collector)?,
    }
    collector.finish(format)
}
