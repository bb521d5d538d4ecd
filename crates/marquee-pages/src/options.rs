//! Settings of pages.

use crate::third_parties::ThirdPartySettings;

/// Settings of pages.
#[derive(Debug, Clone)]
pub struct Options {
    /// Maximum size of cached pages in bytes, not counting resources.
    pub cache_bytes: usize,
    /// Origins that may frame a preview.
    pub preview_origins: Vec<String>,
    /// Whether all pages of all sites are deferred, not only those of SITE-13: made on the first request.
    pub defer_pages: bool,
    pub third_parties: ThirdPartySettings,
}
