//! The frame of a page: site, context, head.

use marquee_model::catalog::AttributeGroup;
use marquee_model::settings::{EmbeddingMode, FooterLayout, HeaderLayout};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ThemeInput;

/// Data that all pages of a site share, in one locale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteFrame {
    /// The site's key.
    pub key: String,
    /// The site name (SET-10, default mode).
    pub name: String,
    /// Alternative text of the logo on pages about the related theater or circuit, if it differs from `name` (SET-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo_name: Option<String>,
    /// The logo; without one, the name is shown in the heading font.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<Picture>,
    /// The layout of the header (SET-14).
    pub header_layout: HeaderLayout,
    /// The layout of the footer (SET-14).
    pub footer_layout: FooterLayout,
    /// Logo height in CSS px.
    pub logo_size: u8,
    /// Whether the header has a search (PAGE-11).
    pub has_search: bool,
    /// Whether the footer shows its links on mobile (PAGE-11).
    pub footer_mobile_links: bool,
    /// The main navigation.
    pub menu: Vec<MenuLink>,
    pub footer: Footer,
    /// Links to this page in all locales; empty if the site has only one.
    pub locales: Vec<LocaleLink>,
    /// The sign-in link and its label; absent without a login page (ROUTE-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Link>,
    /// The link to register, for guests; absent without a login page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<Link>,
    /// Whether films can be added to a watchlist (LOYC-19 `includeWatchlist`).
    pub watchlist: bool,
    /// Whether theaters can be added to favorites (ROLE-07, FAV-12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub favorite_theaters: bool,
    /// Minutes after its start during which a show can still be booked (CONST-01).
    pub late_booking_minutes: u16,
    pub theme: ThemeInput,
    /// All theaters of the site (SET-15).
    pub all_theaters: Vec<TheaterName>,
    /// URL of the list of theaters.
    pub theaters_href: String,
    /// URL of the home page.
    pub home_href: String,
    /// URL of the search.
    pub search_href: String,
    /// Path of ticketing links in embedded mode, if not `/ticketing/` (EMBED-03).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub embedded_ticketing_path: String,
    /// Third parties of the site; absent if its pages load nothing from third parties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<ThirdPartySummary>,
    /// How links to the ticketing site are submitted as forms; absent if they are ordinary links (LINK-15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticketing_form: Option<TicketingFormRule>,
}

/// Data about third parties that a page needs before it fetches their settings ([`crate::ThirdParties`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThirdPartySummary {
    /// URL of the settings, for the theater of this page.
    pub href: String,
    /// Whether there is a consent notice. If so, the footer links to the choices, and ads wait for consent.
    pub has_notice: bool,
    /// Space reserved for ads; absent without ads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ads: Option<ReservedAdSpace>,
}

/// Where a page reserves space for ads from its first paint. The browser loads the ads (ADS-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReservedAdSpace {
    /// Whether there are ads below the header (SET-04 `PAGES_TOP`).
    pub header: bool,
    /// Whether there are ads above the footer (SET-04 `PAGES_BOTTOM`).
    pub footer: bool,
    /// Keys of the custom locations, in order (SET-05).
    pub custom_keys: Vec<String>,
    /// The size mapping as JSON text (SET-06); empty for none.
    pub size_mapping: String,
}

/// Which links are submitted as forms, and how (LINK-15, LINK-16).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketingFormRule {
    /// Origin of these links.
    pub origin: String,
    /// `post` or `get`.
    pub method: String,
}

/// A theater's id and name (SET-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterName {
    pub id: String,
    pub name: String,
    /// The theater's ticketing provider; if absent, the site's (THEAT-06).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticketing_provider: Option<String>,
}

/// The page context (ENT-05).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    /// Locale and country.
    pub intl: Intl,
    /// The path of this page, without query.
    pub page_path: String,
    /// Whether the site has a single theater.
    pub is_single_location: bool,
    /// The theater this page is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater_id: Option<String>,
    /// Whether the path has the prefix of previews: link clicks are canceled (LINK-04).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_preview: bool,
    /// Whether beta features are enabled, default false.
    pub beta_features_enabled: bool,
    /// Name of the token parameter, if it is not the provider's (SESS-17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_parameter: Option<String>,
    /// The embedding mode of the page (EMBED-01, EMBED-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedding_mode: Option<EmbeddingMode>,
}

/// `intl` of the page context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Intl {
    pub locale: LocaleNames,
    pub country: Country,
}

/// `intl.locale`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocaleNames {
    pub long: String,
    pub short: String,
}

/// `intl.country`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Country {
    pub code: String,
    #[serde(rename = "iso31661A2")]
    pub iso31661_a2: String,
}

/// Content of the document's head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageHead {
    /// The document title, including the site name.
    pub title: String,
    /// The meta description; empty for none.
    pub description: String,
    /// The canonical URL, absolute.
    pub canonical: String,
    /// Whether search engines may index the page.
    pub index: bool,
}

/// The theater of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TheaterRef {
    pub id: String,
    pub name: String,
    pub href: String,
}

/// A link. An empty `href` is a disabled link (LINK-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// The link text.
    pub label: String,
    /// The destination.
    pub href: String,
    /// Whether it links to the current page or its section (PAGE-03).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub active: bool,
    /// Whether it links to another registrable domain (VALID-14).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub external: bool,
}

/// A link of a menu (PAGE-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuLink {
    /// The link text.
    pub label: String,
    /// The destination; empty for a disabled link (LINK-01).
    pub href: String,
    /// Whether it, or a link below it, leads to the current page or its section (PAGE-03).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub active: bool,
    /// Whether it opens in a new window.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub external: bool,
    /// Shown to signed-in members only, by the page's styles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// The links below this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<MenuColumn>,
}

/// A link to the page in a locale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocaleLink {
    pub locale: LocaleNames,
    /// The name of the language in that language.
    pub label: String,
    pub href: String,
    pub current: bool,
}

/// The footer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Footer {
    pub columns: Vec<MenuColumn>,
    pub legal: Vec<MenuLink>,
    /// Links to the cinema's profiles on other sites; the title names the list for screen readers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub social: Option<MenuColumn>,
    /// For example `© 2025 Meridian Cinema`.
    pub copyright: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<LegalContact>,
}

/// A titled list of links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuColumn {
    pub title: String,
    pub links: Vec<MenuLink>,
}

/// Contact details of a theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalContact {
    /// The address in one line.
    pub address: String,
    /// The phone number, verbatim; empty for none.
    pub phone: String,
    /// Opening hours; empty for none.
    pub hours: String,
    /// URL of a route planner; empty for none.
    pub directions: String,
}

/// A stored picture. Its renditions are at `/media/{site}/{id}/{width}.{format}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// Content address in the media store.
    pub id: String,
    /// Width of the original in px. Renditions are never wider, except for drawings.
    pub w: u32,
    /// Height of the original in px.
    pub h: u32,
}

/// The names of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttributeName {
    /// The tag, for example `OV`; empty for none.
    pub short: String,
    /// The name, for example `Original version`.
    pub label: String,
    /// The group of the attribute.
    pub group: AttributeGroup,
    /// A shorter name for lists, `Captions`; absent if the name is short enough.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// The tag of a subtitled original version, for example `VOST`, if the language has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subtitled: String,
}

/// The alert of a theater.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageAlert {
    /// The theater's name; empty on a single location.
    pub theater: String,
    pub message: String,
}

/// The alerts of a page, shown before its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageAlerts {
    /// The accessible name of the list.
    pub label: String,
    pub items: Vec<PageAlert>,
}
