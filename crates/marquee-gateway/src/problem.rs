//! What is wrong with a call before it was carried out.

/// A protocol error: nothing was done. Each has the status of its problem report (loyalty-gateway.md, section 2).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The envelope or the payload is not what it should be; names the field and says what it must be.
    #[error("{field}: {must}")]
    Malformed {
        /// The field, as a path such as `reqMetadata.route`.
        field: String,
        /// What it must be.
        must: String,
    },
    /// The route is in no row of the table.
    #[error("there is no such call")]
    UnknownRoute,
    /// The route is in the table, with another method.
    #[error("this call is made with {allowed}")]
    OtherMethod {
        /// The method of the table.
        allowed: &'static str,
    },
    /// In cookie mode the call must come from the site's own pages (security 1.5).
    #[error("this call is made from the site's own pages only")]
    Foreign,
    /// Tried too often.
    #[error("too many attempts: try again later")]
    Limited {
        /// When to try again, in seconds.
        seconds: u64,
    },
    /// The upstream service answered what cannot be read.
    #[error("the loyalty service gave an answer that cannot be read")]
    Nonsense,
    /// The database, the upstream service or a provider is away; nothing was done.
    #[error("the loyalty service is not available at the moment")]
    Unavailable {
        /// When to try again, in seconds.
        seconds: u64,
    },
    /// The upstream service is too slow.
    #[error("the loyalty service takes too long to answer")]
    TooSlow,
}

impl Problem {
    pub(crate) fn malformed(field: impl Into<String>, must: impl Into<String>) -> Self {
        Self::Malformed { field: field.into(), must: must.into() }
    }

    /// When to try again, in seconds.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Limited { seconds } | Self::Unavailable { seconds } => Some(*seconds),
            Self::TooSlow => Some(5),
            _ => None,
        }
    }

    /// The HTTP status of the problem report.
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
