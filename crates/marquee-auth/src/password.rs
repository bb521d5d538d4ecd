//! Passwords: hashed with Argon2id in memory that is used again, operators' of a least length.

use argon2::password_hash::phc::{Output, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use subtle::ConstantTimeEq;
use unicode_normalization::UnicodeNormalization;

use crate::{AuthError, random};

/// The least length of an operator's password (security 2.8).
pub const OPERATOR_PASSWORD: usize = 15;

/// Bytes of a salt, and of the one that stands in for a member who is not there.
const SALT: usize = 16;
const NOBODY: [u8; SALT] = *b"nobody's salt :-";
/// Bytes of a hash.
const HASH: usize = Params::DEFAULT_OUTPUT_LEN;

/// What a password is to a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is the one of the hash.
    Fits,
    /// It is, and the hash should be made anew: it was made with other parameters (security 2.1).
    FitsOld,
    /// It is another one, or there is no hash.
    Wrong,
}

/// Hashes one password at a time in memory of its own, 19 MiB of it (security 2.1).
pub struct Hasher {
    argon: Argon2<'static>,
    memory: Vec<Block>,
}

impl std::fmt::Debug for Hasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hasher").field("blocks", &self.memory.len()).finish()
    }
}

impl Default for Hasher {
    fn default() -> Self {
        let params = Params::default();
        let memory = vec![Block::new(); params.block_count()];
        Self { argon: Argon2::new(Algorithm::Argon2id, Version::V0x13, params), memory }
    }
}

impl Hasher {
    /// Hashes a password with a random salt; the text carries its parameters. What Unicode holds for the same text has the
    /// same hash (security 2.1).
    ///
    /// # Errors
    /// [`AuthError::Random`] without random bytes, [`AuthError::Hash`] for a password of gigabytes.
    pub fn hash(&mut self, password: &str) -> Result<String, AuthError> {
        let salt = random::bytes::<SALT>()?;
        let mut out = [0_u8; HASH];
        digest(&self.argon, &mut self.memory, password, &salt, &mut out)?;
        let wrong = |e: &dyn std::fmt::Display| AuthError::Hash(e.to_string());
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: self.argon.params().try_into().map_err(|e| wrong(&e))?,
            salt: Some(Salt::new(&salt).map_err(|e| wrong(&e))?),
            hash: Some(Output::new(&out).map_err(|e| wrong(&e))?),
        };
        Ok(hash.to_string())
    }

    /// Tells whether a password is the one of a hash. Without a hash the work is the same, so that its time does not tell
    /// who is a member (security 2.5).
    pub fn verify(&mut self, password: &str, hash: Option<&str>) -> Verdict {
        let known = hash.and_then(read);
        let Some((argon, salt, expected)) = known else {
            let mut out = [0_u8; HASH];
            // Its result is of no interest, and neither is its failure.
            digest(&self.argon, &mut self.memory, password, &NOBODY, &mut out).ok();
            return Verdict::Wrong;
        };
        let blocks = argon.params().block_count();
        let mut more = if blocks > self.memory.len() { vec![Block::new(); blocks] } else { Vec::new() };
        let memory = if more.is_empty() { &mut self.memory } else { &mut more };
        let mut out = vec![0_u8; expected.len()];
        let fits =
            digest(&argon, memory, password, &salt, &mut out).is_ok() && bool::from(out.ct_eq(&expected));
        let ours = self.argon.params();
        let theirs = argon.params();
        let old = [ours.m_cost(), ours.t_cost(), ours.p_cost()]
            != [theirs.m_cost(), theirs.t_cost(), theirs.p_cost()];
        match (fits, old) {
            (true, false) => Verdict::Fits,
            (true, true) => Verdict::FitsOld,
            (false, _) => Verdict::Wrong,
        }
    }
}

fn digest(
    argon: &Argon2<'_>,
    memory: &mut [Block],
    password: &str,
    salt: &[u8],
    out: &mut [u8],
) -> Result<(), AuthError> {
    let password: String = password.nfkc().collect();
    argon
        .hash_password_into_with_memory(password.as_bytes(), salt, out, memory)
        .map_err(|e| AuthError::Hash(e.to_string()))
}

/// How a hash was made, its salt and what it is; `None` when it is not an Argon2id hash.
fn read(text: &str) -> Option<(Argon2<'static>, Vec<u8>, Vec<u8>)> {
    let hash = PasswordHash::new(text).ok()?;
    if hash.algorithm != Algorithm::Argon2id.ident() || hash.version != Some(Version::V0x13.into()) {
        return None;
    }
    let params = Params::try_from(&hash).ok()?;
    let (salt, expected) = (hash.salt?.to_vec(), hash.hash?.as_bytes().to_vec());
    Some((Argon2::new(Algorithm::Argon2id, Version::V0x13, params), salt, expected))
}

/// Hashes an operator's password.
///
/// # Errors
/// [`AuthError::TooShort`] below 15 characters; those of [`Hasher::hash`].
pub fn hash_operator_password(password: &str) -> Result<String, AuthError> {
    if password.chars().count() < OPERATOR_PASSWORD {
        return Err(AuthError::TooShort);
    }
    Hasher::default().hash(password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_1_a_password_fits_its_own_hash_only() {
        let mut hasher = Hasher::default();
        let hash = hasher.hash("correct horse battery").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, hasher.hash("correct horse battery").unwrap(), "each has a salt of its own");
        assert_eq!(hasher.verify("correct horse battery", Some(&hash)), Verdict::Fits);
        for (password, hash) in [
            ("correct horse batterx", hash.as_str()),
            ("", hash.as_str()),
            ("x", "no hash"),
            ("x", "$argon2i$v=19$m=8,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFh"),
        ] {
            assert_eq!(hasher.verify(password, Some(hash)), Verdict::Wrong, "{password} {hash}");
        }
        assert_eq!(hasher.verify("correct horse battery", None), Verdict::Wrong);
    }

    #[test]
    fn the_hashes_are_those_of_the_library() {
        use argon2::password_hash::{PasswordHasher, PasswordVerifier};
        let library = Argon2::default();
        let hash = library.hash_password(b"ada").unwrap().to_string();
        assert_eq!(Hasher::default().verify("ada", Some(&hash)), Verdict::Fits);
        let ours = Hasher::default().hash("ada").unwrap();
        assert!(library.verify_password(b"ada", &PasswordHash::new(&ours).unwrap()).is_ok());
    }

    #[test]
    fn security_2_1_passwords_are_compared_as_unicode_has_them_and_never_cut() {
        let mut hasher = Hasher::default();
        let hash = hasher.hash("Zoe\u{308} ﬁne").unwrap();
        assert_eq!(hasher.verify("Zo\u{eb} fine", Some(&hash)), Verdict::Fits);
        let long = "a".repeat(256);
        let hash = hasher.hash(&long).unwrap();
        assert_eq!(hasher.verify(&long[..255], Some(&hash)), Verdict::Wrong);
    }

    #[test]
    fn security_2_1_a_hash_of_other_parameters_is_to_be_made_anew() {
        use argon2::password_hash::PasswordHasher;
        for (memory, passes) in [(8192, 1), (32_768, 1)] {
            let old = Argon2::new(
                Algorithm::Argon2id,
                Version::V0x13,
                Params::new(memory, passes, 1, None).unwrap(),
            );
            let hash = old.hash_password(b"ada").unwrap().to_string();
            assert_eq!(Hasher::default().verify("ada", Some(&hash)), Verdict::FitsOld);
            assert_eq!(Hasher::default().verify("adb", Some(&hash)), Verdict::Wrong);
        }
    }

    #[test]
    fn security_2_8_an_operator_s_password_is_long() {
        assert!(matches!(hash_operator_password("fourteen chars"), Err(AuthError::TooShort)));
        assert!(hash_operator_password("fifteen letters").is_ok());
    }
}
