//! People of a site, invitations, the audit log.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{StatusCode, Uri};
use marquee_api::editor::{AuditEntry, BoxOfficePoints, NewInvitation, RoleChange, RoleDefinition};
use marquee_api::paths::EDITOR_PREFIX;
use marquee_loyalty::write_texts;
use marquee_model::{OperatorId, RoleId};
use marquee_site::operators::{INVITATION_DAYS, invitation_link};

use super::may::{May, People, Read};
use super::reply::{Refusal, failed, refuse};
use super::{Form, Shared, download, json, no_content, number, query};

/// Maximum number of entries of an exported audit log.
const MAX_EXPORTED: usize = 100_000;

/// `GET /api/editor/{site}/roles`.
pub async fn roles(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    json(&editor.operators.roles(&access.person, &access.id).await.map_err(failed)?)
}

fn role_id(text: &str) -> Result<RoleId, Refusal> {
    RoleId::parse(text).map_err(|_| refuse(StatusCode::NOT_FOUND, "Role not found"))
}

/// `POST /api/editor/{site}/roles`.
pub async fn create_role(
    State(editor): Shared,
    May(access, ..): May<People>,
    Form(form): Form<RoleDefinition>,
) -> Result<Response, Refusal> {
    json(&editor.operators.create_role(&access.person, &access.id, form).await.map_err(failed)?)
}

/// `PUT /api/editor/{site}/roles/{role}`.
pub async fn change_own_role(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<RoleDefinition>,
) -> Result<Response, Refusal> {
    let changed = editor.operators.change_own_role(&access.person, &access.id, &role_id(&id)?, form).await;
    json(&changed.map_err(failed)?)
}

/// `DELETE /api/editor/{site}/roles/{role}`.
pub async fn delete_role(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    editor.operators.delete_role(&access.person, &access.id, &role_id(&id)?).await.map_err(failed)?;
    Ok(no_content())
}

/// `PUT /api/editor/{site}/box-office-points`.
pub async fn change_box_office_points(
    State(editor): Shared,
    May(access, ..): May<People>,
    Form(form): Form<BoxOfficePoints>,
) -> Result<Response, Refusal> {
    let changed =
        editor.operators.change_box_office_points(&access.person, &access.id, form.points_limit).await;
    changed.map_err(failed)?;
    Ok(no_content())
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
    let changed = editor.operators.change_role(&access.person, &access.id, &id, &form.role, form.theaters);
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

/// `POST /api/editor/{site}/team/{id}/restore`.
pub async fn restore(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = operator_id(&id)?;
    editor.operators.restore_person(&access.person, &access.id, &id).await.map_err(failed)?;
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
    let new = editor.operators.invite(&access.person, &access.id, &email, &role, theaters).await;
    let new = new.map_err(failed)?;
    let link = invitation_link(&editor.origin, &new.token);
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

/// `POST /api/editor/{site}/invitations/{id}/restore`.
pub async fn restore_invitation(
    State(editor): Shared,
    May(access, ..): May<People>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    json(&editor.operators.restore_invitation(&access.person, &access.id, &id).await.map_err(failed)?)
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
            let AuditEntry { at, actor, actor_name, action, subject, detail } = entry;
            vec![at.to_string(), actor, action, subject, detail, actor_name.unwrap_or_default()]
        }));
        before = page.next;
        if before.is_none() || rows.len() >= MAX_EXPORTED {
            break;
        }
    }
    let bytes =
        write_texts(&["at", "actor", "action", "subject", "detail", "name"], rows).map_err(|error| {
            tracing::error!(%error, "cannot write an audit log");
            refuse(StatusCode::INTERNAL_SERVER_ERROR, "The file cannot be written")
        })?;
    editor.operators.record_export(&access.person, &access.id, "audit.export").await.map_err(failed)?;
    Ok(download("attachment; filename=\"audit.csv\"", "text/csv; charset=utf-8", bytes))
}
