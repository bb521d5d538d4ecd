//! A schedule that was read from files.

use std::collections::BTreeMap;

use marquee_api::editor::ScheduleFormat;
use marquee_catalog::Import;
use marquee_feeds::{FeedError, Format, Limits, SkippedRow, Source, SourceFile, Warning, recognize};
use marquee_messages::{Language, Message};
use marquee_model::{MediaRef, MovieId};
use sha2::{Digest, Sha256};

use crate::records::records;
use crate::site_facts::SiteFacts;

/// Maximum number of remarks in a report.
pub const MAX_REMARKS: usize = 100;

/// A schedule that was read.
#[derive(Debug, Clone)]
pub struct FoundSchedule {
    pub format: Format,
    /// Host of the address, or name of the first file.
    pub origin: String,
    /// Theaters, films and showtimes. Events, menus and settings of a feed are left to `marquee import`.
    pub import: Import,
    /// The films by the names that the schedule gives them.
    pub film_names: BTreeMap<MovieId, String>,
    /// SHA-256 of the files and their format, in hexadecimal.
    pub digest: String,
    /// Pictures to fetch.
    pub pictures: Vec<MediaRef>,
    /// Number of rows that were left out.
    pub skipped: usize,
    /// What is to be said about it, in the language of whoever reads it.
    pub remarks: Vec<Message>,
}

impl FoundSchedule {
    /// For the audit log, for example `cinemashowtimes from week.json`.
    #[must_use]
    pub fn description(&self) -> String {
        format!("{} from {}", self.format, self.origin)
    }

    /// The remarks of a report as texts in a language, at most [`MAX_REMARKS`].
    #[must_use]
    pub fn remark_texts(&self, language: Language) -> Vec<String> {
        self.remarks.iter().take(MAX_REMARKS).map(|remark| remark.text(language)).collect()
    }
}

/// Reads a schedule with what its site knows. Without a format it is recognized by the content.
///
/// # Errors
/// [`FeedError`]
pub fn read_files(
    mut files: Vec<SourceFile>,
    chosen: Option<Format>,
    facts: &SiteFacts,
) -> Result<FoundSchedule, FeedError> {
    let format = recognize(&mut files, chosen)?;
    let digest = digest_of(format, &files);
    let source = Source::from_files(files, Limits::default())?;
    let reading = marquee_feeds::read(format, &source, &facts.options())?;
    let skipped = reading.skipped.iter().map(SkippedRow::message);
    let remarks = skipped.chain(reading.warnings.iter().map(Warning::message)).collect();
    let pictures = &reading.schedule.remote_pictures;
    let pictures = pictures.iter().filter_map(|picture| MediaRef::parse(&picture.url).ok()).collect();
    let described =
        reading.schedule.movies.iter().flatten().map(|film| (film.id.clone(), film.title.clone()));
    let film_names = described.chain(reading.schedule.film_names.clone()).collect();
    let import = Import { events: None, menus: None, ..records(reading.schedule) };
    let skipped = reading.skipped.len();
    let origin = String::new();
    Ok(FoundSchedule { format, origin, import, film_names, digest, pictures, skipped, remarks })
}

fn digest_of(format: Format, files: &[SourceFile]) -> String {
    let mut digest = Sha256::new();
    digest.update(format.name());
    for file in files {
        digest.update(Sha256::digest(&file.bytes));
    }
    hex::encode(digest.finalize())
}

/// The format with a name of the API.
#[must_use]
pub const fn format_of(format: ScheduleFormat) -> Format {
    match format {
        ScheduleFormat::CinemaShowtimes => Format::CinemaShowtimes,
        ScheduleFormat::Boxoffice => Format::Boxoffice,
        ScheduleFormat::Veezi => Format::Veezi,
        ScheduleFormat::Tapos => Format::Tapos,
        ScheduleFormat::Vista => Format::Vista,
        ScheduleFormat::Agile => Format::Agile,
        ScheduleFormat::ICalendar => Format::ICalendar,
        ScheduleFormat::Spreadsheet => Format::Spreadsheet,
        ScheduleFormat::JsonLd => Format::JsonLd,
        ScheduleFormat::Indy => Format::Indy,
        ScheduleFormat::Spektrix => Format::Spektrix,
        ScheduleFormat::Vue => Format::Vue,
        ScheduleFormat::Tmdb => Format::Tmdb,
    }
}

/// The name of a format in the API.
#[must_use]
pub const fn name_of(format: Format) -> ScheduleFormat {
    match format {
        Format::CinemaShowtimes => ScheduleFormat::CinemaShowtimes,
        Format::Boxoffice => ScheduleFormat::Boxoffice,
        Format::Veezi => ScheduleFormat::Veezi,
        Format::Tapos => ScheduleFormat::Tapos,
        Format::Vista => ScheduleFormat::Vista,
        Format::Agile => ScheduleFormat::Agile,
        Format::ICalendar => ScheduleFormat::ICalendar,
        Format::Spreadsheet => ScheduleFormat::Spreadsheet,
        Format::JsonLd => ScheduleFormat::JsonLd,
        Format::Indy => ScheduleFormat::Indy,
        Format::Spektrix => ScheduleFormat::Spektrix,
        Format::Vue => ScheduleFormat::Vue,
        Format::Tmdb => ScheduleFormat::Tmdb,
    }
}
