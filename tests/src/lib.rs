//! Black-box tests of the program, over HTTP and on the command line.
//!
//! The tests use no internal types, so they do not depend on the implementation; `marquee-testkit` has what they share with
//! the tests of crates. `tests/it` has a module per URL path; this library starts the program, sends requests and parses responses.
//!
//! To add a test: choose the module of the path in `tests/it`, create a [`Data`] folder, start a [`Server`] on it, and send
//! requests to a [`Site`].

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests panic on unexpected results")]

mod acme;
mod data;
mod databases;
mod html;
mod http;
mod mails;
mod member;
mod mock_server;
mod program;
mod relay;
mod server;

pub use acme::{Acme, film, show, theater};
pub use data::{CommandResult, Data};
pub use databases::{Postgres, sqlite};
pub use html::{Element, Page, StructuredData};
pub use http::{Reply, raw};
pub use mails::Mail;
pub use member::Member;
pub use mock_server::{HeldResponses, MockServer, loopback_tls, noise_png, png};
pub use program::{example, program, recorded, root};
pub use relay::Relay;
pub use server::{Server, Site};

/// The time of most tests: a Friday evening, 17:48 at the reference theater.
pub const CLOCK: &str = "2026-11-20T22:48:00Z";
