//! The HTTP client for requests to other hosts (security 5.7).
//!
//! Layer 0. This crate does not know what is fetched or why. URLs may come from untrusted feeds, so it protects against
//! server-side request forgery: it connects only to globally routable addresses of a resolved name, does not follow
//! redirects, and limits time and size. Internal hosts must be listed by the operator.
//!
//! To allow a host that is rejected, add it to the list of [`Outbound::new`]; never add an exception here.

mod address;
mod client;
mod error;
mod request;

pub use client::{Limits, Outbound};
pub use error::OutboundError;
pub use request::{Content, Method, OutboundRequest, OutboundResponse};
