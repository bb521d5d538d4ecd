//! Hosts that are not sites. Each has its own service.

use std::collections::HashMap;

use axum::Router;

use crate::host::{HostName, host};

/// Services by host name, in lower case and without port. Each represents another company's server and sets its own headers.
/// Paths and connections are checked as for sites.
#[derive(Debug, Clone, Default)]
pub struct OtherHosts(HashMap<String, Router>);

impl OtherHosts {
    /// Adds a host.
    #[must_use]
    pub fn with(mut self, host: &str, service: Router) -> Self {
        self.0.insert(host.to_owned(), service);
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The service of a request's host.
    pub(crate) fn service<B>(&self, request: &http::Request<B>) -> Option<&Router> {
        match host(request.uri(), request.headers()) {
            HostName::Name(name) => self.0.get(&name),
            HostName::Bad => None,
        }
    }
}
