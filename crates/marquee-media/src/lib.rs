//! Pictures: originals are stored permanently under a hash of their bytes, renditions are made on first use and stored too.
//! Videos: MP4 files, stored likewise and served without their metadata. Captions are checked here, and stored with the records.
//!
//! Layer 0. This crate does not deal with films or visitors: pictures are bytes, and each tenant is a [`Scope`], the prefix of
//! its keys. Browsers get only renditions, which this crate has encoded itself, so they never get metadata or bytes of
//! an uploaded picture.
//!
//! ```text
//! {scope}/{id}/original              the original, of any type
//! {scope}/{id}/r1/640-2x3.avif       a rendition: 640 px wide, cropped to 2:3; r1 is the version of the encoding settings
//! {scope}/{id}/r1-81x50/640-2x3.avif the same, cropped around a point at 81% of the width and 50% of the height
//! {scope}/{id}/video                 a video
//! _arriving/{number}                 a video whose bytes have not all arrived
//! ```
//!
//! To add a format of renditions: a variant of [`Format`], its encoder in `encode`, a row in their tests. To add a type of
//! originals: a variant of [`OriginalType`], its signature in `OriginalType::detect`, its decoder in `picture`.

mod captions;
mod draw;
mod encode;
mod error;
mod flight;
mod format;
mod id;
mod logo;
mod options;
mod original_type;
mod picture;
mod rendition;
mod store;
mod structure;
mod vector;
mod video;

pub use captions::{Captions, CaptionsError, MAX_CAPTIONS_BYTES};
pub use draw::draw;
pub use error::MediaError;
pub use format::Format;
pub use id::{Focus, MediaId, PictureName, Scope};
pub use logo::{Logo, logo};
pub use options::{CROP_RATIOS, Options, RENDITION_WIDTHS};
pub use original_type::OriginalType;
pub use rendition::{Crop, Rendition};
pub use store::{MediaStore, Source, StoredOriginal, VideoUpload};
pub use video::{MAX_VIDEO_BYTES, StoredVideo};

/// Result type of this crate.
pub type Result<T, E = MediaError> = std::result::Result<T, E>;
