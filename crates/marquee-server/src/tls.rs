//! Encrypted connections, and what unencrypted ones get on a server that encrypts.

use std::collections::BTreeSet;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use http::{HeaderValue, Response, StatusCode, Uri};
use marquee_model::host::is_loopback;
use marquee_site::SiteIndex;
use marquee_tls::{CHALLENGE_PATH, Certificates, run_certificates};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::rustls::server::Acceptor;
use tokio_rustls::server::TlsStream;

use crate::error;
use crate::host::HostName;

/// Paths that are answered without encryption as well: health checks of load balancers.
const UNENCRYPTED_PATHS: [&str; 2] = ["/healthz", "/readyz"];

/// The certificates of this server and the hosts that have one. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Tls {
    certificates: Certificates,
    sites: SiteIndex,
    /// Hosts that are not sites, in lower case.
    others: Arc<BTreeSet<String>>,
}

impl Tls {
    /// `others` are the hosts besides those of sites, in lower case and without port.
    #[must_use]
    pub fn new(certificates: Certificates, sites: SiteIndex, others: BTreeSet<String>) -> Self {
        Self { certificates, sites, others: Arc::new(others) }
    }

    /// Orders and renews the certificates of all hosts until aborted.
    pub async fn run(self) {
        run_certificates(self.certificates.clone(), || self.hosts()).await;
    }

    /// All hosts that visitors reach over https.
    fn hosts(&self) -> BTreeSet<String> {
        let hosts = self.sites.https_hosts().into_iter().chain(self.others.iter().cloned());
        hosts.filter(|host| can_have_certificate(host)).collect()
    }

    fn has(&self, host: &str) -> bool {
        let is_own =
            || self.others.contains(host) || self.sites.by_host(host).is_some_and(|site| site.is_https());
        can_have_certificate(host) && is_own()
    }

    /// Encrypts a connection with the certificate of the host that it names. Waits for a certificate that is not issued yet; the caller
    /// sets the time limit.
    ///
    /// # Errors
    /// If the client names no host of this server, or the handshake fails.
    pub(crate) async fn handshake<S>(&self, stream: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let start = LazyConfigAcceptor::new(Acceptor::default(), stream).await?;
        let host = start.client_hello().server_name().map(str::to_ascii_lowercase);
        let host = host.filter(|host| self.has(host)).ok_or_else(|| io::Error::other("unknown host"))?;
        let config = self.certificates.config(&host).await;
        start.into_stream(config).await
    }

    /// The response to an unencrypted request to a host of this server: what an ACME server asks for, or a redirect to the encrypted
    /// address. `None` for requests that need no encryption.
    pub(crate) async fn respond_unencrypted(&self, host: &HostName, uri: &Uri) -> Option<Response<Body>> {
        let HostName::Name(name) = host else { return None };
        if let Some(token) = uri.path().strip_prefix(CHALLENGE_PATH) {
            return Some(self.respond_challenge(token).await);
        }
        if UNENCRYPTED_PATHS.contains(&uri.path()) || !self.has(name) {
            return None;
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let location = HeaderValue::try_from(format!("https://{name}{path}")).ok()?;
        let mut response = Response::new(Body::empty());
        // Browsers keep a permanent redirect: only once the address works.
        let has_certificate = self.certificates.has(name).await;
        *response.status_mut() =
            if has_certificate { StatusCode::PERMANENT_REDIRECT } else { StatusCode::TEMPORARY_REDIRECT };
        response.headers_mut().insert(LOCATION, location);
        Some(response)
    }

    async fn respond_challenge(&self, token: &str) -> Response<Body> {
        match self.certificates.challenge_response(token).await {
            Ok(Some(text)) => {
                let mut response = Response::new(Body::from(text));
                let headers = response.headers_mut();
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
                headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
                response
            }
            Ok(None) => error::minimal_page(StatusCode::NOT_FOUND, "Not found", "The token is unknown."),
            Err(problem) => {
                tracing::warn!(error = %problem, "cannot read a challenge");
                error::minimal_page(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Not available",
                    "The token cannot be read.",
                )
            }
        }
    }
}

/// Whether a host can have a certificate: addresses and names of this machine cannot.
fn can_have_certificate(host: &str) -> bool {
    !host.starts_with('[') && host.parse::<IpAddr>().is_err() && !is_loopback(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_names_of_this_machine_have_no_certificates() {
        for host in ["localhost", "aster.localhost", "127.0.0.1", "10.0.0.5", "[::1]", "[2001:db8::1]"] {
            assert!(!can_have_certificate(host), "{host}");
        }
        assert!(can_have_certificate("acme.example"));
    }
}
