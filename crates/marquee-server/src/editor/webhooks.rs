//! Webhooks: addresses to which a site sends messages when its program changes.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{StatusCode, Uri};
use marquee_api::editor::{EditorWebhooks, WebhookSecret, WebhookSettings};
use marquee_model::operator::Permission;
use marquee_model::{WebhookId, WebhookMessageId};
use marquee_webhooks::WebhookError;

use super::may::{EditSettings, May, Read};
use super::reply::{Refusal, failed, refuse, refuse_field, unavailable};
use super::{Access, Editor, Form, Shared, json, no_content, query};

fn unknown() -> Refusal {
    refuse(StatusCode::NOT_FOUND, "Webhook not found")
}

fn webhook_id(text: &str) -> Result<WebhookId, Refusal> {
    WebhookId::parse(text).map_err(|_| unknown())
}

fn message_id(text: &str) -> Result<WebhookMessageId, Refusal> {
    WebhookMessageId::parse(text).map_err(|_| refuse(StatusCode::NOT_FOUND, "Message not found"))
}

pub fn webhook_failed(error: WebhookError) -> Refusal {
    match error {
        WebhookError::NotFound => unknown(),
        WebhookError::Address => refuse_field("address", &error.to_string()),
        WebhookError::TooMany | WebhookError::Off | WebhookError::TooManyWaiting => {
            refuse(StatusCode::CONFLICT, &error.to_string())
        }
        WebhookError::Auth(error) => unavailable(&error),
        WebhookError::Store(error) => unavailable(&error),
    }
}

async fn all(editor: &Editor, access: &Access) -> Result<Response, Refusal> {
    let mut webhooks = editor.app.webhooks.list(&access.id).await.map_err(webhook_failed)?;
    if !access.author.grant.permits_somewhere(Permission::EditSettings) {
        for webhook in &mut webhooks {
            // Some programs have their key in the query.
            webhook.address.truncate(webhook.address.find(['?', '#']).unwrap_or(webhook.address.len()));
        }
    }
    json(&EditorWebhooks { webhooks })
}

async fn first_messages(editor: &Editor, access: &Access, id: &WebhookId) -> Result<Response, Refusal> {
    json(&editor.app.webhooks.messages(&access.id, id, None).await.map_err(webhook_failed)?)
}

/// `GET /api/editor/{site}/webhooks`.
pub async fn list(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    all(&editor, &access).await
}

/// `POST /api/editor/{site}/webhooks`.
pub async fn add(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Form(form): Form<WebhookSettings>,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let added = editor.app.webhooks.add(&access.id, &form, &access.author.actor).await;
    let (webhook, secret) = added.map_err(webhook_failed)?;
    json(&WebhookSecret { webhook: webhook.to_string(), secret })
}

/// `PUT /api/editor/{site}/webhooks/{webhook}`.
pub async fn change(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, webhook)): Path<(String, String)>,
    Form(form): Form<WebhookSettings>,
) -> Result<Response, Refusal> {
    // The messages go to another program.
    access.person.require_recent().map_err(failed)?;
    let id = webhook_id(&webhook)?;
    let changed = editor.app.webhooks.change(&access.id, &id, &form, &access.author.actor).await;
    changed.map_err(webhook_failed)?;
    all(&editor, &access).await
}

/// `DELETE /api/editor/{site}/webhooks/{webhook}`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, webhook)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let removed = editor.app.webhooks.remove(&access.id, &webhook_id(&webhook)?, &access.author.actor).await;
    removed.map_err(webhook_failed)?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/webhooks/{webhook}/secret`.
pub async fn replace_secret(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, webhook)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let id = webhook_id(&webhook)?;
    let replaced = editor.app.webhooks.replace_secret(&access.id, &id, &access.author.actor).await;
    json(&WebhookSecret { webhook, secret: replaced.map_err(webhook_failed)? })
}

/// `POST /api/editor/{site}/webhooks/{webhook}/test`.
pub async fn test(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, webhook)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = webhook_id(&webhook)?;
    editor.app.webhooks.test(&access.id, &id).await.map_err(webhook_failed)?;
    first_messages(&editor, &access, &id).await
}

/// `GET /api/editor/{site}/webhooks/{webhook}/messages`.
pub async fn messages(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Path((_, webhook)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let before = query(&uri, "before").map(|text| message_id(&text)).transpose()?;
    let messages = editor.app.webhooks.messages(&access.id, &webhook_id(&webhook)?, before.as_ref()).await;
    json(&messages.map_err(webhook_failed)?)
}

/// `POST /api/editor/{site}/webhooks/{webhook}/messages/{message}`.
pub async fn resend(
    State(editor): Shared,
    May(access, ..): May<EditSettings>,
    Path((_, webhook, message)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    let id = webhook_id(&webhook)?;
    let sent = editor.app.webhooks.resend(&access.id, &id, &message_id(&message)?).await;
    sent.map_err(webhook_failed)?;
    first_messages(&editor, &access, &id).await
}
