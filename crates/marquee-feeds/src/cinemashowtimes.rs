//! Reads and writes the open standard CinemaShowtimes-JSON 1.0. A payload has one cinema with its films, auditoria and
//! sessions.
//!
//! A file contains a payload or a list of payloads. The additional fields that our export writes are read back (see
//! [`crate::export`]).

mod cinema;
mod export;
mod film;
mod session;

pub use export::export;

use std::collections::HashMap;

use marquee_model::catalog::MAX_TAG_LENGTH;
use marquee_model::{MovieId, ScreenId, TheaterId};
use serde_json::Value;

use crate::attributes;
use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::report::SkipReason;
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::schedule::Scope;
use crate::source::{JSON, Source, SourceFile};
use crate::values::truncate_for_report;

/// The value of `generator` in our own export.
const GENERATOR: &str = "marquee";

/// The open standard CinemaShowtimes-JSON 1.0.
pub(crate) struct CinemaShowtimes;

impl FeedFormat for CinemaShowtimes {
    fn name(&self) -> &'static str {
        "cinemashowtimes"
    }

    fn hint(&self) -> &'static str {
        "a payload is an object with cinema, films, auditoria and sessions"
    }

    fn extensions(&self) -> &'static [&'static str] {
        JSON
    }

    fn recognizes(&self, _: &SourceFile, content: &Content) -> bool {
        content.json().is_some_and(is_payload)
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// The records of a payload that its sessions refer to.
struct Payload {
    theater: TheaterId,
    /// The cinema's id in the feed.
    cinema: String,
    /// Whether it was written by our export. If so, its ids and tags are those of the model.
    own: bool,
    films: HashMap<String, Film>,
    screens: HashMap<String, ScreenId>,
}

/// Whether a film was imported.
enum Film {
    Imported { id: MovieId, languages: Vec<String> },
    PrivateHire,
    Skipped,
}

/// Whether a file has a payload, or a list of payloads.
fn is_payload(value: &Value) -> bool {
    let first = value.as_array().map_or(Some(value), |payloads| payloads.first());
    first.is_some_and(|payload| {
        let parts = ["spec", "films", "auditoria", "sessions"];
        payload.get("cinema").is_some() && parts.iter().any(|part| payload.get(part).is_some())
    })
}

/// Reads all payloads.
fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    for file in source.files_with(JSON) {
        match collector.open(file)? {
            Value::Array(payloads) => {
                for (i, value) in payloads.iter().enumerate() {
                    payload_at(collector, value, format!("/{i}"));
                }
            }
            value => payload_at(collector, &value, String::new()),
        }
        collector.report_progress(file);
    }
    Ok(())
}

fn payload_at(collector: &mut Collector<'_>, value: &Value, place: String) {
    collector.row();
    let sessions = format!("{place}/sessions");
    let Err(error) = JsonRow::new(value, place).and_then(|row| payload(collector, &row)) else { return };
    let id = value.get("cinema").map(|c| id_of(c, "cinema_id")).unwrap_or_default();
    collector.skip("cinema", &id, error);
    let rows = value.get("sessions").and_then(Value::as_array).into_iter().flatten();
    for (i, session) in rows.enumerate() {
        collector.row();
        let error = RowError {
            place: format!("{sessions}/{i}"),
            reason: SkipReason::UnknownTheater(truncate_for_report(&id)),
        };
        collector.skip("showtime", &id_of(session, "session_id"), error);
    }
}

fn payload(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<()> {
    if let Some(spec) = row.text("spec")?
        && !is_supported_version(spec.trim())
    {
        return Err(row.error("spec", SkipReason::Version(truncate_for_report(spec))));
    }
    let cinema = row.object("cinema")?.ok_or_else(|| row.error("cinema", SkipReason::Missing("cinema")))?;
    let (films, auditoria) = (row.list("films")?, row.list("auditoria")?);
    let sessions = row.list("sessions")?;
    let is_own_export = row.text("generator")? == Some(GENERATOR);
    names(collector, row)?;
    let (theater, screens) = cinema::read(collector, &cinema, auditoria, &row.pointer_to("auditoria"))?;
    let cinema = cinema.required_id("cinema_id")?;
    let mut payload = Payload { theater, cinema, own: is_own_export, films: HashMap::new(), screens };
    for (i, value) in films.iter().enumerate() {
        film::read(collector, &mut payload, value, format!("{}/{i}", row.pointer_to("films")));
    }
    let mut invalid_count = 0;
    for (i, value) in sessions.iter().enumerate() {
        invalid_count += usize::from(!session::read(
            collector,
            &payload,
            value,
            format!("{}/{i}", row.pointer_to("sessions")),
        ));
    }
    if row.get("sessions").is_some() {
        collector.declare_shows(&payload.theater, row.place(), sessions.len(), invalid_count);
    }
    Ok(())
}

/// Whether a payload has version 1 of the standard. Its full examples have the identifier `cinemashowtimes-json/1.0`, its
/// minimal one has `cinemashowtimes/1.0`.
fn is_supported_version(spec: &str) -> bool {
    spec.split_once('/').is_some_and(|(name, version)| {
        matches!(name, "cinemashowtimes-json" | "cinemashowtimes")
            && (version == "1" || version.starts_with("1."))
    })
}

/// Reads names of attribute keys, an extension of the standard.
fn names(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<()> {
    for tag in row.objects("tags")? {
        let (key, label) = (tag.required_text("key", 128)?, tag.required_text("label", 200)?);
        let mut attribute = attributes::entry(key, label, tag.text("description")?.unwrap_or_default());
        if let Some(short) = tag.short_text("short", MAX_TAG_LENGTH)? {
            short.clone_into(&mut attribute.short);
        }
        if let Some(group) = tag.get("group").and_then(|g| serde_json::from_value(g.clone()).ok()) {
            attribute.group = group;
        }
        collector.attribute(attribute);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
