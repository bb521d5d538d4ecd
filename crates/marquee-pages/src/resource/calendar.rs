//! Calendar files (RFC 5545): a show, all shows of a film, the next days of a theater.

use http::header::{CONTENT_DISPOSITION, HeaderValue};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use jiff::ToSpan;
use marquee_model::Tag;
use marquee_model::catalog::{Availability, Movie, Showtime, Theater};
use marquee_model::host::without_port;
use marquee_store::{ShowFilter, StoreError};

use super::BuiltResource;
use crate::builders::{PageContext, event_url, members_first};
use crate::kind::CalendarSubject;

/// Number of days after today in a theater's calendar.
const DAYS: i32 = 14;

/// Maximum number of shows in a file.
const MAX_SHOWS: u64 = 2000;

/// The calendar of a show, film or theater; `None` if the site does not have it.
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
        CalendarSubject::Show(id) => match store.show(site, id).await? {
            Some(show) => vec![show],
            None => return Ok(None),
        },
        CalendarSubject::Movie(id) => {
            if context.movie(id).is_none() {
                return Ok(None);
            }
            let filter = ShowFilter { movie: Some(id.clone()), ..upcoming_filter };
            store.shows(site, &filter).await?
        }
        CalendarSubject::Theater(id) => {
            let to = today.saturating_add(DAYS.days());
            let filter = ShowFilter { theater: Some(id.clone()), to_date: Some(to), ..upcoming_filter };
            store.shows(site, &filter).await?
        }
    };
    let mut calendar = Calendar::new();
    calendar.append_property(("METHOD", "PUBLISH"));
    calendar.append_property(("PRODID", "-//Marquee//Showtimes//EN"));
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
    let mut resource =
        BuiltResource::new(context, calendar.to_string(), "text/calendar; charset=utf-8", tags);
    resource
        .headers
        .insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=showtimes.ics"));
    Ok(Some(resource.allow_cross_origin_reads()))
}

/// The entry of a show. Times are in UTC, so that the file needs no time-zone definitions.
fn entry(context: &PageContext<'_>, show: &Showtime, film: &Movie, theater: &Theater) -> Event {
    let utc = |at: jiff::Timestamp| at.strftime("%Y%m%dT%H%M%SZ").to_string();
    let end = show.estimated_end(film.runtime);
    let title = context.text(&film.localizations, |l| l.title.as_ref(), &film.title);
    let address = theater.address.line();
    let location =
        if address.is_empty() { theater.name.clone() } else { format!("{}, {address}", theater.name) };
    // The UID contains the host name, without the port that sites in development have.
    let host = without_port(&context.site.record.settings.domain);
    let page = format!("{}{}", context.site.origin, context.hrefs.movie(film));
    let booking = show.booking.as_ref().map_or(page.as_str(), |b| b.as_str());
    let members_first = members_first(context, show).map(|e| event_url(context, e));
    let mut event = Event::new();
    event
        .uid(&format!("{}@{host}", show.id))
        .add_property("DTSTAMP", utc(context.now))
        .add_property("DTSTART", utc(show.starts_at))
        .summary(title)
        .location(&location)
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
