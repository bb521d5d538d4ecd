//! The website that a cinema has today: what is found on it, and what a new site takes over.

mod keep;

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use marquee_api::editor::{WebsiteFinding, WebsitePage, WebsiteProblem, WebsiteProgram, WebsiteRequest};
use marquee_model::catalog::Movie;
use marquee_model::{OperatorId, time};
use marquee_website::{Finding, Program, ReadingOptions, WebsiteError, read_website};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::program::added;
use super::reply::{Refusal, refuse_field};
use super::{Shared, json_body};
use crate::problem::{problem, uncached_response};

pub use keep::{TypedTheater, keep};

/// Maximum number of websites and schedules that are read at the same time.
const AT_ONCE: usize = 2;
/// Maximum number of readings of an operator within [`WINDOW`].
const READINGS: usize = 20;
const WINDOW: SignedDuration = SignedDuration::from_mins(10);

/// Limits of readings: each makes requests to other servers, or reads large files. They count on each node.
#[derive(Debug, Clone)]
pub struct Readings {
    permits: Arc<Semaphore>,
    recent: Arc<Mutex<HashMap<OperatorId, VecDeque<Timestamp>>>>,
}

impl Default for Readings {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)), recent: Arc::default() }
    }
}

impl Readings {
    /// Permits a reading; refused if there are too many now, or of this operator.
    pub(super) fn permit(
        &self,
        operator: &OperatorId,
        now: Timestamp,
    ) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy =
            |status, title: &str, seconds| Refusal(Box::new(problem(status, title, None, Some(seconds))));
        let permit = self.permits.clone().try_acquire_owned();
        let permit = permit.map_err(|_| {
            busy(StatusCode::SERVICE_UNAVAILABLE, "Other websites or files are being read: try again", 5)
        })?;
        self.count(operator, now).map_err(|seconds| {
            let title = "Too many websites or files were read: try again later";
            busy(StatusCode::TOO_MANY_REQUESTS, title, seconds)
        })?;
        Ok(permit)
    }

    /// Counts a reading; returns an error with the seconds to wait if there were too many.
    fn count(&self, operator: &OperatorId, now: Timestamp) -> Result<(), u64> {
        let mut recent = self.recent.lock();
        let since = now.saturating_sub(WINDOW).unwrap_or(Timestamp::MIN);
        for times in recent.values_mut() {
            while times.front().is_some_and(|at| *at <= since) {
                times.pop_front();
            }
        }
        recent.retain(|_, times| !times.is_empty());
        let times = recent.entry(operator.clone()).or_default();
        if let Some(first) = times.front().filter(|_| times.len() >= READINGS) {
            let wait = first.duration_since(since).as_secs().max(1);
            return Err(u64::try_from(wait).unwrap_or(1));
        }
        times.push_back(now);
        Ok(())
    }
}

/// `POST /api/editor/website`: a line for each part, as soon as it is read. Nothing is stored.
pub async fn read(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.owner_of_all_sites(&head.headers).await?;
    let form: WebsiteRequest = json_body(&head.headers, body).await?;
    if !time::is_zone(&form.time_zone) {
        return Err(refuse_field(
            "timeZone",
            "timeZone must be the name of a time zone such as America/Detroit",
        ));
    }
    let now = editor.app.pages.now();
    let permit = editor.readings.permit(&person.operator.id, now)?;
    tracing::info!(operator = %person.operator.email, address = %form.address.chars().take(200).collect::<String>(), "reading a website");
    let client = editor.app.outbound.clone();
    let options = ReadingOptions { time_zone: form.time_zone, now };
    // At most one for each kind of finding.
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        let _permit = permit;
        let zone = options.time_zone.clone();
        let mut found = |finding: Finding| drop(sender.try_send(line(finding, &zone)));
        let reading = read_website(&client, &form.address, &options, &mut found);
        tokio::select! {
            result = reading => {
                let end = WebsiteFinding::End { problem: result.err().map(|error| problem_of(&error)) };
                drop(sender.try_send(end));
            }
            // Nobody waits for the rest.
            () = sender.closed() => {}
        }
    });
    let lines = futures::stream::unfold(receiver, |mut receiver| async {
        let finding = receiver.recv().await?;
        let mut line = serde_json::to_string(&finding).ok()?;
        line.push('\n');
        Some((Ok::<_, Infallible>(line), receiver))
    });
    Ok(uncached_response(StatusCode::OK, "application/x-ndjson", Body::from_stream(lines)))
}

fn problem_of(error: &WebsiteError) -> WebsiteProblem {
    tracing::info!(%error, "a website cannot be read");
    match error {
        WebsiteError::Address => WebsiteProblem::Address,
        WebsiteError::Unreachable(_) => WebsiteProblem::Unreachable,
        WebsiteError::NotAPage | WebsiteError::Redirects => WebsiteProblem::NoPage,
        WebsiteError::Timeout => WebsiteProblem::Timeout,
    }
}

fn line(finding: Finding, zone: &str) -> WebsiteFinding {
    match finding {
        Finding::Identity(identity) => WebsiteFinding::Identity {
            name: identity.name,
            description: identity.description,
            host: identity.host,
        },
        Finding::Style(style) => WebsiteFinding::Style { palette: style.palette, fonts: style.fonts },
        Finding::Logo(logo) => WebsiteFinding::Logo { picture: logo.map(|logo| STANDARD.encode(&logo.png)) },
        Finding::Program(program) => program_line(&program, zone),
        Finding::Pages(pages) => WebsiteFinding::Pages {
            pages: pages
                .into_iter()
                .map(|page| WebsitePage { title: page.title, paragraphs: page.paragraphs })
                .collect(),
        },
    }
}

fn program_line(program: &Program, zone: &str) -> WebsiteFinding {
    let Program { theaters, films, shows } = program;
    let zone = time::time_zone(zone);
    let until = shows.last().map(|show| show.starts_at.to_zoned(zone).date().to_string());
    let is_plain = |film: &&Movie| film.poster.is_none();
    WebsiteFinding::Program {
        until,
        without_picture: films.iter().filter(is_plain).count(),
        program: WebsiteProgram {
            theaters: theaters.clone(),
            films: films.iter().map(|film| (film.id.clone(), added(film))).collect(),
            shows: shows.iter().map(|show| (show.id.clone(), added(show))).collect(),
        },
    }
}

#[cfg(test)]
mod tests;
