//! A theater's page: the day's timetable.

use std::collections::BTreeSet;
use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use marquee_api::{
    EmptyNote, Filter, FilterKey, LeadNote, PageBody, ShowState, TheaterPage, TimetableRow, TimetableShow,
};
use marquee_catalog::{DayShows, UpcomingDays, next_change};
use marquee_messages::server;
use marquee_model::catalog::{Movie, Showtime, Theater, UNKNOWN_RUNTIME};
use marquee_model::{Tag, TheaterId};
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::days::{self, Days};
use super::nearest::{self, MatchScope};
use super::{BuiltPage, facts, frame, graph, list, shows};
use crate::kind::{CalendarSubject, PreviewSubject, Resource};
use crate::request::{ALL_THEATERS, Query};

/// Builds the page. `is_theater_page` is false for the site's showtimes page, which shows the same timetable.
pub async fn build(
    context: &PageContext<'_>,
    id: &TheaterId,
    is_theater_page: bool,
) -> Result<BuiltPage, StoreError> {
    let snapshot = context.snapshot.clone();
    let Some(theater) = snapshot.theater(id) else {
        return super::error::build(context, http::StatusCode::NOT_FOUND).await;
    };
    let tz = context.zone(Some(theater));
    let today = context.today(&tz);
    let upcoming_days = context.catalog.upcoming_days(&context.site.id, Some(id), today).await?;
    let shows_today = context.catalog.day(&context.site.id, Some(id), today).await?;
    let days = Days::new(context, upcoming_days.days.clone(), today, &shows_today.shows);
    let day = context.catalog.day(&context.site.id, Some(id), days.selected).await?;
    let all = &day.shows;
    let rows =
        if context.query.week { Vec::new() } else { rows(context, theater, &day, &upcoming_days, &days) };
    let week = nearest::week(context, &days, MatchScope::Theater(Some(id))).await?;
    let is_empty = rows.is_empty() && week.iter().all(|d| d.films.is_empty());
    let empty = empty_note(context, theater, &days, all, is_empty).await?;
    let filters = nearest::filters(context, &days, MatchScope::Theater(Some(id))).await?;
    let body = TheaterPage {
        id: id.to_string(),
        name: theater.name.clone(),
        day_label: days.label(context),
        today: days.selected == today && !context.query.week,
        view: context.query.timetable_view(),
        by_film_href: context.href_with(|q: &mut Query| q.by_time = false),
        by_time_href: context.href_with(|q: &mut Query| q.by_time = true),
        hours: hours(context, &rows, days.selected),
        empty,
        days: days.bar(context, Some(theater)),
        week_bar: days.week_bar(context),
        // The heading names the day.
        lead: days
            .lead_note(context, Some(theater), list::lead_note_texts(context))
            .map(|note| LeadNote { day: String::new(), ..note }),
        week,
        filters: with_selected_theater(context, filters, is_theater_page, theater),
        closed: days::closed_note(context, theater, days.selected),
        picture: context.picture(theater.picture.as_ref()),
        description: context
            .text(&theater.localizations, |l| l.description.as_ref(), &theater.description)
            .to_owned(),
        contact: frame::contact(context, theater),
        email: theater.email.clone().unwrap_or_default(),
        access: facts::access(context, theater),
        select_href: if context.is_circuit() {
            context.hrefs.select(theater, &context.path)
        } else {
            String::new()
        },
        calendar_href: context.prefix.clone()
            + &Resource::Calendar(CalendarSubject::Theater(id.clone())).path(),
        rows,
    };
    let mut page = PageDraft::new(title(context, theater, is_theater_page), PageBody::Theater(body));
    page.description = format!("{}, {}", theater.name, theater.address.short_line());
    page.tags = vec![Tag::Theater(id.clone())];
    let late = context.site.late_booking_minutes();
    let changes = next_change(all.iter().chain(&shows_today.shows), context.now, late);
    page.next_change = changes.into_iter().chain([days::midnight(context, &tz)]).min();
    page.clock = Some(tz);
    page.theater = Some(theater.clone());
    page.preview_subject = PreviewSubject::Theater(id.clone());
    page.graph = graph(context, theater, (days.selected, all), is_theater_page);
    context.finish(page).await
}

/// The note when no show of the selected day passes the filters, or all that do have started.
async fn empty_note(
    context: &PageContext<'_>,
    theater: &Theater,
    days: &Days,
    all: &[Showtime],
    is_empty: bool,
) -> Result<Option<EmptyNote>, StoreError> {
    let is_today = days.selected == days.today && !context.query.week;
    let is_over = is_today && !is_empty && {
        let tz = context.zone(Some(theater));
        let mut matches = all.iter().filter(|s| shows::passes_filters(context, s, &tz));
        matches.all(|s| shows::is_over(context, s))
    };
    let has_shows = context.query.week || !all.is_empty();
    if nearest::has_filter(context) && (is_over || is_empty && has_shows) {
        let note = nearest::filtered_note(context, days, MatchScope::Theater(Some(&theater.id))).await?;
        return Ok(Some(note));
    }
    Ok((is_empty || is_over).then(|| days.note(context, Some(theater))))
}

fn title(context: &PageContext<'_>, theater: &Theater, is_theater_page: bool) -> String {
    if is_theater_page && context.is_circuit() {
        server::titles_showtimes_at(context.language(), &theater.name)
    } else {
        server::titles_showtimes(context.language()).to_owned()
    }
}

/// The rows of the timetable of the selected day.
fn rows(
    context: &PageContext<'_>,
    theater: &Theater,
    day: &DayShows,
    upcoming_days: &UpcomingDays,
    days: &Days,
) -> Vec<TimetableRow> {
    let tz = context.zone(Some(theater));
    let today = context.today(&tz);
    let playing = day.movies().filter_map(|id| context.movie(id));
    let movies = context.sorted_movies(playing);
    let row = |m: &Movie| {
        let mut film_shows = day.shows_of_movie(&m.id);
        film_shows.retain(|s| shows::passes_filters(context, s, &tz));
        (!film_shows.is_empty()).then(|| TimetableRow {
            film: shows::item(context, m, upcoming_days.first_day_by_movie.get(&m.id).copied(), today),
            shows: lanes(
                film_shows.into_iter().map(|s| block(context, s, m, theater, days.selected, &tz)).collect(),
            ),
        })
    };
    movies.into_iter().filter_map(row).collect()
}

/// The page's JSON-LD.
fn graph(
    context: &PageContext<'_>,
    theater: &Theater,
    (day, shows): (Date, &[Showtime]),
    is_theater_page: bool,
) -> Vec<serde_json::Value> {
    let mut graph = graph::screenings(context, shows.iter(), None);
    if graph.is_empty() {
        graph.push(graph::theater(context, theater));
    }
    let hours = facts::opening_hours(theater, day, shows, &context.zone(Some(theater)));
    if !hours.is_empty() {
        for node in graph.iter_mut().filter(|node| node["@type"] == "MovieTheater") {
            node["openingHoursSpecification"] = hours.clone().into();
        }
    }
    graph.push(graph::organization(context));
    if is_theater_page && context.is_circuit() {
        graph.push(graph::breadcrumbs(
            context,
            &[
                (server::titles_theaters(context.language()), context.hrefs.path("/theaters/")),
                (theater.name.as_str(), context.hrefs.theater(theater)),
            ],
        ));
    }
    graph
}

/// On a circuit's showtimes page the selected theater is a filter that can be removed or combined with others.
fn with_selected_theater(
    context: &PageContext<'_>,
    filters: Vec<Filter>,
    is_theater_page: bool,
    theater: &Theater,
) -> Vec<Filter> {
    if is_theater_page {
        return filters;
    }
    let mut filters = shows::with_theaters(context, filters);
    for filter in filters.iter_mut().filter(|f| f.key == FilterKey::Theater) {
        for option in &mut filter.options {
            option.selected = option.value == theater.id.as_str();
            let ids = if option.selected {
                BTreeSet::from([ALL_THEATERS.to_owned()])
            } else {
                BTreeSet::from([theater.id.to_string(), option.value.clone()])
            };
            option.href = context.href_with(|q| q.theaters = ids);
        }
        filter.clear_href = context.href_with(|q| q.theaters = BTreeSet::from([ALL_THEATERS.to_owned()]));
    }
    filters
}

fn block(
    context: &PageContext<'_>,
    s: &Showtime,
    film: &marquee_model::catalog::Movie,
    theater: &Theater,
    day: Date,
    tz: &TimeZone,
) -> TimetableShow {
    let start = context.minute(s.starts_at, day, tz);
    let length = s
        .estimated_end(film.runtime)
        .and_then(|end| u16::try_from(end.duration_since(s.starts_at).as_mins()).ok())
        .filter(|m| *m > 0)
        .unwrap_or(UNKNOWN_RUNTIME);
    TimetableShow {
        show: shows::show(context, s, Some(film), Some(theater), false),
        start,
        length: length.min(720),
        lane: 0,
    }
}

/// Assigns each show the first lane in which it overlaps no other show. Started shows come last, so that the others do not need
/// more lanes when the started ones are collapsed.
fn lanes(mut shows: Vec<TimetableShow>) -> Vec<TimetableShow> {
    shows.sort_by_key(|s| (s.show.state == ShowState::Started, s.start));
    let mut lanes: Vec<Vec<Range<u16>>> = Vec::new();
    for s in &mut shows {
        let span = s.start..s.start + s.length.max(60);
        let is_free =
            |lane: &Vec<Range<u16>>| lane.iter().all(|r| r.end <= span.start || span.end <= r.start);
        let free = lanes.iter().position(is_free).unwrap_or(lanes.len());
        if free == lanes.len() {
            lanes.push(Vec::new());
        }
        lanes[free].push(span);
        s.lane = u8::try_from(free).unwrap_or(u8::MAX);
    }
    shows.sort_by_key(|s| s.start);
    shows
}

/// Full hours from the first start to the last end.
fn hours(context: &PageContext<'_>, rows: &[TimetableRow], day: Date) -> Vec<(u16, String)> {
    let all = || rows.iter().flat_map(|r| &r.shows);
    let (Some(from), Some(to)) = (all().map(|s| s.start).min(), all().map(|s| s.start + s.length).max())
    else {
        return Vec::new();
    };
    (from / 60..=to.div_ceil(60))
        .map(|h| {
            let hour = i8::try_from(h % 24).unwrap_or(0);
            let label = context.formats.time(day.at(hour, 0, 0, 0));
            let name = if label.day_period.is_empty() {
                label.time
            } else {
                format!("{} {}", label.time.trim_end_matches(":00"), label.day_period)
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
        let timetable_show =
            |start, length| TimetableShow { show: marquee_api::Show::default(), start, length, lane: 9 };
        let lanes: Vec<u8> = lanes(vec![
            timetable_show(700, 100),
            timetable_show(600, 120),
            timetable_show(720, 90),
            timetable_show(820, 90),
        ])
        .iter()
        .map(|s| s.lane)
        .collect();
        assert_eq!(lanes, [0, 1, 0, 0]);
    }

    #[test]
    fn started_shows_do_not_push_the_others_into_further_lanes() {
        let timetable_show = |start, state| TimetableShow {
            show: marquee_api::Show { state, ..marquee_api::Show::default() },
            start,
            length: 120,
            lane: 9,
        };
        let shows = vec![
            timetable_show(600, ShowState::Started),
            timetable_show(660, ShowState::Open),
            timetable_show(780, ShowState::Open),
        ];
        let lanes: Vec<(u16, u8)> = lanes(shows).iter().map(|s| (s.start, s.lane)).collect();
        assert_eq!(lanes, [(600, 1), (660, 0), (780, 0)]);
    }
}
