//! The HTTP server: routes, hosts, headers and connections.
//!
//! Layer 6. This crate contains no SQL, JavaScript engine, feed formats or business rules.
//! Services for hosts that are not sites are passed in as [`OtherHosts`]. All routes are in `router.rs`; cached
//! pages are served before routing, in `service.rs`.

mod app;
mod captions;
mod client;
mod cookies;
mod draft_preview;
mod editor;
mod error;
mod files;
mod headers;
mod health;
mod host;
mod limits;
mod listen;
mod loyalty;
mod mcp;
mod media;
mod openapi;
mod other_hosts;
mod paced_body;
mod page;
mod path_check;
mod preview;
mod problem;
mod proxy;
mod push;
mod redirect;
mod router;
mod sent_videos;
mod service;
mod site;
mod span;
mod static_files;
mod stored_files;
mod theater;
mod tls;
mod videos;
mod visitor;

pub use app::App;
pub use client::TrustedProxies;
pub use editor::{Editor, Readings};
pub use limits::Limits;
pub use listen::{ListenError, Listener, Listeners, serve};
pub use other_hosts::OtherHosts;
pub use router::router;
pub use sent_videos::SentVideos;
pub use static_files::{FileSource, StaticFile, StaticFiles};
pub use tls::Tls;
pub use visitor::is_person;
