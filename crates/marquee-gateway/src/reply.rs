//! Responses: the fields of a successful call, or the code of the rule that refused it (loyalty-gateway.md, section 2).

use std::sync::Arc;

use jiff::Timestamp;
use marquee_api::loyalty::{
    Balance, LoyaltyCard, LoyaltyOrder, MemberDetails, MemberStanding, MoneyAmount, OrderLine,
};
use marquee_loyalty::{AuthenticatedMember, Details, LoyaltyError, SignInResult};
use marquee_messages::{Language, later};
use marquee_model::loyalty::{ApiVersion, Card, Member, Order};
use marquee_model::peach::PeachCode;
use marquee_model::settings::LoyaltyProvider;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::problem::Problem;
use crate::record::SessionRecord;
use crate::refusal_code::refusal_code;

/// Effect of a call on the visitor's session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Effect {
    #[default]
    None,
    /// New tokens.
    SignedIn {
        record: SessionRecord,
        /// Whether the membership has expired.
        is_expired: bool,
    },
    /// The session has ended.
    SignedOut,
    /// A registration was started under this identifier.
    RegistrationStarted(String),
}

/// Result of a call, before it is serialized.
#[derive(Debug, Clone, PartialEq)]
pub enum CallResponse {
    /// Success: the fields other than `peachCode` and `statusCode`.
    Done(Map<String, Value>, Effect),
    /// As [`CallResponse::Done`], with the details of the signed-in member.
    Member(Arc<AuthenticatedMember>, Map<String, Value>, Effect),
    /// Text, sent verbatim, such as a signed pass.
    Text(String),
    /// Bytes, sent verbatim.
    Bytes(Vec<u8>),
    Refused(Refusal),
}

/// A refusal by a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The `peachCode`.
    pub code: u16,
    /// Overrides the message of the catalog.
    pub message: Option<String>,
    /// Additional fields of the response.
    pub fields: Map<String, Value>,
    pub effect: Effect,
}

/// Why a call did not succeed.
#[derive(Debug)]
pub enum Failure {
    Refused(Box<Refusal>),
    Problem(Problem),
}

impl Refusal {
    #[must_use]
    pub fn new(code: PeachCode) -> Self {
        Self { code: code.number(), message: None, fields: Map::new(), effect: Effect::None }
    }
}

impl From<PeachCode> for Failure {
    fn from(code: PeachCode) -> Self {
        Self::Refused(Box::new(Refusal::new(code)))
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<LoyaltyError> for Failure {
    fn from(error: LoyaltyError) -> Self {
        match error {
            LoyaltyError::Refused(reason) => refusal_code(reason).into(),
            LoyaltyError::Reauthenticate => {
                let mut refusal = Refusal::new(PeachCode::WrongCurrentPassword);
                refusal.fields.insert("reauthenticate".to_owned(), Value::Bool(true));
                Self::Refused(Box::new(refusal))
            }
            LoyaltyError::Field { field, rule } => Problem::malformed(field, rule).into(),
            LoyaltyError::Limited { seconds } => Problem::TooManyRequests { seconds }.into(),
            LoyaltyError::Busy => Problem::Unavailable { seconds: 2 }.into(),
            LoyaltyError::Store(error) => {
                tracing::error!(%error, "database error in a member's call");
                Problem::Unavailable { seconds: 2 }.into()
            }
            LoyaltyError::Id(error) => {
                tracing::error!(%error, "invalid id");
                Problem::Unavailable { seconds: 2 }.into()
            }
            LoyaltyError::Json(error) => {
                tracing::error!(%error, "invalid stored data");
                Problem::Unavailable { seconds: 2 }.into()
            }
            LoyaltyError::Crypto(error) => {
                tracing::error!(%error, "cannot create a secret");
                Problem::Unavailable { seconds: 2 }.into()
            }
        }
    }
}

/// The English message of a code, in the provider's wording if it has its own (ERR-02). The browser chooses the same one; the
/// tests of both use fixtures/errors/texts.json.
#[must_use]
pub fn message(code: u16, provider: LoyaltyProvider) -> Option<&'static str> {
    let name = serde_json::to_value(provider).ok();
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
    let message = |key: &str| later::find(Language::ENGLISH, &format!("calls.codes.{key}"));
    message(&format!("{code}_{name}")).or_else(|| message(&code.to_string()))
}

/// The fields of a response; it must serialize to an object.
pub fn to_fields(response: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(response) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The zero date, which means "no instant" (section 2).
const NEVER: &str = "0001-01-01T00:00:00Z";

/// An instant, or the zero date for `None` (SESS-06).
pub fn format_instant_or_zero(at: Option<Timestamp>) -> String {
    at.map_or_else(|| NEVER.to_owned(), format_seconds)
}

/// An instant, truncated to whole seconds.
pub fn format_seconds(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second()).unwrap_or(at).to_string()
}

/// `memberDetails` (section 3).
#[must_use]
pub fn member_details(details: &Details) -> MemberDetails {
    let Details { member, level_name, points, card } = details;
    let Member { consents, .. } = member;
    MemberDetails {
        member_id: member.id.as_str().to_owned(),
        club_id: member.club_id.clone(),
        username: member.username.clone(),
        email: member.email.clone(),
        first_name: member.first_name.clone(),
        last_name: member.last_name.clone(),
        phone_number: member.phone_number.clone(),
        mobile_number: member.mobile_number.clone(),
        date_of_birth: member.date_of_birth.map(|date| date.to_string()),
        gender: member.gender.clone(),
        address1: member.address1.clone(),
        address2: member.address2.clone(),
        city: member.city.clone(),
        state: member.state.clone(),
        zip_code: member.zip_code.clone(),
        country: member.country.clone(),
        member_level_id: member.level_id,
        member_level_name: level_name.clone(),
        member_expiry: format_instant_or_zero(member.expires_at),
        member_card_number: card.as_ref().map(|c| c.code.as_str().to_owned()),
        balances: balances(*points),
        send_newsletter: consents.send_newsletter,
        wish_to_receive_sms: consents.wish_to_receive_sms,
        contact_by_third_party: consents.contact_by_third_party,
        newsletter_frequency: consents.newsletter_frequency.clone(),
        pickup_cinema_id: member.pickup_cinema_id.clone(),
        preferred_cinema_id: member.preferred_cinema_id.clone(),
        preferred_cinema_list: member.preferred_cinema_list.clone(),
        preferred_genres: member.preferred_genres.clone(),
        house_size: member.house_size,
        marital_status: member.marital_status.clone(),
        national_id: member.national_id.clone(),
        is_activated: member.is_activated(),
        created_at: format_seconds(member.created_at),
    }
}

/// `memberDetails` as JSON text. Cached in `principal`, because the calls of one page repeat the same details.
pub fn details_text(principal: &AuthenticatedMember) -> &str {
    principal
        .cached_response
        .get_or_init(|| serde_json::to_string(&member_details(&principal.details)).unwrap_or_default())
}

/// The fields for a caller who has only an order id: no personal data (security 1.11).
pub fn membership_status(details: &Details) -> MemberStanding {
    MemberStanding {
        member_level_id: details.member.level_id,
        member_level_name: details.level_name.clone(),
        member_expiry: format_instant_or_zero(details.member.expires_at),
        is_activated: details.member.is_activated(),
    }
}

pub fn balances(points: i64) -> Vec<Balance> {
    let balance_type = marquee_model::loyalty::POINTS.to_owned();
    vec![Balance { balance_type, name: "Points".to_owned(), amount: points }]
}

/// The tokens of a sign-in as an effect.
pub fn signed_in_effect(sign_in: &SignInResult) -> Effect {
    let is_v1 = sign_in.version == ApiVersion::V1;
    Effect::SignedIn {
        is_expired: sign_in.is_expired,
        record: SessionRecord {
            token: sign_in.tokens.session.clone(),
            refresh_token: sign_in.tokens.refresh.clone(),
            user_session_id: sign_in.tokens.user_session.clone().filter(|_| is_v1),
            member_id: Some(sign_in.details.member.id.as_str().to_owned()).filter(|_| is_v1),
            cypher_version: sign_in.version.number(),
            encrypted_session_id: None,
            seal: None,
        },
    }
}

pub fn card(card: &Card) -> LoyaltyCard {
    LoyaltyCard {
        card_code: card.code.as_str().to_owned(),
        card_type: card.card_type.clone(),
        status: card.status.into(),
        is_primary: card.is_primary,
        issued_at: format_seconds(card.issued_at),
        expires_at: format_instant_or_zero(card.expires_at),
    }
}

pub fn order(order: &Order) -> LoyaltyOrder {
    LoyaltyOrder {
        order_id: order.id.as_str().to_owned(),
        booking_reference: order.booking_reference.clone(),
        ordered_at: format_seconds(order.ordered_at),
        cinema_id: order.cinema_id.clone(),
        cinema_name: order.cinema_name.clone(),
        movie_title: order.movie_title.clone(),
        showtime_at: order.showtime_at.map(format_seconds),
        screen_name: order.screen_name.clone(),
        tickets: order.tickets.iter().map(OrderLine::from).collect(),
        concessions: order.concessions.iter().map(OrderLine::from).collect(),
        total: MoneyAmount::from(&order.total),
        status: order.status.into(),
        ticket_ids: order.ticket_ids.clone(),
        kind: order.kind.into(),
        item_code: order.item_code.clone(),
        redeemed_at: order.redeemed_at.map(format_seconds),
    }
}

#[cfg(test)]
mod tests;
