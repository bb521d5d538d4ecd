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
    let HostName::Name(name) = host(uri, headers) else { return Err(Box::new(bad_host())) };
    app.directory.of_host(&name).ok_or_else(|| Box::new(error::unknown_host()))
}
