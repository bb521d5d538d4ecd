//! Events.

use jiff::civil::{Date, DateTime, Time};
use jiff::{Timestamp, ToSpan};
use marquee_model::catalog::{Event, EventDate};
use marquee_model::{EventId, MovieId, TheaterId, time};

use super::{last_part, slug_of};
use crate::collector::Collector;
use crate::report::{Expected, SkipReason, WarningReason};
use crate::row::{Field, JsonRow};
use crate::schedule::PictureOwner;
use crate::values::{self, truncate_for_report};

/// Maximum number of dates of an event. A longer series is stored without dates, and is visible until its end.
const LISTED_DAYS: usize = 31;

pub(super) fn read_all(collector: &mut Collector<'_>, section: &JsonRow<'_>) {
    if super::nodes(collector, section, "allEvent", "event", read) {
        collector.schedule.events.get_or_insert_default();
    }
}

fn read(collector: &mut Collector<'_>, row: &JsonRow<'_>) -> Field<()> {
    let title = row.required_text("title", 400)?;
    let Some(path) = row.text("path")? else { return Err(row.error("path", SkipReason::EventWithoutPage)) };
    let number: String = last_part(path).chars().take_while(char::is_ascii_digit).collect();
    let feed_id = if number.is_empty() { row.required_id("id")? } else { number.clone() };
    let id = EventId::normalized(&feed_id);
    let zone = row
        .text("timeZone")?
        .map(time::time_zone)
        .unwrap_or_else(|| time::time_zone(collector.options.default_time_zone));
    let mut moment = |key: &'static str| -> Field<Option<Timestamp>> {
        let Some(text) = row.text(key)? else { return Ok(None) };
        let midnight = values::date(text)
            .filter(|_| text.trim().len() == 10)
            .map(|day| Ok(time::instant(day.into(), &zone)));
        match midnight.unwrap_or_else(|| values::instant(text, &zone)) {
            Ok(at) => Ok(Some(at)),
            Err(_) => {
                let reason = WarningReason::Value {
                    field: key,
                    value: truncate_for_report(text),
                    expected: Expected::DateAndTime,
                };
                collector.warn("event", &feed_id, row.pointer_to(key), reason);
                Ok(None)
            }
        }
    };
    let (from, to) = (moment("visibleStartAt")?, moment("visibleEndAt")?);
    let starts_at = moment("startAt")?.map(|at| at.to_zoned(zone.clone()).datetime());
    let ends_at = moment("endAt")?.map(|at| at.to_zoned(zone.clone()).datetime());
    let (dates, end) = dates(starts_at, ends_at);
    let event = Event {
        id: id.clone(),
        title: title.to_owned(),
        slug: slug_of(Some(path), &number, title),
        kind: row.text_owned("type")?.unwrap_or_default(),
        dates,
        weekly: None,
        visible_from: from,
        visible_to: to.or_else(|| end.map(|day| time::instant(day.into(), &zone))),
        summary: row.text_owned("shortDescription")?.unwrap_or_default(),
        description: row.text_owned("description")?.unwrap_or_default(),
        picture: None,
        picture_alt: String::new(),
        movie_ids: movies(collector, row, &feed_id)?,
        theater_ids: theaters(collector, row, &feed_id)?,
        on_home: true,
        members_first_until: None,
        price_from: None,
        localizations: Default::default(),
    };
    let poster = row.text_owned("poster")?;
    collector.event(row.place(), event);
    collector.picture(PictureOwner::Event(id), poster.as_deref());
    Ok(())
}

/// The dates of an event. If there are more than [`LISTED_DAYS`], returns no dates, and the day after the last one.
///
/// A start at midnight without an end is not listed as a date: it is the beginning of a permanent event.
fn dates(start: Option<DateTime>, end: Option<DateTime>) -> (Vec<EventDate>, Option<Date>) {
    let Some(start) = start else { return (Vec::new(), None) };
    let time = Some(start.time()).filter(|t| *t != Time::midnight());
    let Some(last_day) = end.map(|e| e.date()).filter(|last| *last >= start.date()) else {
        let single_date = time.map(|_| EventDate::new(start.date(), time));
        return (single_date.into_iter().collect(), None);
    };
    let days: Vec<Date> =
        start.date().series(1.day()).take_while(|d| *d <= last_day).take(LISTED_DAYS + 1).collect();
    if days.len() > LISTED_DAYS {
        return (Vec::new(), last_day.tomorrow().ok());
    }
    (days.into_iter().map(|date| EventDate::new(date, time)).collect(), None)
}

fn movies(collector: &mut Collector<'_>, row: &JsonRow<'_>, event: &str) -> Field<Vec<MovieId>> {
    let mut movie_ids = Vec::new();
    for related in row.objects("relatedMovies")? {
        let Some(movie) = related.object("movie")? else { continue };
        let feed_id = movie.required_id("id")?;
        let id = MovieId::numeric_for(&feed_id);
        if collector.has_movie(&id) {
            movie_ids.push(id);
        } else {
            let reason =
                WarningReason::Reference { field: "relatedMovies", id: truncate_for_report(&feed_id) };
            collector.warn("event", event, movie.pointer_to("id"), reason);
        }
    }
    Ok(movie_ids)
}

fn theaters(collector: &mut Collector<'_>, row: &JsonRow<'_>, event: &str) -> Field<Vec<TheaterId>> {
    let mut theater_ids = Vec::new();
    for theater in row.objects("theaters")? {
        let feed_id = theater.required_id("id")?;
        let id = TheaterId::normalized(&feed_id);
        if collector.has_theater(&id) {
            theater_ids.push(id);
        } else {
            let reason = WarningReason::Reference { field: "theaters", id: truncate_for_report(&feed_id) };
            collector.warn("event", event, theater.pointer_to("id"), reason);
        }
    }
    Ok(theater_ids)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn ent_06_event_dates_are_listed_unless_the_event_is_permanent() {
        let (start, evening) = (date(2025, 2, 14).at(0, 0, 0, 0), date(2025, 2, 14).at(19, 30, 0, 0));
        assert!(dates(Some(start), None).0.is_empty(), "a permanent event");
        let dates_without_end = dates(Some(evening), None).0;
        assert_eq!((dates_without_end.len(), dates_without_end[0].time), (1, Some(evening.time())));
        assert_eq!(dates(Some(start), Some(date(2025, 2, 16).at(0, 0, 0, 0))).0.len(), 3);
        let month = dates(Some(start), Some(date(2025, 3, 16).at(0, 0, 0, 0)));
        assert_eq!((month.0.len(), month.1), (LISTED_DAYS, None));
        let season = dates(Some(start), Some(date(2025, 9, 1).at(0, 0, 0, 0)));
        assert_eq!((season.0.len(), season.1), (0, Some(date(2025, 9, 2))));
        assert!(dates(Some(start), Some(date(2024, 1, 1).at(0, 0, 0, 0))).0.is_empty());
    }
}
