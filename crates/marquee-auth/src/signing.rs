//! Secrets that sign messages, in the form of Standard Webhooks.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::AuthError;
use crate::random::random_bytes;

/// Before the base64 of each secret.
const PREFIX: &str = "whsec_";
/// Size of a secret in bytes (security 2.9).
const BYTES: usize = 32;

/// A new secret, such as `whsec_…`.
///
/// # Errors
/// [`AuthError::Random`] if the system's random number generator fails.
pub fn new_signing_secret() -> Result<String, AuthError> {
    Ok(format!("{PREFIX}{}", STANDARD.encode(random_bytes::<BYTES>()?)))
}
