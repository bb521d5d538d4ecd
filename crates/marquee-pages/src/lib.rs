//! From records to HTML: which page an address is, what it shows, the finished document, and its cache.
//!
//! Layer 3. This crate never knows members and sessions, the HTTP server, or which engine renders.
//!
//! To add a page kind: a variant of [`Kind`] in `route.rs`, a builder in `build/`, a body type in `marquee-api`,
//! a component in `web/site/src/pages`.

mod address;
mod build;
mod cache;
mod declared;
mod document;
mod flights;
mod format;
mod found;
mod gate;
mod make;
mod names;
mod plain;
mod resource;
mod route;
mod service;
mod third_parties;

pub use cache::{Cached, Encoding, Finished};
pub use document::{Assets, HSTS};
pub use format::Formats;
pub use found::Draw;
pub use resource::Export;
pub use route::{Query, Request, is_api};
pub use service::{Answer, Hands, Options, PageError, Pages, Render, RenderFailure};
pub use third_parties::{AnsweredBy, ThirdPartySettings, proxied_scripts};
