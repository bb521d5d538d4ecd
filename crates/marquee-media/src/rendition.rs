//! What a rendition is: a width, a cut, a format; and how large it comes out.

use std::{fmt, str::FromStr};

use crate::MediaError;

/// A picture as it is asked for. Written `640.avif`, or `640-2x3.avif` when cut; that text is its name in the
/// store and fit for a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rendition {
    /// The width in pixels. A picture is never made wider than its original, an SVG excepted.
    pub width: u32,
    /// What to cut away.
    pub crop: Crop,
    /// How to encode it.
    pub format: Format,
}

/// What to cut away of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Crop {
    /// Nothing.
    #[default]
    None,
    /// The edges, so that the middle remains in this ratio.
    Ratio {
        /// Parts of width.
        w: u16,
        /// Parts of height.
        h: u16,
    },
}

/// How a rendition is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// AVIF, lossy: the smallest, and the slowest to make.
    Avif,
    /// WebP, lossy.
    Webp,
    /// JPEG, for those who read nothing else (mail, wallet passes); transparency turns white.
    Jpeg,
    /// PNG, without loss.
    Png,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Avif, Self::Webp, Self::Jpeg, Self::Png];

    /// The name's ending, without a dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// The value of `Content-Type`.
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

impl fmt::Display for Rendition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.crop {
            Crop::None => write!(f, "{}.{}", self.width, self.format),
            Crop::Ratio { w, h } => write!(f, "{}-{w}x{h}.{}", self.width, self.format),
        }
    }
}

impl FromStr for Rendition {
    type Err = MediaError;

    /// Reads what [`Display`](fmt::Display) writes, and nothing that would be written otherwise.
    fn from_str(text: &str) -> Result<Self, MediaError> {
        let parse = || {
            let (name, extension) = text.split_once('.')?;
            let format = Format::ALL.into_iter().find(|format| format.extension() == extension)?;
            let (width, crop) = match name.split_once('-') {
                None => (name, Crop::None),
                Some((width, ratio)) => {
                    let (w, h) = ratio.split_once('x')?;
                    (width, Crop::Ratio { w: w.parse().ok()?, h: h.parse().ok()? })
                }
            };
            Some(Self { width: width.parse().ok()?, crop, format })
        };
        // One rendition has one name: no leading zeros, no plus signs.
        parse().filter(|rendition| rendition.to_string() == text).ok_or(MediaError::InvalidRendition)
    }
}

/// The part of an original that a rendition shows, in pixels of the original.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Frame {
    /// The middle of a picture of this size, cut by `crop`.
    pub(crate) fn of(width: f64, height: f64, crop: Crop) -> Self {
        let (w, h) = match crop {
            Crop::Ratio { w, h } if w > 0 && h > 0 => {
                let ratio = f64::from(w) / f64::from(h);
                (width.min(height * ratio), height.min(width / ratio))
            }
            _ => (width, height),
        };
        Self { x: (width - w) / 2.0, y: (height - h) / 2.0, width: w, height: h }
    }

    /// The size in pixels when shown `width` wide.
    pub(crate) fn size_at(&self, width: u32) -> (u32, u32) {
        (width.max(1), round(f64::from(width) * self.height / self.width))
    }

    /// The size in pixels when shown `width` wide, or as wide as it is if that is less.
    pub(crate) fn size_within(&self, width: u32) -> (u32, u32) {
        self.size_at(width.min(round(self.width)))
    }
}

/// The nearest number of pixels, at least one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, and a side is positive"
)]
fn round(side: f64) -> u32 {
    (side.round() as u32).max(1)
}

#[cfg(test)]
mod tests;
