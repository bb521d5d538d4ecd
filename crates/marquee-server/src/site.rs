//! The site a request is for.

use std::sync::Arc;

use axum::response::Response;
use http::{HeaderMap, Uri};
use marquee_site::SiteHandle;

use crate::error;
use crate::host::{HostName, host};
use crate::router::App;
use crate::theater::bad_host;

/// The site of the request's host.
///
/// # Errors
/// What to answer when there is none.
pub fn site_of(app: &App, uri: &Uri, headers: &HeaderMap) -> Result<Arc<SiteHandle>, Box<Response>> {
    Ok(site_and_host(app, uri, headers)?.0)
}

/// The same with the host's name.
pub fn site_and_host(
    app: &App,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(Arc<SiteHandle>, String), Box<Response>> {
    let HostName::Name(name) = host(uri, headers) else { return Err(Box::new(bad_host())) };
    let site = app.directory.of_host(&name).ok_or_else(|| Box::new(error::unknown_host()))?;
    Ok((site, name))
}
