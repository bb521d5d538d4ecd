//! Cards and gift cards.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{CardCode, GiftCardId};

/// A membership card, which may have no owner yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Card {
    /// Upper case.
    pub code: CardCode,
    /// For example `DEMATERIALIZED`.
    pub card_type: String,
    /// The stored status; [`Card::status_at`] also considers `expires_at`.
    pub status: CardStatus,
    /// Whether it is the card shown first.
    #[serde(default)]
    pub is_primary: bool,
    pub issued_at: Timestamp,
    /// `None` means never.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// Keyed hash of the PIN that is needed to add the card to an account; `None` if it has no PIN.
    #[serde(default)]
    pub pin_hash: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CardStatus {
    Active,
    Lost,
    Expired,
}

impl Card {
    /// The status at an instant: an active card whose `expires_at` lies in the past is expired, like
    /// a member (SESS-09).
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> CardStatus {
        match self.status {
            CardStatus::Active if self.expires_at.is_some_and(|end| end < now) => CardStatus::Expired,
            status => status,
        }
    }

    /// Whether it is the card shown first. Only an active card can be.
    #[must_use]
    pub fn is_primary_at(&self, now: Timestamp) -> bool {
        self.is_primary && self.status_at(now) == CardStatus::Active
    }
}

/// A gift card. Its number is stored as a keyed hash (security 3.7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GiftCard {
    /// Its id in the ledger.
    pub id: GiftCardId,
    /// The last four characters of its number.
    pub last_four: String,
    /// Keyed hash of its PIN, if it has one.
    #[serde(default)]
    pub pin_hash: Option<String>,
    /// ISO 4217.
    pub currency: String,
    pub issued_at: Timestamp,
    /// `None` means never.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// Failed PIN attempts since the last successful one.
    #[serde(default)]
    pub failures: u32,
    /// Balance requests are refused until then.
    #[serde(default)]
    pub locked_until: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::loyalty::Member;

    #[test]
    fn sess_09_members_and_cards_expire_after_their_last_instant() {
        let end: Timestamp = "2027-01-31T00:00:00Z".parse().unwrap();
        let later = end + SignedDuration::from_millis(1);
        let member: Member = serde_json::from_value(serde_json::json!({
            "id": "m1", "firstName": "Ada", "lastName": "Lovelace", "createdAt": end, "expiresAt": end,
        }))
        .unwrap();
        assert!(!member.is_expired(end) && member.is_expired(later));
        let card: Card = serde_json::from_value(serde_json::json!({
            "code": "A1", "cardType": "PLASTIC", "status": "ACTIVE", "isPrimary": true, "issuedAt": end, "expiresAt": end,
        }))
        .unwrap();
        assert_eq!((card.status_at(end), card.status_at(later)), (CardStatus::Active, CardStatus::Expired));
    }
}
