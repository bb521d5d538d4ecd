//! Requests to other machines: one client for all of them (security 5.7).
//!
//! Layer 0. This crate never knows what is fetched or why. An address a feed names is a stranger's wish to have this
//! server connect somewhere, so a name is resolved once, only globally routable addresses are connected to, redirects are
//! not followed, and time and size are bounded. What is internal has to be named by the operator.
//!
//! To reach a kind of address that is refused: an entry in [`Outbound::new`]'s list, never an exception here.

mod address;
mod ask;
mod client;
mod error;

pub use ask::{Answer, Ask, Content, Method};
pub use client::{Limits, Outbound};
pub use error::OutboundError;
