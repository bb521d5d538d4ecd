//! The home page and the lists of films.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use marquee_api::{Band, EmptyNote, FilmCard, ListKind, ListPage, PageBody, Tab, TabKey, WeekDay};
use marquee_catalog::{DayShows, is_upcoming, next_change, sorted_movies};
use marquee_messages::{pages, server};
use marquee_model::catalog::{Block, Movie, Showtime};
use marquee_model::{MovieId, Tag, TheaterId};
use marquee_store::StoreError;

use super::days::{self, Days};
use super::hero::{self, LeadDay};
use super::nearest::{self, MatchScope};
use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, events, frame, graph, shows};

/// Maximum number of upcoming shows on the home page.
const SOON: usize = 5;

#[expect(clippy::too_many_lines, reason = "fills all fields of one page")]
pub async fn build(scene: &PageContext<'_>, list: ListKind, home: bool) -> Result<BuiltPage, StoreError> {
    let site = &scene.site.id;
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let theater = scene.theater().map(|t| &t.id);
    let (outlook, shows_today) = futures::try_join!(
        scene.catalog.outlook(site, theater, today),
        scene.catalog.day(site, theater, today),
    )?;
    let days = Days::new(scene, outlook.days.clone(), today, &shows_today.shows);
    let day = scene.catalog.day(site, theater, days.selected).await?;
    let first = &outlook.first_day_by_movie;
    let movies = sorted_movies(scene.snapshot.all_movies(), &scene.site.record.config);
    let coming = coming_soon(&movies, first, today);
    let passing: Vec<&Showtime> = day
        .shows
        .iter()
        .filter(|s| shows::passes(scene, s, &scene.zone(scene.snapshot.theater(&s.theater_id))))
        .collect();
    let showing = now_showing(scene, &movies, &passing, first, today);
    let lists_days = list == ListKind::NowShowing;
    let most_soon = if !home { 0 } else { SOON };
    let (soon_day, soon) = hero::soon(scene, most_soon).await?;
    let event_cards = events::cards(scene, &tz);
    let mut counts = (showing.len(), coming.len(), event_cards.len());
    let week = if lists_days {
        nearest::week(scene, &days, MatchScope::Theater(theater)).await?
    } else {
        Vec::new()
    };

    let (films, empty) = match list {
        ListKind::NowShowing if scene.query.week => {
            counts.0 = distinct(&week);
            let none = week.iter().all(|d| d.films.is_empty());
            let empty = if none { Some(empty_note(scene, &days, &day, theater).await?) } else { None };
            (Vec::new(), empty)
        }
        ListKind::NowShowing => {
            let empty =
                if showing.is_empty() { Some(empty_note(scene, &days, &day, theater).await?) } else { None };
            (showing, empty)
        }
        ListKind::ComingSoon => {
            let films: Vec<FilmCard> =
                coming.iter().map(|m| coming_card(scene, m, first.get(&m.id).copied(), today)).collect();
            let note = films.is_empty().then_some(EmptyNote::NothingAnnounced);
            (films, note)
        }
    };
    let tabs = tabs(scene, list, counts);
    let lead = if home { Some(LeadDay::find(scene, &days, &outlook).await?) } else { None };
    let hero = lead.as_ref().and_then(|lead| lead.hero(scene, &movies, first, today));
    let band = home.then(|| band(scene)).flatten();
    let late = scene.site.late_booking_minutes();
    let all = day.shows.iter().chain(&shows_today.shows).chain(lead.iter().flat_map(|l| &l.day.shows));
    let begins = events::next_begin(scene, &tz);
    let changes = next_change(all, scene.now, late);
    let changes = changes.into_iter().chain([days::midnight(scene, &tz)]).chain(begins).min();
    let mut page = PageDraft::new(
        heading(scene, list, home).to_owned(),
        PageBody::List(ListPage {
            list,
            home,
            heading: heading(scene, list, false).to_owned(),
            hero,
            soon,
            soon_day,
            tabs,
            days: if lists_days { days.bar(scene, scene.theater()) } else { Vec::new() },
            week_bar: if lists_days { days.week_bar(scene) } else { None },
            filters: if lists_days { shows::filters(scene, day.shows.iter()) } else { Vec::new() },
            lead: if lists_days { days.lead_note(scene, None, lead_words(scene)) } else { None },
            films,
            week,
            empty,
            events: if home { event_cards.into_iter().take(4).collect() } else { Vec::new() },
            events_href: scene.hrefs.path("/events/"),
            band,
        }),
    );
    page.tags = vec![Tag::Films, Tag::Events, Tag::Theaters];
    page.description = description(scene);
    page.clock = lists_days.then_some(tz);
    page.next_change = changes;
    page.graph = vec![graph::organization(scene)];
    if home {
        page.graph.push(graph::website(scene));
        page.graph.extend(scene.theater().map(|t| graph::theater(scene, t)));
    } else if let PageBody::List(body) = &page.body {
        page.graph = vec![graph::film_list(scene, body.films.iter().map(|c| c.film.href.as_str()))];
    }
    scene.finish(page).await
}

/// The note when no film is listed for the selected day or the week.
async fn empty_note(
    scene: &PageContext<'_>,
    days: &Days,
    day: &DayShows,
    theater: Option<&TheaterId>,
) -> Result<EmptyNote, StoreError> {
    let left = scene.query.week || day.shows.iter().any(|s| !shows::is_over(scene, s));
    if left && nearest::has_filter(scene) {
        return nearest::filtered_note(scene, days, MatchScope::Theater(theater)).await;
    }
    Ok(days.note(scene, None))
}

/// The notes for a day whose films have all started, and for a day without films.
pub fn lead_words(scene: &PageContext<'_>) -> (&'static str, &'static str) {
    (pages::empty_over(scene.language()), server::notes_no_films(scene.language()))
}

/// Number of different films in a week.
fn distinct(week: &[WeekDay]) -> usize {
    week.iter().flat_map(|d| &d.films).map(|c| c.film.id.as_str()).collect::<HashSet<_>>().len()
}

fn heading(scene: &PageContext<'_>, list: ListKind, home: bool) -> &'static str {
    match (list, home) {
        (_, true) => server::titles_films_and_showtimes(scene.language()),
        (ListKind::NowShowing, _) => pages::tabs_now_showing(scene.language()),
        (ListKind::ComingSoon, _) => pages::tabs_coming_soon(scene.language()),
    }
}

fn description(scene: &PageContext<'_>) -> String {
    server::descriptions_films(scene.language(), scene.site_name())
}

/// Whether a film opens later: its release is in the future, or it is announced without a date and has no shows (`plays`).
pub fn is_coming(m: &Movie, plays: bool, today: Date) -> bool {
    m.release_date.map_or_else(|| !plays && m.year.is_none(), |d| d > today)
}

/// The films that open later, by release.
fn coming_soon<'m>(movies: &[&'m Movie], first: &HashMap<MovieId, Date>, today: Date) -> Vec<&'m Movie> {
    let mut out: Vec<&Movie> =
        movies.iter().filter(|m| is_coming(m, first.contains_key(&m.id), today)).copied().collect();
    out.sort_by_key(|m| (m.release_date.is_none(), m.release_date, m.title.clone()));
    out
}

fn now_showing(
    scene: &PageContext<'_>,
    movies: &[&Movie],
    passing: &[&Showtime],
    first: &HashMap<MovieId, Date>,
    today: Date,
) -> Vec<FilmCard> {
    let by_movie = shows::by_movie(passing);
    let cards = movies.iter().filter_map(|m| {
        let mine = by_movie.get(&m.id)?;
        let film = shows::item(scene, m, first.get(&m.id).copied(), today);
        let card = shows::card(scene, film, m, mine, String::new());
        // A film whose last show of the day has started is no longer a choice for that day.
        (!card.shows.is_empty()).then_some(card)
    });
    cards.collect()
}

fn coming_card(scene: &PageContext<'_>, m: &Movie, first: Option<Date>, today: Date) -> FilmCard {
    let film = shows::item(scene, m, first, today);
    let next = m.release_date.map_or_else(String::new, |d| scene.formats.full(d));
    FilmCard { film, day: String::new(), shows: Vec::new(), more: 0, rest: Vec::new(), next }
}

/// The tabs, each with the number of entries on its page.
fn tabs(
    scene: &PageContext<'_>,
    list: ListKind,
    (showing, coming, events): (usize, usize, usize),
) -> Vec<Tab> {
    let tab = |key, path: &str, count: usize, active: bool| Tab {
        key,
        href: scene.hrefs.path(path),
        count: u32::try_from(count).unwrap_or(u32::MAX),
        active,
    };
    vec![
        tab(TabKey::NowShowing, "/movies/", showing, list == ListKind::NowShowing),
        tab(TabKey::ComingSoon, "/movies/coming-soon/", coming, list == ListKind::ComingSoon),
        tab(TabKey::Events, "/events/", events, false),
    ]
}

/// The call to action of the home page's record.
fn band(scene: &PageContext<'_>) -> Option<Band> {
    let page = scene.snapshot.pages.get("/")?;
    let local = page.localizations.get(scene.formats.locale().short()).and_then(|l| l.blocks.as_ref());
    local.unwrap_or(&page.blocks).iter().find_map(|block| match block {
        Block::CallToAction { title, text, label, href, target, .. } => {
            let item = marquee_model::catalog::MenuItem {
                label: label.clone(),
                href: href.clone(),
                target: *target,
                ..Default::default()
            };
            let link = frame::link(scene, None, &item);
            Some(Band { title: scene.fill(title), text: scene.fill(text), link })
        }
        _ => None,
    })
}

/// Up to `most` other films with shows on `day`, those sharing a genre first. If `day` has no shows left, those of the next
/// day with shows.
pub async fn other_films(
    scene: &PageContext<'_>,
    film: &Movie,
    day: Date,
    today: Date,
    most: usize,
) -> Result<Vec<FilmCard>, StoreError> {
    let theater = scene.theater().map(|t| &t.id);
    let outlook = scene.catalog.outlook(&scene.site.id, theater, today).await?;
    let late = scene.site.late_booking_minutes();
    let mut date = day;
    let mut shows = scene.catalog.day(&scene.site.id, theater, day).await?;
    if !shows.shows.iter().any(|s| s.movie_id != film.id && is_upcoming(s, scene.now, late))
        && let Some(next) = outlook.days.iter().copied().find(|d| *d > day)
    {
        date = next;
        shows = scene.catalog.day(&scene.site.id, theater, next).await?;
    }
    let mine: HashSet<&String> = film.genres.iter().collect();
    let others = shows.movies().filter(|id| **id != film.id).filter_map(|id| scene.snapshot.movie(id));
    let mut movies = sorted_movies(others, &scene.site.record.config);
    movies.sort_by_key(|m| !m.genres.iter().any(|g| mine.contains(g)));
    let label = days::relative_day_name(scene, date, today, &scene.zone(None));
    let cards = movies.into_iter().map(|m| {
        let item = shows::item(scene, m, outlook.first_day_by_movie.get(&m.id).copied(), today);
        let card = shows::card(scene, item, m, &shows.shows_of_movie(&m.id), String::new());
        FilmCard { day: label.clone(), ..card }
    });
    Ok(cards.filter(|c| !c.shows.is_empty()).take(most).collect())
}
