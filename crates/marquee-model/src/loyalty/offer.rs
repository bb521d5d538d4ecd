//! What a programme offers: levels, rewards, memberships, vouchers.

use std::collections::BTreeMap;

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

/// Name and description of an offer in another language.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferText {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A sentence about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A record with a localized name and description.
pub trait Localizable {
    /// The texts in other languages, by short locale.
    fn localizations(&mut self) -> &mut BTreeMap<String, OfferText>;

    /// Name and description of the record.
    fn texts(&mut self) -> (&mut String, &mut String);

    /// The offer with its texts in a language (`fr`, `fr-FR`) if it has them, and without the texts in other languages.
    #[must_use]
    fn in_language(mut self, language: &str) -> Self
    where
        Self: Sized,
    {
        let short = language.split(['-', '_']).next().unwrap_or(language);
        let local = std::mem::take(self.localizations()).remove(short).unwrap_or_default();
        let (name, description) = self.texts();
        if let Some(text) = local.name {
            *name = text;
        }
        if let Some(text) = local.description {
            *description = text;
        }
        self
    }
}

macro_rules! localizable {
    ($($offer:ty),+) => {$(
        impl Localizable for $offer {
            fn localizations(&mut self) -> &mut BTreeMap<String, OfferText> {
                &mut self.localizations
            }

            fn texts(&mut self) -> (&mut String, &mut String) {
                (&mut self.name, &mut self.description)
            }
        }
    )+};
}

localizable!(Reward, MembershipItem, EVoucher);

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
    /// Its name and description in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, OfferText>,
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
    /// Its name and description in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, OfferText>,
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
    /// Its name and description in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, OfferText>,
}

fn yes() -> bool {
    true
}
