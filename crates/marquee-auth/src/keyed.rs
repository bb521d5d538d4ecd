//! Keyed hashes (HMAC-SHA-256) of values that could be guessed from an unkeyed hash, such as card numbers and addresses.

use hkdf::hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::AuthError;

/// Hashes texts for one purpose with the server's secrets.
#[derive(Clone)]
pub struct KeyedHash {
    keys: Vec<Vec<u8>>,
    purpose: String,
}

impl std::fmt::Debug for KeyedHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyedHash").field("purpose", &self.purpose).finish_non_exhaustive()
    }
}

impl KeyedHash {
    /// `purpose` separates uses, for example `gift card`. `secrets` lists the newest first.
    ///
    /// # Errors
    /// [`AuthError::NoSecret`] if `secrets` is empty.
    pub fn new(secrets: &[impl AsRef<[u8]>], purpose: &str) -> Result<Self, AuthError> {
        if secrets.is_empty() {
            return Err(AuthError::NoSecret);
        }
        let keys = secrets.iter().map(|secret| secret.as_ref().to_vec()).collect();
        Ok(Self { keys, purpose: purpose.to_owned() })
    }

    /// The hash with the newest secret, in hexadecimal. The boundaries of parts are hashed too: `["a", "bc"]` differs from
    /// `["ab", "c"]`.
    #[must_use]
    pub fn hash(&self, parts: &[&str]) -> String {
        self.keys.first().map(|key| self.hash_with(key, parts)).unwrap_or_default()
    }

    /// The hashes with all secrets, newest first, to find values stored before a key rotation.
    pub fn hash_with_all_keys(&self, parts: &[&str]) -> impl Iterator<Item = String> {
        self.keys.iter().map(move |key| self.hash_with(key, parts))
    }

    fn hash_with(&self, key: &[u8], parts: &[&str]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts a key of any length");
        for part in [self.purpose.as_str()].iter().chain(parts) {
            mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            mac.update(part.as_bytes());
        }
        hex::encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_depends_on_purpose_parts_and_key() {
        let keyed = KeyedHash::new(&["new", "old"], "gift card").unwrap();
        let hash = keyed.hash(&["site", "6001"]);
        assert_eq!((hash.len(), &hash), (64, &keyed.hash(&["site", "6001"])));
        assert_ne!(hash, keyed.hash(&["site6", "001"]));
        assert_ne!(hash, KeyedHash::new(&["new"], "limit").unwrap().hash(&["site", "6001"]));
        let hash_by_old_key = KeyedHash::new(&["old"], "gift card").unwrap().hash(&["site", "6001"]);
        assert_eq!(keyed.hash_with_all_keys(&["site", "6001"]).collect::<Vec<_>>(), [hash, hash_by_old_key]);
        assert!(matches!(KeyedHash::new(&[] as &[&str], "x"), Err(AuthError::NoSecret)));
    }
}
