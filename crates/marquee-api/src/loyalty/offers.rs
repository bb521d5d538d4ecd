//! Offers of a loyalty program, and favorite cinemas.

use marquee_model::loyalty::Money;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An amount of money in minor units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(example = json!({ "amount": 1250, "currency": "USD" }))]
pub struct MoneyAmount {
    /// Minor units, for example cents.
    pub amount: i64,
    /// ISO 4217, or `POINTS` for prices in points.
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

/// A reward that the member can redeem now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardItem {
    /// The code for ordering it.
    pub item_code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// The cost in points.
    pub points_cost: i64,
    /// URL of a picture.
    pub image_url: Option<String>,
}

/// A reward, and whether the member can redeem it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardOffer {
    /// Its id.
    pub reward_id: String,
    /// The code for ordering it.
    pub item_code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// The cost in points.
    pub points_cost: i64,
    /// URL of a picture.
    pub image_url: Option<String>,
    /// Whether the member can redeem it now.
    pub is_available: bool,
    /// `NOT_AVAILABLE`, `LEVEL_TOO_LOW` or `NOT_ENOUGH_POINTS`; null if it can be redeemed.
    pub unavailable_reason: Option<String>,
}

/// A voucher that is sold as a gift.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoucherOffer {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// The price.
    pub price: MoneyAmount,
    /// URL of a picture.
    pub image_url: Option<String>,
}

/// Memberships under one heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipGroup {
    /// The heading.
    pub name: String,
    /// The memberships, in the operator's order.
    pub items: Vec<MembershipOffer>,
}

/// A membership that members can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipOffer {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// The price; an amount of 0 means free.
    pub price: MoneyAmount,
    /// The level that members get, as text.
    #[schemars(example = &"2")]
    pub member_level_id: String,
    /// Points per major unit of money at that level.
    pub points_per_unit: i64,
    /// The club it belongs to.
    pub club_id: String,
    /// Duration in months; 0 means unlimited.
    pub duration_months: u32,
}

/// A favorite cinema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteCinema {
    /// Its id.
    pub boxoffice_cinema_id: String,
    /// Whether the member subscribed to its newsletter.
    pub subscribe_to_newsletter: bool,
    /// Its name; null if it is no longer in the catalog.
    pub name: Option<String>,
}
