//! The overview of a site: what is playing, what needs attention, and counts by day.

use std::collections::BTreeMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/editor/{site}/numbers?days=…`: counts of a period that ends today. Days are those of the site's time zone, for
/// example `2026-11-20`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Numbers {
    /// The first day of the period.
    pub from: String,
    /// The last day: today.
    pub to: String,
    /// The first day on which something was counted, if it is in the period; absent if nothing was counted yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<String>,
    /// Page views.
    pub views: NumberSeries,
    /// The pages with the most views.
    pub pages: Vec<RankedNumber>,
    /// Taps to ticketing.
    pub ticketing: NumberSeries,
    /// The films with the most taps to ticketing.
    pub films: Vec<RankedFilm>,
    /// The shows with the most taps to ticketing.
    pub shows: Vec<RankedShow>,
    /// Searches without a result.
    pub searches: NumberSeries,
    /// The most frequent words of searches without a result. Without those that were not kept.
    pub words: Vec<RankedNumber>,
    /// People who joined the loyalty program; absent if the role may not see members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<NumberSeries>,
    /// Points that members were given, from the ledger; absent if the role may not see members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_given: Option<NumberSeries>,
    /// Points that members spent, from the ledger; absent if the role may not see members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_spent: Option<NumberSeries>,
}

/// `GET /api/editor/{site}/page-views`: views of the pages that operators edit, in the 28 days that end today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageViews {
    /// Views in all languages, by path. An earlier address of a page has its own. Paths without views are missing.
    pub views: BTreeMap<String, u64>,
}

/// Counts by day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NumberSeries {
    pub total: i64,
    /// Total of as many days before; absent if they were not counted completely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
    /// One for each day of the period.
    pub days: Vec<i64>,
}

/// A count by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RankedNumber {
    /// The path of a page, or the words of a search.
    pub name: String,
    pub count: u64,
}

/// A film with its taps to ticketing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RankedFilm {
    pub film: FilmLabel,
    pub count: u64,
}

/// A show with its taps to ticketing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RankedShow {
    pub id: String,
    /// Title of the film.
    pub title: String,
    /// Absent if the show is no longer in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub starts_at: Option<Timestamp>,
    pub count: u64,
}

/// A film as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilmLabel {
    pub id: String,
    /// The id of a film that the site no longer has.
    pub title: String,
    /// Address of a small poster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poster: Option<String>,
}

/// `GET /api/editor/{site}/overview`: what is playing, and what needs attention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteOverview {
    /// In the site's order.
    pub theaters: Vec<TheaterToday>,
    /// The worst first.
    pub attention: Vec<AttentionItem>,
}

/// A theater today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TheaterToday {
    pub id: String,
    pub name: String,
    /// IANA time zone of its times.
    pub time_zone: String,
    /// Number of shows of the cinema day.
    pub shows_today: u32,
    /// By name. A show without a screen is on one without a name.
    pub screens: Vec<ScreenToday>,
}

/// A screen today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScreenToday {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u32>,
    /// The show that is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing: Option<ShowToday>,
    /// The next show of the next 24 hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ShowToday>,
}

/// A show that is running or that is next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShowToday {
    pub id: String,
    pub film: FilmLabel,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub starts_at: Timestamp,
    /// From the feed, or by the length of the film.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub ends_at: Timestamp,
}

/// Something that a person should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttentionItem {
    pub kind: AttentionKind,
    /// Titles or names of the records, at most three.
    pub names: Vec<String>,
    /// Number of records.
    pub count: u32,
    /// Where to fix it.
    pub place: EditorPlace,
    /// When it happens, for rights, keys and publications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub at: Option<Timestamp>,
}

/// Why something needs attention, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AttentionKind {
    /// A run of a feed waits for a decision.
    HeldFeed,
    /// A feed has had no new showtimes for a while.
    StaleFeed,
    /// The last show of a theater is today or tomorrow, or was within the last 30 days.
    EndingProgram,
    /// A film of a feed may be one that the site has from elsewhere.
    SimilarFilm,
    /// An app has not accepted a message of a webhook, which was given up or tried often.
    FailingWebhook,
    /// A scheduled publication did not publish everything when it was due.
    FailedPublication,
    /// A change of the draft cannot be published.
    DraftProblem,
    /// A link of a menu leads to a page that does not exist.
    DeadLink,
    /// A page refers to a saved block that does not exist (PAGE-16).
    MissingBlock,
    /// A film that plays has no poster.
    NoPoster,
    /// A film that plays has no trailer.
    NoTrailer,
    /// A picture has no alternative text.
    NoAlternativeText,
    /// A theater has no opening hours.
    NoHours,
    /// The rights of a picture that is used end within 14 days, or have ended.
    RightsEnding,
    /// An API key expires within 14 days, or has expired.
    ExpiringKey,
    /// A publication is due later.
    ScheduledPublication,
}

/// A place in the editor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorPlace {
    /// The screen, for example `pages`.
    pub screen: String,
    /// The record: a path of a page, or an id. Absent for the whole screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The field of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}
