//! Requests and responses of tills, and of the member endpoints other than the calls.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{MoneyAmount, OrderLine};
use marquee_model::loyalty::{MAX_BOOKING_ID, MAX_BOOKING_LINES, MAX_BOOKING_TOTAL};

/// A purchase or refund, sent by a till. Unknown fields are rejected.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TillTransaction {
    /// The till's own id, an idempotency key per API key. The same transaction sent again gets the same response with
    /// `repeated: true`; the same id with other content is rejected with 400.
    #[schemars(length(min = 1, max = MAX_BOOKING_ID))]
    pub transaction_id: String,
    /// The member: the code of the presented card, the member id, or the email address.
    pub member: String,
    /// `PURCHASE` (the default), or `REFUND` to refund the order `orderId`.
    #[serde(default, rename = "type")]
    pub kind: TillKind,
    /// For refunds only: the `orderId` of the purchase.
    #[serde(default)]
    pub order_id: Option<String>,
    /// The id of a theater of this site.
    #[serde(default)]
    pub cinema_id: Option<String>,
    /// When the purchase was made. Default: now.
    #[serde(default)]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub occurred_at: Option<Timestamp>,
    /// The booking reference for visitors.
    #[serde(default)]
    pub booking_reference: Option<String>,
    /// The film.
    #[serde(default)]
    pub movie_title: Option<String>,
    /// The start of the show.
    #[serde(default)]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub showtime_at: Option<Timestamp>,
    /// The screen.
    #[serde(default)]
    pub screen_name: Option<String>,
    /// Tickets, shown in the order history.
    #[serde(default)]
    #[schemars(length(max = MAX_BOOKING_LINES))]
    pub tickets: Vec<OrderLine>,
    /// Concessions, shown in the order history.
    #[serde(default)]
    #[schemars(length(max = MAX_BOOKING_LINES))]
    pub concessions: Vec<OrderLine>,
    /// Ids of the tickets, for wallet passes.
    #[serde(default)]
    #[schemars(length(max = MAX_BOOKING_LINES))]
    pub ticket_ids: Vec<String>,
    /// The amount paid. It earns points by the rule of the member's level.
    #[schemars(description = format!(
        "The amount paid, 0 to {MAX_BOOKING_TOTAL} minor units. It earns points by the rule of the member's level."
    ))]
    pub total: MoneyAmount,
    /// The code of a membership that was part of the purchase; it starts immediately.
    #[serde(default)]
    pub membership_item_code: Option<String>,
}

/// Kind of transaction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TillKind {
    /// A purchase.
    #[default]
    Purchase,
    /// A refund.
    Refund,
}

/// The result of a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(example = json!({
    "orderId": "k4w9p2x7m1q8c5t3z6r0y2na1b", "memberId": "m7q2m1x9c4k8p3w6t5r0z7y2na", "points": 235,
    "balance": 1435, "repeated": false,
}))]
pub struct TillResponse {
    /// The order, needed for a refund.
    pub order_id: String,
    /// The member.
    pub member_id: String,
    /// The earned points; negative if points were deducted. A refund deducts the points of the order, at most the balance.
    pub points: i64,
    /// The member's balance of points.
    pub balance: i64,
    /// Whether the transaction was already booked and this is the original response.
    pub repeated: bool,
}

/// A challenge of the built-in captcha (ALTCHA, version 1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CaptchaChallenge {
    /// `SHA-256`.
    pub algorithm: String,
    /// The hash of the salt and the number to find.
    pub challenge: String,
    /// Upper bound of the number.
    pub maxnumber: u32,
    /// The salt, which includes expiry, host and action of the challenge.
    pub salt: String,
    /// The server's signature.
    pub signature: String,
}

/// A request to end a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndSession {
    /// The session id, from the list of sessions.
    pub session_id: String,
}

/// A pseudonymous id of a member for the site's marketing tracker (ANLY-04).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketingId {
    /// 64 hexadecimal digits. The same in every session and different on every site. The member id cannot be derived from it.
    pub id: String,
}

/// A member's sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberSessions {
    /// All sessions that have not ended.
    pub sessions: Vec<MemberSession>,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberSession {
    /// The session id. It is not a token.
    pub session_id: String,
    /// The user agent of the visitor.
    pub device: String,
    /// When it started.
    #[schemars(extend("format" = "date-time"))]
    pub started_at: String,
    /// When it expires without further activity.
    #[schemars(extend("format" = "date-time"))]
    pub ends_at: String,
    /// Whether it is the session of this request.
    pub is_current: bool,
    /// Whether it was handed over to the ticketing site.
    pub is_handed_over: bool,
}

/// All data of a member (security 7.8). Records are exported as stored, so fields may be added.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberExport {
    /// When the export was created.
    #[schemars(extend("format" = "date-time"))]
    pub exported_at: String,
    /// The member's record.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub member: serde_json::Value,
    /// Their points.
    pub points: i64,
    /// Their cards.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub cards: Vec<serde_json::Value>,
    /// Their orders.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub orders: Vec<serde_json::Value>,
    /// Their points history.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub transactions: Vec<serde_json::Value>,
    /// Ids of films on their watchlist.
    pub favorite_films: Vec<String>,
    /// Their favorite cinemas.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub favorite_cinemas: Vec<serde_json::Value>,
    /// Their sessions.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pub sessions: Vec<serde_json::Value>,
}

/// Lifetime of a one-time ticket for the ticketing site (security 5.2).
pub const TICKET_LIFETIME: SignedDuration = SignedDuration::from_secs(120);

/// A one-time ticket for the ticketing site, or the reason why none was issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOverResponse {
    /// 0, or the reason: 7 without a session, 46 if the membership has expired.
    pub peach_code: u16,
    /// 200, or the same as `peachCode`.
    pub status_code: u16,
    /// The ticket, valid once at the ticketing site within [`TICKET_LIFETIME`]; present if `peachCode` is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(description = format!(
        "The ticket, valid once within {} seconds at the ticketing site; present if `peachCode` is 0.",
        TICKET_LIFETIME.as_secs()
    ))]
    pub ticket: Option<String>,
}
