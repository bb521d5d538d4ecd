//! Answers: the fields of a call that was carried out, or the code of the rule that refused it (section 2).

use std::sync::Arc;

use jiff::Timestamp;
use marquee_loyalty::{Details, LoyaltyError, Signed, SignedIn};
use marquee_model::loyalty::{Card, Line, Member, Money, Order};
use marquee_model::peach::{CATALOGUE, PeachCode};
use marquee_model::settings::LoyaltyProvider;
use serde_json::{Map, Value, json};

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

/// Fields of an answer.
pub fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The instant that means none (section 2).
const NEVER: &str = "0001-01-01T00:00:00Z";

pub fn instant(at: Option<Timestamp>) -> Value {
    at.map_or_else(|| json!(NEVER), |at| json!(seconds(at)))
}

/// An instant without parts of a second.
pub fn seconds(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second()).unwrap_or(at).to_string()
}

/// `memberDetails` (section 3).
pub fn member_details(details: &Details) -> Value {
    let Details { member, level_name, points, card } = details;
    let Member { consents, .. } = member;
    json!({
        "memberId": member.id, "clubId": member.club_id, "username": member.username, "email": member.email,
        "firstName": member.first_name, "lastName": member.last_name, "phoneNumber": member.phone_number,
        "mobileNumber": member.mobile_number, "dateOfBirth": member.date_of_birth, "gender": member.gender,
        "address1": member.address1, "address2": member.address2, "city": member.city, "state": member.state,
        "zipCode": member.zip_code, "country": member.country, "memberLevelId": member.level_id,
        "memberLevelName": level_name, "memberExpiry": instant(member.expires_at),
        "memberCardNumber": card.as_ref().map(|c| &c.code),
        "balances": balances(*points),
        "sendNewsletter": consents.send_newsletter, "wishToReceiveSMS": consents.wish_to_receive_sms,
        "contactByThirdParty": consents.contact_by_third_party,
        "newsletterFrequency": consents.newsletter_frequency,
        "pickupCinemaId": member.pickup_cinema_id, "preferredCinemaId": member.preferred_cinema_id,
        "preferredCinemaList": member.preferred_cinema_list, "preferredGenres": member.preferred_genres,
        "houseSize": member.house_size, "maritalStatus": member.marital_status, "nationalId": member.national_id,
        "isActivated": member.is_activated(), "createdAt": seconds(member.created_at),
    })
}

/// The same as text. It is made once for a look-up: a page's calls within a second tell the same details again and again.
pub fn details_text(signed: &Signed) -> &str {
    signed.told.get_or_init(|| member_details(&signed.details).to_string())
}

/// What a caller is told who proved nothing but to know an order: no personal data (security 1.11).
pub fn standing(details: &Details) -> Value {
    json!({
        "memberLevelId": details.member.level_id, "memberLevelName": details.level_name,
        "memberExpiry": instant(details.member.expires_at), "isActivated": details.member.is_activated(),
    })
}

pub fn balances(points: i64) -> Value {
    json!([{ "balanceType": marquee_model::loyalty::POINTS, "name": "Points", "amount": points }])
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
        },
    }
}

pub fn card(card: &Card) -> Value {
    json!({
        "cardCode": card.code, "cardType": card.card_type, "status": card.status, "isPrimary": card.is_primary,
        "issuedAt": seconds(card.issued_at), "expiresAt": instant(card.expires_at),
    })
}

fn lines(lines: &[Line]) -> Vec<Value> {
    let line = |l: &Line| json!({ "name": l.name, "quantity": l.quantity, "price": money(&l.price) });
    lines.iter().map(line).collect()
}

pub fn money(money: &Money) -> Value {
    json!({ "amount": money.amount, "currency": money.currency })
}

pub fn order(order: &Order) -> Value {
    json!({
        "orderId": order.id, "bookingReference": order.booking_reference, "orderedAt": seconds(order.ordered_at),
        "cinemaId": order.cinema_id, "cinemaName": order.cinema_name, "movieTitle": order.movie_title,
        "showtimeAt": order.showtime_at.map(seconds), "screenName": order.screen_name,
        "tickets": lines(&order.tickets), "concessions": lines(&order.concessions),
        "total": money(&order.total), "status": order.status, "ticketIds": order.ticket_ids,
        "kind": order.kind, "itemCode": order.item_code, "redeemedAt": order.redeemed_at.map(seconds),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn err_02_a_provider_may_have_a_sentence_of_its_own() {
        let weak = PeachCode::WeakPassword.number();
        let boost = sentence(weak, LoyaltyProvider::BoostPos).unwrap();
        assert!(boost.starts_with("Your password is not strong enough."));
        assert_eq!(sentence(weak, LoyaltyProvider::Cgr), Some("Password should meet complexity rules"));
        assert_eq!(sentence(30, LoyaltyProvider::BoostPos), Some("Member not found"));
        assert_eq!(sentence(7, LoyaltyProvider::None), None);
    }

    #[test]
    fn sess_06_no_end_is_the_zero_date() {
        assert_eq!(instant(None), json!("0001-01-01T00:00:00Z"));
        assert_eq!(instant("2026-11-20T18:00:00.123Z".parse().ok()), json!("2026-11-20T18:00:00Z"));
    }
}
