//! Showtimes.

use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::link::BookingUrl;
use crate::id::{MovieId, ScreenId, ShowId, TheaterId};

/// One screening (ENT-06). `business_date` is always that of `starts_at` in the theater's zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Showtime {
    /// Unique within the site.
    pub id: ShowId,
    /// The film.
    pub movie_id: MovieId,
    /// The theater.
    pub theater_id: TheaterId,
    /// The start, UTC.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub starts_at: Timestamp,
    /// The end, UTC, when the feed says so; else start and running time tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub ends_at: Option<Timestamp>,
    /// The local cinema day (CONST-02).
    #[schemars(with = "String", extend("format" = "date"))]
    pub business_date: Date,
    /// The screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenId>,
    /// Attribute keys, in the feed's order, without repetition.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// How many seats are left, roughly.
    #[serde(default)]
    pub availability: Availability,
    /// Where it is booked; `None` when it cannot be booked online.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booking: Option<BookingUrl>,
    /// The ticketing site's code of this show (EMBED-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perf_code: Option<String>,
    /// The cheapest full price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// How full a show is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Availability {
    #[default]
    Open,
    FewLeft,
    SoldOut,
    Cancelled,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Price {
    /// In minor units (cents).
    pub amount: u32,
    /// ISO 4217.
    #[schemars(extend("pattern" = "^[A-Z]{3}$"))]
    pub currency: String,
}

impl Showtime {
    /// When the show ends: as the feed says, else start and `runtime` minutes; `None` when neither is known.
    #[must_use]
    pub fn end(&self, runtime: Option<u16>) -> Option<Timestamp> {
        self.ends_at.or_else(|| {
            runtime
                .and_then(|m| self.starts_at.checked_add(jiff::SignedDuration::from_mins(i64::from(m))).ok())
        })
    }
}
