//! Why a payment call failed.

/// Why a payment call failed. No text has a key, an e-mail address or what Stripe says in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// Stripe does not do it; asking again is in vain.
    #[error("Stripe answers {status} ({code})")]
    Refused {
        /// The HTTP status: 401 for a wrong key, 404 for what does not exist.
        status: u16,
        /// Stripe's code, for example `resource_missing`, else its type of error; may be empty.
        code: String,
    },
    /// Stripe is away, busy or too slow. It may have done what it was asked: ask again with the same key.
    #[error("Stripe is not available: {0}")]
    Unavailable(String),
    /// Something came that Stripe does not say.
    #[error("Stripe's answer makes no sense: {0}")]
    Nonsense(&'static str),
    /// A report whose signature is not Stripe's, or too old: it is not believed.
    #[error("the report is not Stripe's: {0}")]
    Forged(&'static str),
}
