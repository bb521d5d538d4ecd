//! Random bytes and texts.

use crate::AuthError;

/// Random bytes of the system.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], AuthError> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|e| AuthError::Random(e.to_string()))?;
    Ok(bytes)
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
    fn random_texts_differ() {
        let (a, b) = (random_text(24).unwrap(), random_text(24).unwrap());
        assert!(a.len() == 24 && a != b);
    }
}
