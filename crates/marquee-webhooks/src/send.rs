//! Sends messages.

use std::time::Duration;

use jiff::SignedDuration;
use marquee_model::webhook::{MessageState, WebhookProblem};
use marquee_outbound::{Limits, OutboundError, OutboundRequest};
use marquee_store::{StoreError, WebhookMessageRow, WebhookRow};
use standardwebhooks::{HEADER_WEBHOOK_ID, HEADER_WEBHOOK_SIGNATURE, HEADER_WEBHOOK_TIMESTAMP, Webhook};
use url::Url;

use crate::Webhooks;

/// Seconds from a failed attempt to the next one, as Standard Webhooks recommends. After the last one a message has failed.
const RETRY_AFTER: &[i64] = &[5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// How long a process has to send a message.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// Limits for the response. Its body is not read for anything.
const LIMITS: Limits = Limits { bytes: 1 << 20, time: Duration::from_secs(15) };
/// The status with which a program says that it wants no more messages.
pub(crate) const GONE: u16 = 410;
/// Maximum length of the text of an error in characters.
const MAX_ERROR: usize = 300;
/// How long messages are kept that were delivered or have failed.
pub const RETENTION: SignedDuration = SignedDuration::from_hours(14 * 24);
/// Maximum number of these of a webhook.
pub const MAX_KEPT: u64 = 500;

/// The result of an attempt.
#[derive(Debug)]
struct Attempt {
    status: Option<u16>,
    failure: Option<Failure>,
}

/// Why an attempt failed.
#[derive(Debug)]
struct Failure {
    problem: WebhookProblem,
    /// The same in English, with details.
    text: String,
}

impl Attempt {
    fn failed(problem: WebhookProblem, error: impl ToString) -> Self {
        let text = error.to_string().chars().take(MAX_ERROR).collect();
        Self { status: None, failure: Some(Failure { problem, text }) }
    }

    fn answered(status: u16) -> Self {
        let problem = match status {
            200..300 => return Self { status: Some(status), failure: None },
            GONE => WebhookProblem::Gone,
            _ => WebhookProblem::Status,
        };
        Self { status: Some(status), failure: Some(Failure { problem, text: format!("status {status}") }) }
    }
}

const fn problem(error: &OutboundError) -> WebhookProblem {
    match error {
        OutboundError::Refused { .. } => WebhookProblem::Address,
        OutboundError::Internal { .. } => WebhookProblem::Internal,
        OutboundError::Timeout { .. } => WebhookProblem::Timeout,
        OutboundError::Unreachable { .. } | OutboundError::Write { .. } => WebhookProblem::Unreachable,
        OutboundError::Status { .. } => WebhookProblem::Status,
        OutboundError::TooLarge { .. } => WebhookProblem::TooLarge,
    }
}

impl Webhooks {
    /// Sends a message that is due, unless another process does, and stores the result.
    pub(crate) async fn send(&self, message: &WebhookMessageRow) -> Result<(), StoreError> {
        let now = self.clock.now();
        let key = (&message.site, &message.id);
        let mut tx = self.store.begin().await?;
        // The webhook is locked before its messages, as by whoever changes it.
        let webhook = tx.webhook(&message.site, &message.webhook).await?;
        let is_leased = tx.lease_webhook_message(key, now, now.saturating_add(LEASE).unwrap_or(now)).await?;
        tx.commit().await?;
        let Some(webhook) = webhook.filter(|_| is_leased) else { return Ok(()) };
        let attempt = self.attempt(&webhook, message).await;
        self.save_attempt(&webhook, message, attempt).await
    }

    async fn attempt(&self, webhook: &WebhookRow, message: &WebhookMessageRow) -> Attempt {
        let key = (&webhook.site, &webhook.id);
        let Some(secret) = self.open(key, &webhook.secret) else {
            return Attempt::failed(
                WebhookProblem::Sealed,
                "the signing secret cannot be read, since the secret key was changed",
            );
        };
        let Ok(url) = Url::parse(&webhook.address) else {
            return Attempt::failed(WebhookProblem::Address, "the address is invalid");
        };
        let body = message.body.to_string();
        let at = self.clock.now().as_second();
        let signature =
            Webhook::new(&secret).and_then(|signer| signer.sign(message.id.as_str(), at, body.as_bytes()));
        let signature = match signature {
            Ok(signature) => signature,
            Err(error) => return Attempt::failed(WebhookProblem::Sealed, error),
        };
        let request = OutboundRequest::post(url, "application/json", body)
            .with_header(HEADER_WEBHOOK_ID, message.id.as_str())
            .with_header(HEADER_WEBHOOK_TIMESTAMP, at.to_string())
            .with_header(HEADER_WEBHOOK_SIGNATURE, signature);
        match self.outbound.fetch_with(request, LIMITS).await {
            Ok(response) => Attempt::answered(response.status),
            Err(error) => Attempt::failed(problem(&error), error),
        }
    }

    async fn save_attempt(
        &self,
        webhook: &WebhookRow,
        message: &WebhookMessageRow,
        attempt: Attempt,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let Some(current) = tx.webhook(&webhook.site, &webhook.id).await? else { return Ok(()) };
        // Removed, ended or sent again meanwhile.
        let stored = tx.webhook_message(&message.site, &message.id).await?;
        let is_same = |stored: &WebhookMessageRow| {
            stored.state == MessageState::Waiting && stored.attempts == message.attempts
        };
        let Some(stored) = stored.filter(is_same) else { return Ok(()) };
        let Attempt { status, failure } = attempt;
        let is_gone = status == Some(GONE) && current.address == webhook.address;
        let wait = RETRY_AFTER.get(usize::try_from(stored.attempts).unwrap_or(usize::MAX));
        let (state, next_at) = match (&failure, wait) {
            (None, _) => (MessageState::Delivered, None),
            (Some(_), Some(wait)) if !is_gone => {
                let next_at = now.saturating_add(SignedDuration::from_secs(*wait));
                (MessageState::Waiting, Some(next_at.unwrap_or(jiff::Timestamp::MAX)))
            }
            (Some(_), _) => (MessageState::Failed, None),
        };
        metrics::counter!("marquee_webhook_messages_total", "result" => state.as_str()).increment(1);
        if let Some(Failure { text: error, .. }) = &failure {
            tracing::warn!(site.id = %webhook.site, webhook.id = %webhook.id, %error, state = state.as_str(), "a webhook did not accept a message");
        }
        let attempts = stored.attempts.saturating_add(1);
        let (problem, error) = failure.map(|Failure { problem, text }| (problem, text)).unzip();
        let row = WebhookMessageRow { state, next_at, status, problem, error, attempts, ..stored };
        tx.save_webhook_message(&row).await?;
        if is_gone {
            tx.save_webhook(&WebhookRow { is_on: false, ..current }).await?;
            let reason = (WebhookProblem::Gone, Some(GONE));
            let text = "the receiver wants no more messages";
            tx.end_webhook_messages(&webhook.site, &webhook.id, reason, text).await?;
        }
        let since = now.saturating_sub(RETENTION).unwrap_or(jiff::Timestamp::MIN);
        tx.clean_webhook_messages(&webhook.site, &webhook.id, since, MAX_KEPT).await?;
        tx.commit().await?;
        Ok(())
    }
}
