//! Mail: what each letter of the loyalty programme says, how it looks, and how it leaves.
//!
//! Layer 1. This crate never knows the database, members' records or HTTP: who writes to whom, the links and the
//! instant come in as values, and the queue in which a [`Letter`] waits is somebody else's.
//!
//! ```text
//! Letter + Look + language + Envelope ── compose ──► Message ── Mailer::send ──► outbox folder or mail server
//! ```
//!
//! To add a letter: a variant of [`Letter`] with its name in `kind`, its words in `words/english.rs` and
//! `words/french.rs`, a row in `letter::samples`.

mod address;
mod compose;
mod eml;
mod error;
mod html;
mod letter;
mod link;
mod look;
mod mailer;
mod plain;
mod retry;
mod words;

pub use address::{Address, Mailbox};
pub use compose::{Envelope, Message, compose};
pub use error::MailError;
pub use letter::Letter;
pub use link::Link;
pub use look::{Colors, Look};
pub use mailer::{Mailer, Retention};
pub use retry::{GIVE_UP_AFTER, gives_up, next_try};
