//! Why there is no pass.

/// What is wrong with a wallet's settings, or why a pass was not made. No text of it has anything of a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WalletError {
    /// There is no such block in a PEM text, or it is broken.
    #[error("there is no {0} in the PEM text, or it cannot be read")]
    Pem(&'static str),
    /// The private key is not an RSA key, or too weak.
    #[error("the private key is not an RSA key of 2048 bits or more: {0}")]
    Key(String),
    /// The certificate is another key's.
    #[error("the certificate of the pass type does not belong to the private key")]
    OtherKey,
    /// Google's issuer id is not a number.
    #[error("the issuer id is not a number")]
    IssuerId,
    /// A pass could not be signed.
    #[error("the pass cannot be signed: {0}")]
    Sign(String),
    /// A pass could not be put together.
    #[error("the pass cannot be put together: {0}")]
    Build(String),
}
