//! Errors of hashing, sealing and token creation.

use crate::PasswordRejection;

#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The operating system's random number generator failed.
    #[error("the system's random number generator failed: {0}")]
    Random(String),
    /// Argon2 failed, for example for a password of gigabytes.
    #[error("password hashing failed: {0}")]
    Hash(String),
    /// The queue of passwords to hash is full.
    #[error("the password hashing queue is full")]
    QueueFull,
    /// The operating system could not start a thread.
    #[error("cannot start a thread: {0}")]
    Threads(String),
    /// No secret is configured from which a key can be derived.
    #[error("a secret key is required")]
    NoSecret,
    /// The text is not the name of a token family.
    #[error("invalid token family name")]
    InvalidFamilyName,
    /// Encryption failed: the message is too long.
    #[error("encryption failed: the message is too long")]
    Encrypt,
    /// An operator's password was rejected (security 2.8).
    #[error(transparent)]
    Rejected(#[from] PasswordRejection),
}
