//! Wallet passes: a member's card or a ticket as a signed JWT for Google Wallet, or a signed `.pkpass` file for Apple Wallet
//! (WALLET-01, WALLET-02, security 3.6).
//!
//! Layer 1. This crate does not use HTTP, SQL or members' records: callers pass a [`CardPass`] or a [`TicketPass`], keys and
//! certificates as PEM text, and the current time. To add a field to a pass: add it to `pass.rs`, and to the mapping of each
//! wallet in `google.rs` and `apple/layout.rs`.

mod apple;
mod barcode;
mod error;
mod google;
mod key;
mod pass;

pub use apple::{ApplePassType, AppleWallet};
pub use barcode::Barcode;
pub use error::WalletError;
pub use google::{GoogleAccount, GoogleWallet};
pub use pass::{Brand, CardPass, Labels, Seat, TicketPass};
