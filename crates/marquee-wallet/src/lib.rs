//! Wallet passes: a member's card or a ticket as a signed pass for a phone, for Google's wallet as a JWT, for Apple's as a
//! `.pkpass` file (WALLET-01, WALLET-02, security 3.6).
//!
//! Layer 1. It never knows HTTP, SQL or members' records: what a pass says comes in as a [`CardPass`] or a [`TicketPass`],
//! keys and certificates as text that the caller read from protected files, the time of day as an instant. To add a field to
//! a pass: here in `pass.rs`, and in each wallet's own words in `google.rs` and `apple/layout.rs`.

mod apple;
mod barcode;
mod error;
mod google;
mod key;
mod pass;

pub use apple::{Apple, ApplePassType};
pub use barcode::Barcode;
pub use error::WalletError;
pub use google::{Google, GoogleAccount};
pub use pass::{Brand, CardPass, Labels, Seat, TicketPass};
