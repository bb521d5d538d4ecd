//! Theaters.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
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
    /// The name, verbatim.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// The name's form in URLs.
    pub slug: String,
    /// IANA time zone, default `UTC` (LOCALE-03).
    #[serde(default = "Theater::utc")]
    pub time_zone: String,
    #[serde(default)]
    pub address: Address,
    /// Coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geo: Option<Geo>,
    /// Phone number, verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Email address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Opening hours, as text. Shown unless `openingHours` are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<String>,
    /// Opening hours by weekday, or how they follow from the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_hours: Option<OpeningHours>,
    /// ISO weekdays (1 is Monday) on which it is closed every week.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 7), inner(range(min = 1, max = 7)))]
    pub closed_weekdays: Vec<u8>,
    /// The ticketing provider of this theater (THEAT-06).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticketing_provider: Option<String>,
    #[serde(default)]
    pub screens: Vec<Screen>,
    /// Days on which it is closed.
    #[serde(default)]
    pub closures: Vec<Closure>,
    /// A picture of the building.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<MediaRef>,
    /// A paragraph about the theater.
    #[serde(default)]
    pub description: String,
    /// What the building offers to people with disabilities.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub accessibility: BTreeSet<AccessFeature>,
    /// A sentence that adds to `accessibility`, for example whom to call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub accessibility_note: Option<String>,
    /// ISO weekday (1 is Monday) on which play weeks start at this theater; default the site's (LOCALE-04).
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

    /// The closure on a cinema day, which hides the shows of the day.
    #[must_use]
    pub fn closure_on(&self, day: Date) -> Option<&Closure> {
        self.closures.iter().find(|closure| closure.includes(day))
    }
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub region: String,
    pub postal_code: String,
    pub country: String,
}

/// Countries that write the postal code after the city, according to the Universal Postal Union.
const POSTAL_CODE_LAST: &[&str] =
    &["AU", "CA", "GB", "HK", "IE", "IN", "KR", "NZ", "SG", "TH", "TW", "US", "ZA"];
/// Of these, the countries that write a state or province between city and postal code.
const WITH_REGION: &[&str] = &["AU", "CA", "IN", "US"];

impl Address {
    /// Street and city; empty parts are omitted.
    #[must_use]
    pub fn short_line(&self) -> String {
        let parts = [self.street.as_str(), self.city.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// The address in one line, in the country's order: `12 Canal Street, Port Ellery, MI 49190`,
    /// `3 quai Saint-Elme, 64500 Port-Aubin`. Empty parts are omitted.
    #[must_use]
    pub fn line(&self) -> String {
        let join = |between, parts: &[&str]| {
            parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
        };
        let country = self.country.as_str();
        if POSTAL_CODE_LAST.contains(&country) {
            let region = if WITH_REGION.contains(&country) { self.region.as_str() } else { "" };
            join(", ", &[&self.street, &self.city, &join(" ", &[region, &self.postal_code])])
        } else {
            join(", ", &[&self.street, &join(" ", &[&self.postal_code, &self.city])])
        }
    }
}

/// Coordinates in degrees (WGS 84).
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
    /// The name, verbatim.
    pub name: String,
    /// Number of seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u32>,
    /// Attribute keys that apply to every show on this screen.
    #[serde(default)]
    pub attributes: Vec<String>,
}

/// A period during which a theater is closed; both days are included. Its shows of these cinema days are hidden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Closure {
    /// First day.
    #[schemars(with = "String", extend("format" = "date"))]
    pub from: Date,
    /// Last day; missing for closed until further notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub to: Option<Date>,
    /// The reason shown to visitors.
    #[serde(default)]
    pub reason: String,
    /// The reason in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, String>,
}

impl Closure {
    /// The reason in a language, by short locale; that of the site if it has none.
    #[must_use]
    pub fn reason_in(&self, language: &str) -> &str {
        translated(&self.reason, &self.translations, language)
    }

    #[must_use]
    pub fn includes(&self, day: Date) -> bool {
        self.from <= day && self.to.is_none_or(|to| day <= to)
    }
}

/// When a theater is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields, tag = "kind")]
pub enum OpeningHours {
    /// From some minutes before the first start of a day to its last start.
    Program {
        #[serde(default)]
        #[schemars(range(max = 240))]
        minutes_before: u16,
    },
    /// The same every week. A weekday without an entry is closed.
    Week {
        #[serde(default)]
        #[schemars(length(max = 21))]
        days: Vec<OpeningDay>,
    },
}

/// Opening hours of a weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpeningDay {
    /// ISO weekday (1 is Monday).
    #[schemars(range(min = 1, max = 7))]
    pub weekday: u8,
    /// Local time, for example `13:30`.
    #[schemars(extend("pattern" = "^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    pub opens: String,
    /// Local time; before `opens`, or equal to it, on the next day.
    #[schemars(extend("pattern" = "^([01][0-9]|2[0-3]):[0-5][0-9]$"))]
    pub closes: String,
}

/// Something that a building offers to people with disabilities, in the order of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessFeature {
    WheelchairSpaces,
    StepFreeEntrance,
    CompanionSeats,
    AccessibleRestroom,
    AccessibleParking,
    HearingLoop,
    AudioDescription,
    Captions,
    AssistanceDogs,
    QuietRoom,
}

/// Maximum length of the message of an alert in characters.
pub const MAX_ALERT_CHARACTERS: usize = 160;

/// A message of a theater that its pages show from now until it ends, without a publication (ux 5.9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TheaterAlert {
    pub theater: TheaterId,
    /// One line of text, verbatim.
    pub message: String,
    /// The message in other languages, by short locale.
    pub translations: BTreeMap<String, String>,
    /// When it was started. A changed message keeps it.
    pub since: Timestamp,
    pub ends_at: Timestamp,
}

impl TheaterAlert {
    /// The message in a language, by short locale; that of the site if it has none.
    #[must_use]
    pub fn message_in(&self, language: &str) -> &str {
        translated(&self.message, &self.translations, language)
    }
}

fn translated<'t>(own: &'t str, translations: &'t BTreeMap<String, String>, language: &str) -> &'t str {
    translations.get(language).map(String::as_str).filter(|text| !text.trim().is_empty()).unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::Address;

    fn address(street: &str, city: &str, region: &str, postal_code: &str, country: &str) -> String {
        let [street, city, region, postal_code, country] =
            [street, city, region, postal_code, country].map(str::to_owned);
        Address { street, city, region, postal_code, country }.line()
    }

    #[test]
    fn an_address_line_uses_the_order_of_its_country() {
        assert_eq!(
            address("1 Main St", "Port Ellery", "MI", "49190", "US"),
            "1 Main St, Port Ellery, MI 49190"
        );
        assert_eq!(
            address("1 High St", "London", "Greater London", "N1 9GU", "GB"),
            "1 High St, London, N1 9GU"
        );
        assert_eq!(address("1 quai Bas", "Port-Aubin", "", "64500", "FR"), "1 quai Bas, 64500 Port-Aubin");
        assert_eq!(address("", "Lisboa", "", "", "PT"), "Lisboa");
        assert_eq!(address("1 Main St", "Port Ellery", "", "", "US"), "1 Main St, Port Ellery");
        assert_eq!(address("", "", "", "", ""), "");
    }
}
