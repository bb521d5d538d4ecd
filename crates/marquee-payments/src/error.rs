//! Errors of payment calls and webhooks.

/// A failed payment call or an invalid webhook. No message contains a key, an email address or Stripe's message text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// Stripe rejected the call. A retry will fail as well.
    #[error("Stripe returned {status} ({code})")]
    Refused {
        /// The HTTP status: for example 401 for a wrong key, 404 for an unknown object.
        status: u16,
        /// Stripe's error code, for example `resource_missing`, or its error type, or empty.
        code: String,
    },
    /// Stripe is unreachable, overloaded or too slow. It may have carried out the call: retry with the same idempotency key.
    #[error("Stripe is unavailable: {0}")]
    Unavailable(String),
    /// The response or webhook does not have the expected form.
    #[error("invalid data from Stripe: {0}")]
    InvalidResponse(&'static str),
    /// A webhook with an invalid or too old signature. It must be ignored.
    #[error("invalid webhook signature: {0}")]
    InvalidSignature(&'static str),
}
