//! The HTTP client.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, ETAG, HeaderName, LAST_MODIFIED, LOCATION};
use reqwest::redirect::Policy;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use url::{Host, Url};

use crate::address::is_global;
use crate::error::{host, origin, without_query};
use crate::{OutboundError, OutboundRequest, OutboundResponse};

/// Ports allowed on hosts that the operator has not listed.
const ALLOWED_PORTS: [u16; 4] = [80, 443, 8080, 8443];

/// Connect timeout for fetching feeds and pictures, which may be on slow servers.
const FETCH_CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Connect timeout for calls during a visitor's request (security 3.5).
const CALL_CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Limits for one response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of the body in bytes.
    pub bytes: u64,
    /// Timeout for the whole response.
    pub time: Duration,
}

/// The client for other hosts. Cheap to clone; pools connections.
#[derive(Debug, Clone)]
pub struct Outbound {
    fetching: Clients,
    calling: Clients,
    internal: Arc<[String]>,
}

#[derive(Debug, Clone)]
struct Clients {
    /// Connects to global addresses only.
    public: reqwest::Client,
    /// Connects to any address; for hosts listed by the operator.
    unrestricted: reqwest::Client,
}

impl Clients {
    fn new(connect: Duration) -> Result<Self, String> {
        let builder = || {
            reqwest::Client::builder()
                .redirect(Policy::none())
                .no_proxy()
                .connect_timeout(connect)
                .user_agent(concat!("Marquee/", env!("CARGO_PKG_VERSION")))
        };
        let public = builder().dns_resolver(Arc::new(PublicResolver)).build().map_err(|e| e.to_string())?;
        let listed_client = builder().build().map_err(|e| e.to_string())?;
        Ok(Self { public, unrestricted: listed_client })
    }
}

/// Whether `host:port` is in the operator's list.
fn is_listed(internal: &[String], host: &str, port: u16) -> bool {
    let name = format!("{host}:{port}");
    internal.iter().any(|entry| entry.eq_ignore_ascii_case(&name))
}

/// A DNS resolver that returns global addresses only.
#[derive(Debug)]
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let addresses = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let global: Vec<SocketAddr> = addresses.filter(|a| is_global(a.ip())).collect();
            if global.is_empty() {
                return Err(format!("{} has no public address", name.as_str()).into());
            }
            Ok(Box::new(global.into_iter()) as Addrs)
        })
    }
}

impl Outbound {
    /// Creates the client. `internal` lists additional hosts that it may connect to, as `host:port`: internal hosts, or other
    /// ports. Returns an error if the platform's certificates cannot be loaded.
    pub fn new(internal: &[String]) -> Result<Self, String> {
        let (fetching, calling) = (Clients::new(FETCH_CONNECT_TIMEOUT)?, Clients::new(CALL_CONNECT_TIMEOUT)?);
        Ok(Self { fetching, calling, internal: internal.into() })
    }

    /// Fetches a body.
    pub async fn get(&self, url: &Url, limits: Limits) -> Result<Bytes, OutboundError> {
        let mut body = Vec::new();
        self.get_into(url, limits, &mut body, |_, _| {}).await?;
        Ok(Bytes::from(body))
    }

    /// Fetches a body into `out` and returns its size in bytes. `progress` is called with the bytes so far and the content
    /// length, if known. After an error, `out` may contain a part of the body.
    pub async fn get_into(
        &self,
        url: &Url,
        limits: Limits,
        out: &mut (impl AsyncWrite + Unpin + Send),
        mut progress: impl FnMut(u64, Option<u64>) + Send,
    ) -> Result<u64, OutboundError> {
        let client = self.client_for(&self.fetching, url, without_query)?;
        let failed = |e| OutboundError::from_reqwest(e, host(url));
        let response = client.get(url.clone()).timeout(limits.time).send().await.map_err(failed)?;
        if !response.status().is_success() {
            return Err(OutboundError::Status {
                address: without_query(url),
                status: response.status().as_u16(),
            });
        }
        let length = response.content_length();
        let write = |source| OutboundError::Write { address: without_query(url), source };
        let mut body = Body::new(response, host(url), without_query(url), limits.bytes)?;
        while let Some(chunk) = body.next().await? {
            out.write_all(&chunk).await.map_err(write)?;
            progress(body.done, length);
        }
        out.flush().await.map_err(write)?;
        Ok(body.done)
    }

    /// Sends a request and returns the response, whatever its status. The only headers are those of `outgoing`, `host`,
    /// `user-agent`, `content-length` and `accept: */*`. Redirects are not followed. The connect timeout is 2 seconds. Never
    /// returns [`OutboundError::Status`].
    pub async fn send(
        &self,
        outgoing: OutboundRequest,
        limits: Limits,
    ) -> Result<OutboundResponse, OutboundError> {
        let url = &outgoing.url;
        let client = self.client_for(&self.calling, url, origin)?;
        let failed = |e| OutboundError::from_reqwest(e, host(url));
        let request =
            outgoing.apply(client.request(outgoing.method.into(), url.clone()))?.timeout(limits.time);
        let response = request.send().await.map_err(failed)?;
        read_response(response, url, origin(url), limits).await
    }

    /// Fetches a page, a picture or a file and returns the response, whatever its status. Redirects are not followed: their
    /// target is in [`OutboundResponse::location`]. Never returns [`OutboundError::Status`].
    pub async fn fetch(&self, url: &Url, limits: Limits) -> Result<OutboundResponse, OutboundError> {
        self.fetch_with(OutboundRequest::get(url.clone()), limits).await
    }

    /// As [`Outbound::fetch`], with the headers of `outgoing`, for example of a conditional request.
    pub async fn fetch_with(
        &self,
        outgoing: OutboundRequest,
        limits: Limits,
    ) -> Result<OutboundResponse, OutboundError> {
        let url = &outgoing.url;
        let client = self.client_for(&self.fetching, url, without_query)?;
        let failed = |e| OutboundError::from_reqwest(e, host(url));
        let request =
            outgoing.apply(client.request(outgoing.method.into(), url.clone()))?.timeout(limits.time);
        let response = request.send().await.map_err(failed)?;
        read_response(response, url, without_query(url), limits).await
    }

    /// The client for a URL, or an error if the URL is not allowed. A host is listed with one port; on its other ports, its
    /// resolved addresses must be global. `name` formats the URL for errors.
    fn client_for<'a>(
        &self,
        clients: &'a Clients,
        url: &Url,
        name: fn(&Url) -> String,
    ) -> Result<&'a reqwest::Client, OutboundError> {
        let refused = |reason| OutboundError::Refused { address: name(url), reason };
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refused("scheme must be http or https"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused("must not contain a username or password"));
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(refused("host is required"));
        };
        if is_listed(&self.internal, &host.to_string(), port) {
            return Ok(&clients.unrestricted);
        }
        if !ALLOWED_PORTS.contains(&port) {
            return Err(refused("port must be 80, 443, 8080 or 8443"));
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
        Ok(&clients.public)
    }
}

/// Reads a response. `address` is for errors.
async fn read_response(
    response: reqwest::Response,
    url: &Url,
    address: String,
    limits: Limits,
) -> Result<OutboundResponse, OutboundError> {
    let status = response.status().as_u16();
    let header =
        |name: HeaderName| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
    let (content_type, location) = (header(CONTENT_TYPE), header(LOCATION));
    let (etag, last_modified) = (header(ETAG), header(LAST_MODIFIED));
    let (mut body, mut bytes) = (Body::new(response, host(url), address, limits.bytes)?, Vec::new());
    while let Some(chunk) = body.next().await? {
        bytes.extend_from_slice(&chunk);
    }
    Ok(OutboundResponse { status, content_type, location, etag, last_modified, body: bytes.into() })
}

/// The body of a response, read in chunks up to a limit.
struct Body {
    response: reqwest::Response,
    host: String,
    address: String,
    limit: u64,
    /// Bytes read so far.
    done: u64,
}

impl Body {
    /// Returns an error if the content length exceeds the limit. `address` is for errors.
    fn new(
        response: reqwest::Response,
        host: String,
        address: String,
        limit: u64,
    ) -> Result<Self, OutboundError> {
        let length = response.content_length().unwrap_or(0);
        let body = Self { response, host, address, limit, done: 0 };
        body.check_limit(length)?;
        Ok(body)
    }

    async fn next(&mut self) -> Result<Option<Bytes>, OutboundError> {
        let chunk =
            self.response.chunk().await.map_err(|e| OutboundError::from_reqwest(e, self.host.clone()))?;
        self.done += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        self.check_limit(self.done)?;
        Ok(chunk)
    }

    fn check_limit(&self, bytes: u64) -> Result<(), OutboundError> {
        if bytes <= self.limit {
            return Ok(());
        }
        Err(OutboundError::TooLarge { address: self.address.clone(), limit: self.limit })
    }
}

#[cfg(test)]
mod tests;
