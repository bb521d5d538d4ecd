//! The state of the request handlers.

use std::sync::Arc;

use marquee_feed_runner::FeedRunner;
use marquee_gateway::Gateway;
use marquee_media::MediaStore;
use marquee_outbound::Outbound;
use marquee_pages::Pages;
use marquee_site::SiteIndex;
use marquee_site::draft::{Drafts, PreviewLinks};
use marquee_site::library::Library;
use marquee_store::Store;
use marquee_webhooks::Webhooks;

use crate::client::TrustedProxies;
use crate::sent_videos::SentVideos;
use crate::static_files::StaticFiles;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub sites: SiteIndex,
    pub pages: Pages,
    pub media: Arc<MediaStore>,
    /// The built front end.
    pub files: StaticFiles,
    /// Loyalty calls.
    pub gateway: Gateway,
    /// Networks whose forwarding headers are trusted.
    pub proxies: TrustedProxies,
    /// Client for outgoing requests.
    pub outbound: Outbound,
    pub drafts: Drafts,
    /// The pictures and videos that operators upload.
    pub library: Library,
    pub feeds: FeedRunner,
    pub webhooks: Webhooks,
    pub sent_videos: SentVideos,
    /// Opens the addresses of previews.
    pub preview_links: PreviewLinks,
    /// For the readiness check.
    pub store: Store,
    /// Renders the metrics in the Prometheus text format.
    pub metrics: Arc<dyn Fn() -> String + Send + Sync>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("pages", &self.pages).finish_non_exhaustive()
    }
}
