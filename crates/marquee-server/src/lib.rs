//! The HTTP server: routes, hosts, headers and connections.
//!
//! Layer 4. This crate knows nothing of SQL, the JavaScript engine, feed formats or business rules.
//! All routes are in `router.rs`; cached pages are answered before routing, in `service.rs`.

mod client;
mod cookies;
mod error;
mod files;
mod headers;
mod health;
mod host;
mod listen;
mod loyalty;
mod media;
mod openapi;
mod page;
mod path_check;
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
