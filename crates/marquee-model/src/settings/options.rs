//! `options` of the site configuration: choices where the specification is open. decisions.md documents the default of
//! each key.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pattern::{
    HTTPS, OPTIONAL_HTTPS, OPTIONAL_IDENTIFIER, OPTIONAL_PATH_IDENTIFIER, PATH, PATH_OR_HTTPS,
};
use crate::catalog::SavedBlocks;
use crate::id::{MovieId, TheaterId};
use crate::locale::Locale;
use crate::money::CURRENCY_PATTERN;
use crate::time::BUSINESS_DAY_START_HOUR;

/// Whether links within the site end with a slash (LINK-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TrailingSlash {
    #[default]
    Always,
    Never,
    Ignore,
}

/// Labels for sign-in and registration in one language (LOYC-08).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct SignInLabels {
    pub guest_header_access_label: String,
    pub guest_signup_tab_button: String,
    pub guest_signup_tab_text: String,
    pub logged_in_header_access_label: String,
}

/// HTTP method of the ticketing form (LINK-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FormMethod {
    #[default]
    Post,
    Get,
}

/// Embedding mode (EMBED-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmbeddingMode {
    /// Runs inside a TaPoS host.
    TaposEmbedded,
}

/// Password policy (VALID-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PasswordPolicy {
    /// At least 8 characters.
    Default,
    /// At least 8 characters, with a letter and a number.
    Cgr,
    /// At least 8 characters, with a lowercase letter, an uppercase letter, a number and a special character.
    BoostPos,
}

/// A site's captcha. Its secret is in the server setting `captcha_secrets`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaptchaSetting {
    pub provider: CaptchaProvider,
    /// The site key at the provider; empty for ALTCHA, which is part of the server.
    #[serde(default)]
    #[schemars(length(max = 200), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub site_key: String,
    /// Minimum score for reCAPTCHA version 3; if missing, version 2 is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_score: Option<f64>,
}

/// Captcha provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CaptchaProvider {
    Altcha,
    Recaptcha,
    Turnstile,
}

/// Vendor ids at the consent platform (CONS-06).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ConsentVendors {
    /// The web-analytics vendor.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub web_analytics: String,
    /// The Google vendor.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub google: String,
    /// The tag-manager analytics vendor.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub tag_manager_analytics: String,
}

impl Default for ConsentVendors {
    fn default() -> Self {
        Self {
            web_analytics: "web-analytics".to_owned(),
            google: "google".to_owned(),
            tag_manager_analytics: "tag-manager-analytics".to_owned(),
        }
    }
}

/// The built-in consent notice, for sites without a consent platform.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct EmbeddedConsent {
    /// Whether it is used. `cookieBannerDidomiId` takes precedence.
    pub enabled: bool,
    /// The regulation that applies to all visitors; default the strictest, `gdpr`.
    pub regulation: Regulation,
}

/// Privacy regulation (CONS-05).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Regulation {
    #[default]
    Gdpr,
    Ccpa,
    Cpra,
    Cpa,
    Ctdpa,
    Vcdpa,
    Tdpsa,
    /// No regulation: all purposes are granted.
    None,
}

impl Regulation {
    /// The value in settings; empty for none.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gdpr => "gdpr",
            Self::Ccpa => "ccpa",
            Self::Cpra => "cpra",
            Self::Cpa => "cpa",
            Self::Ctdpa => "ctdpa",
            Self::Vcdpa => "vcdpa",
            Self::Tdpsa => "tdpsa",
            Self::None => "",
        }
    }
}

/// The cinema-marketing tracker (ANLY-02).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MarketingTracker {
    /// Feature flag.
    pub enabled: bool,
    /// The customer id.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub customer_id: String,
    /// URL of the script, with the placeholder `{customerId}`; if empty, nothing is loaded.
    #[schemars(length(max = 500), extend("pattern" = OPTIONAL_HTTPS))]
    pub script_url: String,
}

/// A film that leads the home page for some days (SITE-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeaturedFilm {
    pub movie_id: MovieId,
    /// First day.
    #[schemars(with = "String", extend("format" = "date"))]
    pub from: Date,
    /// Last day, included; missing for no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub to: Option<Date>,
    /// Only for visitors who have chosen this theater; missing for all theaters without a choice of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater_id: Option<TheaterId>,
}

impl FeaturedFilm {
    /// Whether it leads on `day`.
    #[must_use]
    pub fn includes(&self, day: Date) -> bool {
        self.from <= day && self.to.is_none_or(|last| day <= last)
    }
}

/// Where a film does not appear, although the site shows it (SITE-12).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FilmPlaces {
    /// It is not on the home page, and never leads it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_on_home: bool,
    /// Its shows are not in the lists of what starts soon.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_in_starting_soon: bool,
    /// Search engines are asked not to index its page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_in_search_engines: bool,
    /// The theaters whose shows of the film are hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_at: Vec<TheaterId>,
}

/// The options, each with the requirement or decision it implements.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// Additional locales, served under `/{short}/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub additional_locales: Vec<Locale>,
    /// Texts of the loyalty settings in other languages, by short locale; default the built-in texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub access_texts: BTreeMap<String, SignInLabels>,
    /// Path prefix under which link clicks are canceled; default `/cms-preview` (LINK-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = PATH))]
    pub reserved_path_prefix: Option<String>,
    /// Whether links to the ticketing site submit forms, which keeps parameters out of URLs; default false (LINK-15).
    pub ticketing_form: bool,
    /// HTTP method of these forms; default `post` (LINK-16).
    pub ticketing_form_method: FormMethod,
    /// Whether links within the site end with a slash; default `always` (LINK-20).
    pub trailing_slash: TrailingSlash,
    /// Minutes after its start during which a show can still be booked; default by loyalty provider (CONST-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 240))]
    pub late_booking_minutes: Option<u16>,
    /// ISO weekday on which a play week starts, 1 to 7; default by country (CONST-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 7))]
    pub play_week_start: Option<u8>,
    /// Local hour at which a cinema day starts, 0 to 12, default 3 (CONST-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 12))]
    pub business_day_start_hour: Option<u8>,
    /// Films that lead the home page on some days, by a name of your choice; of two on the same day, the one that began first (SITE-12).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 1000))]
    pub featured_films: BTreeMap<String, FeaturedFilm>,
    /// Whether films that are not in `movieOrderIndex` come by their number of shows in the next seven days, instead of by release;
    /// default false (SITE-12).
    pub order_by_shows: bool,
    /// Where films do not appear, by film (SITE-12).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 1000))]
    pub film_places: BTreeMap<MovieId, FilmPlaces>,
    /// Blocks that several content pages show, by an id that stays the same when the name changes (PAGE-16).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = MAX_SAVED_BLOCKS))]
    pub saved_blocks: SavedBlocks,
    /// Other addresses of the site, by old ones without a page of their own: a path of the site, or an https URL (ROUTE-22).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = MAX_REDIRECTS))]
    pub redirects: BTreeMap<String, RedirectTarget>,
    /// ISO 4217 code of the currency that the editor proposes for prices; default by country.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = CURRENCY_PATTERN))]
    pub currency: Option<String>,
    /// Percentage of sold seats from which a show is marked "few left"; default 85.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub few_left_percent: Option<u8>,
    /// Path of ticketing links in embedded mode; default `/ticketing/` (EMBED-03).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = PATH))]
    pub embedded_ticketing_path: Option<String>,
    /// Embedding mode; default none (EMBED-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding_mode: Option<EmbeddingMode>,
    /// Whether visitors can switch to dark mode; default false (THEME-07).
    pub color_mode_switch: bool,
    /// Name of the token parameter; default by loyalty provider (HAND-13).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub token_parameter: Option<String>,
    /// Whether the token is also passed to `launch/ticketing` and `api/launch/ticketing/redirect`; default false (ROLE-13).
    pub launch_ticketing: bool,
    /// URL of loyalty calls; default `/api/cypher`. If empty, there are no favorite cinemas (FAV-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loyalty_endpoint: Option<String>,
    /// URLs of scripts that the third-party proxy serves; default those that the site uses (ROUTE-13).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(inner(regex(pattern = HTTPS)))]
    pub third_party_proxy_urls: Option<Vec<String>>,
    /// Enables beta features; default false (ROLE-16).
    pub beta_features: bool,
    /// Vendor ids at the consent platform (CONS-06).
    pub consent_vendors: ConsentVendors,
    /// Treats the site as having no consent notice; default false (CONS-12).
    pub consent_disabled: bool,
    /// Public key of the operator's account at the consent platform.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub consent_api_key: String,
    /// The built-in consent notice, for sites without `cookieBannerDidomiId`.
    pub embedded_consent: EmbeddedConsent,
    /// Whether the marketing tracker waits for consent; default false (ANLY-01).
    pub marketing_tracker_requires_consent: bool,
    /// The marketing tracker (ANLY-02).
    pub marketing_tracker: MarketingTracker,
    /// URL of the tag-manager launch script (ANLY-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500), extend("pattern" = HTTPS))]
    pub tag_manager_launch_url: Option<String>,
    /// Base URL of the ad library; if empty, no script is loaded (ADS-06).
    #[schemars(length(max = 500), extend("pattern" = OPTIONAL_HTTPS))]
    pub ad_library_base_url: String,
    /// URL of the ad tag script; default the standard publisher tag (ADS-14).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500), extend("pattern" = HTTPS))]
    pub ad_tag_script_url: Option<String>,
    /// Prefix of ad slots; default `WMP_` (ADS-27).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub ad_slot_prefix: Option<String>,
    /// Whether pages of the member area have ad slots; default false (security 6.2).
    pub ads_on_member_pages: bool,
    /// Whether operators need a passkey or an authenticator app to open the site in the editor; default false (security 2.8).
    pub operators_need_second_factor: bool,
    /// Password policy; default by loyalty provider (VALID-07).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_policy: Option<PasswordPolicy>,
    /// Captcha of forms; default none (VALID-08, VALID-09).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captcha: Option<CaptchaSetting>,
    /// Minimum length of passwords; default 8 (security 2.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = MIN_PASSWORD_LENGTH, max = 64))]
    pub password_length: Option<u8>,
    /// Whether new members must confirm their email address; default false (security 2.5).
    pub email_activation: bool,
    /// First path segment of wallet passes; default `Wallet` (WALLET-03).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40), extend("pattern" = "^[A-Za-z][A-Za-z0-9_-]*$"))]
    pub wallet_prefix: Option<String>,
    /// URL that saves a wallet pass, with the placeholder `<signed_jwt>` (WALLET-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = "<signed_jwt>"))]
    pub wallet_save_url: Option<String>,
}

/// Where an old address leads: a path of the site, or an https URL (ROUTE-22).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = PATH_OR_HTTPS, "maxLength" = 500))]
pub struct RedirectTarget(pub String);

/// Number of redirects of a site.
pub const MAX_REDIRECTS: usize = 1000;

/// Number of saved blocks of a site.
pub const MAX_SAVED_BLOCKS: usize = 100;

/// Maximum size of a saved block in bytes of JSON, in all languages.
pub const MAX_SAVED_BLOCK_BYTES: usize = 32 * 1024;

/// Minimum length of members' passwords in characters; a site may require more (security 2.1).
pub const MIN_PASSWORD_LENGTH: u8 = 8;

/// Default first path segment of wallet passes (WALLET-03).
pub const DEFAULT_WALLET_PREFIX: &str = "Wallet";

impl Options {
    /// The minimum length of members' passwords in characters (security 2.1).
    #[must_use]
    pub fn min_password_length(&self) -> u8 {
        self.password_length.unwrap_or_default().max(MIN_PASSWORD_LENGTH)
    }

    /// Where an old address leads that has no page of its own, with or without the slash at its end, in any case (ROUTE-22).
    #[must_use]
    pub fn redirect(&self, path: &str) -> Option<&str> {
        let path = path.trim_end_matches('/');
        let is_same = |from: &str| from.trim_end_matches('/').eq_ignore_ascii_case(path);
        self.redirects.iter().find(|(from, _)| is_same(from)).map(|(_, to)| to.0.as_str())
    }

    /// Local hour at which a cinema day starts (CONST-02).
    #[must_use]
    pub fn business_day_start_hour(&self) -> u8 {
        self.business_day_start_hour.unwrap_or(BUSINESS_DAY_START_HOUR)
    }

    /// The first path segment of wallet passes (WALLET-03).
    #[must_use]
    pub fn wallet_prefix(&self) -> &str {
        self.wallet_prefix.as_deref().filter(|prefix| !prefix.is_empty()).unwrap_or(DEFAULT_WALLET_PREFIX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_2_1_a_site_may_only_require_longer_passwords() {
        let min_length =
            |password_length| Options { password_length, ..Options::default() }.min_password_length();
        assert_eq!([None, Some(3), Some(15)].map(min_length), [8, 8, 15]);
    }
}
