//! A theater's page: the day's timetable.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_api::{Filter, FilterKey, LeadNote, PageBody, TheaterPage, TimetableRow, TimetableShow};
use marquee_catalog::{UNKNOWN_LENGTH, next_change, sorted_movies};
use marquee_messages::server;
use marquee_model::catalog::{Showtime, Theater};
use marquee_model::{Tag, TheaterId};
use marquee_store::StoreError;

use super::days::{self, Days};
use super::nearest::{self, MatchScope};
use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, frame, graph, list, shows};
use crate::route::{ALL_THEATERS, Query, timetable_view};
use crate::seo::PreviewSubject;

/// Builds the page. `own` is false for the site's showtimes page, which shows the same timetable.
#[expect(clippy::too_many_lines, reason = "fills all fields of one page")]
pub async fn build(scene: &PageContext<'_>, id: &TheaterId, own: bool) -> Result<BuiltPage, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(theater) = snapshot.theater(id) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let tz = scene.zone(Some(theater));
    let today = scene.today(&tz);
    let outlook = scene.catalog.outlook(&scene.site.id, Some(id), today).await?;
    let shows_today = scene.catalog.day(&scene.site.id, Some(id), today).await?;
    let days = Days::new(scene, outlook.days.clone(), today, &shows_today.shows);
    let day = scene.catalog.day(&scene.site.id, Some(id), days.selected).await?;
    let all = &day.shows;
    let playing = day.movies().filter_map(|id| snapshot.movie(id));
    let rows: Vec<TimetableRow> = sorted_movies(playing, &scene.site.record.config)
        .into_iter()
        .filter_map(|m| {
            let mut mine = day.shows_of_movie(&m.id);
            mine.retain(|s| shows::passes(scene, s, &tz));
            (!mine.is_empty()).then(|| TimetableRow {
                film: shows::item(scene, m, outlook.first_day_by_movie.get(&m.id).copied(), today),
                shows: lanes(
                    mine.into_iter().map(|s| block(scene, s, m, theater, days.selected, &tz)).collect(),
                ),
            })
        })
        .collect();
    let week = nearest::week(scene, &days, MatchScope::Theater(Some(id))).await?;
    let rows = if scene.query.week { Vec::new() } else { rows };
    let nothing = rows.is_empty() && week.iter().all(|d| d.films.is_empty());
    let filtered = scene.query.week || !all.is_empty();
    let empty = if nothing && filtered && nearest::has_filter(scene) {
        Some(nearest::filtered_note(scene, &days, MatchScope::Theater(Some(id))).await?)
    } else {
        let is_over =
            days.selected == today && !rows.is_empty() && all.iter().all(|s| shows::is_over(scene, s));
        (nothing || is_over).then(|| days.note(scene, Some(theater)))
    };
    let body = TheaterPage {
        id: id.to_string(),
        name: theater.name.clone(),
        day_label: days.label(scene),
        today: days.selected == today && !scene.query.week,
        view: timetable_view(&scene.query),
        by_film_href: scene.href_with(|q: &mut Query| q.by_time = false),
        by_time_href: scene.href_with(|q: &mut Query| q.by_time = true),
        hours: hours(scene, &rows, days.selected),
        empty,
        days: days.bar(scene, Some(theater)),
        week_bar: days.week_bar(scene),
        // The heading names the day.
        lead: days
            .lead_note(scene, Some(theater), list::lead_words(scene))
            .map(|note| LeadNote { day: String::new(), ..note }),
        week,
        filters: filters(scene, all, own, theater),
        closed: closed_on(scene, theater, days.selected),
        picture: scene.picture(theater.picture.as_ref()),
        description: scene
            .text(&theater.localizations, |l| l.description.as_ref(), &theater.description)
            .to_owned(),
        contact: frame::contact(scene, theater),
        email: theater.email.clone().unwrap_or_default(),
        select_href: if scene.is_circuit() {
            scene.hrefs.select(theater, &scene.path)
        } else {
            String::new()
        },
        calendar_href: format!("{}/api/calendar/theater/{id}.ics", scene.prefix),
        rows,
    };
    let title = if own && scene.is_circuit() {
        server::titles_showtimes_at(scene.language(), &theater.name)
    } else {
        server::titles_showtimes(scene.language()).to_owned()
    };
    let mut page = PageDraft::new(title, PageBody::Theater(body));
    page.description = format!("{}, {}", theater.name, frame::address(&theater.address));
    page.tags = vec![Tag::Theater(id.clone())];
    let late = scene.site.late_booking_minutes();
    let changes = next_change(all.iter().chain(&shows_today.shows), scene.now, late);
    page.next_change = changes.into_iter().chain([days::midnight(scene, &tz)]).min();
    page.clock = Some(tz);
    page.theater = Some(theater.clone());
    page.shared = PreviewSubject::Theater(id.clone());
    page.graph = graph::screenings(scene, all.iter(), None);
    if page.graph.is_empty() {
        page.graph.push(graph::theater(scene, theater));
    }
    page.graph.push(graph::organization(scene));
    if own && scene.is_circuit() {
        page.graph.push(graph::breadcrumbs(
            scene,
            &[
                (server::titles_theaters(scene.language()), scene.hrefs.path("/theaters/")),
                (theater.name.as_str(), scene.hrefs.theater(theater)),
            ],
        ));
    }
    scene.finish(page).await
}

/// On a circuit's showtimes page the selected theater is a filter that can be removed or combined with others.
fn filters(scene: &PageContext<'_>, shows: &[Showtime], own: bool, theater: &Theater) -> Vec<Filter> {
    let out = shows::filters(scene, shows.iter());
    if own {
        return out;
    }
    let mut out = shows::with_theaters(scene, out);
    for filter in out.iter_mut().filter(|f| f.key == FilterKey::Theater) {
        for option in &mut filter.options {
            option.selected = option.value == theater.id.as_str();
            let ids = if option.selected {
                BTreeSet::from([ALL_THEATERS.to_owned()])
            } else {
                BTreeSet::from([theater.id.to_string(), option.value.clone()])
            };
            option.href = scene.href_with(|q| q.theaters = ids);
        }
        filter.clear_href = scene.href_with(|q| q.theaters = BTreeSet::from([ALL_THEATERS.to_owned()]));
    }
    out
}

/// Why a theater is closed on a day; empty if it is open.
pub fn closed_on(scene: &PageContext<'_>, theater: &Theater, day: Date) -> String {
    let closure = theater.closures.iter().find(|c| c.from <= day && c.to.is_none_or(|to| day <= to));
    match closure {
        None => String::new(),
        Some(closure) if !closure.reason.is_empty() => closure.reason.clone(),
        Some(_) => server::closed_day(scene.language(), &theater.name),
    }
}

fn block(
    scene: &PageContext<'_>,
    s: &Showtime,
    film: &marquee_model::catalog::Movie,
    theater: &Theater,
    day: Date,
    tz: &TimeZone,
) -> TimetableShow {
    let start = scene.minute(s.starts_at, day, tz);
    let length = s
        .end(film.runtime)
        .and_then(|end| u16::try_from(end.duration_since(s.starts_at).as_mins()).ok())
        .filter(|m| *m > 0)
        .unwrap_or_else(|| u16::try_from(UNKNOWN_LENGTH.as_mins()).unwrap_or(u16::MAX));
    TimetableShow {
        show: shows::show(scene, s, Some(film), Some(theater), false),
        start,
        length: length.min(720),
        lane: 0,
    }
}

/// Assigns each show the first lane in which it overlaps no other show.
fn lanes(mut shows: Vec<TimetableShow>) -> Vec<TimetableShow> {
    shows.sort_by_key(|s| s.start);
    let mut ends: Vec<u16> = Vec::new();
    for s in &mut shows {
        let free = ends.iter().position(|end| *end <= s.start).unwrap_or(ends.len());
        if free == ends.len() {
            ends.push(0);
        }
        ends[free] = s.start + s.length.max(60);
        s.lane = u8::try_from(free).unwrap_or(u8::MAX);
    }
    shows
}

/// Full hours from the first start to the last end.
fn hours(scene: &PageContext<'_>, rows: &[TimetableRow], day: Date) -> Vec<(u16, String)> {
    let all = || rows.iter().flat_map(|r| &r.shows);
    let (Some(from), Some(to)) = (all().map(|s| s.start).min(), all().map(|s| s.start + s.length).max())
    else {
        return Vec::new();
    };
    (from / 60..=to.div_ceil(60))
        .map(|h| {
            let hour = i8::try_from(h % 24).unwrap_or(0);
            let at = scene.formats.time(day.at(hour, 0, 0, 0));
            let name = if at.day_period.is_empty() {
                at.time
            } else {
                format!("{} {}", at.time.trim_end_matches(":00"), at.day_period)
            };
            (h * 60, name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_shows_get_separate_lanes() {
        let at = |start, length| TimetableShow { show: marquee_api::Show::default(), start, length, lane: 9 };
        let lanes: Vec<u8> = lanes(vec![at(700, 100), at(600, 120), at(720, 90), at(820, 90)])
            .iter()
            .map(|s| s.lane)
            .collect();
        assert_eq!(lanes, [0, 1, 0, 0]);
    }
}
