//! The rows of the table of calls.

use marquee_model::peach::PeachCode as P;

use super::CallName as N;
use super::fields::{
    CHANGES, CINEMA_V3, CIRCUIT_AND_CINEMA_V1, CIRCUIT_AND_CINEMA_V3, CIRCUIT_V1, CIRCUIT_V3, CREDENTIALS,
    FILM, NEW_MEMBER, PAYMENT, REGISTRATION, RESET, RESET_V3,
};
use super::responses::{
    CARDS, CINEMAS, CONCESSIONS, DELETED, FILMS, GIFT_CARD, ID, ITEMS, LOST_CARD, MEMBER, MEMBER_OR_NOTHING,
    MEMBERSHIP, MEMBERSHIP_ORDER, MEMBERSHIPS, ORDERED, ORDERS, PASS, PORTAL, REDEEMED, REWARDS, SEARCH,
    TOKENS, TOKENS_AND_IDS, TRANSACTIONS,
};
use super::{Call, Session, get, post};

const LOGIN_CODES: &[P] = &[
    P::NotActivated,
    P::WrongCredentials,
    P::Expired,
    P::Locked,
    P::TooManyAttempts,
    P::PasswordChangeRequired,
    P::Blocked,
];
const REGISTRATION_CODES: &[P] = &[P::EmailTaken, P::WeakPassword, P::InvalidActivation, P::CardActive];
const EDIT_CODES: &[P] =
    &[P::WrongCurrentPassword, P::EmailTakenByOther, P::WeakPassword, P::Locked, P::TooManyAttempts];
/// Version 1 also works without a session, with a `clubId` that may be wrong.
const CHANGE_V1: &[P] = &[
    P::InvalidSession,
    P::WrongCurrentPassword,
    P::EmailTakenByOther,
    P::WeakPassword,
    P::InvalidActivation,
    P::Locked,
    P::TooManyAttempts,
];
/// Refused to members whose membership has expired.
const EXPIRED: &[P] = &[P::Expired];
const EXPIRED_OR_INVALID: &[P] = &[P::Expired, P::InvalidActivation];
const EXPIRED_OR_NOT_FOUND: &[P] = &[P::Expired, P::MemberNotFound];
const INVALID: &[P] = &[P::InvalidActivation];

/// Every call, in the order of the contract.
pub const CALLS: &[Call] = &[
    post(N::Login, "/Member/Login", CIRCUIT_V1)
        .fields(CREDENTIALS)
        .required(CREDENTIALS)
        .captcha()
        .response(MEMBER)
        .session_fields(TOKENS_AND_IDS)
        .refusal_codes(LOGIN_CODES)
        .about("Signs in with username or email address and password."),
    post(N::Login, "/Member/v3/Login", CIRCUIT_V3)
        .fields(CREDENTIALS)
        .required(CREDENTIALS)
        .captcha()
        .response(MEMBER)
        .session_fields(TOKENS)
        .refusal_codes(LOGIN_CODES)
        .about("Signs in with username or email address and password."),
    get(N::RefreshLogin, "/Member/RefreshLogin", CIRCUIT_V1)
        .session(Session::Refresh)
        .response(MEMBER)
        .session_fields(TOKENS)
        .about("Returns new tokens; consumes the refresh token."),
    get(N::RefreshLogin, "/Member/v3/RefreshLogin", CIRCUIT_V3)
        .session(Session::Refresh)
        .response(MEMBER)
        .session_fields(TOKENS)
        .about("Returns new tokens; consumes the refresh token."),
    post(N::Logout, "/Member/Logout", CIRCUIT_V1).requires_session().about("Ends the session at once."),
    post(N::Logout, "/Member/v3/Logout", CIRCUIT_AND_CINEMA_V3)
        .fields(&["cancelAssociatedOrder", "userSessionId"])
        .about("Ends the session of the refresh token in `userSessionId`; an unknown one is ignored."),
    post(N::Create, "/Member/Create", CIRCUIT_V1)
        .fields(REGISTRATION)
        .required(NEW_MEMBER)
        .captcha()
        .response(MEMBER_OR_NOTHING)
        .session_fields(TOKENS_AND_IDS)
        .refusal_codes(REGISTRATION_CODES)
        .about("Creates a member and signs them in, unless the email address or a membership must be confirmed first."),
    post(N::Create, "/Member/v3/Create", CIRCUIT_V3)
        .fields(REGISTRATION)
        .required(NEW_MEMBER)
        .captcha()
        .response(MEMBER_OR_NOTHING)
        .session_fields(TOKENS)
        .refusal_codes(REGISTRATION_CODES)
        .about("Creates a member and signs them in, unless the email address or a membership must be confirmed first."),
    post(N::StartRegistration, "/Member/StartRegistration", CIRCUIT_AND_CINEMA_V1)
        .fields(&["email"])
        .required(&["email"])
        .captcha()
        .session_fields(ID)
        .refusal_codes(&[P::EmailTaken])
        .about("Starts a registration for an unused email address."),
    post(N::Edit, "/Member/Edit", CIRCUIT_V1)
        .fields(CHANGES)
        .session(Session::Optional)
        .response(MEMBER_OR_NOTHING)
        .refusal_codes(CHANGE_V1)
        .about(
            "Updates the member's own fields; 58 with `reauthenticate` requires `currentPassword`. Without a session it \
             sets the first username of the member with the `clubId` from a search, and returns no data.",
        ),
    post(N::Edit, "/Member/v3/Edit", CIRCUIT_V3)
        .fields(CHANGES)
        .requires_session()
        .response(MEMBER)
        .refusal_codes(EDIT_CODES)
        .about("Updates the member's own fields; 58 with `reauthenticate` requires `currentPassword`."),
    get(N::UsernameReminder, "/Member/UsernameReminder/{circuitId}/{value}", &[])
        .captcha()
        .refusal_codes(&[P::EmailUnknown])
        .about("Mails the username to an email address; 29 only if the site reveals unknown addresses."),
    get(
        N::GetResetPasswordCode,
        "/Member/GetResetPasswordCode",
        &["circuitId", "cinemaId", "emailAddress", "rootUrl", "resetPasswordLink"],
    )
    .captcha()
    .refusal_codes(&[P::EmailUnknown])
    .about("Mails a link to set a new password; 29 only if the site reveals unknown addresses."),
    get(
        N::GetResetPasswordCode,
        "/Member/v3/GetResetPasswordCode",
        &["boxofficeCircuitId", "boxofficeCinemaId", "emailAddress", "rootUrl", "resetPasswordLink"],
    )
    .captcha()
    .refusal_codes(&[P::EmailUnknown])
    .about("Mails a link to set a new password; 29 only if the site reveals unknown addresses."),
    get(
        N::ValidatePasswordResetCode,
        "/Member/ValidatePasswordResetCode",
        &["circuitId", "cinemaId", "emailAddress", "resetCode"],
    )
    .refusal_codes(&[P::InvalidResetCode])
    .about("Checks a reset code; five wrong attempts invalidate it."),
    post(N::ResetPassword, "/Member/ResetPassword", CIRCUIT_AND_CINEMA_V1)
        .fields(&["password", "resetCode", "emailAddress"])
        .required(RESET)
        .refusal_codes(&[P::InvalidResetCode, P::WeakPassword])
        .about("Sets a new password with a reset code and ends all sessions."),
    post(N::ResetPassword, "/Member/v3/ResetPassword", CIRCUIT_AND_CINEMA_V3)
        .fields(RESET_V3)
        .required(RESET)
        .refusal_codes(&[P::InvalidResetCode, P::WeakPassword])
        .about("Sets a new password with a reset code and ends all sessions."),
    post(N::MemberSearch, "/Member/MemberSearch/{circuitId}", &[])
        .fields(&["email", "memberCardNumber", "lastName"])
        .required(&["lastName"])
        .captcha()
        .response(SEARCH)
        .refusal_codes(INVALID)
        .about("Finds a member by email address or card, and last name."),
    get(N::GetMember, "/Member/GetMember/", CIRCUIT_V1)
        .optional_query(&["userSessionId"])
        .session(Session::RequiredOrId)
        .response(MEMBER)
        .session_fields(TOKENS)
        .about("Returns the member of the session, or of the `userSessionId` of a sign-in."),
    get(N::GetMember, "/Member/v3/GetMember/", CIRCUIT_V3)
        .optional_query(&["userSessionId"])
        .session(Session::RequiredOrId)
        .response(MEMBER)
        .session_fields(TOKENS)
        .about("Returns the member of the session, or of the `userSessionId` of a sign-in."),
    get(N::ValidateToken, "/Member/ValidateToken", &["circuitId", "token"])
        .refusal_codes(&[P::InvalidSession])
        .about("Checks a session token or hand-over ticket, without consuming it."),
    get(N::LoginByToken, "/Member/LoginByToken", &["circuitId", "token"])
        .optional_query(&["fromTicketing"])
        .response(MEMBER)
        .session_fields(TOKENS_AND_IDS)
        .refusal_codes(&[P::InvalidSession])
        .about("Signs in with a hand-over ticket (once), or returns the member of a session token."),
    get(N::GetValidatedMember, "/Member/GetValidatedMember/{circuitId}", &["cinemaId"])
        .requires_session()
        .response(MEMBER)
        .session_fields(ID)
        .about("Returns the signed-in member."),
    post(N::SendMemberActivationCode, "/Member/v3/SendMemberActivationCode", CIRCUIT_V3)
        .fields(&["email"])
        .required(&["email"])
        .captcha()
        .refusal_codes(&[P::AlreadyActive])
        .about("Sends the activation mail again."),
    get(N::Delete, "/Member/v3/Delete/", &["boxofficeCircuitId", "memberId"])
        .requires_session()
        .response(DELETED)
        .refusal_codes(&[P::WrongCurrentPassword])
        .about("Erases the member's personal data and ends all sessions."),
    get(N::OrderHistory, "/Member/v2/OrderHistory", CIRCUIT_V1)
        .optional_query(&["maxResults"])
        .requires_session()
        .response(ORDERS)
        .refusal_codes(EXPIRED)
        .about("Lists the member's orders, newest first."),
    get(N::OrderHistory, "/Member/v3/OrderHistory", CIRCUIT_V3)
        .optional_query(&["maxResults"])
        .requires_session()
        .response(ORDERS)
        .refusal_codes(EXPIRED)
        .about("Lists the member's orders, newest first."),
    get(N::TransactionHistory, "/Member/v2/TransactionHistory", CIRCUIT_V1)
        .optional_query(&["maxResults"])
        .requires_session()
        .response(TRANSACTIONS)
        .refusal_codes(EXPIRED)
        .about("Lists the member's point transactions, newest first."),
    get(N::TransactionHistory, "/Member/v3/TransactionHistory", CIRCUIT_V3)
        .requires_session()
        .response(TRANSACTIONS)
        .refusal_codes(EXPIRED)
        .about("Lists the member's point transactions, newest first."),
    get(N::GetItems, "/Member/GetItemsAvailableToValidatedLoyaltyMember/{circuitId}", &[])
        .requires_session()
        .response(ITEMS)
        .refusal_codes(EXPIRED)
        .about("Lists the rewards that the member can order now."),
    get(N::RewardsListing, "/Member/v3/RewardsListing", CINEMA_V3)
        .requires_session()
        .response(REWARDS)
        .refusal_codes(EXPIRED)
        .about("Lists all rewards of a cinema, with the reason if the member cannot order one."),
    post(N::OrderLoyaltyItem, "/Member/v3/OrderLoyaltyItem", CINEMA_V3)
        .fields(&["itemCode", "quantity", "clientRequestId"])
        .required(&["itemCode"])
        .requires_session()
        .response(ORDERED)
        .refusal_codes(EXPIRED_OR_INVALID)
        .about("Orders a reward for points. Idempotent by `clientRequestId`."),
    post(N::ConfirmItemRedemption, "/Member/v3/ConfirmItemRedemption", CIRCUIT_AND_CINEMA_V3)
        .fields(&["redemptionCode"])
        .required(&["redemptionCode"])
        .response(REDEEMED)
        .refusal_codes(INVALID)
        .about("Marks a reward as redeemed; works once."),
    get(N::GetEVoucherConcessions, "/Concession/GetAllEVoucherConcessions/{cinemaId}", &[])
        .response(CONCESSIONS)
        .about("Lists the vouchers a cinema sells."),
    get(N::GetMembershipList, "/Member/GetMembershipList/{cinemaId}/", CIRCUIT_V1)
        .session(Session::Optional)
        .response(MEMBERSHIPS)
        .about("Lists the memberships by group."),
    post(N::SetMemberToActivateOnComplete, "/Member/SetMemberToActivateOnComplete", CIRCUIT_V1)
        .fields(&["email", "memberLevelId", "memberItemId", "clubId"])
        .required(&["email", "memberLevelId", "memberItemId"])
        .captcha()
        .session_fields(ID)
        .refusal_codes(&[P::AlreadyActive, P::InvalidActivation])
        .about("Starts the activation of a membership."),
    post(N::AddMembership, "/Member/AddMembership/{cinemaId}", &[])
        .fields(&["userSessionId", "cinemaId", "emailAddress", "mobile", "concessions"])
        .required(&["userSessionId", "concessions"])
        .response(MEMBERSHIP_ORDER)
        .refusal_codes(INVALID)
        .about("Orders the selected membership at its list price."),
    post(N::CompletePayment, "/Member/CompletePayment/", CIRCUIT_AND_CINEMA_V1)
        .fields(PAYMENT)
        .required(&["OrderId"])
        .response(MEMBERSHIP)
        .refusal_codes(INVALID)
        .about("Activates a free or paid membership; 85 with `paymentUrl` if payment is due."),
    get(N::GetCards, "/Member/v3/GetCards/", CIRCUIT_V3)
        .requires_session()
        .response(CARDS)
        .refusal_codes(EXPIRED)
        .about("Lists the member's cards."),
    post(N::AddCard, "/Member/v3/AddCard/", CIRCUIT_V3)
        .fields(&["cardCode", "pin"])
        .required(&["cardCode"])
        .requires_session()
        .response(CARDS)
        .refusal_codes(&[P::Expired, P::InvalidActivation, P::CardActive])
        .about("Adds a card without an owner to the member."),
    post(N::DeleteCard, "/Member/DeleteCard", CIRCUIT_V1)
        .fields(&["cardCode"])
        .required(&["cardCode"])
        .requires_session()
        .response(CARDS)
        .refusal_codes(EXPIRED_OR_INVALID)
        .about("Removes a card from the member."),
    post(N::DeleteCard, "/Member/v3/DeleteCard", CIRCUIT_V3)
        .fields(&["cardCode"])
        .required(&["cardCode"])
        .requires_session()
        .response(CARDS)
        .refusal_codes(EXPIRED_OR_INVALID)
        .about("Removes a card from the member."),
    get(N::ReportLostCard, "/Member/v3/ReportLostCard", CIRCUIT_AND_CINEMA_V3)
        .optional_query(&["cardCode"])
        .requires_session()
        .response(LOST_CARD)
        .refusal_codes(EXPIRED_OR_INVALID)
        .about("Blocks a lost card (default: the primary one) and issues a replacement."),
    post(N::CheckGiftCardBalance, "/GiftCard/CheckGiftCardBalance", &["cinemaId"])
        .fields(&["cardNumber", "pin"])
        .required(&["cardNumber"])
        .captcha()
        .response(GIFT_CARD)
        .refusal_codes(&[P::InvalidGiftCard])
        .about("Returns the balance of a gift card."),
    get(N::GetFavoriteFilms, "/Member/v3/GetFavoriteFilms", CIRCUIT_V3)
        .requires_session()
        .response(FILMS)
        .refusal_codes(EXPIRED)
        .about("Lists the films on the member's watchlist."),
    post(N::AddFavoriteFilm, "/Member/v3/AddFavoriteFilm", CIRCUIT_V3)
        .fields(FILM)
        .requires_session()
        .response(FILMS)
        .refusal_codes(&[P::Expired, P::UnknownFilm])
        .about("Adds a film to the watchlist."),
    post(N::RemoveFavoriteFilm, "/Member/v3/RemoveFavoriteFilm", CIRCUIT_V3)
        .fields(FILM)
        .requires_session()
        .response(FILMS)
        .refusal_codes(EXPIRED)
        .about("Removes a film from the watchlist."),
    get(N::GetFavoriteCinemas, "/Member/v3/GetFavoriteCinemas", CIRCUIT_V3)
        .requires_session()
        .response(CINEMAS)
        .refusal_codes(EXPIRED)
        .about("Lists the member's favorite cinemas."),
    post(N::AddFavoriteCinema, "/Member/v3/AddFavoriteCinema", CIRCUIT_V3)
        .fields(&["favoriteCinemas"])
        .required(&["favoriteCinemas"])
        .requires_session()
        .response(CINEMAS)
        .refusal_codes(EXPIRED_OR_NOT_FOUND)
        .about("Adds or changes favorite cinemas."),
    post(N::RemoveFavoriteCinema, "/Member/v3/RemoveFavoriteCinema", CIRCUIT_V3)
        .fields(&["boxofficeCinemaId"])
        .required(&["boxofficeCinemaId"])
        .requires_session()
        .response(CINEMAS)
        .refusal_codes(EXPIRED)
        .about("Removes a favorite cinema."),
    post(N::GetPaymentProviderPortalSession, "/Member/GetPaymentProviderPortalSession", CIRCUIT_AND_CINEMA_V1)
        .fields(&["returnUrl"])
        .required(&["returnUrl"])
        .requires_session()
        .response(PORTAL)
        .refusal_codes(EXPIRED)
        .about("Returns the URL of the payment portal, where the member manages payment methods."),
    get(N::CreateLoyaltyCard, "/Wallet/CreateLoyaltyCard/{circuitId}", &["cardNumber", "fullJwt"])
        .requires_session()
        .response(PASS)
        .refusal_codes(EXPIRED_OR_NOT_FOUND)
        .about("Creates a wallet pass for one of the member's cards."),
    get(N::GetETicket, "/Wallet/GetETicket/{circuitId}/{ticketId}", &["fullJwt"])
        .requires_session()
        .response(PASS)
        .refusal_codes(EXPIRED_OR_NOT_FOUND)
        .about("Creates a wallet pass for one of the member's tickets."),
];
