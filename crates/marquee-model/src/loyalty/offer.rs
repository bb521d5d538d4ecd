//! What a programme offers: levels, rewards, memberships, vouchers.

use serde::{Deserialize, Serialize};

/// An amount of money in minor units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Money {
    /// Minor units, for example cents.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
}

/// A level of membership and its rule of points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Level {
    /// Its number; 0 is the one everybody has.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// Points for a whole unit of money, for example 10 for a dollar; parts are rounded down.
    #[serde(default)]
    pub points_per_unit: i64,
    /// The points ever earned at which members get it by themselves; nothing for a level that is bought or given.
    #[serde(default)]
    pub from_points: Option<i64>,
}

/// What points are given for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reward {
    /// Its id, and the code it is ordered by.
    pub item_code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub description: String,
    /// Points it takes.
    pub points_cost: i64,
    /// A picture.
    #[serde(default)]
    pub image_url: Option<String>,
    /// The lowest level that may have it.
    #[serde(default)]
    pub from_level: i32,
    /// The theaters that have it; empty means all.
    #[serde(default)]
    pub theaters: Vec<String>,
    /// Whether it can be ordered now.
    #[serde(default = "yes")]
    pub is_available: bool,
}

/// A membership that can be bought or taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MembershipItem {
    /// Its code.
    pub code: String,
    /// The heading it is listed under.
    #[serde(default)]
    pub group: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub description: String,
    /// What it costs; an amount of 0 is free.
    pub price: Money,
    /// The level it gives.
    pub level_id: i32,
    /// The club it belongs to.
    #[serde(default)]
    pub club_id: String,
    /// How long it lasts; 0 means for ever.
    #[serde(default)]
    pub duration_months: u32,
}

/// A voucher that is sold for others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EVoucher {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub description: String,
    /// What it costs.
    pub price: Money,
    /// A picture.
    #[serde(default)]
    pub image_url: Option<String>,
    /// The theaters that have it; empty means all.
    #[serde(default)]
    pub theaters: Vec<String>,
}

fn yes() -> bool {
    true
}
