//! Protocol errors: why a call was not executed.

/// A protocol error; the call was not executed. Each maps to an HTTP status (loyalty-gateway.md, section 2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The envelope or the payload is invalid.
    #[error("{field} {rule}")]
    Malformed {
        /// The field, as a path such as `reqMetadata.route`.
        field: String,
        /// The violated rule, such as `must be a string`.
        rule: String,
    },
    /// The route is not in the table.
    #[error("unknown call")]
    UnknownRoute,
    /// The route exists with another method only.
    #[error("method not allowed: use {allowed}")]
    MethodNotAllowed { allowed: &'static str },
    /// A cookie-mode call that does not come from the site's own pages (security 1.5).
    #[error("cross-origin request: cookie mode is for the site's own pages")]
    CrossOrigin,
    /// An endpoint outside the table was requested without a session, or for data of another member.
    #[error("forbidden: a session of this member is required")]
    Forbidden,
    /// Rate limit exceeded.
    #[error("too many attempts: try again later")]
    TooManyRequests {
        /// Seconds to wait before a retry.
        seconds: u64,
    },
    /// The upstream service returned an invalid response.
    #[error("the loyalty service returned an invalid response")]
    BadGateway,
    /// The database, the upstream service or a provider is unavailable.
    #[error("the loyalty service is temporarily unavailable")]
    Unavailable {
        /// Seconds to wait before a retry.
        seconds: u64,
    },
    /// The upstream service timed out.
    #[error("the loyalty service timed out")]
    GatewayTimeout,
}

impl Problem {
    pub(crate) fn malformed(field: impl Into<String>, rule: impl Into<String>) -> Self {
        Self::Malformed { field: field.into(), rule: rule.into() }
    }

    /// Value of the `Retry-After` header, in seconds.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyRequests { seconds } | Self::Unavailable { seconds } => Some(*seconds),
            Self::GatewayTimeout => Some(5),
            _ => None,
        }
    }

    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Malformed { .. } => 400,
            Self::UnknownRoute => 404,
            Self::MethodNotAllowed { .. } => 405,
            Self::CrossOrigin | Self::Forbidden => 403,
            Self::TooManyRequests { .. } => 429,
            Self::BadGateway => 502,
            Self::Unavailable { .. } => 503,
            Self::GatewayTimeout => 504,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_3_5_a_problem_that_passes_says_when_to_try_again() {
        assert_eq!(Problem::TooManyRequests { seconds: 60 }.retry_after(), Some(60));
        assert_eq!(Problem::Unavailable { seconds: 2 }.retry_after(), Some(2));
        assert_eq!(Problem::GatewayTimeout.retry_after(), Some(5));
        assert_eq!(Problem::BadGateway.retry_after(), None);
    }
}
