//! The site of a request.

use std::sync::Arc;

use axum::response::Response;
use http::{HeaderMap, Uri};
use marquee_site::SiteHandle;

use crate::app::App;
use crate::error::{self, bad_host};
use crate::host::{HostName, host};

/// The site of the request's host.
///
/// # Errors
/// The error response if the host is invalid or unknown.
pub fn site_of(app: &App, uri: &Uri, headers: &HeaderMap) -> Result<Arc<SiteHandle>, Box<Response>> {
    Ok(site_and_host(app, uri, headers)?.0)
}

/// Like [`site_of`], with the host name.
pub fn site_and_host(
    app: &App,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(Arc<SiteHandle>, String), Box<Response>> {
    let HostName::Name(name) = host(uri, headers) else { return Err(Box::new(bad_host())) };
    let site = app.sites.by_host(&name).ok_or_else(|| Box::new(error::unknown_host()))?;
    Ok((site, name))
}
