//! New sites, and the website that a cinema has today, read for the set-up of a new one.

use std::collections::BTreeMap;

use marquee_model::catalog::{RecordEdit, Theater};
use marquee_model::settings::{FontPair, Palette};
use marquee_model::{MovieId, ShowId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::import::ScheduleSource;

/// `POST /api/editor/sites`: a new site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewSiteRequest {
    /// Name of the cinema.
    pub name: String,
    /// Host name; may be absent if the editor is on a loopback name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Postal address, one line.
    #[serde(default)]
    pub address: String,
    /// IANA time zone.
    pub time_zone: String,
    /// Such as `en-US`.
    pub locale: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub is_single_location: bool,
    /// Number of screens.
    pub screens: u16,
    /// Id of one of the looks of `GET /api/editor/looks`; empty for the first.
    #[serde(default)]
    pub look: String,
    /// What is taken over from the website that the cinema has today; absent for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<SiteFromWebsite>,
    /// The schedule with which the site starts, instead of the program of `website`. It is read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ScheduleSource>,
}

/// `POST /api/editor/website`: reads a website.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebsiteRequest {
    /// For example `cinema.example` or `https://cinema.example/`.
    pub address: String,
    /// IANA time zone of times without an offset.
    pub time_zone: String,
}

/// A line of the response to [`WebsiteRequest`], sent as soon as this part of the website is read. The last one is `end`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "found", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum WebsiteFinding {
    Identity {
        /// Empty if unknown.
        name: String,
        /// One line; empty if unknown.
        description: String,
        /// Host name after redirects.
        host: String,
    },
    /// Colors and fonts, if the style sheets have any.
    Style {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        palette: Option<Palette>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fonts: Option<FontPair>,
    },
    Logo {
        /// PNG in Base64; absent if the website has no logo that can be used.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
    },
    Program {
        program: WebsiteProgram,
        /// The day of the last show in the time zone of the request, for example `2026-11-26`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
        /// Number of films without a picture.
        without_picture: usize,
    },
    Pages {
        pages: Vec<WebsitePage>,
    },
    End {
        /// Why the website could not be read; absent if it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<WebsiteProblem>,
    },
}

/// Why a website could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WebsiteProblem {
    /// The text is not the address of a website.
    Address,
    /// No connection, or an address in an internal network.
    Unreachable,
    /// No HTML, an error status, or redirects without end.
    NoPage,
    Timeout,
}

/// Films and shows that the pages of a website declare.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebsiteProgram {
    pub theaters: Vec<Theater>,
    /// By id, for `/films/{id}`.
    pub films: BTreeMap<MovieId, RecordEdit>,
    /// By id, for `/shows/{id}`.
    pub shows: BTreeMap<ShowId, RecordEdit>,
}

/// A page of a website.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebsitePage {
    pub title: String,
    pub paragraphs: Vec<String>,
}

/// What a new site takes over from the website that the cinema has today.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct SiteFromWebsite {
    /// Host name of the website, for the audit log.
    pub host: String,
    pub description: String,
    /// Instead of the palette of the look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub palette: Option<Palette>,
    /// Instead of the fonts of the look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fonts: Option<FontPair>,
    /// A picture in Base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<WebsiteProgram>,
    pub pages: Vec<WebsitePage>,
}
