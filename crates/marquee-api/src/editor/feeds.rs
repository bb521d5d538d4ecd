//! Feeds: addresses from which a site takes its showtimes, and their runs.

use jiff::Timestamp;
use marquee_model::feed::{
    FeedConflicts, FeedProblem, FeedRunResult, FilmMatchState, MissingShows, TitleRule,
};
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::import::{ImportPlan, ScheduleFormat};

/// `GET /api/editor/{site}/feeds`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorFeeds {
    /// By name.
    pub feeds: Vec<EditorFeed>,
    /// Theaters that no feed changes.
    pub without_feed: Vec<TheaterWithoutFeed>,
    /// The latest runs of all feeds, the newest first; at most 20.
    pub runs: Vec<FeedRun>,
}

/// A theater whose shows are typed in or imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TheaterWithoutFeed {
    pub id: String,
    pub name: String,
    /// Number of shows from now on.
    pub shows: u64,
}

/// A feed of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorFeed {
    pub id: String,
    pub name: String,
    /// Without its query for those who may not edit settings.
    pub address: String,
    /// Absent if the content of each response tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ScheduleFormat>,
    pub theaters: Vec<FeedTheater>,
    pub interval_minutes: u32,
    /// A run that would take away more than this share of the coming shows is held.
    pub hold_percent: u8,
    pub conflicts: FeedConflicts,
    pub missing_shows: MissingShows,
    /// Applied to each title in this order.
    pub title_rules: Vec<TitleRule>,
    pub is_on: bool,
    /// Absent without a credential. The credential itself is never sent back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential: Option<FeedCredentialKind>,
    pub health: FeedHealth,
    /// The last 14 days in UTC, the oldest first.
    pub days: Vec<FeedDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_run: Option<FeedRun>,
    /// When the last run was complete: it changed something, or found nothing to change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub last_success: Option<Timestamp>,
    /// Absent if the feed is off or waits for a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub next_run: Option<Timestamp>,
    /// Id of the run that waits for a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_run: Option<String>,
    /// Number of shows of its theaters from now on.
    pub shows: u64,
    /// The cinema day of the last of these shows, for example `2026-11-29`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows_until: Option<String>,
    /// Number of warnings of the last run that read a response.
    pub warnings: u32,
    /// Absent if push is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<FeedPushStatus>,
}

/// Where a system pushes its schedule to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedPushStatus {
    /// Path on the site, for example `/api/feeds/kS2j9vQx4TnB`.
    pub path: String,
    /// When the last message was signed; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub last_message: Option<Timestamp>,
}

/// The secret that signs the messages for a feed. It is shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedPushSecret {
    /// As Standard Webhooks writes it: `whsec_` and base64.
    pub secret: String,
}

/// `POST /api/feeds/{feed}`: what a message led to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedPushResult {
    /// Absent if the message was processed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<FeedRun>,
    /// Whether the message was processed before.
    pub is_repeated: bool,
}

/// Health of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FeedHealth {
    /// It has not run yet.
    New,
    Healthy,
    /// The last run failed, and the times are not old yet.
    Failing,
    /// No run was complete for three intervals and at least an hour. Visitors see the last known times.
    Stale,
    /// A run waits for a decision.
    Held,
    Off,
}

/// What a feed may change: a theater of its responses, and which theater of the site that is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedTheater {
    /// Id of the theater in the feed.
    pub feed: String,
    /// Id of the theater of the site; absent if the shows are not imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<String>,
}

/// The worst result of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedDay {
    /// For example `2026-11-20`.
    pub day: String,
    /// Absent if there was no run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<FeedRunResult>,
    /// Number of runs, also of those that changed nothing.
    pub runs: u64,
}

/// `POST /api/editor/{site}/feeds`, `PUT /api/editor/{site}/feeds/{feed}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedSettings {
    /// 1 to 60 characters, unique within the site.
    pub name: String,
    /// For example `https://cinema.example/schedule.json`.
    pub address: String,
    /// Absent to tell it by the content of each response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ScheduleFormat>,
    /// Theaters of the feed that are missing here are not imported. If none is, the feed describes films of the site.
    pub theaters: Vec<FeedTheater>,
    /// 1 to 1440.
    pub interval_minutes: u32,
    /// 1 to 100; with 100, a run is held only if a theater would have no shows.
    pub hold_percent: u8,
    pub conflicts: FeedConflicts,
    #[serde(default)]
    pub missing_shows: MissingShows,
    /// Applied to each title in this order; at most 50. Each finds and writes at most 60 characters.
    #[serde(default)]
    pub title_rules: Vec<TitleRule>,
    pub is_on: bool,
    /// Absent to keep what is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential: Option<FeedCredential>,
}

/// Credential that the feed's server requires. Stored encrypted, and sent to the origin of the address only.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum FeedCredential {
    None,
    /// `Authorization: Bearer …`.
    Bearer {
        token: String,
    },
    /// A header of its own, for example `VeeziAccessToken`.
    Header {
        name: String,
        value: String,
    },
    Basic {
        user: String,
        password: String,
    },
}

/// Prints only the kind.
impl std::fmt::Debug for FeedCredential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Bearer { .. } => "Bearer",
            Self::Header { .. } => "Header",
            Self::Basic { .. } => "Basic",
        })
    }
}

/// The kind of a stored credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FeedCredentialKind {
    Bearer,
    Header,
    Basic,
}

/// `POST /api/editor/{site}/feeds/trial`: reads a feed once. Nothing is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedTrialRequest {
    pub address: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ScheduleFormat>,
    /// Empty to see which theaters the feed has: they are matched by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theaters: Vec<FeedTheater>,
    #[serde(default = "default_hold_percent")]
    pub hold_percent: u8,
    #[serde(default)]
    pub conflicts: FeedConflicts,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title_rules: Vec<TitleRule>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential: Option<FeedCredential>,
    /// Id of a feed whose stored credential is used if this request has no credential and the address has the same origin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed: Option<String>,
}

const fn default_hold_percent() -> u8 {
    marquee_model::feed::DEFAULT_HOLD_PERCENT
}

/// What a run would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedTrial {
    /// The theaters of the response.
    pub theaters: Vec<FoundTheater>,
    pub plan: ImportPlan,
    pub loss: FeedLoss,
    /// Shows that operators have changed and that the feed sees differently; at most 100.
    pub conflicts: Vec<FeedConflict>,
}

/// A theater of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FoundTheater {
    /// Id in the feed.
    pub id: String,
    pub name: String,
    /// Number of shows in the response.
    pub shows: usize,
    /// Id of the theater of the site; absent if it is not imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<String>,
}

/// What a run takes away of the coming shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedLoss {
    /// Of the site, rounded up.
    pub percent: u8,
    /// Whether such a run is held.
    pub is_held: bool,
    /// Theaters that would lose more than the limit, or all shows.
    pub theaters: Vec<TheaterLoss>,
    /// The cinema day from which on there would be no shows, if only the first days keep theirs, for example `2026-11-21`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nothing_from: Option<String>,
}

/// What a theater loses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TheaterLoss {
    pub id: String,
    pub name: String,
    /// Number of coming shows before the run.
    pub before: usize,
    /// Number of those that the run takes away.
    pub gone: usize,
}

/// A show that an operator has changed and that the feed sees differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedConflict {
    /// Id of the show.
    pub show: String,
    /// Title of the film.
    pub film: String,
    /// Id of the theater.
    pub theater: String,
    /// The start that the operator typed.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub own: Timestamp,
    /// The start that the feed has.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub feed: Timestamp,
}

/// A run of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedRun {
    pub id: String,
    /// Id of the feed.
    pub feed: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub started: Timestamp,
    pub took_milliseconds: u32,
    pub result: FeedRunResult,
    /// Numbers of coming shows.
    pub added: u32,
    pub moved: u32,
    pub gone: u32,
    pub unchanged: u32,
    pub warnings: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<FeedProblem>,
    /// What went wrong, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether the response is still stored, so that it can be downloaded and replayed.
    pub has_response: bool,
}

/// `GET /api/editor/{site}/feeds/{feed}/runs`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedRuns {
    /// The newest first; at most 50.
    pub runs: Vec<FeedRun>,
    /// For the query parameter `before`, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `GET /api/editor/{site}/feeds/{feed}/runs/{run}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedRunReport {
    pub run: FeedRun,
    /// Absent if the run read no response or found the same as before, and for runs before the last 200 that found something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differences: Option<FeedDifferences>,
    /// Addresses that got an email about the run; empty for those who may not see the team.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mailed: Vec<String>,
    /// Who decided on the run, as in the audit log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// Whether the run waits for a decision.
    pub is_waiting: bool,
}

/// What a run changed, or would change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedDifferences {
    pub plan: ImportPlan,
    pub loss: FeedLoss,
    pub conflicts: Vec<FeedConflict>,
}

/// `POST /api/editor/{site}/feeds/{feed}/runs/{run}/decision`. 409 with the code `decided` if the run does not wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedDecision {
    pub choice: FeedChoice,
}

/// What becomes of a held run. The feed runs again after each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FeedChoice {
    /// The site keeps its times; the next run that loses as much is held again.
    Keep,
    /// Everything that the response says.
    Apply,
    /// New and changed shows; none is removed.
    ApplyWithoutRemovals,
}

/// `GET /api/editor/{site}/feeds/{feed}/titles`: the titles of a feed as its system writes them, by name; at most 2,000.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedTitles {
    pub titles: Vec<FeedTitle>,
}

/// A title of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedTitle {
    pub title: String,
    /// Number of its shows in the response.
    pub shows: usize,
}

/// `POST /api/editor/{site}/feeds/try-titles`: what rules make of titles. Nothing is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TitleTrial {
    /// At most 2,000 titles of at most 400 characters.
    pub titles: Vec<String>,
    pub rules: Vec<TitleRule>,
}

/// What rules make of titles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TriedTitles {
    /// In the order of the request.
    pub titles: Vec<TriedTitle>,
}

/// A title after all rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TriedTitle {
    pub title: String,
    /// Keys of the attributes that its shows get.
    pub attributes: Vec<String>,
}

/// `GET /api/editor/{site}/film-matches`: films of feeds that are, or may be, films that the site has from elsewhere (decision 0072).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilmMatches {
    /// Those that wait for a decision first, the surest first.
    pub matches: Vec<FilmMatch>,
}

/// A film of a feed, and the film of the site that it is or may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilmMatch {
    /// The id that the feed gives it.
    pub film: String,
    /// Its title in the feed.
    pub title: String,
    /// The server of the feed, such as `api.veezi.example`.
    pub source: String,
    /// The id of the film of the site.
    pub target: String,
    /// Its title on the site.
    pub target_title: String,
    pub state: FilmMatchState,
    /// How sure it is that they are the same, in percent.
    #[schemars(range(max = 100))]
    pub confidence: u8,
    /// Who decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
}

/// `PUT /api/editor/{site}/film-matches/{film}`. The feeds of the site run again, so that the site follows at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FilmMatchDecision {
    /// Whether the two are the same film.
    pub is_same: bool,
}

/// Adds the schemas of responses.
pub(super) fn add_responses(generator: &mut SchemaGenerator) {
    generator.subschema_for::<EditorFeeds>();
    generator.subschema_for::<EditorFeed>();
    generator.subschema_for::<FeedTrial>();
    generator.subschema_for::<FeedRuns>();
    generator.subschema_for::<FeedRunReport>();
    generator.subschema_for::<FeedPushSecret>();
    generator.subschema_for::<FilmMatches>();
    generator.subschema_for::<FeedTitles>();
    generator.subschema_for::<TriedTitles>();
}
