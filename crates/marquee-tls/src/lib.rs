//! Certificates for the connections of visitors: ordered from an ACME server (RFC 8555) for each host when it is needed, renewed in
//! time, and kept in the database, which all nodes share.
//!
//! Layer 2. This crate does not know who serves HTTP, or which hosts there are: who runs it tells it.

mod loaded;
mod order;
mod worker;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use marquee_auth::{AuthError, Sealer};
use marquee_model::Clock;
use marquee_store::{Store, StoreError};
use parking_lot::Mutex;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs::default_provider;
use tokio::sync::Notify;

use loaded::Loaded;

pub use worker::run_certificates;

/// What the encryption keys are derived for.
const PURPOSE: &str = "certificate";
/// The beginning of the path at which an ACME server asks for a token (RFC 8555, 8.3).
pub const CHALLENGE_PATH: &str = "/.well-known/acme-challenge/";
/// How often a connection looks whether the certificate that it waits for was issued.
const WAIT_INTERVAL: Duration = Duration::from_millis(200);

/// The server that issues certificates.
#[derive(Debug, Clone)]
pub struct AcmeServer {
    /// The address of its directory.
    pub directory: String,
    /// The email address that it may write to.
    pub contact: Option<String>,
    /// A PEM file with the only root certificate that is trusted for it; `None` trusts those of the system.
    pub root: Option<PathBuf>,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The ACME server refused an order, or could not be reached.
    #[error("the certificate server: {0}")]
    Acme(#[from] instant_acme::Error),
    /// It offers no challenge over HTTP.
    #[error("the certificate server offers no challenge over HTTP for {0}")]
    NoChallenge(String),
    /// It did not find the challenge at the host.
    #[error(
        "the certificate server did not accept {host}: {reason}: check that its name leads to this server, port 80"
    )]
    NotAccepted {
        host: String,
        /// What it said.
        reason: String,
    },
    /// It issues no more certificates for a while.
    #[error("the certificate server limits orders: {0}")]
    Limited(String),
    /// An order took too long.
    #[error("the certificate server does not respond")]
    TooSlow,
    /// A chain or key cannot be read.
    #[error("the certificate of {0} cannot be used: {1}")]
    Unusable(String, String),
    /// It was encrypted with a key that was removed from the settings.
    #[error("the private key or account was encrypted with a secret key that was removed")]
    Sealed,
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("cannot set up TLS: {0}")]
    Rustls(#[from] rustls::Error),
}

/// The certificates of all hosts. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Certificates(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    sealer: Sealer,
    clock: Arc<dyn Clock>,
    server: AcmeServer,
    loaded: Loaded,
    /// Held while an account is looked for, so that orders at the same time create one.
    account: tokio::sync::Mutex<()>,
    /// Hosts for which a connection waits. They are this server's, so the list is bounded by their number.
    wanted: Mutex<BTreeSet<String>>,
    /// Notified when a host is wanted.
    is_wanted: Notify,
}

impl Certificates {
    /// `secrets` lists the keys of the settings, the newest first: private keys are stored encrypted with them.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`] without a key, [`TlsError::Rustls`] if the system has no random numbers.
    pub fn new(
        store: Store,
        secrets: &[impl AsRef<[u8]>],
        clock: Arc<dyn Clock>,
        server: AcmeServer,
    ) -> Result<Self, TlsError> {
        // The client for the ACME server uses the provider of the process. An error says that there is one already.
        drop(default_provider().install_default());
        let sealer = Sealer::new(secrets, PURPOSE)?;
        let loaded = Loaded::new()?;
        Ok(Self(Arc::new(Shared {
            store,
            sealer,
            clock,
            server,
            loaded,
            account: tokio::sync::Mutex::default(),
            wanted: Mutex::default(),
            is_wanted: Notify::new(),
        })))
    }

    /// The settings of connections to a host (lower case, without port). Without a certificate, orders one and waits for it; the caller
    /// sets the time limit, and asks for hosts of this server only.
    pub async fn config(&self, host: &str) -> Arc<ServerConfig> {
        loop {
            if let Some(config) = self.0.loaded.config(host, self).await {
                return config;
            }
            self.0.wanted.lock().insert(host.to_owned());
            self.0.is_wanted.notify_one();
            tokio::time::sleep(WAIT_INTERVAL).await;
        }
    }

    /// Whether a host of this server has a certificate.
    pub async fn has(&self, host: &str) -> bool {
        self.0.loaded.config(host, self).await.is_some()
    }

    /// What an ACME server expects at the address of a token; `None` for an unknown one.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be read.
    pub async fn challenge_response(&self, token: &str) -> Result<Option<String>, StoreError> {
        self.0.store.acme_challenge(token, self.0.clock.now()).await
    }
}
