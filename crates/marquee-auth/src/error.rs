//! Errors of hashing, sealing and token creation.

use crate::MIN_OPERATOR_PASSWORD_LENGTH;

#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The operating system's random number generator failed.
    #[error("the system gives no random bytes: {0}")]
    Random(String),
    /// Argon2 failed, for example for a password of gigabytes.
    #[error("the password cannot be hashed: {0}")]
    Hash(String),
    /// The queue of passwords to hash is full.
    #[error("too many passwords wait to be hashed")]
    QueueFull,
    /// The operating system could not start a thread.
    #[error("the system gives no threads: {0}")]
    Threads(String),
    /// No secret was configured to derive a key from.
    #[error("there is no secret key")]
    NoSecret,
    /// The text is not the name of a token family.
    #[error("this names no family of tokens")]
    InvalidFamilyName,
    /// Encryption failed: the message is too long.
    #[error("this cannot be sealed")]
    Encrypt,
    /// An operator's password is shorter than 15 characters (security 2.8).
    #[error("an operator's password has at least {MIN_OPERATOR_PASSWORD_LENGTH} characters")]
    TooShort,
}
