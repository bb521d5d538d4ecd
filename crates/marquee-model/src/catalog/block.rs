//! Blocks of content pages (PAGE-10).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rich_text::TextPart;
use crate::id::{MediaRef, MovieId, TheaterId};

/// A block of a content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Block {
    Hero {
        title: String,
        #[serde(default)]
        text: String,
        /// Brand color used as background; default the page's background.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<BrandColor>,
    },
    Text {
        #[serde(default)]
        title: String,
        paragraphs: Vec<TextPart>,
    },
    /// A list; `items` is one text, separated by `|` (PAGE-10).
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
        /// Where the link opens; default by destination (LINK-09, LINK-11).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<LinkWindow>,
        /// Brand color used as background; default the band's background.
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
    /// A row of films: those of `movieIds`, in that order; if empty, the films of the day.
    FilmRail {
        title: String,
        #[serde(default)]
        movie_ids: Vec<MovieId>,
    },
    /// Today's films with their times.
    Showtimes {
        title: String,
        /// Default the selected theater, or all theaters if none is selected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theater_id: Option<TheaterId>,
    },
    /// A theater's address and directions.
    MapLink {
        title: String,
        /// Default the theater of a single location, else the selected theater, else the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theater_id: Option<TheaterId>,
    },
    /// The memberships of the loyalty program with their prices.
    Memberships {
        title: String,
        #[serde(default)]
        text: String,
    },
    /// The rewards of the loyalty program with their cost in points.
    Rewards {
        title: String,
        #[serde(default)]
        text: String,
    },
    /// Contact details, without a form.
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
pub struct BlockPicture {
    pub picture: MediaRef,
    /// Alternative text.
    #[serde(default)]
    pub alt: String,
}

/// A titled text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockItem {
    pub title: String,
    pub text: String,
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
pub enum BrandColor {
    Brand1,
    Brand2,
    Brand3,
    Brand4,
    Brand5,
    Brand6,
}

impl BrandColor {
    /// The color of a theme, if it is set.
    #[must_use]
    pub fn in_colors(self, colors: &crate::settings::Colors) -> Option<&crate::settings::Color> {
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
