//! Sites and their settings: the index by host name, and export and import as a folder.
//!
//! Layer 2. This crate has no members, caches or HTML.

mod folder;
mod site_index;

pub use folder::{FolderError, SiteFolder};
pub use site_index::{SiteHandle, SiteIndex};
