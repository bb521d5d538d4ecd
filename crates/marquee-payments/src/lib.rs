//! Payments with Stripe: customers, the billing portal, one checkout session per order, and webhooks.
//!
//! Layer 1. This crate does not know members, what an order is for or whether it may be sold, and stores nothing. The caller
//! computes the price from its catalog. Whether an order is paid is read from Stripe only, never from the browser.
//!
//! To add a call: a method of [`Stripe`], its response in the fake of `marquee-testkit`, a test over a real socket in `tests/`.

mod checkout;
mod error;
mod money;
mod stripe;
mod webhook;

pub use checkout::{Checkout, CheckoutOrder, CheckoutSession, CheckoutStatus};
pub use error::PaymentError;
pub use money::{Currency, Money};
pub use stripe::{NewCustomer, STRIPE_URL, Stripe, StripeOptions};
pub use webhook::WebhookEvent;
