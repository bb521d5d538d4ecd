//! Why the desk did not do as asked.

use marquee_auth::AuthError;
use marquee_store::StoreError;

use super::import::Report;
use super::sheet::SheetError;
use crate::error::LoyaltyError;

/// Why the desk did not do as asked; then nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// There is none of this id.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// A field is not what it must be.
    #[error("{field}: {must}")]
    Field {
        /// The field.
        field: String,
        /// What it must be.
        must: String,
    },
    /// What is there already speaks against it.
    #[error("{0}")]
    Conflict(String),
    /// The same was written by somebody else at the same time.
    #[error("the same was written by somebody else meanwhile: try again")]
    Meanwhile,
    /// A file cannot be read at all.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// A file that must be taken whole has rows that cannot be taken.
    #[error("the file was refused: {} of its rows cannot be taken", .0.left_out.len())]
    Strict(Box<Report>),
    /// The engine.
    #[error(transparent)]
    Loyalty(LoyaltyError),
}

impl DeskError {
    pub(super) fn field(field: &str, must: impl Into<String>) -> Self {
        Self::Field { field: field.to_owned(), must: must.into() }
    }

    pub(super) fn conflict(why: impl Into<String>) -> Self {
        Self::Conflict(why.into())
    }

    /// Whether it is about one record, and others may be taken.
    pub(super) fn is_of_record(&self) -> bool {
        matches!(self, Self::NotFound(_) | Self::Field { .. } | Self::Conflict(_))
    }
}

impl From<LoyaltyError> for DeskError {
    fn from(error: LoyaltyError) -> Self {
        match error {
            LoyaltyError::Field { field, must } => Self::field(field, must),
            other => Self::Loyalty(other),
        }
    }
}

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Exists(_) => Self::Meanwhile,
            other => Self::Loyalty(other.into()),
        }
    }
}

impl From<AuthError> for DeskError {
    fn from(error: AuthError) -> Self {
        Self::Loyalty(error.into())
    }
}
