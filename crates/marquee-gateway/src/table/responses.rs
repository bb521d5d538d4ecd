//! The responses of calls, by type in `marquee_api::loyalty`.

use super::ResponseFields;

/// A response without fields.
pub const NOTHING: ResponseFields = ResponseFields {
    schema: None,
    fields: &[],
    with_refusal: &[],
    service_fields: &[],
    is_pass: false,
    is_optional: false,
};

const fn response_type(schema: &'static str, fields: &'static [&'static str]) -> ResponseFields {
    ResponseFields { schema: Some(schema), fields, ..NOTHING }
}

pub const MEMBER: ResponseFields = response_type("MemberResponse", &["memberDetails"]);
/// Without details if the member must confirm an address first.
pub const MEMBER_OR_NOTHING: ResponseFields = ResponseFields { is_optional: true, ..MEMBER };
pub const MEMBERSHIP: ResponseFields = ResponseFields {
    with_refusal: &["paymentUrl"],
    ..response_type("MembershipResponse", &["orderId", "memberDetails"])
};
pub const SEARCH: ResponseFields = response_type("SearchResponse", &["hasUserName", "clubId"]);
pub const ORDERS: ResponseFields = response_type("OrdersResponse", &["orders"]);
pub const TRANSACTIONS: ResponseFields = response_type("TransactionsResponse", &["transactions"]);
pub const ITEMS: ResponseFields = response_type("ItemsResponse", &["items"]);
pub const REWARDS: ResponseFields = response_type("RewardsResponse", &["rewards"]);
pub const ORDERED: ResponseFields =
    response_type("OrderedResponse", &["orderId", "redemptionCode", "balances"]);
pub const REDEEMED: ResponseFields = response_type("RedeemedResponse", &["orderId", "redeemedAt"]);
pub const CONCESSIONS: ResponseFields = response_type("ConcessionsResponse", &["concessions"]);
pub const MEMBERSHIPS: ResponseFields = response_type("MembershipsResponse", &["listConcessionGrouping"]);
pub const MEMBERSHIP_ORDER: ResponseFields =
    response_type("MembershipOrderResponse", &["orderId", "amountDue"]);
pub const CARDS: ResponseFields = response_type("CardsResponse", &["cards"]);
pub const LOST_CARD: ResponseFields = response_type("LostCardResponse", &["cards", "cardCode"]);
pub const GIFT_CARD: ResponseFields = response_type("GiftCardResponse", &["balance", "expiresAt"]);
/// An external service may send `productIds` instead (WATCH-03).
pub const FILMS: ResponseFields = ResponseFields {
    service_fields: &["productIds"],
    ..response_type("FilmsResponse", &["externalFilmIds"])
};
pub const CINEMAS: ResponseFields = response_type("CinemasResponse", &["favoriteCinemas"]);
pub const PORTAL: ResponseFields = response_type("PortalResponse", &["url"]);
pub const PASS: ResponseFields = ResponseFields { is_pass: true, ..response_type("PassResponse", &["jwt"]) };
/// Account deletion: a refusal may require the password again.
pub const DELETED: ResponseFields = ResponseFields { with_refusal: &["reauthenticate"], ..NOTHING };

/// Session fields, in header mode only.
pub const TOKENS: &[&str] = &["sessionManagementTokens"];
pub const TOKENS_AND_IDS: &[&str] = &["sessionManagementTokens", "userSessionId", "encryptedSessionId"];
pub const ID: &[&str] = &["userSessionId"];
