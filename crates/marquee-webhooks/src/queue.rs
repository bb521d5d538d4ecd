//! Turns changes of programs into messages.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use marquee_model::{SiteId, WebhookId};
use marquee_store::WebhookRow;

use crate::message::{program_changed, waiting};
use crate::send::{MAX_KEPT, RETENTION};
use crate::{WebhookError, Webhooks};

/// Maximum number of messages of a webhook that wait. Changes beyond it are in one message once there is room.
pub const MAX_WAITING: u64 = 100;
/// How long other nodes may take until their pages show a change.
const NODES_FOLLOW: SignedDuration = SignedDuration::from_secs(2);

/// What has been queued.
#[derive(Debug, Default)]
pub struct Queue {
    /// Number of the last change that was seen; `None` at the start.
    last: Option<i64>,
    /// Webhooks about whose changes there is no message yet.
    postponed: HashSet<(SiteId, WebhookId)>,
}

impl Webhooks {
    /// Queues messages about the changes since the last call.
    pub(crate) async fn queue_changes(&self, queue: &mut Queue) -> Result<(), WebhookError> {
        let newest = self.store.last_change().await?;
        if queue.last == Some(newest) && queue.postponed.is_empty() {
            return Ok(());
        }
        let changed: Option<HashSet<SiteId>> = match queue.last {
            None => None,
            Some(last) => {
                let changes = self.store.changes_after(last).await?;
                Some(changes.into_iter().map(|(_, change)| change.site).collect())
            }
        };
        for webhook in self.store.active_webhooks().await? {
            let key = (webhook.site.clone(), webhook.id.clone());
            let is_changed = changed.as_ref().is_none_or(|sites| sites.contains(&webhook.site));
            if !is_changed && !queue.postponed.contains(&key) {
                continue;
            }
            let is_queued = self.queue_message(&webhook).await.unwrap_or_else(|error| {
                tracing::warn!(site.id = %webhook.site, webhook.id = %webhook.id, %error, "cannot queue a message");
                false
            });
            if is_queued {
                queue.postponed.remove(&key);
            } else {
                queue.postponed.insert(key);
            }
        }
        queue.last = Some(newest);
        Ok(())
    }

    /// Queues a message about the changes of a site that a webhook has not seen. Returns false if that must be tried again.
    async fn queue_message(&self, webhook: &WebhookRow) -> Result<bool, WebhookError> {
        let key = (&webhook.site, &webhook.id);
        if self.store.waiting_webhook_messages(key.0, key.1).await? >= MAX_WAITING {
            return Ok(false);
        }
        let Some((last, tags)) = self.store.changed_tags_after(key.0, webhook.seen).await? else {
            return Ok(true);
        };
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let current = tx.webhook(key.0, key.1).await?.filter(|current| current.is_on);
        let Some(current) = current else { return Ok(true) };
        if current.seen != webhook.seen {
            // Another node was faster.
            return Ok(current.seen >= last);
        }
        if let Some(body) = program_changed(key.0, &tags, now) {
            let mut message = waiting(key, body, now)?;
            // By then each node shows the change.
            message.next_at = now.checked_add(NODES_FOLLOW).ok();
            tx.save_webhook_message(&message).await?;
            let since = now.saturating_sub(RETENTION).unwrap_or(Timestamp::MIN);
            tx.clean_webhook_messages(key.0, key.1, since, MAX_KEPT).await?;
        }
        tx.save_webhook(&WebhookRow { seen: last, ..current }).await?;
        tx.commit().await?;
        Ok(true)
    }
}
