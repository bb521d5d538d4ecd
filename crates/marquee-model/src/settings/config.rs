//! The site configuration (areas site-config, locale and embedding of requirements.yaml).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pattern::{IDENTIFIER, OPAQUE};
use super::{GoogleFont, Options, RoundnessPair, Theme};
use crate::id::{MovieId, TheaterId};
use crate::locale::Locale;

/// The site configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteConfig {
    /// The look.
    pub theme: Theme,
    /// Fonts to load: a family named here loads exactly these weights, another family of `theme` the weights that `theme`
    /// names (SITE-05).
    #[serde(default)]
    pub google_fonts: Vec<GoogleFont>,
    /// The site's country (SITE-07).
    #[serde(default)]
    pub country: Country,
    /// Countries offered in forms; empty means all (SITE-07).
    #[serde(default)]
    pub all_countries: Vec<OfferedCountry>,
    /// The locale of the site, default `en-US` (LOCALE-02).
    #[serde(default)]
    pub locale: Locale,
    /// The site name of the configuration.
    #[serde(default)]
    pub name: String,
    /// Prefix of the second movie route (ROUTE-06); empty for none.
    #[serde(default)]
    #[schemars(extend("pattern" = "^([a-z0-9-]+)?$"))]
    pub path_prefix: String,
    /// An opaque encoded id, passed on unchanged to tag managers, in `dataLayer` (SITE-09).
    #[serde(default)]
    #[schemars(length(max = 200), extend("pattern" = OPAQUE))]
    pub website_id: String,
    /// An opaque encoded id, passed on unchanged to tag managers, in `dataLayer` (SITE-09).
    #[serde(default)]
    #[schemars(length(max = 200), extend("pattern" = OPAQUE))]
    pub circuit_id: String,
    /// Analytics and tag-manager ids (SITE-08, SET-12).
    #[serde(default)]
    pub trackers: TrackerIds,
    /// Whether the site is one theater (SITE-01).
    #[serde(default)]
    pub is_single_location: bool,
    /// The type of `settings.relatedEntity`: `Theater` or `Circuit`. On pages about it, its name replaces the site's (SET-11).
    #[serde(default = "SiteConfig::theater")]
    pub related_entity_type: String,
    /// The theaters that the site shows, in this order; empty means all of the catalog (SITE-08).
    #[serde(default)]
    pub theater_ids: Vec<TheaterId>,
    /// Host names that may frame the site, `[*.]name` (EMBED-05, security 6.6).
    #[serde(default)]
    #[schemars(
        length(max = 20),
        inner(regex(pattern = r"^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$"))
    )]
    pub allowed_embedding_domains: Vec<String>,
    /// Corners (SITE-11).
    #[serde(default)]
    pub roundness: RoundnessPair,
    /// Films that appear nowhere (SITE-12).
    #[serde(default)]
    pub global_excluded_movie_ids: Vec<MovieId>,
    /// Films that come first, in this order (SITE-12).
    #[serde(default)]
    pub movie_order_index: Vec<MovieId>,
    /// Content pages are made on first request instead of at publish (SITE-13).
    #[serde(default)]
    pub defer_standard_pages: bool,
    /// Event pages are made on first request (SITE-13).
    #[serde(default)]
    pub defer_event_pages: bool,
    /// Film pages are made on first request (SITE-13).
    #[serde(default)]
    pub defer_movie_pages: bool,
    /// Theater pages are made on first request (SITE-13).
    #[serde(default)]
    pub defer_theater_pages: bool,
    /// Choices on points the specification leaves open (decisions.md); a missing key means the decision as written.
    #[serde(default)]
    pub options: Options,
}

impl SiteConfig {
    fn theater() -> String {
        "Theater".to_owned()
    }

    /// All locales the site is served in, the default one first.
    pub fn locales(&self) -> impl Iterator<Item = &Locale> {
        let others = self.options.additional_locales.iter().filter(|l| l.short() != self.locale.short());
        std::iter::once(&self.locale).chain(others)
    }

    /// The path prefix under which pages are previewed and link clicks cancelled (LINK-04), without a final slash.
    #[must_use]
    pub fn reserved_path_prefix(&self) -> &str {
        self.options.reserved_path_prefix.as_deref().unwrap_or("/cms-preview").trim_end_matches('/')
    }

    /// ISO weekday on which a play week starts: the option, else 3 for France and 5 elsewhere (CONST-02, LOCALE-04).
    #[must_use]
    pub fn play_week_start(&self) -> u8 {
        self.options.play_week_start.unwrap_or(if self.country.iso31661_a2 == "FR" { 3 } else { 5 })
    }
}

/// A country (SITE-07).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Country {
    /// Code as the site uses it, for example `US`.
    pub code: String,
    /// ISO 3166-1 alpha-2.
    #[serde(rename = "iso31661A2")]
    #[schemars(extend("pattern" = "^[A-Z]{2}$"))]
    pub iso31661_a2: String,
    /// ISO 3166-1 alpha-3. Without effect: accepted and exported, but never used.
    #[serde(rename = "iso31661A3", default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("pattern" = "^([A-Z]{3})?$"))]
    pub iso31661_a3: String,
}

/// A country that forms offer (SITE-07).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferedCountry {
    /// Code as other programs write it. Without effect: accepted and exported, but never used.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// ISO 3166-1 alpha-2.
    #[serde(rename = "iso31661A2")]
    #[schemars(extend("pattern" = "^[A-Z]{2}$"))]
    pub iso31661_a2: String,
    /// ISO 3166-1 alpha-3. Without effect: accepted and exported, but never used.
    #[serde(rename = "iso31661A3", default, skip_serializing_if = "String::is_empty")]
    #[schemars(extend("pattern" = "^([A-Z]{3})?$"))]
    pub iso31661_a3: String,
}

impl Default for Country {
    fn default() -> Self {
        Self { code: "US".to_owned(), iso31661_a2: "US".to_owned(), iso31661_a3: String::new() }
    }
}

/// `trackers` of the site configuration.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackerIds {
    /// An extra analytics measurement id, available on every page outside the member area (SET-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = IDENTIFIER))]
    pub google_analytics_v4: Option<String>,
    /// A tag-manager container id; it loads beside those of `settings.trackers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = IDENTIFIER))]
    pub google_tag_manager: Option<String>,
}

/// An entry of `trackers` of the settings record (SET-08).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tracker {
    /// For example `google_tag_manager`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The id at that service.
    #[schemars(length(max = 60), extend("pattern" = IDENTIFIER))]
    pub token: String,
}
