//! Pictures: renditions at immutable URLs, of the host's own site only. Videos and
//! their captions: files at such URLs, videos in ranges.

use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use jiff::Timestamp;
use marquee_api::paths::{CAPTIONS_EXTENSION, VIDEO_EXTENSION};
use marquee_media::{MediaError, PictureName, Rendition, Scope};
use marquee_pages::{PictureAccess, RESOURCE_POLICY, pictures_path};
use marquee_site::SiteHandle;

use crate::app::App;
use crate::error::{self, bad_host};
use crate::host::{HostName, host};
use crate::stored_files::{LIFETIME, cache_control, moved_to};
use crate::{captions, videos};

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
    Path((site, id, name)): Path<(String, String, String)>,
    request: Request,
) -> Response {
    let (head, _) = request.into_parts();
    let HostName::Name(host) = host(&head.uri, &head.headers) else { return bad_host() };
    let Some(own_site) = app.sites.by_host(&host) else { return error::unknown_host() };
    if own_site.id.as_str() != site {
        return error::file_not_found();
    }
    if let Some(file) = name.strip_suffix(CAPTIONS_EXTENSION) {
        return captions::respond(&app, &own_site, (&id, file), &head).await;
    }
    if let Some(file) = name.strip_suffix(VIDEO_EXTENSION) {
        return videos::respond(&app, &own_site, (&id, file), &head).await;
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
