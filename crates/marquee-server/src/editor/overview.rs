//! What is playing on a site, and what needs attention.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use marquee_api::editor::{
    AttentionItem, AttentionKind, EditorPlace, ScreenToday, ShowToday, SiteOverview, TheaterToday,
};
use marquee_api::paths::MEDIA_PREFIX;
use marquee_catalog::{RunningShow, ScreenState, screen_states};
use marquee_feed_runner::{is_stale, list_film_matches};
use marquee_model::catalog::{MenuItem, Movie, Screen, Showtime, Theater};
use marquee_model::feed::FilmMatchState;
use marquee_model::operator::Permission;
use marquee_model::time::{business_date, time_zone};
use marquee_model::{MediaRef, MovieId, ScreenId, TheaterId};
use marquee_pages::is_api;
use marquee_site::SiteHandle;
use marquee_site::attention::{Lacking, content_items, item, lacks_anchor, own_path, rights_ending};
use marquee_site::draft::{PreviewSource, SiteContent};
use marquee_store::{ShowFilter, StoreError};
use url::Url;

use super::film_labels::FilmLabels;
use super::library::failed as library_failed;
use super::may::{May, Read};
use super::reply::{Refusal, draft_failed, unavailable};
use super::webhooks::webhook_failed;
use super::{Access, Editor, Shared, json};
use crate::draft_preview::draft_records;

/// Maximum number of shows that are read.
const MAX_SHOWS: u64 = 10_000;
/// How long before its end a key needs attention.
const KEY_WARNING: SignedDuration = SignedDuration::from_hours(14 * 24);
/// Days after its last show after which a theater is taken as closed, so that nobody is reminded of it.
const ENDED_DAYS: i64 = 30;

/// `GET /api/editor/{site}/overview`.
pub async fn overview(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let now = editor.app.pages.now();
    let movies = editor.app.store.movies(&access.id).await.map_err(|error| unavailable(&error))?;
    let movies: HashMap<&MovieId, &Movie> = movies.iter().map(|movie| (&movie.id, movie)).collect();
    let theaters = theaters(&editor, &access, &movies, now).await.map_err(|error| unavailable(&error))?;
    let mut attention = content_attention(&editor, &access).await?;
    attention.extend(
        program_attention(&editor, &access, &movies, now).await.map_err(|error| unavailable(&error))?,
    );
    let ending = ending_programs(&editor, &access, &theaters, now).await;
    attention.extend(ending.map_err(|error| unavailable(&error))?);
    attention.extend(feed_attention(&editor, &access, now).await?);
    attention.sort_by_key(|item| item.kind);
    json(&SiteOverview { theaters, attention })
}

/// The theaters that the site shows, with what plays there.
async fn theaters(
    editor: &Editor,
    access: &Access,
    movies: &HashMap<&MovieId, &Movie>,
    now: Timestamp,
) -> Result<Vec<TheaterToday>, StoreError> {
    let store = &editor.app.store;
    let config = &access.site.record.config;
    let mut theaters = store.theaters(&access.id).await?;
    theaters.retain(|theater| config.theater_ids.is_empty() || config.theater_ids.contains(&theater.id));
    let today = now.to_zoned(TimeZone::UTC).date();
    let filter = ShowFilter {
        from_date: Some(today.saturating_sub(1.day())),
        to_date: Some(today.saturating_add(1.day())),
        limit: Some(MAX_SHOWS),
        ..ShowFilter::default()
    };
    let mut shows = store.shows(&access.id, &filter).await?;
    shows.retain(|show| {
        let theater = theaters.iter().find(|theater| theater.id == show.theater_id);
        theater.is_none_or(|theater| theater.closure_on(show.business_date).is_none())
    });
    let runtime = |id: &MovieId| movies.get(id).and_then(|movie| movie.runtime);
    let states: Vec<_> = theaters
        .iter()
        .map(|theater| {
            let own = shows.iter().filter(|show| show.theater_id == theater.id);
            (theater, screen_states(own, runtime, now))
        })
        .collect();
    let shown = states.iter().flat_map(|(_, screens)| screens.values());
    let running = shown.flat_map(|state| [state.playing, state.next]).flatten();
    let ids: Vec<MovieId> = running.map(|running| running.show.movie_id.clone()).collect();
    let labels = FilmLabels::read(editor, access, &ids).await?;
    let start_hour = config.options.business_day_start_hour();
    let theater_today = |(theater, screens): (&Theater, std::collections::BTreeMap<_, _>)| {
        let date = business_date(now, &time_zone(&theater.time_zone), start_hour);
        let is_today = |show: &&Showtime| show.theater_id == theater.id && show.business_date == date;
        TheaterToday {
            id: theater.id.to_string(),
            name: theater.name.clone(),
            time_zone: theater.time_zone.clone(),
            shows_today: u32::try_from(shows.iter().filter(is_today).count()).unwrap_or(u32::MAX),
            screens: screens_today(theater, &screens, &labels),
        }
    };
    Ok(states.into_iter().map(theater_today).collect())
}

/// The screens of a theater in its order, then shows on unknown screens.
fn screens_today(
    theater: &Theater,
    states: &std::collections::BTreeMap<Option<&ScreenId>, ScreenState<'_>>,
    labels: &FilmLabels,
) -> Vec<ScreenToday> {
    let show = |running: RunningShow<'_>| ShowToday {
        id: running.show.id.to_string(),
        film: labels.label(&running.show.movie_id),
        starts_at: running.show.starts_at,
        ends_at: running.ends_at,
    };
    let screen = |name: &str, seats, state: ScreenState<'_>| ScreenToday {
        name: name.to_owned(),
        seats,
        playing: state.playing.map(show),
        next: state.next.map(show),
    };
    let known: HashSet<&ScreenId> = theater.screens.iter().map(|screen| &screen.id).collect();
    let of_theater = theater.screens.iter().map(|Screen { id, name, seats, .. }| {
        screen(name, *seats, states.get(&Some(id)).copied().unwrap_or_default())
    });
    let others = states.iter().filter(|(id, _)| id.is_none_or(|id| !known.contains(id)));
    of_theater
        .chain(others.map(|(id, state)| screen(id.map_or("", ScreenId::as_str), None, *state)))
        .collect()
}

/// What the draft lacks, and publications that are due.
async fn content_attention(editor: &Editor, access: &Access) -> Result<Vec<AttentionItem>, Refusal> {
    let drafts = &editor.app.drafts;
    let draft = drafts.draft(&access.id, &access.author).await.map_err(draft_failed)?;
    let content = drafts.preview(&access.id, PreviewSource::Draft).await.map_err(draft_failed)?;
    let mut items = content_items(&content);
    let (pictures, _) = editor.app.library.pictures(&access.id).await.map_err(library_failed)?;
    let find = |source: &MediaRef| pictures.iter().find(|picture| picture.row.source == *source);
    let is_used = |source: &MediaRef| find(source).is_some_and(|picture| !picture.places.is_empty());
    let name_of = |source: &MediaRef| {
        let file = find(source).and_then(|picture| picture.file.as_ref());
        file.map(|file| file.name.clone())
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| source.to_string())
    };
    items.extend(rights_ending(&content, editor.app.pages.now(), is_used, name_of));
    let problems =
        draft.problems.iter().map(|problem| Lacking::new(&problem.pointer, "publish", &problem.pointer, ""));
    items.extend(item(AttentionKind::DraftProblem, problems.collect()));
    items.extend(item(
        AttentionKind::DeadLink,
        dead_links(editor, access, content).await.map_err(|error| unavailable(&error))?,
    ));
    items.extend(draft.failed_publication.map(|failed| AttentionItem {
        kind: AttentionKind::FailedPublication,
        names: vec![failed.actor],
        count: failed.left_out,
        place: EditorPlace { screen: "history".to_owned(), ..EditorPlace::default() },
        at: Some(failed.at),
    }));
    items.extend(draft.scheduled.map(|scheduled| AttentionItem {
        kind: AttentionKind::ScheduledPublication,
        names: vec![scheduled.actor],
        count: 1,
        place: EditorPlace { screen: "history".to_owned(), ..EditorPlace::default() },
        at: Some(scheduled.at),
    }));
    Ok(items)
}

/// Links of menus to pages that do not exist, or to blocks of pages that do not exist.
async fn dead_links(
    editor: &Editor,
    access: &Access,
    content: SiteContent,
) -> Result<Vec<Lacking>, StoreError> {
    let lacks = |link: &&MenuItem| lacks_anchor(&link.href, &content.pages);
    let without_anchor: Vec<String> =
        content.menus.links().filter(lacks).map(|link| link.label.clone()).collect();
    let mut links: Vec<(String, String)> = content
        .menus
        .links()
        .filter_map(|link| Some((link.label.clone(), own_path(&link.href)?.to_owned())))
        .collect();
    links.retain(|(_, path)| !is_api(path) && !path.starts_with(MEDIA_PREFIX));
    let (record, records) = draft_records(&editor.app.store, &access.id, content).await?;
    let site = Arc::new(SiteHandle { record, ..SiteHandle::clone(&access.site) });
    let paths = links.iter().map(|(_, path)| path.as_str());
    let missing = editor.app.pages.missing_paths(&site, records, paths).await?;
    let dead = links.into_iter().filter(|(_, path)| missing.contains(path));
    let dead = dead.map(|(label, _)| label).chain(without_anchor);
    Ok(dead.map(|label| Lacking::new(&label, "menus", "", "href")).collect())
}

/// Feeds that wait for a decision, those without new showtimes, films that may be one, and webhooks that fail.
async fn feed_attention(
    editor: &Editor,
    access: &Access,
    now: Timestamp,
) -> Result<Vec<AttentionItem>, Refusal> {
    let (mut held, mut stale) = (Vec::new(), Vec::new());
    for feed in editor.app.store.feeds(&access.id).await.map_err(|error| unavailable(&error))? {
        let (name, id) = (&feed.config.name, feed.id.as_str());
        match &feed.state.held_run {
            Some(run) => held.push(Lacking::new(name, "feeds", id, run.as_str())),
            None if is_stale(&feed, now) => stale.push(Lacking::new(name, "feeds", id, "")),
            None => {}
        }
    }
    let matches = list_film_matches(&editor.app.store, &access.id, now).await;
    let matches = matches.map_err(|error| unavailable(&error))?.matches.into_iter();
    let similar = matches.filter(|film| film.state == FilmMatchState::Suggested);
    let similar = similar.map(|film| Lacking::new(&film.target_title, "films", "", "")).collect();
    let failing = editor.app.webhooks.failing(&access.id).await.map_err(webhook_failed)?.into_iter();
    let failing = failing.map(|address| {
        let url = Url::parse(&address).ok();
        Lacking::new(url.as_ref().and_then(Url::host_str).unwrap_or_default(), "feeds", "", "")
    });
    let items = [
        item(AttentionKind::HeldFeed, held),
        item(AttentionKind::StaleFeed, stale),
        item(AttentionKind::SimilarFilm, similar),
        item(AttentionKind::FailingWebhook, failing.collect()),
    ];
    Ok(items.into_iter().flatten().collect())
}

/// Theaters whose program ends: a feed can be served without a fault long after its system stopped filling it.
async fn ending_programs(
    editor: &Editor,
    access: &Access,
    theaters: &[TheaterToday],
    now: Timestamp,
) -> Result<Option<AttentionItem>, StoreError> {
    let start_hour = access.site.record.config.options.business_day_start_hour();
    let last_days: HashMap<TheaterId, Date> =
        editor.app.store.last_show_days(&access.id).await?.into_iter().collect();
    let ending = theaters.iter().filter_map(|theater| {
        let today = business_date(now, &time_zone(&theater.time_zone), start_hour);
        let last = last_days.get(&TheaterId::parse(&theater.id).ok()?)?;
        let ends = *last <= today.saturating_add(1.day()) && *last >= today.saturating_sub(ENDED_DAYS.days());
        ends.then(|| Lacking::new(&theater.name, "program", &theater.id, &last.to_string()))
    });
    Ok(item(AttentionKind::EndingProgram, ending.collect()))
}

/// Films of the program without a poster or a trailer, and keys that expire.
async fn program_attention(
    editor: &Editor,
    access: &Access,
    movies: &HashMap<&MovieId, &Movie>,
    now: Timestamp,
) -> Result<Vec<AttentionItem>, StoreError> {
    let store = &editor.app.store;
    let shows = store.count_upcoming_shows(&access.id, now).await?;
    let mut playing: Vec<(&Movie, u64)> = shows
        .iter()
        .filter_map(|(id, counts)| movies.get(id).map(|movie| (*movie, counts.values().sum())))
        .collect();
    playing.sort_by_key(|(movie, count)| (std::cmp::Reverse(*count), &movie.id));
    let lacking = |field: &str, lacks: fn(&Movie) -> bool| -> Vec<Lacking> {
        let films = playing.iter().map(|(movie, _)| *movie).filter(|movie| lacks(movie));
        films.map(|movie| Lacking::new(&movie.title, "films", movie.id.as_str(), field)).collect()
    };
    let mut items: Vec<AttentionItem> = [
        item(AttentionKind::NoPoster, lacking("poster", |movie| movie.poster.is_none())),
        item(AttentionKind::NoTrailer, lacking("trailer", |movie| movie.trailer.is_none())),
    ]
    .into_iter()
    .flatten()
    .collect();
    if access.person.author(&access.id, Permission::Keys).is_ok() {
        let soon = now.saturating_add(KEY_WARNING).unwrap_or(Timestamp::MAX);
        let keys = store.api_keys(&access.id).await?.into_iter();
        let mut expiring: Vec<_> =
            keys.filter_map(|key| Some((key.expires_at.filter(|at| *at <= soon)?, key.name))).collect();
        expiring.sort();
        let first = expiring.first().map(|(at, _)| *at);
        let keys = expiring.into_iter().map(|(_, name)| Lacking::new(&name, "team", "keys", ""));
        let keys = item(AttentionKind::ExpiringKey, keys.collect());
        items.extend(keys.map(|item| AttentionItem { at: first, ..item }));
    }
    Ok(items)
}
