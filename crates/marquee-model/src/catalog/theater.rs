//! Theaters.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::movie::Localized;
use crate::id::{MediaRef, ScreenId, TheaterId};

/// A theater (ENT-04).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Theater {
    /// Unique within the site.
    pub id: TheaterId,
    /// The name as given.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// The address form of the name.
    pub slug: String,
    /// IANA zone, default UTC (LOCALE-03).
    #[serde(default = "Theater::utc")]
    pub time_zone: String,
    /// Postal address.
    #[serde(default)]
    pub address: Address,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo: Option<Geo>,
    /// Phone number as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// E-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Opening hours as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<String>,
    /// The ticketing provider of this theater (THEAT-06).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticketing_provider: Option<String>,
    /// Screens.
    #[serde(default)]
    pub screens: Vec<Screen>,
    /// Days on which it is closed.
    #[serde(default)]
    pub closures: Vec<Closure>,
    /// A picture of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<MediaRef>,
    /// A paragraph about the house.
    #[serde(default)]
    pub description: String,
    /// ISO weekday on which play weeks start here; overrides the site's (LOCALE-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 7))]
    pub play_week_start: Option<u8>,
    /// Texts in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Localized>,
}

impl Theater {
    fn utc() -> String {
        "UTC".to_owned()
    }
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Address {
    pub street: String,
    pub city: String,
    pub region: String,
    pub postal_code: String,
    pub country: String,
}

/// A point on the earth, WGS 84 degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Geo {
    /// Latitude.
    #[schemars(range(min = -90.0, max = 90.0))]
    pub lat: f64,
    /// Longitude.
    #[schemars(range(min = -180.0, max = 180.0))]
    pub lon: f64,
}

/// A screen (auditorium).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Screen {
    /// Unique within the theater.
    pub id: ScreenId,
    /// The name as given.
    pub name: String,
    /// Seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u32>,
    /// Attribute keys that hold for every show on this screen.
    #[serde(default)]
    pub attributes: Vec<String>,
}

/// Days on which a theater is closed, both included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Closure {
    /// First day.
    #[schemars(with = "String", extend("format" = "date"))]
    pub from: Date,
    /// Last day; `None` until further notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub to: Option<Date>,
    /// What visitors are told.
    #[serde(default)]
    pub reason: String,
}
