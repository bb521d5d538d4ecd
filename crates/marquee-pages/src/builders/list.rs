//! The home page and the lists of films.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use jiff::civil::Date;
use marquee_api::{Band, EmptyNote, FilmCard, Filter, ListKind, ListPage, PageBody, Tab, TabKey, WeekDay};
use marquee_catalog::{DayShows, featured_movie, is_upcoming, next_change};
use marquee_messages::{pages, server};
use marquee_model::catalog::{Block, Movie, Showtime};
use marquee_model::{MovieId, Tag};
use marquee_store::StoreError;

use super::content::page_tags;
use super::context::{PageContext, PageDraft};
use super::days::{self, Days};
use super::hero::{self, DefaultDay};
use super::nearest::{self, MatchScope};
use super::{BuiltPage, events, frame, graph, shows};

/// Maximum number of upcoming shows on the home page.
const MAX_UPCOMING_SHOWS: usize = 5;

pub async fn build(context: &PageContext<'_>, list: ListKind, home: bool) -> Result<BuiltPage, StoreError> {
    let site = &context.site.id;
    let tz = context.zone(None);
    let today = context.today(&tz);
    let theater = context.theater().map(|t| &t.id);
    let (upcoming_days, shows_today) = futures::try_join!(
        context.catalog.upcoming_days(site, theater, today),
        context.catalog.day(site, theater, today),
    )?;
    let days = Days::new(context, upcoming_days.days.clone(), today, &shows_today.shows);
    let day = context.catalog.day(site, theater, days.selected).await?;
    let first_days = &upcoming_days.first_day_by_movie;
    let default_day = if home { Some(DefaultDay::find(context, &days, &upcoming_days).await?) } else { None };
    let (mut movies, featured) = ordered_movies(context, default_day.as_ref(), today).await?;
    let coming = coming_soon(&movies, first_days, today);
    let showing = now_showing(context, &movies, &filtered_shows(context, &day), first_days, today);
    let lists_days = list == ListKind::NowShowing;
    let (soon_day, soon) = hero::soon(context, if home { MAX_UPCOMING_SHOWS } else { 0 }).await?;
    let (event_cards, event_count) = events::home_cards(context, &tz);
    let mut counts = (showing.len(), coming.len(), event_count);
    let (week, filters) =
        if lists_days { week_and_filters(context, &days).await? } else { (Vec::new(), Vec::new()) };
    if lists_days && context.query.week {
        counts.0 = distinct(&week);
    }
    let mut films = match list {
        ListKind::NowShowing if context.query.week => Vec::new(),
        ListKind::NowShowing => showing,
        ListKind::ComingSoon => coming_cards(context, &coming, first_days, today),
    };
    if home {
        keep_those_on_home(context, &mut movies, &mut films);
    }
    let is_empty = films.is_empty() && week.iter().all(|d| d.films.is_empty());
    let empty = if is_empty { Some(empty_note(context, list, &days, &day).await?) } else { None };
    let tabs = tabs(context, list, counts);
    let hero = default_day.as_ref().and_then(|day| day.hero(context, &movies, featured, first_days, today));
    let all = day.shows.iter().chain(&shows_today.shows).chain(default_day.iter().flat_map(|l| &l.day.shows));
    let changes = next_change(all, context.now, context.site.late_booking_minutes());
    let changes = changes.into_iter().chain([days::midnight(context, &tz)]);
    let changes = changes.chain(events::next_list_change(context, &tz)).min();
    let mut page = PageDraft::new(
        heading(context, list, home).to_owned(),
        PageBody::List(ListPage {
            list,
            home,
            heading: heading(context, list, false).to_owned(),
            hero,
            soon,
            soon_day,
            tabs,
            days: if lists_days { days.bar(context, context.theater()) } else { Vec::new() },
            week_bar: if lists_days { days.week_bar(context) } else { None },
            filters,
            lead: if lists_days { days.lead_note(context, None, lead_note_texts(context)) } else { None },
            films,
            week,
            empty,
            events: if home { event_cards.into_iter().take(4).collect() } else { Vec::new() },
            events_href: context.hrefs.path("/events/"),
            band: home.then(|| band(context)).flatten(),
        }),
    );
    page.tags = tags(context, home);
    page.description = description(context, home);
    page.clock = lists_days.then_some(tz);
    page.next_change = changes;
    page.graph = graph(context, &page.body, home);
    context.finish(page).await
}

/// The list of the week, if it is chosen, and the filters.
async fn week_and_filters(
    context: &PageContext<'_>,
    days: &Days,
) -> Result<(Vec<WeekDay>, Vec<Filter>), StoreError> {
    let of = MatchScope::Theater(context.theater().map(|t| &t.id));
    Ok((nearest::week(context, days, of).await?, nearest::filters(context, days, of).await?))
}

/// The films in the site's order and the featured one, which is the first on the day of the home page (SITE-12).
async fn ordered_movies<'c>(
    context: &'c PageContext<'_>,
    home_day: Option<&DefaultDay>,
    today: Date,
) -> Result<(Vec<&'c Movie>, Option<&'c MovieId>), StoreError> {
    let config = &context.site.record.config;
    let theater = context.theater().map(|t| &t.id);
    let featured = home_day.and_then(|day| featured_movie(config, day.date, theater));
    let featured = featured.map(|film| context.snapshot.named_film(film));
    let mut movies = context.sorted_movies(context.snapshot.all_movies());
    if config.options.order_by_shows {
        let counts = context.catalog.shows_in_week(&context.site.id, theater, today).await?;
        context.snapshot.sort_by_shows(&mut movies, &counts, config);
    }
    movies.sort_by_key(|m| featured.is_some_and(|id| m.id != *id));
    Ok((movies, featured))
}

/// Leaves out films that are not on the home page (SITE-12). Its tabs have the numbers of the lists, which have these films as well.
fn keep_those_on_home(context: &PageContext<'_>, movies: &mut Vec<&Movie>, cards: &mut Vec<FilmCard>) {
    let config = &context.site.record.config;
    movies.retain(|m| config.shows_on_home(&m.id));
    cards.retain(|card| MovieId::parse(&card.film.id).is_ok_and(|id| config.shows_on_home(&id)));
}

/// The shows of a day that pass the filters.
fn filtered_shows<'d>(context: &PageContext<'_>, day: &'d DayShows) -> Vec<&'d Showtime> {
    let zone = |s: &Showtime| context.zone(context.snapshot.theater(&s.theater_id));
    day.shows.iter().filter(|s| shows::passes_filters(context, s, &zone(s))).collect()
}

/// The page's JSON-LD.
fn graph(context: &PageContext<'_>, body: &PageBody, home: bool) -> Vec<serde_json::Value> {
    if let (false, PageBody::List(page)) = (home, body) {
        return vec![graph::film_list(context, page.films.iter().map(|c| c.film.href.as_str()))];
    }
    let mut graph = vec![graph::organization(context), graph::website(context)];
    graph.extend(context.theater().map(|t| graph::theater(context, t)));
    graph
}

/// The note when no film is listed.
async fn empty_note(
    context: &PageContext<'_>,
    list: ListKind,
    days: &Days,
    day: &DayShows,
) -> Result<EmptyNote, StoreError> {
    if list == ListKind::ComingSoon {
        return Ok(EmptyNote::NothingAnnounced);
    }
    let theater = context.theater().map(|t| &t.id);
    let has_upcoming = context.query.week || day.shows.iter().any(|s| !shows::is_over(context, s));
    if has_upcoming && nearest::has_filter(context) {
        return nearest::filtered_note(context, days, MatchScope::Theater(theater)).await;
    }
    Ok(days.note(context, None))
}

/// The notes for a day whose films have all started, and for a day without films.
pub fn lead_note_texts(context: &PageContext<'_>) -> (&'static str, &'static str) {
    (pages::empty_over(context.language()), server::notes_no_films(context.language()))
}

/// Number of different films in a week.
fn distinct(week: &[WeekDay]) -> usize {
    week.iter().flat_map(|d| &d.films).map(|c| c.film.id.as_str()).collect::<HashSet<_>>().len()
}

fn heading(context: &PageContext<'_>, list: ListKind, home: bool) -> &'static str {
    match (list, home) {
        (_, true) => server::titles_films_and_showtimes(context.language()),
        (ListKind::NowShowing, _) => pages::tabs_now_showing(context.language()),
        (ListKind::ComingSoon, _) => pages::tabs_coming_soon(context.language()),
    }
}

/// The description of the home page's record, if it has one in the page's language; otherwise a sentence about any list.
fn description(context: &PageContext<'_>, home: bool) -> String {
    let own = home.then(|| own_description(context)).flatten();
    own.unwrap_or_else(|| server::descriptions_films(context.language(), context.site_name()))
}

fn own_description(context: &PageContext<'_>) -> Option<String> {
    let record = context.snapshot.pages.get("/")?;
    let locale = context.formats.locale().short();
    let local = record.localizations.get(locale).and_then(|local| local.description.as_ref());
    let is_main = locale == context.site.record.config.locale.short();
    let text = local.or_else(|| is_main.then_some(&record.description))?;
    Some(context.fill(text)).filter(|text| !text.trim().is_empty())
}

/// Whether a film opens later: its release is in the future, or it is announced without a date and has no shows (`plays`).
pub fn is_coming(m: &Movie, plays: bool, today: Date) -> bool {
    m.release_date.map_or_else(|| !plays && m.year.is_none(), |d| d > today)
}

/// The films that open later, by release.
pub fn coming_soon<'m>(movies: &[&'m Movie], first: &HashMap<MovieId, Date>, today: Date) -> Vec<&'m Movie> {
    let mut movies: Vec<&Movie> =
        movies.iter().filter(|m| is_coming(m, first.contains_key(&m.id), today)).copied().collect();
    // Films of one day stay in the site's order.
    movies.sort_by_key(|m| (m.release_date.is_none(), m.release_date));
    movies
}

fn now_showing(
    context: &PageContext<'_>,
    movies: &[&Movie],
    filtered_shows: &[&Showtime],
    first: &HashMap<MovieId, Date>,
    today: Date,
) -> Vec<FilmCard> {
    let by_movie = shows::by_movie(filtered_shows);
    let cards = movies.iter().filter_map(|m| {
        let film_shows = by_movie.get(&m.id)?;
        let film = shows::item(context, m, first.get(&m.id).copied(), today);
        let card = shows::card(context, film, m, film_shows, String::new());
        // A film whose last show of the day has started is not listed for that day any more.
        (!card.shows.is_empty()).then_some(card)
    });
    cards.collect()
}

fn coming_cards(
    context: &PageContext<'_>,
    movies: &[&Movie],
    first: &HashMap<MovieId, Date>,
    today: Date,
) -> Vec<FilmCard> {
    let card = |m: &&Movie| FilmCard {
        film: shows::item(context, m, first.get(&m.id).copied(), today),
        day: String::new(),
        shows: Vec::new(),
        more: 0,
        rest: Vec::new(),
        next: m.release_date.map_or_else(String::new, |d| context.formats.full(d)),
    };
    movies.iter().map(card).collect()
}

/// The tabs, each with the number of entries on its page.
fn tabs(
    context: &PageContext<'_>,
    list: ListKind,
    (showing, coming, events): (usize, usize, usize),
) -> Vec<Tab> {
    let tab = |key, path: &str, count: usize, active: bool| Tab {
        key,
        href: context.hrefs.path(path),
        count: u32::try_from(count).unwrap_or(u32::MAX),
        active,
    };
    vec![
        tab(TabKey::NowShowing, "/movies/", showing, list == ListKind::NowShowing),
        tab(TabKey::ComingSoon, "/movies/coming-soon/", coming, list == ListKind::ComingSoon),
        tab(TabKey::Events, "/events/", events, false),
    ]
}

fn tags(context: &PageContext<'_>, home: bool) -> Vec<Tag> {
    let record = context.snapshot.pages.get("/").filter(|_| home);
    let of_lists = [Tag::Films, Tag::Events, Tag::Theaters];
    of_lists.into_iter().chain(record.into_iter().flat_map(page_tags)).collect()
}

/// The call to action of the home page's record.
fn band(context: &PageContext<'_>) -> Option<Band> {
    let page = context.snapshot.pages.get("/")?;
    // The band has no settings, so it cannot be hidden from others.
    let mut shown = context.shown_blocks(page).filter(|shown| !shown.settings.members_only);
    shown.find_map(|shown| match shown.block {
        Block::CallToAction { title, text, label, href, target, .. } => {
            let item = marquee_model::catalog::MenuItem {
                label: label.clone(),
                href: href.clone(),
                target: *target,
                ..Default::default()
            };
            let link = frame::link(context, None, &item);
            Some(Band { title: context.fill(title), text: context.fill(text), link })
        }
        _ => None,
    })
}

/// Up to `limit` other films with shows on `day`, those sharing a genre first, and when their shows change next. If `day` has no
/// shows left, those of the next day with shows.
pub async fn other_films(
    context: &PageContext<'_>,
    film: &Movie,
    day: Date,
    today: Date,
    limit: usize,
) -> Result<(Vec<FilmCard>, Option<Timestamp>), StoreError> {
    let theater = context.theater().map(|t| &t.id);
    let upcoming_days = context.catalog.upcoming_days(&context.site.id, theater, today).await?;
    let late = context.site.late_booking_minutes();
    let mut date = day;
    let mut shows = context.catalog.day(&context.site.id, theater, day).await?;
    if !shows.shows.iter().any(|s| s.movie_id != film.id && is_upcoming(s, context.now, late))
        && let Some(next) = upcoming_days.days.iter().copied().find(|d| *d > day)
    {
        date = next;
        shows = context.catalog.day(&context.site.id, theater, next).await?;
    }
    let genres: HashSet<&String> = film.genres.iter().collect();
    let others = shows.movies().filter(|id| **id != film.id).filter_map(|id| context.movie(id));
    let mut movies = context.sorted_movies(others);
    movies.sort_by_key(|m| !m.genres.iter().any(|g| genres.contains(g)));
    let label = days::relative_day_name(context, date, today, &context.zone(None));
    let cards = movies.into_iter().map(|m| {
        let item = shows::item(context, m, upcoming_days.first_day_by_movie.get(&m.id).copied(), today);
        let card = shows::card(context, item, m, &shows.shows_of_movie(&m.id), String::new());
        FilmCard { day: label.clone(), ..card }
    });
    let cards = cards.filter(|c| !c.shows.is_empty()).take(limit).collect();
    Ok((cards, next_change(shows.shows.iter(), context.now, late)))
}
