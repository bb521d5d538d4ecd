//! Imports of schedules into a site, after a dry run.

use std::collections::BTreeMap;

use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use marquee_api::editor::{
    ImportChange, ImportPlan, ImportPlanRequest, ImportRequest, ImportedDay, ImportedFilm, ImportedRecords,
    ImportedShow, ImportedTheater, ScheduleProblem, ScheduleSource,
};
use marquee_catalog::{
    self as catalog, Difference, ImportCounts, ImportError, films_by_all_titles, import_planned, plan_import,
};
use marquee_import::SiteFacts;
use marquee_model::catalog::{Movie, Showtime};
use marquee_model::{MovieId, TheaterId};
use marquee_store::AuditRow;

use super::may::{EditProgram, May};
use super::reply::{Refusal, refuse, refuse_field, unavailable, with_code};
use super::schedule::{
    FoundSchedule, MAX_BODY, MAX_REMARKS, fetch_in_background, find_with, name_of, refuse_schedule,
};
use super::{Access, Editor, Shared, json, json_body_within};

/// Maximum number of films in a response.
const MAX_FILMS: usize = 300;
/// Maximum number of days in a response.
const MAX_DAYS: usize = 366;
/// Maximum number of shows of a film in a response.
const MAX_TIMES: usize = 60;

/// `POST /api/editor/{site}/program/import/plan`.
pub async fn plan(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: ImportPlanRequest = json_body_within(&head.headers, body, MAX_BODY).await?;
    let found = read(&editor, &access, form.source, form.theater.as_deref()).await?;
    let planned = plan_import(&editor.app.store, &access.id, &found.import, false).await;
    let planned = planned.map_err(import_failed)?;
    json(&response(&found, &planned, editor.app.pages.now()))
}

/// `POST /api/editor/{site}/program/import`. It writes films, which all theaters share, and removes shows that the file does not
/// have, so a role that is limited to theaters does not permit it.
pub async fn import(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: ImportRequest = json_body_within(&head.headers, body, MAX_BODY).await?;
    let found = read(&editor, &access, form.source, form.theater.as_deref()).await?;
    let (source, changes) = form.plan.split_once(SEPARATOR).unwrap_or_default();
    if source != found.digest {
        let title = "The files or the address have other content than the dry run: check them again";
        return Err(with_code(StatusCode::CONFLICT, title, "changedSource"));
    }
    let now = editor.app.pages.now();
    let audit = |report: &catalog::ImportReport| AuditRow {
        at: now,
        actor: format!("operator:{}", access.person.operator.email),
        action: "program.import".to_owned(),
        subject: String::new(),
        detail: detail(&found, report),
    };
    let imported = import_planned(&editor.app.store, &access.id, &found.import, changes, audit).await;
    let imported = imported.map_err(import_failed)?;
    let answer = response(&found, &imported, now);
    fetch_in_background(&editor, &access.id, found.pictures);
    json(&answer)
}

/// Between the digests of the source and of the changes.
const SEPARATOR: char = '.';

/// Reads a schedule with what the site knows.
async fn read(
    editor: &Editor,
    access: &Access,
    source: ScheduleSource,
    theater: Option<&str>,
) -> Result<FoundSchedule, Refusal> {
    let theater = theater.map(TheaterId::parse).transpose();
    let theater = theater.map_err(|_| refuse_field("theater", "theater must be the id of a theater"))?;
    let _permit = editor.readings.permit(&access.person.operator.id, editor.app.pages.now())?;
    let store = &editor.app.store;
    let theaters = store.theaters(&access.id).await.map_err(|error| unavailable(&error))?;
    if theater.as_ref().is_some_and(|id| theaters.iter().all(|known| known.id != *id)) {
        return Err(refuse_field("theater", "The theater does not exist"));
    }
    let films = films_by_all_titles(store, &access.id).await.map_err(|error| unavailable(&error))?;
    let facts = SiteFacts::of_site(&access.site.record, theaters, films).at_theater(theater);
    find_with(editor, source, facts).await
}

fn import_failed(error: ImportError) -> Refusal {
    let title = error.to_string();
    match error {
        ImportError::Empty(_) => refuse_schedule("files", ScheduleProblem::NoShows, &title),
        ImportError::Dangling { .. } => refuse_schedule("files", ScheduleProblem::Invalid, &title),
        ImportError::UnknownSite(_) => refuse(StatusCode::NOT_FOUND, "Site not found"),
        ImportError::Outdated => with_code(
            StatusCode::CONFLICT,
            "The program was changed since the dry run: check the import again",
            "changedProgram",
        ),
        ImportError::Store(error) => unavailable(&error),
    }
}

/// For the audit log.
fn detail(found: &FoundSchedule, report: &catalog::ImportReport) -> String {
    let shows = report.counts.get("showtimes").copied().unwrap_or_default();
    let ImportCounts { added, changed, removed, .. } = shows;
    format!("{}: {added} shows added, {changed} changed, {removed} removed", found.description())
}

const fn counts(counts: ImportCounts) -> ImportedRecords {
    let ImportCounts { added, changed, removed, unchanged } = counts;
    ImportedRecords { added, changed, removed, unchanged }
}

const fn change<T>(difference: &Difference<T>) -> ImportChange {
    match difference {
        Difference::Added(_) => ImportChange::Added,
        Difference::Changed { .. } => ImportChange::Changed,
        Difference::Removed(_) => ImportChange::Removed,
        Difference::Unchanged(_) => ImportChange::Unchanged,
    }
}

fn response(found: &FoundSchedule, planned: &catalog::ImportPlan, now: Timestamp) -> ImportPlan {
    let by_theater = planned.counts_by_theater(&found.import, now);
    let mut shows = ImportCounts::default();
    for of_theater in by_theater.values() {
        shows += *of_theater;
    }
    let mut films = ImportCounts::default();
    for film in &planned.movies {
        films.add(film);
    }
    let theaters = planned.theaters.iter().filter_map(|difference| {
        let theater = difference.record();
        Some(ImportedTheater {
            id: theater.id.to_string(),
            name: theater.name.clone(),
            time_zone: theater.time_zone.clone(),
            change: change(difference),
            shows: counts(*by_theater.get(&theater.id)?),
        })
    });
    let days = || found.import.showtimes.iter().map(|show| show.business_date);
    ImportPlan {
        plan: format!("{}{SEPARATOR}{}", found.digest, planned.digest),
        format: name_of(found.format),
        films: counts(films),
        shows: counts(shows),
        from: days().min().map(|day| day.to_string()),
        until: days().max().map(|day| day.to_string()),
        theaters: theaters.collect(),
        days: days_of(planned, &by_theater, now),
        changes: changed_films(found, planned, &by_theater, now),
        is_same: planned.is_same(),
        skipped: found.skipped,
        remarks: found.remarks.iter().take(MAX_REMARKS).cloned().collect(),
        remark_count: found.remarks.len(),
    }
}

/// The number of shows of the theaters before and after the import, by cinema day without gaps.
fn days_of(
    planned: &catalog::ImportPlan,
    theaters: &BTreeMap<TheaterId, ImportCounts>,
    now: Timestamp,
) -> Vec<ImportedDay> {
    let mut counts: BTreeMap<Date, (usize, usize)> = BTreeMap::new();
    for show in planned.upcoming_shows(now).filter(|show| theaters.contains_key(&show.record().theater_id)) {
        if let Some(before) = show.before() {
            counts.entry(before.business_date).or_default().0 += 1;
        }
        if let Some(after) = show.after() {
            counts.entry(after.business_date).or_default().1 += 1;
        }
    }
    let (Some(first), Some(last)) = (counts.keys().next().copied(), counts.keys().next_back().copied())
    else {
        return Vec::new();
    };
    let days = first.series(1.day()).take_while(|day| *day <= last).take(MAX_DAYS);
    let days = days.map(|day| {
        let (before, after) = counts.get(&day).copied().unwrap_or_default();
        ImportedDay { day: day.to_string(), before, after }
    });
    days.collect()
}

/// The films of the theaters, those with the most changes first.
fn changed_films(
    found: &FoundSchedule,
    planned: &catalog::ImportPlan,
    theaters: &BTreeMap<TheaterId, ImportCounts>,
    now: Timestamp,
) -> Vec<ImportedFilm> {
    let mut shows: BTreeMap<&MovieId, Vec<&Difference<Showtime>>> = BTreeMap::new();
    for show in planned.upcoming_shows(now).filter(|show| theaters.contains_key(&show.record().theater_id)) {
        shows.entry(&show.record().movie_id).or_default().push(show);
    }
    let films = planned.movies.iter().filter_map(|film| {
        let of_film = shows.get(&film.record().id).map(Vec::as_slice).unwrap_or_default();
        (!film.is_unchanged() || !of_film.is_empty()).then(|| changed_film(found, film, of_film))
    });
    let mut films: Vec<ImportedFilm> = films.collect();
    let changes =
        |ImportedRecords { added, changed, removed, .. }: &ImportedRecords| added + changed + removed;
    films.sort_by_cached_key(|film| {
        (std::cmp::Reverse(changes(&film.shows)), film.change, film.title.to_lowercase())
    });
    films.truncate(MAX_FILMS);
    films
}

fn changed_film(
    found: &FoundSchedule,
    film: &Difference<Movie>,
    shows: &[&Difference<Showtime>],
) -> ImportedFilm {
    let mut all = ImportCounts::default();
    for show in shows {
        all.add(show);
    }
    let mut times: Vec<ImportedShow> = shows
        .iter()
        .filter(|show| !show.is_unchanged())
        .map(|show| ImportedShow {
            id: show.record().id.to_string(),
            theater: show.record().theater_id.to_string(),
            change: change(show),
            before: show.before().map(|show| show.starts_at),
            after: show.after().map(|show| show.starts_at),
        })
        .collect();
    times.sort_by_key(|show| show.after.or(show.before));
    times.truncate(MAX_TIMES);
    let Movie { id, title, .. } = film.record();
    // Pictures of the schedule are not fetched yet.
    let poster = film.before().and_then(|film| film.poster.as_ref());
    ImportedFilm {
        id: id.to_string(),
        title: title.clone(),
        name: found.film_names.get(id).filter(|name| *name != title).cloned(),
        poster: poster.map(|poster| poster.as_str().to_owned()),
        change: change(film),
        shows: counts(all),
        times,
    }
}
