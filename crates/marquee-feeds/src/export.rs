//! Exports of a schedule in open formats.

pub use crate::cinemashowtimes::export as cinemashowtimes;
