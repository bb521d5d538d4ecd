//! API keys of a site's other programs.

use axum::extract::{Path, State};
use axum::response::Response;
use marquee_api::editor::{EditorKey, EditorKeyScope, EditorKeys, KeySecret, NewKey};
use marquee_loyalty::Admin;
use marquee_model::operator::PointsLimit;
use marquee_store::{ApiKey, KeyScope};

use super::may::{Keys, May};
use super::reply::{Refusal, admin_failed, failed, refuse_field};
use super::{Access, Editor, Form, Shared, json, no_content};

fn admin<'a>(editor: &'a Editor, access: &'a Access) -> Admin<'a> {
    let admin = editor.app.gateway.loyalty().admin(&access.site.record, &access.author.actor);
    admin.with_points_limit(access.person.points_limit(&access.id))
}

/// `GET /api/editor/{site}/keys`.
pub async fn list(State(editor): Shared, May(access, ..): May<Keys>) -> Result<Response, Refusal> {
    let keys = admin(&editor, &access).keys().await.map_err(admin_failed)?;
    let key = |key: ApiKey| EditorKey {
        scope: match key.scope {
            KeyScope::Till => EditorKeyScope::Till,
            KeyScope::Operator => EditorKeyScope::Operator,
        },
        name: key.name,
        points_limit: key.points_limit.points().filter(|_| key.scope == KeyScope::Operator),
        created_at: key.created_at,
        expires_at: key.expires_at,
        used_at: key.used_at,
    };
    json(&EditorKeys { keys: keys.into_iter().map(key).collect() })
}

/// `POST /api/editor/{site}/keys`.
pub async fn create(
    State(editor): Shared,
    May(access, ..): May<Keys>,
    Form(form): Form<NewKey>,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let scope = match form.scope {
        EditorKeyScope::Till => KeyScope::Till,
        EditorKeyScope::Operator => KeyScope::Operator,
    };
    let limit =
        form.points_limit.map_or(Ok(PointsLimit::BOX_OFFICE), |points| PointsLimit::new(Some(points)));
    let limit = limit.map_err(|error| refuse_field("pointsLimit", &error.to_string()))?;
    let key = admin(&editor, &access).add_key(&form.name, scope, form.expires_at, limit).await;
    json(&KeySecret { key: key.map_err(admin_failed)? })
}

/// `DELETE /api/editor/{site}/keys/{name}`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<Keys>,
    Path((_, name)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    admin(&editor, &access).remove_key(&name).await.map_err(admin_failed)?;
    Ok(no_content())
}
