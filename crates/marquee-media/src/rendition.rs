//! Renditions: width, crop and format, and the resulting dimensions.

use std::{fmt, str::FromStr};

use crate::{Focus, Format, MediaError};

/// A variant of a picture. Its text form, `640.avif` or, if cropped, `640-2x3.avif`, is used in storage keys and URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rendition {
    /// Requested width in pixels. Pictures are not scaled up, except SVG.
    pub width: u32,
    pub crop: Crop,
    pub format: Format,
}

/// How a picture is cropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Crop {
    #[default]
    None,
    /// In this aspect ratio, to the center or around a focus.
    Ratio { w: u16, h: u16 },
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

    /// Parses exactly the texts that [`Display`](fmt::Display) writes.
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
        // Each rendition has one name: no leading zeros or plus signs.
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
    /// The frame of a picture of this size, cropped around a focus, or else to the center. The focus is at the same share of the
    /// frame as of the picture, as with `object-position` of CSS.
    pub(crate) fn cropped(width: f64, height: f64, crop: Crop, focus: Option<Focus>) -> Self {
        let (w, h) = match crop {
            Crop::Ratio { w, h } if w > 0 && h > 0 => {
                let ratio = f64::from(w) / f64::from(h);
                (width.min(height * ratio), height.min(width / ratio))
            }
            _ => (width, height),
        };
        let (x, y) = focus.map_or((0.5, 0.5), Focus::shares);
        Self { x: (width - w) * x, y: (height - h) * y, width: w, height: h }
    }

    /// Width and height in pixels if scaled to `width`.
    pub(crate) fn size_at(&self, width: u32) -> (u32, u32) {
        (width.max(1), round(f64::from(width) * self.height / self.width))
    }

    /// Width and height in pixels if scaled down to `width`; never scales up.
    pub(crate) fn size_within(&self, width: u32) -> (u32, u32) {
        self.size_at(width.min(round(self.width)))
    }
}

/// Rounds to whole pixels, at least 1.
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
