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
}

impl Problem {
    pub(crate) fn malformed(field: impl Into<String>, must: impl Into<String>) -> Self {
        Self::Malformed { field: field.into(), must: must.into() }
    }

    /// The HTTP status of the problem report.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Malformed { .. } => 400,
            Self::UnknownRoute => 404,
            Self::OtherMethod { .. } => 405,
        }
    }
}
