//! Queues and sends messages until aborted.

use std::collections::HashMap;
use std::time::Duration;

use marquee_model::{SiteId, WebhookId};
use marquee_store::{StoreError, WebhookMessageRow};
use tokio::task::{Id, JoinSet};

use crate::Webhooks;
use crate::queue::Queue;

/// How often changes and due messages are looked for. Changes within it are in one message.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Messages that are sent at the same time, each to another webhook, so that one that hangs does not delay the others.
const MAX_SENDING: usize = 16;
/// Messages among them that were not accepted before, so that those that hang leave room for new ones.
const MAX_AGAIN: usize = 4;
/// Messages among them of one site.
const MAX_OF_SITE: usize = 4;

/// A message that is being sent.
struct Sending {
    site: SiteId,
    webhook: WebhookId,
    is_again: bool,
}

/// The messages that are being sent.
#[derive(Default)]
struct Worker {
    tasks: JoinSet<()>,
    sending: HashMap<Id, Sending>,
}

/// Queues and sends the messages of all webhooks until aborted.
pub async fn run_webhooks(webhooks: Webhooks) {
    let mut queue = Queue::default();
    let mut worker = Worker::default();
    loop {
        if let Err(error) = webhooks.queue_changes(&mut queue).await {
            tracing::warn!(%error, "cannot queue messages of webhooks");
        }
        if let Err(error) = worker.start(&webhooks).await {
            tracing::warn!(%error, "cannot look for messages of webhooks");
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            Some(ended) = worker.tasks.join_next_with_id() => {
                let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
                worker.sending.remove(&id);
            }
        }
        while let Some(ended) = worker.tasks.try_join_next_with_id() {
            let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
            worker.sending.remove(&id);
        }
    }
}

impl Worker {
    /// Starts to send the messages that are due, as far as there is room.
    async fn start(&mut self, webhooks: &Webhooks) -> Result<(), StoreError> {
        while let Some((message, is_again)) = self.next(webhooks).await? {
            let (site, webhook) = (message.site.clone(), message.webhook.clone());
            let webhooks = webhooks.clone();
            let task = self.tasks.spawn(async move {
                if let Err(error) = webhooks.send(&message).await {
                    tracing::warn!(site.id = %message.site, webhook.id = %message.webhook, %error, "a message was not sent");
                }
            });
            self.sending.insert(task.id(), Sending { site, webhook, is_again });
        }
        Ok(())
    }

    /// The next message that is due and for which there is room, and whether it was sent before.
    async fn next(&self, webhooks: &Webhooks) -> Result<Option<(WebhookMessageRow, bool)>, StoreError> {
        let busy: Vec<WebhookId> = self.sending.values().map(|sending| sending.webhook.clone()).collect();
        let mut of_sites: HashMap<&SiteId, usize> = HashMap::new();
        for sending in self.sending.values() {
            *of_sites.entry(&sending.site).or_default() += 1;
        }
        let full = of_sites.into_iter().filter(|(_, count)| *count >= MAX_OF_SITE);
        let full: Vec<SiteId> = full.map(|(site, _)| site.clone()).collect();
        let again = self.sending.values().filter(|sending| sending.is_again).count();
        let new = self.sending.len() - again;
        for (is_again, has_room) in [(false, new < MAX_SENDING - MAX_AGAIN), (true, again < MAX_AGAIN)] {
            if has_room {
                let now = webhooks.clock.now();
                let due = webhooks.store.due_webhook_message(now, (&busy, &full), is_again).await?;
                if let Some(message) = due {
                    return Ok(Some((message, is_again)));
                }
            }
        }
        Ok(None)
    }
}
