//! Errors of media operations.

use std::sync::Arc;

use crate::{Format, OriginalType};

/// Error of a media operation. Messages of refusals ([`MediaError::is_refusal`]) are meant for operators.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum MediaError {
    /// More bytes than [`MAX_BYTES`](crate::Options::MAX_BYTES).
    #[error("the file has {bytes} bytes, more than {} are not accepted", crate::Options::MAX_BYTES)]
    TooLarge { bytes: usize },
    /// More pixels than [`MAX_PIXELS`](crate::Options::MAX_PIXELS), a side longer than
    /// [`MAX_SIDE`](crate::Options::MAX_SIDE), or an empty picture.
    #[error("the picture measures {width} by {height} pixels, which is not accepted")]
    BadSize {
        /// Width in the file's header.
        width: u32,
        /// Height in the file's header.
        height: u32,
    },
    /// The content has no supported type. File names are ignored.
    #[error("the file is not a PNG, JPEG, WebP or GIF picture")]
    UnknownType,
    /// An uploaded SVG. SVG can contain scripts and references to other files; only the product's own are accepted.
    #[error("SVG pictures are not accepted, use PNG, JPEG or WebP")]
    SvgRefused,
    /// The file has a known signature but cannot be decoded.
    #[error("the {kind} picture cannot be read: {reason}")]
    Broken {
        /// Type by its signature.
        kind: OriginalType,
        /// Message of the decoder.
        reason: String,
    },
    #[error("not a media id")]
    InvalidId,
    #[error("not a media scope")]
    InvalidScope,
    #[error("not a rendition")]
    InvalidRendition,
    /// The width is not one of [`Options::widths`](crate::Options::widths).
    #[error("pictures are not made {0} pixels wide")]
    WidthNotAllowed(u32),
    /// The ratio is not one of [`Options::ratios`](crate::Options::ratios).
    #[error("pictures are not cut to {0}:{1}")]
    RatioNotAllowed(u16, u16),
    #[error("the {format} encoder failed: {reason}")]
    Encode {
        format: Format,
        /// Message of the encoder.
        reason: String,
    },
    /// The store's URL is not `file:`, `s3:` or `memory:`, or the store cannot be opened.
    #[error("the media store cannot be opened: {0}")]
    Open(String),
    #[error("the media store failed")]
    Store(#[source] Arc<object_store::Error>),
    /// The work was canceled: the program is shutting down, or a decoder or encoder panicked.
    #[error("the work on the picture was given up")]
    Canceled,
}

impl MediaError {
    /// Whether the picture itself is the cause, so that the operator must choose another one.
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
