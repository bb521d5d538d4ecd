//! Token families: each token carries the name of its sign-in, so that reuse of a spent token can be detected
//! (security 1.6, 1.7).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{AuthError, random};

/// Bytes of the family's name and of the random secret.
const NAME: usize = 16;
const SECRET: usize = 32;

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
    bytes: [u8; 1 + NAME + SECRET],
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
    Ok(hex::encode(random::bytes::<NAME>()?))
}

impl FamilyToken {
    /// Generates a token.
    ///
    /// # Errors
    /// [`AuthError::InvalidFamilyName`] if `family` is not 32 hexadecimal digits, [`AuthError::Random`] if the system's random number
    /// generator fails.
    pub fn new(part: TokenKind, family: &str) -> Result<Self, AuthError> {
        let mut name = [0_u8; NAME];
        hex::decode_to_slice(family, &mut name).map_err(|_| AuthError::InvalidFamilyName)?;
        Ok(Self::from_parts(part, &name, &random::bytes::<SECRET>()?))
    }

    fn from_parts(part: TokenKind, name: &[u8], secret: &[u8]) -> Self {
        let mut bytes = [0_u8; 1 + NAME + SECRET];
        let mark = [part.prefix()];
        let parts = mark.iter().chain(name).chain(secret);
        for (slot, byte) in bytes.iter_mut().zip(parts) {
            *slot = *byte;
        }
        Self { bytes }
    }

    /// Parses a token that a caller sent; `None` if it is malformed or has another purpose.
    #[must_use]
    pub fn read(part: TokenKind, text: &str) -> Option<Self> {
        let mut bytes = [0_u8; 1 + NAME + SECRET];
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
        (length == bytes.len() && bytes.first() == Some(&part.prefix())).then_some(Self { bytes })
    }

    #[must_use]
    pub fn family(&self) -> String {
        hex::encode(&self.bytes[1..=NAME])
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
        let mut own = [0_u8; 64];
        let written = hex::encode_to_slice(Sha256::digest(self.bytes), &mut own);
        written.is_ok() && bool::from(own.ct_eq(hash.as_bytes()))
    }

    /// Derives the token that replaces this one. The same salt gives the same token, so a lost response can be repeated
    /// although no token is stored.
    #[must_use]
    pub fn successor(&self, part: TokenKind, salt: &str) -> Self {
        let (name, secret) = (&self.bytes[1..=NAME], &self.bytes[1 + NAME..]);
        let mut next = [0_u8; SECRET];
        Hkdf::<Sha256>::new(Some(salt.as_bytes()), secret)
            .expand(&[part.prefix()], &mut next)
            .expect("HKDF gives 32 bytes of any hash");
        Self::from_parts(part, name, &next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_family_and_its_part() {
        let family = new_family_name().unwrap();
        let token = FamilyToken::new(TokenKind::Session, &family).unwrap();
        let sent = FamilyToken::read(TokenKind::Session, &token.reveal()).unwrap();
        assert_eq!(sent.family(), family);
        assert!(
            sent.matches_hash(&token.hash())
                && !sent.matches_hash("")
                && !sent.matches_hash(&token.hash()[1..])
        );
        assert!(FamilyToken::read(TokenKind::Refresh, &token.reveal()).is_none());
        let other = FamilyToken::new(TokenKind::Session, &family).unwrap();
        assert!(!other.matches_hash(&token.hash()));
        assert!(!format!("{token:?}").contains(&token.reveal()));
        assert!(FamilyToken::new(TokenKind::Session, "x").is_err());
    }

    #[test]
    fn security_1_7_a_successor_is_derived_from_its_predecessor_and_a_salt() {
        let first = FamilyToken::new(TokenKind::Refresh, &new_family_name().unwrap()).unwrap();
        let next = first.successor(TokenKind::Refresh, "salt");
        assert_eq!(next.reveal(), first.successor(TokenKind::Refresh, "salt").reveal());
        assert_eq!(next.family(), first.family());
        let others = [
            first.successor(TokenKind::Session, "salt"),
            first.successor(TokenKind::Refresh, "pepper"),
            first.clone(),
        ];
        assert!(others.iter().all(|other| other.hash() != next.hash()));
    }

    #[test]
    fn malformed_tokens_are_rejected() {
        let text = FamilyToken::new(TokenKind::User, &new_family_name().unwrap()).unwrap().reveal();
        for other in ["", "a", &text[1..], &format!("{text}A"), &format!("{text}="), "é", &"A".repeat(66)] {
            assert!(FamilyToken::read(TokenKind::User, other).is_none(), "{other}");
        }
    }
}
