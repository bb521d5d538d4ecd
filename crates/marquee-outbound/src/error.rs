//! Why something was not fetched.

use url::Url;

/// Why something was not fetched. The texts say what to change where somebody here can. They name no query, no header
/// and no body.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// Not an address that is asked: another scheme, a port that is not allowed, a user name in it.
    #[error("{address} is not asked: {why}")]
    Refused {
        /// The address.
        address: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The host is one of an internal network.
    #[error(
        "{host} is an internal address: list {host}:{port} in the setting `internal_upstreams` if it is meant"
    )]
    Internal {
        /// The host.
        host: String,
        /// The port.
        port: u16,
    },
    /// No whole answer before time was over. What was asked for may have been done all the same.
    #[error("{host} took too long")]
    TooSlow {
        /// The host.
        host: String,
    },
    /// No answer: the name is unknown, nothing listens there, or the connection broke.
    #[error("{host} cannot be reached: {reason}")]
    Unreachable {
        /// The host.
        host: String,
        /// What the network says.
        reason: String,
    },
    /// An answer that has no content to take.
    #[error("{address} answered {status}")]
    Status {
        /// The address.
        address: String,
        /// The status, for example 404, or 301, which is not followed.
        status: u16,
    },
    /// More than was allowed.
    #[error("{address} has more than {limit} bytes")]
    TooLarge {
        /// The address.
        address: String,
        /// How many were allowed.
        limit: u64,
    },
    /// What came cannot be written down.
    #[error("what {address} sent cannot be written: {source}")]
    Write {
        /// The address.
        address: String,
        /// Why.
        source: std::io::Error,
    },
}

impl OutboundError {
    /// Whether the host itself is the trouble, so that asking it for something else is in vain as well.
    #[must_use]
    pub fn is_of_host(&self) -> bool {
        matches!(self, Self::Internal { .. } | Self::TooSlow { .. } | Self::Unreachable { .. })
    }

    /// What the client says, in words of ours.
    pub(crate) fn of(error: reqwest::Error, host: String) -> Self {
        if error.is_timeout() {
            Self::TooSlow { host }
        } else {
            Self::Unreachable { host, reason: innermost(error) }
        }
    }
}

/// The host of an address.
pub(crate) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

/// Scheme, host and port of an address: what may be said of a call, whose path can name a person.
pub(crate) fn origin(url: &Url) -> String {
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    format!("{}://{}{port}", url.scheme(), host(url))
}

/// An address that is fetched, in words: without user name and query, which may be secrets.
pub(crate) fn shown(url: &Url) -> String {
    origin(url) + url.path()
}

/// What lies at the bottom of an error: the outer layers only say that something failed.
fn innermost(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut inner: &dyn std::error::Error = &error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
