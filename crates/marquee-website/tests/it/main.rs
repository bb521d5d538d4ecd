//! Readings of websites on a stub server: what is found, and what hostile websites cannot do.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

mod hostile;
mod recorded;
mod stub;
mod website;
