//! Pushed schedules: a system says that something changed, or sends what it has, in a signed message (decision 0069).

use std::time::Duration;

use http::HeaderMap;
use jiff::Timestamp;
use marquee_auth::new_signing_secret;
use marquee_feeds::SourceFile;
use marquee_model::{FeedId, FeedRunId, SiteId};
use marquee_store::{FeedPush, FeedRow};
use standardwebhooks::{HEADER_WEBHOOK_ID, HEADER_WEBHOOK_TIMESTAMP, Webhook, WebhookError};

use crate::error::RunError;
use crate::film_facts::is_of_facts;
use crate::lease::Lease;
use crate::runner::{FeedRunner, Input};
use crate::settings::{SettingsError, wrong};

/// Maximum length of the id of a message in bytes.
const MAX_ID: usize = 200;
/// How long a message waits for the run that has its feed.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// How often it looks whether that run has ended.
const RETRY_EVERY: Duration = Duration::from_millis(200);

/// Why a message is refused.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// There is no such feed, or nobody may push to it.
    #[error("unknown feed, or push is off for it")]
    NotFound,
    #[error("the message is not signed correctly: {0}")]
    Signature(#[from] WebhookError),
    /// The secret cannot be decrypted: the secret key of the server was changed.
    #[error("the signing secret cannot be read, since the secret key was changed: create another one")]
    Sealed,
    #[error("the feed is off")]
    Off,
    /// A message that was signed later was processed before.
    #[error("the message is older than the last one")]
    Outdated,
    /// [`RunError::Busy`] if the feed was running all the time: the message should be sent again.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// What a message led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pushed {
    Run(FeedRunId),
    /// The message was processed before.
    Repeated,
}

/// Checks the messages for a feed.
#[derive(Debug)]
pub struct PushReceiver {
    site: SiteId,
    feed: FeedId,
    secret: String,
}

/// A message whose signature is valid.
#[derive(Debug)]
pub struct PushMessage {
    site: SiteId,
    feed: FeedId,
    push: FeedPush,
    body: Vec<u8>,
}

fn header<'h>(headers: &'h HeaderMap, name: &'static str) -> Result<&'h str, WebhookError> {
    let value = headers.get(name).ok_or(WebhookError::MissingHeader(name))?;
    value.to_str().map_err(|_| WebhookError::InvalidHeader(name))
}

impl PushReceiver {
    /// Checks a message.
    ///
    /// # Errors
    /// [`PushError::Signature`]
    pub fn check(self, headers: &HeaderMap, body: Vec<u8>) -> Result<PushMessage, PushError> {
        Webhook::new(&self.secret)?.verify(&body, headers)?;
        let id = header(headers, HEADER_WEBHOOK_ID)?;
        if id.is_empty() || id.len() > MAX_ID {
            return Err(WebhookError::InvalidHeader(HEADER_WEBHOOK_ID).into());
        }
        let seconds = header(headers, HEADER_WEBHOOK_TIMESTAMP)?.parse().ok();
        let at = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
        let at = at.ok_or(WebhookError::InvalidTimestamp)?;
        let push = FeedPush { id: id.to_owned(), at };
        Ok(PushMessage { site: self.site, feed: self.feed, push, body })
    }
}

/// What a run of a message reads: the schedule in its body, or the address if the body is empty.
fn input(PushMessage { push, body, .. }: PushMessage) -> Input {
    let is_empty = body.iter().all(u8::is_ascii_whitespace);
    let file = (!is_empty).then(|| SourceFile { name: "push".to_owned(), bytes: body });
    Input::Push { push, file }
}

impl FeedRunner {
    /// Turns push on for a feed, with a new signing secret, or off. Returns the secret, which is stored encrypted.
    ///
    /// # Errors
    /// [`SettingsError`]
    pub async fn set_push(
        &self,
        site: &SiteId,
        id: &FeedId,
        is_on: bool,
        actor: &str,
    ) -> Result<Option<String>, SettingsError> {
        let failed = |error: marquee_auth::AuthError| wrong("push", error.to_string());
        let secret = if is_on { Some(new_signing_secret().map_err(failed)?) } else { None };
        let sealed = secret.as_deref().map(|secret| self.credentials().seal_secret((site, id), secret));
        let sealed = sealed.transpose().map_err(failed)?;
        let tx = self.store().begin().await?;
        let before = tx.feed(site, id).await?.ok_or(SettingsError::NotFound)?;
        if is_on && is_of_facts(&before.config) {
            return Err(wrong("push", "is for feeds with shows"));
        }
        let row = FeedRow { push_secret: sealed, ..before };
        let action = if is_on { "feed.pushOn" } else { "feed.pushOff" };
        self.save_settings(tx, &row, (actor, action)).await?;
        Ok(secret)
    }

    /// What checks the messages for a feed.
    ///
    /// # Errors
    /// [`PushError::NotFound`], [`PushError::Off`], [`PushError::Sealed`]
    pub async fn push_receiver(&self, site: &SiteId, feed: &FeedId) -> Result<PushReceiver, PushError> {
        let row = self.store().feed(site, feed).await.map_err(RunError::from)?;
        let (is_on, sealed) =
            row.and_then(|row| Some((row.is_on, row.push_secret?))).ok_or(PushError::NotFound)?;
        if !is_on {
            return Err(PushError::Off);
        }
        let secret = self.credentials().open_secret((site, feed), &sealed).ok_or(PushError::Sealed)?;
        Ok(PushReceiver { site: site.clone(), feed: feed.clone(), secret })
    }

    /// Runs the feed of a message, and returns when that is done. The run continues if the caller goes away.
    ///
    /// # Errors
    /// [`PushError`]; [`RunError::Held`] if a run waits for a decision.
    pub async fn push(&self, message: PushMessage) -> Result<Pushed, PushError> {
        let lease = self.lease_soon((&message.site, &message.feed)).await?;
        let state = &lease.feed.state;
        let last = state.last_push.as_ref();
        let refused = if last.is_some_and(|last| last.id == message.push.id) {
            Some(Ok(Pushed::Repeated))
        } else if last.is_some_and(|last| last.at > message.push.at) {
            Some(Err(PushError::Outdated))
        } else if state.held_run.is_some() {
            Some(Err(RunError::Held.into()))
        } else {
            None
        };
        if let Some(refused) = refused {
            lease.release().await.map_err(RunError::from)?;
            return refused;
        }
        Ok(Pushed::Run(self.run_apart(lease, input(message)).await?))
    }

    /// Leases a feed as soon as a run that has it ends, within [`MAX_WAIT`].
    async fn lease_soon(&self, feed: (&SiteId, &FeedId)) -> Result<Lease, RunError> {
        let wait = async {
            loop {
                if let Some(lease) = self.lease(feed, false).await? {
                    return Ok(lease);
                }
                tokio::time::sleep(RETRY_EVERY).await;
            }
        };
        tokio::time::timeout(MAX_WAIT, wait).await.unwrap_or(Err(RunError::Busy))
    }
}
