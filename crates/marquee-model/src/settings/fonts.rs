//! The 43 font families (THEME-08) and the weights each offers (THEME-09).
//!
//! The data comes from the font packages as published in November 2026. Families that were renamed since keep the
//! name in requirement THEME-08; `package` is the current one (Muli is loaded from Mulish, Spartan from League Spartan).

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A font family that operators can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FontFamily {
    /// The name in the specification and the settings.
    pub name: &'static str,
    /// The package with its font files.
    pub package: &'static str,
    /// Weights in normal style, ascending.
    pub normal: &'static [u16],
    /// Weights in italic style, ascending; empty if the family has no italic.
    pub italic: &'static [u16],
}

impl FontFamily {
    /// The family of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        FONT_FAMILIES.iter().find(|f| f.name == name)
    }

    /// Whether text is set in italic, and the weights of that style: normal style if there is no italic (THEME-09).
    #[must_use]
    pub fn style(&self, italic: bool) -> (bool, &'static [u16]) {
        if italic && !self.italic.is_empty() { (true, self.italic) } else { (false, self.normal) }
    }

    /// The weight of [`Self::style`] nearest to `weight`; at equal distance the lighter one (THEME-09). The browser computes
    /// the same; the tests of both use fixtures/fonts/nearest-weight.json.
    #[must_use]
    pub fn nearest_weight(&self, weight: u16, italic: bool) -> u16 {
        let (_, offered) = self.style(italic);
        offered.iter().copied().min_by_key(|offered_weight| offered_weight.abs_diff(weight)).unwrap_or(400)
    }
}

/// The name of one of the 43 families.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct FontName(String);

impl FontName {
    /// The family of this name, or `None` for a name that is not one of the 43 (THEME-08).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        FontFamily::find(name).map(|f| Self(f.name.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for FontName {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let name = String::deserialize(d)?;
        Self::parse(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("{name:?} is not one of the 43 font families")))
    }
}

impl JsonSchema for FontName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FontName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = FONT_FAMILIES.iter().map(|f| f.name).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

/// An entry of `googleFonts`: a family and the weights to load (SITE-05).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GoogleFont {
    /// The family.
    pub font: FontName,
    /// Weights such as `400`, or `400i` for italic.
    #[schemars(inner(regex(pattern = r"^[1-9]00i?$")))]
    pub weights: Vec<String>,
}

/// The 43 families, in the order of requirement THEME-08.
#[rustfmt::skip] // one family per line is easier to read, and the front end's tests parse it that way
pub const FONT_FAMILIES: [FontFamily; 43] = [
    FontFamily { name: "Barlow", package: "barlow", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Bitter", package: "bitter", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Bodoni Moda", package: "bodoni-moda", normal: &[400, 500, 600, 700, 800, 900], italic: &[400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Cabin", package: "cabin", normal: &[400, 500, 600, 700], italic: &[400, 500, 600, 700] },
    FontFamily { name: "Cormorant", package: "cormorant", normal: &[300, 400, 500, 600, 700], italic: &[300, 400, 500, 600, 700] },
    FontFamily { name: "Dosis", package: "dosis", normal: &[200, 300, 400, 500, 600, 700, 800], italic: &[] },
    FontFamily { name: "EB Garamond", package: "eb-garamond", normal: &[400, 500, 600, 700, 800], italic: &[400, 500, 600, 700, 800] },
    FontFamily { name: "Fira Sans", package: "fira-sans", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Hepta Slab", package: "hepta-slab", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[] },
    FontFamily { name: "Josefin Sans", package: "josefin-sans", normal: &[100, 200, 300, 400, 500, 600, 700], italic: &[100, 200, 300, 400, 500, 600, 700] },
    FontFamily { name: "Lato", package: "lato", normal: &[100, 300, 400, 700, 900], italic: &[100, 300, 400, 700, 900] },
    FontFamily { name: "Libre Baskerville", package: "libre-baskerville", normal: &[400, 500, 600, 700], italic: &[400, 500, 600, 700] },
    FontFamily { name: "Lora", package: "lora", normal: &[400, 500, 600, 700], italic: &[400, 500, 600, 700] },
    FontFamily { name: "Merriweather", package: "merriweather", normal: &[300, 400, 500, 600, 700, 800, 900], italic: &[300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Montserrat", package: "montserrat", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Muli", package: "mulish", normal: &[200, 300, 400, 500, 600, 700, 800, 900], italic: &[200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Noto Sans", package: "noto-sans", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Noto Serif", package: "noto-serif", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Nunito", package: "nunito", normal: &[200, 300, 400, 500, 600, 700, 800, 900], italic: &[200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Open Sans", package: "open-sans", normal: &[300, 400, 500, 600, 700, 800], italic: &[300, 400, 500, 600, 700, 800] },
    FontFamily { name: "Open Sans Condensed", package: "open-sans-condensed", normal: &[300, 700], italic: &[300] },
    FontFamily { name: "Oswald", package: "oswald", normal: &[200, 300, 400, 500, 600, 700], italic: &[] },
    FontFamily { name: "Outfit", package: "outfit", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[] },
    FontFamily { name: "Overpass", package: "overpass", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Playfair Display", package: "playfair-display", normal: &[400, 500, 600, 700, 800, 900], italic: &[400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Poppins", package: "poppins", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Prompt", package: "prompt", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "PT Sans", package: "pt-sans", normal: &[400, 700], italic: &[400, 700] },
    FontFamily { name: "PT Serif", package: "pt-serif", normal: &[400, 700], italic: &[400, 700] },
    FontFamily { name: "Quicksand", package: "quicksand", normal: &[300, 400, 500, 600, 700], italic: &[] },
    FontFamily { name: "Raleway", package: "raleway", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Roboto", package: "roboto", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Roboto Condensed", package: "roboto-condensed", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Roboto Mono", package: "roboto-mono", normal: &[100, 200, 300, 400, 500, 600, 700], italic: &[100, 200, 300, 400, 500, 600, 700] },
    FontFamily { name: "Roboto Slab", package: "roboto-slab", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[] },
    FontFamily { name: "Rokkitt", package: "rokkitt", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Rubik", package: "rubik", normal: &[300, 400, 500, 600, 700, 800, 900], italic: &[300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Source Sans Pro", package: "source-sans-pro", normal: &[200, 300, 400, 600, 700, 900], italic: &[200, 300, 400, 600, 700, 900] },
    FontFamily { name: "Spartan", package: "league-spartan", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[] },
    FontFamily { name: "Titillium Web", package: "titillium-web", normal: &[200, 300, 400, 600, 700, 900], italic: &[200, 300, 400, 600, 700] },
    FontFamily { name: "Ubuntu", package: "ubuntu", normal: &[300, 400, 500, 700], italic: &[300, 400, 500, 700] },
    FontFamily { name: "Urbanist", package: "urbanist", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
    FontFamily { name: "Work Sans", package: "work-sans", normal: &[100, 200, 300, 400, 500, 600, 700, 800, 900], italic: &[100, 200, 300, 400, 500, 600, 700, 800, 900] },
];
