//! Schedules in files or at an address, read with the formats of `marquee import`, and those of new sites.

use std::collections::HashMap;

use axum::extract::{Request, State};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::{
    ScheduleFile, ScheduleFilm, ScheduleProblem, ScheduleReading, ScheduleRequest, ScheduleSource,
    ScheduleTheater,
};
use marquee_catalog::{PictureStores, fetch_pictures};
use marquee_feeds::{FeedError, SourceFile};
use marquee_import::{
    FetchError, FoundSchedule, MAX_BYTES, SiteFacts, fetch, format_of, name_of, read_files,
};
use marquee_messages::Language;
use marquee_model::catalog::{Movie, Showtime, Theater};
use marquee_model::{MediaRef, MovieId, SiteId, TheaterId, time};
use marquee_site::new_site::NewSite;
use serde_json::json;

use super::language::ReaderLanguage;
use super::reply::{Refusal, new_site_failed, refuse_field, unavailable};
use super::{Editor, Shared, json, json_body_within};
use crate::problem::problem_with_fields;

/// Maximum size of a request with files in Base64 in bytes, with room for a logo and texts.
pub const MAX_BODY: usize = MAX_BYTES / 3 * 4 + (4 << 20);
/// Maximum number of files.
const MAX_FILES: usize = 100;
/// Number of films and of their showtimes in a response.
const NEXT_FILMS: usize = 4;
const NEXT_TIMES: usize = 2;

/// `POST /api/editor/schedule`: reads a schedule for a site that is being set up. Nothing is stored.
pub async fn read(
    State(editor): Shared,
    ReaderLanguage(language): ReaderLanguage,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.owner_of_all_sites(&head.headers).await?;
    let form: ScheduleRequest = json_body_within(&head.headers, body, MAX_BODY).await?;
    if !time::is_zone(&form.time_zone) {
        return Err(refuse_field(
            "timeZone",
            "timeZone must be the name of a time zone such as America/Detroit",
        ));
    }
    let now = editor.app.pages.now();
    let _permit = editor.readings.permit(&person.operator.id, now)?;
    let site = NewSite {
        name: form.name,
        time_zone: form.time_zone,
        locale: form.locale,
        country: form.country,
        screens: form.screens,
        ..NewSite::default()
    };
    let own = site.theater().map_err(new_site_failed)?;
    let found = find(&editor, form.source, &site).await?;
    json(&summary(&found, &own, now, language))
}

/// Reads the schedule of a new site.
pub async fn find(editor: &Editor, source: ScheduleSource, site: &NewSite) -> Result<FoundSchedule, Refusal> {
    let own = site.theater().map_err(new_site_failed)?;
    find_with(editor, source, SiteFacts::of_new_site(&site.country, &site.locale, &site.time_zone, own)).await
}

/// Reads a schedule with what its site knows.
pub async fn find_with(
    editor: &Editor,
    source: ScheduleSource,
    mut facts: SiteFacts,
) -> Result<FoundSchedule, Refusal> {
    let chosen = source.format.map(format_of);
    let (field, origin, files) = match (source.files, source.address) {
        (files, None) if !files.is_empty() => {
            let files = decoded(files)?;
            ("files", files.first().map(|file| file.name.clone()).unwrap_or_default(), files)
        }
        (files, Some(address)) if files.is_empty() => {
            let fetched = fetch(&editor.app.outbound, &address, editor.app.pages.now()).await;
            let fetched = fetched.map_err(|error| fetch_failed(&error))?;
            facts = facts.with_booking_site(Some(fetched.booking_site));
            ("address", fetched.host, fetched.files)
        }
        _ => {
            return Err(refuse_schedule(
                "files",
                ScheduleProblem::Missing,
                "choose files or enter an address",
            ));
        }
    };
    let reading = tokio::task::spawn_blocking(move || read_files(files, chosen, &facts)).await;
    let read = reading.map_err(|error| unavailable(&error))?;
    let found = read.map_err(|error| feed_failed(field, &error))?;
    if found.import.showtimes.is_empty() {
        return Err(refuse_schedule(field, ScheduleProblem::NoShows, "there are no showtimes"));
    }
    Ok(FoundSchedule { origin, ..found })
}

/// The bytes of files.
fn decoded(files: Vec<ScheduleFile>) -> Result<Vec<SourceFile>, Refusal> {
    let refuse = |problem, title: &str| refuse_schedule("files", problem, title);
    if files.len() > MAX_FILES {
        return Err(refuse(ScheduleProblem::TooLarge, &format!("there must be at most {MAX_FILES} files")));
    }
    let mut all = Vec::new();
    let mut size = 0;
    for ScheduleFile { name, content } in files {
        let bytes = STANDARD.decode(&content);
        let bytes = bytes.map_err(|_| refuse(ScheduleProblem::Invalid, "content must be Base64"))?;
        size += bytes.len();
        if size > MAX_BYTES {
            let title = format!("the files are larger than {} MB", MAX_BYTES >> 20);
            return Err(refuse(ScheduleProblem::TooLarge, &title));
        }
        all.push(SourceFile { name, bytes });
    }
    Ok(all)
}

/// 422 with the reason as a code that the editor has words for.
pub fn refuse_schedule(field: &str, problem: ScheduleProblem, title: &str) -> Refusal {
    let extension = json!({ "field": field, "code": problem });
    Refusal(Box::new(problem_with_fields(StatusCode::UNPROCESSABLE_ENTITY, title, extension)))
}

fn fetch_failed(error: &FetchError) -> Refusal {
    tracing::info!(%error, "the address of a schedule cannot be fetched");
    let problem = match error {
        FetchError::Address => ScheduleProblem::Address,
        FetchError::NotPublic(_) => ScheduleProblem::NotPublic,
        FetchError::Unreachable(_) => ScheduleProblem::Unreachable,
        FetchError::Status(_) => ScheduleProblem::Status,
        FetchError::Interrupted(_) => return unavailable(error),
        FetchError::Redirects => ScheduleProblem::Redirects,
        FetchError::Timeout | FetchError::AllTimeout => ScheduleProblem::Timeout,
        FetchError::TooLarge | FetchError::AllTooLarge | FetchError::TooMany => ScheduleProblem::TooLarge,
    };
    refuse_schedule("address", problem, &error.to_string())
}

fn feed_failed(field: &str, error: &FeedError) -> Refusal {
    let title = error.to_string();
    match error {
        FeedError::Unrecognized(_) => refuse_schedule("format", ScheduleProblem::Unclear, &title),
        FeedError::WebPage(_) => refuse_schedule(field, ScheduleProblem::WebPage, &title),
        FeedError::UnknownFile(_) => refuse_schedule(field, ScheduleProblem::UnknownFile, &title),
        FeedError::MixedFormats { .. } => refuse_schedule(field, ScheduleProblem::Mixed, &title),
        FeedError::TooLarge { .. } => refuse_schedule(field, ScheduleProblem::TooLarge, &title),
        _ => refuse_schedule(field, ScheduleProblem::Invalid, &title),
    }
}

/// What operators are told before the schedule is imported. `own` is the theater of a schedule that has none.
fn summary(found: &FoundSchedule, own: &Theater, now: Timestamp, language: Language) -> ScheduleReading {
    let FoundSchedule { format, import, skipped, remarks, .. } = found;
    let movies: &[Movie] = import.movies.as_deref().unwrap_or_default();
    let mut counts: HashMap<&TheaterId, usize> = HashMap::new();
    for show in &import.showtimes {
        *counts.entry(&show.theater_id).or_default() += 1;
    }
    let theaters = import.theaters.as_deref().unwrap_or(std::slice::from_ref(own));
    let theaters = theaters.iter().map(|theater| ScheduleTheater {
        name: theater.name.clone(),
        shows: counts.get(&theater.id).copied().unwrap_or_default(),
    });
    let week = now.saturating_add(SignedDuration::from_hours(7 * 24)).unwrap_or(Timestamp::MAX);
    let mut next: Vec<&Showtime> = import.showtimes.iter().filter(|show| show.starts_at >= now).collect();
    next.sort_by_key(|show| show.starts_at);
    ScheduleReading {
        format: name_of(*format),
        films: movies.len(),
        without_picture: movies.iter().filter(|film| film.poster.is_none()).count(),
        shows: import.showtimes.len(),
        next_shows: next.iter().filter(|show| show.starts_at < week).count(),
        until: import.showtimes.iter().map(|show| show.business_date).max().map(|day| day.to_string()),
        theaters: theaters.collect(),
        next_films: next_films(&next, movies),
        skipped: *skipped,
        remarks: found.remark_texts(language),
        remark_count: remarks.len(),
    }
}

/// The films that play next. `shows` are sorted by start.
fn next_films(shows: &[&Showtime], movies: &[Movie]) -> Vec<ScheduleFilm> {
    let titles: HashMap<&MovieId, &str> = movies.iter().map(|film| (&film.id, film.title.as_str())).collect();
    let mut found: Vec<(&MovieId, Vec<String>)> = Vec::new();
    for show in shows {
        let at = show.starts_at.to_string();
        let is_full = found.len() >= NEXT_FILMS;
        match found.iter_mut().find(|(film, _)| *film == &show.movie_id) {
            Some((_, times)) => times.extend((times.len() < NEXT_TIMES).then_some(at)),
            None if is_full => {}
            None => found.push((&show.movie_id, vec![at])),
        }
    }
    let film = |(film, times): (&MovieId, Vec<String>)| ScheduleFilm {
        title: titles.get(film).copied().unwrap_or_default().to_owned(),
        times,
    };
    found.into_iter().map(film).collect()
}

/// Fetches the pictures of a schedule in the background; pages show them as soon as they are stored.
pub fn fetch_in_background(editor: &Editor, site: &SiteId, sources: Vec<MediaRef>) {
    if sources.is_empty() {
        return;
    }
    let (app, site) = (editor.app.clone(), site.clone());
    tokio::spawn(async move {
        let stores = PictureStores { store: &app.store, media: &app.media, client: &app.outbound };
        match fetch_pictures(stores, &site, &sources, &|_, _| {}).await {
            Ok(report) => {
                let failed: usize = report.failed.values().sum();
                tracing::info!(site.id = %site, stored = report.stored, failed, "pictures of a schedule fetched");
            }
            Err(error) => tracing::warn!(site.id = %site, %error, "pictures of a schedule were not fetched"),
        }
    });
}

/// Imports the schedule into a site that was just created. Returns false if it could not be stored.
pub async fn import_into_new_site(found: FoundSchedule, editor: &Editor, site: &SiteId) -> bool {
    match marquee_catalog::import_schedule(&editor.app.store, site, &found.import, true).await {
        Ok(_) => {
            fetch_in_background(editor, site, found.pictures);
            true
        }
        Err(error) => {
            tracing::warn!(site.id = %site, %error, "the schedule of a new site was not imported");
            false
        }
    }
}
