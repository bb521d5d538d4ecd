//! `marquee serve`.

use std::process::ExitCode;

use anyhow::Result;
use marquee_feed_runner::run_feeds;
use marquee_model::host::is_loopback;
use marquee_pages::follow_changes;
use marquee_server::{Editor, Limits, Listener, Listeners, OtherHosts, Readings, Tls, serve};
use marquee_store::Store;
use marquee_tls::{AcmeServer, Certificates};
use marquee_webhooks::run_webhooks;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;

use crate::deletions::{self, DeletionList};
use crate::settings::{Settings, SettingsError};
use crate::wiring::ServerParts;
use crate::{editor, mail, maintenance, numbers, reload, secret, wiring};

/// Serves the sites of the database.
pub async fn run(mut settings: Settings, migrate: bool) -> Result<ExitCode> {
    let listeners = BoundListeners::new(&settings).await?;
    settings.preview_origins.extend(editor::origin(&settings, listeners.port()));
    let front = wiring::FrontEndRenderer::start(&settings)?;
    let store = wiring::store(&settings, migrate).await?;
    if store.sites().await?.is_empty() {
        tracing::warn!("no site exists yet: add one with `marquee site add` or `marquee site import`");
    }
    PreparedServer::new(&settings, store, front, listeners.port())
        .await?
        .serve(&settings, listeners, OtherHosts::default(), false)
        .await
}

/// The addresses that the server listens on.
pub struct BoundListeners(Listeners);

impl BoundListeners {
    /// Binds the addresses of the settings.
    pub async fn new(settings: &Settings) -> Result<Self> {
        let mut listeners = Listeners::default();
        for address in &settings.listen {
            listeners.public.push(Listener::bind(address).await?);
        }
        for address in &settings.tls_listen {
            listeners.encrypted.push(Listener::bind(address).await?);
        }
        if let Some(address) = &settings.admin_listen {
            listeners.admin = Some(Listener::bind(address).await?);
        }
        Ok(Self(listeners))
    }

    /// The port of the first public TCP address.
    pub fn port(&self) -> Option<u16> {
        self.0.public.iter().find_map(Listener::address).map(|address| address.port())
    }
}

/// A server that is ready to start.
pub struct PreparedServer {
    pub parts: ServerParts,
    /// Work that runs beside the server and ends with it.
    pub work: JoinSet<()>,
    store: Store,
    /// Sequence number of the last write that the server has seen.
    last_seen: i64,
}

impl PreparedServer {
    /// `port` is that of the address at which visitors reach the server, if it is known.
    pub async fn new(
        settings: &Settings,
        store: Store,
        front: wiring::FrontEndRenderer,
        port: Option<u16>,
    ) -> Result<Self> {
        // Read the sequence number before anything else, so that no write is missed.
        let last_seen = store.last_change().await?;
        let keys = secret::keys(settings)?;
        let parts =
            wiring::build_server(settings, &keys, store.clone(), front, editor::origin(settings, port))
                .await?;
        Ok(Self { parts, work: JoinSet::new(), store, last_seen })
    }

    /// Serves until the process receives a signal to stop. `shares_host` is whether the editor may be on the host of a site.
    pub async fn serve(
        self,
        settings: &Settings,
        listeners: BoundListeners,
        mut others: OtherHosts,
        shares_host: bool,
    ) -> Result<ExitCode> {
        let Self { parts, mut work, store, last_seen } = self;
        // Before the server accepts requests, so that a restored backup never shows deleted members.
        let mut list = DeletionList::read(settings, parts.app.media.clone()).await?;
        list.apply(parts.app.gateway.loyalty()).await?;
        // Install the signal handlers before logging the addresses: a caller may stop the server as soon as it reads them.
        let stop = stop_signal();
        for address in listeners.0.public.iter().filter_map(Listener::address) {
            tracing::info!(listen = %address, "listening on {address}");
        }
        for address in listeners.0.encrypted.iter().filter_map(Listener::address) {
            tracing::info!(tls_listen = %address, "listening on {address}, encrypted");
        }
        let tls = tls(settings, &store, &parts)?;
        if let Some(tls) = tls.clone() {
            work.spawn(tls.run());
        }
        let app = parts.app.clone();
        let hashes = app.gateway.loyalty().hashes();
        let operators = editor::operators(settings, &secret::keys(settings)?, &store, hashes)?;
        let origin = editor::origin(settings, listeners.port());
        if let Some(origin) = origin {
            let editor = Editor {
                app: app.clone(),
                operators: operators.clone(),
                origin,
                readings: Readings::default(),
            };
            editor::print_setup_address(&editor).await?;
            others = editor::add_host(others, settings, editor, shares_host)?;
        }
        work.spawn(editor::run(app.drafts.clone(), operators, app.library.clone()));
        let limits = Limits::default().within_descriptors(descriptors());
        work.spawn(follow_changes(
            app.pages.clone(),
            app.sites.clone(),
            app.media.clone(),
            store.clone(),
            last_seen,
        ));
        let loyalty = app.gateway.loyalty().clone();
        let feeds = app.feeds.clone();
        let mailer = mail::mailer(&settings.mail_url, &app.sites);
        work.spawn(mail::send_queue(
            mailer.clone(),
            settings.mail_from.clone(),
            app.sites.clone(),
            loyalty.clone(),
            settings.system_clock(),
        ));
        work.spawn(deletions::follow(list, loyalty.clone(), mailer, settings.system_clock()));
        work.spawn(run_feeds(feeds));
        work.spawn(run_webhooks(app.webhooks.clone()));
        work.spawn(maintenance::run_maintenance(loyalty));
        let pages = app.pages.clone();
        work.spawn(numbers::run(pages.clone(), store.clone()));
        tokio::select! {
            () = serve(app, others, tls, listeners.0, limits, stop) => {}
            () = reload::reload_front_end(&parts) => {}
        }
        work.shutdown().await;
        numbers::save(&pages).await;
        drop(pages);
        drop(parts);
        store.close().await;
        tracing::info!("stopped");
        Ok(ExitCode::SUCCESS)
    }
}

/// What encrypts connections; `None` on a server that does not.
fn tls(settings: &Settings, store: &Store, parts: &ServerParts) -> Result<Option<Tls>> {
    if settings.tls_listen.is_empty() {
        return Ok(None);
    }
    if let Some(root) = settings.acme_root_file.as_deref().filter(|path| !path.is_file()) {
        return Err(
            SettingsError::invalid("acme_root_file", format!("{} is not a file", root.display())).into()
        );
    }
    let server = AcmeServer {
        directory: settings.acme_directory.clone(),
        contact: settings.acme_contact.clone(),
        root: settings.acme_root_file.clone(),
    };
    let keys = secret::keys(settings)?;
    let certificates = Certificates::new(store.clone(), &keys, settings.system_clock(), server)?;
    let editor = settings.editor_host.iter().filter(|host| !is_loopback(host));
    let others = editor.map(|host| host.to_ascii_lowercase()).collect();
    Ok(Some(Tls::new(certificates, parts.app.sites.clone(), others)))
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
                    _ = term.recv() => tracing::info!("received SIGTERM, shutting down"),
                    _ = int.recv() => tracing::info!("received SIGINT, shutting down"),
                }
            }
            _ => std::future::pending().await,
        }
    }
}
