//! What an operator sets: the site settings record and the site configuration of the specification,
//! sections 3 "Site configuration" and "Site settings record", with their keys verbatim.

mod config;
mod fonts;
mod loyalty;
mod options;
mod pattern;
mod record;
mod theme;

pub use config::{Country, OfferedCountry, SiteConfig, Tracker, TrackerIds};
pub use fonts::{FONT_FAMILIES, FontFamily, FontName, GoogleFont};
pub use loyalty::{LoyaltyConfig, LoyaltyProvider, LoyaltyTerms, LoyaltyUpstream};
pub use options::{
    AccessTexts, CaptchaProvider, CaptchaSetting, ConsentVendors, DEFAULT_WALLET_PREFIX, EmbeddedConsent,
    EmbeddingMode, FormMethod, MarketingTracker, Options, PasswordPolicy, Regulation, TrailingSlash,
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

impl SiteRecord {
    /// The site's name (SET-10): in entity mode that of the related entity, else that of the settings, else that of the
    /// configuration.
    #[must_use]
    pub fn site_name(&self, mode: SiteNameMode) -> &str {
        match self.settings.site_name(mode) {
            "" => &self.config.name,
            name => name,
        }
    }

    /// Whose name a page shows (SET-11): pages about the related theater are in entity mode, on a single location all of
    /// them; of a related circuit those that are about no theater. `theater` is the current one.
    #[must_use]
    pub fn site_name_mode(&self, theater: Option<&crate::TheaterId>) -> SiteNameMode {
        let id = self.settings.related_entity.as_ref().and_then(|entity| entity.id.as_deref());
        let is_related = match self.config.related_entity_type.as_str() {
            "Circuit" => theater.is_none(),
            "Theater" => match (id, theater) {
                (Some(id), Some(theater)) => theater.as_str() == id,
                (None, Some(_)) => self.config.is_single_location,
                (_, None) => false,
            },
            _ => false,
        };
        if is_related { SiteNameMode::Entity } else { SiteNameMode::Site }
    }
}

#[cfg(test)]
mod tests;
