//! `options` of the site configuration: one key for each open point that an operator may decide otherwise
//! (decisions.md). A missing key means the decision as written there.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pattern::{HTTPS, OPTIONAL_HTTPS, OPTIONAL_IDENTIFIER, OPTIONAL_PATH_IDENTIFIER, PATH};
use crate::locale::Locale;

/// What becomes of the slash at the end of site links (LINK-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TrailingSlash {
    #[default]
    Always,
    Never,
    Ignore,
}

/// Labels for signing in and joining, in one language (LOYC-08).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the loyalty settings")]
pub struct AccessTexts {
    pub guest_header_access_label: String,
    pub guest_signup_tab_button: String,
    pub guest_signup_tab_text: String,
    pub logged_in_header_access_label: String,
}

/// Method of the ticketing form (LINK-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum FormMethod {
    #[default]
    Post,
    Get,
}

/// The one embedding mode (EMBED-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmbeddingMode {
    /// Runs inside a TaPoS host.
    TaposEmbedded,
}

/// A password rule (VALID-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PasswordPolicy {
    /// At least 8 characters.
    Default,
    /// At least 8 characters with a letter and a number.
    Cgr,
    /// At least 8 characters, lower, upper, number and special.
    BoostPos,
}

impl PasswordPolicy {
    /// As the settings spell it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "DEFAULT",
            Self::Cgr => "CGR",
            Self::BoostPos => "BOOST_POS",
        }
    }
}

/// A captcha of a site. Its secret is a setting of the server (`captcha_secrets`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaptchaSetting {
    /// Who makes it.
    pub provider: CaptchaProvider,
    /// The site's key at the provider; ALTCHA, which is part of the server, needs none.
    #[serde(default)]
    #[schemars(length(max = 200), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub site_key: String,
    /// The least score of reCAPTCHA version 3; without one it is version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_score: Option<f64>,
}

/// Who makes a captcha.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "product names")]
pub enum CaptchaProvider {
    Altcha,
    Recaptcha,
    Turnstile,
}

impl CaptchaProvider {
    /// As the settings spell it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Altcha => "ALTCHA",
            Self::Recaptcha => "RECAPTCHA",
            Self::Turnstile => "TURNSTILE",
        }
    }
}

/// Ids of the consent tool's vendors (CONS-06).
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

/// The consent notice of this product, for a site without another tool.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct EmbeddedConsent {
    /// Whether it is used. A `cookieBannerDidomiId` goes before it.
    pub enabled: bool,
    /// The regulation that counts for every visitor; the strictest unless said otherwise.
    pub regulation: Regulation,
}

/// Regulations of privacy (CONS-05).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "names of laws")]
pub enum Regulation {
    #[default]
    Gdpr,
    Ccpa,
    Cpra,
    Cpa,
    Ctdpa,
    Vcdpa,
    Tdpsa,
    /// None: everything is granted.
    None,
}

impl Regulation {
    /// As the settings spell it; empty for none.
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
    /// The feature flag.
    pub enabled: bool,
    /// The customer id.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub customer_id: String,
    /// Address of the script, in which `{customerId}` stands for the customer; nothing loads without it.
    #[schemars(length(max = 500), extend("pattern" = OPTIONAL_HTTPS))]
    pub script_url: String,
}

/// The options. Every key names its decision.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// Locales served beside the default one, under `/{short}/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub additional_locales: Vec<Locale>,
    /// The texts of the loyalty settings in the other languages, by short locale; by default the product's own texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub access_texts: BTreeMap<String, AccessTexts>,
    /// Path prefix under which link clicks are cancelled; default `/cms-preview` (LINK-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = PATH))]
    pub reserved_path_prefix: Option<String>,
    /// Whether links to the ticketing site are sent as forms, which keeps what they carry out of addresses; default false
    /// (LINK-15).
    pub ticketing_form: bool,
    /// Default `post` (LINK-16).
    pub ticketing_form_method: FormMethod,
    /// Default `always` (LINK-20).
    pub trailing_slash: TrailingSlash,
    /// Minutes after the start during which a show can still be booked; default by provider (CONST-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 240))]
    pub late_booking_minutes: Option<u16>,
    /// ISO weekday on which a play week starts, 1 to 7 (CONST-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 7))]
    pub play_week_start: Option<u8>,
    /// Local hour at which a cinema day starts, 0 to 12, default 3 (CONST-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 12))]
    pub business_day_start_hour: Option<u8>,
    /// Share of sold seats, in percent, from which a show says "few left"; default 85.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub few_left_percent: Option<u8>,
    /// Default `/ticketing/` (EMBED-03).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = PATH))]
    pub embedded_ticketing_path: Option<String>,
    /// Default none (EMBED-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding_mode: Option<EmbeddingMode>,
    /// Whether visitors may switch to dark; default false (THEME-07).
    pub color_mode_switch: bool,
    /// Name of the token parameter; default by provider (HAND-13).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub token_parameter: Option<String>,
    /// Adds the token to the launch pair of ticketing paths (ROLE-13).
    pub launch_ticketing: bool,
    /// Default `/api/cypher`; empty leaves favourite cinemas empty (FAV-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loyalty_endpoint: Option<String>,
    /// Script addresses the third-party proxy serves; default those the site has configured (ROUTE-13).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(inner(regex(pattern = HTTPS)))]
    pub third_party_proxy_urls: Option<Vec<String>>,
    /// Turns on features under trial; default false (ROLE-16).
    pub beta_features: bool,
    /// Vendor ids at the consent tool (CONS-06).
    pub consent_vendors: ConsentVendors,
    /// Counts as "no consent notice configured" (CONS-12).
    pub consent_disabled: bool,
    /// The public key of the operator's account with the consent tool, which a notice of its needs.
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub consent_api_key: String,
    /// The notice of this product, for a site without `cookieBannerDidomiId`.
    pub embedded_consent: EmbeddedConsent,
    /// Makes the marketing tracker wait for consent (ANLY-01).
    pub marketing_tracker_requires_consent: bool,
    /// The marketing tracker (ANLY-02).
    pub marketing_tracker: MarketingTracker,
    /// The tag-manager launch script (ANLY-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500), extend("pattern" = HTTPS))]
    pub tag_manager_launch_url: Option<String>,
    /// Base of the ad library; empty loads no script (ADS-06).
    #[schemars(length(max = 500), extend("pattern" = OPTIONAL_HTTPS))]
    pub ad_library_base_url: String,
    /// Default: the usual publisher tag (ADS-14).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500), extend("pattern" = HTTPS))]
    pub ad_tag_script_url: Option<String>,
    /// Default `WMP_` (ADS-27).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub ad_slot_prefix: Option<String>,
    /// Ad slots on member pages (security 6.2).
    pub ads_on_member_pages: bool,
    /// Default by provider (VALID-07).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_policy: Option<PasswordPolicy>,
    /// Who tells people from robots at forms; default nobody (VALID-08, VALID-09).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captcha: Option<CaptchaSetting>,
    /// The least length of a member's password; default 8 (security 2.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 8, max = 64))]
    pub password_length: Option<u8>,
    /// Whether a new member must confirm the address first; default false (security 2.5).
    pub email_activation: bool,
    /// First segment of the routes of passes, default `Wallet` (WALLET-03).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40), extend("pattern" = "^[A-Za-z][A-Za-z0-9_-]*$"))]
    pub wallet_prefix: Option<String>,
    /// Save address with `<signed_jwt>` (WALLET-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = "<signed_jwt>"))]
    pub wallet_save_url: Option<String>,
}

/// First segment of the routes of passes, unless the site says otherwise (WALLET-03).
pub const DEFAULT_WALLET_PREFIX: &str = "Wallet";

impl Options {
    /// The first segment of the routes of passes (WALLET-03).
    #[must_use]
    pub fn wallet_prefix(&self) -> &str {
        self.wallet_prefix.as_deref().filter(|own| !own.is_empty()).unwrap_or(DEFAULT_WALLET_PREFIX)
    }
}
