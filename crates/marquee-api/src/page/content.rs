//! Content pages: blocks, memberships and rewards.

use std::collections::BTreeMap;

use marquee_model::catalog::{BlockSettings, BrandColor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::film::{FilmCard, TrailerView};
use super::frame::{LegalContact, Link, Picture};

/// A content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentPage {
    pub title: String,
    pub blocks: Vec<BlockView>,
    /// In a preview, the position of each block among those of the record (PREV-11): blocks without content are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<u32>>,
    /// Settings of blocks, by their number from 0; only of those that have some (PAGE-15).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, BlockSettings>,
}

impl ContentPage {
    /// Removes the texts of text blocks, whose HTML the browser keeps.
    pub(super) fn remove_server_only_data(&mut self) {
        for block in &mut self.blocks {
            if let BlockView::Text { title, parts } = block {
                title.clear();
                parts.clear();
            }
        }
    }
}

/// A block of a content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BlockView {
    Hero {
        title: String,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<BrandColor>,
    },
    /// Rendered by the server only.
    Text {
        title: String,
        parts: Vec<TextPartView>,
    },
    List {
        title: String,
        items: Vec<String>,
    },
    Image {
        picture: Picture,
        alt: String,
    },
    Accordion {
        items: Vec<(String, String)>,
    },
    CallToAction {
        title: String,
        text: String,
        link: Link,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<BrandColor>,
    },
    Gallery {
        title: String,
        pictures: Vec<(Picture, String)>,
    },
    FilmRail {
        title: String,
        films: Vec<FilmCard>,
        more: Link,
    },
    Showtimes {
        title: String,
        films: Vec<FilmCard>,
        more: Link,
    },
    MapLink {
        title: String,
        theater: String,
        contact: LegalContact,
    },
    Video {
        title: String,
        /// The words on the button.
        label: String,
        video: TrailerView,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<Picture>,
    },
    Embed {
        title: String,
        url: String,
        host: String,
        /// Says what the host learns.
        notice: String,
        /// The words on the button.
        label: String,
        /// In CSS pixels.
        height: u16,
    },
    Contact {
        title: String,
        text: String,
        phone: String,
        email: String,
        address: String,
    },
    Memberships {
        title: String,
        text: String,
        memberships: Vec<MembershipCard>,
        link: Option<Link>,
    },
    Rewards {
        title: String,
        text: String,
        rewards: Vec<RewardCard>,
    },
}

/// A part of a text (PAGE-13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TextPartView {
    Paragraph { spans: Vec<TextSpan> },
    Heading { spans: Vec<TextSpan> },
    Quote { spans: Vec<TextSpan> },
    BulletList { items: Vec<Vec<TextSpan>> },
    NumberedList { items: Vec<Vec<TextSpan>> },
}

/// A piece of text with the same formatting throughout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextSpan {
    /// The text; `\n` is a line break.
    pub text: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bold: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub italic: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
}

/// A membership on a content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipCard {
    pub name: String,
    /// Its benefits.
    pub description: String,
    /// The formatted price, `$60`, or `Free`.
    pub price: String,
    /// The period of the price: `a year`; empty for none.
    pub per: String,
    /// Points that its level earns: `12 points for every $1`; empty for none.
    pub earns: String,
}

/// A reward on a content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardCard {
    pub name: String,
    /// A sentence about it.
    pub description: String,
    /// The formatted cost: `1,500 points`.
    pub cost: String,
    /// A sentence about the levels that can redeem it; empty for all.
    pub level: String,
}
