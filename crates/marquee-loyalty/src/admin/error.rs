//! Errors of administration.

use marquee_auth::AuthError;
use marquee_store::StoreError;

use super::csv_error::{CsvError, hint};
use super::report::ImportReport;
use crate::error::LoyaltyError;

/// An operation failed and changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// No record of this kind has the id.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// A field is invalid.
    #[error("{field} {rule}")]
    Field {
        field: String,
        /// The violated rule, for example `must be one line`.
        rule: String,
    },
    /// No field of this kind of record has the name.
    #[error("unknown field {field:?}{}", hint(.nearest.as_ref()))]
    UnknownField {
        field: String,
        /// The most similar existing name, if any.
        nearest: Option<String>,
    },
    /// More points than the actor may give or take at once ([`super::Admin::with_points_limit`]).
    #[error("{field} must be at most {limit}, the limit of points of your role or key")]
    PointsLimit { field: &'static str, limit: u32 },
    /// The change conflicts with existing records. The text is the message.
    #[error("{0}")]
    Conflict(String),
    /// Only the author of a note may do this.
    #[error("only the person who wrote the note can remove it")]
    NotAuthor,
    /// A concurrent write created the same record.
    #[error("a concurrent change created the same record: try again")]
    ConcurrentWrite,
    /// A file was rejected as a whole.
    #[error(transparent)]
    Sheet(#[from] CsvError),
    /// A file has invalid rows, and [`super::ImportOptions::strict`] was set.
    #[error("the file was rejected: {} invalid rows", .0.left_out.len())]
    InvalidRows(Box<ImportReport>),
    /// The engine failed.
    #[error(transparent)]
    Loyalty(LoyaltyError),
}

impl AdminError {
    pub(super) fn field(field: &str, rule: impl Into<String>) -> Self {
        Self::Field { field: field.to_owned(), rule: rule.into() }
    }

    pub(super) fn conflict(reason: impl Into<String>) -> Self {
        Self::Conflict(reason.into())
    }

    /// Whether the error concerns one record only, so that an import can continue.
    pub(super) fn concerns_one_record(&self) -> bool {
        match self {
            Self::NotFound(_)
            | Self::Field { .. }
            | Self::UnknownField { .. }
            | Self::PointsLimit { .. }
            | Self::Conflict(_) => true,
            Self::NotAuthor
            | Self::ConcurrentWrite
            | Self::Sheet(_)
            | Self::InvalidRows(_)
            | Self::Loyalty(_) => false,
        }
    }
}

impl From<LoyaltyError> for AdminError {
    fn from(error: LoyaltyError) -> Self {
        match error {
            LoyaltyError::Field { field, rule } => Self::field(field, rule),
            other => Self::Loyalty(other),
        }
    }
}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Exists(_) => Self::ConcurrentWrite,
            other => Self::Loyalty(other.into()),
        }
    }
}

impl From<AuthError> for AdminError {
    fn from(error: AuthError) -> Self {
        Self::Loyalty(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_continues_only_after_an_error_of_one_record() {
        let unknown = AdminError::UnknownField { field: "q".to_owned(), nearest: None };
        for error in [
            AdminError::NotFound("card"),
            AdminError::field("code", "is required"),
            unknown,
            AdminError::PointsLimit { field: "points", limit: 500 },
            AdminError::conflict("duplicate"),
        ] {
            assert!(error.concerns_one_record(), "{error:?}");
        }
        for error in [
            AdminError::ConcurrentWrite,
            AdminError::Sheet(CsvError::NoHeader),
            AdminError::InvalidRows(Box::default()),
            AdminError::Loyalty(LoyaltyError::Busy),
        ] {
            assert!(!error.concerns_one_record(), "{error:?}");
        }
    }
}
