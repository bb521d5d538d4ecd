//! Cards and gift cards.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{CardCode, GiftCardId};

/// A card of a member, or one that nobody has yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Card {
    /// Its code, upper case.
    pub code: CardCode,
    /// For example `DEMATERIALIZED`.
    pub card_type: String,
    /// Whether it is good.
    pub status: CardStatus,
    /// The one shown first.
    #[serde(default)]
    pub is_primary: bool,
    /// When it was given out.
    pub issued_at: Timestamp,
    /// When it ends.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// Keyed hash of what must be known to add it.
    #[serde(default)]
    pub pin_hash: Option<String>,
}

/// Whether a card is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the values of the contract, section 4")]
pub enum CardStatus {
    Active,
    Lost,
    Expired,
}

impl Card {
    /// Whether it is good at an instant.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> CardStatus {
        match self.status {
            CardStatus::Active if self.expires_at.is_some_and(|end| end <= now) => CardStatus::Expired,
            status => status,
        }
    }
}

/// A gift card; its number is kept as a keyed hash (security 3.7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GiftCard {
    /// What it is called in the ledger.
    pub id: GiftCardId,
    /// The last four characters of its number.
    pub last_four: String,
    /// Keyed hash of its PIN, if it has one.
    #[serde(default)]
    pub pin_hash: Option<String>,
    /// The currency of its value.
    pub currency: String,
    /// When it was made.
    pub issued_at: Timestamp,
    /// When it ends.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// Failures since the last success.
    #[serde(default)]
    pub failures: u32,
    /// Nobody is told its balance until then.
    #[serde(default)]
    pub locked_until: Option<Timestamp>,
}
