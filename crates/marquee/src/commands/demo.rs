//! `marquee demo`.

use std::process::ExitCode;

use anyhow::Result;

use super::serve::{Bound, Ready};
use crate::settings::Settings;
use crate::wiring;

/// Creates or updates the demo sites and serves them, with stand-ins for other companies.
pub async fn run(mut settings: Settings) -> Result<ExitCode> {
    let bound = Bound::new(&settings).await?;
    let front = wiring::FrontEndRenderer::start(&settings)?;
    let store = wiring::store(&settings, true).await?;
    let media = wiring::media(&settings)?;
    let port = bound.port().unwrap_or(8080);
    settings.preview_origins.push(format!("http://{}:{port}", marquee_demo::EDITOR));
    settings.third_parties.get_or_insert_with(|| format!("http://{}:{port}", marquee_demo::THIRD_PARTIES));
    let clock = settings.system_clock();
    let day = marquee_demo::create_or_update(&store, &media, clock.now(), port).await?;
    marquee_demo::print_banner(&store, clock.now(), port).await?;
    let mut ready = Ready::new(&settings, store.clone(), front).await?;
    let others = marquee_demo::other_hosts(&ready.parts.app).await?;
    let media = ready.parts.app.media.clone();
    ready.work.spawn(marquee_demo::update_daily(store, media, clock, day, port));
    ready.serve(&settings, bound, others).await
}
