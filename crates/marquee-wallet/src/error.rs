//! Errors of wallet settings and pass creation.

/// Invalid wallet settings, or a failure to create a pass. No message contains key material.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    /// The named PEM block is missing or malformed.
    #[error("{0} is missing or malformed in the PEM text")]
    Pem(&'static str),
    /// The private key is not an RSA key, or has fewer than 2048 bits.
    #[error("the private key must be an RSA key of at least 2048 bits: {0}")]
    Key(String),
    /// The certificate's public key does not match the private key.
    #[error("the pass type certificate does not match the private key")]
    KeyMismatch,
    #[error("the issuer id must be a number")]
    IssuerId,
    #[error("signing the pass failed: {0}")]
    Sign(String),
    /// The icons or the archive could not be written.
    #[error("creating the pass failed: {0}")]
    Build(String),
}
