//! The site that a command names.

use anyhow::{Result, bail};
use marquee_model::SiteId;
use marquee_store::Store;

/// Parses a site key. If no site has this key, returns an error that lists the existing keys.
pub async fn find_site(store: &Store, key: &str) -> Result<SiteId> {
    let id = SiteId::parse(key)?;
    if store.site(&id).await?.is_none() {
        let site_keys: Vec<String> =
            store.sites().await?.into_iter().map(|s| s.record.key.to_string()).collect();
        if site_keys.is_empty() {
            bail!("unknown site {key:?}: no sites exist, add one with `marquee site add`");
        }
        bail!("unknown site {key:?}: must be one of {}", site_keys.join(", "));
    }
    Ok(id)
}
