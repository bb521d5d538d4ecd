//! Who signs passes.

use marquee_wallet::{Apple, Google};

/// The wallets a server can make passes for.
#[derive(Debug, Default)]
pub struct Wallets {
    /// Google's.
    pub google: Option<Google>,
    /// Apple's.
    pub apple: Option<Apple>,
}
