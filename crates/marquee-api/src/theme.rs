//! The theme, as passed to `web/rules/theme`, which derives colors from it.

use marquee_model::settings::{GoogleFont, PaletteKey, Roundness, SiteConfig, SurfaceSetting};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A site's theme, before derivation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeInput {
    /// Palette, surfaces and combination.
    pub colors: ThemeColors,
    /// Font families, weights and styles.
    pub fonts: ThemeFonts,
    /// Corner radius of buttons.
    pub round_buttons: Roundness,
    /// Corner radius of pictures and panels.
    pub round_content: Roundness,
    /// Whether visitors can switch to dark mode (THEME-07).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub color_mode_switch: bool,
}

/// Palette, surfaces and combination (SITE-02 to SITE-04).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeColors {
    pub palette: ThemePalette,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand1: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand2: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand3: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand4: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand5: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand6: Option<String>,
    pub background: ThemeSurface,
    pub header_background: ThemeSurface,
    pub footer_background: ThemeSurface,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap: bool,
}

/// The seven palette colors as `#RRGGBB`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemePalette {
    pub muted: String,
    pub accent: String,
    pub primary: String,
    pub highlight: String,
    pub background: String,
    pub footer_background: String,
    pub header_background: String,
}

/// The color of a surface: a palette color with a tint or shade (SITE-03).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeSurface {
    /// 0 to 200; 100 keeps the color.
    pub tint_shade: f64,
    /// The palette color.
    pub palette_color: PaletteKey,
}

/// The two font families, their weights and styles (THEME-08, THEME-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeFonts {
    pub body: String,
    pub heading: String,
    pub weight_body: u16,
    pub weight_bold: u16,
    pub weight_heading: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub italic_body: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub italic_heading: bool,
    /// `googleFonts`: a family listed here loads exactly these weights (SITE-05).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loaded: Vec<LoadedFont>,
}

/// A family and its weights to load, such as `400` or `400i`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadedFont {
    pub font: String,
    pub weights: Vec<String>,
}

impl ThemeInput {
    /// The theme of a site configuration.
    #[must_use]
    pub fn from_config(config: &SiteConfig) -> Self {
        let theme = &config.theme;
        let c = &theme.colors;
        let p = &c.palette;
        let color = |c: &marquee_model::settings::Color| c.as_str().to_owned();
        Self {
            colors: ThemeColors {
                palette: ThemePalette {
                    muted: color(&p.muted),
                    accent: color(&p.accent),
                    primary: color(&p.primary),
                    highlight: color(&p.highlight),
                    background: color(&p.background),
                    footer_background: color(&p.footer_background),
                    header_background: color(&p.header_background),
                },
                brand1: c.brand1.as_ref().map(color),
                brand2: c.brand2.as_ref().map(color),
                brand3: c.brand3.as_ref().map(color),
                brand4: c.brand4.as_ref().map(color),
                brand5: c.brand5.as_ref().map(color),
                brand6: c.brand6.as_ref().map(color),
                background: surface(&c.settings.background),
                header_background: surface(&c.settings.header_background),
                footer_background: surface(&c.settings.footer_background),
                swap: c.combination.swap,
            },
            fonts: ThemeFonts {
                body: theme.fonts.body.as_str().to_owned(),
                heading: theme.fonts.heading.as_str().to_owned(),
                weight_body: theme.font_weights.body,
                weight_bold: theme.font_weights.bold,
                weight_heading: theme.font_weights.heading,
                italic_body: theme.font_styles.body == marquee_model::settings::FontStyle::Italic,
                italic_heading: theme.font_styles.heading == marquee_model::settings::FontStyle::Italic,
                loaded: config.google_fonts.iter().map(loaded).collect(),
            },
            round_buttons: config.roundness.buttons,
            round_content: config.roundness.content,
            color_mode_switch: config.options.color_mode_switch,
        }
    }
}

fn loaded(entry: &GoogleFont) -> LoadedFont {
    LoadedFont { font: entry.font.as_str().to_owned(), weights: entry.weights.clone() }
}

fn surface(s: &SurfaceSetting) -> ThemeSurface {
    ThemeSurface { tint_shade: s.tint_shade, palette_color: s.palette_color }
}
