//! Encodings of renditions.

use std::fmt;

/// Encoding of a rendition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// AVIF, lossy: smallest, and slowest to encode.
    Avif,
    /// WebP, lossy.
    Webp,
    /// JPEG, for mail and wallet passes; transparency becomes white.
    Jpeg,
    /// PNG, lossless.
    Png,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Avif, Self::Webp, Self::Jpeg, Self::Png];

    /// File extension, without a dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// Media type for `Content-Type`.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::Webp => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension())
    }
}
