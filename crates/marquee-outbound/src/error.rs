//! Errors of requests to other hosts.

use url::Url;

/// Why a request failed. Messages do not contain query, headers or body.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The URL is not allowed: another scheme or port, a username, or an invalid header.
    #[error("{address} is not allowed: {reason}")]
    Refused { address: String, reason: &'static str },
    /// The host is in an internal network and not listed.
    #[error("{host} is an internal host: to allow it, add {host}:{port} to the setting `internal_upstreams`")]
    Internal { host: String, port: u16 },
    /// Timeout. The host may have carried out the request.
    #[error("{host}: timeout")]
    Timeout { host: String },
    /// The host name is unknown, the connection was refused or broke, or the response is not HTTP.
    #[error("{host} cannot be reached: {reason}")]
    Unreachable {
        host: String,
        /// The innermost error.
        reason: String,
    },
    /// A status other than 2xx.
    #[error("{address}: status {status}")]
    Status {
        address: String,
        /// For example 404, or 301, since redirects are not followed.
        status: u16,
    },
    /// The response is larger than the limit.
    #[error("{address}: response is larger than {limit} bytes")]
    TooLarge {
        address: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The response could not be written to the output.
    #[error("{address}: cannot write the response: {source}")]
    Write { address: String, source: std::io::Error },
}

impl OutboundError {
    /// Whether the host is the cause, so that other requests to it would fail as well.
    #[must_use]
    pub fn is_host_error(&self) -> bool {
        matches!(self, Self::Internal { .. } | Self::Timeout { .. } | Self::Unreachable { .. })
    }

    /// Converts an error of the HTTP client.
    pub(crate) fn from_reqwest(error: reqwest::Error, host: String) -> Self {
        if error.is_timeout() {
            Self::Timeout { host }
        } else {
            Self::Unreachable { host, reason: innermost(error) }
        }
    }
}

pub(crate) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

/// Scheme, host and port, for messages about calls whose path may contain personal data.
pub(crate) fn origin(url: &Url) -> String {
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}://{}{port}", url.scheme(), host(url))
}

/// The URL without username and query, which may be secret.
pub(crate) fn without_query(url: &Url) -> String {
    origin(url) + url.path()
}

/// The innermost cause of an error; the outer errors only say that the request failed.
fn innermost(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut inner: &dyn std::error::Error = &error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
