//! The table of all calls (loyalty-gateway.md, section 4). Nothing that stands not here goes through the gateway.
//! Its rows are in `rows`; dispatch, the list of what a service may answer, the reference and the OpenAPI document read
//! them.

use std::sync::LazyLock;

use marquee_model::peach::PeachCode;
use marquee_model::settings::DEFAULT_WALLET_PREFIX;

use crate::envelope::Method;
use crate::problem::Problem;
use crate::route::InnerRoute;

mod answers;
mod fields;
mod rows;

pub use rows::CALLS;

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
    /// Its path, `{name}` for a segment that is an argument. `Wallet` stands for the site's `options.walletPrefix`.
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
    /// Those of them that it cannot do without.
    pub needed: &'static [&'static str],
    /// What it answers beside its code.
    pub answer: Answers,
    /// What its answer tells of the session, in header mode.
    pub session_fields: &'static [&'static str],
    /// Why its own rules refuse it; what follows from its other columns is in [`Call::codes`].
    pub refused: &'static [PeachCode],
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// The fields of an answer beside `peachCode` and `statusCode`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answers {
    /// Its type in `marquee_api::loyalty`; nothing for an answer of nothing but success.
    pub schema: Option<&'static str>,
    /// Those of success.
    pub fields: &'static [&'static str],
    /// Those that may come with a refusal.
    pub with_refusal: &'static [&'static str],
    /// Those that only a service that stands in for the engine gives.
    pub of_service: &'static [&'static str],
    /// Whether it is a pass: text or bytes, its field in JSON only, and by the engine only.
    pub is_pass: bool,
    /// Whether success may as well say nothing of it.
    pub may_lack: bool,
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
        needed: &[],
        answer: answers::NOTHING,
        session_fields: &[],
        refused: &[],
        about: "",
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

    const fn needs(self, needed: &'static [&'static str]) -> Self {
        Self { needed, ..self }
    }

    const fn gives(self, answer: Answers) -> Self {
        Self { answer, ..self }
    }

    const fn tells(self, session_fields: &'static [&'static str]) -> Self {
        Self { session_fields, ..self }
    }

    const fn refuses(self, refused: &'static [PeachCode]) -> Self {
        Self { refused, ..self }
    }

    const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
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

    /// The names of the arguments in its path.
    pub fn segments(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Every code it may answer, sorted: its own, 7 for a session that is not there, 30 for a circuit or cinema that is not
    /// the site's, 429 for a captcha.
    #[must_use]
    pub fn codes(&self) -> Vec<PeachCode> {
        let places = ["circuitId", "cinemaId", "boxofficeCircuitId", "boxofficeCinemaId"];
        let has_place = self.segments().chain(self.query.iter().copied()).any(|name| places.contains(&name));
        let mut codes = vec![PeachCode::Success];
        codes.extend(
            (!matches!(self.session, Session::None | Session::Optional)).then_some(PeachCode::Session),
        );
        codes.extend(has_place.then_some(PeachCode::MemberNotFound));
        codes.extend(self.captcha.then_some(PeachCode::TooMany));
        codes.extend(self.refused);
        codes.sort_by_key(|code| code.number());
        codes.dedup();
        codes
    }

    /// What tells it apart from all others in documents and generated programs, such as `loginV3`.
    #[must_use]
    pub fn operation_id(&self) -> String {
        let name = format!("{:?}{:?}", self.name, self.version());
        name.chars().take(1).flat_map(char::to_lowercase).chain(name.chars().skip(1)).collect()
    }

    /// The fields that are taken over from a service that stands in for the engine.
    pub fn of_service(&self) -> impl Iterator<Item = &'static str> {
        let Answers { fields, with_refusal, of_service, is_pass, .. } = self.answer;
        let told = if is_pass { &[] } else { fields };
        [told, with_refusal, of_service].into_iter().flatten().copied()
    }
}

/// A row of the table with the parts of its path, taken apart once.
struct Row {
    call: &'static Call,
    parts: Vec<Part>,
}

enum Part {
    /// These letters.
    Fixed(&'static str),
    /// The first segment of the routes of passes, unless the site has `options.walletPrefix` (WALLET-03).
    WalletPrefix,
    /// An argument of this name.
    Argument(&'static str),
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let part = |text: &'static str| match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        Some(name) => Part::Argument(name),
        None if text == DEFAULT_WALLET_PREFIX => Part::WalletPrefix,
        None => Part::Fixed(text),
    };
    CALLS.iter().map(|call| Row { call, parts: call.path.split('/').skip(1).map(part).collect() }).collect()
});

impl Row {
    /// The arguments in a path's segments; nothing when the path is another one.
    fn matches(&self, segments: &[String], wallet_prefix: &str) -> Option<Arguments> {
        if self.parts.len() != segments.len() {
            return None;
        }
        let both = || self.parts.iter().zip(segments);
        // Paths begin alike: what comes last tells them apart.
        let fits = both().rev().all(|(part, segment)| match part {
            Part::Fixed(text) => text == segment,
            Part::WalletPrefix => wallet_prefix == segment,
            Part::Argument(_) => !segment.is_empty(),
        });
        fits.then(|| {
            let mut found = Arguments::default();
            for (part, segment) in both() {
                if let Part::Argument(name) = part {
                    found.set(name, segment.clone());
                }
            }
            found
        })
    }
}

/// What a route says beside which call it is: the arguments of its path and its declared parameters, nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments(Vec<(&'static str, String)>);

impl Arguments {
    /// An argument by the name the table gives it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find_map(|(known, value)| (known == name).then_some(value))
    }

    fn set(&mut self, name: &'static str, value: String) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value));
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

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// The call of a route, with its arguments. Parameters that the table does not name are dropped. `wallet_prefix` is the
/// site's first segment of the routes of passes.
///
/// # Errors
/// [`Problem::UnknownRoute`], [`Problem::OtherMethod`], or [`Problem::Malformed`] when a parameter is missing.
pub fn find(
    method: Method,
    route: &InnerRoute,
    wallet_prefix: &str,
) -> Result<(&'static Call, Arguments), Problem> {
    let found = ROWS.iter().find_map(|row| Some((row.call, row.matches(&route.segments, wallet_prefix)?)));
    let (call, mut arguments) = found.ok_or(Problem::UnknownRoute)?;
    if call.method != method {
        return Err(Problem::OtherMethod { allowed: call.method.as_str() });
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
