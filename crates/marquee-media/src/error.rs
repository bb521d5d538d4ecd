//! Errors of media operations.

use std::sync::Arc;

use crate::{Format, OriginalType};

/// Error of a media operation. Messages about the picture itself are meant for operators, who must choose another one.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum MediaError {
    /// More bytes than [`MAX_BYTES`](crate::Options::MAX_BYTES).
    #[error("the file has {bytes} bytes; at most {} are allowed", crate::Options::MAX_BYTES)]
    TooLarge { bytes: usize },
    /// More pixels than [`MAX_PIXELS`](crate::Options::MAX_PIXELS), a side longer than
    /// [`MAX_SIDE`](crate::Options::MAX_SIDE), or an empty picture.
    #[error(
        "the picture has {width} by {height} pixels; at most {} megapixels and {} pixels per side are allowed",
        crate::Options::MAX_PIXELS / 1_000_000,
        crate::Options::MAX_SIDE
    )]
    BadSize {
        /// Width in the file's header.
        width: u32,
        /// Height in the file's header.
        height: u32,
    },
    /// A small file that decodes to very many bytes.
    #[error("the file decodes to {decoded} bytes, far more than a picture of its size")]
    Bomb { decoded: u64 },
    /// More frames than [`MAX_FRAMES`](crate::Options::MAX_FRAMES).
    #[error("the animation has more than {} frames: use one of its pictures", crate::Options::MAX_FRAMES)]
    TooManyFrames,
    /// A file that is a picture and something else.
    #[error("the file has {0} beside the picture: save it again with a program for pictures")]
    ForeignContent(&'static str),
    /// The content has no supported type. File names are ignored.
    #[error("unsupported file type: use PNG, JPEG, WebP or GIF")]
    UnknownType,
    /// An uploaded SVG. SVG can contain scripts and references to other files; only the product's own are accepted.
    #[error("SVG is not allowed: use PNG, JPEG or WebP")]
    SvgRefused,
    /// The file has a known signature but cannot be decoded.
    #[error("invalid {kind} file: {reason}")]
    Broken {
        /// Type by its signature.
        kind: OriginalType,
        /// Message of the decoder.
        reason: String,
    },
    /// More bytes than [`MAX_VIDEO_BYTES`](crate::MAX_VIDEO_BYTES).
    #[error("the video is too large: {} MB are allowed", crate::MAX_VIDEO_BYTES / 1_000_000)]
    VideoTooLarge,
    #[error("the file is not an MP4 video that can be read: {0}")]
    NotAVideo(String),
    /// The video or its sound is encoded so that some browsers do not play it.
    #[error("not every browser plays this video: export it as MP4 with H.264 and AAC")]
    VideoFormat,
    #[error("the video has {width} by {height} pixels: at most 4096 pixels per side are allowed")]
    BadVideoSize { width: u32, height: u32 },
    #[error("invalid media id")]
    InvalidId,
    #[error("invalid media scope")]
    InvalidScope,
    #[error("invalid rendition name")]
    InvalidRendition,
    /// The width is not one of [`Options::widths`](crate::Options::widths).
    #[error("width {0} is not allowed")]
    WidthNotAllowed(u32),
    /// The ratio is not one of [`Options::ratios`](crate::Options::ratios).
    #[error("aspect ratio {0}:{1} is not allowed")]
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
    #[error("media store error")]
    Store(#[source] Arc<object_store::Error>),
    /// The work was canceled: the program is shutting down, or a decoder or encoder panicked.
    #[error("picture processing was canceled")]
    Canceled,
}

impl From<object_store::Error> for MediaError {
    fn from(error: object_store::Error) -> Self {
        Self::Store(Arc::new(error))
    }
}
