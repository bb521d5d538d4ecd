use crate::AuthError;

/// Random bytes from the operating system.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], AuthError> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|e| AuthError::Random(e.to_string()))?;
    Ok(bytes)
}

/// A random text of `length` lowercase letters and digits, without `i`, `l`, `o`, `0` and `1`, which are easily confused.
/// Each character has about 5 random bits; `x` is twice as likely as the others.
///
/// # Errors
/// [`AuthError::Random`] if the system's random number generator fails.
pub fn random_text(length: usize) -> Result<String, AuthError> {
    const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789x";
    let mut bytes = vec![0_u8; length];
    getrandom::fill(&mut bytes).map_err(|e| AuthError::Random(e.to_string()))?;
    Ok(bytes.iter().map(|b| char::from(ALPHABET[usize::from(b % 32)])).collect())
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
