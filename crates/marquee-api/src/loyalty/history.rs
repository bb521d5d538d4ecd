//! What a member ordered, and how their points came and went.

use marquee_model::loyalty;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::MoneyAmount;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoyaltyOrder {
    /// Its id.
    pub order_id: String,
    /// The reference of the booking.
    pub booking_reference: Option<String>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub ordered_at: String,
    /// Where.
    pub cinema_id: Option<String>,
    /// The cinema's name.
    pub cinema_name: Option<String>,
    /// The film.
    pub movie_title: Option<String>,
    /// When the show begins.
    #[schema(format = DateTime)]
    pub showtime_at: Option<String>,
    /// Where it is shown.
    pub screen_name: Option<String>,
    /// Tickets.
    pub tickets: Vec<OrderLine>,
    /// Concessions, rewards, memberships.
    pub concessions: Vec<OrderLine>,
    /// What was paid.
    pub total: MoneyAmount,
    /// How far it is.
    pub status: OrderStatus,
    /// Ids of the tickets, by which passes are made.
    pub ticket_ids: Vec<String>,
    /// What it is for.
    pub kind: OrderKind,
    /// The reward or membership that was ordered.
    pub item_code: Option<String>,
    /// When the reward was handed out.
    #[schema(format = DateTime)]
    pub redeemed_at: Option<String>,
}

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderLine {
    /// What it is.
    pub name: String,
    /// How many.
    pub quantity: u32,
    /// What one costs; a reward's price has the currency `POINTS`.
    pub price: MoneyAmount,
}

impl From<&loyalty::Line> for OrderLine {
    fn from(line: &loyalty::Line) -> Self {
        Self { name: line.name.clone(), quantity: line.quantity, price: MoneyAmount::from(&line.price) }
    }
}

impl From<OrderLine> for loyalty::Line {
    fn from(line: OrderLine) -> Self {
        Self { name: line.name, quantity: line.quantity, price: line.price.into() }
    }
}

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "as in marquee_model::loyalty")]
pub enum OrderStatus {
    Pending,
    Completed,
    Redeemed,
    Refunded,
    Cancelled,
}

impl From<loyalty::OrderStatus> for OrderStatus {
    fn from(status: loyalty::OrderStatus) -> Self {
        match status {
            loyalty::OrderStatus::Pending => Self::Pending,
            loyalty::OrderStatus::Completed => Self::Completed,
            loyalty::OrderStatus::Redeemed => Self::Redeemed,
            loyalty::OrderStatus::Refunded => Self::Refunded,
            loyalty::OrderStatus::Cancelled => Self::Cancelled,
        }
    }
}

/// What an order is for: tickets and concessions, a reward for points, a membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "as in marquee_model::loyalty")]
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

/// A line of the points' history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsTransaction {
    /// Its id.
    pub transaction_id: String,
    /// When it was booked.
    #[schema(format = DateTime)]
    pub occurred_at: String,
    /// Why.
    pub kind: TransactionKind,
    /// What came or went, for example `POINTS`.
    pub balance_type: String,
    /// How many came, or went when negative.
    #[ts(type = "number")]
    pub amount: i64,
    /// How many there were afterwards.
    #[ts(type = "number")]
    pub balance_after: i64,
    /// A few words, for example the film.
    pub description: String,
    /// Where.
    pub cinema_id: Option<String>,
    /// The order it belongs to.
    pub order_id: Option<String>,
}

/// Why points came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "as in marquee_model::loyalty")]
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
