//! The nouns of a cinema website: ids, sites and their settings, films, theaters, showtimes, events, pages.
//!
//! Layer 0. This crate never knows SQL, HTTP, async or the time of day: an instant comes in as a value.
//!
//! To add a noun: a newtype id in [`id`], a plain struct with `Serialize`, `Deserialize` and `JsonSchema`,
//! its rules as functions beside it, their tests in `<module>/tests.rs`.

pub mod catalog;
pub mod change;
pub mod clock;
pub mod email;
pub mod fields;
pub mod id;
pub mod locale;
pub mod loyalty;
pub mod money;
pub mod peach;
pub mod secret_parameters;
pub mod settings;
pub mod site_path;
pub mod text;
pub mod ticketing;
pub mod time;

pub use change::{Change, Tag};
pub use clock::{Clock, FixedClock, SystemClock};
pub use id::{
    CardCode, EventId, GiftCardId, MediaRef, MemberId, MovieId, OrderId, ScreenId, SessionId, ShowId, SiteId,
    TheaterId, TransferId,
};
