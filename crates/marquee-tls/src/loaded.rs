//! Certificates in memory, ready for handshakes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::RwLock;
use rustls::crypto::CryptoProvider;
use rustls::crypto::aws_lc_rs::{Ticketer, default_provider};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{NoServerSessionStorage, ProducesTickets};
use rustls::{ServerConfig, version};

use crate::{Certificates, TlsError};

/// How long a certificate is used before the database is asked for a newer one, which another node may have ordered.
const FRESH: Duration = Duration::from_secs(60);
/// How long a host is known to have no certificate before the database is asked again, however many connections wait for it.
const MISSING: Duration = Duration::from_millis(500);

/// The settings of connections by host.
#[derive(Debug)]
pub struct Loaded {
    provider: Arc<CryptoProvider>,
    tickets: Arc<dyn ProducesTickets>,
    hosts: RwLock<HashMap<String, Entry>>,
}

#[derive(Debug, Clone)]
struct Entry {
    /// `None` without a certificate.
    loaded: Option<LoadedCertificate>,
    read_at: Instant,
    /// Whether there is a newer certificate.
    is_outdated: bool,
}

#[derive(Debug, Clone)]
struct LoadedCertificate {
    config: Arc<ServerConfig>,
    /// The chain that the settings were made from.
    chain: String,
}

impl Entry {
    fn now(loaded: Option<LoadedCertificate>) -> Self {
        Self { loaded, read_at: Instant::now(), is_outdated: false }
    }

    fn config(&self) -> Option<Arc<ServerConfig>> {
        self.loaded.as_ref().map(|loaded| loaded.config.clone())
    }

    fn is_fresh(&self) -> bool {
        let time = if self.loaded.is_some() { FRESH } else { MISSING };
        !self.is_outdated && self.read_at.elapsed() < time
    }
}

impl Loaded {
    pub fn new() -> Result<Self, TlsError> {
        Ok(Self {
            provider: Arc::new(default_provider()),
            tickets: Ticketer::new()?,
            hosts: RwLock::default(),
        })
    }

    /// The settings of a host, from the database if they are not fresh; `None` without a certificate. While the database cannot be read,
    /// the last certificate is used.
    pub async fn config(&self, host: &str, certificates: &Certificates) -> Option<Arc<ServerConfig>> {
        let known = self.hosts.read().get(host).cloned();
        if let Some(entry) = known.as_ref().filter(|entry| entry.is_fresh()) {
            return entry.config();
        }
        let known = known.and_then(|entry| entry.loaded);
        // Connections that arrive meanwhile use the entry, so that one of them reads.
        self.hosts.write().insert(host.to_owned(), Entry::now(known.clone()));
        match self.read(host, known.as_ref(), certificates).await {
            Ok(loaded) => {
                let entry = Entry::now(loaded);
                let config = entry.config();
                self.hosts.write().insert(host.to_owned(), entry);
                config
            }
            Err(error) => {
                tracing::warn!(host, %error, "cannot read a certificate");
                known.map(|loaded| loaded.config)
            }
        }
    }

    /// Makes the next connection to a host read its certificate.
    pub fn outdate(&self, host: &str) {
        if let Some(entry) = self.hosts.write().get_mut(host) {
            entry.is_outdated = true;
        }
    }

    async fn read(
        &self,
        host: &str,
        known: Option<&LoadedCertificate>,
        certificates: &Certificates,
    ) -> Result<Option<LoadedCertificate>, TlsError> {
        let row = certificates.0.store.certificate(host).await?;
        let Some(issued) = row.and_then(|row| row.issued) else { return Ok(None) };
        let config = match known.filter(|loaded| loaded.chain == issued.chain) {
            Some(loaded) => loaded.config.clone(),
            None => {
                let key = certificates.0.sealer.open(&issued.private_key, &[host]).ok_or(TlsError::Sealed)?;
                Arc::new(self.server_config(host, &issued.chain, &key)?)
            }
        };
        Ok(Some(LoadedCertificate { config, chain: issued.chain }))
    }

    fn server_config(&self, host: &str, chain: &str, key: &[u8]) -> Result<ServerConfig, TlsError> {
        let unusable =
            |error: rustls::pki_types::pem::Error| TlsError::Unusable(host.to_owned(), error.to_string());
        let chain: Vec<_> =
            CertificateDer::pem_slice_iter(chain.as_bytes()).collect::<Result<_, _>>().map_err(unusable)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(unusable)?;
        let mut config = ServerConfig::builder_with_provider(self.provider.clone())
            .with_protocol_versions(&[&version::TLS13, &version::TLS12])?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        config.ticketer = self.tickets.clone();
        // Tickets resume sessions. A cache of them would be memory that clients fill, for each host.
        config.session_storage = Arc::new(NoServerSessionStorage {});
        Ok(config)
    }
}
