//! A film's own page.

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::{DayGroup, EmptyNote, FilmPage, PageBody, ShowState, TheaterGroup};
use marquee_catalog::next_change;
use marquee_messages::{pages, server};
use marquee_model::catalog::{AttributeGroup, BuiltinAttribute, Movie, Showtime, Theater};
use marquee_model::{MovieId, Tag, TheaterId};
use marquee_store::{ShowFilter, StoreError};

use super::days::{self, Days};
use super::nearest::{self, MatchScope};
use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, frame, graph, list, shows};
use crate::names::language;
use crate::seo::PreviewSubject;

/// Number of days after the selected one that a single location lists (ux.md "Movie").
const NEXT_DAYS: usize = 2;
/// A release this many days ahead, or more, is shown with its year.
const YEAR_SHOWN_AFTER: i64 = 300;
/// Maximum number of other films at the end of the page.
const ALSO: usize = 5;

#[expect(clippy::too_many_lines, reason = "fills all fields of one page")]
pub async fn build(scene: &PageContext<'_>, id: &MovieId) -> Result<BuiltPage, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(film) = snapshot.movie(id) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let tz = scene.zone(None);
    let today = scene.today(&tz);
    let of_film = ShowFilter { movie: Some(id.clone()), ..snapshot.show_filter() };
    let store = scene.catalog.store();
    let ahead = ShowFilter { from_date: Some(today), limit: Some(400), ..of_film.clone() };
    let playing = store.show_days(&scene.site.id, &ahead).await?;
    let of_day = |date| ShowFilter { date: Some(date), ..of_film.clone() };
    let shows_today = store.shows(&scene.site.id, &of_day(today)).await?;
    let days = Days::new(scene, playing, today, &shows_today);
    let on_day = store.shows(&scene.site.id, &of_day(days.selected)).await?;
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
    let is_booked = !days.playing.is_empty();
    let week = nearest::week(scene, &days, MatchScope::Film(film)).await?;
    let one_day = !scene.query.week;
    let none_passes = if one_day { passing.is_empty() } else { week.iter().all(|d| d.films.is_empty()) };
    let filtered = nearest::has_filter(scene) && !(one_day && on_day.is_empty());
    let next_named = one_day && !single && theaters.iter().any(|t| t.next.is_some());
    let empty = if !is_booked {
        Some(unbooked(scene, film, today))
    } else if none_passes && filtered {
        Some(nearest::filtered_note(scene, &days, MatchScope::Film(film)).await?)
    } else {
        (none_passes && !next_named).then(|| days.note(scene, None))
    };
    let also = list::other_films(scene, film, days.selected, today, ALSO).await?;
    let first = shows_today.iter().chain(&on_day).chain(&later).map(|s| s.business_date).min();
    let others: Vec<Tag> =
        also.iter().filter_map(|c| MovieId::parse(&c.film.id).ok()).map(Tag::Movie).collect();
    let facts = facts(scene, film, first, today);
    let body = FilmPage {
        groups: if one_day { groups } else { Vec::new() },
        theaters: if one_day { theaters } else { Vec::new() },
        next_days: if single && one_day { next_days(scene, film, &later) } else { Vec::new() },
        empty,
        access: access(scene, on_day.iter().chain(&later)),
        days: if is_booked { days.bar(scene, scene.theater()) } else { Vec::new() },
        week_bar: days.week_bar(scene).filter(|_| is_booked),
        filters: if is_booked {
            shows::with_theaters(scene, shows::filters(scene, on_day.iter()))
        } else {
            Vec::new()
        },
        lead: days.lead_note(scene, None, lead_words(scene)),
        week,
        also,
        calendar_href: if is_booked { facts.calendar_href } else { String::new() },
        ..facts
    };
    let mut page = PageDraft::new(body.film.title.clone(), PageBody::Film(body));
    page.description = text_of(scene, film).1.to_owned();
    page.tags = vec![Tag::Movie(id.clone()), Tag::Theaters];
    page.tags.extend(others);
    let late = scene.site.late_booking_minutes();
    let changes = next_change(on_day.iter().chain(&shows_today), scene.now, late);
    page.next_change = changes.into_iter().chain([days::midnight(scene, &tz)]).min();
    page.shared = PreviewSubject::Movie(id.clone());
    page.graph = graph::screenings(scene, on_day.iter(), Some(film));
    page.graph.push(graph::breadcrumbs(
        scene,
        &[
            (server::titles_films(scene.language()), scene.hrefs.path("/movies/")),
            (page.title.as_str(), scene.hrefs.movie(film)),
        ],
    ));
    scene.finish(page).await
}

fn text_of<'m>(scene: &PageContext<'_>, film: &'m Movie) -> (&'m str, &'m str) {
    let tagline = scene.text(&film.localizations, |l| l.tagline.as_ref(), &film.tagline);
    let synopsis = scene.text(&film.localizations, |l| l.synopsis.as_ref(), &film.synopsis);
    (tagline, if synopsis.is_empty() { tagline } else { synopsis })
}

/// The part of the page that describes the film.
fn facts(scene: &PageContext<'_>, film: &Movie, first: Option<Date>, today: Date) -> FilmPage {
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
        genres: scene.genres(film),
        directors: film.directors.clone(),
        cast: film.cast.clone(),
        languages: film.languages.iter().map(|l| language(l, scene.formats.locale())).collect(),
        countries: scene.countries(film),
        released: film.release_date.map_or_else(String::new, |d| scene.formats.full(d)),
        release_date: film.release_date.map(|d| d.to_string()),
        advisory: film.advisory.clone().unwrap_or_default(),
        distributor: film.distributor.clone().unwrap_or_default(),
        trailer: film.trailer.as_ref().map(shows::trailer),
        access: Vec::new(),
        days: Vec::new(),
        week_bar: None,
        filters: Vec::new(),
        lead: None,
        week: Vec::new(),
        groups: Vec::new(),
        theaters: Vec::new(),
        next_days: Vec::new(),
        empty: None,
        also: Vec::new(),
        calendar_href: format!("{}/api/calendar/movie/{}.ics", scene.prefix, film.id),
    }
}

/// The notes for a day whose shows have all started, and for a day without shows.
fn lead_words(scene: &PageContext<'_>) -> (&'static str, &'static str) {
    (server::notes_last_showing(scene.language()), pages::empty_no_shows_today(scene.language()))
}

/// The note of a film without upcoming shows: when it opens, or that it does not play here.
fn unbooked(scene: &PageContext<'_>, film: &Movie, today: Date) -> EmptyNote {
    if list::is_coming(film, false, today) {
        let near = today.saturating_add(YEAR_SHOWN_AFTER.days());
        let text = |d| if d < near { scene.formats.day_long(d) } else { scene.formats.full(d) };
        let day = film.release_date.map(text);
        return EmptyNote::ComingSoon { opens: day.unwrap_or_default() };
    }
    let place = scene.theater().map_or_else(|| scene.site_name(), |t| t.name.as_str());
    EmptyNote::NotShowing { place: place.to_owned() }
}

/// One group per theater: the selected one first, then those with shows that day, then those with a later day.
fn by_theater(
    scene: &PageContext<'_>,
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
    let is_over =
        |g: &TheaterGroup| g.groups.iter().flat_map(|g| &g.shows).all(|s| s.state == ShowState::Started);
    // If other theaters still have times, a theater whose shows have all started shows its next day instead.
    if !out.iter().all(is_over) {
        for g in out.iter_mut().filter(|g| is_over(g)) {
            let next = later.iter().find(|s| s.theater_id.as_str() == g.id);
            if let Some(next) = next {
                g.next = Some(days::link(scene, next.business_date));
                g.groups.clear();
            }
        }
    }
    out.sort_by_key(|g| {
        let away = TheaterId::parse(&g.id).is_ok_and(|id| scene.is_away(&id));
        (Some(&g.id) != selected.as_ref(), g.groups.is_empty(), is_over(g), away)
    });
    out
}

fn next_days(scene: &PageContext<'_>, film: &Movie, later: &[Showtime]) -> Vec<DayGroup> {
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

/// Access attributes of any of the shows: built-in ones in their order, then the site's own.
fn access<'s>(scene: &PageContext<'_>, all: impl Iterator<Item = &'s Showtime>) -> Vec<String> {
    let mut keys: Vec<String> = all
        .flat_map(|s| s.attributes.iter())
        .filter(|k| frame::group_of(scene, k) == Some(AttributeGroup::Access))
        .cloned()
        .collect();
    keys.sort_by_key(|key| (BuiltinAttribute::sort_index(key).unwrap_or(usize::MAX), key.clone()));
    keys.dedup();
    scene.record_attributes(&keys);
    keys
}
