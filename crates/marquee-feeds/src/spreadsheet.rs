//! Reads a schedule that people keep in a spreadsheet: a row for each show, an Excel workbook (.xlsx), an OpenDocument spreadsheet (.ods)
//! or CSV. The first row names the columns in English, French, German or Spanish; [`COLUMNS`] is the guide.
//!
//! Films, theaters and screens are named, not numbered: names of the site's own records are found whatever their case and accents.
//! An unknown film becomes a new one.

mod columns;
pub mod export;
mod open_document;
mod table;
mod template;

use std::collections::HashMap;

use jiff::ToSpan;
use jiff::civil::DateTime;
use marquee_model::catalog::{BookingUrl, Movie, Showtime, Theater};
use marquee_model::{MovieId, ScreenId, ShowId, TheaterId, text, time};

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::records;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, RowError};
use crate::schedule::Scope;
use crate::site_names::{SiteNames, screen_named};
use crate::source::{SHEETS, Source, SourceFile};
use crate::values::{self, truncate_for_report};
use columns::{ATTRIBUTES, BOOKING, DATE, FILM, LENGTH, PRICE, RATING, SCREEN, THEATER, TIME};
pub use columns::{COLUMNS, Column};
use table::{Cell, Row};
pub use template::{TemplateError, csv_template, workbook_template};

/// A schedule in a spreadsheet.
pub(crate) struct Spreadsheet;

impl FeedFormat for Spreadsheet {
    fn name(&self) -> &'static str {
        "spreadsheet"
    }

    fn hint(&self) -> &'static str {
        "it has a row for each show below a row with the names of the columns"
    }

    fn extensions(&self) -> &'static [&'static str] {
        SHEETS
    }

    fn recognizes(&self, file: &SourceFile, content: &Content) -> bool {
        match content {
            Content::Archive => true,
            Content::Text => has_known_column(file),
            Content::Json(_) | Content::Xml { .. } | Content::WebPage => false,
        }
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// A name without case, accents and punctuation.
fn plain(name: &str) -> String {
    text::slug(name)
}

/// The columns of a file: the cell of each known column.
struct Heading([Option<usize>; COLUMNS.len()]);

impl Heading {
    fn read(row: &Row) -> Self {
        let names: Vec<String> = row
            .cells
            .iter()
            .map(|cell| cell.as_ref().map_or_else(String::new, |cell| plain(&cell.text())))
            .collect();
        Self(std::array::from_fn(|index| {
            let Column { name, others, .. } = COLUMNS[index];
            let is_named = |heading: &String| {
                *heading == plain(name) || others.iter().any(|other| *heading == plain(other))
            };
            names.iter().position(is_named)
        }))
    }

    fn cell<'r>(&self, row: &'r Row, column: usize) -> Option<&'r Cell> {
        row.cells.get(self.0[column]?)?.as_ref()
    }
}

fn place(row: &Row, column: usize) -> String {
    format!("/{}/{}", row.number, COLUMNS[column].name)
}

fn error(row: &Row, column: usize, reason: SkipReason) -> RowError {
    RowError { place: place(row, column), reason }
}

/// Number of rows at the beginning of a file of which one names the columns; people write a title above it.
const HEADING_ROWS: usize = 10;

/// The position of the row with the names of the columns: the first with all that are required, or else the first row.
fn heading_at(rows: &[Row]) -> usize {
    let is_heading = |row: &Row| {
        let heading = Heading::read(row);
        (0..COLUMNS.len()).all(|n| !COLUMNS[n].is_required || heading.0[n].is_some())
    };
    rows.iter().take(HEADING_ROWS).position(is_heading).unwrap_or_default()
}

/// Whether the first row of a file names a column that every row needs.
fn has_known_column(file: &SourceFile) -> bool {
    let Ok(rows) = rows(file) else { return false };
    let heading = rows.get(heading_at(&rows)).map(Heading::read);
    heading
        .is_some_and(|heading| (0..COLUMNS.len()).any(|n| COLUMNS[n].is_required && heading.0[n].is_some()))
}

/// A title split by each of the separators with which people write several films into a cell.
fn titles_of(title: &str) -> impl Iterator<Item = std::str::Split<'_, &'static str>> {
    [" / ", " + ", " | ", ";"].into_iter().map(|separator| title.split(separator))
}

/// How similar the name of a column is to one that is known, for it to be a misspelled one.
const MISSPELLED: f64 = 0.75;

/// The names of columns that are not read and look like one that is missing, each with what it may be.
fn misspelled(heading: &Heading, row: &Row) -> Vec<(String, &'static str)> {
    let missing = (0..COLUMNS.len()).filter(|n| heading.0[*n].is_none());
    let missing: Vec<&Column> = missing.map(|n| &COLUMNS[n]).collect();
    let cells = row.cells.iter().enumerate().filter(|(at, _)| !heading.0.contains(&Some(*at)));
    let names = cells.filter_map(|(_, cell)| cell.as_ref()).map(Cell::text);
    let alike = |name: &str, column: &&&Column| {
        let known = column.others.iter().chain([&column.name]);
        known.into_iter().any(|known| text::similarity(&plain(name), &plain(known)) >= MISSPELLED)
    };
    names
        .filter_map(|name| {
            let column = missing.iter().find(|column| alike(&name, column))?;
            Some((name.clone(), column.name))
        })
        .collect()
}

/// The rows of a file that are not empty.
fn rows(file: &SourceFile) -> Result<Vec<Row>, FeedError> {
    let is_open_document = open_document::is_open_document(&file.bytes);
    let rows = if is_open_document { open_document::rows(&file.bytes) } else { table::rows(&file.bytes) };
    rows.map_err(|reason| FeedError::Sheet { file: file.name.clone(), reason })
}

/// Reads all files.
fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let mut sheet = Sheet::new(collector.options.known);
    for file in source.files_with(SHEETS) {
        collector.name_file(file);
        let rows = rows(file)?;
        if let Some(name) = table::other_encoding(&file.bytes) {
            collector.warn("file", "", "", WarningReason::Encoding { name });
        }
        let mut rows = rows.iter().skip(heading_at(&rows));
        let Some(first) = rows.next() else { continue };
        let heading = Heading::read(first);
        if let Some(missing) = (0..COLUMNS.len()).find(|n| COLUMNS[*n].is_required && heading.0[*n].is_none())
        {
            return Err(FeedError::Column { file: file.name.clone(), column: COLUMNS[missing].name });
        }
        for (name, column) in misspelled(&heading, first) {
            let name = truncate_for_report(&name);
            collector.warn("file", "", "", WarningReason::UnknownColumn { name, column });
        }
        let mut rows_by_theater: HashMap<TheaterId, usize> = HashMap::new();
        for row in rows {
            collector.row();
            match sheet.show(collector, &heading, row) {
                Ok(theater) => *rows_by_theater.entry(theater).or_default() += 1,
                Err(skipped) => {
                    let title = heading.cell(row, FILM).map(Cell::text).unwrap_or_default();
                    collector.skip("showtime", &title, skipped);
                }
            }
        }
        for (theater, rows) in rows_by_theater {
            collector.declare_shows(&theater, "", rows, 0);
        }
        collector.report_progress(file);
    }
    Ok(())
}

/// The names of the site and those of the rows before.
struct Sheet<'k> {
    known: SiteNames<'k>,
    films: HashMap<String, MovieId>,
    theaters: HashMap<String, &'k Theater>,
}

impl<'k> Sheet<'k> {
    fn new(known: SiteNames<'k>) -> Self {
        let films = known.movies.iter().map(|film| (plain(&film.title), film.id.clone())).collect();
        let by_name = known.theaters.iter().map(|theater| (plain(&theater.name), theater));
        let by_id = known.theaters.iter().map(|theater| (plain(theater.id.as_str()), theater));
        Self { known, films, theaters: by_id.chain(by_name).collect() }
    }

    fn theater(&self, heading: &Heading, row: &Row) -> Field<&'k Theater> {
        let unknown = |name: &str| error(row, THEATER, SkipReason::UnknownTheater(truncate_for_report(name)));
        if let Some(cell) = heading.cell(row, THEATER) {
            let name = cell.text();
            return self.theaters.get(&plain(&name)).copied().ok_or_else(|| unknown(&name));
        }
        let default = self.known.theater_named(None);
        default.ok_or_else(|| error(row, THEATER, SkipReason::EmptyCell { column: "Theater" }))
    }

    /// The film of a row; a new one if the site has none with this title.
    fn film(&mut self, collector: &mut Collector<'_>, heading: &Heading, row: &Row) -> Field<MovieId> {
        let title = heading.cell(row, FILM).map(Cell::text).unwrap_or_default();
        let limit = 400;
        if title.is_empty() {
            return Err(error(row, FILM, SkipReason::EmptyCell { column: "Film" }));
        }
        if title.chars().count() > limit {
            return Err(error(row, FILM, SkipReason::TooLong { field: "Film", limit, unit: "characters" }));
        }
        let name = plain(&title);
        if self.names_several(&title) {
            return Err(error(row, FILM, SkipReason::SeveralFilms(truncate_for_report(&title))));
        }
        if let Some(id) = self.films.get(&name) {
            // The record of a film that the file has introduced has the title of its first row.
            let known = self.known.movies.iter().rfind(|film| film.id == *id);
            if known.is_some_and(|film| film.title != title) {
                collector.schedule.film_names.insert(id.clone(), title);
            }
            return Ok(id.clone());
        }
        if titles_of(&title).any(|titles| titles.count() > 1) {
            collector.warn("film", &title, place(row, FILM), WarningReason::MaybeSeveralFilms);
        }
        let id = MovieId::numeric_for(&format!("sheet-{name}"));
        let length = heading.cell(row, LENGTH);
        let runtime = length.and_then(|cell| match cell {
            Cell::Number(minutes) => values::minutes(*minutes),
            other => values::minutes_of_text(&other.text()),
        });
        if let Some(cell) = length
            && runtime.is_none()
        {
            let value = truncate_for_report(&cell.text());
            let reason = WarningReason::Value { field: "Length", value, expected: Expected::Minutes };
            collector.warn("film", &title, place(row, LENGTH), reason);
        }
        let movie = Movie {
            runtime,
            certificate: heading.cell(row, RATING).map(Cell::text),
            ..records::movie(id.clone(), &title)
        };
        collector.movie(&place(row, FILM), movie);
        self.films.insert(name, id.clone());
        Ok(id)
    }

    /// Whether a text that is not a known title has several lines, or only known titles between separators.
    fn names_several(&self, title: &str) -> bool {
        let is_known = |title: &str| self.films.contains_key(&plain(title));
        let is_list =
            titles_of(title).any(|titles| titles.clone().count() > 1 && titles.clone().all(is_known));
        !is_known(title) && (is_list || title.contains(['\n', '\r']))
    }

    /// Adds the show of a row and returns its theater.
    fn show(&mut self, collector: &mut Collector<'_>, heading: &Heading, row: &Row) -> Field<TheaterId> {
        let theater = self.theater(heading, row)?;
        let bad = |column: usize, expected: Expected| {
            let Some(cell) = heading.cell(row, column) else {
                return error(row, column, SkipReason::EmptyCell { column: COLUMNS[column].name });
            };
            let text = truncate_for_report(&cell.text());
            error(row, column, SkipReason::Cell { column: COLUMNS[column].name, text, expected })
        };
        let date = heading.cell(row, DATE).and_then(|cell| table::date_of(cell, self.known.month_first));
        let date = date.ok_or_else(|| bad(DATE, Expected::Date("2026-11-20")))?;
        let time = heading.cell(row, TIME).and_then(table::time_of);
        let (time, later) = time.ok_or_else(|| bad(TIME, Expected::ClockTime))?;
        let local: DateTime = date.saturating_add(later.days()).to_datetime(time);
        let zone = time::time_zone(&theater.time_zone);
        let title = heading.cell(row, FILM).map(Cell::text).unwrap_or_default();
        let (starts_at, _) = collector
            .instant_in_zone("showtime", &title, &place(row, TIME), &local.to_string(), &zone)
            .map_err(|reason| error(row, DATE, reason))?;
        let movie_id = self.film(collector, heading, row)?;
        let screen = self.screen(collector, heading, row, theater);
        let mut keys = Vec::new();
        let names = heading.cell(row, ATTRIBUTES).map(Cell::text).unwrap_or_default();
        for name in names.split([',', ';', '/', '\n']).map(str::trim).filter(|name| !name.is_empty()) {
            let (of_name, new_attribute) = attributes::keys(name, Kind::Tag);
            keys.extend(of_name);
            new_attribute.into_iter().for_each(|attribute| collector.attribute(attribute));
        }
        let identity =
            format!("{}|{movie_id}|{local}|{}", theater.id, screen.as_ref().map_or("", ScreenId::as_str));
        let show = Showtime {
            // The same row has the same id in the next file.
            id: ShowId::normalized(&format!("sheet-{}", MovieId::numeric_for(&identity))),
            movie_id,
            theater_id: theater.id.clone(),
            starts_at,
            ends_at: None,
            business_date: collector.business_date(starts_at, &zone),
            screen,
            attributes: keys,
            availability: marquee_model::catalog::Availability::Open,
            booking: booking(collector, heading, row),
            perf_code: None,
            price: self.price(collector, heading, row),
            change: None,
        };
        collector.show(&title, &format!("/{}", row.number), show);
        Ok(theater.id.clone())
    }

    fn screen(
        &self,
        collector: &mut Collector<'_>,
        heading: &Heading,
        row: &Row,
        theater: &Theater,
    ) -> Option<ScreenId> {
        let name = heading.cell(row, SCREEN)?.text();
        let found = screen_named(theater, &name);
        if found.is_none() {
            let reason = WarningReason::UnknownScreen { name: truncate_for_report(&name) };
            collector.warn("showtime", &name, place(row, SCREEN), reason);
        }
        found
    }

    fn price(
        &self,
        collector: &mut Collector<'_>,
        heading: &Heading,
        row: &Row,
    ) -> Option<marquee_model::catalog::Price> {
        let cell = heading.cell(row, PRICE)?;
        let amount = match cell {
            Cell::Number(amount) => Some(*amount),
            other => {
                let text: String =
                    other.text().chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
                text.replace(',', ".").parse().ok()
            }
        };
        let price = amount.and_then(|amount| values::price(amount, self.known.currency));
        if price.is_none() {
            let value = truncate_for_report(&cell.text());
            let reason = WarningReason::Value { field: "Price", value, expected: Expected::Amount };
            collector.warn("showtime", "", place(row, PRICE), reason);
        }
        price
    }
}

fn booking(collector: &mut Collector<'_>, heading: &Heading, row: &Row) -> Option<BookingUrl> {
    let text = heading.cell(row, BOOKING)?.text();
    match BookingUrl::parse(&text) {
        Ok(url) => Some(url),
        Err(error) => {
            collector.warn("showtime", "", place(row, BOOKING), WarningReason::Booking(error));
            None
        }
    }
}

#[cfg(test)]
mod tests;
