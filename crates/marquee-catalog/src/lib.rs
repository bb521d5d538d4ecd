//! The schedule of a site: cached reads, the rules of lists and shows, imports, and what operators
//! changed beside them.
//!
//! Layer 2. This crate does not depend on feeds or members.

mod completion;
mod descriptions;
mod edits;
mod events;
mod import;
mod pictures;
mod reader;
mod rules;
mod same_films;
mod selection;
mod show_cache;
mod show_counts;
mod text_order;
mod today;

pub use completion::merged_film;
pub use edits::{
    CinemaDays, DraftProgram, EditError, draft_program, edited_film, edited_show, films_by_all_titles,
    read_program_edits, save_program_edits, save_theater_edits, theaters_of_shows, unedited_films,
    unedited_shows, unedited_theaters,
};
pub use events::{event_dates, is_show_of_event, members_first_event};
pub use import::{
    Difference, Import, ImportCounts, ImportError, ImportPlan, ImportReport, import_planned,
    import_planned_in, import_schedule, import_site, plan_import,
};
pub use pictures::{FetchReport, PictureStores, fetch_pictures};
pub use reader::{Catalog, DraftRecords, Offers, Snapshot};
pub use rules::{
    Bookable, TimeOfDay, badges, bookability, booking_has_ended, ends_by, featured_movie, is_upcoming,
    matches_time_of_day, next_change,
};
pub use same_films::{SUGGESTED as SUGGESTED_CONFIDENCE, film_confidence, merge_films, searched_title};
pub use show_cache::{DayShows, UpcomingDays};
pub use text_order::TextOrder;
pub use today::{RunningShow, ScreenState, screen_states};
