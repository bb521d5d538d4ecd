//! The rows of the table of calls.

use marquee_model::peach::PeachCode as P;

use super::CallName as N;
use super::answers::{
    CARDS, CINEMAS, CONCESSIONS, DUE, FILMS, GIFT_CARD, ID, ITEMS, LEFT, LOST_CARD, MEMBER,
    MEMBER_OR_NOTHING, MEMBERSHIP, MEMBERSHIPS, ORDERED, ORDERS, PASS, PORTAL, REDEEMED, REWARDS, SEARCH,
    TOKENS, TOKENS_AND_IDS, TRANSACTIONS,
};
use super::fields::{
    C1, C1T1, C3, C3T3, CHANGES, CREDENTIALS, FILM, NEW_MEMBER, PAYMENT, REGISTRATION, RESET, RESET_V3, T3,
};
use super::{Call, Session, get, post};

const SIGN_IN: &[P] =
    &[P::NotActivated, P::WrongCredentials, P::Expired, P::Locked, P::TooMany, P::PasswordDue, P::Blocked];
const REGISTER: &[P] = &[P::EmailTaken, P::WeakPassword, P::ActivationInfo, P::CardActive];
const CHANGE: &[P] = &[P::CurrentPassword, P::EmailOfAnother, P::WeakPassword, P::Locked, P::TooMany];
/// Version 1 also works without a session, with a `clubId` that may be wrong.
const CHANGE_V1: &[P] = &[
    P::Session,
    P::CurrentPassword,
    P::EmailOfAnother,
    P::WeakPassword,
    P::ActivationInfo,
    P::Locked,
    P::TooMany,
];
/// Refused to members whose membership has expired.
const OVER: &[P] = &[P::Expired];
const OVER_OR_WRONG: &[P] = &[P::Expired, P::ActivationInfo];
const OVER_OR_NOT_THEIRS: &[P] = &[P::Expired, P::MemberNotFound];
const WRONG: &[P] = &[P::ActivationInfo];

/// Every call, in the order of the contract.
pub const CALLS: &[Call] = &[
    post(N::Login, "/Member/Login", C1)
        .of(CREDENTIALS)
        .needs(CREDENTIALS)
        .captcha()
        .gives(MEMBER)
        .tells(TOKENS_AND_IDS)
        .refuses(SIGN_IN)
        .about("Signs in with user name or e-mail address and password."),
    post(N::Login, "/Member/v3/Login", C3)
        .of(CREDENTIALS)
        .needs(CREDENTIALS)
        .captcha()
        .gives(MEMBER)
        .tells(TOKENS)
        .refuses(SIGN_IN)
        .about("Signs in with user name or e-mail address and password."),
    get(N::RefreshLogin, "/Member/RefreshLogin", C1)
        .with(Session::Refresh)
        .gives(MEMBER)
        .tells(TOKENS)
        .about("Gives the next pair of tokens; the refresh token is spent."),
    get(N::RefreshLogin, "/Member/v3/RefreshLogin", C3)
        .with(Session::Refresh)
        .gives(MEMBER)
        .tells(TOKENS)
        .about("Gives the next pair of tokens; the refresh token is spent."),
    post(N::Logout, "/Member/Logout", C1).member().about("Ends the session at once."),
    post(N::Logout, "/Member/v3/Logout", C3T3)
        .of(&["cancelAssociatedOrder", "userSessionId"])
        .about("Ends the session of the refresh token in `userSessionId`; one that is not known is no failure."),
    post(N::Create, "/Member/Create", C1)
        .of(REGISTRATION)
        .needs(NEW_MEMBER)
        .captcha()
        .gives(MEMBER_OR_NOTHING)
        .tells(TOKENS_AND_IDS)
        .refuses(REGISTER)
        .about("Makes a member and signs them in, unless the address or a membership is to be confirmed first."),
    post(N::Create, "/Member/v3/Create", C3)
        .of(REGISTRATION)
        .needs(NEW_MEMBER)
        .captcha()
        .gives(MEMBER_OR_NOTHING)
        .tells(TOKENS)
        .refuses(REGISTER)
        .about("Makes a member and signs them in, unless the address or a membership is to be confirmed first."),
    post(N::StartRegistration, "/Member/StartRegistration", C1T1)
        .of(&["email"])
        .needs(&["email"])
        .captcha()
        .tells(ID)
        .refuses(&[P::EmailTaken])
        .about("Begins a registration for an address that no member has."),
    post(N::Edit, "/Member/Edit", C1)
        .of(CHANGES)
        .with(Session::Optional)
        .gives(MEMBER_OR_NOTHING)
        .refuses(CHANGE_V1)
        .about(
            "Changes the member's own fields; 58 with `reauthenticate` asks for `currentPassword`. Without a session it \
             sets the first user name of the member whose `clubId` a search gave, and answers nothing but success.",
        ),
    post(N::Edit, "/Member/v3/Edit", C3)
        .of(CHANGES)
        .member()
        .gives(MEMBER)
        .refuses(CHANGE)
        .about("Changes the member's own fields; 58 with `reauthenticate` asks for `currentPassword`."),
    get(N::UsernameReminder, "/Member/UsernameReminder/{circuitId}/{value}", &[])
        .captcha()
        .refuses(&[P::EmailUnknown])
        .about("Mails the user name to an e-mail address; 29 only where the site reveals unknown addresses."),
    get(
        N::GetResetPasswordCode,
        "/Member/GetResetPasswordCode",
        &["circuitId", "cinemaId", "emailAddress", "rootUrl", "resetPasswordLink"],
    )
    .captcha()
    .refuses(&[P::EmailUnknown])
    .about("Mails a link to set a new password; 29 only where the site reveals unknown addresses."),
    get(
        N::GetResetPasswordCode,
        "/Member/v3/GetResetPasswordCode",
        &["boxofficeCircuitId", "boxofficeCinemaId", "emailAddress", "rootUrl", "resetPasswordLink"],
    )
    .captcha()
    .refuses(&[P::EmailUnknown])
    .about("Mails a link to set a new password; 29 only where the site reveals unknown addresses."),
    get(
        N::ValidatePasswordResetCode,
        "/Member/ValidatePasswordResetCode",
        &["circuitId", "cinemaId", "emailAddress", "resetCode"],
    )
    .refuses(&[P::ResetCode])
    .about("Says whether a reset code is good; five wrong tries spend it."),
    post(N::ResetPassword, "/Member/ResetPassword", C1T1)
        .of(&["password", "resetCode", "emailAddress"])
        .needs(RESET)
        .refuses(&[P::ResetCode, P::WeakPassword])
        .about("Sets a new password with a reset code and ends all sessions."),
    post(N::ResetPassword, "/Member/v3/ResetPassword", C3T3)
        .of(RESET_V3)
        .needs(RESET)
        .refuses(&[P::ResetCode, P::WeakPassword])
        .about("Sets a new password with a reset code and ends all sessions."),
    post(N::MemberSearch, "/Member/MemberSearch/{circuitId}", &[])
        .of(&["email", "memberCardNumber", "lastName"])
        .needs(&["lastName"])
        .captcha()
        .gives(SEARCH)
        .refuses(WRONG)
        .about("Finds a member by e-mail address or card, and last name."),
    get(N::GetMember, "/Member/GetMember/", C1)
        .may(&["userSessionId"])
        .with(Session::RequiredOrId)
        .gives(MEMBER)
        .tells(TOKENS)
        .about("Tells who is signed in, or whose `userSessionId` a sign-in gave."),
    get(N::GetMember, "/Member/v3/GetMember/", C3)
        .may(&["userSessionId"])
        .with(Session::RequiredOrId)
        .gives(MEMBER)
        .tells(TOKENS)
        .about("Tells who is signed in, or whose `userSessionId` a sign-in gave."),
    get(N::ValidateToken, "/Member/ValidateToken", &["circuitId", "token"])
        .refuses(&[P::Session])
        .about("Says whether a token or a hand-over ticket is good, without using it up."),
    get(N::LoginByToken, "/Member/LoginByToken", &["circuitId", "token"])
        .may(&["fromTicketing"])
        .gives(MEMBER)
        .tells(TOKENS_AND_IDS)
        .refuses(&[P::Session])
        .about("Signs in with a hand-over ticket, once, or tells whose a session token is."),
    get(N::GetValidatedMember, "/Member/GetValidatedMember/{circuitId}", &["cinemaId"])
        .member()
        .gives(MEMBER)
        .tells(ID)
        .about("Tells who is signed in."),
    post(N::SendMemberActivationCode, "/Member/v3/SendMemberActivationCode", C3)
        .of(&["email"])
        .needs(&["email"])
        .captcha()
        .refuses(&[P::AlreadyActive])
        .about("Mails the link that confirms an address once more."),
    get(N::Delete, "/Member/v3/Delete/", &["boxofficeCircuitId", "memberId"])
        .member()
        .gives(LEFT)
        .refuses(&[P::CurrentPassword])
        .about("Erases the member's personal data and ends all sessions."),
    get(N::OrderHistory, "/Member/v2/OrderHistory", C1)
        .may(&["maxResults"])
        .member()
        .gives(ORDERS)
        .refuses(OVER)
        .about("Lists the member's orders, the newest first."),
    get(N::OrderHistory, "/Member/v3/OrderHistory", C3)
        .may(&["maxResults"])
        .member()
        .gives(ORDERS)
        .refuses(OVER)
        .about("Lists the member's orders, the newest first."),
    get(N::TransactionHistory, "/Member/v2/TransactionHistory", C1)
        .may(&["maxResults"])
        .member()
        .gives(TRANSACTIONS)
        .refuses(OVER)
        .about("Lists how the member's points came and went, the newest first."),
    get(N::TransactionHistory, "/Member/v3/TransactionHistory", C3)
        .member()
        .gives(TRANSACTIONS)
        .refuses(OVER)
        .about("Lists how the member's points came and went, the newest first."),
    get(N::GetItems, "/Member/GetItemsAvailableToValidatedLoyaltyMember/{circuitId}", &[])
        .member()
        .gives(ITEMS)
        .refuses(OVER)
        .about("Lists the rewards that the member can have now."),
    get(N::RewardsListing, "/Member/v3/RewardsListing", T3)
        .member()
        .gives(REWARDS)
        .refuses(OVER)
        .about("Lists all rewards of a cinema, with what keeps the member from having one."),
    post(N::OrderLoyaltyItem, "/Member/v3/OrderLoyaltyItem", T3)
        .of(&["itemCode", "quantity", "clientRequestId"])
        .needs(&["itemCode"])
        .member()
        .gives(ORDERED)
        .refuses(OVER_OR_WRONG)
        .about("Orders a reward for points; the same `clientRequestId` takes them once."),
    post(N::ConfirmItemRedemption, "/Member/v3/ConfirmItemRedemption", C3T3)
        .of(&["redemptionCode"])
        .needs(&["redemptionCode"])
        .gives(REDEEMED)
        .refuses(WRONG)
        .about("Notes that a reward was handed out, once."),
    get(N::GetEVoucherConcessions, "/Concession/GetAllEVoucherConcessions/{cinemaId}", &[])
        .gives(CONCESSIONS)
        .about("Lists the vouchers a cinema sells."),
    get(N::GetMembershipList, "/Member/GetMembershipList/{cinemaId}/", C1)
        .with(Session::Optional)
        .gives(MEMBERSHIPS)
        .about("Lists the memberships by heading."),
    post(N::SetMemberToActivateOnComplete, "/Member/SetMemberToActivateOnComplete", C1)
        .of(&["email", "memberLevelId", "memberItemId", "clubId"])
        .needs(&["email", "memberLevelId", "memberItemId"])
        .captcha()
        .tells(ID)
        .refuses(&[P::AlreadyActive, P::ActivationInfo])
        .about("Begins the activation of a membership."),
    post(N::AddMembership, "/Member/AddMembership/{cinemaId}", &[])
        .of(&["userSessionId", "cinemaId", "emailAddress", "mobile", "concessions"])
        .needs(&["userSessionId", "concessions"])
        .gives(DUE)
        .refuses(WRONG)
        .about("Orders the membership that was begun; its price is the catalogue's."),
    post(N::CompletePayment, "/Member/CompletePayment/", C1T1)
        .of(PAYMENT)
        .needs(&["OrderId"])
        .gives(MEMBERSHIP)
        .refuses(WRONG)
        .about("Begins a membership that is free or was paid; 85 with `paymentUrl` says where to pay."),
    get(N::GetCards, "/Member/v3/GetCards/", C3)
        .member()
        .gives(CARDS)
        .refuses(OVER)
        .about("Lists the member's cards."),
    post(N::AddCard, "/Member/v3/AddCard/", C3)
        .of(&["cardCode", "pin"])
        .needs(&["cardCode"])
        .member()
        .gives(CARDS)
        .refuses(&[P::Expired, P::ActivationInfo, P::CardActive])
        .about("Adds a card that nobody has."),
    post(N::DeleteCard, "/Member/DeleteCard", C1)
        .of(&["cardCode"])
        .needs(&["cardCode"])
        .member()
        .gives(CARDS)
        .refuses(OVER_OR_WRONG)
        .about("Takes a card off the member."),
    post(N::DeleteCard, "/Member/v3/DeleteCard", C3)
        .of(&["cardCode"])
        .needs(&["cardCode"])
        .member()
        .gives(CARDS)
        .refuses(OVER_OR_WRONG)
        .about("Takes a card off the member."),
    get(N::ReportLostCard, "/Member/v3/ReportLostCard", C3T3)
        .may(&["cardCode"])
        .member()
        .gives(LOST_CARD)
        .refuses(OVER_OR_WRONG)
        .about("Ends a lost card, the primary one if none is named, and gives another."),
    post(N::CheckGiftCardBalance, "/GiftCard/CheckGiftCardBalance", &["cinemaId"])
        .of(&["cardNumber", "pin"])
        .needs(&["cardNumber"])
        .captcha()
        .gives(GIFT_CARD)
        .refuses(&[P::GiftCard])
        .about("Tells what is on a gift card."),
    get(N::GetFavoriteFilms, "/Member/v3/GetFavoriteFilms", C3)
        .member()
        .gives(FILMS)
        .refuses(OVER)
        .about("Lists the films on the member's watchlist."),
    post(N::AddFavoriteFilm, "/Member/v3/AddFavoriteFilm", C3)
        .of(FILM)
        .member()
        .gives(FILMS)
        .refuses(&[P::Expired, P::FilmUnknown])
        .about("Puts a film on the watchlist."),
    post(N::RemoveFavoriteFilm, "/Member/v3/RemoveFavoriteFilm", C3)
        .of(FILM)
        .member()
        .gives(FILMS)
        .refuses(OVER)
        .about("Takes a film off the watchlist."),
    get(N::GetFavoriteCinemas, "/Member/v3/GetFavoriteCinemas", C3)
        .member()
        .gives(CINEMAS)
        .refuses(OVER)
        .about("Lists the member's favourite cinemas."),
    post(N::AddFavoriteCinema, "/Member/v3/AddFavoriteCinema", C3)
        .of(&["favoriteCinemas"])
        .needs(&["favoriteCinemas"])
        .member()
        .gives(CINEMAS)
        .refuses(OVER_OR_NOT_THEIRS)
        .about("Adds or changes favourite cinemas."),
    post(N::RemoveFavoriteCinema, "/Member/v3/RemoveFavoriteCinema", C3)
        .of(&["boxofficeCinemaId"])
        .needs(&["boxofficeCinemaId"])
        .member()
        .gives(CINEMAS)
        .refuses(OVER)
        .about("Removes a favourite cinema."),
    post(N::GetPaymentProviderPortalSession, "/Member/GetPaymentProviderPortalSession", C1T1)
        .of(&["returnUrl"])
        .needs(&["returnUrl"])
        .member()
        .gives(PORTAL)
        .refuses(OVER)
        .about("Gives the address where the member manages what they pay with."),
    get(N::CreateLoyaltyCard, "/Wallet/CreateLoyaltyCard/{circuitId}", &["cardNumber", "fullJwt"])
        .member()
        .gives(PASS)
        .refuses(OVER_OR_NOT_THEIRS)
        .about("Makes a pass of one of the member's own cards."),
    get(N::GetETicket, "/Wallet/GetETicket/{circuitId}/{ticketId}", &["fullJwt"])
        .member()
        .gives(PASS)
        .refuses(OVER_OR_NOT_THEIRS)
        .about("Makes a pass of one of the member's own tickets."),
];
