//! Why something was not fetched.

/// Why something was not fetched. The texts say what to change where somebody here can.
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
    /// No answer: the name is unknown, nothing listens there, the connection broke, or time was over.
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
        matches!(self, Self::Internal { .. } | Self::Unreachable { .. })
    }
}
