//! Videos of the media library: files at immutable addresses, in ranges.

use std::io;
use std::ops::{Bound, Range};
use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{StreamExt, stream};
use headers::{AcceptRanges, ContentLength, ContentRange, ETag, HeaderMapExt, IfNoneMatch, IfRange};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RANGE, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use marquee_media::{MediaError, MediaId, MediaStore, Scope};
use marquee_model::catalog::is_video_reference;
use marquee_model::host::client_network;
use marquee_pages::{RESOURCE_POLICY, video_path};
use marquee_site::SiteHandle;
use marquee_store::{StoreError, VideoRow};

use crate::app::App;
use crate::error;
use crate::sent_videos::Sending;
use crate::stored_files::{LIFETIME, SentFromStore, cache_control, moved_to};

/// The policy of a video that is opened alone: the browser's own player may load it, and nothing else. Without an origin it could
/// not.
const VIDEO_POLICY: &str =
    "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin";

/// Number of bytes that are read from the store at a time, and held while the visitor reads them.
const PART_BYTES: u64 = 256 << 10;

/// Bytes of a stored video that are still to be sent.
struct Rest {
    media: Arc<MediaStore>,
    scope: Scope,
    id: MediaId,
    range: Range<u64>,
    _sending: Sending,
}

impl Rest {
    /// The next part; empty at the end, `None` if the video is gone.
    async fn next(&mut self) -> Result<Option<Bytes>, MediaError> {
        let end = self.range.end.min(self.range.start.saturating_add(PART_BYTES));
        let part = self.range.start..end;
        self.range.start = end;
        if part.is_empty() {
            return Ok(Some(Bytes::new()));
        }
        self.media.video_part(&self.scope, &self.id, part).await
    }
}

/// A video of a site, from the database if this node has not heard of it or of its current file.
async fn find(
    app: &App,
    site: &SiteHandle,
    source: &str,
    file: &str,
) -> Result<Option<VideoRow>, StoreError> {
    if !is_video_reference(source) || file.parse::<MediaId>().is_err() {
        return Ok(None);
    }
    let known = app.pages.video(site, source).await?;
    if known.as_ref().is_some_and(|video| video.media_id == file) {
        return Ok(known);
    }
    current(app, site, source).await
}

/// A video as the database has it.
async fn current(app: &App, site: &SiteHandle, source: &str) -> Result<Option<VideoRow>, StoreError> {
    Ok(app.store.video(&site.id, source).await?.filter(|video| video.removed_at.is_none()))
}

/// `/media/{site}/{reference}/{file}.mp4`: a video of the media library, or the part that the visitor's player asks for.
pub async fn respond(
    app: &App,
    site: &SiteHandle,
    (source, file): (&str, &str),
    request: &Parts,
) -> Response {
    let failed = |error: &dyn std::error::Error| {
        tracing::error!(site.id = %site.id, video = source, %error, "cannot read a video");
        error::internal_error()
    };
    let video = match find(app, site, source, file).await {
        Ok(Some(video)) if video.media_id == file => video,
        Ok(Some(video)) => return moved_to(video_path(site, &video)),
        Ok(None) => return error::file_not_found(),
        Err(error) => return failed(&error),
    };
    let headers = &request.headers;
    if let Some(etag) = etag_of(&video)
        && headers.typed_get::<IfNoneMatch>().is_some_and(|known| !known.precondition_passes(&etag))
    {
        return described(&video, StatusCode::NOT_MODIFIED);
    }
    let is_head = request.method == Method::HEAD;
    let range = match requested_range(headers, &video) {
        _ if is_head => None,
        Requested::All => None,
        Requested::Part(range) => Some(range),
        Requested::Outside => {
            let mut response = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
            response.headers_mut().typed_insert(ContentRange::unsatisfied_bytes(video.bytes));
            return response;
        }
    };
    if is_head {
        return with_length(described(&video, StatusCode::OK), video.bytes);
    }
    let address = app.proxies.visitor(&request.extensions, headers);
    let Some(sending) = app.sent_videos.begin(client_network(address)) else {
        metrics::counter!("marquee_videos_refused_total").increment(1);
        return ([(RETRY_AFTER, "5")], StatusCode::SERVICE_UNAVAILABLE).into_response();
    };
    let bytes = range.clone().unwrap_or(0..video.bytes);
    match send(app, site, &video, bytes, sending).await {
        Ok(Some(body)) => video_response(&video, range, body),
        // Another node may have replaced it.
        Ok(None) => match current(app, site, source).await {
            Ok(Some(video)) if video.media_id != file => moved_to(video_path(site, &video)),
            Ok(_) => error::file_not_found(),
            Err(error) => failed(&error),
        },
        Err(error) => failed(&error),
    }
}

/// The body of a response; `None` if the file is gone.
async fn send(
    app: &App,
    site: &SiteHandle,
    video: &VideoRow,
    range: Range<u64>,
    sending: Sending,
) -> Result<Option<Body>, MediaError> {
    let (scope, id) = (site.id.as_str().parse()?, video.media_id.parse()?);
    let mut rest = Rest { media: app.media.clone(), scope, id, range, _sending: sending };
    let Some(first) = rest.next().await? else { return Ok(None) };
    let others = stream::try_unfold(rest, |mut rest| async {
        match rest.next().await {
            Ok(Some(part)) if part.is_empty() => Ok(None),
            Ok(Some(part)) => Ok(Some((part, rest))),
            Ok(None) => Err(io::Error::from(io::ErrorKind::NotFound)),
            Err(error) => Err(io::Error::other(error)),
        }
    });
    Ok(Some(Body::from_stream(stream::once(async { Ok(first) }).chain(others))))
}

/// What a request asks for.
#[derive(Debug, PartialEq, Eq)]
enum Requested {
    /// Without `Range`, with several ranges, and if the player has the beginning of another file.
    All,
    /// Not empty, within the file.
    Part(Range<u64>),
    /// The file does not have these bytes.
    Outside,
}

fn requested_range(headers: &HeaderMap, video: &VideoRow) -> Requested {
    let is_other = headers
        .typed_get::<IfRange>()
        .is_some_and(|condition| condition.is_modified(etag_of(video).as_ref(), None));
    if is_other {
        return Requested::All;
    }
    // The library has no ranges for a suffix that is longer than the file, which means all of it.
    let suffix = headers.get(RANGE).and_then(|value| value.to_str().ok()?.strip_prefix("bytes=-"));
    if let Some(length) = suffix.and_then(|length| length.parse::<u64>().ok()) {
        let start = video.bytes.saturating_sub(length);
        return if length == 0 { Requested::Outside } else { Requested::Part(start..video.bytes) };
    }
    let Some(wanted) = headers.typed_get::<headers::Range>() else { return Requested::All };
    let mut ranges = wanted.satisfiable_ranges(video.bytes);
    let Some((start, end)) = ranges.next() else { return Requested::Outside };
    if ranges.next().is_some() {
        return Requested::All;
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
    let end = end.min(video.bytes);
    if start < end { Requested::Part(start..end) } else { Requested::Outside }
}

fn etag_of(video: &VideoRow) -> Option<ETag> {
    format!("\"{}\"", video.media_id).parse().ok()
}

fn video_response(video: &VideoRow, range: Option<Range<u64>>, body: Body) -> Response {
    let (status, length) = match &range {
        Some(range) => (StatusCode::PARTIAL_CONTENT, range.end - range.start),
        None => (StatusCode::OK, video.bytes),
    };
    let mut response = with_length(described(video, status), length);
    *response.body_mut() = body;
    response.extensions_mut().insert(SentFromStore);
    if let Some(part) = range.and_then(|range| ContentRange::bytes(range, video.bytes).ok()) {
        response.headers_mut().typed_insert(part);
    }
    response
}

fn with_length(mut response: Response, length: u64) -> Response {
    response.headers_mut().typed_insert(ContentLength(length));
    response
}

/// A response with what describes a video, without its bytes.
fn described(video: &VideoRow, status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.typed_insert(AcceptRanges::bytes());
    if let Some(etag) = etag_of(video) {
        headers.typed_insert(etag);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
    headers.insert(CACHE_CONTROL, cache_control(LIFETIME, true));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(VIDEO_POLICY));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}
