//! Common passwords: a sorted list of the first five bytes of their SHA-256 hashes, compiled into the program.
//! `script/common-passwords` generates it; decision 0014 names its source.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// Bytes stored per hash: about one in ten million passwords that are not listed matches by chance.
const HASH_PREFIX_BYTES: usize = 5;

/// The truncated hashes, sorted and unique.
static LIST: &[[u8; HASH_PREFIX_BYTES]] = include_bytes!("../data/common-passwords.bin").as_chunks().0;

/// The truncated hash of a password, after NFKC normalization and lowercasing (security 2.1).
#[must_use]
pub fn common_password_key(password: &str) -> [u8; HASH_PREFIX_BYTES] {
    let mut hash = Sha256::new();
    for c in password.nfkc().flat_map(char::to_lowercase).nfkc() {
        hash.update(c.encode_utf8(&mut [0; 4]));
    }
    let hash: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|index| hash[index])
}

pub(crate) fn is_common(password: &str) -> bool {
    LIST.binary_search(&common_password_key(password)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_1_at_least_100_000_common_passwords_are_listed() {
        assert!(LIST.len() >= 100_000, "{}", LIST.len());
        assert!(LIST.is_sorted_by(|a, b| a < b), "sorted and unique");
        assert!(include_bytes!("../data/common-passwords.bin").len().is_multiple_of(HASH_PREFIX_BYTES));
    }

    #[test]
    fn security_2_1_case_and_compatibility_forms_are_ignored() {
        for password in
            ["password1", "PassWord1", "ｐａｓｓｗｏｒｄ１", "qwertyuiop", "iloveyou123", "football1"]
        {
            assert!(is_common(password), "{password}");
        }
        for password in ["", "password1-of-mine", "passw\u{f6}rd1"] {
            assert!(!is_common(password), "{password}");
        }
    }

    #[test]
    fn security_2_1_random_passwords_are_not_common() {
        // The list has hashes of 40 bits: one of 10,000 may be that of a common password by chance.
        let common = (0..10_000).filter(|_| is_common(&crate::random_text(12).unwrap())).count();
        assert!(common <= 1, "{common}");
    }
}
