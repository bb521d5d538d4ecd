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
    client: reqwest::Client,
    internal: Arc<[String]>,
}

/// Whether `host:port` stands in the operator's list.
fn is_listed(internal: &[String], host: &str, port: u16) -> bool {
    let name = format!("{host}:{port}");
    internal.iter().any(|entry| entry.eq_ignore_ascii_case(&name))
}

/// Resolves names; of the addresses found only global ones are connected to, unless the name is listed.
#[derive(Debug)]
struct Guard {
    internal: Arc<[String]>,
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        // The port of a listed name was checked before; here only the name is known.
        let listed = self.internal.iter().any(|entry| {
            entry.rsplit_once(':').is_some_and(|(host, _)| host.eq_ignore_ascii_case(name.as_str()))
        });
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let usable: Vec<SocketAddr> = found.filter(|a| listed || is_global(a.ip())).collect();
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
        let internal: Arc<[String]> = internal.into();
        let client = reqwest::Client::builder()
            .dns_resolver(Arc::new(Guard { internal: internal.clone() }))
            .redirect(Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT)
            .user_agent(concat!("Marquee/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| e.to_string())?;
        Ok(Self { client, internal })
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
        self.permit(url)?;
        let unreachable = |e: reqwest::Error| OutboundError::Unreachable {
            host: url.host_str().unwrap_or_default().to_owned(),
            reason: innermost(&e),
        };
        let answer = self.client.get(url.clone()).timeout(limits.time).send().await.map_err(unreachable)?;
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

    /// Whether an address may be asked; names are looked at again when they have been resolved.
    fn permit(&self, url: &Url) -> Result<(), OutboundError> {
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
            return Ok(());
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
        Ok(())
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
