//! Programmes written in an open format, for partners.

pub use crate::cinemashowtimes::export as cinemashowtimes;
