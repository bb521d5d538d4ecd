//! Tests of the crate's public API.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

#[path = "../support/clusterflick.rs"]
mod clusterflick;
mod fixtures;
mod hostile;
mod recorded;
mod recorded_data;
mod recorded_systems;
mod recorded_venues;
mod roundtrip;
mod support;
mod times;
