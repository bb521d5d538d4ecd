//! Calendar files (RFC 5545): a show, all shows of a film, the next days of a theater, the dates of an event.

use http::header::{CONTENT_DISPOSITION, HeaderValue};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};
use jiff::ToSpan;
use marquee_catalog::event_dates;
use marquee_model::catalog::{Availability, EventDate, Movie, Showtime, Theater, UNKNOWN_RUNTIME};
use marquee_model::host::without_port;
use marquee_model::{EventId, Tag, catalog, time};
use marquee_store::{ShowFilter, StoreError};

use super::BuiltResource;
use crate::builders::{PageContext, event_url, members_first};
use crate::kind::CalendarSubject;

/// Number of days after today in a theater's calendar.
const DAYS: i32 = 14;

/// Maximum number of shows in a file.
const MAX_SHOWS: u64 = 2000;

/// Maximum number of dates of an event in a file.
const MAX_DATES: usize = 12;

/// A calendar; `None` if the site does not have its subject, or no date of the event is left.
pub async fn make(
    context: &PageContext<'_>,
    of: &CalendarSubject,
) -> Result<Option<BuiltResource>, StoreError> {
    let store = context.catalog.store();
    let site = &context.site.id;
    let today = context.today(&context.zone(None));
    let upcoming_filter =
        ShowFilter { from_date: Some(today), limit: Some(MAX_SHOWS), ..context.snapshot.show_filter() };
    let shows = match of {
        CalendarSubject::Event(id) => return Ok(event_calendar(context, id)),
        CalendarSubject::Show(id) => match store.show(site, id).await? {
            Some(show) => vec![show],
            None => return Ok(None),
        },
        CalendarSubject::Movie(id) => {
            let Some(film) = context.movie(id) else { return Ok(None) };
            let filter = ShowFilter { movie: Some(film.id.clone()), ..upcoming_filter };
            store.shows(site, &filter).await?
        }
        CalendarSubject::Theater(id) => {
            let to = today.saturating_add(DAYS.days());
            let filter = ShowFilter { theater: Some(id.clone()), to_date: Some(to), ..upcoming_filter };
            store.shows(site, &filter).await?
        }
    };
    let mut calendar = new_calendar();
    let mut has_shows = false;
    for show in &shows {
        let film = context.movie(&show.movie_id);
        let Some((film, theater)) = film.zip(context.snapshot.theater(&show.theater_id)) else { continue };
        if theater.closure_on(show.business_date).is_some() {
            continue;
        }
        calendar.push(entry(context, show, film, theater));
        has_shows = true;
    }
    if !has_shows && matches!(of, CalendarSubject::Show(_)) {
        return Ok(None);
    }
    // Entries have titles, running times, names and addresses of all their films and theaters.
    let tags = vec![Tag::Films, Tag::Theaters];
    Ok(Some(file(context, &calendar, tags)))
}

fn new_calendar() -> Calendar {
    let mut calendar = Calendar::new();
    calendar.append_property(("METHOD", "PUBLISH"));
    calendar.append_property(("PRODID", "-//Marquee//Showtimes//EN"));
    // Programs that subscribe to the address read it again after an hour (RFC 7986).
    calendar
        .append_property(Property::new("REFRESH-INTERVAL", "PT1H").add_parameter("VALUE", "DURATION").done());
    calendar.append_property(("X-PUBLISHED-TTL", "PT1H"));
    calendar
}

fn file(context: &PageContext<'_>, calendar: &Calendar, tags: Vec<Tag>) -> BuiltResource {
    let mut resource =
        BuiltResource::new(context, calendar.to_string(), "text/calendar; charset=utf-8", tags);
    resource
        .headers
        .insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=showtimes.ics"));
    resource.allow_cross_origin_reads()
}

/// The dates of an event from today on, without those on which its theater is hired or closed.
fn event_calendar(context: &PageContext<'_>, id: &EventId) -> Option<BuiltResource> {
    let event = context.snapshot.events.iter().find(|e| &e.id == id)?;
    let is_location = |t: &&Theater| event.theater_ids.is_empty() || event.theater_ids.contains(&t.id);
    let theaters: Vec<&Theater> = context.snapshot.theaters.iter().filter(is_location).collect();
    let first = event.theater_ids.first().and_then(|id| context.snapshot.theater(id));
    let tz = context.zone(first);
    let mut calendar = new_calendar();
    let mut has_dates = false;
    for date in event_dates(event, context.today(&tz), MAX_DATES) {
        let open: Vec<&Theater> =
            theaters.iter().filter(|t| t.closure_on(date.date).is_none()).copied().collect();
        if date.hired || open.is_empty() && !theaters.is_empty() {
            continue;
        }
        calendar.push(date_entry(context, event, &date, &open, &tz));
        has_dates = true;
    }
    let tags = vec![Tag::Event(id.clone()), Tag::Films, Tag::Theaters];
    has_dates.then(|| file(context, &calendar, tags).valid_for_the_day_in(context, &tz))
}

/// The entry of a date of an event. Without a time, it is of the whole day.
fn date_entry(
    context: &PageContext<'_>,
    event: &catalog::Event,
    date: &EventDate,
    theaters: &[&Theater],
    tz: &jiff::tz::TimeZone,
) -> Event {
    let title = context.fill(context.text(&event.localizations, |l| l.title.as_ref(), &event.title));
    let film = date.movie_id.as_ref().and_then(|id| context.movie(id));
    let film_title = film.map(|m| context.text(&m.localizations, |l| l.title.as_ref(), &m.title));
    let page = event_url(context, event);
    let mut entry = Event::new();
    entry
        .uid(&format!("event-{}-{}@{}", event.id, date.date, host(context)))
        .add_property("DTSTAMP", utc(context.now))
        .summary(&film_title.map_or_else(|| title.clone(), |film| format!("{title}: {film}")))
        .url(&page)
        .status(EventStatus::Confirmed);
    match theaters {
        [] => {}
        [theater] => {
            entry.location(&location(theater));
        }
        several => {
            let names: Vec<&str> = several.iter().map(|t| t.name.as_str()).collect();
            entry.location(&names.join(", "));
        }
    }
    match date.time {
        Some(at) => {
            let start = time::instant(date.date.to_datetime(at), tz);
            let films = event.films_on(date).iter().filter_map(|id| context.movie(id));
            // The films of a date follow each other.
            let minutes: i64 = films.map(|m| i64::from(m.runtime.unwrap_or(UNKNOWN_RUNTIME))).sum();
            entry.add_property("DTSTART", utc(start));
            if let Ok(end) = start.checked_add(minutes.minutes())
                && minutes > 0
            {
                entry.add_property("DTEND", utc(end));
            }
        }
        None => {
            let day = date.date.strftime("%Y%m%d").to_string();
            entry.append_property(Property::new("DTSTART", day).add_parameter("VALUE", "DATE").done());
        }
    }
    let summary = context.fill(context.text(&event.localizations, |l| l.summary.as_ref(), &event.summary));
    entry.description(&if summary.is_empty() { page.clone() } else { format!("{summary}\n{page}") });
    entry.done()
}

/// An instant as RFC 5545 writes it.
fn utc(at: jiff::Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// The host name of the site for UIDs, without the port that sites in development have.
fn host<'c>(context: &'c PageContext<'_>) -> &'c str {
    without_port(&context.site.record.settings.domain)
}

/// The name and address of a theater.
fn location(theater: &Theater) -> String {
    let address = theater.address.line();
    if address.is_empty() { theater.name.clone() } else { format!("{}, {address}", theater.name) }
}

/// The entry of a show. Times are in UTC, so that the file needs no time-zone definitions.
fn entry(context: &PageContext<'_>, show: &Showtime, film: &Movie, theater: &Theater) -> Event {
    let end = show.estimated_end(film.runtime);
    let title = context.text(&film.localizations, |l| l.title.as_ref(), &film.title);
    let page = format!("{}{}", context.site.origin, context.hrefs.movie(film));
    let booking = show.booking.as_ref().map_or(page.as_str(), |b| b.as_str());
    let members_first = members_first(context, show).map(|e| event_url(context, e));
    let mut event = Event::new();
    event
        .uid(&format!("{}@{}", show.id, host(context)))
        .add_property("DTSTAMP", utc(context.now))
        .add_property("DTSTART", utc(show.starts_at))
        .summary(title)
        .location(&location(theater))
        .url(members_first.as_deref().unwrap_or(booking))
        .status(match show.availability {
            Availability::Canceled => EventStatus::Cancelled,
            _ => EventStatus::Confirmed,
        });
    if let Some(end) = end {
        event.add_property("DTEND", utc(end));
    }
    let line = context.text(&film.localizations, |l| l.tagline.as_ref(), &film.tagline);
    event.description(&if line.is_empty() { page.clone() } else { format!("{line}\n{page}") });
    event.done()
}
