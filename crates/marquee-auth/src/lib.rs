//! Passwords and secrets. Layer 0: this crate never knows cinemas; time, limits and strings come in as values.

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};

/// Why a password was not hashed or a secret not made.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// The system gives no random bytes.
    #[error("the system gives no random bytes: {0}")]
    Random(String),
    /// The password cannot be hashed.
    #[error("the password cannot be hashed: {0}")]
    Hash(String),
    /// The password is shorter than operators' passwords are (security 2.8).
    #[error("an operator's password has at least {OPERATOR_PASSWORD} characters")]
    TooShort,
}

/// The least length of an operator's password (security 2.8).
pub const OPERATOR_PASSWORD: usize = 15;

fn hasher() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

/// Hashes a password with Argon2id and a random salt; the text carries its parameters.
///
/// # Errors
/// [`AuthError::Hash`] when the system gives no salt.
pub fn hash_password(password: &str) -> Result<String, AuthError> {
    let hash = hasher().hash_password(password.as_bytes()).map_err(|e| AuthError::Hash(e.to_string()))?;
    Ok(hash.to_string())
}

/// Hashes an operator's password.
///
/// # Errors
/// [`AuthError::TooShort`] below 15 characters.
pub fn hash_operator_password(password: &str) -> Result<String, AuthError> {
    if password.chars().count() < OPERATOR_PASSWORD {
        return Err(AuthError::TooShort);
    }
    hash_password(password)
}

/// Whether a password is the one of a hash; a hash that cannot be read fits none.
#[must_use]
pub fn verify_password(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| hasher().verify_password(password.as_bytes(), &hash).is_ok())
}

/// A random text of `length` letters and digits that are not mistaken for each other.
///
/// # Errors
/// [`AuthError::Random`] when the system gives no random bytes.
pub fn random_text(length: usize) -> Result<String, AuthError> {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789x";
    let mut bytes = vec![0_u8; length];
    getrandom::fill(&mut bytes).map_err(|e| AuthError::Random(e.to_string()))?;
    Ok(bytes.iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let hash = hash_operator_password("correct horse battery").unwrap();
        assert!(hash.starts_with("$argon2id$") && verify_password("correct horse battery", &hash));
        assert!(!verify_password("correct horse batterx", &hash) && !verify_password("x", "no hash"));
        assert!(matches!(hash_operator_password("short"), Err(AuthError::TooShort)));
    }

    #[test]
    fn random_texts_differ() {
        let (a, b) = (random_text(24).unwrap(), random_text(24).unwrap());
        assert!(a.len() == 24 && a != b);
    }
}
