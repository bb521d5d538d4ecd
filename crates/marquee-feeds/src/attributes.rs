//! Maps names of showtime attributes in feeds to attribute keys (CONST-04).

use std::collections::BTreeMap;

use marquee_messages::{Language, names};
use marquee_model::catalog::{Attribute, AttributeGroup, BuiltinAttribute};
use marquee_model::catalog::{DUBBED, MAX_TAG_LENGTH, OPEN_CAPTION, ORIGINAL_VERSION, SUBTITLES};

/// What an unknown name describes. Determines the prefix of its new key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Picture,
    Sound,
    Screen,
    Tag,
    /// A spoken language.
    Language,
}

/// The beginnings of the keys of attributes that only a feed names, by [`Kind`].
pub const ATTRIBUTE_PREFIXES: [&str; 5] = [
    "Format.Projection",
    "Format.Sound",
    "Auditorium.Experience",
    "Showtime.Experience",
    "Localization.Language",
];

impl Kind {
    fn prefix(self) -> &'static str {
        let [picture, sound, screen, tag, language] = ATTRIBUTE_PREFIXES;
        match self {
            Self::Picture => picture,
            Self::Sound => sound,
            Self::Screen => screen,
            Self::Tag => tag,
            Self::Language => language,
        }
    }
}

/// Normalized names in feeds, and their keys.
const NAMES: &[(&str, &str)] = &[
    ("imax", "Format.Projection.Imax"),
    ("3d", "Format.Projection.3d"),
    ("reald3d", "Format.Projection.3d"),
    ("4k", "Format.Projection.4K"),
    ("4kdcp", "Format.Projection.4K"),
    ("70mm", "Format.Projection.70mm"),
    ("70mmfilm", "Format.Projection.70mm"),
    ("35mm", "Format.Projection.35mm"),
    ("35mmfilm", "Format.Projection.35mm"),
    ("laser", "Format.Projection.Laser"),
    ("rgblaser", "Format.Projection.Laser"),
    ("laserprojection", "Format.Projection.Laser"),
    ("digital", "Format.Projection.Digital"),
    ("dolbyatmos", "Auditorium.Experience.DolbyAtmos"),
    ("atmos", "Auditorium.Experience.DolbyAtmos"),
    ("dolbycinema", "Auditorium.Experience.DolbyCinema"),
    ("dolbyvision", "Auditorium.Experience.DolbyCinema"),
    ("4dx", "Auditorium.Experience.4DX"),
    ("screenx", "Auditorium.Experience.ScreenX"),
    ("originalversion", ORIGINAL_VERSION),
    ("ov", ORIGINAL_VERSION),
    ("dubbed", DUBBED),
    ("ad", "Showtime.Accessibility.AudioDescription"),
    ("cc", "Showtime.Accessibility.ClosedCaption"),
    ("oc", OPEN_CAPTION),
    ("subtitled", "Showtime.Accessibility.Subtitled"),
    ("subbed", "Showtime.Accessibility.Subtitled"),
    ("subtitles", "Showtime.Accessibility.Subtitled"),
    ("opencaption", OPEN_CAPTION),
    ("opencaptions", OPEN_CAPTION),
    ("opencaptioned", OPEN_CAPTION),
    ("opencaptioning", OPEN_CAPTION),
    ("closedcaption", "Showtime.Accessibility.ClosedCaption"),
    ("closedcaptions", "Showtime.Accessibility.ClosedCaption"),
    ("closedcaptioned", "Showtime.Accessibility.ClosedCaption"),
    ("closedcaptioning", "Showtime.Accessibility.ClosedCaption"),
    ("audiodescription", "Showtime.Accessibility.AudioDescription"),
    ("audiodescribed", "Showtime.Accessibility.AudioDescription"),
    ("audiodescriptionad", "Showtime.Accessibility.AudioDescription"),
    ("descriptiveaudio", "Showtime.Accessibility.AudioDescription"),
    ("hardofhearing", "Showtime.Accessibility.HardOfHearing"),
    ("hoh", "Showtime.Accessibility.HardOfHearing"),
    ("hearingimpaired", "Showtime.Accessibility.HardOfHearing"),
    ("assistivelistening", "Showtime.Accessibility.HardOfHearing"),
    ("relaxed", "Showtime.Accessibility.Relaxed"),
    ("sensoryfriendly", "Showtime.Accessibility.Relaxed"),
    ("autismfriendly", "Showtime.Accessibility.Relaxed"),
    ("dementiafriendly", "Showtime.Accessibility.DementiaFriendly"),
    ("wheelchair", "Showtime.Accessibility.Wheelchair"),
    ("wheelchairaccessible", "Showtime.Accessibility.Wheelchair"),
    ("accessible", "Showtime.Accessibility.Wheelchair"),
    ("signlanguage", "Showtime.Accessibility.SignLanguage"),
    ("babyclub", "Showtime.Restriction.BabyClub"),
    ("baby", "Showtime.Restriction.BabyClub"),
    ("carersbabies", "Showtime.Restriction.BabyClub"),
    ("parentsandbaby", "Showtime.Restriction.BabyClub"),
    ("babyfriendly", "Showtime.Restriction.BabyClub"),
    ("kids", "Showtime.Restriction.KidsFriendly"),
    ("seniors", "Showtime.Restriction.SilverScreen"),
    ("silverscreen", "Showtime.Restriction.SilverScreen"),
    ("membersonly", "Showtime.Restriction.LoyaltyOnly"),
    ("nopasses", "Showtime.Restriction.NoPasses"),
    ("qa", "Showtime.Event.QandAEvent"),
    ("qanda", "Showtime.Event.QandAEvent"),
    ("preview", "Showtime.Event.Preview"),
    ("live", "Showtime.Experience.LiveSatellite"),
    ("encore", "Showtime.Experience.EncoreShow"),
    ("screenaccessibilityhearingimpaired", "Showtime.Accessibility.HardOfHearing"),
];

/// Names without information for visitors, which are ignored.
const IGNORED: &[&str] =
    &["2d", "standard", "mono", "stereo", "51", "71", "xenon", "reservedseating", "dcp", "2kdcp"];

fn language(tag: &str) -> String {
    tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

/// Version and subtitle keys, from the spoken language, the film's languages, the subtitles and the site's language.
///
/// If the spoken language is not one of the film's, the version is dubbed. If it is, the version is original if the
/// language is not the site's or there are subtitles in another language. Subtitles only in the spoken language are for
/// accessibility.
pub(crate) fn versions(
    spoken: Option<&str>,
    film: &[String],
    subtitles: &[&str],
    site: Option<&str>,
) -> Vec<&'static str> {
    let mut keys = Vec::new();
    let spoken = spoken.map(language).filter(|s| !s.is_empty());
    let translated = spoken.as_ref().is_some_and(|s| subtitles.iter().any(|t| language(t) != *s));
    if let Some(spoken) = &spoken {
        let is_original = film.iter().any(|l| language(l) == *spoken);
        if !is_original && !film.is_empty() {
            keys.push(DUBBED);
        } else if is_original && (translated || site.is_some_and(|s| language(s) != *spoken)) {
            keys.push(ORIGINAL_VERSION);
        }
    }
    if translated {
        keys.push(SUBTITLES);
    } else if !subtitles.is_empty() {
        keys.push("Showtime.Accessibility.Subtitled");
    }
    keys
}

/// The lower-case letters and digits of a name.
fn normalize(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a tag marks a private hire.
pub(crate) fn is_private_hire(tag: &str) -> bool {
    normalize(tag).ends_with("privatehire")
}

/// Whether a title marks a private hire.
pub(crate) fn is_private_title(title: &str) -> bool {
    ["private hire", "private event"].iter().any(|t| title.eq_ignore_ascii_case(t))
}

/// The keys of a name, and the entry of the key if it is new.
pub(crate) fn keys(name: &str, kind: Kind) -> (Vec<String>, Option<Attribute>) {
    let short = normalize(name);
    if short.is_empty() || IGNORED.contains(&short.as_str()) {
        return (Vec::new(), None);
    }
    if BuiltinAttribute::find(name).is_some() {
        return (vec![name.to_owned()], None);
    }
    if let Some((_, key)) = NAMES.iter().find(|(n, _)| *n == short) {
        return (vec![(*key).to_owned()], None);
    }
    if let Some(keys) = compound(&short) {
        return (keys, None);
    }
    if is_key(name) {
        return (vec![name.to_owned()], None);
    }
    let key = format!("{}.{}", kind.prefix(), camel_case(name));
    let new_attribute = entry(&key, name.trim(), "");
    (vec![key], Some(new_attribute))
}

/// The keys of `IMAX` or `HFR` followed by other formats, for example `IMAX Laser GT 3D`, `HFR 3D`.
fn compound(short: &str) -> Option<Vec<String>> {
    let imax = short.strip_prefix("imax");
    let rest = imax.or_else(|| short.strip_prefix("hfr"))?;
    let mut keys = Vec::new();
    keys.extend(imax.map(|_| "Format.Projection.Imax".to_owned()));
    for (part, key) in [("laser", "Laser"), ("70mm", "70mm"), ("3d", "3d")] {
        if rest.contains(part) {
            keys.push(format!("Format.Projection.{key}"));
        }
    }
    (!keys.is_empty()).then_some(keys)
}

/// Whether a tag is already a key: words separated by dots.
fn is_key(tag: &str) -> bool {
    let word =
        |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    tag.len() <= 128 && tag.contains('.') && tag.split('.').all(word)
}

/// Camel case without other characters, at most 40 characters: `Luxury Lounger` -> `LuxuryLounger`.
fn camel_case(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let joined: String = words
        .flat_map(|w| {
            let mut chars = w.chars();
            chars.next().into_iter().flat_map(char::to_uppercase).chain(chars)
        })
        .collect();
    joined.chars().take(40).collect()
}

/// The English tag of a built-in attribute; empty for none.
fn english_tag(key: &str) -> &'static str {
    names::find(Language::ENGLISH, &format!("attributes.{key}.short")).unwrap_or_default()
}

/// The entry for a key with a name.
pub(crate) fn entry(key: &str, label: &str, description: &str) -> Attribute {
    let known = BuiltinAttribute::find(key);
    let short = if label.chars().count() <= MAX_TAG_LENGTH { label.to_uppercase() } else { String::new() };
    Attribute {
        key: key.to_owned(),
        group: known.map_or_else(|| group(key), |k| k.group),
        label: label.to_owned(),
        short: known.map_or(short, |k| english_tag(k.key).to_owned()),
        description: description.to_owned(),
        localizations: BTreeMap::new(),
    }
}

/// The group of a key, by its first two parts.
fn group(key: &str) -> AttributeGroup {
    let mut parts = key.split('.');
    match (parts.next().unwrap_or_default(), parts.next().unwrap_or_default()) {
        (_, "Accessibility") => AttributeGroup::Access,
        (_, "Restriction") => AttributeGroup::Audience,
        ("Localization", _) => AttributeGroup::Version,
        ("Format" | "Auditorium" | "Screen", _) => AttributeGroup::Format,
        _ => AttributeGroup::Special,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture_keys(name: &str) -> Vec<String> {
        keys(name, Kind::Picture).0
    }

    #[test]
    fn const_04_names_in_feeds_are_mapped_to_known_keys() {
        for (name, expected) in [
            ("IMAX", &["Format.Projection.Imax"][..]),
            ("IMAX 70mm Film", &["Format.Projection.Imax", "Format.Projection.70mm"]),
            (
                "IMAX Laser GT 3D",
                &["Format.Projection.Imax", "Format.Projection.Laser", "Format.Projection.3d"],
            ),
            ("HFR 3D", &["Format.Projection.3d"]),
            ("3D", &["Format.Projection.3d"]),
            ("Dolby Atmos", &["Auditorium.Experience.DolbyAtmos"]),
            ("Closed Captioning", &["Showtime.Accessibility.ClosedCaption"]),
            ("Localization.Version.Original", &["Localization.Version.Original"]),
            ("Screen.Accessibility.HearingImpaired", &["Showtime.Accessibility.HardOfHearing"]),
            ("Format.Projection.Scope", &["Format.Projection.Scope"]),
            ("2D", &[]),
            ("5.1", &[]),
            (" ", &[]),
        ] {
            assert_eq!(picture_keys(name), expected, "{name}");
        }
    }

    #[test]
    fn every_name_maps_to_a_known_key() {
        for (name, key) in NAMES {
            assert!(BuiltinAttribute::find(key).is_some(), "{key}");
            assert_eq!(*name, normalize(name));
        }
    }

    #[test]
    fn unknown_names_keep_the_feeds_label() {
        let (key, new_attribute) = keys("Luxury <b>Lounger</b>", Kind::Screen);
        assert_eq!(key, ["Auditorium.Experience.LuxuryBLoungerB"]);
        assert_eq!(new_attribute.unwrap().label, "Luxury <b>Lounger</b>");
        let (key, new_attribute) = keys("Vmax", Kind::Picture);
        let new_attribute = new_attribute.unwrap();
        assert_eq!((key[0].as_str(), new_attribute.short.as_str()), ("Format.Projection.Vmax", "VMAX"));
        assert_eq!(new_attribute.group, AttributeGroup::Format);
    }

    #[test]
    fn unknown_keys_have_the_group_of_their_first_parts() {
        for (key, group) in [
            ("Showtime.Accessibility.Hearing", AttributeGroup::Access),
            ("Showtime.Restriction.Over18", AttributeGroup::Audience),
            ("Localization.Dub.French", AttributeGroup::Version),
            ("Auditorium.Seat.Wide", AttributeGroup::Format),
            ("Screen.Size.Xl", AttributeGroup::Format),
            ("Showtime.Event.Premiere", AttributeGroup::Special),
        ] {
            assert_eq!(entry(key, "x", "").group, group, "{key}");
        }
    }

    #[test]
    fn a_key_has_words_with_dots_of_at_most_128_characters() {
        let long = format!("Format.{}", "a".repeat(121));
        for key in ["Format.Projection.Scope-2_1", long.as_str()] {
            assert!(is_key(key), "{key}");
        }
        let too_long = format!("{long}a");
        for text in ["Format", "Format..Scope", ".Format", "Format.", "Format.Scope 2", too_long.as_str()] {
            assert!(!is_key(text), "{text}");
        }
    }

    #[test]
    fn private_hires_are_recognized_by_tag_or_title() {
        for tag in ["PrivateHire", "Showtime.Restriction.PrivateHire", "private hire"] {
            assert!(is_private_hire(tag), "{tag}");
        }
        assert!(!is_private_hire("PrivateBox") && is_private_title("Private Hire"));
        assert!(!is_private_title("My Own Private Idaho") && !is_private_title("Private hire: the film"));
    }
}
