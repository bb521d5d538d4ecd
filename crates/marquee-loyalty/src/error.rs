//! Why a call was not carried out.

use marquee_auth::AuthError;
use marquee_model::peach::PeachCode;
use marquee_store::StoreError;

/// Why a call was not carried out; then nothing was.
#[derive(Debug, thiserror::Error)]
pub enum LoyaltyError {
    /// A rule of the programme refuses it.
    #[error("refused with code {}", .0.number())]
    Refused(PeachCode),
    /// The password must have been entered within the last 15 minutes (security 1.9).
    #[error("the password is to be entered again")]
    Reauthenticate,
    /// What was sent is not what the call takes.
    #[error("{field}: {must}")]
    Field {
        /// The field.
        field: &'static str,
        /// What it must be.
        must: String,
    },
    /// Tried too often from one address (security 2).
    #[error("too many attempts")]
    Limited {
        /// When to try again, in seconds.
        seconds: u64,
    },
    /// More passwords wait to be checked than may.
    #[error("too many passwords wait to be checked")]
    Busy,
    /// The database.
    #[error(transparent)]
    Store(StoreError),
    /// The system gives no random bytes, or the like.
    #[error(transparent)]
    Secret(#[from] AuthError),
}

impl From<PeachCode> for LoyaltyError {
    fn from(code: PeachCode) -> Self {
        Self::Refused(code)
    }
}

impl From<StoreError> for LoyaltyError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Short | StoreError::Frozen => Self::Refused(PeachCode::ActivationInfo),
            other => Self::Store(other),
        }
    }
}

impl LoyaltyError {
    pub(crate) fn field(field: &'static str, must: impl Into<String>) -> Self {
        Self::Field { field, must: must.into() }
    }
}
