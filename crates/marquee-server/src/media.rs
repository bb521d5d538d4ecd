//! Pictures: renditions at immutable URLs, of the host's own site only.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Uri};
use marquee_media::{MediaError, MediaId, Rendition, Scope};
use marquee_pages::RESOURCE_POLICY;

use crate::app::App;
use crate::error::{self, bad_host};
use crate::host::{HostName, host};

/// `/media/{site}/{id}/{width}[-{ratio}].{format}`.
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
    let (Ok(scope), Ok(id), Ok(rendition)) =
        (site.parse::<Scope>(), id.parse::<MediaId>(), name.parse::<Rendition>())
    else {
        return error::file_not_found();
    };
    match app.media.rendition(&scope, &id, rendition).await {
        Ok(Some(bytes)) => {
            let mut response = bytes.into_response();
            let response_headers = response.headers_mut();
            response_headers.insert(CONTENT_TYPE, HeaderValue::from_static(rendition.format.content_type()));
            response_headers
                .insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
            response_headers
                .insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
            response_headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
            response
        }
        Ok(None) | Err(MediaError::WidthNotAllowed(_) | MediaError::RatioNotAllowed { .. }) => {
            error::file_not_found()
        }
        Err(error) => {
            tracing::error!(site.id = %own_site.id, media.id = %id, %error, "cannot make a rendition");
            error::internal_error()
        }
    }
}
