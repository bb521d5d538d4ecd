//! Sessions.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use marquee_model::catalog::OPEN_CAPTION;
use marquee_model::catalog::{Availability, BookingUrl, Price, Showtime};
use marquee_model::{MovieId, ScreenId, ShowId};
use serde_json::Value;

use super::{Film, Payload};
use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow, id_of};
use crate::values::{self, truncate_for_report};

/// Fields with the start, in order of precedence: first the advertised start. Includes both spellings in the standard's
/// examples.
const STARTS: &[&str] = &[
    "advertised_start_time_local",
    "advertised_start_time",
    "start_time_utc",
    "start_time_local",
    "start_time",
];
const ENDS: &[&str] = &["end_time_local", "end_time_utc", "end_time"];

/// Reads a session; returns whether the row was valid. A private hire is valid, although it is skipped.
pub(super) fn read(collector: &mut Collector<'_>, payload: &Payload, value: &Value, place: String) -> bool {
    collector.row();
    match JsonRow::new(value, place).and_then(|row| session(collector, payload, &row)) {
        Ok(()) => true,
        Err(error) => {
            let readable = error.reason == SkipReason::PrivateHire;
            collector.skip("showtime", &id_of(value, "session_id"), error);
            readable
        }
    }
}

fn session(collector: &mut Collector<'_>, payload: &Payload, row: &JsonRow<'_>) -> Field<()> {
    let feed_id = row.required_id("session_id")?;
    let (movie_id, languages) = film(payload, row)?;
    let zone = collector.zone(&payload.theater);
    let starts_at = start(collector, row, &feed_id, &zone)?;
    let tags = keys(collector, row, payload.own, languages)?;
    let show = Showtime {
        id: show_id(collector, payload, &feed_id),
        movie_id,
        theater_id: payload.theater.clone(),
        starts_at,
        ends_at: end(collector, row, &feed_id, &zone, starts_at)?,
        business_date: collector.business_date(starts_at, &zone),
        screen: screen(collector, payload, row, &feed_id)?,
        attributes: tags,
        availability: availability(row, collector.options.few_left_percent)?,
        booking: booking(collector, row, &feed_id)?,
        perf_code: row.text_owned("perf_code")?,
        price: price(row)?,
        change: None,
    };
    collector.show(&feed_id, row.place(), show);
    Ok(())
}

fn film<'p>(payload: &'p Payload, row: &JsonRow<'_>) -> Field<(MovieId, &'p [String])> {
    let film = row.required_id("film_id")?;
    match payload.films.get(&film) {
        Some(Film::Imported { id, languages }) => Ok((id.clone(), languages)),
        Some(Film::PrivateHire) => Err(row.error("film_id", SkipReason::PrivateHire)),
        Some(Film::Skipped) | None => {
            Err(row.error("film_id", SkipReason::UnknownFilm(truncate_for_report(&film))))
        }
    }
}

/// The id in the feed. Numeric ids, which are often counters per cinema, and ids used at another cinema get the cinema's
/// id as prefix.
fn show_id(collector: &Collector<'_>, payload: &Payload, feed_id: &str) -> ShowId {
    let normalized_id = ShowId::normalized(feed_id);
    let digits = feed_id.bytes().all(|b| b.is_ascii_digit());
    let is_at_other_theater = collector.show_theater(&normalized_id).is_some_and(|t| *t != payload.theater);
    if (digits && !payload.own) || is_at_other_theater {
        ShowId::normalized(&format!("{}-{feed_id}", payload.cinema))
    } else {
        normalized_id
    }
}

/// The time zone of a time without offset: UTC in fields that end in `_utc` (the standard's VenueMaster tool writes them
/// without `Z`), else the theater's.
fn zone_of<'z>(field: &str, theater: &'z TimeZone) -> &'z TimeZone {
    static UTC: TimeZone = TimeZone::UTC;
    if field.ends_with("_utc") { &UTC } else { theater }
}

fn start(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str, zone: &TimeZone) -> Field<Timestamp> {
    let mut start: Option<(&'static str, Timestamp)> = None;
    for key in STARTS {
        let Some(text) = row.text(key)? else { continue };
        let place = row.pointer_to(key);
        let at = if key.ends_with("_utc") {
            collector.instant_in_utc("showtime", id, &place, key, text)
        } else {
            collector.instant_in_zone("showtime", id, &place, text, zone).map(|(at, _)| at)
        };
        let at = at.map_err(|reason| row.error(key, reason))?;
        match start {
            None => start = Some((key, at)),
            Some((used, first)) if first != at => {
                collector.warn(
                    "showtime",
                    id,
                    row.pointer_to(key),
                    WarningReason::Contradiction { used, other: key },
                );
                break;
            }
            Some(_) => {}
        }
    }
    start
        .map(|(_, at)| at)
        .ok_or_else(|| row.error("start_time_local", SkipReason::Missing("start_time_local")))
}

fn end(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    id: &str,
    zone: &TimeZone,
    starts_at: Timestamp,
) -> Field<Option<Timestamp>> {
    for key in ENDS {
        let Some(text) = row.text(key)? else { continue };
        match values::instant(text, zone_of(key, zone)) {
            Ok(at) if at > starts_at => return Ok(Some(at)),
            _ => {
                let reason = WarningReason::Value {
                    field: key,
                    value: truncate_for_report(text),
                    expected: Expected::LaterTime,
                };
                collector.warn("showtime", id, row.pointer_to(key), reason);
            }
        }
    }
    Ok(None)
}

fn screen(
    collector: &mut Collector<'_>,
    payload: &Payload,
    row: &JsonRow<'_>,
    id: &str,
) -> Field<Option<ScreenId>> {
    let Some(feed_id) = row.id("auditorium_id")? else { return Ok(None) };
    let screen = payload.screens.get(&feed_id).cloned();
    if screen.is_none() {
        let reason = WarningReason::Reference { field: "auditorium_id", id: truncate_for_report(&feed_id) };
        collector.warn("showtime", id, row.pointer_to("auditorium_id"), reason);
    }
    Ok(screen)
}

/// Attribute keys: from `tags`, then from the other fields of the standard.
fn keys(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    own: bool,
    film_languages: &[String],
) -> Field<Vec<String>> {
    let Some(attrs) = row.object("attributes")? else { return Ok(Vec::new()) };
    let mut keys: Vec<String> = Vec::new();
    for tag in attrs.texts("tags")? {
        if attributes::is_private_hire(tag) {
            return Err(attrs.error("tags", SkipReason::PrivateHire));
        }
        if own {
            keys.push(tag.to_owned());
        }
    }
    let mut add = |name: &str, kind| {
        let (name_keys, new_attribute) = attributes::keys(name, kind);
        keys.extend(name_keys);
        new_attribute.into_iter().for_each(|n| collector.attribute(n));
    };
    if !own {
        attrs.texts("tags")?.into_iter().for_each(|tag| add(tag, Kind::Tag));
    }
    for (key, kind) in [
        ("video_format", Kind::Picture),
        ("video_marketing_name", Kind::Picture),
        ("audio_format", Kind::Sound),
    ] {
        attrs.text(key)?.into_iter().for_each(|name| add(name, kind));
    }
    if let Some(access) = attrs.object("accessibility")? {
        for (flag, key) in [
            ("ccap", "Showtime.Accessibility.ClosedCaption"),
            ("ocap", OPEN_CAPTION),
            ("descriptive_audio", "Showtime.Accessibility.AudioDescription"),
            ("wheelchair", "Showtime.Accessibility.Wheelchair"),
            ("hearing_assisted_loop", "Showtime.Accessibility.HardOfHearing"),
        ] {
            if access.bool(flag)? {
                add(key, Kind::Tag);
            }
        }
    }
    let spoken_language = attrs.text("language")?;
    let subtitles = attrs.texts("subtitle_languages")?;
    for key in attributes::versions(spoken_language, film_languages, &subtitles, collector.options.language) {
        keys.push(key.to_owned());
    }
    Ok(keys)
}

fn availability(row: &JsonRow<'_>, few_left_percent: u8) -> Field<Availability> {
    match row.text("status")?.unwrap_or_default() {
        "sold_out" => return Ok(Availability::SoldOut),
        "few_left" => return Ok(Availability::FewLeft),
        "open" => return Ok(Availability::Open),
        "cancelled" | "canceled" => return Ok(Availability::Canceled),
        _ => {}
    }
    if let Some(seats_left) = row.number("seats_available")? {
        let total = row.number("seating_capacity")?.unwrap_or_default();
        return Ok(values::availability_by_seats(seats_left, total, few_left_percent));
    }
    let classes = row.objects("availability_by_class")?;
    let (mut seats_left, mut total) = (0.0, 0.0);
    for class in &classes {
        seats_left += class.number("seats_available")?.unwrap_or_default();
        total += class.number("seats_total")?.unwrap_or_default();
    }
    Ok(if total > 0.0 {
        values::availability_by_seats(seats_left, total, few_left_percent)
    } else {
        Availability::Open
    })
}

fn booking(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str) -> Field<Option<BookingUrl>> {
    let Some(text) = row.text("booking_url")? else { return Ok(None) };
    match BookingUrl::parse(text) {
        Ok(url) => Ok(Some(url)),
        Err(reason) => {
            collector.warn("showtime", id, row.pointer_to("booking_url"), WarningReason::Booking(reason));
            Ok(None)
        }
    }
}

/// The lowest full price: of adult categories, or of the only category.
fn price(row: &JsonRow<'_>) -> Field<Option<Price>> {
    let mut rows = Vec::new();
    for entry in row.objects("pricing")? {
        let category = entry.text("category")?.unwrap_or_default().to_ascii_lowercase();
        if let (Some(amount), Some(currency)) = (entry.number("price")?, entry.text("currency")?) {
            rows.push((category, values::price(amount, currency)));
        }
    }
    let is_full_price = |c: &str| ["adult", "full", "standard", "general"].iter().any(|f| c.starts_with(f));
    let has_one_category = rows.first().is_some_and(|(first, _)| rows.iter().all(|(c, _)| c == first));
    let prices =
        rows.into_iter().filter(|(c, _)| has_one_category || is_full_price(c)).filter_map(|(_, price)| price);
    Ok(prices.min_by_key(|p| p.amount))
}
