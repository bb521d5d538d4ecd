//! Editorial records: events, content pages, menus.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::block::LinkWindow;
use super::movie::Localized;
use super::saved_block::{PageBlock, SavedBlocks, ShownBlock, shown_blocks};
use super::showtime::Price;
use crate::id::{EventId, MediaRef, MovieId, SavedBlockId, TheaterId};

/// An event (ENT-06).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Event {
    /// Unique within the site.
    pub id: EventId,
    /// The title, verbatim.
    #[schemars(length(min = 1, max = 400))]
    pub title: String,
    /// The title's form in URLs.
    pub slug: String,
    /// For example `Films` or `Seasonal Events`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// Dates, ascending; empty for a permanent event.
    #[serde(default)]
    pub dates: Vec<EventDate>,
    /// ISO weekday (1 is Monday) of a weekly series, which has the time of its first date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 7))]
    pub weekly: Option<u8>,
    /// Shown from this instant; default no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub visible_from: Option<Timestamp>,
    /// Shown until this instant; default no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub visible_to: Option<Timestamp>,
    /// One line.
    #[serde(default)]
    pub summary: String,
    /// The full text; empty lines separate paragraphs.
    #[serde(default)]
    pub description: String,
    /// A picture, 16:10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<MediaRef>,
    /// Alternative text of the picture.
    #[serde(default)]
    pub picture_alt: String,
    /// Films of the event.
    #[serde(default)]
    pub movie_ids: Vec<MovieId>,
    /// Theaters of the event; empty means all.
    #[serde(default)]
    pub theater_ids: Vec<TheaterId>,
    /// Whether the home page lists the event; default true.
    #[serde(default = "listed", skip_serializing_if = "is_listed")]
    pub on_home: bool,
    /// Until this instant, only pages of signed-in members have the booking links of its shows. Ignored by sites without a login
    /// page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub members_first_until: Option<Timestamp>,
    /// The lowest price of a ticket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_from: Option<Price>,
    /// Texts in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Localized>,
}

fn listed() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_listed(on_home: &bool) -> bool {
    *on_home
}

impl Event {
    /// The films that are shown on a date: its own, or those of the event.
    #[must_use]
    pub fn films_on<'e>(&'e self, date: &'e EventDate) -> &'e [MovieId] {
        if date.hired { &[] } else { date.movie_id.as_ref().map_or(&self.movie_ids, std::slice::from_ref) }
    }
}

/// A local date of an event, with its time if known.
///
/// In a weekly series, a date on the weekday of the series says what is different that week. Its first date is the start of the
/// series, and later dates on other weekdays are additional.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EventDate {
    #[schemars(with = "String", extend("format" = "date"))]
    pub date: Date,
    /// The local time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub time: Option<Time>,
    /// The film of this date; default all films of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movie_id: Option<MovieId>,
    /// The theater is hired on this date, so there is no show.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hired: bool,
}

impl EventDate {
    /// A date with the films of the event.
    #[must_use]
    pub fn new(date: Date, time: Option<Time>) -> Self {
        Self { date, time, movie_id: None, hired: false }
    }
}

/// Kinds of content pages (ROUTE-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PageKind {
    /// Free content in blocks.
    #[default]
    Content,
    /// The home page.
    Home,
    /// The day's showtimes.
    Showtimes,
    /// The list of events.
    Events,
    /// The list of theaters.
    Theaters,
}

/// A page that the operator defines, with its path (ROUTE-15).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Page {
    /// The path, starting and ending with a slash.
    #[schemars(extend("pattern" = "^/([a-z0-9-]+/)*$"))]
    pub path: String,
    /// Which page is rendered at the path.
    #[serde(default)]
    pub kind: PageKind,
    pub title: String,
    /// Meta description for search engines and link previews.
    #[serde(default)]
    pub description: String,
    /// The content of a page of kind `content`.
    #[serde(default)]
    pub blocks: Vec<PageBlock>,
    /// Earlier paths, which redirect here unless another page has them (ROUTE-21).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), inner(regex(pattern = "^/([a-z0-9-]+/)*$")))]
    pub former_paths: Vec<String>,
    /// Search engines are asked not to list the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_index: bool,
    /// The picture of the page in link previews; default the first picture of its blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_picture: Option<MediaRef>,
    /// Texts in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Localized>,
}

impl Page {
    /// The list of blocks of a language; default that of the main language.
    #[must_use]
    pub fn blocks_in(&self, language: &str) -> &[PageBlock] {
        self.localizations.get(language).and_then(|texts| texts.blocks.as_ref()).unwrap_or(&self.blocks)
    }

    /// The blocks that visitors see in a language, with saved blocks in place of references (PAGE-16).
    pub fn shown_blocks<'a>(
        &'a self,
        saved: &'a SavedBlocks,
        language: &str,
    ) -> impl Iterator<Item = ShownBlock<'a>> {
        shown_blocks(self.blocks_in(language), saved, language)
    }

    /// The blocks of all languages that have a list of their own.
    pub fn blocks_of_all_languages(&self) -> impl Iterator<Item = &PageBlock> {
        let localized = self.localizations.values().filter_map(|texts| texts.blocks.as_ref());
        std::iter::once(&self.blocks).chain(localized).flatten()
    }

    /// The saved blocks to which the page refers, in any language; one may occur several times.
    pub fn saved_block_ids(&self) -> impl Iterator<Item = &SavedBlockId> {
        self.blocks_of_all_languages().filter_map(PageBlock::saved_id)
    }
}

/// Number of entries of the header's menu that pages show.
pub const MAX_HEADER_ENTRIES: usize = 6;

/// Maximum number of links below an entry of the header's menu.
pub const MAX_LINKS_BELOW: usize = 12;

/// The menus of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Menus {
    /// The main navigation; at most six entries are shown.
    pub header: Vec<MenuItem>,
    /// Titled lists in the footer.
    pub footer: Vec<Menu>,
    /// Links of the legal line in the footer.
    pub legal: Vec<MenuItem>,
    /// Links to the cinema's profiles on other sites, such as social networks; in the footer and in structured data (`sameAs`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub social: Vec<MenuItem>,
    /// The text that starts the legal line; default `© [year]` and the name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_line: Option<LegalLine>,
}

impl Menus {
    /// All links, those below others included.
    pub fn links(&self) -> impl Iterator<Item = &MenuItem> {
        let columns = self.footer.iter().flat_map(|menu| &menu.items);
        let all = self.header.iter().chain(columns).chain(&self.legal).chain(&self.social);
        all.flat_map(|item| std::iter::once(item).chain(&item.items))
    }
}

/// The text that starts the legal line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LegalLine {
    /// May contain `[year]`, the current year, and the placeholders of other texts (PAGE-09).
    #[schemars(length(max = 200))]
    pub text: String,
    /// The text in other languages, by short locale.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, String>,
}

/// A titled list of links.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Menu {
    pub title: String,
    pub items: Vec<MenuItem>,
    /// The title in other languages, by short locale.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, String>,
}

/// A link of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MenuItem {
    /// The link text.
    pub label: String,
    /// The destination: a path, a URL, `ticketing:{segment}`, or empty for a disabled link (LINK-01).
    pub href: String,
    /// Where it opens; default a new window for other sites, the same window otherwise (LINK-09, LINK-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<LinkWindow>,
    /// Shown to signed-in members only. The link is in the page of every visitor, so it protects nothing (PAGE-14).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// Links below this one: one level, in the header only (PAGE-14).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_LINKS_BELOW))]
    pub items: Vec<MenuItem>,
    /// The link text in other languages, by short locale.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, String>,
}
