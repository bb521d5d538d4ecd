//! Types of the loyalty gateway: responses of calls, requests of tills, errors (loyalty-gateway.md, sections 2 to 4).
//!
//! Fields are always present; a missing value is null, unless a field says otherwise.

mod answers;
mod endpoints;
mod history;
mod member;
mod offers;

pub use answers::{
    CardsAnswer, CinemasAnswer, ConcessionsAnswer, Done, DueAnswer, FilmsAnswer, GiftCardAnswer, ItemsAnswer,
    LostCardAnswer, MemberAnswer, MembershipAnswer, MembershipsAnswer, OrderedAnswer, OrdersAnswer,
    PassAnswer, PortalAnswer, ProblemReport, RedeemedAnswer, Refusal, RewardsAnswer, SearchAnswer,
    SessionTokens, TransactionsAnswer,
};
pub use endpoints::{
    CaptchaChallenge, EndSession, HandOverAnswer, MarketingId, MemberExport, MemberSession, MemberSessions,
    TillAnswer, TillKind, TillTransaction,
};
pub use history::{LoyaltyOrder, OrderKind, OrderLine, OrderStatus, PointsTransaction, TransactionKind};
pub use member::{Balance, CardStatus, LoyaltyCard, MemberDetails, MemberOrStanding, MemberStanding};
pub use offers::{
    FavoriteCinema, MembershipGroup, MembershipOffer, MoneyAmount, RewardItem, RewardOffer, VoucherOffer,
};
