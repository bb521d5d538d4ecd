//! The program of a theater as feeds and imports have it, and spreadsheets with shows.

use axum::extract::{Request, State};
use axum::response::Response;
use http::{StatusCode, Uri};
use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::editor::{EditorProgram, SpreadsheetProblem, SpreadsheetProgram};
use marquee_catalog::unedited_shows;
use marquee_feeds::{
    FeedError, Format, Limits, ReadOptions, Reading, SiteNames, Source, SourceFile, csv_template, read,
    workbook_template,
};
use marquee_messages::{Language, Message};
use marquee_model::catalog::{Movie, RecordEdit, Theater};
use marquee_model::settings::SiteConfig;
use marquee_model::{ShowId, TheaterId, money};
use serde_json::{Map, Value};

use super::language::ReaderLanguage;
use super::may::{EditProgram, May, MayInPart, Read};
use super::reply::{Refusal, body_refused, refuse, refuse_field, unavailable};
use super::{Shared, download, json, number, query};
use crate::loyalty::body_within;

/// Maximum number of cinema days in one response.
const MAX_DAYS: i64 = 31;

/// `GET /api/editor/{site}/program?theater=…&from=2026-11-20&days=7`.
pub async fn program(
    State(editor): Shared,
    May(access, ..): May<Read>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let theater = query(&uri, "theater").and_then(|id| TheaterId::parse(&id).ok());
    let theater = theater.ok_or_else(|| refuse_field("theater", "theater must be the id of a theater"))?;
    let from = query(&uri, "from").and_then(|day| day.parse::<Date>().ok());
    let from = from.ok_or_else(|| refuse_field("from", "from must be a date such as 2026-11-20"))?;
    let days = number(&uri, "days")?.unwrap_or(7).clamp(1, MAX_DAYS);
    let to = from.saturating_add((days - 1).days());
    let store = &editor.app.store;
    let pointers = store.draft_pointers(&access.id).await.map_err(|error| unavailable(&error))?;
    let shows = pointers.iter().filter_map(|pointer| pointer.strip_prefix("/shows/")?.split('/').next());
    let changed: Vec<ShowId> = shows.filter_map(|id| ShowId::parse(id).ok()).collect();
    let shows = unedited_shows(store, &access.id, &theater, (from, to), &changed).await;
    let shows = shows.map_err(|error| unavailable(&error))?;
    let ids: Vec<ShowId> = shows.iter().map(|show| show.id.clone()).collect();
    let feeds = store.feeds_of(&access.id, &ids).await.map_err(|error| unavailable(&error))?;
    let feeds = feeds.into_iter().map(|(show, feed)| (show, feed.to_string())).collect();
    json(&EditorProgram { shows, feeds })
}

/// Maximum size of a spreadsheet in bytes.
const MAX_SPREADSHEET: usize = 8 << 20;
/// Maximum number of shows that one spreadsheet adds to a draft.
const MAX_SHOWS: usize = 2_000;
/// Maximum number of problems in a response.
const MAX_PROBLEMS: usize = 200;

/// `POST /api/editor/{site}/program/spreadsheet?theater=…&name=week.xlsx`: the body is the file. Nothing is stored; the edits
/// that follow are checked with the draft.
pub async fn read_spreadsheet(
    State(editor): Shared,
    MayInPart(access, ..): MayInPart<EditProgram>,
    ReaderLanguage(language): ReaderLanguage,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let theater = query(&head.uri, "theater").and_then(|id| TheaterId::parse(&id).ok());
    let name = query(&head.uri, "name").unwrap_or_else(|| "spreadsheet.csv".to_owned());
    let bytes = body_within(&head.headers, body, MAX_SPREADSHEET).await.map_err(body_refused)?.to_vec();
    let store = &editor.app.store;
    let theaters = store.theaters(&access.id).await.map_err(|error| unavailable(&error))?;
    let movies = store.movies(&access.id).await.map_err(|error| unavailable(&error))?;
    let config = access.site.record.config.clone();
    let known = move || read_sheet(name, bytes, &theaters, &movies, theater.as_ref(), &config);
    let reading = tokio::task::spawn_blocking(known).await.map_err(|error| unavailable(&error))?;
    let reading = reading.map_err(|error| refuse(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()))?;
    if reading.schedule.showtimes.len() > MAX_SHOWS {
        let title = format!("The spreadsheet has more than {MAX_SHOWS} shows: split it");
        return Err(refuse(StatusCode::UNPROCESSABLE_ENTITY, &title));
    }
    json(&spreadsheet_program(reading, language))
}

fn read_sheet(
    name: String,
    bytes: Vec<u8>,
    theaters: &[Theater],
    movies: &[Movie],
    theater: Option<&TheaterId>,
    config: &SiteConfig,
) -> Result<Reading, FeedError> {
    let source = Source::from_files(vec![SourceFile { name, bytes }], Limits::default())?;
    let known = SiteNames {
        theaters,
        movies,
        theater,
        currency: money::currency_of(&config.country.iso31661_a2).unwrap_or("USD"),
        month_first: config.country.iso31661_a2 == "US",
        booking_site: None,
    };
    let options = ReadOptions {
        business_day_start_hour: config.options.business_day_start_hour(),
        known,
        ..ReadOptions::default()
    };
    read(Format::Spreadsheet, &source, &options)
}

/// A record as the edit that adds it.
pub fn added<T: serde::Serialize>(record: &T) -> RecordEdit {
    let mut fields = match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        // Records are serialized to JSON whenever they are stored.
        _ => Map::new(),
    };
    // Values that follow from others, and defaults.
    for key in ["id", "slug", "businessDate", "availability"] {
        fields.remove(key);
    }
    fields.retain(|_, value| !matches!(value, Value::Array(list) if list.is_empty()) && *value != "");
    RecordEdit { added: true, hidden: false, fields }
}

fn spreadsheet_program(reading: Reading, language: Language) -> SpreadsheetProgram {
    let problem = |place: &str, reason: Message, skipped| {
        let message = reason.text(language);
        let mut parts = place.split('/').skip(1);
        let row = parts.next().and_then(|row| row.parse().ok()).unwrap_or_default();
        SpreadsheetProblem { row, column: parts.next().unwrap_or_default().to_owned(), message, skipped }
    };
    let skipped = reading.skipped.iter().map(|row| problem(&row.place, row.reason.message(), true));
    let warned =
        reading.warnings.iter().map(|warning| problem(&warning.place, warning.reason.message(), false));
    let mut problems: Vec<_> = skipped.chain(warned).take(MAX_PROBLEMS).collect();
    problems.sort_by_key(|problem| problem.row);
    SpreadsheetProgram {
        rows: reading.rows_read,
        films: reading.schedule.movies.iter().flatten().map(|film| (film.id.clone(), added(film))).collect(),
        shows: reading.schedule.showtimes.iter().map(|show| (show.id.clone(), added(show))).collect(),
        problems,
    }
}

/// `GET /api/editor/{site}/program/template.csv`: the columns, and a row as example.
pub async fn template(_: May<Read>) -> Result<Response, Refusal> {
    Ok(download("attachment; filename=\"program.csv\"", "text/csv; charset=utf-8", csv_template()))
}

/// `GET /api/editor/{site}/program/template.xlsx`: the same as an Excel workbook, with a sheet that explains the columns.
pub async fn workbook(_: May<Read>) -> Result<Response, Refusal> {
    let bytes = workbook_template().map_err(|error| unavailable(&error))?;
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    Ok(download("attachment; filename=\"program.xlsx\"", kind, bytes))
}
