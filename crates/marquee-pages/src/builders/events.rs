//! The list of events, and an event's own page.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use marquee_api::{EventCard, EventPage, EventTimes, EventsPage, FilmCard, Link, PageBody};
use marquee_catalog::next_change;
use marquee_messages::{pages, server};
use marquee_model::catalog::{Event, EventDate, Movie, Showtime};
use marquee_model::{EventId, Tag, time};
use marquee_store::{ShowFilter, StoreError};

use super::days::{self, WEEK_DAYS};
use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, graph, shows};
use crate::seo::PreviewSubject;

/// Upcoming events by date, then events without dates.
pub fn cards(scene: &PageContext<'_>, tz: &TimeZone) -> Vec<EventCard> {
    let today = scene.today(tz);
    let mut all: Vec<(Option<Date>, EventCard)> = scene
        .snapshot
        .events
        .iter()
        .filter(|e| is_visible(scene, e))
        .filter_map(|e| {
            let next = next_date(scene, e, today);
            (next.is_some() || e.dates.is_empty())
                .then(|| (next.map(|d| d.date), card(scene, e, next, today)))
        })
        .collect();
    all.sort_by_key(|(date, _)| (date.is_none(), *date));
    all.into_iter().map(|(_, card)| card).collect()
}

fn is_visible(scene: &PageContext<'_>, e: &Event) -> bool {
    let here = e.theater_ids.is_empty() || scene.theater().is_none_or(|t| e.theater_ids.contains(&t.id));
    here && e.visible_from.is_none_or(|t| t <= scene.now) && e.visible_to.is_none_or(|t| scene.now < t)
}

/// The next date that has not begun; a weekly series repeats from its first date.
fn next_date(scene: &PageContext<'_>, e: &Event, today: Date) -> Option<EventDate> {
    let to_come = |d: &EventDate| d.date >= today && begins(scene, e, *d).is_none_or(|at| at >= scene.now);
    if let (Some(weekly), Some(first)) = (e.weekly, e.dates.first()) {
        let from = today.max(first.date);
        let ahead = (i64::from(weekly) - i64::from(from.weekday().to_monday_one_offset())).rem_euclid(7);
        let date = from.saturating_add(ahead.days());
        let this_week = EventDate { date, time: first.time };
        let next_week = EventDate { date: date.saturating_add(WEEK_DAYS.days()), time: first.time };
        return Some(if to_come(&this_week) { this_week } else { next_week });
    }
    e.dates.iter().copied().find(to_come)
}

/// When an event begins on a date, in the zone of its theater; `None` if its time is unknown.
fn begins(scene: &PageContext<'_>, e: &Event, date: EventDate) -> Option<Timestamp> {
    let theater = e.theater_ids.first().and_then(|id| scene.snapshot.theater(id));
    Some(time::instant(date.date.to_datetime(date.time?), &scene.zone(theater)))
}

/// When the next of today's events begins, which changes the lists of events.
pub fn next_begin(scene: &PageContext<'_>, tz: &TimeZone) -> Option<Timestamp> {
    let today = scene.today(tz);
    let next = |e: &Event| next_date(scene, e, today).and_then(|d| begins(scene, e, d));
    let first = scene.snapshot.events.iter().filter_map(next).min();
    first.map(|at| at.saturating_add(SignedDuration::from_secs(1)).unwrap_or(at))
}

fn card(scene: &PageContext<'_>, e: &Event, next: Option<EventDate>, today: Date) -> EventCard {
    let f = &scene.formats;
    let time = next.and_then(|d| d.time.map(|t| f.time(d.date.to_datetime(t)).text()));
    let is_today = next.is_some_and(|d| d.date == today) && e.weekly.is_none();
    let date = next.map(|d| match e.weekly {
        Some(_) => server::events_every(f.language(), &f.weekday_in_sentence(d.date)),
        None => f.day(d.date),
    });
    let when = match (date, time, is_today) {
        (Some(_), Some(time), true) => time,
        (Some(_), None, true) => String::new(),
        (Some(date), Some(time), false) => format!("{date} · {time}"),
        (Some(date), None, false) => date,
        (None, ..) => String::new(),
    };
    EventCard {
        id: e.id.to_string(),
        title: scene.fill(scene.text(&e.localizations, |l| l.title.as_ref(), &e.title)),
        href: scene.hrefs.event(e.id.as_str(), &e.slug),
        when,
        today: is_today,
        summary: scene.fill(scene.text(&e.localizations, |l| l.summary.as_ref(), &e.summary)),
        picture: scene.picture(e.picture.as_ref()),
        picture_alt: picture_alt(scene, e),
    }
}

/// The alternative text of the picture; empty in locales into which the event is translated, because this text is not.
fn picture_alt(scene: &PageContext<'_>, e: &Event) -> String {
    let is_other = e.localizations.contains_key(scene.formats.locale().short());
    if is_other { String::new() } else { e.picture_alt.clone() }
}

pub async fn list(scene: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = scene.zone(None);
    let events = cards(scene, &tz);
    let mut page = PageDraft::new(
        pages::events_title(scene.language()).to_owned(),
        PageBody::Events(EventsPage { events }),
    );
    page.tags = vec![Tag::Events];
    page.next_change = next_begin(scene, &tz).into_iter().chain([days::midnight(scene, &tz)]).min();
    page.description = scene.site_name().to_owned();
    scene.finish(page).await
}

pub async fn build(scene: &PageContext<'_>, id: &EventId) -> Result<BuiltPage, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(e) = snapshot.events.iter().find(|e| &e.id == id) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let to_come = next_date(scene, e, today);
    // An event that is over keeps its last date.
    let next = to_come.or_else(|| e.dates.last().copied());
    let films = films(scene, e, next, today).await?;
    let late = scene.site.late_booking_minutes();
    let changes = next_change(films.iter().flat_map(|(_, shows)| shows), scene.now, late);
    let times: Vec<EventTimes> =
        films.iter().filter_map(|(m, shows)| event_times(scene, m, shows, today)).collect();
    let day_href = match to_come.filter(|_| times.is_empty()) {
        Some(d) => day_href(scene, e, d.date),
        None => String::new(),
    };
    let text = scene.text(&e.localizations, |l| l.description.as_ref(), &e.description);
    let is_over = next.is_some() && to_come.is_none();
    // The date of an event that is over is written out, also when it was today.
    let mut event = card(scene, e, next, if is_over { Date::MIN } else { today });
    if is_over {
        let over = server::events_over(scene.language());
        event.when = format!("{} · {over}", event.when);
    }
    let body = EventPage {
        event,
        paragraphs: text
            .split("\n\n")
            .map(str::trim)
            .filter(|p| !p.is_empty())
            .map(|p| scene.fill(p))
            .collect(),
        theaters: theaters(scene, e),
        times,
        day_href,
        films: cards_of_films(scene, &films, today).await?,
    };
    let mut page = PageDraft::new(body.event.title.clone(), PageBody::Event(body));
    page.description = scene.fill(scene.text(&e.localizations, |l| l.summary.as_ref(), &e.summary));
    page.tags = vec![Tag::Event(id.clone()), Tag::Films];
    let changes = changes.into_iter().chain(next_begin(scene, &tz));
    page.next_change = changes.chain([days::midnight(scene, &tz)]).min();
    page.shared = PreviewSubject::Event(id.clone());
    page.graph = graph::event(scene, e, next.map(|d| graph::event_start(d, &tz)), &page.description);
    page.graph.push(graph::organization(scene));
    page.graph.push(graph::breadcrumbs(
        scene,
        &[
            (pages::events_title(scene.language()), scene.hrefs.path("/events/")),
            (page.title.as_str(), scene.hrefs.event(id.as_str(), &e.slug)),
        ],
    ));
    scene.finish(page).await
}

fn theaters(scene: &PageContext<'_>, e: &Event) -> Vec<Link> {
    if !scene.is_circuit() {
        return Vec::new();
    }
    let link = |t: &marquee_model::catalog::Theater| Link {
        label: t.name.clone(),
        href: scene.hrefs.theater(t),
        active: false,
        external: false,
    };
    e.theater_ids.iter().filter_map(|id| scene.snapshot.theater(id)).map(link).collect()
}

/// Maximum number of shows of one film on an event's page.
const MOST_TIMES: usize = 6;

/// The event's films, each with its shows of the event: those of that day from the event's time on, at its theaters.
async fn films<'s>(
    scene: &'s PageContext<'_>,
    e: &Event,
    date: Option<EventDate>,
    today: Date,
) -> Result<Vec<(&'s Movie, Vec<Showtime>)>, StoreError> {
    let from = date.and_then(|d| begins(scene, e, d));
    let mut out = Vec::new();
    for id in &e.movie_ids {
        let excluded = scene.site.record.config.global_excluded_movie_ids.contains(id);
        let Some(m) = scene.snapshot.movie(id).filter(|_| !excluded) else { continue };
        let filter = ShowFilter {
            movie: Some(id.clone()),
            date: Some(date.map_or(today, |d| d.date)),
            theater: scene.theater().map(|t| t.id.clone()),
            ..scene.snapshot.show_filter()
        };
        let mut mine = scene.catalog.store().shows(&scene.site.id, &filter).await?;
        mine.retain(|s| e.theater_ids.is_empty() || e.theater_ids.contains(&s.theater_id));
        mine.retain(|s| from.is_none_or(|from| s.starts_at >= from));
        out.push((m, mine));
    }
    Ok(out)
}

/// The upcoming shows of a film, with the day of the first; `None` without any.
fn event_times(scene: &PageContext<'_>, m: &Movie, all: &[Showtime], today: Date) -> Option<EventTimes> {
    let named = scene.is_circuit() && scene.theater().is_none();
    let to_come: Vec<&Showtime> = all.iter().filter(|s| !shows::is_over(scene, s)).take(MOST_TIMES).collect();
    let day = to_come.first()?.business_date;
    let show = |s: &&Showtime| shows::show(scene, s, Some(m), scene.snapshot.theater(&s.theater_id), named);
    Some(EventTimes {
        title: scene.text(&m.localizations, |l| l.title.as_ref(), &m.title).to_owned(),
        day: day_name(scene, day, today),
        shows: to_come.iter().map(show).collect(),
    })
}

/// `Today`, or the day with its date.
fn day_name(scene: &PageContext<'_>, day: Date, today: Date) -> String {
    if day == today {
        return pages::common_today(scene.language()).to_owned();
    }
    scene.formats.day_half(day)
}

/// The path of a day's showtimes: at the event's theater if it has exactly one.
fn day_href(scene: &PageContext<'_>, e: &Event, day: Date) -> String {
    let theater = match e.theater_ids.as_slice() {
        [id] if scene.is_circuit() => scene.snapshot.theater(id),
        _ => None,
    };
    let path = theater.map_or_else(|| scene.hrefs.path("/showtimes/"), |t| scene.hrefs.theater(t));
    format!("{path}?day={day}")
}

/// The event's films as cards, each with the day of its times.
async fn cards_of_films(
    scene: &PageContext<'_>,
    films: &[(&Movie, Vec<Showtime>)],
    today: Date,
) -> Result<Vec<FilmCard>, StoreError> {
    let outlook = scene.catalog.outlook(&scene.site.id, None, today).await?;
    let cards = films.iter().map(|(m, mine)| {
        let first = outlook.first_day_by_movie.get(&m.id).copied();
        let item = shows::item(scene, m, first, today);
        let next = first.map_or_else(String::new, |d| scene.formats.day(d));
        let card = shows::card(scene, item, m, &mine.iter().collect::<Vec<_>>(), next);
        let day = mine.first().filter(|_| !card.shows.is_empty());
        FilmCard { day: day.map_or_else(String::new, |s| day_name(scene, s.business_date, today)), ..card }
    });
    Ok(cards.collect())
}
