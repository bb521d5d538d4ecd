//! Words on the wire: what the renderer and the browser are told, and what loyalty calls answer, as types.
//!
//! Layer 1. This crate never knows storage, handlers or React. Everything that depends on time, zone or language
//! arrives here already formatted (rendering.md "Purity").
//!
//! TypeScript types are generated from these types by `cargo xtask codegen` into `web/api/schema.gen.ts`;
//! a test fails when that file is stale. To add a field: add it here with its meaning, run codegen, show it.

pub mod loyalty;
mod page;
mod theme;
mod third_parties;
mod typescript;

pub use page::{
    AdRoom, AttributeName, Band, BlockView, CardItem, ContentPage, Context, Country, Day, DayGroup,
    EmptyNote, ErrorPage, EventCard, EventPage, EventTimes, EventsPage, FilmCard, FilmPage, FilmShowtimes,
    Filter, FilterKey, FilterOption, Footer, Hero, Intl, LeadNote, LegalContact, Link, ListKind, ListPage,
    LocaleLink, LocaleNames, MemberArea, MemberCaptcha, MemberPage, MemberScreen, MemberTheater,
    MembershipCard, MenuColumn, NearestDay, Now, OfflinePage, Outside, PageBody, PageData, PageHead, Picture,
    RewardCard, SearchEntry, SearchKind, SearchPage, Show, ShowDate, ShowGroup, ShowState, ShowtimesPage,
    SiteFrame, SoonShow, Tab, TheaterCard, TheaterGroup, TheaterName, TheaterPage, TheaterRef, TheaterShows,
    TheatersPage, TicketingFormRule, TimetableRow, TimetableShow, TimetableView, TrailerView, UnbookablePage,
    WeekBar, WeekDay,
};
pub use theme::{LoadedFont, ThemeColors, ThemeFonts, ThemeInput, ThemePalette, ThemeSurface};
pub use third_parties::{
    AdTheater, Ads, AnalyticsService, ConsentNotice, Marketing, TagContainer, ThirdParties, Vendors,
};
pub use typescript::typescript;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the renderer answers: parts of a document that the server puts together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rendered {
    /// Attributes of the `html` element beside `lang`.
    pub html_attributes: BTreeMap<String, String>,
    /// Value of the `theme-color` meta element.
    pub theme_color: String,
    /// `light` or `dark`, value of the `color-scheme` meta element.
    pub color_scheme: String,
    /// Style text of the head: theme tokens, font faces, rules of this page only.
    pub css: String,
    /// A script of a few bytes that has to run before the first paint; it is in the page and allowed by its hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub head_script: Option<String>,
    /// Font files to preload, absolute paths.
    pub preload_fonts: Vec<String>,
    /// The picture to preload with high priority, if the page has one above the fold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub preload_picture: Option<PicturePreload>,
    /// The content of the `#root` element.
    pub body: String,
}

/// The picture a page shows first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PicturePreload {
    /// `imagesrcset` of the preload link (AVIF).
    pub srcset: String,
    /// `imagesizes` of the preload link.
    pub sizes: String,
}
