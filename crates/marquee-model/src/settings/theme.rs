//! The theme: palette, fonts, roundness (areas site-config and theme of requirements.yaml).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fonts::FontName;
use crate::catalog::BrandColor;

/// Base colors of text, `#RRGGBB` in upper case (THEME-15).
#[derive(Debug, Clone, Copy)]
pub struct BaseColors {
    pub dark: &'static str,
    pub dark_alt: &'static str,
    pub light: &'static str,
    pub light_alt: &'static str,
}

pub const BASE_COLORS: BaseColors =
    BaseColors { dark: "#212020", dark_alt: "#4F4E4E", light: "#F7F7F7", light_alt: "#DDDDDD" };

/// A color as `#RRGGBB`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^#[0-9A-Fa-f]{6}$"))]
pub struct Color(String);

impl Color {
    /// Parses `#RRGGBB`; anything else is `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        (digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .then(|| Self(text.to_ascii_uppercase()))
    }

    /// The color as `#RRGGBB`, upper case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Red, green and blue, each 0 to 255.
    #[must_use]
    pub fn channels(&self) -> [u8; 3] {
        let number = u32::from_str_radix(self.0.trim_start_matches('#'), 16).unwrap_or_default();
        let [_, channels @ ..] = number.to_be_bytes();
        channels
    }

    /// WCAG 2.2 relative luminance, 0 (black) to 1 (white).
    #[must_use]
    pub fn luminance(&self) -> f64 {
        let [red, green, blue] = self.channels().map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Whether black text has a higher contrast on this color than white text (THEME-05).
    #[must_use]
    pub fn is_light(&self) -> bool {
        let luminance = self.luminance();
        (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05)
    }

    /// The color with a tint or shade: 100 leaves it unchanged, less mixes in black, more mixes in white (SITE-03). The browser computes
    /// the same; the tests of both use fixtures/colors/tint-shade.json.
    #[must_use]
    pub fn with_tint_shade(&self, amount: f64) -> Self {
        let (share, target) =
            if amount <= 100.0 { ((100.0 - amount) / 100.0, 0.0) } else { ((amount - 100.0) / 100.0, 255.0) };
        let mixed = self.channels().map(|channel| f64::from(channel) * (1.0 - share) + target * share);
        // The channels are within the range of u8 even if the amount is out of range.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to 255")]
        let [red, green, blue] = mixed.map(|channel| channel.round().clamp(0.0, 255.0) as u8);
        Self(format!("#{red:02X}{green:02X}{blue:02X}"))
    }
}

impl Colors {
    /// A brand color, if it is set.
    #[must_use]
    pub fn brand(&self, color: BrandColor) -> Option<&Color> {
        match color {
            BrandColor::Brand1 => self.brand1.as_ref(),
            BrandColor::Brand2 => self.brand2.as_ref(),
            BrandColor::Brand3 => self.brand3.as_ref(),
            BrandColor::Brand4 => self.brand4.as_ref(),
            BrandColor::Brand5 => self.brand5.as_ref(),
            BrandColor::Brand6 => self.brand6.as_ref(),
        }
    }

    /// The primary color of the site: `combination.swap` exchanges it with the accent color (SITE-04).
    #[must_use]
    pub fn primary(&self) -> &Color {
        if self.combination.swap { &self.palette.accent } else { &self.palette.primary }
    }

    /// The background color of the page, before its offset (SITE-03).
    #[must_use]
    pub fn background(&self) -> Color {
        self.surface(&self.settings.background)
    }

    /// The color of the header (SITE-03).
    #[must_use]
    pub fn header_background(&self) -> Color {
        self.surface(&self.settings.header_background)
    }

    fn surface(&self, setting: &SurfaceSetting) -> Color {
        let color = match setting.palette_color {
            PaletteKey::Muted => &self.palette.muted,
            PaletteKey::Accent => &self.palette.accent,
            PaletteKey::Primary => &self.palette.primary,
            PaletteKey::Highlight => &self.palette.highlight,
            PaletteKey::Background => &self.palette.background,
            PaletteKey::FooterBackground => &self.palette.footer_background,
            PaletteKey::HeaderBackground => &self.palette.header_background,
        };
        color.with_tint_shade(setting.tint_shade)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        Self::parse(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not a color such as #F5B921")))
    }
}

/// The theme of the site configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Theme {
    pub colors: Colors,
    /// The font families.
    pub fonts: FontPair,
    /// The font weights.
    #[serde(default)]
    pub font_weights: FontWeights,
    /// Normal or italic (SITE-06).
    #[serde(default)]
    pub font_styles: FontStyles,
}

/// `theme.colors` (SITE-02 to SITE-04).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Colors {
    /// A brand color: `--brandN` in styles, and a background that blocks of content pages can use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand1: Option<Color>,
    /// The second brand color. If set, it is also the theme's `secondary` (THEME-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand2: Option<Color>,
    /// A brand color: `--brandN` in styles, and a background that blocks of content pages can use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand3: Option<Color>,
    /// A brand color: `--brandN` in styles, and a background that blocks of content pages can use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand4: Option<Color>,
    /// A brand color: `--brandN` in styles, and a background that blocks of content pages can use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand5: Option<Color>,
    /// A brand color: `--brandN` in styles, and a background that blocks of content pages can use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand6: Option<Color>,
    /// The seven colors of the palette.
    pub palette: Palette,
    /// The palette color of each surface, and its tint or shade.
    #[serde(default)]
    pub settings: ColorSettings,
    /// How palette colors are combined.
    #[serde(default)]
    pub combination: Combination,
}

/// The palette: exactly these seven keys (SITE-02).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Palette {
    /// Lines and inert fills.
    pub muted: Color,
    /// Membership band, member card detail.
    pub accent: Color,
    /// Main button, selected day.
    pub primary: Color,
    /// Badges, markers, focus.
    pub highlight: Color,
    /// The page, as the operator chose it.
    pub background: Color,
    /// The footer.
    pub footer_background: Color,
    /// The header.
    pub header_background: Color,
}

/// A key of the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PaletteKey {
    Muted,
    Accent,
    Primary,
    Highlight,
    Background,
    FooterBackground,
    HeaderBackground,
}

/// `theme.colors.settings` (SITE-03).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColorSettings {
    /// The page background.
    #[serde(default = "SurfaceSetting::background")]
    pub background: SurfaceSetting,
    /// The footer.
    #[serde(default = "SurfaceSetting::footer")]
    pub footer_background: SurfaceSetting,
    /// The header.
    #[serde(default = "SurfaceSetting::header")]
    pub header_background: SurfaceSetting,
}

impl Default for ColorSettings {
    fn default() -> Self {
        Self {
            background: SurfaceSetting::background(),
            footer_background: SurfaceSetting::footer(),
            header_background: SurfaceSetting::header(),
        }
    }
}

/// The color of a surface: a palette color with a tint or shade (SITE-03).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SurfaceSetting {
    /// 0 to 200; 100 keeps the color. A smaller value n mixes in (100-n) % black, a larger one (n-100) % white.
    #[schemars(range(min = 0.0, max = 200.0))]
    pub tint_shade: f64,
    /// The palette color.
    pub palette_color: PaletteKey,
}

impl SurfaceSetting {
    fn unchanged(palette_color: PaletteKey) -> Self {
        Self { tint_shade: 100.0, palette_color }
    }
    fn background() -> Self {
        Self::unchanged(PaletteKey::Background)
    }
    fn footer() -> Self {
        Self::unchanged(PaletteKey::FooterBackground)
    }
    fn header() -> Self {
        Self::unchanged(PaletteKey::HeaderBackground)
    }
}

/// `theme.colors.combination` (SITE-04).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Combination {
    /// `manual` or any other name. Without effect: all names are treated alike (SITE-04).
    #[serde(default = "Combination::manual")]
    pub name: String,
    /// Whether primary and accent are swapped.
    #[serde(default)]
    pub swap: bool,
}

impl Default for Combination {
    fn default() -> Self {
        Self { name: Self::manual(), swap: false }
    }
}

impl Combination {
    fn manual() -> String {
        "manual".to_owned()
    }
}

/// `theme.fonts`: two of the 43 families (THEME-08).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FontPair {
    /// Font family of body text.
    pub body: FontName,
    /// Font family of headings.
    pub heading: FontName,
}

/// `theme.fontWeights` (THEME-12).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FontWeights {
    /// Body text, 100 to 900, default 400.
    #[serde(default = "FontWeights::regular")]
    #[schemars(range(min = 100, max = 900))]
    pub body: u16,
    /// Headings, default 600.
    #[serde(default = "FontWeights::semibold")]
    #[schemars(range(min = 100, max = 900))]
    pub heading: u16,
    /// Emphasis in body text, default 700.
    #[serde(default = "FontWeights::strong")]
    #[schemars(range(min = 100, max = 900))]
    pub bold: u16,
}

impl FontWeights {
    fn regular() -> u16 {
        400
    }
    fn semibold() -> u16 {
        600
    }
    fn strong() -> u16 {
        700
    }
}

impl Default for FontWeights {
    fn default() -> Self {
        Self { body: 400, heading: 600, bold: 700 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FontStyle {
    #[default]
    Normal,
    Italic,
}

/// `theme.fontStyles` (SITE-06).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FontStyles {
    /// Body text.
    #[serde(default)]
    pub body: FontStyle,
    /// Headings.
    #[serde(default)]
    pub heading: FontStyle,
}

/// Corner radius (THEME-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Roundness {
    None,
    Medium,
    High,
}

/// `roundness` of the site configuration (SITE-11, defaults THEME-10).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoundnessPair {
    /// Buttons, default HIGH.
    #[serde(default = "RoundnessPair::high")]
    pub buttons: Roundness,
    /// Pictures and panels, default MEDIUM.
    #[serde(default = "RoundnessPair::medium")]
    pub content: Roundness,
}

impl RoundnessPair {
    fn high() -> Roundness {
        Roundness::High
    }
    fn medium() -> Roundness {
        Roundness::Medium
    }
}

impl Default for RoundnessPair {
    fn default() -> Self {
        Self { buttons: Roundness::High, content: Roundness::Medium }
    }
}
