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
        bail!(
            "there is no site {key}; there is {}",
            if site_keys.is_empty() { "none yet".to_owned() } else { site_keys.join(", ") }
        );
    }
    Ok(id)
}
