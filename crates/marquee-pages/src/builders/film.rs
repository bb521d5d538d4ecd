//! A film's own page.

use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::{DayGroup, EmptyNote, FilmPage, PageBody, ShowState, TheaterGroup};
use marquee_catalog::next_change;
use marquee_messages::{pages, server};
use marquee_model::catalog::{AttributeGroup, BuiltinAttribute, Movie, Showtime, Theater};
use marquee_model::{MovieId, Tag, TheaterId};
use marquee_store::{ShowFilter, StoreError};

use super::context::{PageContext, PageDraft};
use super::days::{self, Days};
use super::nearest::{self, MatchScope};
use super::{BuiltPage, frame, graph, list, shows};
use crate::kind::{CalendarSubject, PreviewSubject, Resource};
use crate::names::language;

/// Number of days after the selected one that a single location lists (ux.md "Movie").
const NEXT_DAYS: usize = 2;
/// A release this many days ahead, or more, is shown with its year.
const YEAR_SHOWN_AFTER: i64 = 300;
/// Maximum number of other films at the end of the page.
const MAX_OTHER_FILMS: usize = 5;

/// The shows of a film that its page needs.
struct FilmShows {
    days: Days,
    today: Vec<Showtime>,
    /// The shows of the selected day.
    on_day: Vec<Showtime>,
    /// The shows of the 30 days after it.
    later: Vec<Showtime>,
}

async fn read_shows(context: &PageContext<'_>, id: &MovieId, today: Date) -> Result<FilmShows, StoreError> {
    let (catalog, site) = (context.catalog, &context.site.id);
    let of_film = ShowFilter { movie: Some(id.clone()), ..context.snapshot.show_filter() };
    let of_day = |date| ShowFilter { date: Some(date), ..of_film.clone() };
    let upcoming_filter = ShowFilter { from_date: Some(today), limit: Some(400), ..of_film.clone() };
    let days_with_shows = catalog.show_days(site, &upcoming_filter).await?;
    let shows_today = catalog.shows(site, &of_day(today)).await?;
    let days = Days::new(context, days_with_shows, today, &shows_today);
    let on_day = catalog.shows(site, &of_day(days.selected)).await?;
    let later_filter = ShowFilter {
        from_date: Some(days.selected.saturating_add(1.day())),
        to_date: Some(days.selected.saturating_add(30.days())),
        limit: Some(400),
        ..of_film
    };
    let later = catalog.shows(site, &later_filter).await?;
    Ok(FilmShows { days, today: shows_today, on_day, later })
}

pub async fn build(context: &PageContext<'_>, id: &MovieId) -> Result<BuiltPage, StoreError> {
    let snapshot = context.snapshot.clone();
    let Some(film) = snapshot.movie(id) else {
        return super::error::build(context, http::StatusCode::NOT_FOUND).await;
    };
    let tz = context.zone(None);
    let today = context.today(&tz);
    let FilmShows { days, today: shows_today, on_day, later } = read_shows(context, id, today).await?;
    let filtered: Vec<&Showtime> = on_day
        .iter()
        .filter(|s| shows::passes_filters(context, s, &context.zone(snapshot.theater(&s.theater_id))))
        .collect();
    let single = !context.is_circuit();
    let theaters = if single { Vec::new() } else { by_theater(context, film, &filtered, &later) };
    let groups = if single { shows::groups(context, &filtered, film, context.theater()) } else { Vec::new() };
    let is_booked = !days.days_with_shows.is_empty();
    let week = nearest::week(context, &days, MatchScope::Film(film)).await?;
    let filters = nearest::filters(context, &days, MatchScope::Film(film)).await?;
    let one_day = !context.query.week;
    let is_empty = if one_day { filtered.is_empty() } else { week.iter().all(|d| d.films.is_empty()) };
    let empty = if !is_booked {
        Some(no_upcoming_shows_note(context, film, today))
    } else if is_empty && nearest::has_filter(context) && !(one_day && on_day.is_empty()) {
        Some(nearest::filtered_note(context, &days, MatchScope::Film(film)).await?)
    } else {
        // The next show of a theater replaces the note.
        let next_named = one_day && !single && theaters.iter().any(|t| t.next.is_some());
        (is_empty && !next_named).then(|| days.note(context, None))
    };
    let (also, others_change) =
        list::other_films(context, film, days.selected, today, MAX_OTHER_FILMS).await?;
    let all = shows_today.iter().chain(&on_day).chain(&later);
    let first_day = all.filter(|show| shows::is_played(show)).map(|show| show.business_date).min();
    let others: Vec<Tag> =
        also.iter().filter_map(|c| MovieId::parse(&c.film.id).ok()).map(Tag::Movie).collect();
    let facts = facts(context, film, first_day, today);
    let body = FilmPage {
        groups: if one_day { groups } else { Vec::new() },
        theaters: if one_day { theaters } else { Vec::new() },
        next_days: if single && one_day { next_days(context, film, &later) } else { Vec::new() },
        empty,
        access: access(context, on_day.iter().chain(&later)),
        days: if is_booked { days.bar(context, context.theater()) } else { Vec::new() },
        week_bar: days.week_bar(context).filter(|_| is_booked),
        filters: if is_booked { shows::with_theaters(context, filters) } else { Vec::new() },
        lead: days.lead_note(context, None, lead_note_texts(context)),
        week,
        also,
        calendar_href: if is_booked { facts.calendar_href } else { String::new() },
        ..facts
    };
    let mut page = PageDraft::new(body.film.title.clone(), PageBody::Film(body));
    page.description = text_of(context, film).1.to_owned();
    page.tags = vec![Tag::Movie(id.clone()), Tag::Theaters];
    page.tags.extend(others);
    let late = context.site.late_booking_minutes();
    let changes = next_change(on_day.iter().chain(&shows_today), context.now, late);
    page.next_change = changes.into_iter().chain(others_change).chain([days::midnight(context, &tz)]).min();
    page.is_noindex = !context.site.record.config.indexes_movie(id);
    page.preview_subject = PreviewSubject::Movie(id.clone());
    page.graph = graph::screenings(context, on_day.iter(), Some(film));
    page.graph.push(graph::breadcrumbs(
        context,
        &[
            (server::titles_films(context.language()), context.hrefs.path("/movies/")),
            (page.title.as_str(), context.hrefs.movie(film)),
        ],
    ));
    context.finish(page).await
}

fn text_of<'m>(context: &PageContext<'_>, film: &'m Movie) -> (&'m str, &'m str) {
    let tagline = context.text(&film.localizations, |l| l.tagline.as_ref(), &film.tagline);
    let synopsis = context.text(&film.localizations, |l| l.synopsis.as_ref(), &film.synopsis);
    (tagline, if synopsis.is_empty() { tagline } else { synopsis })
}

/// The part of the page that describes the film.
fn facts(context: &PageContext<'_>, film: &Movie, first: Option<Date>, today: Date) -> FilmPage {
    let (tagline, synopsis) = text_of(context, film);
    let tagline =
        if tagline.is_empty() { marquee_model::text::shorten(synopsis, 110) } else { tagline.to_owned() };
    let item = shows::item(context, film, first, today);
    FilmPage {
        original_title: film.original_title.clone().filter(|t| *t != item.title).unwrap_or_default(),
        film: item,
        backdrop: context.picture(film.backdrop.as_ref().or(film.hero.as_ref())),
        tagline,
        synopsis: synopsis.to_owned(),
        genres: context.genres(film),
        directors: film.directors.clone(),
        cast: film.cast.clone(),
        languages: film.languages.iter().map(|l| language(l, context.formats.locale())).collect(),
        countries: context.countries(film),
        released: film.release_date.map_or_else(String::new, |d| context.formats.full(d)),
        release_date: film.release_date.map(|d| d.to_string()),
        advisory: film.advisory.clone().unwrap_or_default(),
        distributor: film.distributor.clone().unwrap_or_default(),
        tmdb_href: film.tmdb_id.map(|id| format!("https://www.themoviedb.org/movie/{id}")),
        trailer: film.trailer.as_ref().and_then(|trailer| context.trailer(trailer)),
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
        calendar_href: context.prefix.clone()
            + &Resource::Calendar(CalendarSubject::Movie(film.id.clone())).path(),
    }
}

/// The notes for a day whose shows have all started, and for a day without shows.
fn lead_note_texts(context: &PageContext<'_>) -> (&'static str, &'static str) {
    (server::notes_last_showing(context.language()), pages::empty_no_shows_today(context.language()))
}

/// The note of a film without upcoming shows: when it opens, or that it does not play here.
fn no_upcoming_shows_note(context: &PageContext<'_>, film: &Movie, today: Date) -> EmptyNote {
    if list::is_coming(film, false, today) {
        let year_limit = today.saturating_add(YEAR_SHOWN_AFTER.days());
        let text = |d| if d < year_limit { context.formats.day_long(d) } else { context.formats.full(d) };
        let day = film.release_date.map(text);
        return EmptyNote::ComingSoon { opens: day.unwrap_or_default() };
    }
    let place_name = context.theater().map_or_else(|| context.site_name(), |t| t.name.as_str());
    EmptyNote::NotShowing { place: place_name.to_owned() }
}

/// One group per theater: the selected one first, then those with shows that day, then those with a later day.
fn by_theater(
    context: &PageContext<'_>,
    film: &Movie,
    filtered_shows: &[&Showtime],
    later: &[Showtime],
) -> Vec<TheaterGroup> {
    let group = |t: &Theater| {
        let theater_shows: Vec<&Showtime> =
            filtered_shows.iter().filter(|s| s.theater_id == t.id).copied().collect();
        let next = later.iter().find(|show| show.theater_id == t.id && shows::is_played(show));
        let next = next.map(|show| days::link(context, show.business_date));
        (!theater_shows.is_empty() || next.is_some()).then(|| TheaterGroup {
            id: t.id.to_string(),
            name: t.name.clone(),
            href: context.hrefs.theater(t),
            next: if theater_shows.is_empty() { next } else { None },
            groups: shows::groups(context, &theater_shows, film, Some(t)),
        })
    };
    let selected = context.theater().map(|t| t.id.to_string());
    let mut groups: Vec<TheaterGroup> = context.snapshot.theaters.iter().filter_map(group).collect();
    let is_over =
        |g: &TheaterGroup| g.groups.iter().flat_map(|g| &g.shows).all(|s| s.state == ShowState::Started);
    // If other theaters still have times, a theater whose shows have all started shows its next day instead.
    if !groups.iter().all(is_over) {
        for g in groups.iter_mut().filter(|g| is_over(g)) {
            let next = later.iter().find(|show| show.theater_id.as_str() == g.id && shows::is_played(show));
            if let Some(next) = next {
                g.next = Some(days::link(context, next.business_date));
                g.groups.clear();
            }
        }
    }
    groups.sort_by_key(|g| {
        let is_distant = TheaterId::parse(&g.id).is_ok_and(|id| context.is_distant(&id));
        (Some(&g.id) != selected.as_ref(), g.groups.is_empty(), is_over(g), is_distant)
    });
    groups
}

fn next_days(context: &PageContext<'_>, film: &Movie, later: &[Showtime]) -> Vec<DayGroup> {
    let mut groups: Vec<DayGroup> = Vec::new();
    for s in later {
        let date = s.business_date.to_string();
        if groups.last().is_none_or(|g| g.day.date != date) {
            if groups.len() == NEXT_DAYS {
                break;
            }
            groups.push(DayGroup { day: days::link(context, s.business_date), shows: Vec::new() });
        }
        if let Some(group) = groups.last_mut() {
            group.shows.push(shows::show(context, s, Some(film), context.theater(), false));
        }
    }
    groups
}

/// Access attributes of any of the shows: built-in ones in their order, then the site's own.
fn access<'s>(context: &PageContext<'_>, all: impl Iterator<Item = &'s Showtime>) -> Vec<String> {
    let mut keys: Vec<String> = all
        .flat_map(|s| s.attributes.iter())
        .filter(|k| frame::group_of(context, k) == Some(AttributeGroup::Access))
        .cloned()
        .collect();
    keys.sort_by_key(|key| (BuiltinAttribute::sort_index(key).unwrap_or(usize::MAX), key.clone()));
    keys.dedup();
    context.record_attributes(&keys);
    keys
}
