//! Queues and sends messages until aborted.

use std::collections::HashMap;
use std::time::Duration;

use marquee_model::WebhookId;
use marquee_store::StoreError;
use tokio::task::{Id, JoinSet};

use crate::Webhooks;
use crate::queue::Queue;

/// How often changes and due messages are looked for. Changes within it are in one message.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Messages that are sent at the same time, each to another webhook, so that one that hangs does not delay the others.
const MAX_SENDING: usize = 16;

/// Queues and sends the messages of all webhooks until aborted.
pub async fn run_webhooks(webhooks: Webhooks) {
    let mut queue = Queue::default();
    let mut sending = JoinSet::new();
    let mut busy: HashMap<Id, WebhookId> = HashMap::new();
    loop {
        if let Err(error) = webhooks.queue_changes(&mut queue).await {
            tracing::warn!(%error, "cannot queue messages of webhooks");
        }
        if let Err(error) = start(&webhooks, &mut sending, &mut busy).await {
            tracing::warn!(%error, "cannot look for messages of webhooks");
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            Some(ended) = sending.join_next_with_id() => {
                let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
                busy.remove(&id);
            }
        }
        while let Some(ended) = sending.try_join_next_with_id() {
            let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
            busy.remove(&id);
        }
    }
}

/// Starts to send the messages that are due, as far as there is room, one for each webhook.
async fn start(
    webhooks: &Webhooks,
    sending: &mut JoinSet<()>,
    busy: &mut HashMap<Id, WebhookId>,
) -> Result<(), StoreError> {
    while busy.len() < MAX_SENDING {
        let except: Vec<WebhookId> = busy.values().cloned().collect();
        let due = webhooks.store.due_webhook_messages(webhooks.clock.now(), &except, 1).await?;
        let Some(message) = due.into_iter().next() else { return Ok(()) };
        let (webhooks, webhook) = (webhooks.clone(), message.webhook.clone());
        let task = sending.spawn(async move {
            if let Err(error) = webhooks.send(&message).await {
                tracing::warn!(site.id = %message.site, webhook.id = %message.webhook, %error, "a message was not sent");
            }
        });
        busy.insert(task.id(), webhook);
    }
    Ok(())
}
