//! Previews: pages of a site as a draft or a version has them, below the site's reserved path.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::REFERRER_POLICY;
use http::{HeaderMap, HeaderValue, Method, Uri};
use marquee_catalog::{DraftRecords, draft_program};
use marquee_model::settings::SiteRecord;
use marquee_model::{SiteId, TheaterId};
use marquee_pages::{PageError, PageResponse, Request};
use marquee_site::SiteHandle;
use marquee_site::draft::{DraftError, PreviewLinks, SiteContent};
use marquee_store::{Store, StoreError};

use crate::app::App;
use crate::error;
use crate::host::{HostName, host};
use crate::page::{finished, page, page_language, redirect};
use crate::theater::selected_theater;

/// Handles all paths without a route of their own: previews, and pages of the host's site.
pub async fn page_or_preview(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if let HostName::Name(name) = host(&uri, &headers)
        && let Some(site) = app.sites.by_host(&name)
        && let Ok(path) = percent_encoding::percent_decode_str(uri.path()).decode_utf8()
        && let Some(preview) = preview(&app, &site, &path, &uri, &headers).await
    {
        return preview;
    }
    page(State(app), method, uri, headers).await
}

/// The token in a path of a preview, and the prefix of the paths with it; `None` for any other path.
fn token<'p>(site: &SiteHandle, path: &'p str) -> Option<&'p str> {
    let config = &site.record.config;
    // The draft may have languages that the published site does not have.
    let is_language = |segment: &&str| segment.len() == 2 && segment.bytes().all(|b| b.is_ascii_lowercase());
    let language = path.split('/').nth(1).filter(is_language);
    let path = language.and_then(|language| path.get(language.len() + 1..)).unwrap_or(path);
    let segment = path.strip_prefix(config.reserved_path_prefix())?.strip_prefix('/')?.split('/').next()?;
    PreviewLinks::is_segment(segment).then_some(segment)
}

/// The site record and the catalog records of a draft.
pub async fn draft_records(
    store: &Store,
    site: &SiteId,
    content: SiteContent,
) -> Result<(SiteRecord, DraftRecords), StoreError> {
    let program = draft_program(store, site, &content.program, content.cinema_days()).await?;
    let (theaters, events, pages) = (content.theaters, content.events, content.pages);
    let (menus, attributes) = (content.menus, content.attributes);
    let picture_details = content.pictures;
    Ok((
        content.record,
        DraftRecords { theaters, events, pages, menus, attributes, picture_details, program },
    ))
}

/// The response to a request for a preview; `None` for any other path.
async fn preview(
    app: &App,
    site: &Arc<SiteHandle>,
    path: &str,
    uri: &Uri,
    headers: &HeaderMap,
) -> Option<Response> {
    let segment = token(site, path)?;
    let language = page_language(site, path);
    let Some(source) = app.preview_links.open(&site.id, segment, app.pages.now()) else {
        return Some(error::not_found(path, language));
    };
    let content = match app.drafts.preview(&site.id, source).await {
        Ok(content) => content,
        Err(DraftError::Store(error)) => {
            tracing::error!(site.id = %site.id, %error, "cannot read a draft");
            return Some(error::service_unavailable(path, language));
        }
        Err(_) => return Some(error::not_found(path, language)),
    };
    let (mut record, records) = match draft_records(&app.store, &site.id, content).await {
        Ok(draft) => draft,
        Err(error) => {
            tracing::error!(site.id = %site.id, %error, "cannot read a draft");
            return Some(error::service_unavailable(path, language));
        }
    };
    // The page is that of the path after the token.
    record.config.options.reserved_path_prefix =
        Some(format!("{}/{segment}", site.record.config.reserved_path_prefix()));
    let shown = Arc::new(SiteHandle { record, ..SiteHandle::clone(site) });
    let theater = selected_theater(headers);
    let query = uri.query().unwrap_or_default();
    let request = Request { path, query, theater: theater.as_ref().map(TheaterId::as_str) };
    let mut response = match app.pages.preview(shown, records, request).await {
        Ok(PageResponse::Page(page)) => finished(&page, headers).into_response(),
        Ok(PageResponse::Redirect { location, status }) => redirect(&location, status),
        Ok(PageResponse::NoResource) => error::not_found(path, language),
        Err(PageError::Busy) => error::service_unavailable(path, language),
        Err(error) => {
            tracing::error!(site.id = %site.id, %error, "cannot serve a preview");
            error::failed(path, language)
        }
    };
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Some(response)
}
