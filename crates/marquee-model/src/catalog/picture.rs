//! What operators say about the pictures of a site.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::MediaRef;
use crate::time::instant;

/// What operators say about a picture. It holds at every place that shows the picture.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PictureDetails {
    /// Alternative texts by short locale, for places without a text of their own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub alt: BTreeMap<String, String>,
    /// Whether the picture tells nothing, so that it needs no alternative text.
    #[serde(skip_serializing_if = "is_false")]
    pub decorative: bool,
    /// What crops keep in view; default the center.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<FocalPoint>,
    /// Whose picture it is, such as `© Nils Aaberg`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub credit: String,
    /// The last day on which the site may show it, in the zone of the site's first theater; default no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub rights_until: Option<Date>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A point in percent of a picture's width and height, from the top left. One JSON value, so that people who move it at the same
/// time never mix their coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
#[schemars(with = "[u8; 2]")]
pub struct FocalPoint {
    x: u8,
    y: u8,
}

impl FocalPoint {
    #[must_use]
    pub fn percent(self) -> (u8, u8) {
        (self.x, self.y)
    }
}

impl TryFrom<[u8; 2]> for FocalPoint {
    type Error = &'static str;

    fn try_from([x, y]: [u8; 2]) -> Result<Self, Self::Error> {
        if x > 100 || y > 100 {
            return Err("must be two numbers between 0 and 100");
        }
        Ok(Self { x, y })
    }
}

impl From<FocalPoint> for [u8; 2] {
    fn from(FocalPoint { x, y }: FocalPoint) -> Self {
        [x, y]
    }
}

/// The details of a site's pictures, by the source that records refer to.
pub type PictureDetailsBySource = BTreeMap<MediaRef, PictureDetails>;

impl PictureDetails {
    /// Whether the picture needs no alternative text at places without one.
    #[must_use]
    pub fn has_alternative_text(&self) -> bool {
        self.decorative || self.alt.values().any(|text| !text.trim().is_empty())
    }

    /// When the site must stop showing the picture: after its last day in a zone. `None` without a limit.
    #[must_use]
    pub fn rights_end(&self, zone: &TimeZone) -> Option<Timestamp> {
        let next_day = self.rights_until?.saturating_add(1.day());
        Some(instant(next_day.at(0, 0, 0, 0), zone))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn details_survive_json_and_leave_out_what_is_not_set() {
        let value = json!({ "alt": { "en": "The foyer" }, "focus": [81, 50], "rightsUntil": "2026-11-30" });
        let details: PictureDetails = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&details).unwrap(), value);
        assert_eq!(serde_json::to_value(PictureDetails::default()).unwrap(), json!({}));
        for invalid in [json!({ "focus": [101, 0] }), json!({ "focus": [1] }), json!({ "alt": "x" })] {
            assert!(serde_json::from_value::<PictureDetails>(invalid.clone()).is_err(), "{invalid}");
        }
    }

    #[test]
    fn rights_end_after_their_last_day_in_the_zone() {
        let details =
            PictureDetails { rights_until: Some("2026-11-30".parse().unwrap()), ..Default::default() };
        let end = details.rights_end(&TimeZone::get("America/New_York").unwrap());
        assert_eq!(end, Some("2026-12-01T05:00:00Z".parse().unwrap()));
        assert_eq!(PictureDetails::default().rights_end(&TimeZone::UTC), None);
    }

    #[test]
    fn a_decoration_and_a_described_picture_need_no_text() {
        let alt = |text: &str| PictureDetails {
            alt: [("en".to_owned(), text.to_owned())].into(),
            ..Default::default()
        };
        assert!(alt("The foyer").has_alternative_text() && !alt(" ").has_alternative_text());
        assert!(PictureDetails { decorative: true, ..Default::default() }.has_alternative_text());
    }
}
