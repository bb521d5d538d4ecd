//! Blocks of content pages (PAGE-10).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use super::rich_text::TextPart;
use crate::host::has_plain_host;
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
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    Text {
        #[serde(default)]
        title: String,
        paragraphs: Vec<TextPart>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// A list; `items` is one text, separated by `|` (PAGE-10).
    List {
        #[serde(default)]
        title: String,
        items: String,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    Image {
        picture: MediaRef,
        #[serde(default)]
        alt: String,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    Accordion {
        items: Vec<BlockItem>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
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
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// Pictures side by side.
    Gallery {
        #[serde(default)]
        title: String,
        #[schemars(length(min = 1, max = 60))]
        pictures: Vec<BlockPicture>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// A row of films: those of `movieIds`, in that order; if empty, the films of the day.
    FilmRail {
        title: String,
        #[serde(default)]
        movie_ids: Vec<MovieId>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// Today's films with their times.
    Showtimes {
        title: String,
        /// Default the selected theater, or all theaters if none is selected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theater_id: Option<TheaterId>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// A theater's address and directions.
    MapLink {
        title: String,
        /// Default the theater of a single location, else the selected theater, else the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        theater_id: Option<TheaterId>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// A video, which nothing loads until the visitor plays it (PAGE-17).
    Video {
        #[serde(default)]
        title: String,
        /// Reference to a video of the media library ([`is_video_reference`]), or address at YouTube or Vimeo, or of an `.mp4`
        /// file ([`Trailer::from_url`](super::Trailer::from_url)). With none of these the block shows nothing.
        video: String,
        /// Shown until the video plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<MediaRef>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// A page of another site, which nothing loads until the visitor shows it (PAGE-17).
    Embed {
        /// Says what it is: the heading, and the name of the frame.
        title: String,
        /// Must begin with `https://`; else the block shows nothing.
        url: String,
        /// Height of the frame in CSS pixels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 160, max = 1600))]
        height: Option<u16>,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// The memberships of the loyalty program with their prices.
    Memberships {
        title: String,
        #[serde(default)]
        text: String,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
    /// The rewards of the loyalty program with their cost in points.
    Rewards {
        title: String,
        #[serde(default)]
        text: String,
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
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
        #[serde(default, skip_serializing_if = "BlockSettings::is_default")]
        settings: BlockSettings,
    },
}

/// The address of an embedded page, if the block can show it: with `https`, a host that a policy can name, and no password (PAGE-17).
#[must_use]
pub fn embedded_url(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok()?;
    let is_allowed = url.scheme() == "https"
        && has_plain_host(&url)
        && url.username().is_empty()
        && url.password().is_none();
    is_allowed.then_some(url)
}

impl Block {
    /// Layout, background and visibility.
    #[must_use]
    pub fn settings(&self) -> &BlockSettings {
        match self {
            Self::Hero { settings, .. }
            | Self::Text { settings, .. }
            | Self::List { settings, .. }
            | Self::Image { settings, .. }
            | Self::Accordion { settings, .. }
            | Self::CallToAction { settings, .. }
            | Self::Gallery { settings, .. }
            | Self::FilmRail { settings, .. }
            | Self::Showtimes { settings, .. }
            | Self::MapLink { settings, .. }
            | Self::Video { settings, .. }
            | Self::Embed { settings, .. }
            | Self::Memberships { settings, .. }
            | Self::Rewards { settings, .. }
            | Self::Contact { settings, .. } => settings,
        }
    }
}

/// How references to videos of the media library begin.
pub const VIDEO_PREFIX: &str = "video-";

/// Whether a text has the form of a reference to a video of the media library, such as `video-2f1c09a8b7d65e4c3b2a`.
#[must_use]
pub fn is_video_reference(text: &str) -> bool {
    let is_allowed = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f' | b'-');
    text.strip_prefix(VIDEO_PREFIX).is_some_and(|id| !id.is_empty() && id.bytes().all(is_allowed))
}

/// Layout, background and visibility of a block of a content page (PAGE-15). [`BlockSettings::of_type`] tells which types have which.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BlockSettings {
    /// Two columns, on screens that are wide enough: the heading beside the text, or the text in columns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub two_columns: bool,
    /// Default that of the type: `page` for galleries, `text` for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<BlockWidth>,
    /// Default the page's background.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<BlockBackground>,
    /// Not shown on screens below 768 px.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden_on_phones: bool,
    /// Shown to signed-in members only. The block is in the page of every visitor, so it protects nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub members_only: bool,
    /// The fragment of links to the block; unique on its page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[a-z][a-z0-9-]{0,59}$"))]
    pub anchor: Option<String>,
}

/// Ids that every page may have; those of headings of blocks start with `block-`.
const RESERVED_ANCHORS: [&str; 8] =
    ["choices", "footer", "main", "menu", "page-data", "privacy-choices", "root", "showtimes"];

impl BlockSettings {
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Names of the settings that a type of block has. A hero may be the heading of its page, which is never hidden. A
    /// reference to a saved block (`saved`) has an anchor of its own.
    #[must_use]
    pub fn of_type(block_type: &str) -> &'static [&'static str] {
        const ALL: [&str; 6] =
            ["anchor", "hiddenOnPhones", "membersOnly", "background", "width", "twoColumns"];
        match block_type {
            "hero" | "saved" => &ALL[..1],
            "text" | "list" => &ALL,
            "image" | "accordion" | "gallery" | "video" | "embed" => &ALL[..5],
            _ => &ALL[..3],
        }
    }

    /// Whether an anchor would be the id of another part of the page.
    #[must_use]
    pub fn is_reserved_anchor(anchor: &str) -> bool {
        RESERVED_ANCHORS.contains(&anchor) || anchor.starts_with("block-")
    }
}

/// Width of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BlockWidth {
    /// A width that is comfortable to read.
    Text,
    /// The width of the page's content.
    Page,
    /// The width of the window.
    Full,
}

/// Background of a block, from the site's palette; its text has the color that is legible on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BlockBackground {
    /// The color of panels.
    Panel,
    /// The accent color.
    Accent,
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
