//! Errors of wallet settings and pass creation.

/// Invalid wallet settings, or a failure to create a pass. No message contains key material.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    /// The named PEM block is missing or malformed.
    #[error("there is no {0} in the PEM text, or it cannot be read")]
    Pem(&'static str),
    /// The private key is not an RSA key, or has fewer than 2048 bits.
    #[error("the private key is not an RSA key of 2048 bits or more: {0}")]
    Key(String),
    /// The certificate's public key does not match the private key.
    #[error("the certificate of the pass type does not belong to the private key")]
    OtherKey,
    #[error("the issuer id is not a number")]
    IssuerId,
    #[error("the pass cannot be signed: {0}")]
    Sign(String),
    /// The icons or the archive could not be written.
    #[error("the pass cannot be put together: {0}")]
    Build(String),
}
