//! Fakes of other companies' services, which the tests of several crates share.
//!
//! For tests only: no crate of the product depends on it. A fake knows nothing of the crate that it tests, so that a mistake
//! in that crate is not made twice. What one crate's tests need alone stays with that crate.

mod payments;

pub use payments::{FakeStripe, FakeStripeOptions, Outcome};
