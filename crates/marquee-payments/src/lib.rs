//! Payments with Stripe: customers, their portal, a checkout per order, and what Stripe reports.
//!
//! Layer 1. This crate never knows members, what an order is for or whether it may be sold, and stores nothing. A price
//! is the caller's own, computed from its catalogue; whether an order is paid is what Stripe says, never the browser.
//!
//! To add a call: a method of [`Stripe`], its answer in [`StandIn`], a test over a real socket in `tests/`.

mod checkout;
mod error;
mod money;
mod stand_in;
mod stripe;
mod webhook;

pub use checkout::{Checkout, CheckoutOrder, CheckoutSession, CheckoutStatus};
pub use error::PaymentError;
pub use money::{Currency, Money};
pub use stand_in::{Outcome, StandIn, StandInOptions};
pub use stripe::{NewCustomer, STRIPE_URL, Stripe, StripeOptions};
pub use webhook::Event;
