//! The client.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use url::{Host, Url};

use crate::OutboundError;
use crate::address::is_global;

/// Ports of the web.
const PORTS: [u16; 4] = [80, 443, 8080, 8443];

/// Time to a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// What one answer may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of its body.
    pub bytes: u64,
    /// Time until its last byte.
    pub time: Duration,
}

/// Asks other machines. Cheap to clone; keeps connections for a while.
#[derive(Debug, Clone)]
pub struct Outbound {
    /// Connects to public addresses only.
    public: reqwest::Client,
    /// Connects to whatever a name leads to; for what the operator listed.
    listed: reqwest::Client,
    internal: Arc<[String]>,
}

/// Whether `host:port` stands in the operator's list.
fn is_listed(internal: &[String], host: &str, port: u16) -> bool {
    let name = format!("{host}:{port}");
    internal.iter().any(|entry| entry.eq_ignore_ascii_case(&name))
}

/// Resolves names; of the addresses found only global ones are connected to.
#[derive(Debug)]
struct Guard;

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let usable: Vec<SocketAddr> = found.filter(|a| is_global(a.ip())).collect();
            if usable.is_empty() {
                return Err(format!("{} has no public address", name.as_str()).into());
            }
            Ok(Box::new(usable.into_iter()) as Addrs)
        })
    }
}

impl Outbound {
    /// A client; `internal` lists what may be asked although it is internal or on another port, as `host:port`.
    ///
    /// # Errors
    /// A text when the platform's certificates cannot be used.
    pub fn new(internal: &[String]) -> Result<Self, String> {
        let builder = || {
            reqwest::Client::builder()
                .redirect(Policy::none())
                .no_proxy()
                .connect_timeout(CONNECT)
                .user_agent(concat!("Marquee/", env!("CARGO_PKG_VERSION")))
        };
        let public = builder().dns_resolver(Arc::new(Guard)).build().map_err(|e| e.to_string())?;
        let listed = builder().build().map_err(|e| e.to_string())?;
        Ok(Self { public, listed, internal: internal.into() })
    }

    /// Fetches a body whole.
    ///
    /// # Errors
    /// [`OutboundError`].
    pub async fn get(&self, url: &Url, limits: Limits) -> Result<Bytes, OutboundError> {
        let mut body = Vec::new();
        self.get_into(url, limits, &mut body, |_, _| {}).await?;
        Ok(Bytes::from(body))
    }

    /// Fetches a body into `out`; `progress` hears of the bytes so far and of all, if the answer says how many.
    ///
    /// # Errors
    /// [`OutboundError`]; then `out` may have a part of it.
    pub async fn get_into(
        &self,
        url: &Url,
        limits: Limits,
        out: &mut (impl AsyncWrite + Unpin + Send),
        mut progress: impl FnMut(u64, Option<u64>) + Send,
    ) -> Result<u64, OutboundError> {
        let client = self.client_for(url)?;
        let unreachable = |e: reqwest::Error| OutboundError::Unreachable {
            host: url.host_str().unwrap_or_default().to_owned(),
            reason: innermost(&e),
        };
        let answer = client.get(url.clone()).timeout(limits.time).send().await.map_err(unreachable)?;
        if !answer.status().is_success() {
            return Err(OutboundError::Status { address: url.to_string(), status: answer.status().as_u16() });
        }
        let too_large = || OutboundError::TooLarge { address: url.to_string(), limit: limits.bytes };
        let length = answer.content_length();
        if length.is_some_and(|n| n > limits.bytes) {
            return Err(too_large());
        }
        let (mut stream, mut done) = (answer.bytes_stream(), 0_u64);
        while let Some(part) = stream.next().await {
            let part = part.map_err(unreachable)?;
            done += part.len() as u64;
            if done > limits.bytes {
                return Err(too_large());
            }
            let write = |source| OutboundError::Write { address: url.to_string(), source };
            out.write_all(&part).await.map_err(write)?;
            progress(done, length);
        }
        out.flush().await.map_err(|source| OutboundError::Write { address: url.to_string(), source })?;
        Ok(done)
    }

    /// Who asks an address, if it may be asked. Host and port are listed together: another port of a listed host is
    /// asked as a stranger's, and its name is looked at again when it has been resolved.
    fn client_for(&self, url: &Url) -> Result<&reqwest::Client, OutboundError> {
        let refused = |why| OutboundError::Refused { address: url.to_string(), why };
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refused("only http and https are"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused("it has a user name"));
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(refused("it has no host"));
        };
        if is_listed(&self.internal, &host.to_string(), port) {
            return Ok(&self.listed);
        }
        if !PORTS.contains(&port) {
            return Err(refused("its port is not one of the web"));
        }
        let ip = match host {
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
            Host::Domain(name) if name == "localhost" || name.ends_with(".localhost") => {
                Some(IpAddr::from([127, 0, 0, 1]))
            }
            Host::Domain(_) => None,
        };
        if ip.is_some_and(|ip| !is_global(ip)) {
            return Err(OutboundError::Internal { host: host.to_string(), port });
        }
        Ok(&self.public)
    }
}

/// What lies at the bottom of an error: the outer layers only say that something failed.
fn innermost(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "it took too long".to_owned();
    }
    let mut inner: &dyn std::error::Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

#[cfg(test)]
mod tests;
