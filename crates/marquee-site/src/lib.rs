//! Sites and their settings: the index by host name, and export and import as a folder.
//!
//! Layer 2. This crate has no members, caches or HTML.

mod directory;
mod folder;

pub use directory::{SiteHandle, SiteIndex};
pub use folder::{FolderError, SiteFolder};
