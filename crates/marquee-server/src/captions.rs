//! Captions of the videos of the media library: texts at immutable addresses.

use axum::response::{IntoResponse, Response};
use headers::{ETag, HeaderMapExt, IfNoneMatch};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use marquee_media::MediaId;
use marquee_model::locale::Locale;
use marquee_pages::{RESOURCE_POLICY, captions_path};
use marquee_site::SiteHandle;
use marquee_store::{CaptionsRow, StoreError};

use crate::app::App;
use crate::error;
use crate::stored_files::{LIFETIME, cache_control, moved_to};

/// Media type of WebVTT.
pub const WEBVTT: &str = "text/vtt; charset=utf-8";

/// What is at an address.
enum Found {
    Text(String),
    /// The video has other captions in this language now.
    Moved(CaptionsRow),
    Nothing,
}

/// `source` and `name`, which is the locale and the id of the text, are those of an address.
async fn find(app: &App, site: &SiteHandle, source: &str, name: &str) -> Result<Found, StoreError> {
    let Some((locale, text_id)) = name.split_once('.') else { return Ok(Found::Nothing) };
    // Other names are not looked for in the database.
    if Locale::parse(locale).is_none() || text_id.parse::<MediaId>().is_err() {
        return Ok(Found::Nothing);
    }
    let video = app.store.video(&site.id, source).await?;
    if video.is_none_or(|video| video.removed_at.is_some()) {
        return Ok(Found::Nothing);
    }
    match app.store.captions_text(&site.id, source, locale).await? {
        Some((id, text)) if id == text_id => Ok(Found::Text(text)),
        Some(_) => {
            let mut rows = app.store.captions(&site.id).await?.into_iter();
            let current = rows.find(|row| row.video.as_str() == source && row.locale.long() == locale);
            Ok(current.map_or(Found::Nothing, Found::Moved))
        }
        None => Ok(Found::Nothing),
    }
}

/// `/media/{site}/{reference}/{locale}.{id}.vtt`.
pub async fn respond(
    app: &App,
    site: &SiteHandle,
    (source, name): (&str, &str),
    request: &Parts,
) -> Response {
    let etag = name.split_once('.').and_then(|(_, id)| format!("\"{id}\"").parse::<ETag>().ok());
    let mut response = match find(app, site, source, name).await {
        Ok(Found::Text(text)) => {
            let known = request.headers.typed_get::<IfNoneMatch>();
            match (&etag, known) {
                (Some(etag), Some(known)) if !known.precondition_passes(etag) => {
                    StatusCode::NOT_MODIFIED.into_response()
                }
                _ => text.into_response(),
            }
        }
        Ok(Found::Moved(current)) => return moved_to(captions_path(site, &current)),
        Ok(Found::Nothing) => return error::file_not_found(),
        Err(error) => {
            tracing::error!(site.id = %site.id, video = source, %error, "cannot read captions");
            return error::internal_error();
        }
    };
    let headers = response.headers_mut();
    if let Some(etag) = etag {
        headers.typed_insert(etag);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(WEBVTT));
    headers.insert(CACHE_CONTROL, cache_control(LIFETIME, true));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}
