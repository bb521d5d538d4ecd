//! Watches the front end in development.

use std::time::Duration;

use crate::assets::FrontEnd;
use crate::wiring::ServerParts;

/// Reloads the front end after each build (development). Runs forever.
pub async fn reload_front_end(parts: &ServerParts) {
    let FrontEnd::Folder(_) = parts.front else { return std::future::pending().await };
    let mut modified_at = parts.front.modified_at();
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = parts.front.modified_at();
        if now == modified_at {
            continue;
        }
        match (parts.front.bundle(), parts.front.assets()) {
            (Ok(bundle), Ok(assets)) => {
                modified_at = now;
                parts.renderer.replace_bundle(bundle);
                parts.app.pages.replace_assets(assets);
                parts.app.files.clear();
                tracing::info!("front end reloaded");
            }
            (Err(error), _) | (_, Err(error)) => tracing::warn!("cannot reload the front end: {error:#}"),
        }
    }
}
