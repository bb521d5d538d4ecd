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
        Self::from_digest(&Sha256::digest(bytes))
    }

    /// The id of the original with this SHA-256.
    pub(crate) fn from_digest(digest: &[u8]) -> Self {
        let mut digits = hex::encode(digest);
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

/// The point of a picture that crops keep in view, in percent of its width and height, from the top left. Its text form is `81x50`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Focus {
    x: u8,
    y: u8,
}

impl Focus {
    /// `None` if a value is above 100.
    #[must_use]
    pub fn new(x: u8, y: u8) -> Option<Self> {
        (x <= 100 && y <= 100).then_some(Self { x, y })
    }

    #[must_use]
    pub fn percent(self) -> (u8, u8) {
        (self.x, self.y)
    }

    /// Horizontal and vertical share, 0 to 1.
    #[must_use]
    pub fn shares(self) -> (f64, f64) {
        (f64::from(self.x) / 100.0, f64::from(self.y) / 100.0)
    }
}

impl fmt::Display for Focus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.x, self.y)
    }
}

/// An original and how it is cropped, as addresses name it: `{id}`, or `{id}-81x50` with a focus. With another focus the same
/// picture has another address, because browsers keep renditions for good.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PictureName {
    pub id: MediaId,
    /// `None` crops to the center.
    pub focus: Option<Focus>,
}

impl From<MediaId> for PictureName {
    fn from(id: MediaId) -> Self {
        Self { id, focus: None }
    }
}

impl fmt::Display for PictureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.focus {
            None => self.id.fmt(f),
            Some(focus) => write!(f, "{}-{focus}", self.id),
        }
    }
}

impl FromStr for PictureName {
    type Err = MediaError;

    /// Parses exactly the texts that [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, MediaError> {
        let Some((id, focus)) = text.split_once('-') else { return Ok(text.parse::<MediaId>()?.into()) };
        let focus = focus.split_once('x').and_then(|(x, y)| Focus::new(x.parse().ok()?, y.parse().ok()?));
        let name = Self { id: id.parse()?, focus: Some(focus.ok_or(MediaError::InvalidId)?) };
        // Each name has one text: no leading zeros or plus signs.
        if name.to_string() == text { Ok(name) } else { Err(MediaError::InvalidId) }
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
