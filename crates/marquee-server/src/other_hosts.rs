//! Hosts that are not sites, and paths of a site's host that are not the site's. Each has its own service.

use std::collections::HashMap;

use axum::Router;

use crate::host::HostName;

/// Services by host name, in lower case and without port. Each represents another company's server and sets its own headers.
/// Paths and connections are checked as for sites.
#[derive(Debug, Clone, Default)]
pub struct OtherHosts {
    hosts: HashMap<String, Router>,
    /// Services on the host of a site, by the beginnings of their paths.
    paths: Vec<(String, &'static str, Router)>,
}

impl OtherHosts {
    /// Adds a host.
    #[must_use]
    pub fn with(mut self, host: &str, service: Router) -> Self {
        self.hosts.insert(host.to_owned(), service);
        self
    }

    /// Adds a service on the host of a site, for paths that begin with one of `prefixes`.
    #[must_use]
    pub fn with_paths(mut self, host: &str, prefixes: &[&'static str], service: &Router) -> Self {
        let entries = prefixes.iter().map(|prefix| (host.to_owned(), *prefix, service.clone()));
        self.paths.extend(entries);
        self
    }

    /// The service of a host that is not a site, or of a path that is not the site's.
    pub(crate) fn service(&self, host: &HostName, path: &str) -> Option<&Router> {
        let HostName::Name(name) = host else { return None };
        let shared = self.paths.iter().find(|(host, prefix, _)| host == name && path.starts_with(prefix));
        shared.map(|(_, _, service)| service).or_else(|| self.hosts.get(name))
    }
}
