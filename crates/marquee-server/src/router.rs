//! Every path on one screen.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use marquee_media::MediaStore;
use marquee_pages::Pages;
use marquee_site::Directory;
use marquee_store::Store;

use crate::files::StaticFiles;
use crate::{files, health, media, page, theater};

/// What answering needs. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Sites by host.
    pub directory: Directory,
    /// Pages.
    pub pages: Pages,
    /// Pictures.
    pub media: Arc<MediaStore>,
    /// The built front end.
    pub files: StaticFiles,
    /// For readiness.
    pub store: Store,
    /// The host name of the demo's sandbox ticketing site.
    pub sandbox: Option<&'static str>,
    /// Renders the metrics.
    pub metrics: Arc<dyn Fn() -> String + Send + Sync>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("pages", &self.pages).finish_non_exhaustive()
    }
}

/// The public paths beside pages, which are everything else.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/assets/{*path}", get(files::asset))
        .route("/fonts/{*path}", get(files::font))
        .route("/favicon.svg", get(files::favicon))
        .route("/media/{site}/{id}/{rendition}", get(media::rendition))
        .route("/api/select-theater", get(theater::select))
        .fallback(get(page::page))
        .with_state(app)
}

/// The paths of the admin listener.
pub fn admin_router(app: App) -> Router {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .with_state(app)
}
