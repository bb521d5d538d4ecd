//! What operators write: events, content pages, menus.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::movie::Localized;
use crate::id::{EventId, MediaRef, MovieId, TheaterId};

/// An event (ENT-06).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Event {
    /// Unique within the site.
    pub id: EventId,
    /// The title as given.
    #[schemars(length(min = 1, max = 400))]
    pub title: String,
    /// The address form of the title.
    pub slug: String,
    /// For example `Films` or `Seasonal Events`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// When it happens, ascending; empty for a standing offer.
    #[serde(default)]
    pub dates: Vec<EventDate>,
    /// ISO weekday of a weekly series, with the time of its first date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 7))]
    pub weekly: Option<u8>,
    /// Shown from this instant on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub visible_from: Option<Timestamp>,
    /// Shown until this instant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub visible_to: Option<Timestamp>,
    /// One line.
    #[serde(default)]
    pub summary: String,
    /// The whole text, paragraphs separated by empty lines.
    #[serde(default)]
    pub description: String,
    /// A picture, 16:10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<MediaRef>,
    /// What the picture tells beyond the title.
    #[serde(default)]
    pub picture_alt: String,
    /// Films of the event.
    #[serde(default)]
    pub movie_ids: Vec<MovieId>,
    /// Theaters of the event; empty means all.
    #[serde(default)]
    pub theater_ids: Vec<TheaterId>,
    /// Texts in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Localized>,
}

/// A local date of an event, with its time where one is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EventDate {
    /// The day.
    #[schemars(with = "String", extend("format" = "date"))]
    pub date: Date,
    /// The local time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub time: Option<Time>,
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

/// A content route: a record, not code (ROUTE-15).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Page {
    /// The path with slashes at both ends.
    #[schemars(extend("pattern" = "^/([a-z0-9-]+/)*$"))]
    pub path: String,
    /// What renders it.
    #[serde(default)]
    pub kind: PageKind,
    /// Its title.
    pub title: String,
    /// For search engines and previews.
    #[serde(default)]
    pub description: String,
    /// Its content.
    #[serde(default)]
    pub blocks: Vec<Block>,
    /// Texts in other languages, by short locale.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, Localized>,
}

/// A block of a content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Block {
    Hero {
        title: String,
        #[serde(default)]
        text: String,
        /// A brand color of the theme as its background; by default the page's background.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<BrandColor>,
    },
    Text {
        #[serde(default)]
        title: String,
        paragraphs: Vec<String>,
    },
    /// A list: its items are in one text, separated by `|` (PAGE-10).
    List {
        #[serde(default)]
        title: String,
        items: String,
    },
    Image {
        picture: MediaRef,
        #[serde(default)]
        alt: String,
    },
    Accordion {
        items: Vec<BlockItem>,
    },
    CallToAction {
        title: String,
        #[serde(default)]
        text: String,
        label: String,
        href: String,
        /// Where the link opens, whatever it leads to (LINK-11).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<LinkWindow>,
        /// A brand color of the theme as its background; by default the band's background.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<BrandColor>,
    },
    /// Pictures side by side.
    Gallery {
        #[serde(default)]
        title: String,
        #[schemars(length(min = 1, max = 60))]
        pictures: Vec<BlockPicture>,
    },
    /// A row of films: those named, in their order; without any, those of the day.
    FilmRail {
        title: String,
        #[serde(default)]
        movie_ids: Vec<MovieId>,
    },
    /// Today's films with their times.
    Showtimes {
        title: String,
        /// Only this theater's; without it the selected theater's or all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theater_id: Option<TheaterId>,
    },
    /// Where a theater is and how to reach it.
    MapLink {
        title: String,
        /// Without it the theater of a single location, else the selected or the first one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theater_id: Option<TheaterId>,
    },
    /// The memberships of the loyalty programme with their prices, as its records have them.
    Memberships {
        title: String,
        #[serde(default)]
        text: String,
    },
    /// The rewards of the loyalty programme with the points they cost, as its records have them.
    Rewards {
        title: String,
        #[serde(default)]
        text: String,
    },
    /// How to reach somebody: no form.
    Contact {
        title: String,
        #[serde(default)]
        text: String,
        #[serde(default)]
        phone: String,
        #[serde(default)]
        email: String,
        #[serde(default)]
        address: String,
    },
}

/// A picture of a gallery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BlockPicture {
    pub picture: MediaRef,
    /// What the picture tells.
    #[serde(default)]
    pub alt: String,
}

/// A titled text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BlockItem {
    pub title: String,
    pub text: String,
}

/// The menus of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Menus {
    /// The main navigation, at most six entries are shown.
    pub header: Vec<MenuItem>,
    /// Titled lists in the footer.
    pub footer: Vec<Menu>,
    /// The legal line.
    pub legal: Vec<MenuItem>,
}

/// A titled list of links.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Menu {
    /// Its title.
    pub title: String,
    /// Its links.
    pub items: Vec<MenuItem>,
    /// The title in other languages, by short locale.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, String>,
}

/// Where a link opens (LINK-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum LinkWindow {
    /// In the same window.
    #[serde(rename = "_self")]
    Same,
    /// In a new window.
    #[serde(rename = "_blank")]
    New,
}

/// A brand color of `theme.colors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "named as in Colors")]
pub enum BrandColor {
    Brand1,
    Brand2,
    Brand3,
    Brand4,
    Brand5,
    Brand6,
}

impl BrandColor {
    /// Its key in `theme.colors`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Brand1 => "brand1",
            Self::Brand2 => "brand2",
            Self::Brand3 => "brand3",
            Self::Brand4 => "brand4",
            Self::Brand5 => "brand5",
            Self::Brand6 => "brand6",
        }
    }

    /// The color in a theme, if it is set.
    #[must_use]
    pub fn of(self, colors: &crate::settings::Colors) -> Option<&crate::settings::Color> {
        match self {
            Self::Brand1 => colors.brand1.as_ref(),
            Self::Brand2 => colors.brand2.as_ref(),
            Self::Brand3 => colors.brand3.as_ref(),
            Self::Brand4 => colors.brand4.as_ref(),
            Self::Brand5 => colors.brand5.as_ref(),
            Self::Brand6 => colors.brand6.as_ref(),
        }
    }
}

/// A link of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MenuItem {
    /// What it says.
    pub label: String,
    /// Where it goes: a path, an address, `ticketing:{segment}`, or empty for a disabled link (LINK-01).
    pub href: String,
    /// Where it opens; by default links to other sites open a new window (LINK-09, LINK-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<LinkWindow>,
    /// What it says in other languages, by short locale.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub localizations: BTreeMap<String, String>,
}
