//! Offers of a loyalty program: levels, rewards, memberships, vouchers.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan, tz::TimeZone};
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

/// Name and description of an offer in another language. A missing one falls back to that of the offer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferText {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// One sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A record with a localized name and description.
pub trait Localizable {
    /// The texts in other languages, by short locale.
    fn localizations(&mut self) -> &mut BTreeMap<String, OfferText>;

    /// Name and description in the site's language.
    fn texts(&mut self) -> (&mut String, &mut String);

    /// The offer with its texts in `language` (`fr`, `fr-FR`), if it has them, and without localizations.
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

/// A membership level and how points are earned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Level {
    /// 0 is the base level.
    pub id: i32,
    pub name: String,
    /// Points per major unit of money, for example 10 per dollar; fractions are rounded down.
    #[serde(default)]
    pub points_per_unit: i64,
    /// Lifetime points at which members reach it; `None` for a level that is bought or assigned.
    #[serde(default)]
    pub from_points: Option<i64>,
}

/// A reward that members redeem points for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reward {
    /// Its id, also used to order it.
    pub item_code: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub description: String,
    pub points_cost: i64,
    /// A picture.
    #[serde(default)]
    pub image_url: Option<String>,
    /// The lowest level that may redeem it.
    #[serde(default)]
    pub from_level: i32,
    /// The theaters that have it; empty means all.
    #[serde(default)]
    pub theaters: Vec<String>,
    /// Default true.
    #[serde(default = "yes")]
    pub is_available: bool,
    /// Its name and description in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, OfferText>,
}

/// A membership that members can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MembershipItem {
    /// Its code.
    pub code: String,
    /// Heading under which it is listed.
    #[serde(default)]
    pub group: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub description: String,
    /// An amount of 0 means free.
    pub price: Money,
    /// The level that members get.
    pub level_id: i32,
    #[serde(default)]
    pub club_id: String,
    /// Duration in months; 0 means unlimited.
    #[serde(default)]
    pub duration_months: u32,
    /// Its name and description in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, OfferText>,
}

impl MembershipItem {
    /// The end of a membership that begins at a time; `None` for an unlimited one.
    #[must_use]
    pub fn end(&self, start: Timestamp) -> Option<Timestamp> {
        if self.duration_months == 0 {
            return None;
        }
        let months = i64::from(self.duration_months.min(1200));
        let end = start.to_zoned(TimeZone::UTC).checked_add(months.months());
        end.ok().map(|end| end.timestamp())
    }
}

/// A voucher that is sold as a gift.
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
