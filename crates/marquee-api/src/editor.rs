//! Requests and responses of the site editor's API (`/api/editor/…`).
//!
//! The draft of a site is a JSON document ([`Draft::content`]). JSON Pointers (RFC 6901) name its parts:
//! `/site` is the site record, `/theaters/{id}`, `/events/{id}` and `/pages/{path}` are records by their ids, `/menus` and
//! `/attributes` are complete lists. `/films/{id}` and `/shows/{id}` are what operators typed in or changed beside feeds
//! ([`RecordEdit`](marquee_model::catalog::RecordEdit)), `/programRules/{theater}` the rules for typed-in shows, `/pictures/{source}` what operators say about a picture
//! ([`PictureDetails`](marquee_model::catalog::PictureDetails)). A change names the smallest part that it replaces.

mod account;
mod feeds;
mod import;
mod media;
mod members;
mod numbers;
mod publication;
mod routes;
mod team;
mod theaters;
mod webhooks;
mod website;

pub use account::{
    AccountEmailConfirmation, AccountName, ConfirmedEmail, EditorSession, EditorSignIn, EditorSite,
    Invitation, InvitationAcceptance, InvitationPasskey, NewAccountEmail, NewPasskey, OperatorAccount,
    OperatorPasskey, OperatorPasskeys, OperatorSession, OperatorSessions, PasskeyAnswer, PasskeyCeremony,
    PasskeyChallenge, PasskeyName, PasswordChange, PasswordReset, PasswordResetRequest, Reauthentication,
    RecoveryCodes, SignInResponse, SignInStep, TotpConfirmation, TotpSetup,
};
pub use feeds::{
    EditorFeed, EditorFeeds, FeedChoice, FeedConflict, FeedCredential, FeedCredentialKind, FeedDay,
    FeedDecision, FeedDifferences, FeedHealth, FeedLoss, FeedPushResult, FeedPushSecret, FeedPushStatus,
    FeedRun, FeedRunReport, FeedRuns, FeedSettings, FeedTheater, FeedTitle, FeedTitles, FeedTrial,
    FeedTrialRequest, FilmMatch, FilmMatchDecision, FilmMatches, FoundTheater, TheaterLoss,
    TheaterWithoutFeed, TitleTrial, TriedTitle, TriedTitles,
};
pub use import::{
    ImportChange, ImportPlan, ImportPlanRequest, ImportRequest, ImportedDay, ImportedFilm, ImportedRecords,
    ImportedShow, ImportedTheater, ScheduleFile, ScheduleFilm, ScheduleFormat, ScheduleProblem,
    ScheduleReading, ScheduleRequest, ScheduleSource, ScheduleTheater,
};
pub use marquee_model::operator::OperatorRequestKind;
pub use media::{
    EditorCaptions, EditorPicture, EditorPictureFile, EditorPictures, EditorVideo, FetchedPictures,
    UploadedPicture, UploadedVideo,
};
pub use members::{
    BlockReasonName, GiftCardQuery, LevelCount, LostCard, LoyaltyNumbers, LoyaltyRecord, LoyaltyRecords,
    MAX_SEARCH_CHARACTERS, MemberDesk, MemberDeskMode, MemberNote, MemberProfileResponse,
    MergePreviewResponse, MergeRequest, MoneyAmount, NewMemberNote, PointsAdjustmentRequest, PointsBalance,
    PointsEntry, RecordsImport, RequestedStanding, RewardCount, RowProblem, StandingChange,
};
pub use numbers::{
    AttentionItem, AttentionKind, EditorPlace, FilmLabel, NumberSeries, Numbers, PageViews, RankedFilm,
    RankedNumber, RankedShow, ScreenToday, ShowToday, SiteOverview, TheaterToday,
};
pub use publication::{
    FailedPublication, PublishRequest, PublishResponse, PutBackRequest, RemovedRecord, RemovedRecords,
    RemovedShow, ScheduledPublication,
};
pub use routes::{EDITOR_ROUTES, EditorRoute, openapi};
pub use team::{
    BoxOfficePoints, NewInvitation, PendingInvitation, RoleChange, RoleDefinition, SiteRole, SiteRoles, Team,
    TeamMember,
};
pub use theaters::{EditorAlert, EditorAlerts, EditorTheaters, NewAlert, ShowCount};
pub use webhooks::{
    EditorWebhook, EditorWebhooks, WebhookMessage, WebhookMessages, WebhookSecret, WebhookSettings,
};
pub use website::{
    NewSiteRequest, SiteFromWebsite, WebsiteFinding, WebsitePage, WebsiteProblem, WebsiteProgram,
    WebsiteRequest,
};

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_model::catalog::{Badge, Movie, RecordEdit, Showtime};
use marquee_model::{MovieId, ShowId};
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `GET /api/editor/{site}/keys`: API keys of the site's other programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorKeys {
    /// By name.
    pub keys: Vec<EditorKey>,
}

/// An API key, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorKey {
    pub name: String,
    pub scope: EditorKeyScope,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub created_at: Timestamp,
    /// Absent if it does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub expires_at: Option<Timestamp>,
    /// Absent if it was never used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub used_at: Option<Timestamp>,
    /// How many points the key may give or take at once; absent for keys of tills, which adjust none, and for keys that were
    /// created before there was a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
}

/// What an API key permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum EditorKeyScope {
    /// Booking purchases and refunds.
    Till,
    /// Reading and changing the loyalty program's records.
    Operator,
}

/// `POST /api/editor/{site}/keys`: creates a key, or replaces the one of the same name and scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewKey {
    pub name: String,
    pub scope: EditorKeyScope,
    /// Absent for a key that does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub expires_at: Option<Timestamp>,
    /// How many points a key of the scope `operator` may give or take at once, at least 1; 500 if absent. More than 500 only
    /// as far as the role of the person who creates it permits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_limit: Option<u32>,
}

/// The secret of a new key, which cannot be read again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeySecret {
    pub key: String,
}

/// `GET /api/editor/{site}/audit?before=…&q=…`: entries of the audit log, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditPage {
    pub entries: Vec<AuditEntry>,
    /// Value of `before` for the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AuditEntry {
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    /// Who did it: `operator:` and a person's address, `key:` and a name, `member`, or a name of a program.
    pub actor: String,
    /// The name of the person who did it, also of one who was removed since; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor_name: Option<String>,
    /// For example `site.publish`.
    pub action: String,
    /// What it was done to.
    pub subject: String,
    pub detail: String,
}

/// `GET /api/editor/{site}/draft`: the draft of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Draft {
    /// Incremented by each change of the draft or the published site.
    pub version: i64,
    /// The site with all changes.
    pub content: Value,
    /// The site that visitors see, with the same structure.
    pub live: Value,
    /// Changes that are not published yet, by pointer.
    pub changes: Vec<DraftChange>,
    /// What is wrong with the changed parts. They are not published until it is corrected.
    pub problems: Vec<DraftProblem>,
    /// The published version; absent until the site is published for the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<RevisionSummary>,
    /// A publication that is due later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<ScheduledPublication>,
    /// The publication that was due last, if it did not publish everything. Canceling the scheduled publication removes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_publication: Option<FailedPublication>,
    /// Who else has the editor of this site open.
    pub present: Vec<PresentOperator>,
    /// What others ask the person for, the oldest first.
    pub requests: Vec<OperatorRequest>,
}

/// `GET /api/editor/{site}/draft/version`: what can change while the editor is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftVersion {
    /// The version of the draft.
    pub version: i64,
    /// Who else has the editor of this site open.
    pub present: Vec<PresentOperator>,
    /// What others ask the person for, the oldest first.
    pub requests: Vec<OperatorRequest>,
}

/// `GET /api/editor/{site}/preview?revision=…&days=…`: where the draft or a version is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewAddress {
    /// Address of the home page. Whoever has it sees the preview.
    pub address: String,
    /// When it expires.
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub until: Timestamp,
}

/// `GET /api/editor/{site}/films`: the films of the site, by title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorFilms {
    pub films: Vec<EditorFilm>,
}

/// A film in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorFilm {
    pub id: String,
    pub title: String,
    /// For example `2026-11-20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_date: Option<String>,
    /// Number of shows from now on.
    pub shows: u64,
    /// Number of shows in the next seven days, by which the site can order films (SITE-12); absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub week_shows: Option<u64>,
    /// Number of shows from now on by theater, in the order of the site; theaters without one are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theaters: Vec<EditorFilmTheater>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directors: Vec<String>,
    /// Those that visitors see today (CONST-03).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// The badge in words of the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub badge_text: Option<String>,
    /// Running time in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The poster, as records name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poster: Option<String>,
    /// The wide picture that a feed or an import gives, which the film has again when operators reset theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed_backdrop: Option<String>,
    /// As `feedBackdrop`, for the home page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed_hero: Option<String>,
    /// Whether a feed or an import has the film; else it was typed in.
    pub feed: bool,
}

/// A theater that will show a film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorFilmTheater {
    pub id: String,
    pub name: String,
    pub shows: u64,
}

/// `GET /api/editor/{site}/films/{id}`: a film beside what operators changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorFilmRecord {
    pub id: String,
    /// What feeds and imports say; absent if none of them has the film.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed: Option<Movie>,
}

/// `GET /api/editor/{site}/program`: the shows of a theater that feeds and imports have, without operators' changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorProgram {
    /// Those of the requested cinema days, and those that operators changed, by start.
    pub shows: Vec<Showtime>,
    /// The ids of the feeds of these shows, in theaters with several feeds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub feeds: BTreeMap<ShowId, String>,
}

/// `POST /api/editor/{site}/program/spreadsheet`: what a spreadsheet has, as parts of a draft. Nothing is changed by it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpreadsheetProgram {
    /// Number of rows, without the heading.
    pub rows: usize,
    /// New films, by id, for `/films/{id}`.
    pub films: BTreeMap<MovieId, RecordEdit>,
    /// Shows, by id, for `/shows/{id}`. The same row has the same id in the next file.
    pub shows: BTreeMap<ShowId, RecordEdit>,
    /// Rows that could not be read, and values that were left out.
    pub problems: Vec<SpreadsheetProblem>,
}

/// A row or a value of a spreadsheet that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpreadsheetProblem {
    /// Number of the row in the file.
    pub row: usize,
    /// Heading of the column; empty for the whole row.
    pub column: String,
    /// What is wrong and what to write.
    pub message: String,
    /// Whether the row was left out; otherwise only the value.
    pub skipped: bool,
}

/// A change that is not published yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftChange {
    /// JSON Pointer of the changed part.
    pub pointer: String,
    /// The published value; absent if the part is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    /// The value in the draft; absent if the part is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Value>,
    /// Name of the person who made the change last.
    pub actor: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    /// Whether the role of the reader permits to change this part, at its theater.
    pub may_change: bool,
}

/// What is wrong with a part of the draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftProblem {
    /// JSON Pointer of the part.
    pub pointer: String,
    /// What is wrong and what to do, as a sentence.
    pub message: String,
}

/// Someone who has the editor open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PresentOperator {
    pub id: String,
    pub name: String,
    /// Whether the role of the person permits to publish, the whole site or what belongs to some theaters.
    pub may_publish: bool,
}

/// What somebody asks the person for. It is shown for a quarter of an hour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OperatorRequest {
    pub kind: OperatorRequestKind,
    /// Id of the person who asks.
    pub from: String,
    /// Name of the person who asks.
    pub name: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
}

/// `POST /api/editor/{site}/requests`: asks people who have the editor open and may publish. 409 with the code `nobodyToAsk` if
/// there is nobody to ask; 429 within a minute of the same request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewOperatorRequest {
    pub kind: OperatorRequestKind,
    /// Id of the person to ask, which `publish` needs; absent for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// `PATCH /api/editor/{site}/draft`: changes parts of the draft. The response is a [`DraftUpdate`], or 409 with a
/// [`DraftConflicts`] if somebody else has changed a part in between; then nothing is changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftEdits {
    /// At most 200.
    pub edits: Vec<DraftEdit>,
}

/// Replaces, adds or removes a part of the draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftEdit {
    /// JSON Pointer of the part.
    pub pointer: String,
    /// The value that the operator saw; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    /// The new value; absent to remove the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Value>,
}

/// The draft after a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftUpdate {
    pub version: i64,
    pub changes: Vec<DraftChange>,
    pub problems: Vec<DraftProblem>,
}

/// Parts that somebody else has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftConflicts {
    pub conflicts: Vec<DraftConflict>,
}

/// A part that somebody else has changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftConflict {
    pub pointer: String,
    /// Their value; absent if they removed the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theirs: Option<Value>,
    /// Who changed it; absent if the published site changed, for example by a feed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// When they changed it; absent if the published site changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub at: Option<Timestamp>,
}

/// `POST /api/editor/{site}/draft/discard`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Discard {
    /// Pointers of the changes to discard; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointers: Option<Vec<String>>,
}

/// `GET /api/editor/{site}/history?before=…`: published versions, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct History {
    pub revisions: Vec<RevisionSummary>,
    /// Value of `before` for the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
}

/// A published version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RevisionSummary {
    /// From 1, ascending.
    pub number: i64,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    /// Name of the person who published it.
    pub actor: String,
    /// Name of the version; empty if none was given.
    pub name: String,
    /// Number of changes from the version before.
    pub changes: u32,
}

/// `GET /api/editor/{site}/history/{number}`: a published version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Revision {
    pub summary: RevisionSummary,
    /// The site as it was published, with the structure of [`Draft::content`].
    pub content: Value,
}

/// Adds the schemas of all requests.
pub(crate) fn add_requests(generator: &mut SchemaGenerator) {
    account::add_requests(generator);
    webhooks::add_requests(generator);
    generator.subschema_for::<NewSiteRequest>();
    generator.subschema_for::<WebsiteRequest>();
    generator.subschema_for::<ScheduleRequest>();
    generator.subschema_for::<ImportPlanRequest>();
    generator.subschema_for::<ImportRequest>();
    generator.subschema_for::<FeedSettings>();
    generator.subschema_for::<FeedTrialRequest>();
    generator.subschema_for::<TitleTrial>();
    generator.subschema_for::<FeedDecision>();
    generator.subschema_for::<FilmMatchDecision>();
    generator.subschema_for::<DraftEdits>();
    generator.subschema_for::<Discard>();
    generator.subschema_for::<PutBackRequest>();
    generator.subschema_for::<PublishRequest>();
    generator.subschema_for::<RoleChange>();
    generator.subschema_for::<RoleDefinition>();
    generator.subschema_for::<BoxOfficePoints>();
    generator.subschema_for::<NewInvitation>();
    generator.subschema_for::<NewKey>();
    generator.subschema_for::<NewAlert>();
    generator.subschema_for::<NewOperatorRequest>();
    generator.subschema_for::<PointsAdjustmentRequest>();
    generator.subschema_for::<NewMemberNote>();
    generator.subschema_for::<MergeRequest>();
    generator.subschema_for::<StandingChange>();
    generator.subschema_for::<LostCard>();
    generator.subschema_for::<GiftCardQuery>();
}

/// Adds the schemas of all responses.
pub(crate) fn add_responses(generator: &mut SchemaGenerator) {
    account::add_responses(generator);
    webhooks::add_responses(generator);
    feeds::add_responses(generator);
    generator.subschema_for::<EditorSite>();
    generator.subschema_for::<WebsiteFinding>();
    generator.subschema_for::<ScheduleReading>();
    generator.subschema_for::<ScheduleProblem>();
    generator.subschema_for::<ImportPlan>();
    generator.subschema_for::<Draft>();
    generator.subschema_for::<DraftUpdate>();
    generator.subschema_for::<DraftConflicts>();
    generator.subschema_for::<DraftVersion>();
    generator.subschema_for::<PreviewAddress>();
    generator.subschema_for::<EditorFilms>();
    generator.subschema_for::<EditorFilmRecord>();
    generator.subschema_for::<EditorProgram>();
    generator.subschema_for::<SpreadsheetProgram>();
    generator.subschema_for::<Numbers>();
    generator.subschema_for::<PageViews>();
    generator.subschema_for::<SiteOverview>();
    generator.subschema_for::<EditorPictures>();
    generator.subschema_for::<UploadedPicture>();
    generator.subschema_for::<UploadedVideo>();
    generator.subschema_for::<FetchedPictures>();
    generator.subschema_for::<PublishResponse>();
    generator.subschema_for::<History>();
    generator.subschema_for::<RemovedRecords>();
    generator.subschema_for::<Revision>();
    generator.subschema_for::<Team>();
    generator.subschema_for::<SiteRoles>();
    generator.subschema_for::<PendingInvitation>();
    generator.subschema_for::<AuditPage>();
    generator.subschema_for::<EditorTheaters>();
    generator.subschema_for::<ShowCount>();
    generator.subschema_for::<EditorAlerts>();
    generator.subschema_for::<EditorKeys>();
    generator.subschema_for::<KeySecret>();
    generator.subschema_for::<MemberDesk>();
    generator.subschema_for::<LoyaltyNumbers>();
    generator.subschema_for::<LoyaltyRecords>();
    generator.subschema_for::<MemberProfileResponse>();
    generator.subschema_for::<MergePreviewResponse>();
    generator.subschema_for::<RecordsImport>();
    generator.subschema_for::<PointsBalance>();
    generator.subschema_for::<MemberNote>();
}
