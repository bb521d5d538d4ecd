//! The table of all calls (loyalty-gateway.md, section 4). The gateway accepts only the calls in this table.
//! Dispatch, the filter for responses of external services, the reference and the OpenAPI document are derived from it.

use std::sync::LazyLock;

use marquee_model::peach::PeachCode;
use marquee_model::settings::DEFAULT_WALLET_PREFIX;

use crate::envelope::Method;
use crate::problem::Problem;
use crate::route::InnerRoute;

mod fields;
mod names;
mod responses;
mod rows;

pub use rows::CALLS;

/// Name of a call; all versions of a call share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// API version of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    V1,
    V2,
    V3,
}

/// Which session a call needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// No session; one that is sent is ignored.
    None,
    /// A session is used if it is sent.
    Optional,
    /// A session; without one, peachCode 7.
    Required,
    /// A session, or a `userSessionId` that a sign-in returned (ROLE-06).
    RequiredOrId,
    /// A refresh token; without one, peachCode 7.
    Refresh,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub name: CallName,
    pub method: Method,
    /// Path; `{name}` is an argument, `Wallet` is replaced by the site's `options.walletPrefix`.
    pub path: &'static str,
    /// Required query parameters.
    pub query: &'static [&'static str],
    /// Optional query parameters.
    pub optional: &'static [&'static str],
    pub session: Session,
    /// Whether a captcha is checked, if the site has one.
    pub captcha: bool,
    /// Payload fields; others are dropped.
    pub fields: &'static [&'static str],
    /// Required payload fields, a subset of `fields`.
    pub required: &'static [&'static str],
    /// Fields of the response other than its code.
    pub response: ResponseFields,
    /// Fields of the response about the session, in header mode only.
    pub session_fields: &'static [&'static str],
    /// Codes of the call's own rules; [`Call::codes`] adds those that follow from other columns.
    pub refusal_codes: &'static [PeachCode],
    /// One-sentence description.
    pub description: &'static str,
}

/// The fields of a response other than `peachCode` and `statusCode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseFields {
    /// Type in `marquee_api::loyalty`; `None` for a response without fields.
    pub schema: Option<&'static str>,
    /// Fields of a successful response.
    pub fields: &'static [&'static str],
    /// Fields that may come with a refusal.
    pub with_refusal: &'static [&'static str],
    /// Fields that only an external service returns.
    pub service_fields: &'static [&'static str],
    /// Whether it is a wallet pass: text or bytes; as a JSON field only from the engine.
    pub is_pass: bool,
    /// Whether the fields may be absent from a successful response.
    pub is_optional: bool,
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
        required: &[],
        response: responses::NOTHING,
        session_fields: &[],
        refusal_codes: &[],
        description: "",
    }
}

const fn post(name: CallName, path: &'static str, query: &'static [&'static str]) -> Call {
    Call { method: Method::Post, ..get(name, path, query) }
}

impl Call {
    const fn optional_query(self, optional: &'static [&'static str]) -> Self {
        Self { optional, ..self }
    }

    const fn session(self, session: Session) -> Self {
        Self { session, ..self }
    }

    const fn requires_session(self) -> Self {
        self.session(Session::Required)
    }

    const fn fields(self, fields: &'static [&'static str]) -> Self {
        Self { fields, ..self }
    }

    const fn required(self, required: &'static [&'static str]) -> Self {
        Self { required, ..self }
    }

    const fn response(self, response: ResponseFields) -> Self {
        Self { response, ..self }
    }

    const fn session_fields(self, session_fields: &'static [&'static str]) -> Self {
        Self { session_fields, ..self }
    }

    const fn refusal_codes(self, refused: &'static [PeachCode]) -> Self {
        Self { refusal_codes: refused, ..self }
    }

    const fn about(self, about: &'static str) -> Self {
        Self { description: about, ..self }
    }

    const fn captcha(self) -> Self {
        Self { captcha: true, ..self }
    }

    /// The version in the path; a path without one is version 1.
    #[must_use]
    pub fn version(&self) -> Version {
        match self.path.split('/').nth(2) {
            Some("v2") => Version::V2,
            Some("v3") => Version::V3,
            _ => Version::V1,
        }
    }

    /// Names of the arguments in the path.
    pub fn segments(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Every code the call may return, sorted: its own, 7 for a missing session, 30 for a circuit or cinema of another site,
    /// 429 for a failed captcha.
    #[must_use]
    pub fn codes(&self) -> Vec<PeachCode> {
        let places = ["circuitId", "cinemaId", "boxofficeCircuitId", "boxofficeCinemaId"];
        let has_place = self.segments().chain(self.query.iter().copied()).any(|name| places.contains(&name));
        let mut codes = vec![PeachCode::Success];
        codes.extend(
            (!matches!(self.session, Session::None | Session::Optional)).then_some(PeachCode::InvalidSession),
        );
        codes.extend(has_place.then_some(PeachCode::MemberNotFound));
        codes.extend(self.captcha.then_some(PeachCode::TooManyAttempts));
        codes.extend(self.refusal_codes);
        codes.sort_by_key(|code| code.number());
        codes.dedup();
        codes
    }

    /// Unique id in the OpenAPI document and generated clients, such as `loginV3`.
    #[must_use]
    pub fn operation_id(&self) -> String {
        format!("{}{}", self.name.operation(), self.version().suffix())
    }

    /// The fields that are copied from an external service's response.
    pub fn copied_service_fields(&self) -> impl Iterator<Item = &'static str> {
        let ResponseFields { fields, with_refusal, service_fields, is_pass, .. } = self.response;
        let on_success = if is_pass { &[] } else { fields };
        [on_success, with_refusal, service_fields].into_iter().flatten().copied()
    }
}

/// A row of the table with its parsed path.
struct Row {
    call: &'static Call,
    parts: Vec<Part>,
}

enum Part {
    /// A literal segment.
    Fixed(&'static str),
    /// The first segment of wallet routes, which a site can rename with `options.walletPrefix` (WALLET-03).
    WalletPrefix,
    /// An argument with this name.
    Argument(&'static str),
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let parse_segment =
        |text: &'static str| match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some(name) => Part::Argument(name),
            None if text == DEFAULT_WALLET_PREFIX => Part::WalletPrefix,
            None => Part::Fixed(text),
        };
    CALLS
        .iter()
        .map(|call| Row { call, parts: call.path.split('/').skip(1).map(parse_segment).collect() })
        .collect()
});

impl Row {
    /// The arguments of a matching path; `None` if the path does not match.
    fn matches(&self, segments: &[String], wallet_prefix: &str) -> Option<Arguments> {
        if self.parts.len() != segments.len() {
            return None;
        }
        let pairs = || self.parts.iter().zip(segments);
        // Compared from the end, because most paths share their first segments.
        let is_match = pairs().rev().all(|(part, segment)| match part {
            Part::Fixed(text) => text == segment,
            Part::WalletPrefix => wallet_prefix == segment,
            Part::Argument(_) => !segment.is_empty(),
        });
        is_match.then(|| {
            let mut arguments = Arguments::default();
            for (part, segment) in pairs() {
                if let Part::Argument(name) = part {
                    arguments.set(name, segment.clone());
                }
            }
            arguments
        })
    }
}

/// The arguments of a route: those in its path and the declared query parameters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments(Vec<(&'static str, String)>);

impl Arguments {
    /// An argument by its name in the table.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find_map(|(key, value)| (key == name).then_some(value))
    }

    fn set(&mut self, name: &'static str, value: String) {
        self.0.retain(|(key, _)| *key != name);
        self.0.push((name, value));
    }

    /// The circuit id, in the spelling of either version (TRANS-06).
    #[must_use]
    pub fn circuit(&self) -> Option<&str> {
        self.get("circuitId").or_else(|| self.get("boxofficeCircuitId"))
    }

    /// The cinema id, in the spelling of either version (TRANS-06).
    #[must_use]
    pub fn cinema(&self) -> Option<&str> {
        self.get("cinemaId").or_else(|| self.get("boxofficeCinemaId"))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// Finds the call of a route and its arguments. Undeclared query parameters are dropped. `wallet_prefix` is the site's
/// first segment of wallet routes.
///
/// # Errors
/// [`Problem::UnknownRoute`], [`Problem::MethodNotAllowed`], or [`Problem::Malformed`] if a required parameter is missing.
pub fn find(
    method: Method,
    route: &InnerRoute,
    wallet_prefix: &str,
) -> Result<(&'static Call, Arguments), Problem> {
    let matched = ROWS.iter().find_map(|row| Some((row.call, row.matches(&route.segments, wallet_prefix)?)));
    let (call, mut arguments) = matched.ok_or(Problem::UnknownRoute)?;
    if call.method != method {
        return Err(Problem::MethodNotAllowed { allowed: call.method.as_str() });
    }
    for name in call.query {
        let Some(value) = route.parameter(name) else {
            return Err(Problem::malformed("reqMetadata.route", format!("must have the parameter {name}")));
        };
        arguments.set(name, value.to_owned());
    }
    for name in call.optional {
        if let Some(value) = route.parameter(name) {
            arguments.set(name, value.to_owned());
        }
    }
    Ok((call, arguments))
}

#[cfg(test)]
mod tests;
