//! The table of all calls (loyalty-gateway.md, section 4). Nothing that stands not here goes through the gateway.

use std::collections::BTreeMap;

use crate::envelope::Method;
use crate::problem::Problem;
use crate::route::InnerRoute;

/// What a call does; both versions of a call have one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are those of the routes")]
pub enum CallName {
    Login,
    RefreshLogin,
    Logout,
    Create,
    StartRegistration,
    Edit,
    UsernameReminder,
    GetResetPasswordCode,
    ValidatePasswordResetCode,
    ResetPassword,
    MemberSearch,
    GetMember,
    ValidateToken,
    LoginByToken,
    GetValidatedMember,
    SendMemberActivationCode,
    Delete,
    OrderHistory,
    TransactionHistory,
    GetItems,
    RewardsListing,
    OrderLoyaltyItem,
    ConfirmItemRedemption,
    GetEVoucherConcessions,
    GetMembershipList,
    SetMemberToActivateOnComplete,
    AddMembership,
    CompletePayment,
    GetCards,
    AddCard,
    DeleteCard,
    ReportLostCard,
    CheckGiftCardBalance,
    GetFavoriteFilms,
    AddFavoriteFilm,
    RemoveFavoriteFilm,
    GetFavoriteCinemas,
    AddFavoriteCinema,
    RemoveFavoriteCinema,
    GetPaymentProviderPortalSession,
    CreateLoyaltyCard,
    GetETicket,
}

/// The version of the interface a route belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Version {
    V1,
    V2,
    V3,
}

/// What a call needs to know of who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// Anybody may make it; a session is not looked at.
    None,
    /// A session is used when it is sent.
    Optional,
    /// Only with a session, else peachCode 7.
    Required,
    /// With a session, or with a `userSessionId` that a login gave (ROLE-06).
    RequiredOrId,
    /// With a refresh token.
    Refresh,
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// What it does.
    pub name: CallName,
    /// Its inner method.
    pub method: Method,
    /// Its path, `{name}` for a segment that is an argument.
    pub path: &'static str,
    /// The parameters it must have.
    pub query: &'static [&'static str],
    /// The parameters it may have.
    pub optional: &'static [&'static str],
    /// What it needs of a session.
    pub session: Session,
    /// Whether a captcha is checked where the site has one.
    pub captcha: bool,
    /// The fields its payload may have; others are dropped.
    pub fields: &'static [&'static str],
}

const fn get(name: CallName, path: &'static str, query: &'static [&'static str]) -> Call {
    Call {
        name,
        method: Method::Get,
        path,
        query,
        optional: &[],
        session: Session::None,
        captcha: false,
        fields: &[],
    }
}

const fn post(name: CallName, path: &'static str, query: &'static [&'static str]) -> Call {
    Call { method: Method::Post, ..get(name, path, query) }
}

impl Call {
    const fn may(self, optional: &'static [&'static str]) -> Self {
        Self { optional, ..self }
    }

    const fn with(self, session: Session) -> Self {
        Self { session, ..self }
    }

    const fn member(self) -> Self {
        self.with(Session::Required)
    }

    const fn of(self, fields: &'static [&'static str]) -> Self {
        Self { fields, ..self }
    }

    const fn captcha(self) -> Self {
        Self { captcha: true, ..self }
    }

    /// The version its path names; version 1 names none.
    #[must_use]
    pub fn version(&self) -> Version {
        match self.path.split('/').nth(2) {
            Some("v2") => Version::V2,
            Some("v3") => Version::V3,
            _ => Version::V1,
        }
    }

    /// The arguments in a path's segments; nothing when the path is another one.
    fn matches(&self, segments: &[String]) -> Option<Arguments> {
        let template = || self.path.split('/').skip(1);
        if template().count() != segments.len() {
            return None;
        }
        let mut found = Arguments::default();
        for (part, segment) in template().zip(segments) {
            match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                Some(name) if !segment.is_empty() => {
                    found.0.insert(name, segment.clone());
                }
                None if part == segment => {}
                _ => return None,
            }
        }
        Some(found)
    }
}

const C1: &[&str] = &["circuitId"];
const C1T1: &[&str] = &["circuitId", "cinemaId"];
const C3: &[&str] = &["boxofficeCircuitId"];
const C3T3: &[&str] = &["boxofficeCircuitId", "boxofficeCinemaId"];
const T3: &[&str] = &["boxofficeCinemaId"];

const CREDENTIALS: &[&str] = &["username", "password"];
/// The registration payload (REG-01 to REG-14).
const REGISTRATION: &[&str] = &[
    "clubId",
    "username",
    "email",
    "password",
    "firstName",
    "lastName",
    "phoneNumber",
    "mobileNumber",
    "dateOfBirth",
    "gender",
    "memberId",
    "address1",
    "address2",
    "city",
    "state",
    "zipCode",
    "country",
    "houseSize",
    "maritalStatus",
    "sendNewsletter",
    "wishToReceiveSMS",
    "contactByThirdParty",
    "newsletterFrequency",
    "pickupCinemaId",
    "preferredCinemaId",
    "preferredCinemaList",
    "preferenceList",
    "preferredGenres",
    "memberItemId",
    "memberLevelId",
    "nationalId",
    "updatePreferences",
    "memberCardNumber",
];
/// What a member may change: the same, and the password until now.
const CHANGES: &[&str] = &[
    "clubId",
    "username",
    "email",
    "password",
    "currentPassword",
    "firstName",
    "lastName",
    "phoneNumber",
    "mobileNumber",
    "dateOfBirth",
    "gender",
    "address1",
    "address2",
    "city",
    "state",
    "zipCode",
    "country",
    "houseSize",
    "maritalStatus",
    "sendNewsletter",
    "wishToReceiveSMS",
    "contactByThirdParty",
    "newsletterFrequency",
    "pickupCinemaId",
    "preferredCinemaId",
    "preferredCinemaList",
    "preferredGenres",
    "nationalId",
];
const FILM: &[&str] = &["externalFilmId", "boxofficeId"];
/// The complete-payment payload (ACT-06).
const PAYMENT: &[&str] = &[
    "QueryString",
    "PostValues",
    "PostValuesModel",
    "OtherPayments",
    "IsNewMember",
    "AmountPaidPaymentProvider",
    "OrderId",
    "Customer",
];

use CallName as N;

/// Every call, in the order of the contract.
pub const CALLS: &[Call] = &[
    post(N::Login, "/Member/Login", C1).of(CREDENTIALS).captcha(),
    post(N::Login, "/Member/v3/Login", C3).of(CREDENTIALS).captcha(),
    get(N::RefreshLogin, "/Member/RefreshLogin", C1).with(Session::Refresh),
    get(N::RefreshLogin, "/Member/v3/RefreshLogin", C3).with(Session::Refresh),
    post(N::Logout, "/Member/Logout", C1).member(),
    post(N::Logout, "/Member/v3/Logout", C3T3).of(&["cancelAssociatedOrder", "userSessionId"]),
    post(N::Create, "/Member/Create", C1).of(REGISTRATION).captcha(),
    post(N::Create, "/Member/v3/Create", C3).of(REGISTRATION).captcha(),
    post(N::StartRegistration, "/Member/StartRegistration", C1T1).of(&["email"]).captcha(),
    post(N::Edit, "/Member/Edit", C1).of(CHANGES).with(Session::Optional),
    post(N::Edit, "/Member/v3/Edit", C3).of(CHANGES).member(),
    get(N::UsernameReminder, "/Member/UsernameReminder/{circuitId}/{value}", &[]).captcha(),
    get(
        N::GetResetPasswordCode,
        "/Member/GetResetPasswordCode",
        &["circuitId", "cinemaId", "emailAddress", "rootUrl", "resetPasswordLink"],
    )
    .captcha(),
    get(
        N::GetResetPasswordCode,
        "/Member/v3/GetResetPasswordCode",
        &["boxofficeCircuitId", "boxofficeCinemaId", "emailAddress", "rootUrl", "resetPasswordLink"],
    )
    .captcha(),
    get(
        N::ValidatePasswordResetCode,
        "/Member/ValidatePasswordResetCode",
        &["circuitId", "cinemaId", "emailAddress", "resetCode"],
    ),
    post(N::ResetPassword, "/Member/ResetPassword", C1T1).of(&["password", "resetCode", "emailAddress"]),
    post(N::ResetPassword, "/Member/v3/ResetPassword", C3T3).of(&[
        "password",
        "resetCode",
        "membershipId",
        "uid",
    ]),
    post(N::MemberSearch, "/Member/MemberSearch/{circuitId}", &[])
        .of(&["email", "memberCardNumber", "lastName"])
        .captcha(),
    get(N::GetMember, "/Member/GetMember/", C1).may(&["userSessionId"]).with(Session::RequiredOrId),
    get(N::GetMember, "/Member/v3/GetMember/", C3).may(&["userSessionId"]).with(Session::RequiredOrId),
    get(N::ValidateToken, "/Member/ValidateToken", &["circuitId", "token"]),
    get(N::LoginByToken, "/Member/LoginByToken", &["circuitId", "token"]).may(&["fromTicketing"]),
    get(N::GetValidatedMember, "/Member/GetValidatedMember/{circuitId}", &["cinemaId"]).member(),
    post(N::SendMemberActivationCode, "/Member/v3/SendMemberActivationCode", C3).of(&["email"]).captcha(),
    get(N::Delete, "/Member/v3/Delete/", &["boxofficeCircuitId", "memberId"]).member(),
    get(N::OrderHistory, "/Member/v2/OrderHistory", C1).may(&["maxResults"]).member(),
    get(N::OrderHistory, "/Member/v3/OrderHistory", C3).may(&["maxResults"]).member(),
    get(N::TransactionHistory, "/Member/v2/TransactionHistory", C1).may(&["maxResults"]).member(),
    get(N::TransactionHistory, "/Member/v3/TransactionHistory", C3).member(),
    get(N::GetItems, "/Member/GetItemsAvailableToValidatedLoyaltyMember/{circuitId}", &[]).member(),
    get(N::RewardsListing, "/Member/v3/RewardsListing", T3).member(),
    post(N::OrderLoyaltyItem, "/Member/v3/OrderLoyaltyItem", T3)
        .of(&["itemCode", "quantity", "clientRequestId"])
        .member(),
    post(N::ConfirmItemRedemption, "/Member/v3/ConfirmItemRedemption", C3T3).of(&["redemptionCode"]),
    get(N::GetEVoucherConcessions, "/Concession/GetAllEVoucherConcessions/{cinemaId}", &[]),
    get(N::GetMembershipList, "/Member/GetMembershipList/{cinemaId}/", C1).with(Session::Optional),
    post(N::SetMemberToActivateOnComplete, "/Member/SetMemberToActivateOnComplete", C1)
        .of(&["email", "memberLevelId", "memberItemId", "clubId"])
        .captcha(),
    post(N::AddMembership, "/Member/AddMembership/{cinemaId}", &[]).of(&[
        "userSessionId",
        "cinemaId",
        "emailAddress",
        "mobile",
        "concessions",
    ]),
    post(N::CompletePayment, "/Member/CompletePayment/", C1T1).of(PAYMENT),
    get(N::GetCards, "/Member/v3/GetCards/", C3).member(),
    post(N::AddCard, "/Member/v3/AddCard/", C3).of(&["cardCode", "pin"]).member(),
    post(N::DeleteCard, "/Member/DeleteCard", C1).of(&["cardCode"]).member(),
    post(N::DeleteCard, "/Member/v3/DeleteCard", C3).of(&["cardCode"]).member(),
    get(N::ReportLostCard, "/Member/v3/ReportLostCard", C3T3).may(&["cardCode"]).member(),
    post(N::CheckGiftCardBalance, "/GiftCard/CheckGiftCardBalance", &["cinemaId"])
        .of(&["cardNumber", "pin"])
        .captcha(),
    get(N::GetFavoriteFilms, "/Member/v3/GetFavoriteFilms", C3).member(),
    post(N::AddFavoriteFilm, "/Member/v3/AddFavoriteFilm", C3).of(FILM).member(),
    post(N::RemoveFavoriteFilm, "/Member/v3/RemoveFavoriteFilm", C3).of(FILM).member(),
    get(N::GetFavoriteCinemas, "/Member/v3/GetFavoriteCinemas", C3).member(),
    post(N::AddFavoriteCinema, "/Member/v3/AddFavoriteCinema", C3).of(&["favoriteCinemas"]).member(),
    post(N::RemoveFavoriteCinema, "/Member/v3/RemoveFavoriteCinema", C3).of(&["boxofficeCinemaId"]).member(),
    post(N::GetPaymentProviderPortalSession, "/Member/GetPaymentProviderPortalSession", C1T1)
        .of(&["returnUrl"])
        .member(),
    get(N::CreateLoyaltyCard, "/Wallet/CreateLoyaltyCard/{circuitId}", &["cardNumber", "fullJwt"]).member(),
    get(N::GetETicket, "/Wallet/GetETicket/{circuitId}/{ticketId}", &["fullJwt"]).member(),
];

/// What a route says beside which call it is: the arguments of its path and its declared parameters, nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments(BTreeMap<&'static str, String>);

impl Arguments {
    /// An argument by the name the table gives it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The circuit, however this version spells it (TRANS-06).
    #[must_use]
    pub fn circuit(&self) -> Option<&str> {
        self.get("circuitId").or_else(|| self.get("boxofficeCircuitId"))
    }

    /// The cinema, however this version spells it (TRANS-06).
    #[must_use]
    pub fn cinema(&self) -> Option<&str> {
        self.get("cinemaId").or_else(|| self.get("boxofficeCinemaId"))
    }

    /// All of them by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// The call of a route, with its arguments. Parameters that the table does not name are dropped.
///
/// # Errors
/// [`Problem::UnknownRoute`], [`Problem::OtherMethod`], or [`Problem::Malformed`] when a parameter is missing.
pub fn find(method: Method, route: &InnerRoute) -> Result<(&'static Call, Arguments), Problem> {
    let found = CALLS.iter().find_map(|call| Some((call, call.matches(&route.segments)?)));
    let (call, mut arguments) = found.ok_or(Problem::UnknownRoute)?;
    if call.method != method {
        return Err(Problem::OtherMethod { allowed: call.method.as_str() });
    }
    for name in call.query {
        let Some(value) = route.parameter(name) else {
            return Err(Problem::malformed("reqMetadata.route", format!("must have the parameter {name}")));
        };
        arguments.0.insert(name, value.to_owned());
    }
    for name in call.optional {
        if let Some(value) = route.parameter(name) {
            arguments.0.insert(name, value.to_owned());
        }
    }
    Ok((call, arguments))
}

#[cfg(test)]
mod tests;
