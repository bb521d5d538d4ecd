//! What is playing: cached reads of a site's programme, the rules of lists and shows, and imports.
//!
//! Layer 2. This crate does not depend on feeds or members.

mod import;
mod programme;
mod reader;
mod rules;

pub use import::{Counts, Import, ImportError, Report, apply};
pub use programme::{DayShows, Outlook};
pub use reader::{Catalog, Offers, Snapshot};
pub use rules::{
    Bookable, TimeOfDay, UNKNOWN_LENGTH, badges, bookable, ends_before, has_started, is_ahead, listed,
    matches_time_of_day, next_change,
};
