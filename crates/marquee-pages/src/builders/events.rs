//! The list of events, and an event's own page.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use marquee_api::{
    EventCard, EventDay, EventPage, EventTimes, EventsPage, FilmCard, Link, MembersFirst, PageBody,
};
use marquee_catalog::{event_dates, is_show_of_event, next_change};
use marquee_messages::{pages, server};
use marquee_model::catalog::{Event, EventDate, Movie, Showtime};
use marquee_model::loyalty::Money;
use marquee_model::{EventId, Tag, time};
use marquee_store::{ShowFilter, StoreError};

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, days, frame, graph, shows};
use crate::format;
use crate::kind::{CalendarSubject, PreviewSubject, Resource};

/// Upcoming events by date, then events without dates.
pub fn cards(context: &PageContext<'_>, tz: &TimeZone) -> Vec<EventCard> {
    listed(context, tz).into_iter().map(|(_, card)| card).collect()
}

/// Those of [`cards`] that the home page lists, and the number of all.
pub fn home_cards(context: &PageContext<'_>, tz: &TimeZone) -> (Vec<EventCard>, usize) {
    let all = listed(context, tz);
    let count = all.len();
    (all.into_iter().filter(|(e, _)| e.on_home).map(|(_, card)| card).collect(), count)
}

fn listed<'c>(context: &'c PageContext<'_>, tz: &TimeZone) -> Vec<(&'c Event, EventCard)> {
    let today = context.today(tz);
    let mut all: Vec<(Option<Date>, &Event, EventCard)> = context
        .snapshot
        .events
        .iter()
        .filter(|e| is_visible(context, e))
        .filter_map(|e| {
            let next = next_date(context, e, today);
            let date = next.as_ref().map(|d| d.date);
            (date.is_some() || e.dates.is_empty()).then(|| (date, e, card(context, e, next.as_ref(), today)))
        })
        .collect();
    all.sort_by_key(|(date, ..)| (date.is_none(), *date));
    all.into_iter().map(|(_, e, card)| (e, card)).collect()
}

fn is_visible(context: &PageContext<'_>, e: &Event) -> bool {
    let is_at_theater =
        e.theater_ids.is_empty() || context.theater().is_none_or(|t| e.theater_ids.contains(&t.id));
    is_at_theater
        && e.visible_from.is_none_or(|t| t <= context.now)
        && e.visible_to.is_none_or(|t| context.now < t)
}

/// Maximum number of upcoming dates on an event's page.
const MAX_DATES: usize = 8;

/// The dates that have not begun.
fn upcoming_dates(context: &PageContext<'_>, e: &Event, today: Date) -> Vec<EventDate> {
    let mut dates = event_dates(e, today, MAX_DATES + 1);
    dates.retain(|d| start_instant(context, e, d).is_none_or(|at| at >= context.now));
    dates.truncate(MAX_DATES);
    dates
}

/// The next date with a show that has not begun.
fn next_date(context: &PageContext<'_>, e: &Event, today: Date) -> Option<EventDate> {
    upcoming_dates(context, e, today).into_iter().find(|d| !d.hired)
}

/// When an event begins on a date, in the zone of its theater; `None` if its time is unknown.
fn start_instant(context: &PageContext<'_>, e: &Event, date: &EventDate) -> Option<Timestamp> {
    let theater = e.theater_ids.first().and_then(|id| context.snapshot.theater(id));
    Some(time::instant(date.date.to_datetime(date.time?), &context.zone(theater)))
}

/// When the lists of events next change: when an event begins, or starts or stops being visible.
pub fn next_list_change(context: &PageContext<'_>, tz: &TimeZone) -> Option<Timestamp> {
    let today = context.today(tz);
    let after_begin = |e: &Event| {
        let start = start_instant(context, e, upcoming_dates(context, e, today).first()?)?;
        Some(start.saturating_add(SignedDuration::from_secs(1)).unwrap_or(start))
    };
    let changes = |e: &Event| [after_begin(e), e.visible_from, e.visible_to];
    let changes = context.snapshot.events.iter().flat_map(changes).flatten();
    changes.filter(|at| *at > context.now).min()
}

fn card(context: &PageContext<'_>, e: &Event, next: Option<&EventDate>, today: Date) -> EventCard {
    let f = &context.formats;
    let time = next.and_then(|d| d.time.map(|t| f.time(d.date.to_datetime(t)).text()));
    let is_of_series = |d: &&EventDate| {
        e.weekly.is_some_and(|weekly| d.date.weekday().to_monday_one_offset().unsigned_abs() == weekly)
    };
    let series = next.filter(is_of_series);
    let is_today = next.is_some_and(|d| d.date == today) && series.is_none();
    let date = next.map(|d| match series {
        Some(_) => server::events_every(f.language(), &f.weekday_in_sentence(d.date)),
        None => f.day(d.date),
    });
    let next_film = next.and_then(|d| d.movie_id.as_ref()).and_then(|id| context.movie(id)).map(|m| {
        let title = context.text(&m.localizations, |l| l.title.as_ref(), &m.title);
        if series.is_some() { server::events_next_film(f.language(), title) } else { title.to_owned() }
    });
    let parts = [date.filter(|_| !is_today), time, next_film, price(context, e)];
    let date_text = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    EventCard {
        id: e.id.to_string(),
        title: context.fill(context.text(&e.localizations, |l| l.title.as_ref(), &e.title)),
        href: context.hrefs.event(e.id.as_str(), &e.slug),
        when: date_text,
        today: is_today,
        summary: context.fill(context.text(&e.localizations, |l| l.summary.as_ref(), &e.summary)),
        picture: context.picture(e.picture.as_ref()),
        picture_alt: picture_alt(context, e),
    }
}

/// The alternative text of the picture. That of the main language is not used in locales into which the event is translated: then it
/// is that of the media library.
fn picture_alt(context: &PageContext<'_>, e: &Event) -> String {
    let own = match e.localizations.get(context.formats.locale().short()) {
        Some(local) => local.picture_alt.as_deref().unwrap_or_default(),
        None => &e.picture_alt,
    };
    e.picture.as_ref().map_or_else(String::new, |picture| context.alternative_text(picture, own))
}

pub async fn list(context: &PageContext<'_>) -> Result<BuiltPage, StoreError> {
    let tz = context.zone(None);
    let events = cards(context, &tz);
    let mut page = PageDraft::new(
        pages::events_title(context.language()).to_owned(),
        PageBody::Events(EventsPage { events }),
    );
    // The cards have titles of films.
    let films =
        context.snapshot.events.iter().flat_map(|e| &e.dates).filter_map(|date| date.movie_id.clone());
    page.tags = std::iter::once(Tag::Events).chain(films.map(Tag::Movie)).collect();
    page.next_change = next_list_change(context, &tz).into_iter().chain([days::midnight(context, &tz)]).min();
    page.description = context.site_name().to_owned();
    context.finish(page).await
}

pub async fn build(context: &PageContext<'_>, id: &EventId) -> Result<BuiltPage, StoreError> {
    let snapshot = context.snapshot.clone();
    let Some(e) = snapshot.events.iter().find(|e| &e.id == id) else {
        return super::error::build(context, http::StatusCode::NOT_FOUND).await;
    };
    let tz = context.zone(None);
    let today = context.today(&tz);
    let upcoming = upcoming_dates(context, e, today);
    let upcoming_date = upcoming.iter().find(|d| !d.hired);
    // An event that is over keeps its last date.
    let next = upcoming_date.or_else(|| e.dates.iter().rfind(|d| !d.hired));
    let members_first = members_first(context, e);
    let films = films(context, e, next, &upcoming, today).await?;
    let late = context.site.late_booking_minutes();
    let changes = next_change(films.iter().flat_map(|(_, shows)| shows), context.now, late);
    let times: Vec<EventTimes> =
        films.iter().filter_map(|(m, shows)| event_times(context, m, shows, today)).collect();
    let day_href = match upcoming_date.filter(|_| times.is_empty() && members_first.is_none()) {
        Some(d) => day_href(context, e, d.date),
        None => String::new(),
    };
    let text = context.text(&e.localizations, |l| l.description.as_ref(), &e.description);
    let is_over = next.is_some() && upcoming_date.is_none();
    // The date of an event that is over is written out, even if it was today.
    let mut event = card(context, e, next, if is_over { Date::MIN } else { today });
    if is_over {
        let over_text = server::events_over(context.language());
        event.when = format!("{} · {over_text}", event.when);
    }
    let body = EventPage {
        event,
        paragraphs: text
            .split("\n\n")
            .map(str::trim)
            .filter(|p| !p.is_empty())
            .map(|p| context.fill(p))
            .collect(),
        theaters: theaters(context, e),
        times,
        day_href,
        calendar_href: match upcoming_date {
            Some(_) => {
                context.prefix.clone() + &Resource::Calendar(CalendarSubject::Event(id.clone())).path()
            }
            None => String::new(),
        },
        days: event_days(context, e, &upcoming),
        members_first,
        films: cards_of_films(context, e, &films, today).await?,
    };
    let mut page = PageDraft::new(body.event.title.clone(), PageBody::Event(body));
    page.description = context.fill(context.text(&e.localizations, |l| l.summary.as_ref(), &e.summary));
    page.tags = vec![Tag::Event(id.clone()), Tag::Films, Tag::Theaters];
    let changes = changes.into_iter().chain(next_list_change(context, &tz));
    page.next_change = changes.chain([days::midnight(context, &tz)]).min();
    page.preview_subject = PreviewSubject::Event(id.clone());
    page.graph = graph::event(context, e, next.map(|d| (d, upcoming.as_slice())), &tz, &page.description);
    page.graph.push(graph::organization(context));
    page.graph.push(graph::breadcrumbs(
        context,
        &[
            (pages::events_title(context.language()), context.hrefs.path("/events/")),
            (page.title.as_str(), context.hrefs.event(id.as_str(), &e.slug)),
        ],
    ));
    context.finish(page).await
}

fn theaters(context: &PageContext<'_>, e: &Event) -> Vec<Link> {
    if !context.is_circuit() {
        return Vec::new();
    }
    let link = |t: &marquee_model::catalog::Theater| Link {
        label: t.name.clone(),
        href: context.hrefs.theater(t),
        active: false,
        external: false,
    };
    e.theater_ids.iter().filter_map(|id| context.snapshot.theater(id)).map(link).collect()
}

/// Maximum number of shows of one film on an event's page.
const MAX_TIMES: usize = 6;

/// The films of the next date, each with its shows of the event on that day, then those of the other upcoming dates without shows.
async fn films<'s>(
    context: &'s PageContext<'_>,
    e: &Event,
    date: Option<&EventDate>,
    upcoming: &[EventDate],
    today: Date,
) -> Result<Vec<(&'s Movie, Vec<Showtime>)>, StoreError> {
    let mut groups = Vec::new();
    let of_date = date.map_or(e.movie_ids.as_slice(), |d| e.films_on(d));
    for id in of_date {
        let Some(m) = context.movie(id) else { continue };
        let filter = ShowFilter {
            movie: Some(id.clone()),
            date: Some(date.map_or(today, |d| d.date)),
            theater: context.theater().map(|t| t.id.clone()),
            ..context.snapshot.show_filter()
        };
        let mut film_shows = context.catalog.shows(&context.site.id, &filter).await?;
        let zone = |s: &Showtime| context.zone(context.snapshot.theater(&s.theater_id));
        film_shows.retain(|s| is_show_of_event(s, e, &zone(s)));
        groups.push((m, film_shows));
    }
    let others = upcoming.iter().filter_map(|d| d.movie_id.as_ref()).chain(&e.movie_ids);
    for m in others.filter_map(|id| context.movie(id)) {
        if !groups.iter().any(|(listed, _)| listed.id == m.id) {
            groups.push((m, Vec::new()));
        }
    }
    Ok(groups)
}

/// The upcoming dates, if the page lists them: with several, of which at least one has a film of its own or no show, or which do not
/// repeat every week.
fn event_days(context: &PageContext<'_>, e: &Event, upcoming: &[EventDate]) -> Vec<EventDay> {
    let has_single_weeks = upcoming.iter().any(|d| d.hired || d.movie_id.is_some());
    if upcoming.len() < 2 && !upcoming.iter().any(|d| d.hired) || e.weekly.is_some() && !has_single_weeks {
        return Vec::new();
    }
    let f = &context.formats;
    // A series goes on like this after the last week that differs.
    let last = upcoming.iter().rposition(|d| d.hired || d.movie_id.is_some()).filter(|_| e.weekly.is_some());
    let listed = last.map_or(upcoming.len(), |last| last.saturating_add(1));
    let day = |d: &EventDate| {
        let date = f.day(d.date);
        let time = d.time.filter(|_| !d.hired).map(|t| f.time(d.date.to_datetime(t)).text());
        let film = d.movie_id.as_ref().filter(|_| !d.hired).and_then(|id| context.movie(id));
        EventDay {
            when: time.map_or_else(|| date.clone(), |time| format!("{date} · {time}")),
            film: film.map(|m| Link {
                label: context.text(&m.localizations, |l| l.title.as_ref(), &m.title).to_owned(),
                href: format!("{}?day={}", context.hrefs.movie(m), d.date),
                active: false,
                external: false,
            }),
            note: if d.hired { server::events_hired(f.language()).to_owned() } else { String::new() },
        }
    };
    upcoming.iter().take(listed).map(day).collect()
}

/// `From $15`; `None` without a price.
fn price(context: &PageContext<'_>, e: &Event) -> Option<String> {
    let price = e.price_from.as_ref()?;
    let money = Money { amount: i64::from(price.amount), currency: price.currency.clone() };
    let text = format::money(&money, context.formats.locale());
    Some(server::events_price_from(context.language(), &text))
}

/// What visitors who are not signed in see in place of the booking links; `None` if everybody can book.
fn members_first(context: &PageContext<'_>, e: &Event) -> Option<MembersFirst> {
    let until = e.members_first_until.filter(|until| context.now < *until)?;
    let link = frame::login(context)?;
    let theater = e.theater_ids.first().and_then(|id| context.snapshot.theater(id));
    let at = until.to_zoned(context.zone(theater)).datetime();
    let (day, time) = (context.formats.day_long(at.date()), context.formats.time(at).text());
    Some(MembersFirst { text: server::events_members_first(context.language(), &day, &time), link })
}

/// The upcoming shows of a film, with the day of the first; `None` without any.
fn event_times(context: &PageContext<'_>, m: &Movie, all: &[Showtime], today: Date) -> Option<EventTimes> {
    let with_theater = context.is_circuit() && context.theater().is_none();
    let upcoming: Vec<&Showtime> =
        all.iter().filter(|s| !shows::is_over(context, s)).take(MAX_TIMES).collect();
    let day = upcoming.first()?.business_date;
    let show = |s: &&Showtime| {
        let show = shows::show(context, s, Some(m), context.snapshot.theater(&s.theater_id), with_theater);
        // Also if members book first: the page hides the links from others.
        let href = s.booking.as_ref().filter(|_| !show.href.is_empty()).map(|b| b.as_str().to_owned());
        marquee_api::Show { href: href.unwrap_or_default(), ..show }
    };
    Some(EventTimes {
        title: context.text(&m.localizations, |l| l.title.as_ref(), &m.title).to_owned(),
        day: day_name(context, day, today),
        shows: upcoming.iter().map(show).collect(),
    })
}

/// `Today`, or the day with its date.
fn day_name(context: &PageContext<'_>, day: Date, today: Date) -> String {
    if day == today {
        return pages::common_today(context.language()).to_owned();
    }
    context.formats.weekday_short_month_day(day)
}

/// The path of a day's showtimes: at the event's theater if it has exactly one.
fn day_href(context: &PageContext<'_>, e: &Event, day: Date) -> String {
    let theater = match e.theater_ids.as_slice() {
        [id] if context.is_circuit() => context.snapshot.theater(id),
        _ => None,
    };
    let path = theater.map_or_else(|| context.hrefs.path("/showtimes/"), |t| context.hrefs.theater(t));
    format!("{path}?day={day}")
}

/// The event's films as cards, each with the day of its times.
async fn cards_of_films(
    context: &PageContext<'_>,
    e: &Event,
    films: &[(&Movie, Vec<Showtime>)],
    today: Date,
) -> Result<Vec<FilmCard>, StoreError> {
    let upcoming_days = context.catalog.upcoming_days(&context.site.id, None, today).await?;
    let cards = films.iter().map(|(m, film_shows)| {
        let first_day = upcoming_days.first_day_by_movie.get(&m.id).copied();
        let item = shows::item(context, m, first_day, today);
        let next = first_day.map_or_else(String::new, |d| context.formats.day(d));
        let is_listed = |s: &&Showtime| shows::members_first(context, s).is_none_or(|first| first.id != e.id);
        let listed: Vec<&Showtime> = film_shows.iter().filter(is_listed).collect();
        let card = shows::card(context, item, m, &listed, next);
        let day = film_shows.first().filter(|_| !card.shows.is_empty());
        FilmCard { day: day.map_or_else(String::new, |s| day_name(context, s.business_date, today)), ..card }
    });
    Ok(cards.collect())
}
