//! The addresses of previews.

use axum::extract::State;
use axum::response::Response;
use http::{StatusCode, Uri};
use marquee_site::draft::{PreviewError, PreviewSource};

use super::may::{May, Read};
use super::reply::{Refusal, draft_failed, refuse};
use super::{Shared, json, number};

/// `GET /api/editor/{site}/preview?revision=…&days=…`: the address under which the draft or a version is shown to whoever
/// has it.
pub async fn address(
    State(editor): Shared,
    May(access, ..): May<Read>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let source = number(&uri, "revision")?.map_or(PreviewSource::Draft, PreviewSource::Revision);
    let (days, now) = (number(&uri, "days")?, editor.app.pages.now());
    let address = editor.app.preview_links.address(&access.site, source, days, now);
    let address = address.map_err(|error| match error {
        PreviewError::Days => refuse(StatusCode::BAD_REQUEST, &error.to_string()),
        PreviewError::Auth(error) => {
            tracing::error!(%error, "cannot make the address of a preview");
            refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now")
        }
    })?;
    // The editor asks for addresses all the time; one with a number of days is given to others.
    if let Some(days) = days {
        editor
            .app
            .drafts
            .record_preview(&access.id, &access.author, source, days)
            .await
            .map_err(draft_failed)?;
    }
    json(&address)
}
