//! Token families: each token carries the name of its sign-in, so that reuse of a spent token can be detected
//! (security 1.6, 1.7).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{AuthError, random};

/// Length of a family name in bytes.
const NAME_BYTES: usize = 16;
/// Length of the random secret in bytes.
const SECRET_BYTES: usize = 32;

/// The purpose of a token. A token is valid for its own purpose only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Authenticates calls.
    Session,
    /// Is exchanged for the next pair of tokens.
    Refresh,
    /// Identifies the sign-in in calls of API version 1.
    User,
}

impl TokenKind {
    fn prefix(self) -> u8 {
        match self {
            Self::Session => b's',
            Self::Refresh => b'r',
            Self::User => b'u',
        }
    }
}

/// A token of a family. Only [`FamilyToken::reveal`] exposes its text.
#[derive(Clone)]
pub struct FamilyToken {
    bytes: [u8; 1 + NAME_BYTES + SECRET_BYTES],
}

impl std::fmt::Debug for FamilyToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FamilyToken(…)")
    }
}

/// Generates a family name: 128 random bits in hexadecimal.
///
/// # Errors
/// [`AuthError::Random`] if the system's random number generator fails.
pub fn new_family_name() -> Result<String, AuthError> {
    Ok(hex::encode(random::random_bytes::<NAME_BYTES>()?))
}

impl FamilyToken {
    /// Generates a token.
    ///
    /// # Errors
    /// [`AuthError::InvalidFamilyName`] if `family` is not 32 hexadecimal digits, [`AuthError::Random`] if the system's random number
    /// generator fails.
    pub fn new(kind: TokenKind, family: &str) -> Result<Self, AuthError> {
        let mut name = [0_u8; NAME_BYTES];
        hex::decode_to_slice(family, &mut name).map_err(|_| AuthError::InvalidFamilyName)?;
        Ok(Self::from_parts(kind, &name, &random::random_bytes::<SECRET_BYTES>()?))
    }

    fn from_parts(kind: TokenKind, name: &[u8], secret: &[u8]) -> Self {
        let mut bytes = [0_u8; 1 + NAME_BYTES + SECRET_BYTES];
        let prefix = [kind.prefix()];
        let parts = prefix.iter().chain(name).chain(secret);
        for (slot, byte) in bytes.iter_mut().zip(parts) {
            *slot = *byte;
        }
        Self { bytes }
    }

    /// Parses a token that a caller sent; `None` if it is malformed or has another purpose.
    #[must_use]
    pub fn parse(kind: TokenKind, text: &str) -> Option<Self> {
        let mut bytes = [0_u8; 1 + NAME_BYTES + SECRET_BYTES];
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
        (length == bytes.len() && bytes.first() == Some(&kind.prefix())).then_some(Self { bytes })
    }

    #[must_use]
    pub fn family(&self) -> String {
        hex::encode(&self.bytes[1..=NAME_BYTES])
    }

    /// The token's text. Send it to its owner only.
    #[must_use]
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    /// The SHA-256 hash to store, in hexadecimal. Tokens are random, so no slow hash is needed.
    #[must_use]
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.bytes))
    }

    /// Compares the token with a stored hash, in constant time.
    #[must_use]
    pub fn matches_hash(&self, hash: &str) -> bool {
        // Runs on every authenticated call, so it does not allocate.
        let mut hex_digest = [0_u8; 64];
        let encoded = hex::encode_to_slice(Sha256::digest(self.bytes), &mut hex_digest);
        encoded.is_ok() && bool::from(hex_digest.ct_eq(hash.as_bytes()))
    }

    /// Derives the token that replaces this one. The same salt gives the same token, so a lost response can be repeated
    /// although no token is stored.
    #[must_use]
    pub fn successor(&self, kind: TokenKind, salt: &str) -> Self {
        let (name, secret) = (&self.bytes[1..=NAME_BYTES], &self.bytes[1 + NAME_BYTES..]);
        let mut next_secret = [0_u8; SECRET_BYTES];
        Hkdf::<Sha256>::new(Some(salt.as_bytes()), secret)
            .expand(&[kind.prefix()], &mut next_secret)
            .expect("32 bytes is a valid HKDF-SHA256 output length");
        Self::from_parts(kind, name, &next_secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_contains_its_family_and_is_valid_for_its_kind_only() {
        let family = new_family_name().unwrap();
        let token = FamilyToken::new(TokenKind::Session, &family).unwrap();
        let parsed = FamilyToken::parse(TokenKind::Session, &token.reveal()).unwrap();
        assert_eq!(parsed.family(), family);
        assert!(
            parsed.matches_hash(&token.hash())
                && !parsed.matches_hash("")
                && !parsed.matches_hash(&token.hash()[1..])
        );
        assert!(FamilyToken::parse(TokenKind::Refresh, &token.reveal()).is_none());
        let other_token = FamilyToken::new(TokenKind::Session, &family).unwrap();
        assert!(!other_token.matches_hash(&token.hash()));
        assert!(!format!("{token:?}").contains(&token.reveal()));
        assert!(FamilyToken::new(TokenKind::Session, "x").is_err());
    }

    #[test]
    fn security_1_7_a_successor_is_derived_from_its_predecessor_and_a_salt() {
        let predecessor = FamilyToken::new(TokenKind::Refresh, &new_family_name().unwrap()).unwrap();
        let successor = predecessor.successor(TokenKind::Refresh, "salt");
        assert_eq!(successor.reveal(), predecessor.successor(TokenKind::Refresh, "salt").reveal());
        assert_eq!(successor.family(), predecessor.family());
        let others = [
            predecessor.successor(TokenKind::Session, "salt"),
            predecessor.successor(TokenKind::Refresh, "pepper"),
            predecessor.clone(),
        ];
        assert!(others.iter().all(|other| other.hash() != successor.hash()));
    }

    #[test]
    fn malformed_tokens_are_rejected() {
        let text = FamilyToken::new(TokenKind::User, &new_family_name().unwrap()).unwrap().reveal();
        for malformed in ["", "a", &text[1..], &format!("{text}A"), &format!("{text}="), "é", &"A".repeat(66)]
        {
            assert!(FamilyToken::parse(TokenKind::User, malformed).is_none(), "{malformed}");
        }
    }
}
