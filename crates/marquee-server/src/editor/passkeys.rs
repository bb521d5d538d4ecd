//! Passkeys of the operator: registration, sign-in, confirmation.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::{get, post, put};
use http::HeaderMap;
use http::request::Parts;
use marquee_api::editor::{InvitationPasskey, NewPasskey, OperatorPasskeys, PasskeyAnswer, PasskeyName};
use marquee_api::paths::EDITOR_API_PREFIX;
use marquee_site::operators::{OperatorError, PasskeyHost, PasskeyPlace, SignInOutcome};

use super::account::sign_in_response;
use super::reply::{Refusal, failed, sign_in_failed};
use super::{Editor, Shared, device, json, json_body, json_body_within, no_content, passkey_host};
use crate::loyalty::MAX_CALL_BYTES;

/// The routes of passkeys.
pub fn routes() -> Router<Arc<Editor>> {
    let api = |path: &str| format!("{EDITOR_API_PREFIX}{path}");
    Router::new()
        .route(&api("sign-in/passkey/options"), post(begin_sign_in))
        .route(&api("sign-in/passkey"), post(sign_in))
        .route(&api("reauthenticate/passkey/options"), post(begin_reauthentication))
        .route(&api("reauthenticate/passkey"), post(reauthenticate))
        .route(&api("invitation/passkey/options"), post(begin_acceptance))
        .route(&api("passkeys"), get(list).post(add))
        .route(&api("passkeys/options"), post(begin))
        .route(&api("passkeys/{id}"), put(rename).delete(remove))
}

fn required_host(editor: &Editor, head: &Parts) -> Result<PasskeyHost, Refusal> {
    passkey_host(editor, head).ok_or_else(|| failed(OperatorError::PasskeysUnavailable))
}

fn place<'a>(editor: &Editor, head: &'a Parts, host: &'a PasskeyHost) -> PasskeyPlace<'a> {
    PasskeyPlace { device: device(editor, head), host }
}

/// `POST /api/editor/sign-in/passkey/options`.
async fn begin_sign_in(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    let host = required_host(&editor, &head)?;
    json(&editor.operators.begin_passkey_sign_in(place(&editor, &head, &host)).await.map_err(failed)?)
}

/// `POST /api/editor/sign-in/passkey`.
async fn sign_in(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let host = required_host(&editor, &head)?;
    let form: PasskeyAnswer = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let result = editor.operators.sign_in_with_passkey(place(&editor, &head, &host), &form).await;
    sign_in_response(&editor, &SignInOutcome::Done(result.map_err(sign_in_failed)?))
}

/// `POST /api/editor/reauthenticate/passkey/options`.
async fn begin_reauthentication(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let host = required_host(&editor, &head)?;
    let place = place(&editor, &head, &host);
    json(&editor.operators.begin_passkey_confirmation(place, &person).await.map_err(failed)?)
}

/// `POST /api/editor/reauthenticate/passkey`.
async fn reauthenticate(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let host = required_host(&editor, &head)?;
    let form: PasskeyAnswer = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let place = place(&editor, &head, &host);
    editor.operators.confirm_with_passkey(place, &person, &form).await.map_err(failed)?;
    Ok(no_content())
}

/// `POST /api/editor/invitation/passkey/options`.
async fn begin_acceptance(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let host = required_host(&editor, &head)?;
    let form: InvitationPasskey = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let place = place(&editor, &head, &host);
    json(&editor.operators.begin_passkey_acceptance(place, &form).await.map_err(failed)?)
}

/// `GET /api/editor/passkeys`.
async fn list(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    json(&OperatorPasskeys { passkeys: editor.operators.passkeys(&person).await.map_err(failed)? })
}

/// `POST /api/editor/passkeys/options`.
async fn begin(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let host = required_host(&editor, &head)?;
    json(&editor.operators.begin_passkey(place(&editor, &head, &host), &person).await.map_err(failed)?)
}

/// `POST /api/editor/passkeys`.
async fn add(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let host = required_host(&editor, &head)?;
    let form: NewPasskey = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    json(&editor.operators.add_passkey(place(&editor, &head, &host), &person, &form).await.map_err(failed)?)
}

/// `PUT /api/editor/passkeys/{id}`.
async fn rename(
    State(editor): Shared,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let form: PasskeyName = json_body(&head.headers, body).await?;
    editor.operators.rename_passkey(&person, &id, &form.name).await.map_err(failed)?;
    Ok(no_content())
}

/// `DELETE /api/editor/passkeys/{id}`.
async fn remove(
    State(editor): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    editor.operators.remove_passkey(&person, &id).await.map_err(failed)?;
    Ok(no_content())
}
