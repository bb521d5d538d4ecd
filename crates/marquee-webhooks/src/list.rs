//! Webhooks and messages for operators.

use marquee_api::editor::{EditorWebhook, WebhookMessage, WebhookMessages};
use marquee_model::webhook::MessageState;
use marquee_model::{SiteId, WebhookId, WebhookMessageId};
use marquee_store::WebhookMessageRow;

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
        error: row.error,
        body: row.body,
    }
}

impl Webhooks {
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
