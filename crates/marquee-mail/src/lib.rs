//! Mails of the loyalty program: texts, layout and transport.
//!
//! Layer 1. This crate does not depend on the database, members' records or HTTP: addresses, links and time are arguments,
//! and the queue of [`Letter`]s belongs to another crate.
//!
//! ```text
//! Letter + Branding + language + Envelope ── compose ──► Message ── Mailer::send ──► outbox folder or mail server
//! ```
//!
//! To add a letter: a variant of [`Letter`] with its name in `kind`, its texts in `locales/*/mail.json` and
//! `texts/letters.rs`, a row in `letter::samples`.

mod address;
mod branding;
mod compose;
mod eml;
mod error;
mod html;
mod letter;
mod link;
mod mailer;
mod plain_text;
mod retry;
mod texts;

pub use address::{Address, Mailbox};
pub use branding::{Branding, Colors};
pub use compose::{Envelope, Message, compose};
pub use error::MailError;
pub use letter::Letter;
pub use link::Link;
pub use mailer::{Mailer, Retention};
pub use retry::{GIVE_UP_AFTER, is_expired, retry_delay};
