//! Types of JSON interfaces: page data for the renderer and the browser, and requests and responses of loyalty calls.
//!
//! Layer 1. This crate has no storage, handlers or rendering. Everything that depends on time, time zone or language is
//! already formatted (rendering.md "Purity").
//!
//! `cargo xtask codegen` generates TypeScript types in `web/api/schema.gen.ts`; a test fails if that file is stale. To add a
//! field: add it here with a comment, run codegen, and render it.

pub mod assistant;
pub mod editor;
pub mod loyalty;
mod page;
pub mod paths;
pub mod schema;
mod theme;
mod third_parties;
pub mod typescript;

pub use page::{
    AttributeName, Band, BlockView, CaptionsView, CardItem, ChangedShow, ChangedShows, ContentPage, Context,
    Country, Day, DayGroup, EmptyNote, ErrorPage, EventCard, EventDay, EventPage, EventTimes, EventsPage,
    FilmCard, FilmPage, FilmShowtimes, Filter, FilterKey, FilterOption, Footer, Hero, Intl, LeadNote,
    LegalContact, Link, ListKind, ListPage, LocaleLink, LocaleNames, MAX_SEARCH_LENGTH, MemberArea,
    MemberCaptcha, MemberPage, MemberScreen, MemberTheater, MembersFirst, MembershipCard, MenuColumn,
    MenuLink, NearestDay, OfflinePage, PageAlert, PageAlerts, PageBody, PageData, PageHead, Picture,
    RenderTime, ReservedAdSpace, RewardCard, SearchEntry, SearchKind, SearchPage, Show, ShowDate, ShowGroup,
    ShowState, ShowtimesPage, SiteFrame, SoonShow, Tab, TabKey, TextPartView, TextSpan, TheaterAccess,
    TheaterCard, TheaterGroup, TheaterName, TheaterPage, TheaterRef, TheaterShows, TheatersPage,
    ThirdPartySummary, TicketingFormRule, TimetableRow, TimetableShow, TimetableView, TrailerView,
    UnbookablePage, WeekBar, WeekDay,
};
pub use theme::{LoadedFont, ThemeColors, ThemeFonts, ThemeInput, ThemePalette, ThemeSurface};
pub use third_parties::{
    AdTheater, Ads, AnalyticsService, ConsentNotice, ConsentPurpose, ContainerPurpose, Marketing,
    TagContainer, ThirdParties, Vendors,
};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of the renderer: parts of a document, which the server combines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rendered {
    /// Attributes of the `html` element, except `lang`.
    pub html_attributes: BTreeMap<String, String>,
    /// Value of `<meta name="theme-color">`.
    pub theme_color: String,
    /// Value of `<meta name="color-scheme">`: `light` or `dark`.
    pub color_scheme: String,
    /// CSS for the head: theme tokens, font faces, and rules of this page.
    pub css: String,
    /// A small script that must run before the first paint. It is inlined and allowed by its hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head_script: Option<String>,
    /// Absolute paths of font files to preload.
    pub preload_fonts: Vec<String>,
    /// The picture above the fold, to preload with high priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preload_picture: Option<PicturePreload>,
    /// What the search found, on a search page with a query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundEntries>,
    /// The content of the `#root` element.
    pub body: String,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FoundEntries {
    /// Positions in the entries of [`SearchPage`]: at most 20 films, then at most 20 others, the best match first.
    pub positions: Vec<u32>,
    /// Number of all matches.
    pub count: u32,
}

/// A picture to preload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PicturePreload {
    /// `imagesrcset` of the preload link (AVIF).
    pub srcset: String,
    /// `imagesizes` of the preload link.
    pub sizes: String,
}
