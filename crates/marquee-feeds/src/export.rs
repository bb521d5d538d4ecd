//! Exports of a programme in open formats.

pub use crate::cinemashowtimes::export as cinemashowtimes;
