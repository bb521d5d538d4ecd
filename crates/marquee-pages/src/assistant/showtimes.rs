//! `list_showtimes`.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::Show;
use marquee_api::assistant::{ListShowtimes, ShowtimeEntry, ShowtimeList};
use marquee_catalog::{TimeOfDay, matches_time_of_day};
use marquee_model::catalog::{Showtime, Theater};
use marquee_model::text::shorten;

use super::{MAX_ECHO, MAX_ROWS, ToolError, ToolResult, argument, extent, result, text, theater};
use crate::builders::{PageContext, attribute, is_over, members_first, show};
use crate::request::Query;

/// The day that an argument names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestedDay {
    Today,
    /// Today from 17:00 on.
    Tonight,
    Tomorrow,
    Date(Date),
}

impl RequestedDay {
    fn parse(text: Option<&str>) -> Result<Self, ToolError> {
        match text.unwrap_or("today") {
            "today" => Ok(Self::Today),
            "tonight" => Ok(Self::Tonight),
            "tomorrow" => Ok(Self::Tomorrow),
            date => date.parse().map(Self::Date).map_err(|_| {
                argument(format!(
                    "date must be today, tonight, tomorrow or YYYY-MM-DD, not \"{}\"",
                    shorten(date, MAX_ECHO)
                ))
            }),
        }
    }

    /// The cinema day in the zone of a theater.
    fn date(self, context: &PageContext<'_>, theater: Option<&Theater>) -> Date {
        let tz = context.zone(theater);
        match self {
            Self::Today | Self::Tonight => context.today(&tz),
            // After midnight the cinema day is the calendar's yesterday; tomorrow is the calendar's.
            Self::Tomorrow => context.now.to_zoned(tz).date().saturating_add(1.day()),
            Self::Date(date) => date,
        }
    }
}

pub async fn list(context: &PageContext<'_>, arguments: &ListShowtimes) -> Result<ToolResult, ToolError> {
    let theater = theater(context, arguments.theater.as_deref())?;
    let film = arguments.film.as_deref().map(|id| super::film(context, id)).transpose()?;
    let requested = RequestedDay::parse(arguments.date.as_deref())?;
    let today = context.today(&context.zone(theater));
    let day = requested.date(context, theater);
    if day < today.saturating_sub(1.day()) {
        return Err(argument(format!("date must be today ({today}) or later")));
    }
    let site = &context.site.id;
    let upcoming = context.catalog.upcoming_days(site, theater.map(|t| &t.id), today).await?;
    let mut shows = Vec::new();
    for date in dates(context, requested, theater) {
        // Other dates have no shows, and must not fill the cache.
        if matches!(requested, RequestedDay::Date(_)) && !upcoming.days.contains(&date) {
            continue;
        }
        let read = context.catalog.day(site, theater.map(|t| &t.id), date).await?;
        let of_day = read.shows.iter().filter(|s| film.is_none_or(|film| s.movie_id == film.id));
        shows.extend(of_day.filter(|s| is_requested(context, requested, s)).cloned());
    }
    shows.sort_by_key(|s| s.starts_at);
    let mut rows = rows(context, shows.iter());
    let total = rows.len();
    rows.truncate(MAX_ROWS);
    let next_day = upcoming.days.iter().find(|date| **date > day && rows.is_empty() && film.is_none());
    let query = Query { day: (day != today).then_some(day), ..Query::default() };
    let page = match film {
        Some(film) => context.hrefs.movie(film),
        None => context.hrefs.path("/showtimes/"),
    };
    let list = ShowtimeList {
        day: day.to_string(),
        showtimes: rows,
        extent: extent(total, MAX_ROWS, "name a theater or a film"),
        next_day: next_day.map(Date::to_string),
        url: context.absolute(&(page + &query.canonical())),
    };
    let text = text::showtimes(&list);
    result(&list, text)
}

/// The cinema days to read: theaters in other zones may have another one.
fn dates(context: &PageContext<'_>, requested: RequestedDay, theater: Option<&Theater>) -> BTreeSet<Date> {
    match theater {
        Some(theater) => BTreeSet::from([requested.date(context, Some(theater))]),
        None => {
            context.snapshot.theaters.iter().map(|theater| requested.date(context, Some(theater))).collect()
        }
    }
}

/// Whether a show is on the requested day of its theater and, for tonight, in the evening.
fn is_requested(context: &PageContext<'_>, requested: RequestedDay, show: &Showtime) -> bool {
    let theater = context.snapshot.theater(&show.theater_id);
    let is_evening = || {
        let tz = context.zone(theater);
        [TimeOfDay::Evening, TimeOfDay::Late].into_iter().any(|part| matches_time_of_day(show, &tz, part))
    };
    show.business_date == requested.date(context, theater)
        && (requested != RequestedDay::Tonight || is_evening())
}

/// The shows that pages list: of films and theaters of the site, not over.
pub fn rows<'s>(context: &PageContext<'_>, shows: impl Iterator<Item = &'s Showtime>) -> Vec<ShowtimeEntry> {
    shows.filter(|s| !is_over(context, s)).filter_map(|s| entry(context, s)).collect()
}

fn entry(context: &PageContext<'_>, s: &Showtime) -> Option<ShowtimeEntry> {
    let film = context.movie(&s.movie_id)?;
    let theater = context.snapshot.theater(&s.theater_id)?;
    // What pages show, with their booking link.
    let Show { time, half, zone, at, ends, screen, tags, state, href, .. } =
        show(context, s, Some(film), Some(theater), false);
    let time = [time, half, zone].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    Some(ShowtimeEntry {
        film: context.text(&film.localizations, |l| l.title.as_ref(), &film.title).to_owned(),
        film_id: film.id.to_string(),
        film_url: context.absolute(&context.hrefs.movie(film)),
        theater: theater.name.clone(),
        theater_id: theater.id.to_string(),
        day: s.business_date.to_string(),
        starts_at: at,
        time,
        ends,
        screen,
        attributes: tags.iter().filter_map(|key| attribute(context, key)).map(|name| name.label).collect(),
        status: state,
        members_first: !href.is_empty() && members_first(context, s).is_some(),
        booking_url: context.absolute(&href),
    })
}
