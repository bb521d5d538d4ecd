//! Types of the loyalty gateway: responses of calls, requests of tills, errors (loyalty-gateway.md, sections 2 to 4).
//!
//! Fields are always present; a missing value is null, unless a field says otherwise.

mod endpoints;
mod history;
mod member;
mod offers;
mod responses;

pub use endpoints::{
    CaptchaChallenge, EndSession, HandOverResponse, MarketingId, MemberExport, MemberSession, MemberSessions,
    TICKET_LIFETIME, TillKind, TillResponse, TillTransaction,
};
pub use history::{LoyaltyOrder, OrderKind, OrderLine, OrderStatus, PointsTransaction, TransactionKind};
pub use member::{Balance, CardStatus, LoyaltyCard, MemberDetails, MemberOrStanding, MemberStanding};
pub use offers::{
    FavoriteCinema, MembershipGroup, MembershipOffer, MoneyAmount, RewardItem, RewardOffer, VoucherOffer,
};
pub use responses::{
    CardsResponse, CinemasResponse, ConcessionsResponse, FilmsResponse, GiftCardResponse, ItemsResponse,
    LostCardResponse, MemberResponse, MembershipOrderResponse, MembershipResponse, MembershipsResponse,
    OrderedResponse, OrdersResponse, PassResponse, PortalResponse, ProblemReport, RedeemedResponse, Refusal,
    RewardsResponse, SearchResponse, SessionTokens, SuccessResponse, TransactionsResponse,
};

/// Header that selects the session mode of a request. Its only value is [`COOKIE_MODE`].
pub const SESSION_MODE_HEADER: &str = "Boxoffice-Session-Mode";

/// Value of [`SESSION_MODE_HEADER`] for cookie mode; without the header, tokens are in headers.
pub const COOKIE_MODE: &str = "cookie";

/// Header with the session token, in header mode (ROLE-05).
pub const SESSION_TOKEN_HEADER: &str = "Boxoffice-Session-Token";

/// Header with the refresh token, in header mode (ROLE-05).
pub const REFRESH_TOKEN_HEADER: &str = "Boxoffice-Refresh-Session-Token";

/// Header of requests from a page in a frame of another site (security 1.2).
pub const FRAME_HEADER: &str = "Boxoffice-Frame";

/// The cookie that tells scripts whether a member is signed in (SESS-11).
pub const STATE_COOKIE: &str = "loyaltyState";
