//! Messages that tell other programs when the program of a site has changed (decision 0073).
//!
//! Layer 2. This crate does not know who serves HTTP, who changes a program, or what it is. Messages are stored before they are sent, signed
//! as Standard Webhooks says, sent again after failures, and kept for two weeks.

mod list;
mod message;
mod queue;
mod send;
mod settings;
mod worker;

use std::sync::Arc;

use marquee_auth::{AuthError, Sealer};
use marquee_model::{Clock, SiteId, WebhookId};
use marquee_outbound::Outbound;
use marquee_store::{Store, StoreError};

pub use worker::run_webhooks;

/// What the encryption keys are derived for.
const PURPOSE: &str = "webhook secret";

/// The webhooks of all sites. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Webhooks {
    store: Store,
    outbound: Outbound,
    clock: Arc<dyn Clock>,
    sealer: Sealer,
}

/// Why a webhook is not changed.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("webhook or message not found")]
    NotFound,
    #[error("address must be an address such as https://program.example/hooks")]
    Address,
    #[error("a site has at most {} webhooks", settings::MAX_WEBHOOKS)]
    TooMany,
    #[error("the webhook is off")]
    Off,
    #[error("too many messages wait: try again when they were sent")]
    TooManyWaiting,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Webhooks {
    /// `secrets` lists the keys of the settings, the newest first; secrets of webhooks are stored encrypted with them.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`] without a key.
    pub fn new(
        store: Store,
        outbound: Outbound,
        clock: Arc<dyn Clock>,
        secrets: &[impl AsRef<[u8]>],
    ) -> Result<Self, AuthError> {
        Ok(Self { store, outbound, clock, sealer: Sealer::new(secrets, PURPOSE)? })
    }

    fn seal(&self, (site, id): (&SiteId, &WebhookId), secret: &str) -> Result<String, AuthError> {
        self.sealer.seal(secret.as_bytes(), &[site.as_str(), id.as_str()])
    }

    /// The secret of a webhook; `None` if it was sealed with a key that was removed.
    fn open(&self, (site, id): (&SiteId, &WebhookId), sealed: &str) -> Option<String> {
        let bytes = self.sealer.open(sealed, &[site.as_str(), id.as_str()])?;
        String::from_utf8(bytes).ok()
    }
}
