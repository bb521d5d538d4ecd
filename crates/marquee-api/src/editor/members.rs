//! The members desk.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::AuditEntry;

/// Maximum number of characters of a search text.
pub const MAX_SEARCH_CHARACTERS: usize = 100;

/// `GET /api/editor/{site}/members`: what the desk can do on this site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberDesk {
    pub mode: MemberDeskMode,
    /// Number of members.
    pub count: u64,
    /// Host of the other loyalty service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<String>,
    /// Whether links to set a password can be sent: the site has a sign-in page.
    pub has_sign_in_page: bool,
}

/// Where the members of a site are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MemberDeskMode {
    /// On this server.
    Local,
    /// At another loyalty service. What is on this server can be read, not changed.
    Upstream,
    /// On this server, but the site has no pages for members.
    Off,
}

/// `GET /api/editor/{site}/loyalty-numbers`: how rewards and levels are used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoyaltyNumbers {
    /// Number of members.
    pub members: u64,
    /// Members who have ordered a reward in the last 12 months.
    pub members_with_reward: u64,
    /// Rewards that were ordered or redeemed in the last 28 days.
    pub rewards: Vec<RewardCount>,
    /// Levels that have members.
    pub levels: Vec<LevelCount>,
    /// What is left on gift cards that have not expired, by currency.
    pub gift_cards: Vec<MoneyAmount>,
}

/// How often a reward was ordered and redeemed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RewardCount {
    pub item_code: String,
    pub ordered: u64,
    /// How often a code was redeemed at a till, also of earlier orders.
    pub redeemed: u64,
}

/// Number of members of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelCount {
    pub level_id: i32,
    pub members: u64,
}

/// `GET /api/editor/{site}/records/{kind}?q=…&after=…&limit=…`: records of the loyalty program. `kind` is `members`, `cards`,
/// `levels`, `rewards`, `memberships`, `evouchers` or `gift-cards`. The fields are those of the operators' API.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoyaltyRecords {
    pub items: Vec<LoyaltyRecord>,
    /// Value of `after` for the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A record of the loyalty program, or the fields of one to create or change. Secrets such as a generated PIN are in the
/// response to the creation only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct LoyaltyRecord(pub Value);

/// `GET /api/editor/{site}/members/{id}`: a member with what they have and did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberProfileResponse {
    pub member: LoyaltyRecord,
    pub cards: Vec<LoyaltyRecord>,
    /// The newest orders, newest first.
    pub orders: Vec<LoyaltyRecord>,
    /// Number of purchases.
    pub visits: u64,
    /// When the last purchase was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub last_visit: Option<Timestamp>,
    /// The total of the purchases within a year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<MoneyAmount>,
    /// The newest points transactions, newest first.
    pub points: Vec<PointsEntry>,
    /// The favorite films.
    pub favorite_films: Vec<String>,
    /// The favorite theaters.
    pub favorite_theaters: Vec<String>,
    /// The notes for colleagues, newest first.
    pub notes: Vec<MemberNote>,
    /// The newest entries of the audit log about the member, newest first.
    pub audit: Vec<AuditEntry>,
}

/// A note about a member for colleagues. The member can read it on request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberNote {
    pub id: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    /// Who wrote it, as in the audit log.
    pub author: String,
    /// Whether the person who makes the request wrote it, and may remove it.
    pub is_own: bool,
    pub text: String,
}

/// `POST /api/editor/{site}/members/{id}/notes`: adds a note. The response is the new [`MemberNote`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewMemberNote {
    /// 1 to 500 characters; lines are kept.
    pub text: String,
}

/// `POST /api/editor/{site}/members/{id}/merge`: merges another account of the same person into this one. Needs a recent password
/// or passkey. A repeated request changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergeRequest {
    /// The account that is closed.
    pub member_id: String,
}

/// `GET /api/editor/{site}/members/{id}/merge?member=…`: what a merge will do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergePreviewResponse {
    /// The account that is kept, as it is now.
    pub kept: LoyaltyRecord,
    /// The account that is closed.
    pub closed: LoyaltyRecord,
    /// The points of the kept account afterwards.
    pub points: i64,
    /// The level of the kept account afterwards.
    pub level_id: i32,
    /// Number of orders, rewards and memberships that move.
    pub orders: u64,
    /// Number of cards that move.
    pub cards: u64,
    /// Number of favorite films and theaters that move.
    pub favorites: u64,
    /// Number of notes that move.
    pub notes: u64,
    /// The fields that the kept account lacks and gets.
    pub filled: Vec<String>,
}

/// `POST /api/editor/{site}/records/{kind}/import`: what an import of a CSV file does, or did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordsImport {
    /// Rows of the file without the header.
    pub rows: usize,
    pub added: usize,
    pub changed: usize,
    /// Rows whose records already have these values.
    pub unchanged: usize,
    /// Number of rows that are not imported.
    pub skipped: usize,
    /// The first of these rows.
    pub problems: Vec<RowProblem>,
}

/// Why a row of a CSV file is not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RowProblem {
    /// The line in the file, from 1.
    pub line: u64,
    pub message: String,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoneyAmount {
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
}

/// A transaction of a member's points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PointsEntry {
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    /// `EARN`, `REDEEM`, `ADJUST` or `EXPIRE`.
    pub kind: String,
    pub amount: i64,
    pub balance_after: i64,
    pub description: String,
}

/// `POST /api/editor/{site}/members/{id}/points`: adds points, or deducts them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PointsAdjustmentRequest {
    /// Negative to deduct points.
    pub amount: i64,
    /// Shown in the member's history; not empty.
    pub reason: String,
    /// A repeated request with the same id is booked once.
    pub request_id: String,
}

/// The balance after an adjustment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PointsBalance {
    pub points: i64,
}

/// `PUT /api/editor/{site}/members/{id}/standing`: blocks a member, unblocks them, or requires a new password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StandingChange {
    pub standing: RequestedStanding,
    /// Required to block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<BlockReasonName>,
}

/// The standing that an operator gives a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RequestedStanding {
    Active,
    PasswordDue,
    Blocked,
}

/// Why a member is blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BlockReasonName {
    /// The account was used against the rules of the program.
    Misuse,
    /// A payment is disputed.
    PaymentDispute,
    /// The member has lost control of the account.
    Security,
    /// The member wishes it.
    Request,
}

/// `POST /api/editor/{site}/members/{id}/lost-card`: replaces a lost card. The response is the new card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LostCard {
    pub code: String,
}

/// `POST /api/editor/{site}/gift-card`: looks up a gift card. The number is not in the address, which may be logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GiftCardQuery {
    pub number: String,
}
