//! The demo: two sites whose schedule always starts today, with members, and stand-ins for the third parties that a site uses.
//!
//! Layer 7. Only the command `marquee demo` uses this crate. The server does not depend on it: [`other_hosts`] returns the
//! stand-ins as services for additional hosts, which the server serves next to the sites.

mod editor;
mod fixtures;
mod members;
mod sandbox;
mod schedule;
mod stand_ins;

use anyhow::{Context, Result};
use axum::body::{Body, Bytes};
use http::HeaderMap;
use http::header::CONTENT_ENCODING;
use marquee_server::{App, OtherHosts};

pub use schedule::{Day, create_or_update, print_banner, update_daily};

/// Host of the sandbox ticketing site.
pub const TICKETING: &str = "ticketing.localhost";
/// Host of the stand-in for the site editor.
pub const EDITOR: &str = "editor.localhost";
/// Host of the stand-ins for consent tools, analytics and ads.
pub const THIRD_PARTIES: &str = "third-parties.localhost";

/// Creates the members and offers of the demo sites, and returns the stand-ins.
///
/// # Errors
/// If the database cannot be read or written, or a demo site is missing.
pub async fn other_hosts(app: &App) -> Result<OtherHosts> {
    let (loyalty, now) = (app.gateway.loyalty(), app.pages.now());
    members::create(loyalty, &app.sites, now).await.context("cannot create the demo's members")?;
    let keys = members::till_keys(loyalty, &app.sites).await?;
    Ok(OtherHosts::default()
        .with(TICKETING, sandbox::service(app, keys))
        .with(EDITOR, editor::service(app.files.clone()))
        .with(THIRD_PARTIES, stand_ins::service()))
}

/// The body of a request; `None` if it is longer than `max` bytes, compressed or incomplete.
async fn body_within(headers: &HeaderMap, body: Body, max: usize) -> Option<Bytes> {
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return None;
    }
    axum::body::to_bytes(body, max).await.ok()
}
