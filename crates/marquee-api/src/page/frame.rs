//! What frames a page: site, context, head.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ThemeInput;

/// What all pages of a site share, in one locale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SiteFrame {
    /// The site's key.
    pub key: String,
    /// The site name (SET-10, default mode).
    pub name: String,
    /// Alternative text of the logo on pages about the related theater or circuit, if it differs from `name` (SET-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub logo_name: Option<String>,
    /// The logo; without one the name is set in the heading font.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub logo: Option<Picture>,
    /// `BAR`, `SPLIT`, `STACKED` or `DRAWER` (SET-14).
    #[ts(type = "'BAR' | 'SPLIT' | 'STACKED' | 'DRAWER'")]
    pub header_layout: String,
    /// `COLUMNS`, `SIGNPOST`, `CENTERED` or `SLIM` (SET-14).
    #[ts(type = "'COLUMNS' | 'SIGNPOST' | 'CENTERED' | 'SLIM'")]
    pub footer_layout: String,
    /// Logo height in CSS px.
    pub logo_size: u8,
    /// Whether the header has a search (PAGE-11).
    pub has_search: bool,
    /// Whether phones show the footer's links (PAGE-11).
    pub footer_mobile_links: bool,
    /// The main navigation.
    pub menu: Vec<Link>,
    /// The footer.
    pub footer: Footer,
    /// Locales of this page, the current one marked; empty when there is one only.
    pub locales: Vec<LocaleLink>,
    /// The sign-in link and its label; absent without a login page (ROUTE-09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub account: Option<Link>,
    /// The link to join, for guests; absent without a login page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub join: Option<Link>,
    /// Whether films have a heart (LOYC-19 `includeWatchlist`).
    pub watchlist: bool,
    /// Whether theaters have a heart: the loyalty programme keeps favorite theaters (ROLE-07, FAV-12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub favorite_theaters: bool,
    /// Minutes after its start during which a show can still be booked (CONST-01).
    pub late_booking_minutes: u16,
    /// The look.
    pub theme: ThemeInput,
    /// All theaters of the site (SET-15).
    pub all_theaters: Vec<TheaterName>,
    /// Where the list of theaters is.
    pub theaters_href: String,
    /// Where the home page is.
    pub home_href: String,
    /// Where the search is.
    pub search_href: String,
    /// Where links to the ticketing provider's pages lead in embedded mode, when not to `/ticketing/` (EMBED-03).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub embedded_ticketing_path: String,
    /// Path prefix under which link clicks are cancelled, when not `/cms-preview` (LINK-04).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub reserved_path_prefix: String,
    /// What of other machines the site's pages may load; absent where they load nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outside: Option<Outside>,
    /// How links to the ticketing site are sent as forms; absent where they are links (LINK-15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ticketing_form: Option<TicketingFormRule>,
}

/// What a page must know of third parties before their settings are fetched ([`crate::ThirdParties`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Outside {
    /// Where the settings are, for the theater of this page.
    pub href: String,
    /// Whether visitors are asked for consent: then the footer leads to their choices, and ads wait for it.
    pub has_notice: bool,
    /// Room for ads in the page; absent without ads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ads: Option<AdRoom>,
}

/// Where a page keeps room for ads from its first paint on; the ads themselves come in the browser (ADS-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AdRoom {
    /// Whether there is one under the header (SET-04 `PAGES_TOP`).
    pub header: bool,
    /// Whether there is one over the footer (SET-04 `PAGES_BOTTOM`).
    pub footer: bool,
    /// Keys of the custom locations, in their order (SET-05).
    pub custom_keys: Vec<String>,
    /// The size mapping as its text (SET-06); empty for none.
    pub size_mapping: String,
}

/// Which links are sent as forms, and how (LINK-15, LINK-16).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TicketingFormRule {
    /// Scheme, host and port of the links.
    pub origin: String,
    /// `post` or `get`.
    pub method: String,
}

/// A theater's id and name (SET-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct TheaterName {
    pub id: String,
    pub name: String,
    /// The theater's provider, else the site's (THEAT-06).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ticketing_provider: Option<String>,
}

/// The page context (ENT-05).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    /// Locale and country.
    pub intl: Intl,
    /// The path of this page, without query.
    pub page_path: String,
    /// Whether the site is one theater.
    pub is_single_location: bool,
    /// The theater this page is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub theater_id: Option<String>,
    /// Gate of beta features, default false.
    pub beta_features_enabled: bool,
    /// The site's own name for the token parameter, if it is not the provider's (SESS-17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token_parameter: Option<String>,
    /// The embedding mode the page is made for (EMBED-01, EMBED-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "'tapos_embedded'")]
    pub embedding_mode: Option<String>,
}

/// `intl` of the page context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the specification's names")]
pub struct Intl {
    pub locale: LocaleNames,
    pub country: Country,
}

/// `intl.locale`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the specification's names")]
pub struct LocaleNames {
    pub long: String,
    pub short: String,
}

/// `intl.country`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the specification's names")]
pub struct Country {
    pub code: String,
    #[serde(rename = "iso31661A2")]
    pub iso31661_a2: String,
}

/// What the document's head says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PageHead {
    /// The document title, site name included.
    pub title: String,
    /// The meta description; empty for none.
    pub description: String,
    /// The canonical address, absolute.
    pub canonical: String,
    /// Whether search engines may list the page.
    pub index: bool,
}

/// The theater a page stands on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct TheaterRef {
    pub id: String,
    pub name: String,
    pub href: String,
}

/// A link. An empty `href` is a disabled link (LINK-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    /// What it says.
    pub label: String,
    /// Where it goes.
    pub href: String,
    /// Whether it is where the visitor is (PAGE-03).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub active: bool,
    /// Whether it leaves the site's registrable domain (VALID-14).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub external: bool,
}

/// A page in another locale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct LocaleLink {
    pub locale: LocaleNames,
    /// The language's name in itself.
    pub label: String,
    pub href: String,
    pub current: bool,
}

/// The footer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Footer {
    pub columns: Vec<MenuColumn>,
    pub legal: Vec<Link>,
    /// For example `© 2025 Meridian Cinema`.
    pub copyright: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub contact: Option<LegalContact>,
}

/// A titled list of links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct MenuColumn {
    pub title: String,
    pub links: Vec<Link>,
}

/// Where the theater is and how to reach it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LegalContact {
    /// The address in one line.
    pub address: String,
    /// The phone number as written; empty for none.
    pub phone: String,
    /// Opening hours; empty for none.
    pub hours: String,
    /// Address of a route planner; empty for none.
    pub directions: String,
}

/// A stored picture: renditions are at `/media/{site}/{id}/{width}.{format}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// The content address.
    pub id: String,
    /// Width of the original in px; renditions are never wider unless it is a drawing.
    pub w: u32,
    /// Height of the original in px.
    pub h: u32,
}

/// How an attribute is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AttributeName {
    /// The tag, for example `OV`; empty shows none.
    pub short: String,
    /// The name, for example `Original version`.
    pub label: String,
    /// What it is about.
    #[ts(type = "'version' | 'format' | 'access' | 'audience' | 'special'")]
    pub group: String,
    /// A shorter name for use in lists, `Captions`; absent if the name is short enough.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub word: String,
    /// The tag of a subtitled original version, for example `VOST`, if the language has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub subtitled: String,
}
