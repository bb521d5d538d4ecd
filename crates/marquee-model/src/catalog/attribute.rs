//! Showtime attributes: keys with a group, a short tag and a name (CONST-04).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The key of shows in the original version (CONST-04).
pub const ORIGINAL_VERSION: &str = "Localization.Version.Original";
/// The key of dubbed shows (CONST-04).
pub const DUBBED: &str = "Format.Sound.Dubbed";
/// The key of subtitled shows. A subtitled original version may have its own tag.
pub const SUBTITLES: &str = "Localization.Subtitles";
/// The key of shows with captions for everybody.
pub const OPEN_CAPTION: &str = "Showtime.Accessibility.OpenCaption";

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

/// Maximum length of an attribute's tag, in characters.
pub const MAX_TAG_LENGTH: usize = 6;

/// A site's own name for an attribute key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Attribute {
    /// The key, for example `Showtime.Event.Throwback`.
    pub key: String,
    pub group: AttributeGroup,
    /// The name, verbatim; empty if a built-in attribute keeps its own.
    pub label: String,
    /// A tag of at most six characters; empty for none.
    #[serde(default)]
    #[schemars(length(max = MAX_TAG_LENGTH))]
    pub short: String,
    /// A sentence about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Texts in other languages by short locale, for example `fr`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, LocalizedAttribute>,
}

/// Name and tag of an attribute in another language; an empty one is that of the attribute.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LocalizedAttribute {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// A tag of at most six characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = MAX_TAG_LENGTH))]
    pub short: String,
}

/// A built-in attribute, available on every site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinAttribute {
    /// The key, for example `Format.Projection.Imax`.
    pub key: &'static str,
    pub group: AttributeGroup,
}

const fn builtin(key: &'static str, group: AttributeGroup) -> BuiltinAttribute {
    BuiltinAttribute { key, group }
}

use AttributeGroup::{Access, Audience, Format, Special, Version};

/// The built-in attributes, the most important of each group first. Their names are in `names.json` of the catalog.
pub const BUILTIN_ATTRIBUTES: &[BuiltinAttribute] = &[
    builtin(ORIGINAL_VERSION, Version),
    builtin(DUBBED, Version),
    builtin("Showtime.Accessibility.Dubbed", Version),
    builtin(SUBTITLES, Version),
    builtin("Format.Projection.Imax", Format),
    builtin("Format.Projection.3d", Format),
    builtin("Format.Projection.4K", Format),
    builtin("Format.Projection.70mm", Format),
    builtin("Format.Projection.35mm", Format),
    builtin("Format.Projection.Laser", Format),
    builtin("Format.Projection.Digital", Format),
    builtin("Auditorium.Experience.DolbyAtmos", Format),
    builtin("Auditorium.Experience.DolbyCinema", Format),
    builtin("Auditorium.Experience.4DX", Format),
    builtin("Auditorium.Experience.ScreenX", Format),
    builtin(OPEN_CAPTION, Access),
    builtin("Showtime.Accessibility.Subtitled", Access),
    builtin("Showtime.Accessibility.ClosedCaption", Access),
    builtin("Showtime.Accessibility.AudioDescription", Access),
    builtin("Showtime.Accessibility.HardOfHearing", Access),
    builtin("Showtime.Accessibility.Relaxed", Access),
    builtin("Showtime.Accessibility.DementiaFriendly", Access),
    builtin("Showtime.Accessibility.Wheelchair", Access),
    builtin("Showtime.Accessibility.SignLanguage", Access),
    builtin("Showtime.Restriction.BabyClub", Audience),
    builtin("Showtime.Restriction.KidsFriendly", Audience),
    builtin("Showtime.Restriction.SilverScreen", Audience),
    builtin("Showtime.Restriction.LoyaltyOnly", Audience),
    builtin("Showtime.Restriction.NoPasses", Audience),
    builtin("Showtime.Event.QandAEvent", Special),
    builtin("Showtime.Event.Preview", Special),
    builtin("Showtime.Event.Throwback", Special),
    builtin("Showtime.Experience.LiveSatellite", Special),
    builtin("Showtime.Experience.EncoreShow", Special),
    builtin("Showtime.Experience.LiveShow", Special),
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
