//! Errors of captcha verification.

/// An answer was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptchaError {
    /// The answer is invalid at this place and time; the visitor has to solve another captcha.
    #[error("the captcha is refused: {0}")]
    Refused(#[from] Refusal),
    /// The answer could not be checked. The message is for the log.
    #[error("captchas cannot be checked: {0}")]
    Unavailable(String),
}

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is empty, too long or malformed.
    #[error("it cannot be read")]
    Unreadable,
    /// It is not the solution, or its challenge was not issued here.
    #[error("it is wrong")]
    Incorrect,
    /// Its time differs from now by more than [`crate::MAX_AGE`].
    #[error("it is too old")]
    Expired,
    /// It was used before or is too old; the provider does not say which.
    #[error("it is too old or was used before")]
    AlreadyUsed,
    /// It was solved on another host, or names none.
    #[error("it is from another host")]
    OtherHost,
    /// It was solved for another action, or names none where one is required.
    #[error("it is for another action")]
    OtherAction,
    /// Its score is missing or below the minimum.
    #[error("its score is too low")]
    ScoreTooLow,
}
