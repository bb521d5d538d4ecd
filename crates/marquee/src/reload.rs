//! Watches the front end in development.

use std::time::Duration;

use crate::assets::FrontEnd;
use crate::wiring::Wired;

/// Reloads the front end after each build (development). Runs forever.
pub async fn reload_front_end(wired: &Wired) {
    let FrontEnd::Folder(_) = wired.front else { return std::future::pending().await };
    let mut known = wired.front.modified_at();
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = wired.front.modified_at();
        if now == known {
            continue;
        }
        match (wired.front.bundle(), wired.front.assets()) {
            (Ok(bundle), Ok(assets)) => {
                known = now;
                wired.renderer.replace_bundle(bundle);
                wired.app.pages.replace_assets(assets);
                wired.app.files.clear();
                tracing::info!("front end reloaded");
            }
            (Err(error), _) | (_, Err(error)) => tracing::warn!("cannot reload the front end: {error:#}"),
        }
    }
}
