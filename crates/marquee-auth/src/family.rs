//! The tokens of one sign-in: each names its family, so that one that was used before is known as such (security 1.6, 1.7).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{AuthError, random};

/// Bytes that name the family, and those that are secret.
const NAME: usize = 16;
const SECRET: usize = 32;

/// What a token of a family is for; one is never taken for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Makes calls.
    Session,
    /// Gets the next pair.
    Refresh,
    /// Names the sign-in where version 1 asks for an identifier.
    User,
}

impl Part {
    fn mark(self) -> u8 {
        match self {
            Self::Session => b's',
            Self::Refresh => b'r',
            Self::User => b'u',
        }
    }
}

/// A token of a family. It has no way to be printed but [`FamilyToken::reveal`].
#[derive(Clone)]
pub struct FamilyToken {
    bytes: [u8; 1 + NAME + SECRET],
}

impl std::fmt::Debug for FamilyToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FamilyToken(…)")
    }
}

/// A name for a new family: 128 random bits in hexadecimal.
///
/// # Errors
/// [`AuthError::Random`] when the system gives no random bytes.
pub fn family_name() -> Result<String, AuthError> {
    Ok(hex::encode(random::bytes::<NAME>()?))
}

impl FamilyToken {
    /// A new one of a family.
    ///
    /// # Errors
    /// [`AuthError::Random`] when the system gives no random bytes, [`AuthError::Family`] for an invalid name.
    pub fn new(part: Part, family: &str) -> Result<Self, AuthError> {
        let mut name = [0_u8; NAME];
        hex::decode_to_slice(family, &mut name).map_err(|_| AuthError::Family)?;
        Ok(Self::of(part, &name, &random::bytes::<SECRET>()?))
    }

    fn of(part: Part, name: &[u8], secret: &[u8]) -> Self {
        let mut bytes = [0_u8; 1 + NAME + SECRET];
        let mark = [part.mark()];
        let parts = mark.iter().chain(name).chain(secret);
        for (slot, byte) in bytes.iter_mut().zip(parts) {
            *slot = *byte;
        }
        Self { bytes }
    }

    /// What a caller sent as a token of this part; nothing when no such token looks like that.
    #[must_use]
    pub fn read(part: Part, text: &str) -> Option<Self> {
        let mut bytes = [0_u8; 1 + NAME + SECRET];
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
        (length == bytes.len() && bytes.first() == Some(&part.mark())).then_some(Self { bytes })
    }

    /// The name of its family.
    #[must_use]
    pub fn family(&self) -> String {
        hex::encode(&self.bytes[1..=NAME])
    }

    /// The text, to be sent to its owner and nowhere else.
    #[must_use]
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes)
    }

    /// What is kept of it, in hexadecimal. A token is random, so one round of a fast hash is enough.
    #[must_use]
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.bytes))
    }

    /// Whether it is the one of a hash; in constant time.
    #[must_use]
    pub fn fits(&self, hash: &str) -> bool {
        // On every call of a member: nothing is allocated for it.
        let mut own = [0_u8; 64];
        let written = hex::encode_to_slice(Sha256::digest(self.bytes), &mut own);
        written.is_ok() && bool::from(own.ct_eq(hash.as_bytes()))
    }

    /// The token that follows this one: only who has this one can make it, and it is the same each time it is made with
    /// the same salt, so that a lost answer can be given again although no token is kept.
    #[must_use]
    pub fn successor(&self, part: Part, salt: &str) -> Self {
        let (name, secret) = (&self.bytes[1..=NAME], &self.bytes[1 + NAME..]);
        let mut next = [0_u8; SECRET];
        Hkdf::<Sha256>::new(Some(salt.as_bytes()), secret)
            .expand(&[part.mark()], &mut next)
            .expect("HKDF gives 32 bytes of any hash");
        Self::of(part, name, &next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_family_and_its_part() {
        let family = family_name().unwrap();
        let token = FamilyToken::new(Part::Session, &family).unwrap();
        let sent = FamilyToken::read(Part::Session, &token.reveal()).unwrap();
        assert_eq!(sent.family(), family);
        assert!(sent.fits(&token.hash()) && !sent.fits("") && !sent.fits(&token.hash()[1..]));
        assert!(FamilyToken::read(Part::Refresh, &token.reveal()).is_none());
        let other = FamilyToken::new(Part::Session, &family).unwrap();
        assert!(!other.fits(&token.hash()));
        assert!(!format!("{token:?}").contains(&token.reveal()));
        assert!(FamilyToken::new(Part::Session, "x").is_err());
    }

    #[test]
    fn security_1_7_a_successor_is_made_again_by_who_has_the_token_before_it() {
        let first = FamilyToken::new(Part::Refresh, &family_name().unwrap()).unwrap();
        let next = first.successor(Part::Refresh, "salt");
        assert_eq!(next.reveal(), first.successor(Part::Refresh, "salt").reveal());
        assert_eq!(next.family(), first.family());
        let others =
            [first.successor(Part::Session, "salt"), first.successor(Part::Refresh, "pepper"), first.clone()];
        assert!(others.iter().all(|other| other.hash() != next.hash()));
    }

    #[test]
    fn what_is_no_token_is_none() {
        let text = FamilyToken::new(Part::User, &family_name().unwrap()).unwrap().reveal();
        for other in ["", "a", &text[1..], &format!("{text}A"), &format!("{text}="), "é", &"A".repeat(66)] {
            assert!(FamilyToken::read(Part::User, other).is_none(), "{other}");
        }
    }
}
