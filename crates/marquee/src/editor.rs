//! The site editor: its host, the set-up address of a new server, and publications that are due.

use std::time::Duration;

use anyhow::Result;
use marquee_api::paths::{EDITOR_API_PREFIX, EDITOR_PREFIX};
use marquee_auth::HashPool;
use marquee_model::host::is_loopback;
use marquee_server::{Editor, OtherHosts};
use marquee_site::draft::Drafts;
use marquee_site::library::Library;
use marquee_site::operators::{OperatorOptions, Operators, invitation_link};
use marquee_store::Store;

use crate::settings::{Settings, SettingsError, Switch};

/// How often due publications are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Polls from one removal of expired sign-ins to the next.
const CLEAN_EVERY: u32 = 600;

/// The operators of the database.
pub fn operators(settings: &Settings, keys: &[String], store: &Store, hashes: HashPool) -> Result<Operators> {
    let options = OperatorOptions { secrets: keys, limits: settings.rate_limits == Switch::On, hashes };
    Ok(Operators::new(store.clone(), settings.system_clock(), options)?)
}

/// The address of the editor without path; `None` without the setting `editor_host`. `port` is that of the server, for loopback
/// names.
pub fn origin(settings: &Settings, port: Option<u16>) -> Option<String> {
    let host = settings.editor_host.as_deref()?;
    Some(match port {
        Some(port) if is_loopback(host) => format!("http://{host}:{port}"),
        _ if is_loopback(host) => format!("http://{host}"),
        _ => format!("https://{host}"),
    })
}

/// Adds the editor's host to the other hosts. `shares_host` is whether it may be the host of a site, as in the demo.
pub fn add_host(
    others: OtherHosts,
    settings: &Settings,
    editor: Editor,
    shares_host: bool,
) -> Result<OtherHosts> {
    let Some(host) = settings.editor_host.as_deref() else { return Ok(others) };
    let is_site = editor.app.sites.by_host(host).is_some();
    if is_site && !shares_host {
        let problem = format!("{host} is the host of a site: the editor needs its own");
        return Err(SettingsError::invalid("editor_host", problem).into());
    }
    let router = editor.router();
    Ok(if is_site {
        others.with_paths(host, &[EDITOR_PREFIX, EDITOR_API_PREFIX], &router)
    } else {
        others.with(host, router)
    })
}

/// Prints the set-up address of a server without operators.
pub async fn print_setup_address(editor: &Editor) -> Result<()> {
    if let Some(token) = editor.operators.setup_token().await? {
        let address = invitation_link(&editor.origin, &token);
        println!(
            "Nobody can sign in to the editor yet. Open this address once to become its owner:\n  {address}"
        );
    }
    Ok(())
}

/// Publishes what is due, and removes expired sign-ins, and pictures and records that were removed long ago, until aborted.
pub async fn run(drafts: Drafts, operators: Operators, library: Library) {
    let mut until_clean = 1;
    loop {
        if let Err(error) = drafts.publish_due().await {
            tracing::warn!(%error, "cannot look for due publications");
        }
        until_clean -= 1;
        if until_clean == 0 {
            until_clean = CLEAN_EVERY;
            if let Err(error) = operators.clean().await {
                tracing::warn!(%error, "cannot remove expired sign-ins of operators");
            }
            if let Err(error) = drafts.clean().await {
                tracing::warn!(%error, "cannot forget removed records of drafts");
            }
            if let Err(error) = library.clean().await {
                tracing::warn!(%error, "cannot delete removed pictures");
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
