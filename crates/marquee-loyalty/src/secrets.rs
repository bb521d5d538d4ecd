//! One-time codes that are sent by email or kept by a page. The database stores only their hashes (security 2.7).

use jiff::{SignedDuration, Timestamp};
use marquee_auth::Token;
use marquee_model::{MemberId, OrderId, SessionId, SiteId};
use marquee_store::{SecretKind, SecretRow, WriteTx};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::LoyaltyError;

/// A code to create.
pub(crate) struct NewSecret<'a> {
    /// The member to whom it belongs, if any.
    pub(crate) member: Option<&'a MemberId>,
    pub(crate) valid_for: SignedDuration,
    pub(crate) payload: SecretPayload,
}

/// The flow that a code continues, with its data.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum SecretPayload {
    /// Confirms an email address.
    Activation,
    /// Sets the username of a member without one.
    Capability,
    /// A started registration, without further data.
    Registration,
    /// An activation of a membership that is not completed yet.
    PendingActivation(PendingActivation),
    UserName(RequestedUserName),
    Membership(ConfirmedOrder),
    Ticket(Ticket),
    /// An encrypted session record.
    Record(String),
}

/// A membership that a visitor chose for a member.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PendingActivation {
    pub(crate) member: MemberId,
    /// The code of the membership.
    pub(crate) item: String,
    /// Keyed hash of the visitor's `User-Agent`.
    pub(crate) device: String,
}

/// A username that waits for the member's confirmation.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RequestedUserName {
    pub(crate) username: String,
}

/// An order of a free membership that waits for the member's confirmation.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ConfirmedOrder {
    pub(crate) order: OrderId,
}

/// A hand-over of a sign-in to the ticketing site.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub(crate) session: SessionId,
    /// The origin of the ticketing site.
    pub(crate) to: String,
}

impl SecretPayload {
    fn kind(&self) -> SecretKind {
        match self {
            Self::Activation => SecretKind::Activation,
            Self::Capability => SecretKind::SetUsername,
            Self::Registration | Self::PendingActivation(_) => SecretKind::Registration,
            Self::UserName(_) => SecretKind::UserName,
            Self::Membership(_) => SecretKind::Membership,
            Self::Ticket(_) => SecretKind::Ticket,
            Self::Record(_) => SecretKind::SessionRecord,
        }
    }
}

/// The data of a stored code; `None` if the code belongs to another flow.
pub(crate) fn payload<T: DeserializeOwned>(row: &SecretRow) -> Option<T> {
    T::deserialize(&row.data).ok()
}

/// The stored hash of a one-time token, in hexadecimal.
pub(crate) fn token_hash(token: &Token) -> String {
    hex::encode(token.hash().as_bytes())
}

impl Context {
    /// Creates a random code of 256 bits and stores its hash.
    pub(crate) async fn new_secret(
        &self,
        tx: &mut WriteTx,
        site: &SiteId,
        secret: NewSecret<'_>,
    ) -> Result<Token, LoyaltyError> {
        let token = Token::new()?;
        let row = SecretRow {
            hash: token_hash(&token),
            subject: secret.member.map(|id| id.as_str().to_owned()),
            ends_at: self.now().saturating_add(secret.valid_for).unwrap_or(Timestamp::MAX),
            attempts: 0,
            data: serde_json::to_value(&secret.payload)?,
        };
        tx.save_secret(site, secret.payload.kind(), &row).await?;
        Ok(token)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// After an update, codes of the previous version are valid for up to two days.
    #[test]
    fn security_2_7_the_stored_form_of_payloads_does_not_change() {
        let stored = |payload: &SecretPayload| serde_json::to_value(payload).unwrap();
        let session = SessionId::parse("s1").unwrap();
        let ticket = SecretPayload::Ticket(Ticket { session, to: "https://t.example".into() });
        assert_eq!(stored(&ticket), json!({ "session": "s1", "to": "https://t.example" }));
        let order = SecretPayload::Membership(ConfirmedOrder { order: OrderId::parse("o1").unwrap() });
        assert_eq!(stored(&order), json!({ "order": "o1" }));
        let name = SecretPayload::UserName(RequestedUserName { username: "ada".into() });
        assert_eq!(stored(&name), json!({ "username": "ada" }));
        assert_eq!(stored(&SecretPayload::Record("sealed".into())), json!("sealed"));
        assert_eq!(stored(&SecretPayload::Activation), json!(null));
        let member = MemberId::parse("m1").unwrap();
        let activation = PendingActivation { member, item: "GOLD".into(), device: "d".into() };
        let stored_activation = stored(&SecretPayload::PendingActivation(activation));
        assert_eq!(stored_activation, json!({ "member": "m1", "item": "GOLD", "device": "d" }));
    }
}
