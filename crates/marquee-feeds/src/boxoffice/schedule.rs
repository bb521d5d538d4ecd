//! Schedules: shows by theater, film and day. The newer format includes the screen.

use std::collections::{HashMap, HashSet};

use jiff::tz::TimeZone;
use marquee_model::catalog::{Availability, BookingUrl, Showtime};
use marquee_model::{MovieId, ScreenId, ShowId, TheaterId};
use serde_json::Value;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow, RowError, id_of};
use crate::values::{self, truncate_for_report};

/// Films and tags that the other platform's site does not list.
#[derive(Default)]
pub(super) struct Exclusions {
    /// Films that are private hires.
    pub films: HashSet<MovieId>,
    /// Tags whose shows are not listed.
    pub tags: HashSet<String>,
}

/// Maximum length in bytes of an id used as a key.
const MAX_KEY: usize = 128;

/// Whether a file is a response of the schedule service.
pub(super) fn is_schedule(value: &Value) -> bool {
    let theaters = value.as_object().into_iter().flat_map(|theaters| theaters.values());
    theaters.take(100).any(|theater| theater.get("schedule").is_some())
}

/// The ids of the films of a schedule.
pub(super) fn film_ids(value: &Value) -> Vec<String> {
    let theaters = value.as_object().into_iter().flat_map(|theaters| theaters.values());
    let films =
        theaters.filter_map(|theater| theater.get("schedule")?.as_object()).flat_map(|films| films.keys());
    films.filter(|id| id.len() <= MAX_KEY).cloned().collect()
}

/// State while a theater's schedule is read.
struct ScheduleReader<'h> {
    theater: TheaterId,
    feed_id: String,
    zone: TimeZone,
    hidden: &'h Exclusions,
    rows: usize,
    invalid: usize,
    screens: HashMap<String, ScreenId>,
}

impl ScheduleReader<'_> {
    /// Skips a part of the schedule that cannot be read, counted as one show.
    fn skip_part(&mut self, collector: &mut Collector<'_>, film: &str, error: RowError) {
        (self.rows, self.invalid) = (self.rows + 1, self.invalid + 1);
        collector.skip("schedule", film, error);
    }
}

pub(super) fn read(collector: &mut Collector<'_>, hidden: &Exclusions, value: &Value) {
    let Ok(theaters) = JsonRow::new(value, "") else { return };
    for (feed_id, value) in theaters.keys() {
        if feed_id.len() > MAX_KEY {
            collector.skip("schedule", feed_id, too_long(""));
            continue;
        }
        let theater = TheaterId::normalized(feed_id);
        let place = theaters.pointer_to(feed_id);
        let zone = collector.zone(&theater);
        let (rows, invalid, screens) = (0, 0, HashMap::new());
        let mut reading =
            ScheduleReader { theater, feed_id: feed_id.clone(), zone, hidden, rows, invalid, screens };
        let has_schedule = days(collector, &mut reading, value, &place).unwrap_or_else(|error| {
            collector.skip("schedule", feed_id, error);
            false
        });
        if has_schedule && collector.has_theater(&reading.theater) {
            collector.declare_shows(&reading.theater, &place, reading.rows, reading.invalid);
        }
    }
}

fn too_long(place: &str) -> RowError {
    RowError {
        place: place.to_owned(),
        reason: SkipReason::TooLong { field: "key", limit: MAX_KEY, unit: "bytes" },
    }
}

/// Reads the shows of all films and days; returns whether there is a schedule.
fn days(
    collector: &mut Collector<'_>,
    reading: &mut ScheduleReader<'_>,
    value: &Value,
    place: &str,
) -> Field<bool> {
    let Some(schedule) = JsonRow::new(value, place)?.object("schedule")? else { return Ok(false) };
    for (film, days) in schedule.keys() {
        let days = (film.len() <= MAX_KEY).then(|| JsonRow::new(days, schedule.pointer_to(film)));
        let days = match days.unwrap_or_else(|| Err(too_long(schedule.place()))) {
            Ok(days) => days,
            Err(error) => {
                reading.skip_part(collector, film, error);
                continue;
            }
        };
        for (day, shows) in days.keys() {
            match shows {
                Value::Array(shows) if day.len() <= MAX_KEY => {
                    let place = days.pointer_to(day);
                    for (i, show) in shows.iter().enumerate() {
                        read_show(collector, reading, film, show, format!("{place}/{i}"));
                    }
                }
                _ => {
                    let reason = SkipReason::WrongType {
                        field: truncate_for_report(day),
                        expected: Expected::List,
                        found: Expected::Other,
                    };
                    reading.skip_part(collector, film, RowError { place: days.place().to_owned(), reason });
                }
            }
        }
    }
    Ok(true)
}

fn read_show(
    collector: &mut Collector<'_>,
    reading: &mut ScheduleReader<'_>,
    film: &str,
    value: &Value,
    place: String,
) {
    collector.row();
    reading.rows += 1;
    if let Err(error) = JsonRow::new(value, place).and_then(|row| show(collector, reading, film, &row)) {
        let is_hidden = matches!(error.reason, SkipReason::PrivateHire | SkipReason::ExcludedTag(_));
        reading.invalid += usize::from(!is_hidden);
        collector.skip("showtime", &id_of(value, "id"), error);
    }
}

fn show(
    collector: &mut Collector<'_>,
    reading: &mut ScheduleReader<'_>,
    film: &str,
    row: &JsonRow<'_>,
) -> Field<()> {
    let row_error = |reason| RowError { place: row.place().to_owned(), reason };
    let feed_id = row.required_id("id")?;
    let movie_id = MovieId::numeric_for(film);
    let tags = row.texts("tags")?;
    if reading.hidden.films.contains(&movie_id) || tags.iter().any(|tag| attributes::is_private_hire(tag)) {
        return Err(row_error(SkipReason::PrivateHire));
    }
    if let Some(tag) = tags.iter().find(|tag| reading.hidden.tags.contains(**tag)) {
        return Err(row_error(SkipReason::ExcludedTag(truncate_for_report(tag))));
    }
    if !collector.has_theater(&reading.theater) {
        return Err(row_error(SkipReason::UnknownTheater(truncate_for_report(&reading.feed_id))));
    }
    if !collector.has_movie(&movie_id) {
        return Err(row_error(SkipReason::UnknownFilm(truncate_for_report(film))));
    }
    let start =
        row.text("startsAt")?.ok_or_else(|| row.error("startsAt", SkipReason::Missing("startsAt")))?;
    let (starts_at, _) = collector
        .instant_in_zone("showtime", &feed_id, &row.pointer_to("startsAt"), start, &reading.zone)
        .map_err(|reason| row.error("startsAt", reason))?;
    let show = Showtime {
        // The service's ids consist of film, time and tags; the theater makes them unique within the site.
        id: ShowId::normalized(&format!("{}-{feed_id}", reading.feed_id)),
        movie_id,
        theater_id: reading.theater.clone(),
        starts_at,
        ends_at: None,
        business_date: collector.business_date(starts_at, &reading.zone),
        screen: screen(collector, reading, row)?,
        attributes: keys(collector, &tags),
        availability: availability(collector, row, &tags)?,
        booking: booking(collector, row, &feed_id)?,
        perf_code: None,
        price: None,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

fn screen(
    collector: &mut Collector<'_>,
    reading: &mut ScheduleReader<'_>,
    row: &JsonRow<'_>,
) -> Field<Option<ScreenId>> {
    let Some(screen) = row.object("screen")? else { return Ok(None) };
    let Some(name) = screen.id("name")? else { return Ok(None) };
    if let Some(id) = reading.screens.get(&name) {
        return Ok(Some(id.clone()));
    }
    let id = collector.screen(&reading.theater, ScreenId::normalized(&name), &name);
    reading.screens.insert(name, id.clone());
    Ok(Some(id))
}

/// Attribute keys, without tags that are internal to the platform.
fn keys(collector: &mut Collector<'_>, tags: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    for tag in tags.iter().filter(|tag| !tag.starts_with("Internal.")) {
        let (keys, new_attribute) = attributes::keys(tag, Kind::Tag);
        new_attribute.into_iter().for_each(|n| collector.attribute(n));
        all.extend(keys);
    }
    all
}

fn availability(collector: &Collector<'_>, row: &JsonRow<'_>, tags: &[&str]) -> Field<Availability> {
    let rate = row.object("occupancy")?.map_or(Ok(None), |occupancy| occupancy.number("rate"))?;
    let by_rate =
        values::availability_by_percent(rate.unwrap_or_default(), collector.options.few_left_percent);
    Ok(match by_rate {
        _ if tags.contains(&"Internal.Data.SoldOut") => Availability::SoldOut,
        Availability::Open if tags.contains(&"Internal.Data.AlmostSoldOut") => Availability::FewLeft,
        other => other,
    })
}

/// The first URL of a provider other than the platform's relay, else the relay's.
fn booking(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str) -> Field<Option<BookingUrl>> {
    let Some(data) = row.object("data")? else { return Ok(None) };
    let (mut direct, mut relay) = (None, None);
    for entry in data.objects("ticketing")? {
        let slot = if entry.text("provider")? == Some("relay") { &mut relay } else { &mut direct };
        if slot.is_none()
            && let Some(url) = entry.texts("urls")?.into_iter().next()
        {
            *slot = Some((entry.pointer_to("urls"), url));
        }
    }
    let Some((place, url)) = direct.or(relay) else { return Ok(None) };
    match BookingUrl::parse(url) {
        Ok(url) => Ok(Some(url)),
        Err(reason) => {
            collector.warn("showtime", id, place, WarningReason::Booking(reason));
            Ok(None)
        }
    }
}
