//! What calls answer beside `peachCode` and `statusCode`, and what is said when one fails.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{
    Balance, FavoriteCinema, LoyaltyCard, LoyaltyOrder, MemberDetails, MemberOrStanding, MembershipGroup,
    MoneyAmount, PointsTransaction, RewardItem, RewardOffer, VoucherOffer,
};

/// The call was carried out, and what it changed is on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// 0.
    #[schema(minimum = 0, maximum = 0)]
    pub peach_code: u16,
    /// 200.
    #[schema(minimum = 200, maximum = 200)]
    pub status_code: u16,
}

/// A rule refused the call: nothing was done. The HTTP status is 200.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(examples(json!({ "peachCode": 31, "statusCode": 31, "clientErrorMessage": "Incorrect password" })))]
pub struct Refusal {
    /// Why, never 0.
    #[schema(minimum = 1)]
    pub peach_code: u16,
    /// The same number.
    #[schema(minimum = 1)]
    pub status_code: u16,
    /// Why, as an English sentence for the member.
    pub client_error_message: String,
    /// There, and true, when the password must be entered again first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub reauthenticate: Option<bool>,
    /// There when an order is to be paid first: where.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false, format = "uri")]
    pub payment_url: Option<String>,
}

/// A protocol error (RFC 9457): nothing was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(examples(json!({
    "type": "about:blank", "title": "Username: must be there", "status": 400, "field": "username",
})))]
pub struct ProblemReport {
    /// `about:blank`: the status says it.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is wrong, as an English sentence.
    pub title: String,
    /// The HTTP status once more.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// The field that is not as it should be, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub field: Option<String>,
}

/// The tokens of a session, told in header mode only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionTokens {
    /// Sent as `Boxoffice-Session-Token`.
    pub boxoffice_session_token: String,
    /// Sent as `Boxoffice-Refresh-Session-Token`; not there when a session was looked at without being refreshed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(nullable = false)]
    pub boxoffice_refresh_session_token: Option<String>,
}

/// Of a call about one member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberAnswer {
    /// The member.
    pub member_details: MemberDetails,
}

/// Of a membership that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipAnswer {
    /// The order.
    pub order_id: String,
    /// The member, as much of them as the caller may know.
    pub member_details: MemberOrStanding,
}

/// Of a search for a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// Whether the member has a user name.
    pub has_user_name: bool,
    /// The club; for a member without a user name what lets one be set, once, within 15 minutes.
    pub club_id: String,
}

/// Of the order history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersAnswer {
    /// The newest first.
    pub orders: Vec<LoyaltyOrder>,
}

/// Of the points' history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionsAnswer {
    /// The newest first.
    pub transactions: Vec<PointsTransaction>,
}

/// What a member can have for their points now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemsAnswer {
    /// In the operator's order.
    pub items: Vec<RewardItem>,
}

/// All rewards of a cinema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RewardsAnswer {
    /// In the operator's order.
    pub rewards: Vec<RewardOffer>,
}

/// A reward that was ordered; its points are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderedAnswer {
    /// The order.
    pub order_id: String,
    /// What is shown where it is handed out.
    pub redemption_code: String,
    /// What is left.
    pub balances: Vec<Balance>,
}

/// A reward that was handed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemedAnswer {
    /// The order.
    pub order_id: String,
    /// When.
    #[schema(format = DateTime)]
    pub redeemed_at: Option<String>,
}

/// The vouchers a cinema sells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConcessionsAnswer {
    /// In the operator's order.
    pub concessions: Vec<VoucherOffer>,
}

/// The memberships a site has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipsAnswer {
    /// By heading.
    pub list_concession_grouping: Vec<MembershipGroup>,
}

/// A membership that was ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueAnswer {
    /// The order.
    pub order_id: String,
    /// What it costs.
    pub amount_due: MoneyAmount,
}

/// A member's cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardsAnswer {
    /// All of them.
    pub cards: Vec<LoyaltyCard>,
}

/// A member's cards after one was lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LostCardAnswer {
    /// All of them.
    pub cards: Vec<LoyaltyCard>,
    /// The code of the new one.
    pub card_code: String,
}

/// What is on a gift card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardAnswer {
    /// Its value.
    pub balance: MoneyAmount,
    /// When it ends; `0001-01-01T00:00:00Z` means never.
    #[schema(format = DateTime)]
    pub expires_at: String,
}

/// A member's watchlist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FilmsAnswer {
    /// Ids of films.
    pub external_film_ids: Vec<String>,
}

/// A member's favourite cinemas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CinemasAnswer {
    /// All of them.
    pub favorite_cinemas: Vec<FavoriteCinema>,
}

/// Where members manage what they pay with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalAnswer {
    /// The payment provider's page, good once and for a short time.
    #[schema(format = "uri")]
    pub url: String,
}

/// A pass for a phone's wallet, where JSON was asked for; `raw` is the text alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassAnswer {
    /// The signed JWT.
    pub jwt: String,
}
