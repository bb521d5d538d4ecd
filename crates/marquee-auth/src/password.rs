//! Password hashing with Argon2id in a reused memory buffer, and the minimum length of operators' passwords.

use argon2::password_hash::phc::{Output, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use subtle::ConstantTimeEq;

use crate::{
    AuthError, Password, PasswordRejection, PasswordRules, RequiredCharacters, check_password, random,
};

/// The minimum length of an operator's password in characters (security 2.8).
pub const MIN_OPERATOR_PASSWORD_LENGTH: usize = 15;

/// Length of a salt in bytes.
const SALT_BYTES: usize = 16;
/// The fixed salt for verifying against a missing hash.
const DUMMY_SALT: [u8; SALT_BYTES] = *b"dummy hash salt!";
/// Length of an Argon2id hash in bytes.
const HASH_BYTES: usize = Params::DEFAULT_OUTPUT_LEN;

/// The result of comparing a password with a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordMatch {
    /// The password matches.
    Valid,
    /// The password matches, but the hash has other parameters and should be recomputed (security 2.1).
    ValidOutdated,
    /// The password does not match, or there is no usable hash.
    Invalid,
}

/// Hashes one password at a time in its own 19 MiB buffer (security 2.1).
pub struct Hasher {
    argon: Argon2<'static>,
    /// Taken from the system for the first password: most commands and many servers see none.
    memory: Vec<Block>,
}

impl std::fmt::Debug for Hasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hasher").field("blocks", &self.memory.len()).finish()
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self {
            argon: Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default()),
            memory: Vec::new(),
        }
    }
}

impl Hasher {
    /// Hashes a password, normalized to NFKC, with a random salt into a PHC string (security 2.1).
    ///
    /// # Errors
    /// [`AuthError::Random`] if the system's random number generator fails, [`AuthError::Hash`] for a password of gigabytes.
    pub fn hash(&mut self, password: &Password) -> Result<String, AuthError> {
        let salt = random::random_bytes::<SALT_BYTES>()?;
        self.take_memory();
        let mut output = [0_u8; HASH_BYTES];
        digest(&self.argon, &mut self.memory, password, &salt, &mut output)?;
        let hash_error = |e: &dyn std::fmt::Display| AuthError::Hash(e.to_string());
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: self.argon.params().try_into().map_err(|e| hash_error(&e))?,
            salt: Some(Salt::new(&salt).map_err(|e| hash_error(&e))?),
            hash: Some(Output::new(&output).map_err(|e| hash_error(&e))?),
        };
        Ok(hash.to_string())
    }

    /// Compares a password with a hash. A missing hash takes the same time, so that timing does not reveal whether an account
    /// exists (security 2.5).
    pub fn verify(&mut self, password: &Password, hash: Option<&str>) -> PasswordMatch {
        self.take_memory();
        let parsed = hash.and_then(parse_phc);
        let Some((argon, salt, expected)) = parsed else {
            let mut output = [0_u8; HASH_BYTES];
            // Only the time matters: the result and any error are ignored.
            digest(&self.argon, &mut self.memory, password, &DUMMY_SALT, &mut output).ok();
            return PasswordMatch::Invalid;
        };
        let blocks = argon.params().block_count();
        let mut larger_buffer = Vec::new();
        let memory = if blocks > self.memory.len() {
            larger_buffer.resize_with(blocks, Block::new);
            &mut larger_buffer
        } else {
            &mut self.memory
        };
        let mut output = vec![0_u8; expected.len()];
        let is_match = digest(&argon, memory, password, &salt, &mut output).is_ok()
            && bool::from(output.ct_eq(&expected));
        let own_params = self.argon.params();
        let stored_params = argon.params();
        let is_outdated = [own_params.m_cost(), own_params.t_cost(), own_params.p_cost()]
            != [stored_params.m_cost(), stored_params.t_cost(), stored_params.p_cost()];
        match (is_match, is_outdated) {
            (true, false) => PasswordMatch::Valid,
            (true, true) => PasswordMatch::ValidOutdated,
            (false, _) => PasswordMatch::Invalid,
        }
    }

    fn take_memory(&mut self) {
        self.memory.resize_with(self.argon.params().block_count(), Block::new);
    }
}

fn digest(
    argon: &Argon2<'_>,
    memory: &mut [Block],
    password: &Password,
    salt: &[u8],
    out: &mut [u8],
) -> Result<(), AuthError> {
    let password = password.normalized();
    argon
        .hash_password_into_with_memory(password.as_bytes(), salt, out, memory)
        .map_err(|e| AuthError::Hash(e.to_string()))
}

/// Parses a PHC string into hasher, salt and hash; `None` if it is not an Argon2id hash of version 19.
fn parse_phc(text: &str) -> Option<(Argon2<'static>, Vec<u8>, Vec<u8>)> {
    let hash = PasswordHash::new(text).ok()?;
    if hash.algorithm != Algorithm::Argon2id.ident() || hash.version != Some(Version::V0x13.into()) {
        return None;
    }
    let params = Params::try_from(&hash).ok()?;
    let (salt, expected) = (hash.salt?.to_vec(), hash.hash?.as_bytes().to_vec());
    Some((Argon2::new(Algorithm::Argon2id, Version::V0x13, params), salt, expected))
}

/// Hashes an operator's password of at least [`MIN_OPERATOR_PASSWORD_LENGTH`] characters.
///
/// # Errors
/// [`AuthError::Rejected`] by the rules for passwords, and the errors of [`Hasher::hash`].
pub fn hash_operator_password(password: &Password) -> Result<String, AuthError> {
    check_operator_password(password, &[])?;
    Hasher::default().hash(password)
}

/// Checks an operator's new password, which must not consist of `own_words` only.
///
/// # Errors
/// The reason for which it is rejected.
pub fn check_operator_password(password: &Password, own_words: &[&str]) -> Result<(), PasswordRejection> {
    let rules =
        PasswordRules { characters: RequiredCharacters::Any, min_length: MIN_OPERATOR_PASSWORD_LENGTH };
    check_password(rules, password, own_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_5_a_missing_hash_costs_a_hash() {
        let mut hasher = Hasher::default();
        assert!(matches!(hasher.verify(&"x".into(), None), PasswordMatch::Invalid));
        let is_used = hasher.memory.iter().any(|block| block.as_ref().iter().any(|word| *word != 0));
        assert!(is_used, "the memory of a hash");
    }

    #[test]
    fn security_2_1_a_password_matches_only_its_own_hash() {
        let mut hasher = Hasher::default();
        let hash = hasher.hash(&"correct horse battery".into()).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(
            hash,
            hasher.hash(&"correct horse battery".into()).unwrap(),
            "hashes of the same password have different salts"
        );
        assert_eq!(hasher.verify(&"correct horse battery".into(), Some(&hash)), PasswordMatch::Valid);
        for (password, hash) in [
            ("correct horse batterx", hash.as_str()),
            ("", hash.as_str()),
            ("x", "no hash"),
            ("x", "$argon2i$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFh"),
        ] {
            assert_eq!(
                hasher.verify(&password.into(), Some(hash)),
                PasswordMatch::Invalid,
                "{password} {hash}"
            );
        }
        assert_eq!(hasher.verify(&"correct horse battery".into(), None), PasswordMatch::Invalid);
    }

    #[test]
    fn hashes_are_compatible_with_the_argon2_crate() {
        use argon2::password_hash::{PasswordHasher, PasswordVerifier};
        let library = Argon2::default();
        let hash = library.hash_password(b"ada").unwrap().to_string();
        assert_eq!(Hasher::default().verify(&"ada".into(), Some(&hash)), PasswordMatch::Valid);
        let own_hash = Hasher::default().hash(&"ada".into()).unwrap();
        assert!(library.verify_password(b"ada", &PasswordHash::new(&own_hash).unwrap()).is_ok());
    }

    #[test]
    fn security_2_1_passwords_are_normalized_and_never_truncated() {
        let mut hasher = Hasher::default();
        let hash = hasher.hash(&"Zoe\u{308} ﬁne".into()).unwrap();
        assert_eq!(hasher.verify(&"Zo\u{eb} fine".into(), Some(&hash)), PasswordMatch::Valid);
        let long = "a".repeat(256);
        let hash = hasher.hash(&long.as_str().into()).unwrap();
        assert_eq!(hasher.verify(&long[..255].into(), Some(&hash)), PasswordMatch::Invalid);
    }

    #[test]
    fn security_2_1_a_hash_with_other_parameters_is_reported_as_outdated() {
        use argon2::password_hash::PasswordHasher;
        for (memory, passes) in [(8192, 1), (32_768, 1)] {
            let other_params = Argon2::new(
                Algorithm::Argon2id,
                Version::V0x13,
                Params::new(memory, passes, 1, None).unwrap(),
            );
            let hash = other_params.hash_password(b"ada").unwrap().to_string();
            assert_eq!(Hasher::default().verify(&"ada".into(), Some(&hash)), PasswordMatch::ValidOutdated);
            assert_eq!(Hasher::default().verify(&"adb".into(), Some(&hash)), PasswordMatch::Invalid);
        }
    }

    #[test]
    fn security_2_8_an_operator_s_password_has_a_minimum_length() {
        let rejection = |password: &str| match hash_operator_password(&password.into()) {
            Err(AuthError::Rejected(rejection)) => Some(rejection),
            _ => None,
        };
        assert_eq!(rejection("fourteen chars"), Some(PasswordRejection::TooShort(15)));
        assert_eq!(
            rejection(&"e\u{301}".repeat(14)),
            Some(PasswordRejection::TooShort(15)),
            "counted in NFKC"
        );
        assert_eq!(rejection(&"a1".repeat(200)), Some(PasswordRejection::TooLong(256)));
        assert!(hash_operator_password(&"fifteen letters".into()).is_ok());
    }
}
