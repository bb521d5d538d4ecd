//! API keys of a site's other programs.

use axum::extract::{Path, Request, State};
use axum::response::Response;
use http::HeaderMap;
use marquee_api::editor::{EditorKey, EditorKeyScope, EditorKeys, KeySecret, NewKey};
use marquee_loyalty::Admin;
use marquee_model::operator::Permission;
use marquee_store::{ApiKey, KeyScope};

use super::reply::{Refusal, admin_failed, failed};
use super::{Access, Editor, Shared, json, json_body, no_content};

fn admin<'a>(editor: &'a Editor, access: &'a Access) -> Admin<'a> {
    editor.app.gateway.loyalty().admin(&access.site.record, &access.author.actor)
}

/// `GET /api/editor/{site}/keys`.
pub async fn list(
    State(editor): Shared,
    Path(site): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let access = editor.author(&headers, &site, Permission::Keys).await?;
    let keys = admin(&editor, &access).keys().await.map_err(admin_failed)?;
    let key = |key: ApiKey| EditorKey {
        scope: match key.scope {
            KeyScope::Till => EditorKeyScope::Till,
            KeyScope::Operator => EditorKeyScope::Operator,
        },
        name: key.name,
        created_at: key.created_at,
        expires_at: key.expires_at,
        used_at: key.used_at,
    };
    json(&EditorKeys { keys: keys.into_iter().map(key).collect() })
}

/// `POST /api/editor/{site}/keys`.
pub async fn create(
    State(editor): Shared,
    Path(site): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let access = editor.author(&head.headers, &site, Permission::Keys).await?;
    access.person.require_recent().map_err(failed)?;
    let form: NewKey = json_body(&head.headers, body).await?;
    let scope = match form.scope {
        EditorKeyScope::Till => KeyScope::Till,
        EditorKeyScope::Operator => KeyScope::Operator,
    };
    let key =
        admin(&editor, &access).add_key(&form.name, scope, form.expires_at).await.map_err(admin_failed)?;
    json(&KeySecret { key })
}

/// `DELETE /api/editor/{site}/keys/{name}`.
pub async fn remove(
    State(editor): Shared,
    Path((site, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let access = editor.author(&headers, &site, Permission::Keys).await?;
    access.person.require_recent().map_err(failed)?;
    admin(&editor, &access).remove_key(&name).await.map_err(admin_failed)?;
    Ok(no_content())
}
