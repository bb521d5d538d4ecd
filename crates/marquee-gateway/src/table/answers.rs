//! The answers of calls, by type in `marquee_api::loyalty`.

use super::AnswerFields;

/// An answer without fields.
pub const NOTHING: AnswerFields = AnswerFields {
    schema: None,
    fields: &[],
    with_refusal: &[],
    service_fields: &[],
    is_pass: false,
    is_optional: false,
};

const fn answer_type(schema: &'static str, fields: &'static [&'static str]) -> AnswerFields {
    AnswerFields { schema: Some(schema), fields, ..NOTHING }
}

pub const MEMBER: AnswerFields = answer_type("MemberAnswer", &["memberDetails"]);
/// Without details if the member must confirm an address first.
pub const MEMBER_OR_NOTHING: AnswerFields = AnswerFields { is_optional: true, ..MEMBER };
pub const MEMBERSHIP: AnswerFields = AnswerFields {
    with_refusal: &["paymentUrl"],
    ..answer_type("MembershipAnswer", &["orderId", "memberDetails"])
};
pub const SEARCH: AnswerFields = answer_type("SearchAnswer", &["hasUserName", "clubId"]);
pub const ORDERS: AnswerFields = answer_type("OrdersAnswer", &["orders"]);
pub const TRANSACTIONS: AnswerFields = answer_type("TransactionsAnswer", &["transactions"]);
pub const ITEMS: AnswerFields = answer_type("ItemsAnswer", &["items"]);
pub const REWARDS: AnswerFields = answer_type("RewardsAnswer", &["rewards"]);
pub const ORDERED: AnswerFields = answer_type("OrderedAnswer", &["orderId", "redemptionCode", "balances"]);
pub const REDEEMED: AnswerFields = answer_type("RedeemedAnswer", &["orderId", "redeemedAt"]);
pub const CONCESSIONS: AnswerFields = answer_type("ConcessionsAnswer", &["concessions"]);
pub const MEMBERSHIPS: AnswerFields = answer_type("MembershipsAnswer", &["listConcessionGrouping"]);
pub const DUE: AnswerFields = answer_type("DueAnswer", &["orderId", "amountDue"]);
pub const CARDS: AnswerFields = answer_type("CardsAnswer", &["cards"]);
pub const LOST_CARD: AnswerFields = answer_type("LostCardAnswer", &["cards", "cardCode"]);
pub const GIFT_CARD: AnswerFields = answer_type("GiftCardAnswer", &["balance", "expiresAt"]);
/// An external service may send `productIds` instead (WATCH-03).
pub const FILMS: AnswerFields =
    AnswerFields { service_fields: &["productIds"], ..answer_type("FilmsAnswer", &["externalFilmIds"]) };
pub const CINEMAS: AnswerFields = answer_type("CinemasAnswer", &["favoriteCinemas"]);
pub const PORTAL: AnswerFields = answer_type("PortalAnswer", &["url"]);
pub const PASS: AnswerFields = AnswerFields { is_pass: true, ..answer_type("PassAnswer", &["jwt"]) };
/// Account deletion: a refusal may ask to enter the password again.
pub const DELETED: AnswerFields = AnswerFields { with_refusal: &["reauthenticate"], ..NOTHING };

/// Session fields, in header mode only.
pub const TOKENS: &[&str] = &["sessionManagementTokens"];
pub const TOKENS_AND_IDS: &[&str] = &["sessionManagementTokens", "userSessionId", "encryptedSessionId"];
pub const ID: &[&str] = &["userSessionId"];
