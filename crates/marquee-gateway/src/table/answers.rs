//! The answers of calls, by type in `marquee_api::loyalty`.

use super::Answers;

/// An answer without fields.
pub const NOTHING: Answers = Answers {
    schema: None,
    fields: &[],
    with_refusal: &[],
    of_service: &[],
    is_pass: false,
    may_lack: false,
};

const fn of(schema: &'static str, fields: &'static [&'static str]) -> Answers {
    Answers { schema: Some(schema), fields, ..NOTHING }
}

pub const MEMBER: Answers = of("MemberAnswer", &["memberDetails"]);
/// Without details if the member must confirm an address first.
pub const MEMBER_OR_NOTHING: Answers = Answers { may_lack: true, ..MEMBER };
pub const MEMBERSHIP: Answers =
    Answers { with_refusal: &["paymentUrl"], ..of("MembershipAnswer", &["orderId", "memberDetails"]) };
pub const SEARCH: Answers = of("SearchAnswer", &["hasUserName", "clubId"]);
pub const ORDERS: Answers = of("OrdersAnswer", &["orders"]);
pub const TRANSACTIONS: Answers = of("TransactionsAnswer", &["transactions"]);
pub const ITEMS: Answers = of("ItemsAnswer", &["items"]);
pub const REWARDS: Answers = of("RewardsAnswer", &["rewards"]);
pub const ORDERED: Answers = of("OrderedAnswer", &["orderId", "redemptionCode", "balances"]);
pub const REDEEMED: Answers = of("RedeemedAnswer", &["orderId", "redeemedAt"]);
pub const CONCESSIONS: Answers = of("ConcessionsAnswer", &["concessions"]);
pub const MEMBERSHIPS: Answers = of("MembershipsAnswer", &["listConcessionGrouping"]);
pub const DUE: Answers = of("DueAnswer", &["orderId", "amountDue"]);
pub const CARDS: Answers = of("CardsAnswer", &["cards"]);
pub const LOST_CARD: Answers = of("LostCardAnswer", &["cards", "cardCode"]);
pub const GIFT_CARD: Answers = of("GiftCardAnswer", &["balance", "expiresAt"]);
/// An external service may send `productIds` instead (WATCH-03).
pub const FILMS: Answers = Answers { of_service: &["productIds"], ..of("FilmsAnswer", &["externalFilmIds"]) };
pub const CINEMAS: Answers = of("CinemasAnswer", &["favoriteCinemas"]);
pub const PORTAL: Answers = of("PortalAnswer", &["url"]);
pub const PASS: Answers = Answers { is_pass: true, ..of("PassAnswer", &["jwt"]) };
/// Account deletion: a refusal may ask to enter the password again.
pub const LEFT: Answers = Answers { with_refusal: &["reauthenticate"], ..NOTHING };

/// Session fields, in header mode only.
pub const TOKENS: &[&str] = &["sessionManagementTokens"];
pub const TOKENS_AND_IDS: &[&str] = &["sessionManagementTokens", "userSessionId", "encryptedSessionId"];
pub const ID: &[&str] = &["userSessionId"];
