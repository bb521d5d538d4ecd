//! A forgotten password, and the operator's own name and address (security 2.8).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;
use marquee_api::editor::{
    AccountEmailConfirmation, AccountName, ConfirmedEmail, NewAccountEmail, PasswordReset,
    PasswordResetRequest,
};
use marquee_api::paths::EDITOR_PREFIX;
use marquee_auth::Password;
use marquee_loyalty::{LoyaltyError, OperatorLink};
use marquee_site::operators::{MailedToken, NEW_EMAIL_HOURS, RESET_MINUTES};

use super::account::sign_in_response;
use super::reply::{Refusal, failed, refuse, sign_in_failed, unavailable};
use super::{Editor, Shared, device, json, json_body, json_body_within, no_content};
use crate::loyalty::MAX_CALL_BYTES;

/// Mails a link. `page` is the page of the editor that uses it.
async fn send(
    editor: &Editor,
    mail: &MailedToken,
    page: &str,
    kind: OperatorLink,
) -> Result<(), LoyaltyError> {
    let Some(site) = editor.app.sites.by_id(&mail.site) else { return Ok(()) };
    let link = format!("{}{EDITOR_PREFIX}{page}/?token={}", editor.origin, mail.token);
    let mails = editor.app.gateway.loyalty().mail_queue();
    mails.send_operator_link(&site.record, &mail.email, &link, kind).await
}

fn not_sent(error: &LoyaltyError) -> Refusal {
    tracing::error!(%error, "cannot queue an email to an operator");
    refuse(StatusCode::SERVICE_UNAVAILABLE, "The email could not be sent: try again")
}

/// `POST /api/editor/password/reset`. The response does not wait for what depends on the account, so it is the same for all addresses,
/// also in its time.
pub async fn request_reset(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let PasswordResetRequest { email } = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    editor.operators.count_reset(device(&editor, &head).address, &email).await.map_err(sign_in_failed)?;
    let editor = Arc::clone(&editor);
    tokio::spawn(async move {
        let kind = OperatorLink::Password { minutes: RESET_MINUTES };
        match editor.operators.reset_link(&email).await {
            Ok(Some(mail)) => {
                if let Err(error) = send(&editor, &mail, "reset", kind).await {
                    tracing::error!(%error, "cannot queue the link of a forgotten password");
                }
            }
            Ok(None) => tracing::info!("a new password was asked for an address without an account"),
            Err(error) => tracing::error!(%error, "cannot make the link of a forgotten password"),
        }
    });
    Ok(no_content())
}

/// `POST /api/editor/password/reset/confirm`.
pub async fn reset(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: PasswordReset = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let new = Password::from(form.new_password.as_str());
    let device = device(&editor, &head);
    let outcome = editor.operators.reset_password(device, &form.token, form.code.as_deref(), &new).await;
    sign_in_response(&editor, &outcome.map_err(sign_in_failed)?)
}

/// `PUT /api/editor/account`.
pub async fn rename(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let AccountName { name } = json_body(&head.headers, body).await?;
    editor.operators.rename(&person, &name).await.map_err(failed)?;
    Ok(no_content())
}

/// `POST /api/editor/account/email`.
pub async fn request_email(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let NewAccountEmail { email } = json_body(&head.headers, body).await?;
    let mail = editor.operators.new_email_link(&person, &email).await.map_err(failed)?;
    let kind = OperatorLink::Email { hours: NEW_EMAIL_HOURS };
    send(&editor, &mail, "new-address", kind).await.map_err(|error| not_sent(&error))?;
    Ok(no_content())
}

/// `POST /api/editor/account/email/confirm`.
pub async fn confirm_email(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let AccountEmailConfirmation { token } = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let (mut tx, changed) = editor.operators.begin_email_change(&token).await.map_err(failed)?;
    if let Some(site) = changed.site.as_ref().and_then(|site| editor.app.sites.by_id(site)) {
        let mails = editor.app.gateway.loyalty().mail_queue();
        let queued =
            mails.notify_operator_of_address(&mut tx, &site.record, &changed.old, &changed.new).await;
        queued.map_err(|error| not_sent(&error))?;
    }
    tx.commit().await.map_err(|error| unavailable(&error))?;
    json(&ConfirmedEmail { email: changed.new })
}
