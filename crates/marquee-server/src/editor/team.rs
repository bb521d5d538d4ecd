//! People of a site, invitations, the audit log.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode, Uri};
use marquee_api::editor::{AuditEntry, NewInvitation, RoleChange, RolePermissions, Roles};
use marquee_api::paths::EDITOR_PREFIX;
use marquee_loyalty::write_texts;
use marquee_model::OperatorId;
use marquee_model::operator::OperatorRole;
use marquee_site::operators::INVITATION_DAYS;

use super::may::{May, People};
use super::reply::{Refusal, failed, refuse};
use super::{Form, Shared, download, json, no_content, number, query};

/// Maximum number of entries of an exported audit log.
const MAX_EXPORTED: usize = 100_000;

/// `GET /api/editor/roles`: what each role permits.
pub async fn roles(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    editor.signed_in(&headers).await?;
    let permissions = |role: OperatorRole| {
        let permissions = role.permissions().to_vec();
        let by_theater = permissions.iter().copied().filter(|permission| permission.is_by_theater());
        let by_theater = by_theater.filter(|_| role.can_be_limited()).collect();
        RolePermissions { role, permissions, by_theater }
    };
    json(&Roles { roles: OperatorRole::ALL.map(permissions).to_vec() })
}

fn operator_id(text: &str) -> Result<OperatorId, Refusal> {
    OperatorId::parse(text).map_err(|_| refuse(StatusCode::NOT_FOUND, "Person not found"))
}

/// `GET /api/editor/{site}/team`.
pub async fn team(State(editor): Shared, May(access, ..): May<People>) -> Result<Response, Refusal> {
    json(&editor.operators.team(&access.person, &access.id).await.map_err(failed)?)
}

/// `PUT /api/editor/{site}/team/{id}`.
pub async fn change_role(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<RoleChange>,
) -> Result<Response, Refusal> {
    let id = operator_id(&id)?;
    let changed = editor.operators.change_role(&access.person, &access.id, &id, form.role, form.theaters);
    changed.await.map_err(failed)?;
    Ok(no_content())
}

/// `DELETE /api/editor/{site}/team/{id}`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = operator_id(&id)?;
    editor.operators.remove_person(&access.person, &access.id, &id).await.map_err(failed)?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/team/{id}/reminder`.
pub async fn remind(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = operator_id(&id)?;
    let address = editor.operators.remind(&access.person, &access.id, &id).await.map_err(failed)?;
    let link = format!("{}{EDITOR_PREFIX}{}/team/", editor.origin, access.id);
    let mails = editor.app.gateway.loyalty().mail_queue();
    let queued = mails.remind_operator(&access.site.record, &address, &link, &access.author.name).await;
    queued.map_err(|error| {
        tracing::error!(%error, "cannot queue a reminder");
        refuse(StatusCode::SERVICE_UNAVAILABLE, "The reminder could not be sent: try again tomorrow")
    })?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/invitations`.
pub async fn invite(
    State(editor): Shared,
    May(access, ..): May<People>,
    Form(form): Form<NewInvitation>,
) -> Result<Response, Refusal> {
    let NewInvitation { email, role, theaters } = form;
    let new = editor.operators.invite(&access.person, &access.id, &email, role, theaters).await;
    let new = new.map_err(failed)?;
    let link = format!("{}{EDITOR_PREFIX}welcome/?token={}", editor.origin, new.token.reveal());
    let mails = editor.app.gateway.loyalty().mail_queue();
    let queued = mails
        .invite_operator(
            &access.site.record,
            &new.invitation.email,
            &link,
            &access.author.name,
            INVITATION_DAYS,
        )
        .await;
    queued.map_err(|error| {
        tracing::error!(%error, "cannot queue an invitation");
        refuse(StatusCode::SERVICE_UNAVAILABLE, "The invitation could not be sent: try again")
    })?;
    json(&new.invitation)
}

/// `DELETE /api/editor/{site}/invitations/{id}`.
pub async fn withdraw(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    editor.operators.withdraw(&access.person, &access.id, &id).await.map_err(failed)?;
    Ok(no_content())
}

/// `GET /api/editor/{site}/audit?before=…&q=…`.
pub async fn audit(
    State(editor): Shared,
    May(access, ..): May<People>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let (before, words) = (number(&uri, "before")?, query(&uri, "q").unwrap_or_default());
    json(&editor.operators.audit_log(&access.person, &access.id, before, &words).await.map_err(failed)?)
}

/// `GET /api/editor/{site}/audit.csv?q=…`: the audit log as a file, newest first.
pub async fn audit_csv(
    State(editor): Shared,
    May(access, ..): May<People>,
    uri: Uri,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let words = query(&uri, "q").unwrap_or_default();
    let (mut before, mut rows) = (None, Vec::new());
    loop {
        let page =
            editor.operators.audit_log(&access.person, &access.id, before, &words).await.map_err(failed)?;
        rows.extend(page.entries.into_iter().map(|entry| {
            let AuditEntry { at, actor, action, subject, detail } = entry;
            vec![at.to_string(), actor, action, subject, detail]
        }));
        before = page.next;
        if before.is_none() || rows.len() >= MAX_EXPORTED {
            break;
        }
    }
    let bytes = write_texts(&["at", "actor", "action", "subject", "detail"], rows).map_err(|error| {
        tracing::error!(%error, "cannot write an audit log");
        refuse(StatusCode::INTERNAL_SERVER_ERROR, "The file cannot be written")
    })?;
    Ok(download("attachment; filename=\"audit.csv\"", "text/csv; charset=utf-8", bytes))
}
