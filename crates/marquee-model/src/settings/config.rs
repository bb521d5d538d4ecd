//! The site configuration (areas site-config, locale and embedding of requirements.yaml).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pattern::{IDENTIFIER, OPAQUE};
use super::{FilmPlaces, GoogleFont, Options, RoundnessPair, Theme};
use crate::id::{MovieId, TheaterId};
use crate::locale::Locale;

/// The site configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteConfig {
    /// Colors and fonts.
    pub theme: Theme,
    /// Fonts to load. A family listed here loads exactly these weights; any other family of `theme` loads the weights that
    /// `theme` uses (SITE-05).
    #[serde(default)]
    pub google_fonts: Vec<GoogleFont>,
    /// The site's country (SITE-07).
    #[serde(default)]
    pub country: Country,
    /// Countries offered in forms; empty means all (SITE-07).
    #[serde(default)]
    pub all_countries: Vec<OfferedCountry>,
    /// The site's locale, default `en-US` (LOCALE-02).
    #[serde(default)]
    pub locale: Locale,
    /// The site name, if `settings.name` is empty (SET-10).
    #[serde(default)]
    pub name: String,
    /// Prefix of the second film route (ROUTE-06); empty for none.
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
    /// Whether the site has a single theater (SITE-01).
    #[serde(default)]
    pub is_single_location: bool,
    /// The type of `settings.relatedEntity`: `Theater` or `Circuit`. Its name replaces the site's on pages about it (SET-11).
    #[serde(default = "SiteConfig::theater")]
    pub related_entity_type: String,
    /// The theaters that the site shows, in this order; empty means all theaters of the catalog (SITE-08).
    #[serde(default)]
    pub theater_ids: Vec<TheaterId>,
    /// Host names that may embed the site in frames, `[*.]name` (EMBED-05, security 6.6).
    #[serde(default)]
    #[schemars(
        length(max = 20),
        inner(regex(pattern = r"^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$"))
    )]
    pub allowed_embedding_domains: Vec<String>,
    /// Corner radii (SITE-11).
    #[serde(default)]
    pub roundness: RoundnessPair,
    /// Films that the site never shows (SITE-12).
    #[serde(default)]
    pub global_excluded_movie_ids: Vec<MovieId>,
    /// Films that come first, in this order (SITE-12).
    #[serde(default)]
    pub movie_order_index: Vec<MovieId>,
    /// Renders content pages on first request instead of when the site is published (SITE-13).
    #[serde(default)]
    pub defer_standard_pages: bool,
    /// Renders event pages on first request (SITE-13).
    #[serde(default)]
    pub defer_event_pages: bool,
    /// Renders film pages on first request (SITE-13).
    #[serde(default)]
    pub defer_movie_pages: bool,
    /// Renders theater pages on first request (SITE-13).
    #[serde(default)]
    pub defer_theater_pages: bool,
    /// Choices where the specification is open (decisions.md); a missing key means the documented default.
    #[serde(default)]
    pub options: Options,
}

/// The path prefix of previews of a site that sets none (LINK-04).
pub const DEFAULT_PREVIEW_PREFIX: &str = "/cms-preview";

impl SiteConfig {
    fn theater() -> String {
        "Theater".to_owned()
    }

    /// Whether the site may show a film of its catalog: films can be excluded (SITE-12).
    #[must_use]
    pub fn shows_movie(&self, id: &MovieId) -> bool {
        !self.global_excluded_movie_ids.contains(id)
    }

    /// Where a film does not appear; `None` if it appears everywhere (SITE-12).
    #[must_use]
    pub fn film_places(&self, id: &MovieId) -> Option<&FilmPlaces> {
        self.options.film_places.get(id)
    }

    /// Whether the home page may show a film (SITE-12).
    #[must_use]
    pub fn shows_on_home(&self, id: &MovieId) -> bool {
        self.shows_movie(id) && !self.film_places(id).is_some_and(|places| places.not_on_home)
    }

    /// Whether the lists of what starts soon may have shows of a film (SITE-12).
    #[must_use]
    pub fn shows_in_starting_soon(&self, id: &MovieId) -> bool {
        self.shows_movie(id) && !self.film_places(id).is_some_and(|places| places.not_in_starting_soon)
    }

    /// Whether search engines may index the page of a film (SITE-12).
    #[must_use]
    pub fn indexes_movie(&self, id: &MovieId) -> bool {
        self.shows_movie(id) && !self.film_places(id).is_some_and(|places| places.not_in_search_engines)
    }

    /// All locales of the site, the default first.
    pub fn locales(&self) -> impl Iterator<Item = &Locale> {
        let others = self.options.additional_locales.iter().filter(|l| l.short() != self.locale.short());
        std::iter::once(&self.locale).chain(others)
    }

    /// All locales with their path prefixes, the default first. The prefix of the default is empty, others are for example `/fr`.
    pub fn locale_prefixes(&self) -> impl Iterator<Item = (&Locale, String)> {
        self.locales()
            .enumerate()
            .map(|(n, locale)| (locale, if n == 0 { String::new() } else { format!("/{}", locale.short()) }))
    }

    /// The prefix of the paths in a language, such as `/fr`; empty for the default and for a language that the site does not have.
    #[must_use]
    pub fn locale_prefix(&self, language: &str) -> String {
        self.locale_prefixes()
            .find(|(locale, _)| locale.short() == language)
            .map_or_else(String::new, |(_, prefix)| prefix)
    }

    /// The path prefix of previews, under which link clicks are canceled (LINK-04), without trailing slash.
    #[must_use]
    pub fn reserved_path_prefix(&self) -> &str {
        self.options.reserved_path_prefix.as_deref().unwrap_or(DEFAULT_PREVIEW_PREFIX).trim_end_matches('/')
    }

    /// Whether a path, without the prefix of its locale, is that of a preview (LINK-04).
    #[must_use]
    pub fn is_preview(&self, path: &str) -> bool {
        let rest = path.strip_prefix(self.reserved_path_prefix());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// ISO weekday on which a play week starts. Default 3 (Wednesday) for France, 5 (Friday) elsewhere (CONST-02, LOCALE-04).
    #[must_use]
    pub fn play_week_start(&self) -> u8 {
        self.options.play_week_start.unwrap_or(if self.country.iso31661_a2 == "FR" { 3 } else { 5 })
    }
}

/// A country (SITE-07).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Country {
    /// The site's own code, for example `US`.
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
    /// The code in other programs. Without effect: accepted and exported, but never used.
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
    /// An additional analytics measurement id, for all pages outside the member area (SET-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = IDENTIFIER))]
    pub google_analytics_v4: Option<String>,
    /// A tag-manager container id, loaded in addition to those of `settings.trackers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60), extend("pattern" = IDENTIFIER))]
    pub google_tag_manager: Option<String>,
}

/// An entry of `trackers` of the settings record (SET-08).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tracker {
    /// For example `google_tag_manager`. An unknown type has no effect.
    #[serde(rename = "type")]
    pub kind: String,
    /// The id at the service.
    #[schemars(length(max = 60), extend("pattern" = IDENTIFIER))]
    pub token: String,
}

/// A type of trackers that pages can load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackerType {
    GoogleTagManager,
    GoogleAnalyticsV4,
}

impl TrackerType {
    pub const ALL: [Self; 2] = [Self::GoogleTagManager, Self::GoogleAnalyticsV4];

    /// The name: the `type` of a [`Tracker`], and the key in [`TrackerIds`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GoogleTagManager => "google_tag_manager",
            Self::GoogleAnalyticsV4 => "google_analytics_v4",
        }
    }

    /// The first characters of its ids.
    #[must_use]
    pub const fn id_prefix(self) -> &'static str {
        match self {
            Self::GoogleTagManager => "GTM-",
            Self::GoogleAnalyticsV4 => "G-",
        }
    }

    /// The type of this name; `None` if the name is unknown.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
