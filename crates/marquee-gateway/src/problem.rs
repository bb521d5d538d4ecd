//! Protocol errors: why a call was not executed.

/// A protocol error; the call was not executed. Each maps to an HTTP status (loyalty-gateway.md, section 2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The envelope or the payload is invalid.
    #[error("{field}: {must}")]
    Malformed {
        /// The field, as a path such as `reqMetadata.route`.
        field: String,
        /// The violated rule, such as `must be text`.
        must: String,
    },
    /// The route is not in the table.
    #[error("there is no such call")]
    UnknownRoute,
    /// The route exists with another method only.
    #[error("this call is made with {allowed}")]
    OtherMethod { allowed: &'static str },
    /// A cookie-mode call that does not come from the site's own pages (security 1.5).
    #[error("this call is made from the site's own pages only")]
    Foreign,
    /// Rate limit exceeded.
    #[error("too many attempts: try again later")]
    Limited {
        /// Seconds until a retry makes sense.
        seconds: u64,
    },
    /// The upstream service returned an invalid response.
    #[error("the loyalty service gave an answer that cannot be read")]
    Nonsense,
    /// The database, the upstream service or a provider is unavailable.
    #[error("the loyalty service is not available at the moment")]
    Unavailable {
        /// Seconds until a retry makes sense.
        seconds: u64,
    },
    /// The upstream service timed out.
    #[error("the loyalty service takes too long to answer")]
    TooSlow,
}

impl Problem {
    pub(crate) fn malformed(field: impl Into<String>, must: impl Into<String>) -> Self {
        Self::Malformed { field: field.into(), must: must.into() }
    }

    /// Value of the `Retry-After` header, in seconds.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Limited { seconds } | Self::Unavailable { seconds } => Some(*seconds),
            Self::TooSlow => Some(5),
            _ => None,
        }
    }

    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Malformed { .. } => 400,
            Self::UnknownRoute => 404,
            Self::OtherMethod { .. } => 405,
            Self::Foreign => 403,
            Self::Limited { .. } => 429,
            Self::Nonsense => 502,
            Self::Unavailable { .. } => 503,
            Self::TooSlow => 504,
        }
    }
}
