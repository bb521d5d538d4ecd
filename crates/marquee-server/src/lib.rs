//! HTTP and only HTTP: which path is answered by what, hosts, headers, connections.
//!
//! Layer 4. This crate never knows SQL, the JavaScript engine, feed formats or business rules.
//! Every path is on one screen in `router.rs`; finished pages are answered before it, in `service.rs`.

mod client;
mod document;
mod entrance;
mod error;
mod files;
mod headers;
mod health;
mod host;
mod listen;
mod loyalty;
mod media;
mod page;
mod preview;
mod proxy;
mod redirect;
mod router;
mod sandbox;
mod service;
mod site;
mod stand_ins;
mod theater;

pub use client::TrustedProxies;
pub use files::{FileSource, StaticFile, StaticFiles};
pub use listen::{Limits, ListenError, Listener, serve};
pub use router::App;
pub use sandbox::{Demo, DemoHosts};
