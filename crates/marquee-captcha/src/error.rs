//! Why an answer does not count.

/// Why an answer does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptchaError {
    /// The answer is not good here and now: the visitor solves another.
    #[error("the captcha is refused: {0}")]
    Refused(#[from] Refusal),
    /// Nobody can say whether it is good; the words are for the log.
    #[error("captchas cannot be checked: {0}")]
    Unavailable(String),
}

/// What is wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It cannot be read.
    #[error("it cannot be read")]
    Unreadable,
    /// It is wrong, or not an answer to a challenge that was set.
    #[error("it is wrong")]
    Wrong,
    /// It is from another time.
    #[error("it is too old")]
    Old,
    /// It was shown before, or is too old; who checks it does not say which.
    #[error("it is too old or was used before")]
    Spent,
    /// It was solved on another host.
    #[error("it is from another host")]
    OtherHost,
    /// It was solved for something else, or for nothing that it names.
    #[error("it is for another action")]
    OtherAction,
    /// It has no score, or a lower one than is asked for.
    #[error("its score is too low")]
    Score,
}
