//! Authenticated encryption of texts, each bound to one purpose and one context (security 1.1).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use sha2::Sha256;

use crate::{AuthError, random};

/// Length of a nonce in bytes: long enough that random nonces do not collide.
const NONCE_BYTES: usize = 24;

/// Encrypts and decrypts texts for one purpose. It encrypts with the newest key and decrypts with any.
#[derive(Clone)]
pub struct Sealer {
    keys: Vec<XChaCha20Poly1305>,
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealer").field("keys", &self.keys.len()).finish()
    }
}

impl Sealer {
    /// Derives one key per secret for a purpose, such as `loyalty session`. `secrets` lists the newest first.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`] if `secrets` is empty.
    pub fn new(secrets: &[impl AsRef<[u8]>], purpose: &str) -> Result<Self, AuthError> {
        let keys: Vec<_> = secrets.iter().map(|secret| cipher(secret.as_ref(), purpose)).collect();
        if keys.is_empty() { Err(AuthError::NoSecret) } else { Ok(Self { keys }) }
    }

    /// Encrypts bytes, bound to `context` as associated data: for example the cookie's name, the site and the circuit.
    ///
    /// # Errors
    /// [`AuthError::Random`] if the system's random number generator fails, [`AuthError::Encrypt`] if `bytes` is too long.
    pub fn seal(&self, bytes: &[u8], context: &[&str]) -> Result<String, AuthError> {
        let newest = self.keys.first().ok_or(AuthError::NoSecret)?;
        let nonce = random::random_bytes::<NONCE_BYTES>()?;
        let payload = Payload { msg: bytes, aad: &associated_data(context) };
        let sealed = newest.encrypt(&XNonce::from(nonce), payload).map_err(|_| AuthError::Encrypt)?;
        Ok(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Decrypts a text; `None` if it was altered or truncated, or sealed for another purpose, for another context or with an
    /// unknown key.
    #[must_use]
    pub fn open(&self, text: &str, context: &[&str]) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_BYTES)?;
        let nonce = XNonce::from(<[u8; NONCE_BYTES]>::try_from(nonce).ok()?);
        let aad = associated_data(context);
        self.keys.iter().find_map(|key| key.decrypt(&nonce, Payload { msg: sealed, aad: &aad }).ok())
    }
}

fn cipher(secret: &[u8], purpose: &str) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&derive_key(secret, purpose).into())
}

/// Derives a 256-bit key for a purpose from a secret with HKDF-SHA256.
#[must_use]
pub fn derive_key(secret: &[u8], purpose: &str) -> [u8; 32] {
    let mut key = [0_u8; 32];
    Hkdf::<Sha256>::new(Some(b"marquee"), secret)
        .expand(purpose.as_bytes(), &mut key)
        .expect("32 bytes is a valid HKDF-SHA256 output length");
    key
}

/// The parts of a context with their lengths, so that different contexts never encode to the same bytes.
fn associated_data(context: &[&str]) -> Vec<u8> {
    let mut encoded = Vec::new();
    for part in context {
        encoded.extend_from_slice(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        encoded.extend_from_slice(part.as_bytes());
    }
    encoded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CONTEXT: [&str; 3] = ["loyaltySession", "site-1", "C1"];

    fn sealer(secrets: &[&str]) -> Sealer {
        Sealer::new(secrets, "loyalty session").unwrap()
    }

    #[test]
    fn security_1_1_a_sealed_text_opens_only_for_its_purpose_context_and_key() {
        let session_sealer = sealer(&["a secret of at least 32 characters"]);
        let text = session_sealer.seal(b"record", &CONTEXT).unwrap();
        assert_eq!(session_sealer.open(&text, &CONTEXT).as_deref(), Some(b"record".as_slice()));
        assert_ne!(
            text,
            session_sealer.seal(b"record", &CONTEXT).unwrap(),
            "sealing the same text twice uses different nonces"
        );
        for context in [
            ["otherCookie", "site-1", "C1"],
            ["loyaltySession", "site-2", "C1"],
            ["loyaltySession", "site-1", "C2"],
            ["loyaltySessio", "nsite-1", "C1"],
        ] {
            assert!(session_sealer.open(&text, &context).is_none(), "{context:?}");
        }
        let other_purpose = Sealer::new(&["a secret of at least 32 characters"], "wallet").unwrap();
        assert!(other_purpose.open(&text, &CONTEXT).is_none(), "another purpose");
        assert!(
            sealer(&["another secret of 32 characters!!"]).open(&text, &CONTEXT).is_none(),
            "another key"
        );
    }

    #[test]
    fn keys_can_be_rotated() {
        let text = sealer(&["old"]).seal(b"record", &CONTEXT).unwrap();
        assert!(sealer(&["new", "old"]).open(&text, &CONTEXT).is_some());
        let text = sealer(&["new", "old"]).seal(b"record", &CONTEXT).unwrap();
        assert!(sealer(&["old"]).open(&text, &CONTEXT).is_none(), "sealed with the newest key");
        assert!(matches!(Sealer::new(&[] as &[&str], "x"), Err(AuthError::NoSecret)));
    }

    #[test]
    fn security_1_1_any_changed_bit_or_truncation_is_detected() {
        let session_sealer = sealer(&["secret"]);
        let text = session_sealer.seal(b"record", &CONTEXT).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut altered = bytes.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            assert!(session_sealer.open(&URL_SAFE_NO_PAD.encode(&altered), &CONTEXT).is_none(), "bit {bit}");
        }
        for length in 0..text.len() {
            assert!(session_sealer.open(&text[..length], &CONTEXT).is_none(), "{length} characters");
        }
    }

    proptest! {
        #[test]
        fn sealed_bytes_open_unchanged(bytes: Vec<u8>, context in proptest::collection::vec("[a-z]{0,4}", 0..4), other in proptest::collection::vec("[a-z]{0,4}", 0..4)) {
            let session_sealer = sealer(&["secret"]);
            let context: Vec<&str> = context.iter().map(String::as_str).collect();
            let other: Vec<&str> = other.iter().map(String::as_str).collect();
            let text = session_sealer.seal(&bytes, &context).unwrap();
            prop_assert_eq!(session_sealer.open(&text, &context), Some(bytes));
            prop_assert_eq!(session_sealer.open(&text, &other).is_some(), context == other);
        }

        #[test]
        fn opening_any_text_does_not_panic(text in "\\PC{0,80}") {
            prop_assert!(sealer(&["secret"]).open(&text, &CONTEXT).is_none());
        }
    }
}
