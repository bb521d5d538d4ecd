//! Calendar files (RFC 5545): a show, all shows of a film, the next days of a theater.

use http::header::{CONTENT_DISPOSITION, HeaderValue};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use jiff::ToSpan;
use marquee_catalog::UNKNOWN_LENGTH;
use marquee_model::Tag;
use marquee_model::catalog::{Availability, Movie, Showtime, Theater};
use marquee_store::{ShowFilter, StoreError};

use super::BuiltResource;
use crate::builders::PageContext;
use crate::route::CalendarSubject;

/// Number of days after today in a theater's calendar.
const DAYS: i32 = 14;

/// Maximum number of shows in a file.
const MOST: u64 = 2000;

/// The calendar of a show, film or theater; `None` if the site does not have it.
pub async fn make(
    scene: &PageContext<'_>,
    of: &CalendarSubject,
) -> Result<Option<BuiltResource>, StoreError> {
    let store = scene.catalog.store();
    let site = &scene.site.id;
    let today = scene.today(&scene.zone(None));
    let ahead = ShowFilter { from_date: Some(today), limit: Some(MOST), ..scene.snapshot.show_filter() };
    let (shows, tag) = match of {
        CalendarSubject::Show(id) => match store.show(site, id).await? {
            Some(show) => {
                let tag = Tag::Movie(show.movie_id.clone());
                (vec![show], tag)
            }
            None => return Ok(None),
        },
        CalendarSubject::Movie(id) => {
            if is_excluded(scene, id) || scene.snapshot.movie(id).is_none() {
                return Ok(None);
            }
            let filter = ShowFilter { movie: Some(id.clone()), ..ahead };
            (store.shows(site, &filter).await?, Tag::Movie(id.clone()))
        }
        CalendarSubject::Theater(id) => {
            let to = today.saturating_add(DAYS.days());
            let filter = ShowFilter { theater: Some(id.clone()), to_date: Some(to), ..ahead };
            (store.shows(site, &filter).await?, Tag::Theater(id.clone()))
        }
    };
    let mut calendar = Calendar::new();
    calendar.append_property(("METHOD", "PUBLISH"));
    calendar.append_property(("PRODID", "-//Marquee//Showtimes//EN"));
    let mut any = false;
    for show in &shows {
        let film = scene.snapshot.movie(&show.movie_id).filter(|m| !is_excluded(scene, &m.id));
        let Some((film, theater)) = film.zip(scene.snapshot.theater(&show.theater_id)) else { continue };
        calendar.push(entry(scene, show, film, theater));
        any = true;
    }
    if !any && matches!(of, CalendarSubject::Show(_)) {
        return Ok(None);
    }
    let mut made = BuiltResource::new(scene, calendar.to_string(), "text/calendar; charset=utf-8", vec![tag]);
    made.headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=showtimes.ics"));
    Ok(Some(made.allow_cross_origin_reads()))
}

fn is_excluded(scene: &PageContext<'_>, id: &marquee_model::MovieId) -> bool {
    scene.site.record.config.global_excluded_movie_ids.contains(id)
}

/// The entry of a show. Times are in UTC, so that the file needs no time-zone definitions.
fn entry(scene: &PageContext<'_>, show: &Showtime, film: &Movie, theater: &Theater) -> Event {
    let utc = |at: jiff::Timestamp| at.strftime("%Y%m%dT%H%M%SZ").to_string();
    let end = show.end(film.runtime).or_else(|| show.starts_at.checked_add(UNKNOWN_LENGTH).ok());
    let title = scene.text(&film.localizations, |l| l.title.as_ref(), &film.title);
    let address = theater.address.line();
    let place =
        if address.is_empty() { theater.name.clone() } else { format!("{}, {address}", theater.name) };
    // The UID contains the host name, without the port that sites in development have.
    let domain = &scene.site.record.settings.domain;
    let host = domain.split_once(':').map_or(domain.as_str(), |(host, _)| host);
    let page = format!("{}{}", scene.site.origin, scene.hrefs.movie(film));
    let mut event = Event::new();
    event
        .uid(&format!("{}@{host}", show.id))
        .add_property("DTSTAMP", utc(scene.now))
        .add_property("DTSTART", utc(show.starts_at))
        .summary(title)
        .location(&place)
        .url(show.booking.as_ref().map_or(page.as_str(), |b| b.as_str()))
        .status(match show.availability {
            Availability::Cancelled => EventStatus::Cancelled,
            _ => EventStatus::Confirmed,
        });
    if let Some(end) = end {
        event.add_property("DTEND", utc(end));
    }
    let line = scene.text(&film.localizations, |l| l.tagline.as_ref(), &film.tagline);
    event.description(&if line.is_empty() { page.clone() } else { format!("{line}\n{page}") });
    event.done()
}
