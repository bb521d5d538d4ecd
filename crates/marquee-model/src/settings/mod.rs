//! Settings of a site: the site configuration and the site settings record of the specification, section 3, with the
//! same keys.

mod config;
mod fonts;
mod loyalty;
mod options;
pub mod pattern;
mod record;
mod theme;

pub use config::{
    Country, DEFAULT_PREVIEW_PREFIX, OfferedCountry, SiteConfig, Tracker, TrackerIds, TrackerType,
};
pub use fonts::{FONT_FAMILIES, FontFamily, FontName, GoogleFont};
pub use loyalty::{
    DEFAULT_SESSION_HOURS, LoyaltyCallParameters, LoyaltyConfig, LoyaltyProvider, LoyaltyUpstream,
};
pub use options::{
    CaptchaProvider, CaptchaSetting, ConsentVendors, DEFAULT_WALLET_PREFIX, EmbeddedConsent, EmbeddingMode,
    FeaturedFilm, FilmPlaces, FormMethod, MAX_SAVED_BLOCK_BYTES, MAX_SAVED_BLOCKS, MIN_PASSWORD_LENGTH,
    MarketingTracker, Options, PasswordPolicy, RedirectTarget, Regulation, SignInLabels, TrailingSlash,
};
pub use record::{
    AdLocation, AdsCustom, AdsDisplay, CustomLocation, FooterLayout, HeaderLayout, Logo, LogoSize,
    NamedEntity, PageRef, SettingsRecord, SiteNameMode, library_code,
};
pub use theme::{
    BASE_COLORS, BaseColors, Color, ColorSettings, Colors, Combination, FontPair, FontStyle, FontStyles,
    FontWeights, Palette, PaletteKey, Roundness, RoundnessPair, SurfaceSetting, Theme,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All settings of a site; the file `site.json` of an exported site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRecord {
    /// The site's unique key on this server (operations.md "Sites"), for example `meridian`.
    #[schemars(extend("pattern" = "^[a-z0-9-]{1,63}$"))]
    pub key: crate::SiteId,
    /// Host names of the site, without port; the first is the canonical one.
    #[schemars(length(min = 1))]
    pub hosts: Vec<String>,
    /// The site settings record.
    pub settings: SettingsRecord,
    /// The site configuration.
    pub config: SiteConfig,
}

impl SiteRecord {
    /// The site's name (SET-10): in entity mode the name of the related entity; default that of the settings, then that of
    /// the configuration.
    #[must_use]
    pub fn site_name(&self, mode: SiteNameMode) -> &str {
        match self.settings.site_name(mode) {
            "" => &self.config.name,
            name => name,
        }
    }

    /// Which name a page shows (SET-11). `theater` is the theater that the page is about. If the related entity is a theater, the
    /// mode is entity on pages about it; on a single location, also on pages about any theater if the entity has no id. If it is
    /// a circuit, the mode is entity on pages without a theater.
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
