//! Orders and kinds of ledger transfers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{MembershipItem, Money};
use crate::OrderId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderKind {
    /// Tickets and concessions, sold by a till or ticketing site.
    Purchase,
    /// A reward for points.
    Reward,
    /// A membership.
    Membership,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderStatus {
    Pending,
    Completed,
    Redeemed,
    Refunded,
    #[serde(rename = "CANCELLED")]
    Canceled,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderLine {
    pub name: String,
    pub quantity: u32,
    /// Price of one unit.
    pub price: Money,
}

/// An order in the member's history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    pub id: OrderId,
    pub kind: OrderKind,
    #[serde(default)]
    pub booking_reference: Option<String>,
    pub ordered_at: Timestamp,
    #[serde(default)]
    pub cinema_id: Option<String>,
    #[serde(default)]
    pub cinema_name: Option<String>,
    #[serde(default)]
    pub movie_title: Option<String>,
    #[serde(default)]
    pub showtime_at: Option<Timestamp>,
    #[serde(default)]
    pub screen_name: Option<String>,
    #[serde(default)]
    pub tickets: Vec<OrderLine>,
    #[serde(default)]
    pub concessions: Vec<OrderLine>,
    pub total: Money,
    pub status: OrderStatus,
    #[serde(default)]
    pub ticket_ids: Vec<String>,
    /// Code of the ordered reward or membership.
    #[serde(default)]
    pub item_code: Option<String>,
    /// Copy of the membership at the time of the order, so that later changes of the offer do not affect it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub membership: Option<Box<MembershipItem>>,
    /// When the reward was collected.
    #[serde(default)]
    pub redeemed_at: Option<Timestamp>,
}

/// Kind of a ledger transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferKind {
    Earn,
    Redeem,
    Adjust,
    Expire,
}

impl TransferKind {
    /// The name in the database and in exports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Earn => "EARN",
            Self::Redeem => "REDEEM",
            Self::Adjust => "ADJUST",
            Self::Expire => "EXPIRE",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Earn, Self::Redeem, Self::Adjust, Self::Expire].into_iter().find(|kind| kind.as_str() == text)
    }
}
