//! Content pages: blocks, memberships and rewards.

use marquee_model::catalog::BrandColor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::film::FilmCard;
use super::frame::{LegalContact, Link, Picture};

/// A content page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentPage {
    pub title: String,
    pub blocks: Vec<BlockView>,
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
    Text {
        title: String,
        paragraphs: Vec<String>,
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
