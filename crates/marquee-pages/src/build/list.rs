//! Home and the film lists.

use std::collections::{HashMap, HashSet};

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::{Band, EmptyNote, FilmCard, Hero, ListKind, ListPage, PageBody, Tab};
use marquee_catalog::{DayShows, listed, next_change};
use marquee_model::catalog::{Block, Movie, Showtime};
use marquee_model::{MovieId, Tag};
use marquee_store::StoreError;

use super::days::Days;
use super::scene::{Page, Scene};
use super::{Built, events, frame, graph, shows};

pub async fn build(scene: &Scene<'_>, list: ListKind, home: bool) -> Result<Built, StoreError> {
    let site = &scene.site.id;
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let theater = scene.theater().map(|t| &t.id);
    let (outlook, day) = futures::try_join!(
        scene.catalog.outlook(site, theater, today),
        scene.catalog.day(site, theater, Days::selected(scene, today)),
    )?;
    let days = Days::new(scene, outlook.days.clone(), today);
    let first = &outlook.first;
    let movies = listed(scene.snapshot.all_movies(), &scene.site.record.config);
    let coming = coming_soon(&movies, first, today);
    let day_shows = &day.shows;
    let passing: Vec<&Showtime> = day_shows
        .iter()
        .filter(|s| shows::passes(scene, s, &scene.zone(scene.snapshot.theater(&s.theater_id))))
        .collect();
    let showing = now_showing(scene, &movies, &passing, first, today);
    let soon_count = if scene.is_circuit() && !home { 0 } else { 5 };
    let next_days = scene.next_days(soon_count).await?;
    let soon_shows = || next_days.iter().flat_map(|d| &d.shows);
    let event_cards = events::cards(scene, &tz);

    let (films, empty) = match list {
        ListKind::NowShowing => {
            let filtered = !day_shows.is_empty();
            let note = showing.is_empty().then(|| days.note(scene, None, filtered && has_filter(scene)));
            (showing, note)
        }
        ListKind::ComingSoon => {
            let films: Vec<FilmCard> =
                coming.iter().map(|m| coming_card(scene, m, first.get(&m.id).copied(), today)).collect();
            let note = films.is_empty().then_some(EmptyNote::NothingAnnounced);
            (films, note)
        }
    };
    let tabs = tabs(scene, list, count_showing(&movies, first, today), coming.len(), event_cards.len());
    let hero = home.then(|| hero(scene, &movies, &day, first, today)).flatten();
    let band = home.then(|| band(scene)).flatten();
    let mut page = Page::new(
        heading(scene, list, home).to_owned(),
        PageBody::List(ListPage {
            list,
            home,
            heading: heading(scene, list, false).to_owned(),
            hero,
            soon: if list == ListKind::NowShowing {
                shows::soon(scene, soon_shows(), soon_count)
            } else {
                Vec::new()
            },
            tabs,
            days: if list == ListKind::NowShowing { days.bar(scene, scene.theater(), 9) } else { Vec::new() },
            filters: if list == ListKind::NowShowing {
                shows::filters(scene, day_shows.iter())
            } else {
                Vec::new()
            },
            films,
            empty,
            events: if home { event_cards.into_iter().take(4).collect() } else { Vec::new() },
            events_href: scene.hrefs.path("/events/"),
            band,
        }),
    );
    page.tags = vec![Tag::Films, Tag::Events, Tag::Theaters];
    page.description = description(scene);
    page.clock = (list == ListKind::NowShowing).then_some(tz);
    page.changes =
        next_change(day_shows.iter().chain(soon_shows()), scene.now, scene.site.late_booking_minutes());
    page.graph = vec![graph::organization(scene)];
    if home {
        page.graph.push(graph::website(scene));
        page.graph.extend(scene.theater().map(|t| graph::theater(scene, t)));
    } else if let PageBody::List(body) = &page.body {
        page.graph = vec![graph::film_list(scene, body.films.iter().map(|c| c.film.href.as_str()))];
    }
    scene.finish(page).await
}

fn has_filter(scene: &Scene<'_>) -> bool {
    let q = &scene.query;
    q.time.is_some() || q.before.is_some() || q.version.is_some() || q.access.is_some()
}

fn heading(scene: &Scene<'_>, list: ListKind, home: bool) -> &'static str {
    match (list, home) {
        (_, true) => scene.say("Films and showtimes", "Films et horaires"),
        (ListKind::NowShowing, _) => scene.say("Now showing", "À l’affiche"),
        (ListKind::ComingSoon, _) => scene.say("Coming soon", "Prochainement"),
    }
}

fn description(scene: &Scene<'_>) -> String {
    let name = scene.site_name();
    match scene.formats.locale().short() {
        "fr" => format!("Films, horaires et billets – {name}."),
        _ => format!("Films, showtimes and tickets at {name}."),
    }
}

/// Not yet released, or first shown beyond this week with a release to come.
fn coming_soon<'m>(movies: &[&'m Movie], first: &HashMap<MovieId, Date>, today: Date) -> Vec<&'m Movie> {
    let mut out: Vec<&Movie> = movies
        .iter()
        .filter(|m| {
            m.release_date.map_or_else(|| !first.contains_key(&m.id) && m.year.is_none(), |d| d > today)
        })
        .copied()
        .collect();
    out.sort_by_key(|m| (m.release_date.is_none(), m.release_date, m.title.clone()));
    out
}

fn count_showing(movies: &[&Movie], first: &HashMap<MovieId, Date>, today: Date) -> usize {
    let week = today.saturating_add(7.days());
    movies.iter().filter(|m| first.get(&m.id).is_some_and(|d| *d < week)).count()
}

fn now_showing(
    scene: &Scene<'_>,
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

fn coming_card(scene: &Scene<'_>, m: &Movie, first: Option<Date>, today: Date) -> FilmCard {
    let film = shows::item(scene, m, first, today);
    let next = m.release_date.map_or_else(String::new, |d| scene.formats.full(d));
    FilmCard { film, shows: Vec::new(), more: 0, next }
}

fn tabs(scene: &Scene<'_>, list: ListKind, showing: usize, coming: usize, events: usize) -> Vec<Tab> {
    let tab = |key: &str, path: &str, count: usize, active: bool| Tab {
        key: key.to_owned(),
        href: scene.hrefs.path(path),
        count: u32::try_from(count).unwrap_or(u32::MAX),
        active,
    };
    vec![
        tab("nowShowing", "/movies/", showing, list == ListKind::NowShowing),
        tab("comingSoon", "/movies/coming-soon/", coming, list == ListKind::ComingSoon),
        tab("events", "/events/", events, false),
    ]
}

/// The first film of the list that can still be booked that day and has a wide picture, else the first that can.
fn hero(
    scene: &Scene<'_>,
    movies: &[&Movie],
    day: &DayShows,
    first: &HashMap<MovieId, Date>,
    today: Date,
) -> Option<Hero> {
    let playing: Vec<&&Movie> =
        movies.iter().filter(|m| day.of_movie(&m.id).iter().any(|s| !shows::is_over(scene, s))).collect();
    let wide = |m: &&&Movie| scene.picture(m.hero.as_ref().or(m.backdrop.as_ref())).is_some();
    let m = playing.iter().find(|m| wide(m)).or_else(|| playing.first())?;
    let film = shows::item(scene, m, first.get(&m.id).copied(), today);
    let card = shows::card(scene, film, m, &day.of_movie(&m.id), String::new());
    Some(Hero {
        film: card.film,
        genres: m.genres.clone(),
        directors: m.directors.clone(),
        picture: scene.picture(m.hero.as_ref().or(m.backdrop.as_ref())),
        shows: card.shows,
        trailer: m.trailer.as_ref().map(shows::trailer),
    })
}

/// The call to action of the home page's record.
fn band(scene: &Scene<'_>) -> Option<Band> {
    let page = scene.snapshot.pages.get("/")?;
    let local = page.localizations.get(scene.formats.locale().short()).and_then(|l| l.blocks.as_ref());
    local.unwrap_or(&page.blocks).iter().find_map(|block| match block {
        Block::CallToAction { title, text, label, href } => {
            let item = marquee_model::catalog::MenuItem {
                label: label.clone(),
                href: href.clone(),
                ..Default::default()
            };
            Some(Band { title: title.clone(), text: text.clone(), link: frame::link(scene, &item) })
        }
        _ => None,
    })
}

/// Up to `most` other films with shows on `day`, those sharing a genre first.
pub async fn also(
    scene: &Scene<'_>,
    film: &Movie,
    day: Date,
    today: Date,
    most: usize,
) -> Result<Vec<FilmCard>, StoreError> {
    let theater = scene.theater().map(|t| &t.id);
    let outlook = scene.catalog.outlook(&scene.site.id, theater, today).await?;
    let day = scene.catalog.day(&scene.site.id, theater, day).await?;
    let mine: HashSet<&String> = film.genres.iter().collect();
    let others = day.movies().filter(|id| **id != film.id).filter_map(|id| scene.snapshot.movie(id));
    let mut movies = listed(others, &scene.site.record.config);
    movies.sort_by_key(|m| !m.genres.iter().any(|g| mine.contains(g)));
    let cards = movies.into_iter().map(|m| {
        let item = shows::item(scene, m, outlook.first.get(&m.id).copied(), today);
        shows::card(scene, item, m, &day.of_movie(&m.id), String::new())
    });
    Ok(cards.filter(|c| !c.shows.is_empty()).take(most).collect())
}
