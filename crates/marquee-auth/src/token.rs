//! Bearer tokens. Only their hashes are stored (loyalty-gateway.md, section 5).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{AuthError, random};

/// Length of a token in bytes: twice the required 128 bits.
const BYTES: usize = 32;

/// A random token. Only [`Token::reveal`] exposes its text.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Generates a token.
    ///
    /// # Errors
    /// [`AuthError::Random`] if the system's random number generator fails.
    pub fn new() -> Result<Self, AuthError> {
        Ok(Self(URL_SAFE_NO_PAD.encode(random::random_bytes::<BYTES>()?)))
    }

    /// Parses a token that a caller sent; `None` if it is malformed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == BYTES).then(|| Self(text.to_owned()))
    }

    /// The token's text. Send it to its owner only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The SHA-256 hash to store. Tokens are random, so no slow hash is needed.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The hash of a token. `==` runs in constant time.
#[derive(Debug, Clone, Copy)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// A stored hash; `None` if it does not have 32 bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The bytes to store.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_its_hash_and_is_not_printed() {
        let token = Token::new().unwrap();
        let parsed = Token::parse(token.reveal()).unwrap();
        assert_eq!(TokenHash::from_bytes(parsed.hash().as_bytes()).unwrap(), token.hash());
        assert_ne!(Token::new().unwrap().hash(), token.hash());
        assert!(!format!("{token:?}").contains(token.reveal()));
        // 256 bits.
        assert_eq!(URL_SAFE_NO_PAD.decode(token.reveal()).unwrap().len() * 8, 256);
    }

    #[test]
    fn malformed_tokens_are_rejected() {
        let text = Token::new().unwrap().reveal().to_owned();
        for malformed in ["", "a", &text[1..], &format!("{text}A"), &format!("{text}=")] {
            assert!(Token::parse(malformed).is_none(), "{malformed}");
        }
        assert!(TokenHash::from_bytes(&[0; 31]).is_none());
    }
}
