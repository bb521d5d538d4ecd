//! Tests of the crate's public API.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../support/clusterflick.rs"]
mod clusterflick;
mod fixtures;
mod hostile;
mod recorded;
mod roundtrip;
mod support;
