//! Reads schedule feeds: converts the files of a format to a [`Schedule`] of model types, with a report of skipped rows.
//!
//! Layer 3. This crate has no SQL, HTTP or storage, and fetches nothing. Formats do not depend on each other. Feeds are
//! untrusted: sizes, depth, numbers and texts are limited (security 7.5), an invalid row is skipped and reported, and
//! nothing panics.
//!
//! To add a format: add a module with a type that implements `FeedFormat`, a line in `formats!` below, samples under
//! `tests/samples`, and tests. The rules of all formats (duplicates, field types, times, private hires, attribute keys) are in
//! the modules `collector`, `row`, `values` and `attributes`.

mod agile;
mod attributes;
mod boxoffice;
mod cinemashowtimes;
mod collector;
mod error;
pub mod export;
mod format;
mod ical;
mod indy;
mod json;
mod json_ld;
mod languages;
mod mojibake;
mod of_site;
mod recognize;
mod records;
mod report;
mod row;
mod schedule;
mod site_names;
mod source;
mod spektrix;
mod spreadsheet;
mod tapos;
#[cfg(test)]
mod test_site;
#[cfg(test)]
mod testing;
mod tmdb;
mod values;
mod veezi;
mod vista;
mod vue;
mod web_page;
mod xml;

pub use attributes::ATTRIBUTE_PREFIXES;
pub use error::FeedError;
pub use format::{FurtherRequest, SystemRequest};
pub use json::JsonError;
pub use recognize::recognize;
pub use report::{Expected, SkipReason, SkippedRow, Warning, WarningReason};
pub use schedule::{PictureOwner, RemotePicture, Schedule, Scope, SettingsPatch};
pub use site_names::SiteNames;
pub use source::{Limits, Source, SourceFile};
pub use spreadsheet::{COLUMNS as SPREADSHEET_COLUMNS, Column};
pub use spreadsheet::{TemplateError, csv_template, workbook_template};
pub use tmdb::{TmdbAudience, document as tmdb_document};

use collector::Collector;
use format::FeedFormat;

/// Declares [`Format`] from a list of types that implement [`FeedFormat`], each with its module.
macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident in $module:ident),+ $(,)?) => {
        /// A format of feeds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Format {
            $($(#[$doc])* $name),+
        }

        impl Format {
            /// All formats, in the order in which files are recognized.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            fn reader(self) -> &'static dyn FeedFormat {
                match self {
                    $(Self::$name => &$module::$name),+
                }
            }
        }
    };
}

formats! {
    /// The open standard CinemaShowtimes-JSON 1.0: a payload per cinema, or a list of payloads.
    CinemaShowtimes in cinemashowtimes,
    /// Data files of another cinema website platform: settings, menus, theaters, films, events, attributes and schedules.
    Boxoffice in boxoffice,
    /// Answers of the Veezi API, as JSON or XML.
    Veezi in veezi,
    /// The XML feed of TaPoS.
    Tapos in tapos,
    /// Showtimes of Vista's OCAPI v1.
    Vista in vista,
    /// The WebSales feed of Agile Ticketing.
    Agile in agile,
    /// iCalendar files.
    ICalendar in ical,
    /// A row for each show, in an Excel workbook or CSV.
    Spreadsheet in spreadsheet,
    /// What web pages say about films and shows for search engines: JSON-LD with the vocabulary of schema.org.
    JsonLd in json_ld,
    /// Responses of the GraphQL interface of INDY Cinema Group.
    Indy in indy,
    /// Events and instances of Spektrix.
    Spektrix in spektrix,
    /// Responses of the interface of the sites of Vue and its sister chains.
    Vue in vue,
    /// Facts, texts and pictures of films from The Movie Database.
    Tmdb in tmdb,
}

impl Format {
    /// The name in commands, for example `cinemashowtimes`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.reader().name()
    }

    /// The names of all formats, for messages.
    #[must_use]
    pub fn names() -> String {
        let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
        names
            .split_last()
            .map_or_else(String::new, |(last, others)| format!("{} or {last}", others.join(", ")))
    }

    /// What the system at an address must be sent so that it responds with a schedule; `None` if a GET request is enough.
    #[must_use]
    pub fn request(self, address: &url::Url) -> Option<SystemRequest> {
        self.reader().request(address)
    }

    /// The format of the system at an address, if the address shows it.
    #[must_use]
    pub fn at(address: &url::Url) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.reader().is_at(address))
    }

    /// The format of what a system has responded, if its content alone shows that more has to be requested.
    #[must_use]
    pub fn of_response(file: &SourceFile) -> Option<Self> {
        web_page::is_web_page(file).then_some(Self::JsonLd)
    }

    /// The address that is requested at `now` for the one of a feed: some systems must be told the days.
    #[must_use]
    pub fn address(self, address: &url::Url, now: jiff::Timestamp) -> url::Url {
        self.reader().address(address, now)
    }

    /// What else has to be requested of a system, by what it has responded so far; empty for most formats.
    #[must_use]
    pub fn further(
        self,
        address: &url::Url,
        files: &[SourceFile],
        now: jiff::Timestamp,
    ) -> Vec<FurtherRequest> {
        self.reader().further(address, files, now)
    }

    /// Whether it says which shows there are. Otherwise it has facts, texts and pictures of films that a site has from elsewhere.
    #[must_use]
    pub fn has_shows(self) -> bool {
        self != Self::Tmdb
    }

    /// The extension of a file whose name does not show what it is, for example `.json`.
    #[must_use]
    pub fn extension(self) -> &'static str {
        self.reader().extensions().first().copied().unwrap_or_default()
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
    format.reader().read(source, &mut collector)?;
    collector.finish(format)
}
