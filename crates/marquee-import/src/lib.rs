//! From a file or an address to the records of a site: fetches a schedule under limits, and reads it with what the site knows.
//!
//! Layer 4. This crate stores nothing. Files and addresses are untrusted: the client connects to public addresses only, size, time and
//! redirects are limited, and the formats of `marquee-feeds` have limits of their own.

mod fetch;
mod found;
mod records;
mod report;
mod site_facts;

pub use fetch::{
    FetchError, FetchHeaders, FetchedFiles, MAX_BYTES, MAX_TIME, booking_site, booking_site_of, fetch,
    fetch_with, host_of, is_address, origin_of,
};
pub use found::{FoundSchedule, MAX_REMARKS, format_of, name_of, read_files};
pub use records::records;
pub use report::PLAN_SEPARATOR;
pub use site_facts::SiteFacts;
