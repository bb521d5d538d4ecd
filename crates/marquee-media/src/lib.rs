//! Pictures: originals kept for ever under the hash of their bytes, renditions made on first use and kept too.
//!
//! Layer 0. This crate never knows what a picture shows or who asks for it: pictures are bytes, a tenant is a
//! [`Scope`] in front of every key. It never serves an original, only what it encoded itself; so no metadata
//! and no foreign bytes reach a browser.
//!
//! ```text
//! {scope}/{id}/original              what was taken in, whatever its type
//! {scope}/{id}/r1/640-2x3.avif       a rendition: 640 wide, cut to 2:3; r1 is the recipe it was made by
//! ```
//!
//! To add a format of renditions: a variant of [`Format`], its encoder in `encode`, a row in their tests. To
//! add a type of originals: a variant of [`Kind`], its mark in `Kind::of`, its decoder in `picture`.

mod draw;
mod encode;
mod error;
mod flight;
mod id;
mod options;
mod picture;
mod rendition;
mod store;
mod vector;

pub use draw::draw;
pub use error::MediaError;
pub use id::{MediaId, Scope};
pub use options::Options;
pub use picture::Kind;
pub use rendition::{Crop, Format, Rendition};
pub use store::{MediaStore, Source, Stored};

/// What this crate's functions return.
pub type Result<T, E = MediaError> = std::result::Result<T, E>;
