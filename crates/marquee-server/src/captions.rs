//! Captions of the videos of the media library: texts at immutable addresses.

use axum::response::{IntoResponse, Response};
use headers::{ContentLength, ETag, HeaderMapExt, IfNoneMatch};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use marquee_media::MediaId;
use marquee_model::catalog::is_video_reference;
use marquee_model::locale::Locale;
use marquee_pages::{RESOURCE_POLICY, captions_path};
use marquee_site::SiteHandle;
use marquee_store::{CaptionsRow, StoreError};

use crate::app::App;
use crate::error;
use crate::stored_files::{LIFETIME, cache_control, moved_to};

/// Media type of WebVTT.
pub const WEBVTT: &str = "text/vtt; charset=utf-8";

/// Captions as the database has them.
async fn current(
    app: &App,
    site: &SiteHandle,
    source: &str,
    locale: &str,
) -> Result<Option<CaptionsRow>, StoreError> {
    let video = app.store.video(&site.id, source).await?;
    if video.is_none_or(|video| video.removed_at.is_some()) {
        return Ok(None);
    }
    app.store.captions_of(&site.id, source, locale).await
}

/// The captions that an address names, from the database if this node has not heard of them or of their current text. `name` is the
/// locale and the id of the text.
async fn find(
    app: &App,
    site: &SiteHandle,
    source: &str,
    name: &str,
) -> Result<Option<(CaptionsRow, MediaId)>, StoreError> {
    let Some((locale, id)) = name.split_once('.') else { return Ok(None) };
    let Ok(id) = id.parse::<MediaId>() else { return Ok(None) };
    if !is_video_reference(source) || Locale::parse(locale).is_none() {
        return Ok(None);
    }
    let mut found = app.pages.captions(site, source, locale).await?;
    if found.as_ref().is_none_or(|row| row.text_id != id.as_str()) {
        found = current(app, site, source, locale).await?;
    }
    Ok(found.map(|row| (row, id)))
}

/// `/media/{site}/{reference}/{locale}.{id}.vtt`.
pub async fn respond(
    app: &App,
    site: &SiteHandle,
    (source, name): (&str, &str),
    request: &Parts,
) -> Response {
    let failed = |error: StoreError| {
        tracing::error!(site.id = %site.id, video = source, %error, "cannot read captions");
        error::internal_error()
    };
    let row = match find(app, site, source, name).await {
        Ok(Some((row, id))) if row.text_id == id.as_str() => row,
        Ok(Some((row, _))) => return moved_to(captions_path(site, &row)),
        Ok(None) => return error::file_not_found(),
        Err(error) => return failed(error),
    };
    let etag = format!("\"{}\"", row.text_id).parse::<ETag>().ok();
    let known = request.headers.typed_get::<IfNoneMatch>();
    if let (Some(etag), Some(known)) = (&etag, known)
        && !known.precondition_passes(etag)
    {
        return described(StatusCode::NOT_MODIFIED.into_response(), Some(etag));
    }
    if request.method == Method::HEAD {
        let mut response = described(StatusCode::OK.into_response(), etag.as_ref());
        response.headers_mut().typed_insert(ContentLength(row.bytes));
        return response;
    }
    match app.store.captions_text(&site.id, source, row.locale.long()).await {
        Ok(Some((id, text))) if id == row.text_id => described(text.into_response(), etag.as_ref()),
        // They have changed, and this node has not heard of it.
        Ok(_) => match current(app, site, source, row.locale.long()).await {
            Ok(Some(other)) if other.text_id != row.text_id => moved_to(captions_path(site, &other)),
            Ok(_) => error::file_not_found(),
            Err(error) => failed(error),
        },
        Err(error) => failed(error),
    }
}

/// A response with what describes captions.
fn described(mut response: Response, etag: Option<&ETag>) -> Response {
    let headers = response.headers_mut();
    if let Some(etag) = etag {
        headers.typed_insert(etag.clone());
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(WEBVTT));
    headers.insert(CACHE_CONTROL, cache_control(LIFETIME, true));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}
