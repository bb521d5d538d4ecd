//! Types of originals, detected by content.

use std::fmt;

/// The root element must start within this many bytes, after an XML declaration, doctype and comments.
const HEAD_BYTES: usize = 4096;

/// Type of an original, detected by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OriginalType {
    /// PNG; if animated, the default image is used.
    Png,
    Jpeg,
    /// WebP; if animated, the first frame is used.
    Webp,
    /// GIF; if animated, the first frame is used.
    Gif,
    /// SVG, accepted from [`Source::Trusted`](crate::Source::Trusted) only.
    Svg,
}

impl OriginalType {
    /// Detects the type by the first bytes.
    pub(crate) fn detect(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            _ if is_svg(bytes) => Some(Self::Svg),
            _ => None,
        }
    }

    /// Display name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
            Self::Svg => "SVG",
        }
    }
}

impl fmt::Display for OriginalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether this is XML with `svg` as its root.
fn is_svg(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]);
    let mut remaining = head.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match remaining {
            _ if remaining.starts_with("<?") => "?>",
            _ if remaining.starts_with("<!--") => "-->",
            _ if remaining.starts_with("<!") => ">",
            _ => {
                return remaining
                    .strip_prefix("<svg")
                    .is_some_and(|remaining| remaining.starts_with([' ', '\t', '\r', '\n', '>', '/']));
            }
        };
        let Some((_, after)) = remaining.split_once(end) else { return false };
        remaining = after.trim_start();
    }
}
