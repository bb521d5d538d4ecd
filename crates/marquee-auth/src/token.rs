//! Tokens: what a caller shows to prove who they are. Only their hashes are kept (loyalty-gateway.md, section 5).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{AuthError, random};

/// Bytes of a token: twice the 128 bits that are asked for.
const BYTES: usize = 32;

/// A random token. It has no way to be printed but [`Token::reveal`].
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// [`AuthError::Random`] when the system gives no random bytes.
    pub fn new() -> Result<Self, AuthError> {
        Ok(Self(URL_SAFE_NO_PAD.encode(random::bytes::<BYTES>()?)))
    }

    /// What a caller sent; nothing when no token looks like that.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == BYTES).then(|| Self(text.to_owned()))
    }

    /// The text, to be sent to its owner and nowhere else.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it. A token is random, so one round of a fast hash is enough.
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

/// The hash of a token. Two are compared in constant time.
#[derive(Debug, Clone, Copy)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// One that was kept; nothing when it has another length.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Its bytes, to be kept.
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
    fn a_token_is_known_by_its_hash_and_does_not_print_itself() {
        let token = Token::new().unwrap();
        let sent = Token::read(token.reveal()).unwrap();
        assert_eq!(TokenHash::from_bytes(sent.hash().as_bytes()).unwrap(), token.hash());
        assert_ne!(Token::new().unwrap().hash(), token.hash());
        assert!(!format!("{token:?}").contains(token.reveal()));
        // 256 bits.
        assert_eq!(URL_SAFE_NO_PAD.decode(token.reveal()).unwrap().len() * 8, 256);
    }

    #[test]
    fn what_is_no_token_is_none() {
        let text = Token::new().unwrap().reveal().to_owned();
        for other in ["", "a", &text[1..], &format!("{text}A"), &format!("{text}=")] {
            assert!(Token::read(other).is_none(), "{other}");
        }
        assert!(TokenHash::from_bytes(&[0; 31]).is_none());
    }
}
