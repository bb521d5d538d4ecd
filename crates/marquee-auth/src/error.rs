//! Why a secret was not made.

use crate::OPERATOR_PASSWORD;

/// Why a password was not hashed or a secret not made.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The system gives no random bytes.
    #[error("the system gives no random bytes: {0}")]
    Random(String),
    /// The password cannot be hashed.
    #[error("the password cannot be hashed: {0}")]
    Hash(String),
    /// As many passwords wait to be hashed as may wait.
    #[error("too many passwords wait to be hashed")]
    Busy,
    /// The system gives no threads.
    #[error("the system gives no threads: {0}")]
    Threads(String),
    /// There is no secret to derive a key from.
    #[error("there is no secret key")]
    NoSecret,
    /// A family of tokens has another name than that.
    #[error("this names no family of tokens")]
    Family,
    /// Too much was to be sealed.
    #[error("this cannot be sealed")]
    Seal,
    /// The password is shorter than operators' passwords are (security 2.8).
    #[error("an operator's password has at least {OPERATOR_PASSWORD} characters")]
    TooShort,
}
