//! Exports of a schedule in open formats.

pub use crate::cinemashowtimes::export as cinemashowtimes;
pub use crate::spreadsheet::export::export as spreadsheet;
