//! Letters into the queue, with the write that they tell of.

use jiff::SignedDuration;
use marquee_mail::{Address, Letter, Link};
use marquee_model::MemberId;
use marquee_model::loyalty::Member;
use marquee_store::{MailRow, WriteTx};
use serde_json::Value;

use crate::engine::{Loyalty, Visitor};
use crate::error::LoyaltyError;

/// How long a code of a mail works: for a new password, for a new account, for a user name.
pub(crate) const RESET: SignedDuration = SignedDuration::from_mins(30);
pub(crate) const ACTIVATION: SignedDuration = SignedDuration::from_hours(48);
pub(crate) const USERNAME: SignedDuration = SignedDuration::from_hours(1);

/// A mail address as it may be written to.
pub(crate) fn address(text: &str) -> Option<Address> {
    Address::parse(text)
}

/// An address on the site for a mail.
pub(crate) fn link(text: &str) -> Result<Link, LoyaltyError> {
    Link::parse(text)
        .ok_or_else(|| LoyaltyError::field("resetPasswordLink", "must be an address of this site"))
}

impl Loyalty {
    /// Queues a letter to a member, if they have an address.
    pub(crate) async fn write_to(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
        letter: &Letter,
    ) -> Result<(), LoyaltyError> {
        let Some(email) = member.email.clone() else { return Ok(()) };
        self.queue(tx, visitor, Some(member.id.clone()), email, &member.language, letter).await
    }

    /// Queues a letter to an address.
    pub(crate) async fn queue(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: Option<MemberId>,
        address: String,
        language: &str,
        letter: &Letter,
    ) -> Result<(), LoyaltyError> {
        let language = if language.is_empty() { visitor.language } else { language }.to_owned();
        let letter = serde_json::to_value(letter).unwrap_or(Value::Null);
        tx.queue_mail(visitor.id(), &MailRow { member, address, language, letter }, self.now()).await?;
        Ok(())
    }

    /// The same work for an address that nobody has: what is queued is dropped unsent.
    pub(crate) async fn queue_nothing(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
    ) -> Result<(), LoyaltyError> {
        let nothing = MailRow {
            member: None,
            address: String::new(),
            language: visitor.language.to_owned(),
            letter: Value::Null,
        };
        tx.queue_mail(visitor.id(), &nothing, self.now()).await?;
        Ok(())
    }
}
