//! The operator's side: which sites there are, their settings, moving a site in and out as a folder.
//!
//! Layer 2. This crate never knows members, caches or HTML.

mod directory;
mod folder;

pub use directory::{Directory, SiteHandle};
pub use folder::{FolderError, SiteFolder};
