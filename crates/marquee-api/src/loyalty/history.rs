//! Orders and points history of a member.

use marquee_model::loyalty;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MoneyAmount;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoyaltyOrder {
    /// Its id.
    pub order_id: String,
    /// The reference of the booking.
    pub booking_reference: Option<String>,
    /// When it was placed.
    #[schemars(extend("format" = "date-time"))]
    pub ordered_at: String,
    /// The cinema's id.
    pub cinema_id: Option<String>,
    /// The cinema's name.
    pub cinema_name: Option<String>,
    /// The film.
    pub movie_title: Option<String>,
    /// The start of the show.
    #[schemars(extend("format" = "date-time"))]
    pub showtime_at: Option<String>,
    /// The screen.
    pub screen_name: Option<String>,
    /// Tickets.
    pub tickets: Vec<OrderLine>,
    /// Concessions, rewards, memberships.
    pub concessions: Vec<OrderLine>,
    /// The amount paid.
    pub total: MoneyAmount,
    /// The status of the order.
    pub status: OrderStatus,
    /// Ids of the tickets, for wallet passes.
    pub ticket_ids: Vec<String>,
    /// What was ordered.
    pub kind: OrderKind,
    /// Code of the ordered reward or membership.
    pub item_code: Option<String>,
    /// When the reward was collected.
    #[schemars(extend("format" = "date-time"))]
    pub redeemed_at: Option<String>,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderLine {
    /// Name of the item.
    pub name: String,
    /// Quantity.
    pub quantity: u32,
    /// Price of one unit; for a reward in the currency `POINTS`.
    pub price: MoneyAmount,
}

impl From<&loyalty::OrderLine> for OrderLine {
    fn from(line: &loyalty::OrderLine) -> Self {
        Self { name: line.name.clone(), quantity: line.quantity, price: MoneyAmount::from(&line.price) }
    }
}

impl From<OrderLine> for loyalty::OrderLine {
    fn from(line: OrderLine) -> Self {
        Self { name: line.name, quantity: line.quantity, price: line.price.into() }
    }
}

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderStatus {
    Pending,
    Completed,
    Redeemed,
    Refunded,
    #[serde(rename = "CANCELLED")]
    Canceled,
}

impl From<loyalty::OrderStatus> for OrderStatus {
    fn from(status: loyalty::OrderStatus) -> Self {
        match status {
            loyalty::OrderStatus::Pending => Self::Pending,
            loyalty::OrderStatus::Completed => Self::Completed,
            loyalty::OrderStatus::Redeemed => Self::Redeemed,
            loyalty::OrderStatus::Refunded => Self::Refunded,
            loyalty::OrderStatus::Canceled => Self::Canceled,
        }
    }
}

/// What an order is for: tickets and concessions, a reward, or a membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderKind {
    Purchase,
    Reward,
    Membership,
}

impl From<loyalty::OrderKind> for OrderKind {
    fn from(kind: loyalty::OrderKind) -> Self {
        match kind {
            loyalty::OrderKind::Purchase => Self::Purchase,
            loyalty::OrderKind::Reward => Self::Reward,
            loyalty::OrderKind::Membership => Self::Membership,
        }
    }
}

/// An entry of the points history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsTransaction {
    /// Its id.
    pub transaction_id: String,
    /// When it was booked.
    #[schemars(extend("format" = "date-time"))]
    pub occurred_at: String,
    /// The kind of transaction.
    pub kind: TransactionKind,
    /// The balance type, for example `POINTS`.
    pub balance_type: String,
    /// The amount; negative for deductions.
    pub amount: i64,
    /// The balance after the transaction.
    pub balance_after: i64,
    /// A short description, for example the film.
    pub description: String,
    /// The cinema's id.
    pub cinema_id: Option<String>,
    /// The order, if the transaction belongs to one.
    pub order_id: Option<String>,
}

/// Kind of a points transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TransactionKind {
    Earn,
    Redeem,
    Adjust,
    Expire,
}

impl From<loyalty::TransferKind> for TransactionKind {
    fn from(kind: loyalty::TransferKind) -> Self {
        match kind {
            loyalty::TransferKind::Earn => Self::Earn,
            loyalty::TransferKind::Redeem => Self::Redeem,
            loyalty::TransferKind::Adjust => Self::Adjust,
            loyalty::TransferKind::Expire => Self::Expire,
        }
    }
}
