//! `marquee demo`.

use std::process::ExitCode;

use anyhow::Result;

use super::serve::{BoundListeners, PreparedServer};
use crate::settings::Settings;
use crate::{editor, wiring};

/// Creates or updates the demo sites and serves them, with stand-ins for other companies.
pub async fn run(mut settings: Settings) -> Result<ExitCode> {
    let listeners = BoundListeners::new(&settings).await?;
    let front = wiring::FrontEndRenderer::start(&settings)?;
    let store = wiring::store(&settings, true).await?;
    let media = wiring::media(&settings)?;
    let port = listeners.port().unwrap_or(8080);
    settings.preview_origins.push(format!("http://{}:{port}", marquee_demo::EDITOR));
    settings.preview_origins.extend(editor::origin(&settings, Some(port)));
    settings.third_parties.get_or_insert_with(|| format!("http://{}:{port}", marquee_demo::THIRD_PARTIES));
    let clock = settings.system_clock();
    let day = marquee_demo::create_or_update(&store, &media, clock.now(), port).await?;
    marquee_demo::print_banner(&store, clock.now(), port).await?;
    let mut server = PreparedServer::new(&settings, store.clone(), front, Some(port)).await?;
    let others = marquee_demo::other_hosts(&server.parts.app).await?;
    let media = server.parts.app.media.clone();
    server.work.spawn(marquee_demo::update_daily(store, media, clock, day, port));
    server.serve(&settings, listeners, others, true).await
}
