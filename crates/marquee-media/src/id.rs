//! Validated names that become parts of storage keys.

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

use crate::MediaError;

/// Id of an original: the first 20 hexadecimal digits (80 bits) of the SHA-256 of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MediaId(String);

impl MediaId {
    const DIGITS: usize = 20;

    /// Computes the id of an original's bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut digits = hex::encode(Sha256::digest(bytes));
        digits.truncate(Self::DIGITS);
        Self(digits)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MediaId {
    type Err = MediaError;

    fn from_str(text: &str) -> Result<Self, MediaError> {
        let is_id =
            text.len() == Self::DIGITS && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if is_id { Ok(Self(text.to_owned())) } else { Err(MediaError::InvalidId) }
    }
}

impl fmt::Display for MediaId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The tenant a picture belongs to: 1 to 128 characters of `a-z`, `0-9` and `-`, as the key of a site. Every key of a picture begins with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scope(String);

impl Scope {
    const MAX_LENGTH: usize = 128;

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Scope {
    type Err = MediaError;

    fn from_str(text: &str) -> Result<Self, MediaError> {
        let is_scope = (1..=Self::MAX_LENGTH).contains(&text.len())
            && text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if is_scope { Ok(Self(text.to_owned())) } else { Err(MediaError::InvalidScope) }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;
