//! Sites and those who run them: the index by host name, export and import as a folder, drafts and published versions,
//! operators.
//!
//! Layer 3. This crate has no members, caches or HTML.

pub mod alerts;
pub mod attention;
pub mod draft;
mod folder;
pub mod library;
pub mod new_site;
pub mod operators;
mod site_index;
mod usage;

use jiff::SignedDuration;

pub use folder::{FolderError, SiteFolder};
pub use site_index::{SiteHandle, SiteIndex};

/// How long what was removed at once can be restored (decision 0064).
const RESTORABLE: SignedDuration = SignedDuration::from_hours(1);
