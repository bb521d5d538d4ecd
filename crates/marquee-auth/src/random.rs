use crate::AuthError;

/// Random bytes from the operating system.
///
/// # Errors
/// [`AuthError::Random`] if the system's random number generator fails.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], AuthError> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|e| AuthError::Random(e.to_string()))?;
    Ok(bytes)
}

/// Uppercase letters and digits of codes that people type, without `I`, `L`, `O`, `0` and `1`, which are easily confused.
/// `X` occurs twice, so that five bits select a character.
pub const CODE_ALPHABET: &[u8; 32] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789X";

/// A random text of `length` characters of [`CODE_ALPHABET`] in lowercase. Each character has about 5 random bits.
///
/// # Errors
/// [`AuthError::Random`] if the system's random number generator fails.
pub fn random_text(length: usize) -> Result<String, AuthError> {
    let mut bytes = vec![0_u8; length];
    getrandom::fill(&mut bytes).map_err(|e| AuthError::Random(e.to_string()))?;
    Ok(bytes.iter().map(|b| char::from(CODE_ALPHABET[usize::from(b % 32)].to_ascii_lowercase())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_texts_differ() {
        let (a, b) = (random_text(24).unwrap(), random_text(24).unwrap());
        assert!(a.len() == 24 && a != b);
        let is_allowed = |c: u8| !c.is_ascii_uppercase() && CODE_ALPHABET.contains(&c.to_ascii_uppercase());
        assert!(a.bytes().all(is_allowed), "{a}");
    }
}
