//! Fakes of other companies' services, and work that takes long, which the tests of several crates share.
//!
//! For tests only: no crate of the product depends on it. A fake does not depend on the crate that it tests, so that
//! it does not repeat a mistake of that crate. A fake that only one crate uses is in that crate.

mod payments;
mod template;

pub use payments::{FakeStripe, FakeStripeOptions, Outcome};
pub use template::{build_stamp, run_once, template};
