//! `POST /api/feeds/{feed}`: messages of systems that push their schedules (decision 0069).

use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::{Request, StatusCode};
use marquee_api::editor::FeedPushResult;
use marquee_feed_runner::{PushError, Pushed, RunError, api_run};
use marquee_import::MAX_BYTES;
use marquee_model::{FeedId, FeedRunId, SiteId};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::loyalty::{RequestError, body_within, serialized_response};
use crate::problem::problem;
use crate::site::site_and_host;

/// Messages that are received at the same time, so that bodies without a valid signature take little memory.
const MAX_MESSAGES: usize = 4;
/// When a message that met a running feed should be sent again, in seconds.
const RETRY_SECONDS: u64 = 5;

static MESSAGES: Semaphore = Semaphore::const_new(MAX_MESSAGES);

/// Runs the feed with what the message has. The response says what the run has changed.
pub async fn push(State(app): State<App>, Path(feed): Path<String>, request: Request<Body>) -> Response {
    match receive(&app, &feed, request).await {
        Ok(result) => serialized_response(&result),
        Err(refused) => *refused,
    }
}

fn refuse(status: StatusCode, title: &str) -> Box<Response> {
    Box::new(problem(status, title, None, None))
}

fn try_again(title: &str) -> Box<Response> {
    Box::new(problem(StatusCode::SERVICE_UNAVAILABLE, title, None, Some(RETRY_SECONDS)))
}

fn refused(error: &PushError) -> Box<Response> {
    let title = error.to_string();
    match error {
        PushError::NotFound | PushError::Run(RunError::NotFound) => {
            refuse(StatusCode::NOT_FOUND, "Unknown feed, or push is off for it")
        }
        PushError::Signature(_) => refuse(StatusCode::UNAUTHORIZED, &title),
        PushError::Off | PushError::Outdated | PushError::Run(RunError::Held | RunError::Decided) => {
            refuse(StatusCode::CONFLICT, &title)
        }
        PushError::Run(RunError::Busy) => try_again("The feed is running: send the message again"),
        PushError::Run(RunError::Failed { .. } | RunError::NoResponse) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, &title)
        }
        PushError::Sealed => {
            tracing::warn!("{title}");
            refuse(StatusCode::INTERNAL_SERVER_ERROR, &title)
        }
        PushError::Run(RunError::Store(error)) => {
            tracing::error!(%error, "a pushed message was not processed");
            try_again("The database is not available: send the message again")
        }
    }
}

async fn receive(app: &App, feed: &str, request: Request<Body>) -> Result<FeedPushResult, Box<Response>> {
    let (site, _) = site_and_host(app, request.uri(), request.headers())?;
    let site = &site.id;
    let feed = FeedId::parse(feed).map_err(|_| refused(&PushError::NotFound))?;
    // A feed is known before anything of the body is read.
    let receiver = app.feeds.push_receiver(site, &feed).await.map_err(|error| refused(&error))?;
    let busy = |_| try_again("Too many messages are being received: send the message again");
    let permit = MESSAGES.try_acquire().map_err(busy)?;
    let (head, body) = request.into_parts();
    let body = body_within(&head.headers, body, MAX_BYTES).await.map_err(|error| match error {
        RequestError::TooLarge => {
            let title = format!("The body must have at most {} MB", MAX_BYTES >> 20);
            refuse(StatusCode::PAYLOAD_TOO_LARGE, &title)
        }
        error => Box::new(error.into_response()),
    })?;
    let message = receiver.check(&head.headers, body.into()).map_err(|error| refused(&error))?;
    drop(permit);
    let pushed = app.feeds.push(message).await.map_err(|error| refused(&error))?;
    match pushed {
        Pushed::Run(run) => result(app, (site, &feed), &run).await,
        Pushed::Repeated => Ok(FeedPushResult { run: None, is_repeated: true }),
    }
}

/// What a run has changed.
async fn result(
    app: &App,
    (site, feed): (&SiteId, &FeedId),
    run: &FeedRunId,
) -> Result<FeedPushResult, Box<Response>> {
    let row = app.store.feed_run(site, feed, run).await.map_err(RunError::from);
    let (row, _) =
        row.and_then(|row| row.ok_or(RunError::NotFound)).map_err(|error| refused(&error.into()))?;
    Ok(FeedPushResult { run: Some(api_run(row)), is_repeated: false })
}
