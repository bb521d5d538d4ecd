//! The program of a theater, as feeds and imports have it.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{HeaderMap, Uri};
use jiff::ToSpan;
use jiff::civil::Date;
use marquee_api::editor::EditorProgram;
use marquee_catalog::unedited_shows;
use marquee_model::operator::Permission;
use marquee_model::{ShowId, TheaterId};

use super::reply::{Refusal, refuse_field, unavailable};
use super::{Shared, json, number, query};

/// Maximum number of cinema days in one response.
const MAX_DAYS: i64 = 31;

/// `GET /api/editor/{site}/program?theater=…&from=2026-11-20&days=7`.
pub async fn program(
    State(editor): Shared,
    Path(site): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let access = editor.author(&headers, &site, Permission::Read).await?;
    let theater = query(&uri, "theater").and_then(|id| TheaterId::parse(&id).ok());
    let theater = theater.ok_or_else(|| refuse_field("theater", "theater must be the id of a theater"))?;
    let from = query(&uri, "from").and_then(|day| day.parse::<Date>().ok());
    let from = from.ok_or_else(|| refuse_field("from", "from must be a date such as 2026-11-20"))?;
    let days = number(&uri, "days")?.unwrap_or(7).clamp(1, MAX_DAYS);
    let to = from.saturating_add((days - 1).days());
    let store = &editor.app.store;
    let pointers = store.draft_pointers(&access.id).await.map_err(|error| unavailable(&error))?;
    let shows = pointers.iter().filter_map(|pointer| pointer.strip_prefix("/shows/")?.split('/').next());
    let changed: Vec<ShowId> = shows.filter_map(|id| ShowId::parse(id).ok()).collect();
    let shows = unedited_shows(store, &access.id, &theater, (from, to), &changed).await;
    json(&EditorProgram { shows: shows.map_err(|error| unavailable(&error))? })
}
