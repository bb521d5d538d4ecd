//! An in-memory index of sites by host name.

use std::collections::HashMap;
use std::sync::Arc;

use marquee_model::SiteId;
use marquee_model::host::{is_loopback, without_port};
use marquee_model::settings::SiteRecord;
use marquee_store::{Store, StoreError, StoredSite};
use parking_lot::RwLock;

/// A site, as used during requests.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteHandle {
    pub id: SiteId,
    pub record: SiteRecord,
    /// The canonical origin for absolute URLs (security 7.1): http on loopback names, https otherwise.
    pub origin: String,
    /// Incremented when the settings are saved.
    pub version: i64,
}

/// The origin of a site with the domain `host`, which may have a port.
fn origin(host: &str) -> String {
    format!("{}://{host}", if is_loopback(without_port(host)) { "http" } else { "https" })
}

impl SiteHandle {
    #[must_use]
    pub fn new(stored: StoredSite) -> Self {
        Self {
            id: stored.record.key.clone(),
            origin: origin(&stored.record.settings.domain),
            record: stored.record,
            version: stored.version,
        }
    }

    /// Whether visitors reach the site over https.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }

    /// Minutes after its start during which a show can still be booked (CONST-01).
    #[must_use]
    pub fn late_booking_minutes(&self) -> u16 {
        let options = &self.record.config.options;
        options.late_booking_minutes.unwrap_or(self.record.settings.loyalty.provider.late_booking_minutes())
    }
}

type Hosts = HashMap<String, Arc<SiteHandle>>;

/// All sites by host name. Cheap to clone; lookups do not use the database.
#[derive(Debug, Clone)]
pub struct SiteIndex {
    store: Store,
    hosts: Arc<RwLock<Arc<Hosts>>>,
}

impl SiteIndex {
    /// Reads all sites from the database.
    pub async fn load(store: Store) -> Result<Self, StoreError> {
        let index = Self { store, hosts: Arc::default() };
        index.reload().await?;
        Ok(index)
    }

    /// Reads all sites again. After an error, the previous sites remain.
    pub async fn reload(&self) -> Result<(), StoreError> {
        let mut hosts = Hosts::new();
        for stored in self.store.sites().await? {
            let handle = Arc::new(SiteHandle::new(stored));
            for host in &handle.record.hosts {
                hosts.insert(host.to_ascii_lowercase(), handle.clone());
            }
        }
        *self.hosts.write() = Arc::new(hosts);
        Ok(())
    }

    /// The site with a host name (lower case, without port).
    #[must_use]
    pub fn by_host(&self, host: &str) -> Option<Arc<SiteHandle>> {
        self.hosts.read().get(host).cloned()
    }

    /// The host names of all sites that visitors reach over https (lower case, without port).
    #[must_use]
    pub fn https_hosts(&self) -> Vec<String> {
        let hosts = self.hosts.read().clone();
        hosts.iter().filter(|(_, site)| site.is_https()).map(|(host, _)| host.clone()).collect()
    }

    #[must_use]
    pub fn by_id(&self, id: &SiteId) -> Option<Arc<SiteHandle>> {
        self.hosts.read().values().find(|site| site.id == *id).cloned()
    }

    /// All sites, sorted by key.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<SiteHandle>> {
        let mut all: Vec<_> = self.hosts.read().values().cloned().collect();
        all.sort_by(|a, b| a.id.cmp(&b.id));
        all.dedup_by(|a, b| a.id == b.id);
        all
    }
}
