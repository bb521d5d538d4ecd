//! Drafts, publication, history.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode, Uri};
use marquee_api::editor::{
    Discard, DraftEdits, DraftVersion, NewOperatorRequest, OperatorRequestKind, PublishRequest,
    PublishResponse, PutBackRequest,
};
use marquee_model::settings::SiteRecord;
use marquee_site::draft::{Presence, Publication, ScheduledChanges};
use sha2::{Digest, Sha256};

use super::may::{May, MayInPart, Publish, Read};
use super::reply::{Refusal, draft_failed, failed, refuse};
use super::{Form, Shared, json, no_content, number};

/// Number of digits of the version of a schema.
const VERSION_LENGTH: usize = 8;

/// `GET /api/editor/site-schema`: the JSON Schema of the site record. Its `$id` ends with its version, which changes with any rule.
pub async fn schema(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    editor.signed_in(&headers).await?;
    let mut schema = schemars::schema_for!(SiteRecord);
    let digest = Sha256::digest(schema.as_value().to_string().as_bytes());
    let version: String = hex::encode(digest).chars().take(VERSION_LENGTH).collect();
    schema.insert("$id".to_owned(), format!("urn:marquee:site-schema:{version}").into());
    json(&schema)
}

/// `GET /api/editor/{site}/draft`.
pub async fn draft(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    editor.operators.record_opening(&access.person, &access.id).await.map_err(failed)?;
    json(&editor.app.drafts.draft(&access.id, &access.author).await.map_err(draft_failed)?)
}

/// `GET /api/editor/{site}/draft/version`.
pub async fn version(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let presence = editor.app.drafts.presence(&access.id, &access.author.id).await.map_err(draft_failed)?;
    let Presence { version, present, requests } = presence;
    json(&DraftVersion { version, present, requests })
}

/// `POST /api/editor/{site}/requests`.
pub async fn send_request(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Form(form): Form<NewOperatorRequest>,
) -> Result<Response, Refusal> {
    let asked =
        editor.app.drafts.send_request(&access.id, &access.author, form.kind, form.to.as_deref()).await;
    asked.map_err(draft_failed)?;
    Ok(no_content())
}

/// `DELETE /api/editor/{site}/requests/{kind}/{from}`.
pub async fn answer(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Path((_, kind, from)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    let unknown = || refuse(StatusCode::NOT_FOUND, "There is no such kind of request");
    let kind = OperatorRequestKind::parse(&kind).ok_or_else(unknown)?;
    let answered = editor.app.drafts.answer(&access.id, &access.author.id, kind, &from).await;
    answered.map_err(draft_failed)?;
    Ok(no_content())
}

/// `PATCH /api/editor/{site}/draft`.
pub async fn edit(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Form(form): Form<DraftEdits>,
) -> Result<Response, Refusal> {
    json(&editor.app.drafts.edit(&access.id, &access.author, &form.edits).await.map_err(draft_failed)?)
}

/// `POST /api/editor/{site}/draft/discard`.
pub async fn discard(
    State(editor): Shared,
    MayInPart(access, ..): MayInPart<Publish>,
    Form(form): Form<Discard>,
) -> Result<Response, Refusal> {
    let result = editor.app.drafts.discard(&access.id, &access.author, form.pointers.as_deref()).await;
    json(&result.map_err(draft_failed)?)
}

/// `POST /api/editor/{site}/publish`.
pub async fn publish(
    State(editor): Shared,
    MayInPart(access, ..): MayInPart<Publish>,
    Form(form): Form<PublishRequest>,
) -> Result<Response, Refusal> {
    let name = form.name.as_deref().unwrap_or_default();
    let publication = Publication { version: Some(form.version), pointers: form.pointers.as_deref(), name };
    let response = if let Some(at) = form.at {
        let changes = ScheduledChanges { publication, keep_scheduled: form.keep_scheduled };
        let scheduled = editor.app.drafts.schedule(&access.id, &access.author, at, &changes).await;
        PublishResponse { revision: None, scheduled: Some(scheduled.map_err(draft_failed)?) }
    } else {
        let revision = editor.app.drafts.publish(&access.id, &access.author, &publication).await;
        PublishResponse { revision: Some(revision.map_err(draft_failed)?), scheduled: None }
    };
    json(&response)
}

/// `DELETE /api/editor/{site}/publish/scheduled`.
pub async fn cancel_schedule(
    State(editor): Shared,
    May(access, ..): May<Publish>,
) -> Result<Response, Refusal> {
    editor.app.drafts.cancel_schedule(&access.id, &access.author).await.map_err(draft_failed)?;
    Ok(no_content())
}

/// `GET /api/editor/{site}/history?before=…`.
pub async fn history(
    State(editor): Shared,
    May(access, ..): May<Read>,
    uri: Uri,
) -> Result<Response, Refusal> {
    json(&editor.app.drafts.history(&access.id, number(&uri, "before")?).await.map_err(draft_failed)?)
}

/// `GET /api/editor/{site}/history/{number}`.
pub async fn revision(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Path((_, number)): Path<(String, i64)>,
) -> Result<Response, Refusal> {
    json(&editor.app.drafts.revision(&access.id, number).await.map_err(draft_failed)?)
}

/// `POST /api/editor/{site}/history/{number}/restore`.
pub async fn restore(
    State(editor): Shared,
    May(access, ..): May<Publish>,
    Path((_, number)): Path<(String, i64)>,
) -> Result<Response, Refusal> {
    json(&editor.app.drafts.restore(&access.id, &access.author, number).await.map_err(draft_failed)?)
}

/// `GET /api/editor/{site}/removed`.
pub async fn removed(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    json(&editor.app.drafts.removed(&access.id, &access.author).await.map_err(draft_failed)?)
}

/// `POST /api/editor/{site}/removed/restore`.
pub async fn put_back(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Form(form): Form<PutBackRequest>,
) -> Result<Response, Refusal> {
    let restored = editor.app.drafts.restore_removed(&access.id, &access.author, &form.pointer).await;
    json(&restored.map_err(draft_failed)?)
}
