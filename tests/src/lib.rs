//! Black box: the real program, over HTTP and on the command line, as visitors and operators meet it.
//!
//! Nothing here knows an internal type but the payment provider's stand-in, so the tests survive a rewrite of everything inside. `tests/it` mirrors the
//! tree of addresses; this library starts the program, asks it, and reads what it answers.
//!
//! To add a test: the file of its address in `tests/it`, a [`Data`] folder, a [`Server`] on it, a [`Site`] to ask.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod acme;
mod data;
mod databases;
mod fake;
mod html;
mod http;
mod mails;
mod member;
mod program;
mod relay;
mod server;

pub use acme::{Acme, film, show, theater};
pub use data::{Data, Done};
pub use databases::{Postgres, sqlite};
pub use fake::{Elsewhere, png};
pub use html::{Element, Page};
pub use http::{Reply, raw};
pub use mails::Mail;
pub use member::Member;
pub use program::{cargo, program, recorded, root};
pub use relay::Relay;
pub use server::{Server, Site};

/// The instant at which the demo is looked at: a Friday evening, 17:48 at the reference theater.
pub const CLOCK: &str = "2026-11-20T22:48:00Z";
