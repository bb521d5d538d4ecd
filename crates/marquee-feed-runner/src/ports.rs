//! What runs of feeds use.

use std::sync::Arc;

use marquee_loyalty::Loyalty;
use marquee_media::MediaStore;
use marquee_model::Clock;
use marquee_outbound::Outbound;
use marquee_store::Store;

use crate::credential::SealedCredentials;

/// What the runner needs.
#[derive(Debug, Clone)]
pub struct Ports {
    pub store: Store,
    pub outbound: Outbound,
    pub media: Arc<MediaStore>,
    pub clock: Arc<dyn Clock>,
    pub loyalty: Loyalty,
    pub credentials: SealedCredentials,
    /// Address of the site editor without path, for links in emails; `None` without an editor.
    pub editor_origin: Option<String>,
}
