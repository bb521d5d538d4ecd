//! Pictures: renditions at immutable URLs, of the host's own site only. Videos: files at such URLs, in ranges.

use std::ops::{Bound, Range};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use headers::{AcceptRanges, ContentLength, ContentRange, ETag, HeaderMapExt, IfRange};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use jiff::Timestamp;
use marquee_api::paths::VIDEO_EXTENSION;
use marquee_media::{MediaError, PictureName, Rendition, Scope};
use marquee_model::catalog::is_video_reference;
use marquee_pages::{PictureAccess, RESOURCE_POLICY, pictures_path, video_path};
use marquee_site::SiteHandle;
use marquee_store::{StoreError, VideoRow};

use crate::app::App;
use crate::error::{self, bad_host};
use crate::host::{HostName, host};

/// How long renditions are kept at most: their address names their content.
const LIFETIME: i64 = 31_536_000;

/// The policy of a video that is opened alone: the browser's own player may load it, and nothing else.
const VIDEO_POLICY: &str = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/// How long a redirect of a replaced picture is kept, in seconds.
const REDIRECT_LIFETIME: i64 = 300;

fn cache_control(seconds: i64, is_immutable: bool) -> HeaderValue {
    let immutable = if is_immutable { ", immutable" } else { "" };
    // Consists of characters that a header may have.
    HeaderValue::try_from(format!("public, max-age={seconds}{immutable}"))
        .unwrap_or(HeaderValue::from_static("no-cache"))
}

/// `Cache-Control` of a rendition whose rights end at `until`.
fn lifetime(until: Option<Timestamp>, now: Timestamp) -> HeaderValue {
    match until {
        None => cache_control(LIFETIME, true),
        Some(end) => cache_control((end.as_second() - now.as_second()).clamp(0, LIFETIME), false),
    }
}

/// Leads to the picture that an address shows now.
fn moved(site: &SiteHandle, picture: &PictureName, rendition: Rendition) -> Response {
    moved_to(format!("{}{picture}/{rendition}", pictures_path(site)))
}

/// Leads to the address of the current file.
fn moved_to(location: String) -> Response {
    let mut response = StatusCode::FOUND.into_response();
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(LOCATION, location);
    }
    response.headers_mut().insert(CACHE_CONTROL, cache_control(REDIRECT_LIFETIME, false));
    response.headers_mut().insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}

/// How the address of a picture is answered. Points that only the draft has are shown too, because previews have them.
async fn access(
    app: &App,
    site: &SiteHandle,
    picture: &PictureName,
) -> Result<PictureAccess, Box<dyn std::error::Error + Send + Sync>> {
    let access = app.pages.picture_access(site, picture).await?;
    if let (PictureAccess::OtherFocus(_), Some(focus)) = (&access, picture.focus)
        && app.library.has_draft_focus(&site.id, focus).await?
    {
        return Ok(PictureAccess::Shown { until: Some(app.pages.now()) });
    }
    Ok(access)
}

/// `/media/{site}/{id}[-{focus}]/{width}[-{ratio}].{format}`.
pub async fn rendition(
    State(app): State<App>,
    uri: Uri,
    headers: HeaderMap,
    Path((site, id, name)): Path<(String, String, String)>,
) -> Response {
    let HostName::Name(host) = host(&uri, &headers) else { return bad_host() };
    let Some(own_site) = app.sites.by_host(&host) else { return error::unknown_host() };
    if own_site.id.as_str() != site {
        return error::file_not_found();
    }
    if let Some(file) = name.strip_suffix(VIDEO_EXTENSION) {
        return video(&app, &own_site, &id, file, &headers).await;
    }
    let (Ok(scope), Ok(id), Ok(rendition)) =
        (site.parse::<Scope>(), id.parse::<PictureName>(), name.parse::<Rendition>())
    else {
        return error::file_not_found();
    };
    let until = match access(&app, &own_site, &id).await {
        Ok(PictureAccess::Shown { until }) => until,
        Ok(PictureAccess::Moved(current) | PictureAccess::OtherFocus(current)) => {
            return moved(&own_site, &current, rendition);
        }
        Ok(PictureAccess::Ended) => return error::file_not_found(),
        Err(error) => {
            tracing::error!(site.id = %own_site.id, media.id = %id, %error, "cannot read the rights of a picture");
            return error::internal_error();
        }
    };
    match app.media.rendition(&scope, &id, rendition).await {
        Ok(Some(bytes)) => {
            let mut response = bytes.into_response();
            let response_headers = response.headers_mut();
            response_headers.insert(CONTENT_TYPE, HeaderValue::from_static(rendition.format.content_type()));
            response_headers.insert(CACHE_CONTROL, lifetime(until, app.pages.now()));
            response_headers
                .insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
            response_headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
            response
        }
        // This node may not have heard of a replacement yet.
        Ok(None) => match app.library.replacement(&own_site.id, &id.id).await {
            Ok(Some(current)) => moved(&own_site, &current, rendition),
            Ok(None) => error::file_not_found(),
            Err(error) => {
                tracing::error!(site.id = %own_site.id, media.id = %id, %error, "cannot read a replaced picture");
                error::internal_error()
            }
        },
        Err(MediaError::WidthNotAllowed(_) | MediaError::RatioNotAllowed { .. }) => error::file_not_found(),
        Err(error) => {
            tracing::error!(site.id = %own_site.id, media.id = %id, %error, "cannot make a rendition");
            error::internal_error()
        }
    }
}

/// A video of a site, from the database if this node has not heard of it or of its current file.
async fn find_video(
    app: &App,
    site: &SiteHandle,
    source: &str,
    file: &str,
) -> Result<Option<VideoRow>, StoreError> {
    let known = app.pages.video(site, source).await?;
    if known.as_ref().is_some_and(|video| video.media_id == file) {
        return Ok(known);
    }
    let videos = app.store.videos(&site.id).await?.into_iter();
    Ok(videos.filter(|video| video.removed_at.is_none()).find(|video| video.source.as_str() == source))
}

/// `/media/{site}/{reference}/{file}.mp4`: a video of the media library, or the part that the visitor's player asks for.
async fn video(app: &App, site: &SiteHandle, source: &str, file: &str, headers: &HeaderMap) -> Response {
    if !is_video_reference(source) {
        return error::file_not_found();
    }
    let video = match find_video(app, site, source, file).await {
        Ok(Some(video)) => video,
        Ok(None) => return error::file_not_found(),
        Err(error) => {
            tracing::error!(site.id = %site.id, video = source, %error, "cannot read a video");
            return error::internal_error();
        }
    };
    if video.media_id != file {
        return moved_to(video_path(site, &video));
    }
    let Some(range) = requested_range(headers, &video) else {
        let mut response = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
        response.headers_mut().typed_insert(ContentRange::unsatisfied_bytes(video.bytes));
        return response;
    };
    let bytes =
        async { app.media.video(&site.id.as_str().parse()?, &video.media_id.parse()?, range.clone()).await };
    match bytes.await {
        Ok(Some(bytes)) => video_response(&video, range, Body::from_stream(bytes)),
        Ok(None) => error::file_not_found(),
        Err(error) => {
            tracing::error!(site.id = %site.id, video = source, %error, "cannot read the file of a video");
            error::internal_error()
        }
    }
}

/// The bytes that a request asks for: all of them without `Range`, with several ranges, and if the player has the begin of another
/// file. `None` if the video does not have them.
fn requested_range(headers: &HeaderMap, video: &VideoRow) -> Option<Range<u64>> {
    let all = 0..video.bytes;
    let is_other = headers
        .typed_get::<IfRange>()
        .is_some_and(|condition| condition.is_modified(etag_of(video).as_ref(), None));
    let Some(wanted) = headers.typed_get::<headers::Range>().filter(|_| !is_other) else { return Some(all) };
    let mut ranges = wanted.satisfiable_ranges(video.bytes);
    let (start, end) = ranges.next()?;
    if ranges.next().is_some() {
        return Some(all);
    }
    let start = match start {
        Bound::Included(first) => first,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match end {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => end,
        Bound::Unbounded => video.bytes,
    };
    (start < end.min(video.bytes)).then(|| start..end.min(video.bytes))
}

fn etag_of(video: &VideoRow) -> Option<ETag> {
    format!("\"{}\"", video.media_id).parse().ok()
}

fn video_response(video: &VideoRow, range: Range<u64>, body: Body) -> Response {
    let mut response = Response::new(body);
    let length = range.end - range.start;
    if length < video.bytes {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        if let Ok(part) = ContentRange::bytes(range, video.bytes) {
            response.headers_mut().typed_insert(part);
        }
    }
    let response_headers = response.headers_mut();
    response_headers.typed_insert(AcceptRanges::bytes());
    response_headers.typed_insert(ContentLength(length));
    if let Some(etag) = etag_of(video) {
        response_headers.typed_insert(etag);
    }
    response_headers.insert(CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
    response_headers.insert(CACHE_CONTROL, cache_control(LIFETIME, true));
    response_headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(VIDEO_POLICY));
    response_headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}
