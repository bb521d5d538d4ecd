//! The picture library of a site.

use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;
use marquee_api::editor::{EditorPicture, EditorPictures, UploadedPicture};
use marquee_media::Options;
use marquee_pages::pictures_path;
use marquee_site::SiteHandle;
use marquee_site::library::LibraryError;
use marquee_store::PictureRow;

use super::may::{EditSite, May, Read};
use super::reply::{Refusal, body_refused, refuse};
use super::{Shared, json};
use crate::loyalty::body_within;

/// The address of a small rendition of a picture.
pub fn small_rendition(site: &SiteHandle, media_id: &str) -> String {
    format!("{}{}{media_id}/320.webp", site.origin, pictures_path(site))
}

fn picture(site: &SiteHandle, row: PictureRow) -> EditorPicture {
    EditorPicture {
        address: small_rendition(site, &row.media_id),
        source: row.source.to_string(),
        width: row.width,
        height: row.height,
    }
}

fn failed(error: LibraryError) -> Refusal {
    match error {
        LibraryError::Picture(error) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        LibraryError::Full => refuse(StatusCode::CONFLICT, &LibraryError::Full.to_string()),
        error => {
            tracing::error!(%error, "cannot use the picture library");
            refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now")
        }
    }
}

/// `GET /api/editor/{site}/media`.
pub async fn list(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let rows = editor.app.library.pictures(&access.id).await.map_err(failed)?;
    json(&EditorPictures { pictures: rows.into_iter().map(|row| picture(&access.site, row)).collect() })
}

/// `POST /api/editor/{site}/media`: stores the picture in the body, of any media type.
pub async fn upload(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let bytes = body_within(&head.headers, body, Options::MAX_BYTES).await.map_err(body_refused)?;
    let (row, is_known) =
        editor.app.library.upload(&access.id, &access.author, bytes).await.map_err(failed)?;
    json(&UploadedPicture { picture: picture(&access.site, row), is_known })
}
