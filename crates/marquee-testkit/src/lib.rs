//! Fakes of other companies' services, and files that take long to make, which the tests of several crates share.
//!
//! For tests only: no crate of the product depends on it. A fake does not depend on the crate that it tests, so that
//! it does not repeat a mistake of that crate. A fake that only one crate uses is in that crate.

mod payments;
mod template;

pub use payments::{FakeStripe, FakeStripeOptions, Outcome};
pub use template::{build_stamp, once_per_build};
