//! `marquee serve` and `marquee demo`.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use marquee_server::{Demo, Limits, Listener, serve as serve_http};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};

use crate::deletions::{self, DeletionList};
use crate::settings::Settings;
use crate::{changes, demo as demo_sites, demo_members, mail, maintenance, secret, wiring};

/// Serves the sites of the database.
pub async fn serve(settings: Settings, migrate: bool) -> Result<ExitCode> {
    let listeners = bind(&settings).await?;
    let drawn = wiring::FrontEndRenderer::start(&settings)?;
    let store = wiring::store(&settings, migrate).await?;
    let keys = secret::keys(&settings)?;
    if store.sites().await?.is_empty() {
        tracing::warn!("there is no site yet: add one with `marquee site add` or `marquee site import`");
    }
    run(&settings, &keys, store, drawn, listeners, None).await
}

/// Creates or updates the demo sites and serves them.
pub async fn demo(mut settings: Settings) -> Result<ExitCode> {
    let listeners = bind(&settings).await?;
    let drawn = wiring::FrontEndRenderer::start(&settings)?;
    let store = wiring::store(&settings, true).await?;
    let keys = secret::keys(&settings)?;
    let media = wiring::media(&settings)?;
    let port = listeners.0.iter().find_map(Listener::address).map_or(8080, |a| a.port());
    settings.preview_origins.push(format!("http://{}:{port}", demo_sites::HOSTS.editor));
    settings
        .third_parties
        .get_or_insert_with(|| format!("http://{}:{port}", demo_sites::HOSTS.third_parties));
    let now = wiring::clock(&settings).now();
    let renew = demo_sites::create_or_update(&store, &media, now, port).await?;
    demo_sites::print_banner(&store, now, port).await?;
    run(&settings, &keys, store, drawn, listeners, Some((renew, port))).await
}

type Bound = (Vec<Listener>, Option<Listener>);

async fn bind(settings: &Settings) -> Result<Bound> {
    let mut public = Vec::new();
    for address in &settings.listen {
        public.push(Listener::bind(address).await?);
    }
    let admin = match &settings.admin_listen {
        Some(address) => Some(Listener::bind(address).await?),
        None => None,
    };
    Ok((public, admin))
}

async fn run(
    settings: &Settings,
    keys: &[String],
    store: marquee_store::Store,
    drawn: wiring::FrontEndRenderer,
    (public, admin): Bound,
    demo: Option<(demo_sites::Day, u16)>,
) -> Result<ExitCode> {
    // Read the sequence number before anything else, so that no write is missed.
    let seen = store.last_change().await?;
    let mut wired = wiring::build_server(settings, keys, store.clone(), drawn).await?;
    if demo.is_some() {
        let now = wiring::clock(settings).now();
        let (loyalty, directory) = (wired.app.gateway.loyalty(), &wired.app.directory);
        demo_members::create(loyalty, directory, now).await?;
        let keys = demo_members::till_keys(loyalty, directory).await?;
        wired.app.demo = Some(Arc::new(Demo::new(&wired.app, demo_sites::HOSTS, keys)));
    }
    // Before the server accepts requests, so that a restored backup never shows deleted members.
    let mut list = DeletionList::read(settings, wired.app.media.clone()).await?;
    list.apply(wired.app.gateway.loyalty()).await?;
    // Install the signal handlers before logging the addresses: a caller may stop the server as soon as it reads them.
    let stop = stop_signal();
    for listener in &public {
        if let Some(address) = listener.address() {
            tracing::info!(listen = %address, "listening on {address}");
        }
    }
    let app = wired.app.clone();
    let limits = Limits::default().within_descriptors(descriptors());
    let following = tokio::spawn(changes::follow_changes(
        app.pages.clone(),
        app.directory.clone(),
        app.media.clone(),
        store.clone(),
        seen,
    ));
    let loyalty = app.gateway.loyalty().clone();
    let mailer = mail::mailer(&settings.mail_url, &app.directory);
    let posting = tokio::spawn(mail::send_queue(
        mailer.clone(),
        settings.mail_from.clone(),
        app.directory.clone(),
        loyalty.clone(),
        wiring::clock(settings),
    ));
    let cleaning = tokio::spawn(deletions::follow(list, loyalty.clone(), mailer, wiring::clock(settings)));
    let tidying = tokio::spawn(maintenance::run_maintenance(loyalty));
    let renewing = tokio::spawn({
        let (store, media, clock) = (store.clone(), app.media.clone(), wiring::clock(settings));
        async move {
            match demo {
                Some((day, port)) => demo_sites::update_daily(store, media, clock, day, port).await,
                None => std::future::pending().await,
            }
        }
    });
    tokio::select! {
        () = serve_http(app, public, admin, limits, stop) => {}
        () = changes::reload_front_end(&wired) => {}
    }
    following.abort();
    renewing.abort();
    posting.abort();
    cleaning.abort();
    tidying.abort();
    drop(wired);
    store.close().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Raises this process's limit of open files to the hard limit, and returns it.
fn descriptors() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "cannot raise the limit of open files");
            limit.current
        }
    };
    let Some(current) = current else { return usize::MAX };
    let connections =
        Limits::default().within_descriptors(usize::try_from(current).unwrap_or(usize::MAX)).connections;
    if connections < Limits::default().connections {
        tracing::warn!(
            "only {connections} connections are possible with {current} open files: raise `ulimit -n`"
        );
    }
    usize::try_from(current).unwrap_or(usize::MAX)
}

/// Completes on SIGTERM or SIGINT. The handlers are installed when this is called, not when it is first polled.
fn stop_signal() -> impl Future<Output = ()> {
    let (term, int) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        match (term, int) {
            (Ok(mut term), Ok(mut int)) => {
                tokio::select! {
                    _ = term.recv() => tracing::info!("SIGTERM: finishing what runs"),
                    _ = int.recv() => tracing::info!("SIGINT: finishing what runs"),
                }
            }
            _ => std::future::pending().await,
        }
    }
}
