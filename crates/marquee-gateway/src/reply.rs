//! Answers: the fields of a call that was carried out, or the code of the rule that refused it (section 2).

use std::sync::Arc;

use jiff::Timestamp;
use marquee_api::loyalty::{
    Balance, LoyaltyCard, LoyaltyOrder, MemberDetails, MemberStanding, MoneyAmount, OrderLine,
};
use marquee_loyalty::{Details, LoyaltyError, Signed, SignedIn};
use marquee_model::loyalty::{Card, Member, Order};
use marquee_model::peach::{CATALOGUE, PeachCode};
use marquee_model::settings::LoyaltyProvider;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::problem::Problem;
use crate::record::Record;

/// What a call changes of the visitor's session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// These tokens are theirs from now on.
    SignedIn {
        /// The record.
        record: Record,
        /// Whether the membership is over.
        is_expired: bool,
    },
    /// They have none any more.
    SignedOut,
    /// A registration has begun under this identifier.
    Begun(String),
}

/// What a call leads to.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Fields beside `peachCode` and `statusCode`.
    Done(Map<String, Value>, Effect),
    /// As [`Answer::Done`], with the details of the member who is signed in.
    Member(Arc<Signed>, Map<String, Value>, Effect),
    /// Text as it is, such as a signed pass.
    Text(String),
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// A rule refused it.
    Refused(Refusal),
}

/// Why a rule refused a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The code.
    pub code: u16,
    /// Another message than the catalogue's.
    pub message: Option<String>,
    /// Further fields.
    pub fields: Map<String, Value>,
    /// What it changes of the session.
    pub effect: Effect,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// A rule refused the call.
    Refused(Box<Refusal>),
    /// A protocol error.
    Problem(Problem),
}

impl Refusal {
    /// With a code of the catalogue.
    #[must_use]
    pub fn of(code: PeachCode) -> Self {
        Self { code: code.number(), message: None, fields: Map::new(), effect: Effect::None }
    }
}

impl From<PeachCode> for Failure {
    fn from(code: PeachCode) -> Self {
        Self::Refused(Box::new(Refusal::of(code)))
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
            LoyaltyError::Refused(code) => code.into(),
            LoyaltyError::Reauthenticate => {
                let mut refusal = Refusal::of(PeachCode::CurrentPassword);
                refusal.fields.insert("reauthenticate".to_owned(), Value::Bool(true));
                Self::Refused(Box::new(refusal))
            }
            LoyaltyError::Field { field, must } => Problem::malformed(field, must).into(),
            LoyaltyError::Limited { seconds } => Problem::Limited { seconds }.into(),
            LoyaltyError::Busy => Problem::Unavailable { seconds: 2 }.into(),
            LoyaltyError::Store(error) => {
                tracing::error!(%error, "the database refused a member's call");
                Problem::Unavailable { seconds: 2 }.into()
            }
            LoyaltyError::Secret(error) => {
                tracing::error!(%error, "a secret could not be made");
                Problem::Unavailable { seconds: 2 }.into()
            }
        }
    }
}

/// The English sentence of a code, as the provider says it (ERR-02).
#[must_use]
pub fn sentence(code: u16, provider: LoyaltyProvider) -> Option<&'static str> {
    let name = serde_json::to_value(provider).ok();
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
    let of = |wanted: Option<&str>| {
        CATALOGUE.iter().find(|s| s.code.number() == code && s.provider == wanted).map(|s| s.en)
    };
    of(Some(name)).or_else(|| of(None))
}

/// Fields of an answer, which is always an object.
pub fn fields(answer: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(answer) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The instant that means none (section 2).
const NEVER: &str = "0001-01-01T00:00:00Z";

/// An instant; none is the zero date (SESS-06).
pub fn instant(at: Option<Timestamp>) -> String {
    at.map_or_else(|| NEVER.to_owned(), seconds)
}

/// An instant without parts of a second.
pub fn seconds(at: Timestamp) -> String {
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
        member_expiry: instant(member.expires_at),
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
        created_at: seconds(member.created_at),
    }
}

/// The same as text. It is made once for a look-up: a page's calls within a second tell the same details again and again.
pub fn details_text(signed: &Signed) -> &str {
    signed.told.get_or_init(|| serde_json::to_string(&member_details(&signed.details)).unwrap_or_default())
}

/// What a caller is told who proved nothing but to know an order: no personal data (security 1.11).
pub fn standing(details: &Details) -> MemberStanding {
    MemberStanding {
        member_level_id: details.member.level_id,
        member_level_name: details.level_name.clone(),
        member_expiry: instant(details.member.expires_at),
        is_activated: details.member.is_activated(),
    }
}

pub fn balances(points: i64) -> Vec<Balance> {
    let balance_type = marquee_model::loyalty::POINTS.to_owned();
    vec![Balance { balance_type, name: "Points".to_owned(), amount: points }]
}

/// The session of a sign-in: kept by the gateway in cookie mode, told in header mode.
pub fn signed_in(signed: &SignedIn) -> Effect {
    let first = signed.version == 1;
    Effect::SignedIn {
        is_expired: signed.is_expired,
        record: Record {
            token: signed.tokens.session.clone(),
            refresh_token: signed.tokens.refresh.clone(),
            user_session_id: signed.tokens.user_session.clone().filter(|_| first),
            member_id: Some(signed.details.member.id.as_str().to_owned()).filter(|_| first),
            cypher_version: signed.version,
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
        issued_at: seconds(card.issued_at),
        expires_at: instant(card.expires_at),
    }
}

pub fn order(order: &Order) -> LoyaltyOrder {
    LoyaltyOrder {
        order_id: order.id.as_str().to_owned(),
        booking_reference: order.booking_reference.clone(),
        ordered_at: seconds(order.ordered_at),
        cinema_id: order.cinema_id.clone(),
        cinema_name: order.cinema_name.clone(),
        movie_title: order.movie_title.clone(),
        showtime_at: order.showtime_at.map(seconds),
        screen_name: order.screen_name.clone(),
        tickets: order.tickets.iter().map(OrderLine::from).collect(),
        concessions: order.concessions.iter().map(OrderLine::from).collect(),
        total: MoneyAmount::from(&order.total),
        status: order.status.into(),
        ticket_ids: order.ticket_ids.clone(),
        kind: order.kind.into(),
        item_code: order.item_code.clone(),
        redeemed_at: order.redeemed_at.map(seconds),
    }
}

#[cfg(test)]
mod tests;
