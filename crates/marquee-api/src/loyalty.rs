//! Types of the loyalty gateway: responses of calls, requests of tills, errors (loyalty-gateway.md, sections 2 to 4).
//!
//! Fields are always present; a missing value is null, unless a field says otherwise.

mod answers;
mod desk;
mod history;
mod member;
mod offers;

pub use answers::{
    CardsAnswer, CinemasAnswer, ConcessionsAnswer, Done, DueAnswer, FilmsAnswer, GiftCardAnswer, ItemsAnswer,
    LostCardAnswer, MemberAnswer, MembershipAnswer, MembershipsAnswer, OrderedAnswer, OrdersAnswer,
    PassAnswer, PortalAnswer, ProblemReport, RedeemedAnswer, Refusal, RewardsAnswer, SearchAnswer,
    SessionTokens, TransactionsAnswer,
};
pub use desk::{
    CaptchaChallenge, EndSession, HandOverAnswer, MarketingId, MemberExport, MemberSession, MemberSessions,
    TillAnswer, TillKind, TillTransaction,
};
pub use history::{LoyaltyOrder, OrderKind, OrderLine, OrderStatus, PointsTransaction, TransactionKind};
pub use member::{Balance, CardStatus, LoyaltyCard, MemberDetails, MemberOrStanding, MemberStanding};
pub use offers::{
    FavoriteCinema, MembershipGroup, MembershipOffer, MoneyAmount, RewardItem, RewardOffer, VoucherOffer,
};

use ts_rs::TypeVisitor;

/// Visits all types that the browser uses.
pub(crate) fn visit(visitor: &mut impl TypeVisitor) {
    visitor.visit::<MemberAnswer>();
    visitor.visit::<MembershipAnswer>();
    visitor.visit::<SearchAnswer>();
    visitor.visit::<OrdersAnswer>();
    visitor.visit::<TransactionsAnswer>();
    visitor.visit::<ItemsAnswer>();
    visitor.visit::<RewardsAnswer>();
    visitor.visit::<OrderedAnswer>();
    visitor.visit::<RedeemedAnswer>();
    visitor.visit::<ConcessionsAnswer>();
    visitor.visit::<MembershipsAnswer>();
    visitor.visit::<DueAnswer>();
    visitor.visit::<CardsAnswer>();
    visitor.visit::<LostCardAnswer>();
    visitor.visit::<GiftCardAnswer>();
    visitor.visit::<FilmsAnswer>();
    visitor.visit::<CinemasAnswer>();
    visitor.visit::<PortalAnswer>();
    visitor.visit::<Refusal>();
    visitor.visit::<ProblemReport>();
    visitor.visit::<MemberSessions>();
    visitor.visit::<MarketingId>();
    visitor.visit::<HandOverAnswer>();
}
