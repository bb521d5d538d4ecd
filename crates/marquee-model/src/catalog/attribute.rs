//! Showtime attributes: keys with a group, a short tag and a name (CONST-04).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an attribute is about. Pages offer filters by group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AttributeGroup {
    /// Language version: original, dubbed, subtitled.
    Version,
    /// Picture or sound: 3D, 4K, Atmos.
    Format,
    /// Accessibility: captions, audio description, relaxed screenings.
    Access,
    /// Intended audience: baby club, members only.
    Audience,
    /// Special screenings: questions and answers, previews, live broadcasts.
    Special,
}

/// A site's own name for an attribute key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Attribute {
    /// The key, for example `Showtime.Event.Throwback`.
    pub key: String,
    pub group: AttributeGroup,
    /// The name, verbatim.
    pub label: String,
    /// A tag of at most six characters; empty for none.
    #[serde(default)]
    pub short: String,
    /// A sentence about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// A built-in attribute, available on every site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinAttribute {
    /// The key, for example `Format.Projection.Imax`.
    pub key: &'static str,
    pub group: AttributeGroup,
}

const fn known(key: &'static str, group: AttributeGroup) -> BuiltinAttribute {
    BuiltinAttribute { key, group }
}

use AttributeGroup::{Access, Audience, Format, Special, Version};

/// The built-in attributes, the most important of each group first. Their names are in `names.json` of the catalog.
pub const BUILTIN_ATTRIBUTES: &[BuiltinAttribute] = &[
    known("Localization.Version.Original", Version),
    known("Format.Sound.Dubbed", Version),
    known("Showtime.Accessibility.Dubbed", Version),
    known("Localization.Subtitles", Version),
    known("Format.Projection.Imax", Format),
    known("Format.Projection.3d", Format),
    known("Format.Projection.4K", Format),
    known("Format.Projection.70mm", Format),
    known("Format.Projection.35mm", Format),
    known("Format.Projection.Laser", Format),
    known("Format.Projection.Digital", Format),
    known("Auditorium.Experience.DolbyAtmos", Format),
    known("Auditorium.Experience.DolbyCinema", Format),
    known("Auditorium.Experience.4DX", Format),
    known("Auditorium.Experience.ScreenX", Format),
    known("Showtime.Accessibility.OpenCaption", Access),
    known("Showtime.Accessibility.Subtitled", Access),
    known("Showtime.Accessibility.ClosedCaption", Access),
    known("Showtime.Accessibility.AudioDescription", Access),
    known("Showtime.Accessibility.HardOfHearing", Access),
    known("Showtime.Accessibility.Relaxed", Access),
    known("Showtime.Accessibility.DementiaFriendly", Access),
    known("Showtime.Accessibility.Wheelchair", Access),
    known("Showtime.Accessibility.SignLanguage", Access),
    known("Showtime.Restriction.BabyClub", Audience),
    known("Showtime.Restriction.KidsFriendly", Audience),
    known("Showtime.Restriction.SilverScreen", Audience),
    known("Showtime.Restriction.LoyaltyOnly", Audience),
    known("Showtime.Restriction.NoPasses", Audience),
    known("Showtime.Event.QandAEvent", Special),
    known("Showtime.Event.Preview", Special),
    known("Showtime.Event.Throwback", Special),
    known("Showtime.Experience.LiveSatellite", Special),
    known("Showtime.Experience.EncoreShow", Special),
    known("Showtime.Experience.LiveShow", Special),
];

impl BuiltinAttribute {
    /// The built-in attribute with this key.
    #[must_use]
    pub fn find(key: &str) -> Option<&'static Self> {
        BUILTIN_ATTRIBUTES.iter().find(|a| a.key == key)
    }

    /// The position of this key in [`BUILTIN_ATTRIBUTES`], by which attributes are sorted.
    #[must_use]
    pub fn sort_index(key: &str) -> Option<usize> {
        BUILTIN_ATTRIBUTES.iter().position(|a| a.key == key)
    }
}
