//! The configured signers of wallet passes.

use marquee_wallet::{Apple, Google};

/// Signers of wallet passes; `None` if not configured.
#[derive(Debug, Default)]
pub struct Wallets {
    pub google: Option<Google>,
    pub apple: Option<Apple>,
}
