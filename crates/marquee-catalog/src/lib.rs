//! What is playing: reading a site's programme, the rules of lists and shows, and taking in a new programme.
//!
//! Layer 2. This crate never knows where a record came from (which feed), and never members.

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
