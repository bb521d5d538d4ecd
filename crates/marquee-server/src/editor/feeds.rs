//! Feeds: their list, settings, trials, runs, and decisions on runs that are held (ux 5.11).

use axum::extract::{Path, State};
use axum::response::Response;
use http::{StatusCode, Uri};
use marquee_api::editor::{
    EditorFeed, FeedDecision, FeedPushSecret, FeedRunReport, FeedRuns, FeedSettings, FeedTrialRequest,
    TitleTrial,
};
use marquee_feed_runner::{
    RunError, SettingsError, api_run, list as list_feeds, read_report, try_title_rules,
};
use marquee_messages::Language;
use marquee_model::operator::Permission;
use marquee_model::{FeedId, FeedRunId, SiteId};
use serde_json::json;

use super::language::ReaderLanguage;
use super::may::{EditProgram, EditSettings, May, Read};
use super::reply::{Refusal, failed, refuse, refuse_field, unavailable, with_code};
use super::{Access, Editor, Form, Shared, download, json as json_response, no_content, query};
use crate::problem::problem_with_fields;

/// Runs in a response.
const RUNS: usize = 50;

fn unknown() -> Refusal {
    refuse(StatusCode::NOT_FOUND, "Feed not found")
}

fn feed_id(text: &str) -> Result<FeedId, Refusal> {
    FeedId::parse(text).map_err(|_| unknown())
}

fn run_id(text: &str) -> Result<FeedRunId, Refusal> {
    FeedRunId::parse(text).map_err(|_| refuse(StatusCode::NOT_FOUND, "Run not found"))
}

fn settings_failed(error: SettingsError) -> Refusal {
    match error {
        SettingsError::Field { field, rule } => refuse_field(field, &format!("{field} {rule}")),
        SettingsError::TooMany => refuse(StatusCode::CONFLICT, &error.to_string()),
        SettingsError::NotFound => unknown(),
        SettingsError::Store(error) => unavailable(&error),
    }
}

fn run_failed(error: RunError) -> Refusal {
    let title = error.to_string();
    match error {
        RunError::NotFound => unknown(),
        RunError::Busy => with_code(StatusCode::CONFLICT, "The feed is running: try again", "running"),
        RunError::Held => with_code(StatusCode::CONFLICT, "Decide on the held run first", "held"),
        RunError::Decided => {
            with_code(StatusCode::CONFLICT, "The run does not wait for a decision any more", "decided")
        }
        RunError::NoResponse => refuse(StatusCode::GONE, "The response of the run is not stored any more"),
        RunError::Failed { problem, .. } => {
            let extension = json!({ "code": problem });
            Refusal(Box::new(problem_with_fields(StatusCode::UNPROCESSABLE_ENTITY, &title, extension)))
        }
        RunError::Store(error) => unavailable(&error),
    }
}

fn may(access: &Access, permission: Permission) -> bool {
    access.author.grant.permits_somewhere(permission)
}

/// The feed as the list has it.
async fn one(editor: &Editor, site: &SiteId, id: &FeedId) -> Result<EditorFeed, Refusal> {
    let credentials = editor.app.feeds.credentials();
    let feeds = list_feeds(&editor.app.store, credentials, site, editor.app.pages.now()).await;
    let feeds = feeds.map_err(|error| unavailable(&error))?.feeds;
    feeds.into_iter().find(|feed| feed.id == id.as_str()).ok_or_else(unknown)
}

/// `GET /api/editor/{site}/feeds`.
pub async fn list(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let credentials = editor.app.feeds.credentials();
    let feeds = list_feeds(&editor.app.store, credentials, &access.id, editor.app.pages.now()).await;
    let mut feeds = feeds.map_err(|error| unavailable(&error))?;
    if !may(&access, Permission::EditSettings) {
        for feed in &mut feeds.feeds {
            // Some systems have their key in the query.
            feed.address.truncate(feed.address.find(['?', '#']).unwrap_or(feed.address.len()));
        }
    }
    json_response(&feeds)
}

/// `POST /api/editor/{site}/feeds`.
pub async fn connect(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Form(form): Form<FeedSettings>,
) -> Result<Response, Refusal> {
    let connected = editor.app.feeds.connect(&access.id, form, &access.author.actor).await;
    let id = connected.map_err(settings_failed)?;
    json_response(&one(&editor, &access.id, &id).await?)
}

/// `PUT /api/editor/{site}/feeds/{feed}`.
pub async fn change(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, feed)): Path<(String, String)>,
    Form(form): Form<FeedSettings>,
) -> Result<Response, Refusal> {
    let id = feed_id(&feed)?;
    let changed = editor.app.feeds.change(&access.id, &id, form, &access.author.actor).await;
    changed.map_err(settings_failed)?;
    json_response(&one(&editor, &access.id, &id).await?)
}

/// `DELETE /api/editor/{site}/feeds/{feed}`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, feed)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = feed_id(&feed)?;
    let removed = editor.app.feeds.remove(&access.id, &id, &access.author.actor).await;
    removed.map_err(settings_failed)?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/feeds/{feed}/push`.
pub async fn turn_push_on(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, feed)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    match set_push(&editor, &access, &feed, true).await? {
        Some(secret) => json_response(&FeedPushSecret { secret }),
        None => Ok(no_content()),
    }
}

/// `DELETE /api/editor/{site}/feeds/{feed}/push`.
pub async fn turn_push_off(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, feed)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    set_push(&editor, &access, &feed, false).await?;
    Ok(no_content())
}

async fn set_push(
    editor: &Editor,
    access: &Access,
    feed: &str,
    is_on: bool,
) -> Result<Option<String>, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let id = feed_id(feed)?;
    let set = editor.app.feeds.set_push(&access.id, &id, is_on, &access.author.actor);
    set.await.map_err(settings_failed)
}

/// `POST /api/editor/{site}/feeds/trial`.
pub async fn trial(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    ReaderLanguage(language): ReaderLanguage,
    Form(form): Form<FeedTrialRequest>,
) -> Result<Response, Refusal> {
    let _permit = editor.readings.permit(&access.person.operator.id, editor.app.pages.now())?;
    let source = editor.app.feeds.trial_source(&access.id, form).await.map_err(settings_failed)?;
    json_response(&editor.app.feeds.trial(&access.id, source, language).await.map_err(run_failed)?)
}

/// `POST /api/editor/{site}/feeds/try-titles`.
pub async fn try_titles(
    _: Shared,
    May(..): May<EditSettings>,
    Form(form): Form<TitleTrial>,
) -> Result<Response, Refusal> {
    json_response(&try_title_rules(form).await.map_err(settings_failed)?)
}

/// `GET /api/editor/{site}/feeds/{feed}/titles`.
pub async fn titles(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, feed)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let _permit = editor.readings.permit(&access.person.operator.id, editor.app.pages.now())?;
    let id = feed_id(&feed)?;
    json_response(&editor.app.feeds.titles(&access.id, &id).await.map_err(run_failed)?)
}

/// `POST /api/editor/{site}/feeds/{feed}/run`.
pub async fn run(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    ReaderLanguage(language): ReaderLanguage,
    Path((_, feed)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let _permit = editor.readings.permit(&access.person.operator.id, editor.app.pages.now())?;
    let id = feed_id(&feed)?;
    let run = editor.app.feeds.run_now(&access.id, &id).await.map_err(run_failed)?;
    json_response(&report(&editor, &access, (&id, &run), language).await?)
}

/// `GET /api/editor/{site}/feeds/{feed}/runs`.
pub async fn runs(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Path((_, feed)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let id = feed_id(&feed)?;
    let before = query(&uri, "before").map(|text| run_id(&text)).transpose()?;
    let store = &editor.app.store;
    store.feed(&access.id, &id).await.map_err(|error| unavailable(&error))?.ok_or_else(unknown)?;
    let runs = store.feed_runs(&access.id, Some(&id), before.as_ref(), RUNS as u64 + 1).await;
    let mut runs = runs.map_err(|error| unavailable(&error))?;
    let has_more = runs.len() > RUNS;
    runs.truncate(RUNS);
    let next = runs.last().filter(|_| has_more).map(|run| run.id.to_string());
    json_response(&FeedRuns { runs: runs.into_iter().map(api_run).collect(), next })
}

/// `GET /api/editor/{site}/feeds/{feed}/runs/{run}`.
pub async fn one_run(
    State(editor): Shared,
    May(access, ..): May<Read>,
    ReaderLanguage(language): ReaderLanguage,
    Path((_, feed, run)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    json_response(&report(&editor, &access, (&feed_id(&feed)?, &run_id(&run)?), language).await?)
}

async fn report(
    editor: &Editor,
    access: &Access,
    (feed, run): (&FeedId, &FeedRunId),
    language: Language,
) -> Result<FeedRunReport, Refusal> {
    let store = &editor.app.store;
    let row = store.feed(&access.id, feed).await.map_err(|error| unavailable(&error))?;
    let row = row.ok_or_else(unknown)?;
    let found = store.feed_run(&access.id, feed, run).await.map_err(|error| unavailable(&error))?;
    let (found, text) = found.ok_or_else(|| refuse(StatusCode::NOT_FOUND, "Run not found"))?;
    Ok(FeedRunReport {
        // Addresses of colleagues are in Team, which not everybody sees.
        mailed: if may(access, Permission::People) { found.mailed.clone() } else { Vec::new() },
        decided_by: found.decided_by.clone(),
        run: api_run(found),
        differences: text.as_deref().and_then(|text| read_report(text, language)),
        is_waiting: row.state.held_run.as_ref() == Some(run),
    })
}

/// `GET /api/editor/{site}/feeds/{feed}/runs/{run}/response`.
pub async fn response(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    Path((_, feed, run)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    let run = run_id(&run)?;
    let file = editor.app.feeds.response(&access.id, &feed_id(&feed)?, &run).await.map_err(run_failed)?;
    // Never shown by a browser, whatever a feed says that it is.
    let disposition = format!("attachment; filename=\"{}\"", file.name);
    Ok(download(&disposition, "application/octet-stream", file.bytes))
}

/// `POST /api/editor/{site}/feeds/{feed}/runs/{run}/replay`.
pub async fn replay(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    ReaderLanguage(language): ReaderLanguage,
    Path((_, feed, run)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    let _permit = editor.readings.permit(&access.person.operator.id, editor.app.pages.now())?;
    let (feed, run) = (feed_id(&feed)?, run_id(&run)?);
    let replayed = editor.app.feeds.replay(&access.id, (&feed, &run), language).await;
    json_response(&replayed.map_err(run_failed)?)
}

/// `POST /api/editor/{site}/feeds/{feed}/runs/{run}/decision`.
pub async fn decide(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    ReaderLanguage(language): ReaderLanguage,
    Path((_, feed, run)): Path<(String, String, String)>,
    Form(form): Form<FeedDecision>,
) -> Result<Response, Refusal> {
    let (feed, run) = (feed_id(&feed)?, run_id(&run)?);
    let key = (&access.id, &feed, &run);
    editor.app.feeds.decide(key, form.choice, &access.author.actor).await.map_err(run_failed)?;
    json_response(&report(&editor, &access, (&feed, &run), language).await?)
}
