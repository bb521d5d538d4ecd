//! Captions of the videos of the media library of a site (decision 0077).

use axum::extract::{Request, State};
use axum::response::Response;
use http::{StatusCode, Uri};
use marquee_media::MAX_CAPTIONS_BYTES;
use marquee_model::MediaRef;
use marquee_model::locale::Locale;
use marquee_site::library::CaptionsFile;

use super::library::{failed, source_of};
use super::may::{EditSite, May, Read};
use super::reply::{Refusal, body_refused, refuse, refuse_field, unavailable};
use super::videos::view;
use super::{Shared, download, json, query};
use crate::captions::WEBVTT;
use crate::loyalty::body_within;

/// The video and the language that the query names.
fn target_of(uri: &Uri) -> Result<(MediaRef, Locale), Refusal> {
    let locale = query(uri, "locale").and_then(|locale| Locale::parse(&locale));
    let locale = locale.ok_or_else(|| refuse_field("locale", "locale must be a locale such as en-US"))?;
    Ok((source_of(uri)?, locale))
}

/// `GET /api/editor/{site}/media/video/captions?source=…&locale=…`: the text, as a WebVTT file.
pub async fn text(State(editor): Shared, May(access, ..): May<Read>, uri: Uri) -> Result<Response, Refusal> {
    let (source, locale) = target_of(&uri)?;
    let store = &editor.app.store;
    let found = store.captions_text(&access.id, source.as_str(), locale.long()).await;
    let (id, text) = found
        .map_err(|error| unavailable(&error))?
        .ok_or_else(|| refuse(StatusCode::NOT_FOUND, "no such captions"))?;
    Ok(download(&format!("inline; filename=\"{}.{id}.vtt\"", locale.long()), WEBVTT, text))
}

/// `PUT /api/editor/{site}/media/video/captions?source=…&locale=…&name=…`: stores the captions in the body, WebVTT or SubRip, of any
/// media type.
pub async fn save(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let (source, locale) = target_of(&head.uri)?;
    let name = query(&head.uri, "name").unwrap_or_default();
    let bytes = body_within(&head.headers, body, MAX_CAPTIONS_BYTES).await.map_err(body_refused)?;
    let file = CaptionsFile { name, bytes: &bytes };
    let saved = editor.app.library.save_captions(&access.id, &access.author, (&source, &locale), file).await;
    json(&view(&access.site, saved.map_err(failed)?))
}

/// `DELETE /api/editor/{site}/media/video/captions?source=…&locale=…`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let (source, locale) = target_of(&uri)?;
    let removed = editor.app.library.remove_captions(&access.id, &access.author, (&source, &locale)).await;
    json(&view(&access.site, removed.map_err(failed)?))
}
