//! The media library of a site: pictures; videos are in [`videos`].

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, Uri};
use marquee_api::editor::{
    EditorPicture, EditorPictureFile, EditorPictures, FetchedPictures, UploadedPicture,
};
use marquee_catalog::{PictureStores, fetch_pictures};
use marquee_media::Options;
use marquee_model::{MediaRef, SiteId};
use marquee_pages::pictures_path;
use marquee_site::SiteHandle;
use marquee_site::draft::Author;
use marquee_site::library::{FilmPictures, LibraryPicture, Upload};
use tracing::Instrument;

use super::library::{failed, source_of};
use super::may::{EditSite, May, Read};
use super::reply::{Refusal, body_refused, refuse, refuse_field, unavailable};
use super::{Shared, json, query, videos};
use crate::app::App;
use crate::loyalty::body_within;

/// Maximum number of pictures that one request fetches; a further request with `after` fetches the next ones.
const MAX_FETCHED: usize = 60;

/// The address of a small rendition of a picture.
pub fn small_rendition(site: &SiteHandle, media_id: &str) -> String {
    format!("{}{}{media_id}/320.webp", site.origin, pictures_path(site))
}

fn picture(site: &SiteHandle, LibraryPicture { row, file, places }: LibraryPicture) -> EditorPicture {
    EditorPicture {
        address: small_rendition(site, &row.media_id),
        source: row.source.to_string(),
        width: row.width,
        height: row.height,
        file: file.map(|file| EditorPictureFile {
            name: file.name,
            bytes: file.bytes,
            at: file.uploaded_at,
            by: file.actor,
        }),
        places,
    }
}

/// The uploaded file: the body, and its name in the query.
async fn upload_of(request: Request) -> Result<Upload, Refusal> {
    let (head, body) = request.into_parts();
    let name = query(&head.uri, "name").unwrap_or_default();
    let bytes = body_within(&head.headers, body, Options::MAX_BYTES).await.map_err(body_refused)?;
    Ok(Upload { name, bytes })
}

/// `GET /api/editor/{site}/media`.
pub async fn list(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let (pictures, used_bytes) = editor.app.library.pictures(&access.id).await.map_err(failed)?;
    json(&EditorPictures {
        pictures: pictures.into_iter().map(|found| picture(&access.site, found)).collect(),
        used_bytes,
        quota_bytes: editor.app.library.quota(),
        videos: videos::list(&editor.app, &access).await?,
        film_pictures: editor.app.library.missing_of_films(&access.id).await.map_err(failed)?.len(),
    })
}

/// `POST /api/editor/{site}/media/films?after=…`: fetches posters and stills of films that the library does not have, as an import
/// does.
pub async fn fetch_of_films(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let after = query(&uri, "after").map(|after| MediaRef::parse(&after)).transpose();
    let after = after.map_err(|_| refuse_field("after", "after must be the reference of a picture"))?;
    let app = editor.app.clone();
    let run = app.library.begin_fetch(&access.id).map_err(failed)?;
    let found = app.library.next_of_films(&access.id, after.as_ref(), MAX_FETCHED).await.map_err(failed)?;
    // A task of its own, which ends also if the client goes away.
    let fetch = async move {
        let _run = run;
        fetch_and_record(&app, &access.id, &access.author, found).await
    };
    let fetched = tokio::spawn(fetch.in_current_span()).await.map_err(|error| {
        tracing::error!(%error, "pictures of films were not fetched");
        refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now")
    })?;
    json(&fetched?)
}

async fn fetch_and_record(
    app: &App,
    site: &SiteId,
    author: &Author,
    FilmPictures { sources, has_more }: FilmPictures,
) -> Result<FetchedPictures, Refusal> {
    if sources.is_empty() {
        return Ok(FetchedPictures { stored: 0, failed: 0, last: None });
    }
    let stores = PictureStores { store: &app.store, media: &app.media, client: &app.outbound };
    let report = fetch_pictures(stores, site, &sources, &|_, _| {}).await;
    let report = report.map_err(|error| unavailable(&error))?;
    let detail = format!("{} of {}", report.stored, sources.len());
    app.library.record_fetch(site, author, detail).await.map_err(failed)?;
    let last = sources.last().filter(|_| has_more).map(ToString::to_string);
    Ok(FetchedPictures { stored: report.stored, failed: report.failed.values().sum(), last })
}

/// `POST /api/editor/{site}/media?name=…`: stores the picture in the body, of any media type.
pub async fn upload(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    request: Request,
) -> Result<Response, Refusal> {
    let upload = upload_of(request).await?;
    let (stored, is_known) =
        editor.app.library.upload(&access.id, &access.author, upload).await.map_err(failed)?;
    json(&UploadedPicture { picture: picture(&access.site, stored), is_known })
}

/// `PUT /api/editor/{site}/media/picture?source=…&name=…`: replaces a picture by the one in the body.
pub async fn replace(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    request: Request,
) -> Result<Response, Refusal> {
    let source = source_of(request.uri())?;
    let upload = upload_of(request).await?;
    let library = &editor.app.library;
    let replaced = library.replace(&access.id, &access.author, &source, upload).await.map_err(failed)?;
    json(&picture(&access.site, replaced))
}

/// `POST /api/editor/{site}/media/picture/restore?source=…`: brings back a picture that was removed.
pub async fn restore(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let source = source_of(&uri)?;
    let restored = editor.app.library.restore(&access.id, &access.author, &source).await.map_err(failed)?;
    json(&picture(&access.site, restored))
}

/// `DELETE /api/editor/{site}/media/picture?source=…`.
pub async fn remove(
    State(editor): Shared,
    May(access, ..): May<EditSite>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let source = source_of(&uri)?;
    editor.app.library.remove(&access.id, &access.author, &source).await.map_err(failed)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
