//! The configured signers of wallet passes.

use marquee_wallet::{AppleWallet, GoogleWallet};

/// Signers of wallet passes; `None` if not configured.
#[derive(Debug, Default)]
pub struct Wallets {
    pub google: Option<GoogleWallet>,
    pub apple: Option<AppleWallet>,
}
