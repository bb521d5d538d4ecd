//! What tills send and are told, and what members are told beside the calls.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{MoneyAmount, OrderLine};

/// A purchase, or one that is taken back, as a till sends it. Unknown fields are refused.
#[derive(Debug, Clone, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TillTransaction {
    /// The till's own id of it. The same id, by the same key, is booked once: sent again it gets the same answer with
    /// `repeated: true`; the same id with another content is refused with 400.
    #[schema(min_length = 1, max_length = 100)]
    pub transaction_id: String,
    /// Who: the code of the card that was shown, the member's id, or their e-mail address.
    pub member: String,
    /// `PURCHASE`, or `REFUND` to take back the order that `orderId` names.
    #[serde(default, rename = "type")]
    pub kind: TillKind,
    /// For a refund, and only for one: the order that is taken back, as the purchase was answered.
    #[serde(default)]
    pub order_id: Option<String>,
    /// Where: a theater of this site.
    #[serde(default)]
    pub cinema_id: Option<String>,
    /// When; now, if it is not said.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub occurred_at: Option<Timestamp>,
    /// The reference that visitors know the booking by.
    #[serde(default)]
    pub booking_reference: Option<String>,
    /// The film.
    #[serde(default)]
    pub movie_title: Option<String>,
    /// When the show begins.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub showtime_at: Option<Timestamp>,
    /// Where it is shown.
    #[serde(default)]
    pub screen_name: Option<String>,
    /// Tickets, shown in the order history.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub tickets: Vec<OrderLine>,
    /// Concessions, shown in the order history.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub concessions: Vec<OrderLine>,
    /// Ids of the tickets, by which members make passes.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub ticket_ids: Vec<String>,
    /// What was paid, 0 to 100,000,000 minor units; points are earned for it by the rule of the member's level.
    pub total: MoneyAmount,
    /// The code of a membership that was bought with it: it begins at once.
    #[serde(default)]
    pub membership_item_code: Option<String>,
}

/// Whether something is bought or taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TillKind {
    /// Bought.
    #[default]
    Purchase,
    /// Taken back.
    Refund,
}

/// What was booked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(examples(json!({
    "orderId": "k4w9p2x7m1q8c5t3z6r0y2na1b", "memberId": "m7q2m1x9c4k8p3w6t5r0z7y2na", "points": 235,
    "balance": 1435, "repeated": false,
})))]
pub struct TillAnswer {
    /// The order; a refund names it.
    pub order_id: String,
    /// The member.
    pub member_id: String,
    /// Points that came, or went when negative: a refund takes what the order earned, as far as it is there still.
    pub points: i64,
    /// Points the member has now.
    pub balance: i64,
    /// Whether it was booked before and this is the same answer.
    pub repeated: bool,
}

/// A challenge of the server's own captcha (ALTCHA, version 1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CaptchaChallenge {
    /// `SHA-256`.
    pub algorithm: String,
    /// The hash of the salt and the number that is looked for.
    pub challenge: String,
    /// The number is not larger.
    pub maxnumber: u32,
    /// The salt, with the place and the end of the challenge.
    pub salt: String,
    /// The server's signature.
    pub signature: String,
}

/// Which sign-in is to end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndSession {
    /// Its id, from the list of sign-ins.
    pub session_id: String,
}

/// How a member is named to the site's marketing tracker (ANLY-04).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketingId {
    /// 64 hexadecimal digits, the same at every sign-in, another one on another site; the member's id is not found by it.
    pub id: String,
}

/// A member's sign-ins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberSessions {
    /// All that have not ended.
    pub sessions: Vec<MemberSession>,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberSession {
    /// Its id, which opens nothing.
    pub session_id: String,
    /// What the visitor's program called itself.
    pub device: String,
    /// When it began.
    #[schema(format = DateTime)]
    pub started_at: String,
    /// When it ends if nothing is done.
    #[schema(format = DateTime)]
    pub ends_at: String,
    /// Whether it is the one that asks.
    pub is_current: bool,
    /// Whether the ticketing site has it.
    pub is_handed_over: bool,
}

/// All data of a member (security 7.8). Their record is as the engine keeps it, so its fields may grow.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberExport {
    /// When it was made.
    #[schema(format = DateTime)]
    pub exported_at: String,
    /// The member's record.
    #[schema(value_type = Object)]
    pub member: serde_json::Value,
    /// Their points.
    pub points: i64,
    /// Their cards.
    #[schema(value_type = Vec<Object>)]
    pub cards: Vec<serde_json::Value>,
    /// Their orders.
    #[schema(value_type = Vec<Object>)]
    pub orders: Vec<serde_json::Value>,
    /// How their points came and went.
    #[schema(value_type = Vec<Object>)]
    pub transactions: Vec<serde_json::Value>,
    /// Ids of films on their watchlist.
    pub favorite_films: Vec<String>,
    /// Their favourite cinemas.
    #[schema(value_type = Vec<Object>)]
    pub favorite_cinemas: Vec<serde_json::Value>,
    /// Their sign-ins.
    #[schema(value_type = Vec<Object>)]
    pub sessions: Vec<serde_json::Value>,
}

/// A ticket for the ticketing site, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOverAnswer {
    /// 0, or why there is none: 7 without a session, 46 when the membership is over.
    pub peach_code: u16,
    /// 200, or the same number.
    pub status_code: u16,
    /// Good once, for two minutes, at the ticketing site; there when `peachCode` is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub ticket: Option<String>,
}
