//! The addresses of previews.

use axum::extract::State;
use axum::response::Response;
use http::{StatusCode, Uri};
use jiff::SignedDuration;
use marquee_api::editor::PreviewAddress;
use marquee_site::draft::PreviewSource;

use super::may::{May, Read};
use super::reply::{Refusal, refuse};
use super::{Shared, json, number};

/// How long the address of a preview is valid, if the request does not say how many days.
const EDITING: SignedDuration = SignedDuration::from_hours(12);
/// Maximum validity in days.
const MAX_DAYS: i64 = 30;

/// `GET /api/editor/{site}/preview?revision=…&days=…`: the address under which the draft or a version is shown to whoever
/// has it.
pub async fn address(
    State(editor): Shared,
    May(access, ..): May<Read>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let source = number(&uri, "revision")?.map_or(PreviewSource::Draft, PreviewSource::Revision);
    let validity = match number(&uri, "days")? {
        None => EDITING,
        Some(days) if (1..=MAX_DAYS).contains(&days) => SignedDuration::from_hours(24 * days),
        Some(_) => {
            let title = format!("days must be between 1 and {MAX_DAYS}");
            return Err(refuse(StatusCode::BAD_REQUEST, &title));
        }
    };
    let now = editor.app.pages.now();
    let until = now.saturating_add(validity).unwrap_or(now);
    let segment = editor.app.preview_links.segment(&access.id, source, until).map_err(|error| {
        tracing::error!(%error, "cannot make the address of a preview");
        refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now")
    })?;
    let prefix = access.site.record.config.reserved_path_prefix();
    json(&PreviewAddress { address: format!("{}{prefix}/{segment}/", access.site.origin), until })
}
