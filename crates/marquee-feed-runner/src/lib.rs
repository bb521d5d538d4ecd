//! Runs the feeds of all sites on their schedules: fetches, reads, compares, and applies or holds what they say.
//!
//! Layer 5. This crate has no SQL, no routes and no format of a feed. A run that would take away too many shows
//! waits for a person, and visitors keep the last good times ([`loss`]). Everything that a run writes is one
//! transaction with its entry in the history. Within it the run proves that it still has the lease of its feed, so that no feed is
//! applied by two processes (decision 0068 says where responses are kept).

mod changes;
mod clashes;
mod conflicts;
mod credential;
mod decisions;
mod error;
mod fetching;
mod film_facts;
mod films;
mod lease;
mod listing;
mod loss;
mod planned;
mod ports;
mod push;
mod renaming;
mod report;
mod response;
mod runner;
mod settings;
mod shared;
mod timing;
mod title_sample;
mod titles;
mod worker;

pub use credential::{CredentialError, SealedCredentials};
pub use decisions::TrialSource;
pub use error::RunError;
pub use films::list_film_matches;
pub use listing::{api_run, list};
pub use ports::Ports;
pub use push::{PushError, PushMessage, PushReceiver, Pushed};
pub use report::read_report;
pub use runner::FeedRunner;
pub use settings::SettingsError;
pub use timing::is_stale;
pub use title_sample::try_title_rules;
pub use worker::run_feeds;
