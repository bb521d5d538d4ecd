//! The operator's own account: sign-in, invitation, codes, sign-ins.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode, Uri};
use marquee_api::editor::{
    EditorSession, EditorSignIn, EditorSite, InvitationAcceptance, OperatorAccount, OperatorSessions,
    PasswordChange, Reauthentication, SignInResponse, SignInStep, TotpConfirmation,
};
use marquee_auth::Password;
use marquee_model::settings::SiteNameMode;
use marquee_site::SiteHandle;
use marquee_site::operators::{PasskeyPlace, SignInOutcome, SignedIn};

use super::reply::{Refusal, failed, refuse, sign_in_failed};
use super::sites::may_create_sites;
use super::{Editor, Shared, device, json, json_body, json_body_within, no_content, passkey_host, query};
use crate::loyalty::MAX_CALL_BYTES;

fn name(site: &SiteHandle) -> String {
    site.record.site_name(SiteNameMode::Site).to_owned()
}

/// `GET /api/editor/session`.
pub async fn session(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let mut sites: Vec<EditorSite> = editor
        .app
        .sites
        .all()
        .iter()
        .filter_map(|site| person.site(&site.id, &name(site), &site.origin))
        .collect();
    sites.sort_by(|a, b| (&a.name, &a.key).cmp(&(&b.name, &b.key)));
    let has_totp = editor.operators.requires_code(&person).map_err(failed)?;
    let may_create_sites = may_create_sites(&person);
    let host = passkey_host(&editor, &head).map(|host| host.as_str().to_owned());
    let mut passkeys = editor.operators.passkeys(&person).await.map_err(failed)?;
    passkeys.retain(|passkey| Some(&passkey.host) == host.as_ref());
    let SignedIn { operator, is_recent, .. } = person;
    json(&EditorSession {
        now: editor.app.pages.now(),
        operator: OperatorAccount {
            id: operator.id.to_string(),
            name: operator.name,
            email: operator.email,
            has_totp,
            recovery_codes: u32::try_from(operator.recovery_codes.len()).unwrap_or(u32::MAX),
            has_password: operator.password_hash.is_some(),
            passkeys: u32::try_from(passkeys.len()).unwrap_or(u32::MAX),
            passkey_host: host,
        },
        sites,
        is_recent,
        may_create_sites,
    })
}

/// The response to a sign-in, with its cookie.
pub fn sign_in_response(editor: &Editor, outcome: &SignInOutcome) -> Result<Response, Refusal> {
    let (next, token) = match outcome {
        SignInOutcome::Done(token) => (SignInStep::Done, Some(token.reveal())),
        SignInOutcome::Code => (SignInStep::Code, None),
    };
    let mut response = json(&SignInResponse { next })?;
    if token.is_some() {
        editor.set_cookie(response.headers_mut(), token);
    }
    Ok(response)
}

/// `POST /api/editor/sign-in`.
pub async fn sign_in(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: EditorSignIn = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let password = Password::from(form.password.as_str());
    let outcome = editor
        .operators
        .sign_in(device(&editor, &head), &form.email, &password, form.code.as_deref())
        .await
        .map_err(sign_in_failed)?;
    sign_in_response(&editor, &outcome)
}

/// `POST /api/editor/sign-out`.
pub async fn sign_out(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    if let Ok(person) = editor.signed_in(&headers).await {
        editor.operators.end_session(&person, &person.session.id).await.map_err(failed)?;
    }
    let mut response = no_content();
    editor.set_cookie(response.headers_mut(), None);
    Ok(response)
}

/// `POST /api/editor/reauthenticate`.
pub async fn reauthenticate(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let form: Reauthentication = json_body(&head.headers, body).await?;
    let password = Password::from(form.password.as_str());
    let device = device(&editor, &head);
    let result = editor.operators.reauthenticate(device, &person, &password, form.code.as_deref()).await;
    result.map_err(failed)?;
    Ok(no_content())
}

/// `POST /api/editor/password`.
pub async fn change_password(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let form: PasswordChange = json_body(&head.headers, body).await?;
    let old = Password::from(form.password.as_deref().unwrap_or_default());
    let new = Password::from(form.new_password.as_str());
    let device = device(&editor, &head);
    let result = editor.operators.change_password(device, &person, &old, form.code.as_deref(), &new).await;
    result.map_err(failed)?;
    Ok(no_content())
}

/// `GET /api/editor/invitation?token=…`.
pub async fn invitation(State(editor): Shared, uri: Uri) -> Result<Response, Refusal> {
    let token = query(&uri, "token").unwrap_or_default();
    let site_name = |id: &_| editor.app.sites.by_id(id).map(|site| name(&site));
    json(&editor.operators.invitation(&token, site_name).await.map_err(failed)?)
}

/// `POST /api/editor/invitation`.
pub async fn accept(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: InvitationAcceptance = json_body_within(&head.headers, body, MAX_CALL_BYTES).await?;
    let (device, host) = (device(&editor, &head), passkey_host(&editor, &head));
    let place = host.as_ref().map(|host| PasskeyPlace { device, host });
    let outcome = editor.operators.accept(device, place, &form).await.map_err(failed)?;
    sign_in_response(&editor, &outcome)
}

/// `POST /api/editor/totp`.
pub async fn begin_totp(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    json(&editor.operators.begin_totp(&person).await.map_err(failed)?)
}

/// `POST /api/editor/totp/confirm`.
pub async fn confirm_totp(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.signed_in(&head.headers).await?;
    let form: TotpConfirmation = json_body(&head.headers, body).await?;
    json(&editor.operators.confirm_totp(&person, &form.code).await.map_err(failed)?)
}

/// `DELETE /api/editor/totp`.
pub async fn remove_totp(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    editor.operators.remove_totp(&person).await.map_err(failed)?;
    Ok(no_content())
}

/// `POST /api/editor/recovery-codes`.
pub async fn recovery_codes(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    json(&editor.operators.replace_recovery_codes(&person).await.map_err(failed)?)
}

/// `GET /api/editor/sessions`.
pub async fn sessions(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    json(&OperatorSessions { sessions: editor.operators.sessions(&person).await.map_err(failed)? })
}

/// `DELETE /api/editor/sessions`.
pub async fn end_other_sessions(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    editor.operators.end_other_sessions(&person).await.map_err(failed)?;
    Ok(no_content())
}

/// `DELETE /api/editor/sessions/{id}`.
pub async fn end_session(
    State(editor): State<Arc<Editor>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let person = editor.signed_in(&headers).await?;
    if id == person.session.id {
        return Err(refuse(StatusCode::CONFLICT, "Sign out to end this sign-in"));
    }
    editor.operators.end_session(&person, &id).await.map_err(failed)?;
    Ok(no_content())
}
