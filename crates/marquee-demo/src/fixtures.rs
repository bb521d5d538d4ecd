//! The demo's records and pictures, embedded in the binary.

use anyhow::{Context, Result};
use bytes::Bytes;
use rust_embed::Embed;
use serde::de::DeserializeOwned;

#[derive(Embed)]
#[folder = "../../fixtures"]
#[include = "demo/*"]
#[include = "art/*.svg"]
struct Fixtures;

/// The keys of the demo sites.
pub const SITES: [&str; 2] = ["meridian", "aster"];

/// The records of a file such as `demo/films.json`.
pub fn records<T: DeserializeOwned>(path: &str) -> Result<T> {
    let file = Fixtures::get(path).with_context(|| format!("fixture {path} is missing in the binary"))?;
    serde_json::from_slice(&file.data).with_context(|| path.to_owned())
}

/// The bytes of a picture such as `art/poster.svg`.
pub fn picture(path: &str) -> Option<Bytes> {
    Some(Bytes::from(Fixtures::get(path)?.data.into_owned()))
}
