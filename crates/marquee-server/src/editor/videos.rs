//! The videos of the media library of a site.

use std::io;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use futures::TryStreamExt;
use http::header::CONTENT_ENCODING;
use http::{StatusCode, Uri};
use hyper::body::Body as _;
use marquee_api::editor::{EditorCaptions, EditorPictureFile, EditorVideo, UploadedVideo};
use marquee_pages::video_path;
use marquee_site::SiteHandle;
use marquee_site::library::{LibraryVideo, VideoFile};

use super::library::{failed, source_of};
use super::may::{EditSite, May};
use super::reply::{Refusal, body_refused};
use super::{Access, Shared, json, query};
use crate::app::App;
use crate::loyalty::RequestError;
use crate::paced_body::TooSlow;

pub fn view(site: &SiteHandle, LibraryVideo { row, captions, places }: LibraryVideo) -> EditorVideo {
    let captions = captions.into_iter().map(|row| EditorCaptions {
        locale: row.locale.long().to_owned(),
        text_id: row.text_id,
        file: EditorPictureFile { name: row.name, bytes: row.bytes, at: row.uploaded_at, by: row.actor },
    });
    EditorVideo {
        address: format!("{}{}", site.origin, video_path(site, &row)),
        source: row.source.to_string(),
        width: row.width,
        height: row.height,
        seconds: row.duration_ms.saturating_add(500) / 1000,
        file: EditorPictureFile { name: row.name, bytes: row.bytes, at: row.uploaded_at, by: row.actor },
        captions: captions.collect(),
        places,
    }
}

/// The videos of a site.
pub async fn list(app: &App, access: &Access) -> Result<Vec<EditorVideo>, Refusal> {
    let videos = app.library.videos(&access.id).await.map_err(failed)?;
    Ok(videos.into_iter().map(|video| view(&access.site, video)).collect())
}

/// The uploaded file: the body as it arrives, and its name in the query.
fn file_of(request: Request) -> Result<VideoFile, Refusal> {
    let (head, body) = request.into_parts();
    if head.headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(body_refused(RequestError::UnsupportedMediaType));
    }
    let name = query(&head.uri, "name").unwrap_or_default();
    let min_bytes = body.size_hint().lower();
    let bytes = body.into_data_stream().map_err(|error| match TooSlow::is_cause_of(&error) {
        true => io::Error::from(io::ErrorKind::TimedOut),
        false => io::Error::other(error),
    });
    let bytes = Box::pin(bytes);
    Ok(VideoFile { name, min_bytes, bytes })
}

/// `POST /api/editor/{site}/media/videos?name=…`: stores the video in the body, of any media type.
pub async fn upload(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    request: Request,
) -> Result<Response, Refusal> {
    let file = file_of(request)?;
    let library = &editor.app.library;
    let (stored, is_known) = library.upload_video(&access.id, &access.author, file).await.map_err(failed)?;
    json(&UploadedVideo { video: view(&access.site, stored), is_known })
}

/// `PUT /api/editor/{site}/media/video?source=…&name=…`: replaces a video by the one in the body.
pub async fn replace(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    request: Request,
) -> Result<Response, Refusal> {
    let source = source_of(request.uri())?;
    let file = file_of(request)?;
    let library = &editor.app.library;
    let replaced = library.replace_video(&access.id, &access.author, &source, file).await.map_err(failed)?;
    json(&view(&access.site, replaced))
}

/// `POST /api/editor/{site}/media/video/restore?source=…`: brings back a video that was removed.
pub async fn restore(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let source = source_of(&uri)?;
    let library = &editor.app.library;
    let restored = library.restore_video(&access.id, &access.author, &source).await.map_err(failed)?;
    json(&view(&access.site, restored))
}

/// `DELETE /api/editor/{site}/media/video?source=…`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let source = source_of(&uri)?;
    editor.app.library.remove_video(&access.id, &access.author, &source).await.map_err(failed)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
