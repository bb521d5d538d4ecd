//! The domain model of a cinema website: ids, sites and their settings, films, theaters, showtimes, events, pages.
//!
//! Layer 0. This crate has no SQL, HTTP or async, and does not read the clock: the current time is a parameter.
//!
//! To add an entity: add a newtype id in [`id`], a struct that derives `Serialize`, `Deserialize` and `JsonSchema`, and
//! its rules as functions in the same module, with tests in `<module>/tests.rs`.

#[macro_use]
mod code;

pub mod catalog;
pub mod change;
pub mod clock;
pub mod email;
pub mod feed;
pub mod fields;
pub mod host;
pub mod id;
pub mod link_target;
pub mod locale;
pub mod loyalty;
pub mod money;
pub mod numbers;
pub mod operator;
pub mod peach;
pub mod publication;
pub mod reserved_paths;
pub mod secret_parameters;
pub mod settings;
pub mod site_path;
pub mod text;
pub mod ticketing;
pub mod time;
pub mod webhook;

pub use change::{Change, Tag};
pub use clock::{Clock, FixedClock, SystemClock};
pub use id::{
    CardCode, EventId, FeedId, FeedRunId, GiftCardId, MediaRef, MemberId, MovieId, NoteId, OperatorId,
    OrderId, RoleId, SavedBlockId, ScreenId, SessionId, ShowId, SiteId, TheaterId, TransferId, WebhookId,
    WebhookMessageId,
};
