//! Reads iCalendar files (RFC 5545), as calendars and plugins of websites export them: an event is a show, its summary the film.
//!
//! A calendar has no film records and no screens: films are told apart by their titles, a show keeps the `UID` of its event. A calendar is
//! read in the time zone that it names: of the property (`TZID`), of the calendar (`X-WR-TIMEZONE`), else of the theater. Definitions of time zones in the file
//! are not used, because those of real calendars are often wrong; names of the IANA database are.
//!
//! The location names the theater: text before the first comma. If the site has theaters, an event is at the one of that name, else at the one
//! that the operator chose. Events without a time of day, and those that are marked as private, are not shows.
//!
//! Where the fields are from: RFC 5545, RFC 7986 (`IMAGE`) and a recorded calendar of The Events Calendar of September 2026. It has an end that
//! equals the start and an event of several days; both are reported. No recording shows repetitions: only the first date of a
//! repetition and the dates of `RDATE` would be known without expanding rules, so the first is imported and the rest is reported.

mod lines;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use marquee_model::catalog::{Availability, BookingUrl, Geo, Movie, Showtime};
use marquee_model::{MovieId, ShowId, TheaterId, text, time};

use crate::collector::Collector;
use crate::error::FeedError;
use crate::format::{Content, FeedFormat};
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, MAX_TEXT, RowError};
use crate::schedule::{PictureOwner, Scope};
use crate::site_names::FilmsByTitle;
use crate::source::{ICS, Source, SourceFile};
use crate::values::truncate_for_report;
use crate::{attributes, records};
use lines::{Event, Property};

/// Maximum length of a title or name in characters.
const MAX_NAME: usize = 400;

/// iCalendar files.
pub(crate) struct ICalendar;

impl FeedFormat for ICalendar {
    fn name(&self) -> &'static str {
        "icalendar"
    }

    fn hint(&self) -> &'static str {
        "it has events between BEGIN:VEVENT and END:VEVENT"
    }

    fn extensions(&self) -> &'static [&'static str] {
        ICS
    }

    fn recognizes(&self, file: &SourceFile, content: &Content) -> bool {
        const BEGIN: &[u8] = b"BEGIN:VCALENDAR";
        let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes).trim_ascii_start();
        matches!(content, Content::Text)
            && bytes.get(..BEGIN.len()).is_some_and(|start| start.eq_ignore_ascii_case(BEGIN))
    }

    fn read(&self, source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
        read(source, collector)
    }
}

/// What the events of all files share.
struct State {
    titles: FilmsByTitle,
    /// Theaters of the feed, by name.
    theaters: HashMap<String, TheaterId>,
    rows: HashMap<TheaterId, (usize, usize)>,
}

fn read(source: &Source, collector: &mut Collector<'_>) -> Result<(), FeedError> {
    collector.schedule.scope = Scope::Cinemas;
    let titles = FilmsByTitle::new(collector.options.known);
    let mut state = State { titles, theaters: HashMap::new(), rows: HashMap::new() };
    for file in source.files_with(ICS) {
        collector.name_file(file);
        let calendar = lines::parse(file)?;
        for event in &calendar.events {
            collector.row();
            let place = format!("/{}", event.line);
            if let Err(error) =
                read_event(collector, &mut state, calendar.time_zone.as_deref(), event, &place)
            {
                let summary = event.text("SUMMARY").unwrap_or_default();
                collector.skip("showtime", &summary, error);
            }
        }
        collector.report_progress(file);
    }
    let mut counts: Vec<_> = state.rows.into_iter().collect();
    counts.sort();
    for (theater, (rows, invalid)) in counts {
        collector.declare_shows(&theater, "", rows, invalid);
    }
    Ok(())
}

fn read_event(
    collector: &mut Collector<'_>,
    state: &mut State,
    calendar_zone: Option<&str>,
    event: &Event,
    place: &str,
) -> Field<()> {
    let is_private = matches!(event.text("CLASS").as_deref(), Some("PRIVATE" | "CONFIDENTIAL"));
    let title = event.text("SUMMARY").filter(|title| !title.trim().is_empty());
    let title = title.ok_or_else(|| error(place, "SUMMARY", SkipReason::Missing("SUMMARY")))?;
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if is_private || attributes::is_private_title(&title) {
        let property = if is_private { "CLASS" } else { "SUMMARY" };
        return Err(error(place, property, SkipReason::PrivateHire));
    }
    if title.chars().count() > MAX_NAME {
        let reason = SkipReason::TooLong { field: "SUMMARY", limit: MAX_NAME, unit: "characters" };
        return Err(error(place, "SUMMARY", reason));
    }
    let start =
        event.property("DTSTART").ok_or_else(|| error(place, "DTSTART", SkipReason::Missing("DTSTART")))?;
    let theater = theater(collector, state, event, place)?;
    let result = show(collector, state, calendar_zone, event, start, &theater, &title, place);
    let (rows, invalid) = state.rows.entry(theater).or_default();
    *rows += 1;
    *invalid += usize::from(result.is_err());
    result
}

fn error(place: &str, property: &str, reason: SkipReason) -> RowError {
    RowError { place: format!("{place}/{property}"), reason }
}

#[expect(clippy::too_many_arguments, reason = "the parts of one event")]
fn show(
    collector: &mut Collector<'_>,
    state: &mut State,
    calendar_zone: Option<&str>,
    event: &Event,
    start: &Property,
    theater: &TheaterId,
    title: &str,
    place: &str,
) -> Field<()> {
    let zone = collector.zone(theater);
    let starts_at = instant(collector, calendar_zone, start, &zone, title, place)
        .map_err(|reason| error(place, "DTSTART", reason))?;
    let ends_at = end(collector, calendar_zone, event, &zone, starts_at, title, place);
    if let Some(repetition) = event.property("RRULE").or_else(|| event.property("RDATE")) {
        collector.warn("showtime", title, format!("{place}/{}", repetition.name), WarningReason::Repetition);
    }
    let movie_id = film(collector, state, event, title, place);
    // Without a UID, the event is known by what it says. The dates of one repetition have the same UID.
    let identity = match (event.text("UID"), event.text("RECURRENCE-ID")) {
        (Some(uid), None) => uid,
        (Some(uid), Some(of)) => format!("{uid}-{of}"),
        (None, _) => format!("{theater}|{movie_id}|{starts_at}"),
    };
    let id = ShowId::normalized(&format!("ics-{}", MovieId::numeric_for(&format!("uid-{identity}"))));
    let status = event.text("STATUS").unwrap_or_default();
    let show = Showtime {
        id,
        movie_id,
        theater_id: theater.clone(),
        starts_at,
        ends_at,
        business_date: collector.business_date(starts_at, &zone),
        screen: None,
        attributes: Vec::new(),
        availability: if status == "CANCELLED" { Availability::Canceled } else { Availability::Open },
        booking: booking(collector, event, title, place),
        perf_code: None,
        price: None,
        change: None,
    };
    collector.show(title, place, show);
    Ok(())
}

/// The instant of a date and time such as `20261001T193000`, which ends in `Z` for UTC.
fn instant(
    collector: &mut Collector<'_>,
    calendar_zone: Option<&str>,
    property: &Property,
    theater: &TimeZone,
    id: &str,
    place: &str,
) -> Result<Timestamp, SkipReason> {
    let place = format!("{place}/{}", property.name);
    let text = property.value.trim();
    if !text.contains('T') {
        return Err(SkipReason::BadTime { text: truncate_for_report(text) });
    }
    if text.ends_with('Z') {
        return collector.instant("showtime", id, &place, text, theater);
    }
    match property.parameter("TZID").or(calendar_zone) {
        // Some programs write the name below a path of their own: `/example.org/Europe/London`.
        Some(name) => match iana_name(name) {
            Some(name) => {
                let zone = time::time_zone(name);
                collector.instant_in_zone("showtime", id, &place, text, &zone).map(|(at, _)| at)
            }
            None => {
                let used = theater.iana_name().unwrap_or("UTC").to_owned();
                let reason = WarningReason::TimeZone { found: truncate_for_report(name), used };
                collector.warn("showtime", id, place.clone(), reason);
                collector.instant_in_zone("showtime", id, &place, text, theater).map(|(at, _)| at)
            }
        },
        None => collector.instant("showtime", id, &place, text, theater),
    }
}

/// The longest end of a name that is one of the IANA database, from a slash on.
fn iana_name(name: &str) -> Option<&str> {
    let name = name.trim().trim_matches('"');
    let starts = std::iter::once(0).chain(name.match_indices('/').map(|(at, _)| at + 1)).take(16);
    starts.filter_map(|at| name.get(at..)).find(|name| !name.is_empty() && time::is_zone(name))
}

/// The end, unless it is not after the start; that is reported.
fn end(
    collector: &mut Collector<'_>,
    calendar_zone: Option<&str>,
    event: &Event,
    zone: &TimeZone,
    starts_at: Timestamp,
    id: &str,
    place: &str,
) -> Option<Timestamp> {
    let property = event.property("DURATION").or_else(|| event.property("DTEND"))?;
    let found = if property.name == "DURATION" {
        let span = property.value.trim().parse::<jiff::SignedDuration>().ok();
        span.and_then(|span| starts_at.checked_add(span).ok())
    } else {
        instant(collector, calendar_zone, property, zone, id, place).ok()
    };
    let end = found.filter(|end| *end > starts_at);
    if end.is_none() {
        let value = truncate_for_report(&property.value);
        let (field, expected) = match property.name.as_str() {
            "DURATION" => ("DURATION", Expected::Length),
            _ => ("DTEND", Expected::LaterTime),
        };
        let reason = WarningReason::Value { field, value, expected };
        collector.warn("showtime", id, format!("{place}/{field}"), reason);
    }
    end
}

/// The film of an event: one of the site with its title, else a new one with what the event says.
fn film(collector: &mut Collector<'_>, state: &State, event: &Event, title: &str, place: &str) -> MovieId {
    let id = state.titles.id(title);
    let is_known = collector.options.known.movies.iter().any(|film| film.id == id);
    if is_known || collector.movie_title(&id).is_some() {
        return id;
    }
    collector.row();
    let synopsis = event.text("DESCRIPTION").unwrap_or_default();
    let movie =
        Movie { synopsis: text::shorten(&synopsis, MAX_TEXT / 4), ..records::movie(id.clone(), title) };
    let is_picture = |property: &&Property| {
        let kind = property.parameter("FMTTYPE").unwrap_or_default();
        kind.starts_with("image/") || (kind.is_empty() && property.name == "IMAGE")
    };
    let picture =
        event.properties.iter().filter(|property| matches!(property.name.as_str(), "IMAGE" | "ATTACH"));
    let picture = picture.clone().find(is_picture).map(|property| property.value.clone());
    collector.picture(PictureOwner::MoviePoster(id.clone()), picture.as_deref());
    collector.movie(place, movie);
    id
}

fn booking(collector: &mut Collector<'_>, event: &Event, id: &str, place: &str) -> Option<BookingUrl> {
    let property = event.property("URL")?;
    match BookingUrl::parse(&property.value) {
        Ok(url) => Some(url),
        Err(reason) => {
            collector.warn("showtime", id, format!("{place}/URL"), WarningReason::Booking(reason));
            None
        }
    }
}

/// The theater of an event: one of the site, else one of the location.
fn theater(collector: &mut Collector<'_>, state: &mut State, event: &Event, place: &str) -> Field<TheaterId> {
    let location = event.text("LOCATION").unwrap_or_default();
    let name = location.split([',', '\n']).next().unwrap_or_default().trim();
    let name = Some(name).filter(|name| !name.is_empty() && name.chars().count() <= MAX_NAME / 2);
    let known = collector.options.known;
    if !known.theaters.is_empty() {
        let found = known.theater_named(name).map(|theater| theater.id.clone());
        let reason = || SkipReason::UnknownTheater(truncate_for_report(name.unwrap_or_default()));
        return found.ok_or_else(|| error(place, "LOCATION", reason()));
    }
    let slug = name.map(text::slug).filter(|slug| !slug.is_empty());
    let (Some(name), Some(slug)) = (name, slug) else {
        return Err(error(place, "LOCATION", SkipReason::NoTheater));
    };
    if let Some(id) = state.theaters.get(&slug) {
        return Ok(id.clone());
    }
    collector.row();
    let id = TheaterId::normalized(&slug);
    let zone = collector.zone_name("", place.to_owned(), None);
    let mut theater = records::theater(id.clone(), name, zone);
    theater.address.street =
        location.split_once(',').map(|(_, rest)| rest.trim().replace('\n', ", ")).unwrap_or_default();
    theater.geo = event.property("GEO").and_then(|geo| geo_of(&geo.value));
    collector.theater(place, theater);
    state.theaters.insert(slug, id.clone());
    Ok(id)
}

/// Latitude and longitude, separated by a semicolon.
fn geo_of(text: &str) -> Option<Geo> {
    let (lat, lon) = text.split_once(';')?;
    let (lat, lon) = (lat.trim().parse().ok()?, lon.trim().parse().ok()?);
    ((-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon)).then_some(Geo { lat, lon })
}

#[cfg(test)]
mod tests;
