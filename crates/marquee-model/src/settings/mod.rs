//! What an operator sets: the site settings record and the site configuration of the specification,
//! sections 3 "Site configuration" and "Site settings record", with their keys verbatim.

mod config;
mod fonts;
mod loyalty;
mod options;
mod record;
mod theme;

pub use config::{Country, SiteConfig, Tracker, TrackerIds};
pub use fonts::{FONT_FAMILIES, FontFamily, FontName, GoogleFont};
pub use loyalty::{LoyaltyConfig, LoyaltyProvider, LoyaltyTerms, LoyaltyUpstream};
pub use options::{
    CaptchaProvider, CaptchaSetting, ConsentVendors, EmbeddedConsent, EmbeddingMode, FormMethod,
    MarketingTracker, Options, PasswordPolicy, Regulation, TrailingSlash,
};
pub use record::{
    AdLocation, AdsCustom, AdsDisplay, CustomLocation, FooterLayout, HeaderLayout, Logo, LogoSize, Named,
    PageRef, SettingsRecord, SiteNameMode,
};
pub use theme::{
    Color, ColorSettings, Colors, Combination, FontPair, FontStyle, FontStyles, FontWeights, Palette,
    PaletteKey, Roundness, RoundnessPair, SurfaceSetting, Theme,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything an operator sets for one site: the file `site.json` of an exported site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRecord {
    /// The site's key on this server (operations.md "Sites"), for example `meridian`.
    #[schemars(extend("pattern" = "^[a-z0-9-]{1,63}$"))]
    pub key: crate::SiteId,
    /// Host names this site answers to, without port; the first is the canonical one.
    #[schemars(length(min = 1))]
    pub hosts: Vec<String>,
    /// The site settings record.
    pub settings: SettingsRecord,
    /// The site configuration.
    pub config: SiteConfig,
}

#[cfg(test)]
mod tests;
