//! Adds, changes and removes webhooks.

use marquee_api::editor::WebhookSettings;
use marquee_auth::{new_signing_secret, random_text};
use marquee_model::webhook::{MessageState, WebhookProblem};
use marquee_model::{SiteId, WebhookId, WebhookMessageId};
use marquee_store::{AuditRow, WebhookMessageRow, WebhookRow, WriteTx};
use url::Url;

use crate::message::{test, waiting};
use crate::queue::MAX_WAITING;
use crate::{WebhookError, Webhooks};

/// Maximum number of webhooks of a site.
pub const MAX_WEBHOOKS: usize = 20;
/// Maximum length of an address in bytes.
const MAX_ADDRESS: usize = 2_000;

/// The address in its normal form.
fn checked_address(address: &str) -> Result<String, WebhookError> {
    let url = Url::parse(address.trim()).map_err(|_| WebhookError::Address)?;
    let has_host = matches!(url.scheme(), "https" | "http") && url.host_str().is_some();
    let has_user = !url.username().is_empty() || url.password().is_some();
    if !has_host || has_user || address.len() > MAX_ADDRESS {
        return Err(WebhookError::Address);
    }
    Ok(url.into())
}

/// Scheme and host of an address, for the audit log.
fn shown(address: &str) -> String {
    Url::parse(address).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
}

impl Webhooks {
    /// Adds a webhook, and returns its id and its signing secret, which is stored encrypted. It gets messages about changes from now on.
    ///
    /// # Errors
    /// [`WebhookError`]
    pub async fn add(
        &self,
        site: &SiteId,
        settings: &WebhookSettings,
        actor: &str,
    ) -> Result<(WebhookId, String), WebhookError> {
        let address = checked_address(&settings.address)?;
        let id = WebhookId::stored(random_text(12)?);
        let secret = new_signing_secret()?;
        let sealed = self.seal((site, &id), &secret)?;
        let seen = self.store.last_change().await?;
        let tx = self.store.begin().await?;
        tx.lock_site(site).await?.ok_or(WebhookError::NotFound)?;
        if tx.webhooks(site).await?.len() >= MAX_WEBHOOKS {
            return Err(WebhookError::TooMany);
        }
        let row = WebhookRow {
            site: site.clone(),
            id,
            address,
            secret: sealed,
            is_on: settings.is_on,
            seen,
            created_at: self.clock.now(),
        };
        self.save(tx, &row, (actor, "webhook.add")).await?;
        Ok((row.id, secret))
    }

    /// Changes a webhook. One that is switched off gets no more messages; one that is switched on gets those about later changes.
    ///
    /// # Errors
    /// [`WebhookError`]
    pub async fn change(
        &self,
        site: &SiteId,
        id: &WebhookId,
        settings: &WebhookSettings,
        actor: &str,
    ) -> Result<(), WebhookError> {
        let address = checked_address(&settings.address)?;
        let newest = self.store.last_change().await?;
        let mut tx = self.store.begin().await?;
        let before = tx.webhook(site, id).await?.ok_or(WebhookError::NotFound)?;
        if before.is_on && !settings.is_on {
            tx.end_webhook_messages(site, id, (WebhookProblem::Off, None), "the webhook was switched off")
                .await?;
        }
        let seen = if before.is_on { before.seen } else { newest };
        let row = WebhookRow { address, is_on: settings.is_on, seen, ..before };
        self.save(tx, &row, (actor, "webhook.change")).await
    }

    /// Gives a webhook another signing secret, and returns it. The former one is invalid at once.
    ///
    /// # Errors
    /// [`WebhookError`]
    pub async fn replace_secret(
        &self,
        site: &SiteId,
        id: &WebhookId,
        actor: &str,
    ) -> Result<String, WebhookError> {
        let secret = new_signing_secret()?;
        let sealed = self.seal((site, id), &secret)?;
        let tx = self.store.begin().await?;
        let before = tx.webhook(site, id).await?.ok_or(WebhookError::NotFound)?;
        self.save(tx, &WebhookRow { secret: sealed, ..before }, (actor, "webhook.secret")).await?;
        Ok(secret)
    }

    /// Removes a webhook with its messages.
    ///
    /// # Errors
    /// [`WebhookError`]
    pub async fn remove(&self, site: &SiteId, id: &WebhookId, actor: &str) -> Result<(), WebhookError> {
        let mut tx = self.store.begin().await?;
        let row = tx.webhook(site, id).await?.ok_or(WebhookError::NotFound)?;
        tx.remove_webhook(site, id).await?;
        tx.log_audit(site, &self.audit(&row, (actor, "webhook.remove"))).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Queues a message that says nothing but that the webhook works.
    ///
    /// # Errors
    /// [`WebhookError`]; [`WebhookError::Off`], [`WebhookError::TooManyWaiting`].
    pub async fn test(&self, site: &SiteId, id: &WebhookId) -> Result<WebhookMessageId, WebhookError> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        require_room(&tx, site, id).await?;
        let message = waiting((site, id), test(site, now), now)?;
        tx.save_webhook_message(&message).await?;
        tx.commit().await?;
        Ok(message.id)
    }

    /// Sends a message once more, with the attempts of a new one.
    ///
    /// # Errors
    /// [`WebhookError`]; [`WebhookError::Off`], [`WebhookError::TooManyWaiting`].
    pub async fn resend(
        &self,
        site: &SiteId,
        webhook: &WebhookId,
        message: &WebhookMessageId,
    ) -> Result<(), WebhookError> {
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        require_room(&tx, site, webhook).await?;
        let found = tx.webhook_message(site, message).await?.filter(|found| found.webhook == *webhook);
        let row = found.ok_or(WebhookError::NotFound)?;
        let row = WebhookMessageRow { state: MessageState::Waiting, attempts: 0, next_at: Some(now), ..row };
        tx.save_webhook_message(&row).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn save(
        &self,
        mut tx: WriteTx,
        row: &WebhookRow,
        action: (&str, &str),
    ) -> Result<(), WebhookError> {
        tx.save_webhook(row).await?;
        tx.log_audit(&row.site, &self.audit(row, action)).await?;
        tx.commit().await?;
        Ok(())
    }

    fn audit(&self, row: &WebhookRow, (actor, action): (&str, &str)) -> AuditRow {
        AuditRow {
            at: self.clock.now(),
            actor: actor.to_owned(),
            action: action.to_owned(),
            subject: row.id.to_string(),
            detail: shown(&row.address),
        }
    }
}

/// Whether a webhook takes another message.
async fn require_room(tx: &WriteTx, site: &SiteId, id: &WebhookId) -> Result<(), WebhookError> {
    let row = tx.webhook(site, id).await?.ok_or(WebhookError::NotFound)?;
    if !row.is_on {
        return Err(WebhookError::Off);
    }
    if tx.waiting_webhook_messages(site, id).await? >= MAX_WAITING {
        return Err(WebhookError::TooManyWaiting);
    }
    Ok(())
}
