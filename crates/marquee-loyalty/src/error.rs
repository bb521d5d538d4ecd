//! Errors of the engine.

use marquee_auth::AuthError;
use marquee_model::id::IdError;
use marquee_model::peach::PeachCode;
use marquee_store::StoreError;

/// A call failed and changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum LoyaltyError {
    /// A rule of the loyalty program forbids it.
    #[error("refused with code {}", .0.number())]
    Refused(PeachCode),
    /// The password must have been entered within the last 15 minutes (security 1.9).
    #[error("the password is to be entered again")]
    Reauthenticate,
    /// An argument is invalid.
    #[error("{field}: {must}")]
    Field {
        /// The field's name in the API.
        field: &'static str,
        /// The violated rule, for example `must be one line`.
        must: String,
    },
    /// Too many attempts from one IP address (security 2).
    #[error("too many attempts")]
    Limited {
        /// Seconds until the next attempt is allowed, at least 1.
        seconds: u64,
    },
    /// The queue of passwords to hash is full, hashing timed out, or a concurrent write won.
    #[error("too many passwords wait to be checked")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(StoreError),
    /// An id made or stored by this program is invalid.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Hashing, encryption or the random number generator failed.
    #[error(transparent)]
    Crypto(#[from] AuthError),
}

impl From<PeachCode> for LoyaltyError {
    fn from(code: PeachCode) -> Self {
        Self::Refused(code)
    }
}

impl From<StoreError> for LoyaltyError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::InsufficientFunds | StoreError::Frozen => Self::Refused(PeachCode::InvalidActivation),
            other => Self::Store(other),
        }
    }
}

impl LoyaltyError {
    pub(crate) fn field(field: &'static str, must: impl Into<String>) -> Self {
        Self::Field { field, must: must.into() }
    }
}
