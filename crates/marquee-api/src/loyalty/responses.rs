//! Responses of calls, in addition to `peachCode` and `statusCode`, and errors.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{
    Balance, FavoriteCinema, LoyaltyCard, LoyaltyOrder, MemberDetails, MemberOrStanding, MembershipGroup,
    MoneyAmount, PointsTransaction, RewardItem, RewardOffer, VoucherOffer,
};

/// The call succeeded, and its changes are durable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuccessResponse {
    /// 0.
    #[schemars(range(min = 0, max = 0))]
    pub peach_code: u16,
    /// 200.
    #[schemars(range(min = 200, max = 200))]
    pub status_code: u16,
}

/// A rule forbids the call, and it had no effect. The HTTP status is 200.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(example = json!({ "peachCode": 31, "statusCode": 31, "clientErrorMessage": "Incorrect password" }))]
pub struct Refusal {
    /// The reason, never 0.
    #[schemars(range(min = 1))]
    pub peach_code: u16,
    /// The same as `peachCode`.
    #[schemars(range(min = 1))]
    pub status_code: u16,
    /// The reason, as an English message for the member.
    pub client_error_message: String,
    /// True if the member must enter the password again first; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reauthenticate: Option<bool>,
    /// Where to pay, if the order must be paid first; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "uri"))]
    pub payment_url: Option<String>,
}

/// A protocol error (RFC 9457). The call had no effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(example = json!({
    "type": "about:blank", "title": "Username is required", "status": 400, "field": "username",
}))]
pub struct ProblemReport {
    /// Always `about:blank`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is wrong, in English.
    pub title: String,
    /// The HTTP status.
    #[schemars(range(min = 400, max = 599))]
    pub status: u16,
    /// The invalid field, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// The tokens of a session, in header mode only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionTokens {
    /// The session token, to be sent in the header `Boxoffice-Session-Token`.
    pub boxoffice_session_token: String,
    /// The refresh token, to be sent in the header `Boxoffice-Refresh-Session-Token`; absent if the session was not refreshed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxoffice_refresh_session_token: Option<String>,
}

/// Response of calls about a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberResponse {
    /// The member.
    pub member_details: MemberDetails,
}

/// The response after a membership has started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipResponse {
    /// The order.
    pub order_id: String,
    /// The member, with as much data as the caller may see.
    pub member_details: MemberOrStanding,
}

/// Response of a member search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResponse {
    /// Whether the member has a username.
    pub has_user_name: bool,
    /// The club. If the member has no username: a one-time code to set one, valid for 15 minutes.
    pub club_id: String,
}

/// Response of the order history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersResponse {
    /// Newest first.
    pub orders: Vec<LoyaltyOrder>,
}

/// Response of the points history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionsResponse {
    /// Newest first.
    pub transactions: Vec<PointsTransaction>,
}

/// The rewards that a member can redeem now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemsResponse {
    /// In the operator's order.
    pub items: Vec<RewardItem>,
}

/// All rewards of a cinema, including those that the member cannot redeem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardsResponse {
    /// In the operator's order.
    pub rewards: Vec<RewardOffer>,
}

/// A reward that was ordered. Its points have been deducted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderedResponse {
    /// The order.
    pub order_id: String,
    /// The code that the member shows to collect it.
    pub redemption_code: String,
    /// The balances after the order.
    pub balances: Vec<Balance>,
}

/// A reward that was collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemedResponse {
    /// The order.
    pub order_id: String,
    /// When it was collected.
    #[schemars(extend("format" = "date-time"))]
    pub redeemed_at: Option<String>,
}

/// The vouchers that a cinema sells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConcessionsResponse {
    /// In the operator's order.
    pub concessions: Vec<VoucherOffer>,
}

/// The memberships of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipsResponse {
    /// Grouped by heading.
    pub list_concession_grouping: Vec<MembershipGroup>,
}

/// A membership that was ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipOrderResponse {
    /// The order.
    pub order_id: String,
    /// The amount to pay.
    pub amount_due: MoneyAmount,
}

/// A member's cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardsResponse {
    /// All cards.
    pub cards: Vec<LoyaltyCard>,
}

/// A member's cards after one was reported lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LostCardResponse {
    /// All cards.
    pub cards: Vec<LoyaltyCard>,
    /// The code of the replacement card.
    pub card_code: String,
}

/// The balance of a gift card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardResponse {
    /// The balance.
    pub balance: MoneyAmount,
    /// When it expires; `0001-01-01T00:00:00Z` means never.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
}

/// A member's watchlist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmsResponse {
    /// Film ids.
    pub external_film_ids: Vec<String>,
}

/// A member's favorite cinemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CinemasResponse {
    /// All favorite cinemas.
    pub favorite_cinemas: Vec<FavoriteCinema>,
}

/// The page on which members manage their payment methods.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalResponse {
    /// URL of the payment provider, valid once and for a short time.
    #[schemars(extend("format" = "uri"))]
    pub url: String,
}

/// A wallet pass as JSON. With `raw`, the response is the JWT as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassResponse {
    /// The signed JWT.
    pub jwt: String,
}
