//! Errors of captcha verification.

/// An answer was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptchaError {
    /// The answer is invalid for this context and time; the visitor has to solve another captcha.
    #[error("captcha failed: {0}")]
    Refused(#[from] Refusal),
    /// The answer could not be checked. The message is for the log.
    #[error("captcha verification is unavailable: {0}")]
    Unavailable(String),
}

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is empty, too long or malformed.
    #[error("malformed answer")]
    Malformed,
    /// It is not the solution, or its challenge was not issued here.
    #[error("incorrect answer")]
    Incorrect,
    /// Its time differs from now by more than [`crate::MAX_AGE`].
    #[error("expired")]
    Expired,
    /// It was used before or is too old; the provider does not say which.
    #[error("expired or already used")]
    AlreadyUsed,
    /// It was solved on another host, or the response has no host name.
    #[error("host name mismatch")]
    HostMismatch,
    /// It was solved for another action, or the response lacks a required action.
    #[error("action mismatch")]
    ActionMismatch,
    /// Its score is missing or below the minimum.
    #[error("score too low")]
    ScoreTooLow,
}
