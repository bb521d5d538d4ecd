//! Webhooks and messages for operators.

use marquee_api::editor::{EditorWebhook, WebhookMessage, WebhookMessages};
use marquee_model::webhook::MessageState;
use marquee_model::{SiteId, WebhookId, WebhookMessageId};
use marquee_store::{WebhookMessageRow, WebhookRow};

use crate::send::GONE;
use crate::{WebhookError, Webhooks};

/// Messages in a response.
const MESSAGES: usize = 50;

fn shown(row: WebhookMessageRow) -> WebhookMessage {
    WebhookMessage {
        id: row.id.to_string(),
        at: row.at,
        state: row.state,
        attempts: row.attempts,
        next_at: row.next_at,
        status: row.status,
        problem: row.problem,
        error: row.error,
        body: row.body,
    }
}

/// Failed attempts after which a webhook counts as failing although the message is sent again: about half an hour.
const MANY_ATTEMPTS: u32 = 4;

/// Whether an app does not accept messages: since the last one that it accepted, one was given up, or tried often. One that a person
/// has switched off does not fail, unlike one whose app wants no more messages. `messages` are the newest ones, the newest first.
fn is_failing(webhook: &WebhookRow, messages: &[WebhookMessageRow]) -> bool {
    let since_accepted = messages.iter().take_while(|message| message.state != MessageState::Delivered);
    let mut failing = since_accepted.filter(|message| match message.state {
        MessageState::Failed => webhook.is_on || message.status == Some(GONE),
        _ => message.attempts >= MANY_ATTEMPTS,
    });
    failing.next().is_some()
}

impl Webhooks {
    /// The addresses of the webhooks of a site that are failing, the oldest webhook first.
    ///
    /// # Errors
    /// [`WebhookError::Store`]
    pub async fn failing(&self, site: &SiteId) -> Result<Vec<String>, WebhookError> {
        let mut failing = Vec::new();
        for row in self.store.webhooks(site).await? {
            let messages = self.store.webhook_messages(site, &row.id, None, MESSAGES as u64).await?;
            if is_failing(&row, &messages) {
                failing.push(row.address);
            }
        }
        Ok(failing)
    }

    /// The webhooks of a site, the oldest first.
    ///
    /// # Errors
    /// [`WebhookError::Store`]
    pub async fn list(&self, site: &SiteId) -> Result<Vec<EditorWebhook>, WebhookError> {
        let counts = self.store.webhook_counts(site).await?;
        let mut webhooks = Vec::new();
        for row in self.store.webhooks(site).await? {
            let count = |state| {
                counts.get(&row.id).and_then(|counts| counts.get(&state)).copied().unwrap_or_default()
            };
            let last = self.store.webhook_messages(site, &row.id, None, 1).await?;
            webhooks.push(EditorWebhook {
                id: row.id.to_string(),
                address: row.address.clone(),
                is_on: row.is_on,
                created_at: row.created_at,
                waiting: count(MessageState::Waiting),
                failed: count(MessageState::Failed),
                last: last.into_iter().next().map(shown),
            });
        }
        Ok(webhooks)
    }

    /// The messages of a webhook, the newest first, of those before the message `before`.
    ///
    /// # Errors
    /// [`WebhookError::NotFound`], [`WebhookError::Store`]
    pub async fn messages(
        &self,
        site: &SiteId,
        id: &WebhookId,
        before: Option<&WebhookMessageId>,
    ) -> Result<WebhookMessages, WebhookError> {
        self.store.webhook(site, id).await?.ok_or(WebhookError::NotFound)?;
        let mut rows = self.store.webhook_messages(site, id, before, MESSAGES as u64 + 1).await?;
        let has_more = rows.len() > MESSAGES;
        rows.truncate(MESSAGES);
        let next = rows.last().filter(|_| has_more).map(|row| row.id.to_string());
        Ok(WebhookMessages { messages: rows.into_iter().map(shown).collect(), next })
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use marquee_model::WebhookMessageId;
    use serde_json::json;

    use super::*;

    fn webhook(is_on: bool) -> WebhookRow {
        WebhookRow {
            site: SiteId::parse("acme").unwrap(),
            id: WebhookId::parse("w").unwrap(),
            address: "https://app.example/".to_owned(),
            is_on,
            secret: String::new(),
            seen: 0,
            created_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn message(state: MessageState, attempts: u32, status: Option<u16>) -> WebhookMessageRow {
        WebhookMessageRow {
            site: SiteId::parse("acme").unwrap(),
            webhook: WebhookId::parse("w").unwrap(),
            id: WebhookMessageId::parse("m").unwrap(),
            at: Timestamp::UNIX_EPOCH,
            body: json!({}),
            state,
            attempts,
            next_at: None,
            status,
            problem: None,
            error: None,
        }
    }

    #[test]
    fn a_webhook_fails_if_a_message_was_given_up_or_tried_often_since_the_last_accepted_one() {
        let new = || message(MessageState::Waiting, 0, None);
        let tried = |attempts| message(MessageState::Waiting, attempts, Some(500));
        let accepted = || message(MessageState::Delivered, 1, Some(200));
        let failed = || message(MessageState::Failed, 10, Some(500));
        let cases = [
            (true, vec![], false),
            (true, vec![new(), accepted()], false),
            (true, vec![accepted(), failed()], false),
            (true, vec![new(), failed(), accepted()], true),
            (true, vec![new(), tried(MANY_ATTEMPTS - 1), accepted()], false),
            (true, vec![new(), tried(MANY_ATTEMPTS), accepted()], true),
            (false, vec![failed()], false),
            (false, vec![message(MessageState::Failed, 0, Some(GONE))], true),
        ];
        for (is_on, messages, expected) in cases {
            assert_eq!(is_failing(&webhook(is_on), &messages), expected, "{is_on} {messages:?}");
        }
    }
}
