//! What a programme offers, and what members prefer.

use marquee_model::loyalty::Money;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An amount of money in minor units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(examples(json!({ "amount": 1250, "currency": "USD" })))]
pub struct MoneyAmount {
    /// Minor units, for example cents.
    #[ts(type = "number")]
    pub amount: i64,
    /// ISO 4217; `POINTS` for what is paid with points.
    pub currency: String,
}

impl From<&Money> for MoneyAmount {
    fn from(money: &Money) -> Self {
        Self { amount: money.amount, currency: money.currency.clone() }
    }
}

impl From<MoneyAmount> for Money {
    fn from(money: MoneyAmount) -> Self {
        Self { amount: money.amount, currency: money.currency }
    }
}

/// A reward that the member can have now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardItem {
    /// The code it is ordered by.
    pub item_code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// Points it takes.
    #[ts(type = "number")]
    pub points_cost: i64,
    /// A picture.
    pub image_url: Option<String>,
}

/// A reward, and whether the member can have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardOffer {
    /// Its id.
    pub reward_id: String,
    /// The code it is ordered by.
    pub item_code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// Points it takes.
    #[ts(type = "number")]
    pub points_cost: i64,
    /// A picture.
    pub image_url: Option<String>,
    /// Whether the member can have it now.
    pub is_available: bool,
    /// `NOT_AVAILABLE`, `LEVEL_TOO_LOW` or `NOT_ENOUGH_POINTS`; null when it can be had.
    pub unavailable_reason: Option<String>,
}

/// A voucher that is sold for others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoucherOffer {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// What it costs.
    pub price: MoneyAmount,
    /// A picture.
    pub image_url: Option<String>,
}

/// Memberships under one heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipGroup {
    /// The heading.
    pub name: String,
    /// The memberships, in the operator's order.
    pub items: Vec<MembershipOffer>,
}

/// A membership that can be bought or taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipOffer {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// What it costs; an amount of 0 is free.
    pub price: MoneyAmount,
    /// The level it gives, as text.
    #[schema(examples("2"))]
    pub member_level_id: String,
    /// Points that its level earns for a whole unit of money.
    #[ts(type = "number")]
    pub points_per_unit: i64,
    /// The club it belongs to.
    pub club_id: String,
    /// How long it lasts; 0 means for ever.
    pub duration_months: u32,
}

/// A favourite cinema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteCinema {
    /// Its id.
    pub boxoffice_cinema_id: String,
    /// Whether the member wants its newsletter.
    pub subscribe_to_newsletter: bool,
    /// Its name; null when the catalog has it no more.
    pub name: Option<String>,
}
