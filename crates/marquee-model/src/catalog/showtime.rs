//! Showtimes.

use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::link::BookingUrl;
use crate::id::{MovieId, ScreenId, ShowId, TheaterId};

/// One screening (ENT-06). `business_date` is the cinema day of `starts_at` in the theater's time zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Showtime {
    /// Unique within the site.
    pub id: ShowId,
    pub movie_id: MovieId,
    pub theater_id: TheaterId,
    /// The advertised start, UTC.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub starts_at: Timestamp,
    /// The end, UTC, if known; default start plus running time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub ends_at: Option<Timestamp>,
    /// The local cinema day (CONST-02).
    #[schemars(with = "String", extend("format" = "date"))]
    pub business_date: Date,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenId>,
    /// Attribute keys, in the feed's order, without duplicates.
    #[serde(default)]
    pub attributes: Vec<String>,
    #[serde(default)]
    pub availability: Availability,
    /// Booking URL; missing if the show cannot be booked online.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booking: Option<BookingUrl>,
    /// The ticketing site's code of this show (EMBED-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perf_code: Option<String>,
    /// The lowest full price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// What has become of the show since a feed announced it. Only runs of feeds set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ShowChange>,
}

/// What has become of an announced show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShowChange {
    /// The starts that were announced before, the first one first, UTC.
    #[schemars(with = "Vec<String>")]
    pub announced: Vec<Timestamp>,
    /// Whether the feed no longer has it: then it is sold out or canceled, as its availability says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vanished: bool,
}

/// Roughly how many seats are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Availability {
    #[default]
    Open,
    FewLeft,
    SoldOut,
    #[serde(rename = "cancelled")]
    Canceled,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Price {
    /// Minor units, for example cents.
    pub amount: u32,
    /// ISO 4217.
    #[schemars(extend("pattern" = crate::money::CURRENCY_PATTERN))]
    pub currency: String,
}

/// Assumed running time of a film without one, in minutes.
pub const UNKNOWN_RUNTIME: u16 = 100;

impl Showtime {
    /// Whether the feed that announced it no longer has it.
    #[must_use]
    pub fn has_vanished(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.vanished)
    }

    /// The starts that were announced before, the first one first.
    #[must_use]
    pub fn announced(&self) -> &[Timestamp] {
        self.change.as_ref().map_or(&[], |change| &change.announced)
    }

    /// The start that was announced first, if it is another one now.
    #[must_use]
    pub fn moved_from(&self) -> Option<Timestamp> {
        self.announced().first().copied().filter(|first| *first != self.starts_at)
    }

    /// [`end`](Self::end), with [`UNKNOWN_RUNTIME`] if neither is known; `None` only if the end is out of range.
    #[must_use]
    pub fn estimated_end(&self, runtime: Option<u16>) -> Option<Timestamp> {
        self.end(runtime).or_else(|| self.end(Some(UNKNOWN_RUNTIME)))
    }

    /// The end: `ends_at`, else start plus `runtime` in minutes; `None` if neither is known.
    #[must_use]
    pub fn end(&self, runtime: Option<u16>) -> Option<Timestamp> {
        self.ends_at.or_else(|| {
            runtime
                .and_then(|m| self.starts_at.checked_add(jiff::SignedDuration::from_mins(i64::from(m))).ok())
        })
    }
}
