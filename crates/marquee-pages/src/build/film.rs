//! A film's own page.

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::{DayGroup, FilmPage, PageBody, TheaterGroup};
use marquee_catalog::next_change;
use marquee_model::catalog::{AttributeGroup, KnownAttribute, Movie, Showtime, Theater};
use marquee_model::{MovieId, Tag};
use marquee_store::{ShowFilter, StoreError};

use super::days::{self, Days};
use super::scene::{Page, Scene};
use super::{Built, frame, graph, list, shows};
use crate::format::language;
use crate::found::Shared;

/// Days after the selected one that a single location lists (ux.md "Movie").
const NEXT_DAYS: usize = 2;
/// Other films at the end of the page.
const ALSO: usize = 5;

pub async fn build(scene: &Scene<'_>, id: &MovieId) -> Result<Built, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(film) = snapshot.movie(id) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let of_film = ShowFilter { movie: Some(id.clone()), ..ShowFilter::default() };
    let store = scene.catalog.store();
    let ahead = ShowFilter { from_date: Some(today), limit: Some(400), ..of_film.clone() };
    let days = Days::new(scene, store.show_days(&scene.site.id, &ahead).await?, today);
    let on_day =
        store.shows(&scene.site.id, &ShowFilter { date: Some(days.selected), ..of_film.clone() }).await?;
    let to = days.selected.saturating_add(30.days());
    let after = ShowFilter {
        from_date: Some(days.selected.saturating_add(1.day())),
        to_date: Some(to),
        limit: Some(400),
        ..of_film
    };
    let later = store.shows(&scene.site.id, &after).await?;
    let passing: Vec<&Showtime> = on_day
        .iter()
        .filter(|s| shows::passes(scene, s, &scene.zone(snapshot.theater(&s.theater_id))))
        .collect();
    let single = !scene.is_circuit();
    let theaters = if single { Vec::new() } else { by_theater(scene, film, &passing, &later) };
    let groups = if single { shows::groups(scene, &passing, film, scene.theater()) } else { Vec::new() };
    let empty = passing.is_empty() && (single || theaters.iter().all(|t| t.next.is_none()));
    let also = list::also(scene, film, days.selected, today, ALSO).await?;
    let first = on_day.iter().chain(&later).map(|s| s.business_date).min();
    let others: Vec<Tag> =
        also.iter().filter_map(|c| MovieId::parse(&c.film.id).ok()).map(Tag::Movie).collect();
    let body = FilmPage {
        groups,
        theaters,
        next_days: if single { next_days(scene, film, &later) } else { Vec::new() },
        empty: empty.then(|| days.note(scene, None, !on_day.is_empty())),
        access: access(scene, on_day.iter().chain(&later)),
        days: days.bar(scene, scene.theater(), if single { 10 } else { 9 }),
        filters: shows::with_theaters(scene, shows::filters(scene, on_day.iter())),
        also,
        ..facts(scene, film, first, today)
    };
    let mut page = Page::new(body.film.title.clone(), PageBody::Film(body));
    page.description = text_of(scene, film).1.to_owned();
    page.tags = vec![Tag::Movie(id.clone()), Tag::Theaters];
    page.tags.extend(others);
    page.changes = next_change(on_day.iter(), scene.now, scene.site.late_booking_minutes());
    page.shared = Shared::Movie(id.clone());
    page.graph = graph::screenings(scene, on_day.iter(), Some(film));
    page.graph.push(graph::breadcrumbs(
        scene,
        &[
            (scene.say("Films", "Films"), scene.hrefs.path("/movies/")),
            (page.title.as_str(), scene.hrefs.movie(film)),
        ],
    ));
    scene.finish(page).await
}

fn text_of<'m>(scene: &Scene<'_>, film: &'m Movie) -> (&'m str, &'m str) {
    let tagline = scene.text(&film.localizations, |l| l.tagline.as_ref(), &film.tagline);
    let synopsis = scene.text(&film.localizations, |l| l.synopsis.as_ref(), &film.synopsis);
    (tagline, if synopsis.is_empty() { tagline } else { synopsis })
}

/// What is known of the film itself.
fn facts(scene: &Scene<'_>, film: &Movie, first: Option<Date>, today: Date) -> FilmPage {
    let (tagline, synopsis) = text_of(scene, film);
    let tagline =
        if tagline.is_empty() { marquee_model::text::shorten(synopsis, 110) } else { tagline.to_owned() };
    let item = shows::item(scene, film, first, today);
    FilmPage {
        original_title: film.original_title.clone().filter(|t| *t != item.title).unwrap_or_default(),
        film: item,
        backdrop: scene.picture(film.backdrop.as_ref().or(film.hero.as_ref())),
        tagline,
        synopsis: synopsis.to_owned(),
        genres: film.genres.clone(),
        directors: film.directors.clone(),
        cast: film.cast.clone(),
        languages: film.languages.iter().map(|l| language(l, scene.formats.locale())).collect(),
        countries: film.countries.clone(),
        released: film.release_date.map_or_else(String::new, |d| scene.formats.full(d)),
        release_date: film.release_date.map(|d| d.to_string()),
        advisory: film.advisory.clone().unwrap_or_default(),
        distributor: film.distributor.clone().unwrap_or_default(),
        trailer: film.trailer.as_ref().map(shows::trailer),
        access: Vec::new(),
        days: Vec::new(),
        filters: Vec::new(),
        groups: Vec::new(),
        theaters: Vec::new(),
        next_days: Vec::new(),
        empty: None,
        also: Vec::new(),
        calendar_href: format!("{}/api/calendar/movie/{}.ics", scene.prefix, film.id),
    }
}

/// One card a theater: the selected one first, then those with shows that day, then those with a later day.
fn by_theater(
    scene: &Scene<'_>,
    film: &Movie,
    passing: &[&Showtime],
    later: &[Showtime],
) -> Vec<TheaterGroup> {
    let group = |t: &Theater| {
        let mine: Vec<&Showtime> = passing.iter().filter(|s| s.theater_id == t.id).copied().collect();
        let next = later.iter().find(|s| s.theater_id == t.id).map(|s| days::link(scene, s.business_date));
        (!mine.is_empty() || next.is_some()).then(|| TheaterGroup {
            id: t.id.to_string(),
            name: t.name.clone(),
            href: scene.hrefs.theater(t),
            next: if mine.is_empty() { next } else { None },
            groups: shows::groups(scene, &mine, film, Some(t)),
        })
    };
    let selected = scene.theater().map(|t| t.id.to_string());
    let mut out: Vec<TheaterGroup> = scene.snapshot.theaters.iter().filter_map(group).collect();
    out.sort_by_key(|g| (Some(&g.id) != selected.as_ref(), g.groups.is_empty()));
    out
}

fn next_days(scene: &Scene<'_>, film: &Movie, later: &[Showtime]) -> Vec<DayGroup> {
    let mut out: Vec<DayGroup> = Vec::new();
    for s in later {
        let date = s.business_date.to_string();
        if out.last().is_none_or(|g| g.day.date != date) {
            if out.len() == NEXT_DAYS {
                break;
            }
            out.push(DayGroup { day: days::link(scene, s.business_date), shows: Vec::new() });
        }
        if let Some(group) = out.last_mut() {
            group.shows.push(shows::show(scene, s, Some(film), scene.theater(), false));
        }
    }
    out
}

/// Access attributes any of the shows has, in the order of the known ones.
fn access<'s>(scene: &Scene<'_>, all: impl Iterator<Item = &'s Showtime>) -> Vec<String> {
    let mut keys: Vec<String> = all
        .flat_map(|s| s.attributes.iter())
        .filter(|k| frame::group_of(scene, k) == Some(AttributeGroup::Access))
        .cloned()
        .collect();
    // In the order in which the product names them, a site's own after those.
    keys.sort_by_key(|key| (KnownAttribute::place(key).unwrap_or(usize::MAX), key.clone()));
    keys.dedup();
    scene.uses(&keys);
    keys
}
