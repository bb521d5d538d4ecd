//! Why a picture was refused, or could not be kept or made.

use std::sync::Arc;

use crate::{Format, Kind};

/// Why a picture was refused, or could not be kept or made. The messages of refusals are fit for an operator.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum MediaError {
    /// More bytes than [`MAX_BYTES`](crate::Options::MAX_BYTES).
    #[error("the file has {bytes} bytes, more than {} are not accepted", crate::Options::MAX_BYTES)]
    TooLarge {
        /// The file's size.
        bytes: usize,
    },
    /// More pixels than [`MAX_PIXELS`](crate::Options::MAX_PIXELS), or a longer side than
    /// [`MAX_SIDE`](crate::Options::MAX_SIDE), or none at all.
    #[error("the picture measures {width} by {height} pixels, which is not accepted")]
    BadSize {
        /// The width its header states.
        width: u32,
        /// The height its header states.
        height: u32,
    },
    /// The content is of no type this crate reads; the name of the file plays no part.
    #[error("the file is not a PNG, JPEG, WebP or GIF picture")]
    UnknownType,
    /// An SVG that is not one of the product's own: it can hold script and reach out to other files.
    #[error("SVG pictures are not accepted, use PNG, JPEG or WebP")]
    SvgRefused,
    /// It begins like a picture but cannot be read to its end.
    #[error("the {kind} picture cannot be read: {reason}")]
    Broken {
        /// What it seemed to be.
        kind: Kind,
        /// The decoder's words.
        reason: String,
    },
    /// Not a media id.
    #[error("not a media id")]
    InvalidId,
    /// Not a scope.
    #[error("not a media scope")]
    InvalidScope,
    /// Not the name of a rendition.
    #[error("not a rendition")]
    InvalidRendition,
    /// The width is not one of [`Options::widths`](crate::Options::widths).
    #[error("pictures are not made {0} pixels wide")]
    WidthNotAllowed(u32),
    /// The ratio is not one of [`Options::ratios`](crate::Options::ratios).
    #[error("pictures are not cut to {0}:{1}")]
    RatioNotAllowed(u16, u16),
    /// The encoder failed.
    #[error("the {format} encoder failed: {reason}")]
    Encode {
        /// Which encoder.
        format: Format,
        /// Its words.
        reason: String,
    },
    /// The address of the store is not `file:`, `s3:` or `memory:`, or what it names cannot be opened.
    #[error("the media store cannot be opened: {0}")]
    Open(String),
    /// The store failed.
    #[error("the media store failed")]
    Store(#[source] Arc<object_store::Error>),
    /// The work was given up: the program stops, or a decoder or encoder panicked.
    #[error("the work on the picture was given up")]
    GivenUp,
}

impl MediaError {
    /// Whether the one who brought the picture can do something about it, by bringing another.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::TooLarge { .. }
                | Self::BadSize { .. }
                | Self::UnknownType
                | Self::SvgRefused
                | Self::Broken { .. }
        )
    }
}

impl From<object_store::Error> for MediaError {
    fn from(error: object_store::Error) -> Self {
        Self::Store(Arc::new(error))
    }
}
