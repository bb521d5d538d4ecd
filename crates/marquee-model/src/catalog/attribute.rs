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
    /// The English tag; empty for none.
    pub short: &'static str,
    /// The French tag; empty for none.
    pub short_fr: &'static str,
    /// English name.
    pub en: &'static str,
    /// French name.
    pub fr: &'static str,
    /// Shorter English and French names for use in lists (`Original, Captions`); empty if the name is short enough.
    pub word: (&'static str, &'static str),
}

const fn known(
    key: &'static str,
    group: AttributeGroup,
    short: &'static str,
    en: &'static str,
    fr: &'static str,
) -> BuiltinAttribute {
    BuiltinAttribute { key, group, short, short_fr: short, en, fr, word: ("", "") }
}

use AttributeGroup::{Access, Audience, Format, Special, Version};

/// The built-in attributes, the most important of each group first.
pub const BUILTIN_ATTRIBUTES: &[BuiltinAttribute] = &[
    known("Localization.Version.Original", Version, "OV", "Original version", "Version originale")
        .french("VO")
        .word("Original", "VO"),
    known("Format.Sound.Dubbed", Version, "DUB", "Dubbed", "Version doublée")
        .french("VF")
        .word("Dubbed", "VF"),
    known("Showtime.Accessibility.Dubbed", Version, "DUB", "Dubbed", "Version doublée")
        .french("VF")
        .word("Dubbed", "VF"),
    known("Localization.Subtitles", Version, "", "Subtitles", "Sous-titres"),
    known("Format.Projection.Imax", Format, "IMAX", "IMAX", "IMAX"),
    known("Format.Projection.3d", Format, "3D", "3D", "3D"),
    known("Format.Projection.4K", Format, "4K", "4K", "4K"),
    known("Format.Projection.70mm", Format, "70MM", "70mm film", "Pellicule 70 mm"),
    known("Format.Projection.35mm", Format, "35MM", "35mm film", "Pellicule 35 mm"),
    known("Format.Projection.Laser", Format, "LASER", "Laser projection", "Projection laser"),
    known("Format.Projection.Digital", Format, "", "Digital", "Numérique"),
    known("Auditorium.Experience.DolbyAtmos", Format, "ATMOS", "Dolby Atmos", "Dolby Atmos"),
    known("Auditorium.Experience.DolbyCinema", Format, "DOLBY", "Dolby Cinema", "Dolby Cinema"),
    known("Auditorium.Experience.4DX", Format, "4DX", "4DX", "4DX"),
    known("Auditorium.Experience.ScreenX", Format, "SCRNX", "ScreenX", "ScreenX"),
    known("Showtime.Accessibility.OpenCaption", Access, "OC", "Open captions", "Sous-titrage incrusté")
        .french("ST-SME")
        .word("Captions", "Sous-titrée"),
    known("Showtime.Accessibility.Subtitled", Access, "SUB", "Subtitled", "Sous-titré").french("ST"),
    known("Showtime.Accessibility.ClosedCaption", Access, "CC", "Closed captions", "Sous-titrage individuel")
        .french("STI"),
    known("Showtime.Accessibility.AudioDescription", Access, "AD", "Audio description", "Audiodescription")
        .word("Described", "Audiodécrite"),
    known("Showtime.Accessibility.HardOfHearing", Access, "HOH", "Hard of hearing", "Malentendants")
        .french("SME"),
    known("Showtime.Accessibility.Relaxed", Access, "RLX", "Relaxed screening", "Séance relax")
        .french("RELAX")
        .word("Relaxed", "Relax"),
    known(
        "Showtime.Accessibility.DementiaFriendly",
        Access,
        "DF",
        "Dementia friendly",
        "Séance adaptée (troubles de la mémoire)",
    )
    .french("ADAPT")
    .word("Dementia friendly", "Adaptée"),
    known("Showtime.Accessibility.Wheelchair", Access, "", "Wheelchair spaces", "Places fauteuil roulant"),
    known("Showtime.Accessibility.SignLanguage", Access, "SIGN", "Sign language", "Langue des signes")
        .french("LSF"),
    known("Showtime.Restriction.BabyClub", Audience, "BABY", "Baby club", "Séance bébé").french("BÉBÉ"),
    known("Showtime.Restriction.KidsFriendly", Audience, "KIDS", "Kids", "Enfants").french("ENFANT"),
    known("Showtime.Restriction.SilverScreen", Audience, "60+", "Seniors", "Seniors"),
    known("Showtime.Restriction.LoyaltyOnly", Audience, "CLUB", "Members only", "Réservé aux membres"),
    known("Showtime.Restriction.NoPasses", Audience, "", "No passes", "Cartes non acceptées"),
    known("Showtime.Event.QandAEvent", Special, "Q&A", "With questions and answers", "Avec rencontre")
        .french("DÉBAT")
        .word("Q&A", "Rencontre"),
    known("Showtime.Event.Preview", Special, "PREV", "Preview", "Avant-première").french("AVP"),
    known("Showtime.Event.Throwback", Special, "CLASSIC", "Classic", "Classique").french("CULTE"),
    known("Showtime.Experience.LiveSatellite", Special, "LIVE", "Live broadcast", "Retransmission en direct")
        .french("DIRECT"),
    known("Showtime.Experience.EncoreShow", Special, "ENCORE", "Encore", "Rediffusion").french("REDIF"),
    known("Showtime.Experience.LiveShow", Special, "STAGE", "On stage", "Sur scène").french("SCÈNE"),
];

impl BuiltinAttribute {
    /// Sets the shorter name in each language.
    const fn word(self, en: &'static str, fr: &'static str) -> Self {
        Self { word: (en, fr), ..self }
    }

    /// Sets the tag in French.
    const fn french(self, short_fr: &'static str) -> Self {
        Self { short_fr, ..self }
    }

    /// The built-in attribute with this key.
    #[must_use]
    pub fn find(key: &str) -> Option<&'static Self> {
        BUILTIN_ATTRIBUTES.iter().find(|a| a.key == key)
    }

    /// The position of this key in [`KNOWN_ATTRIBUTES`], by which attributes are sorted.
    #[must_use]
    pub fn sort_index(key: &str) -> Option<usize> {
        BUILTIN_ATTRIBUTES.iter().position(|a| a.key == key)
    }
}
