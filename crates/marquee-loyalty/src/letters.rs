//! Letters into the queue, with the write that they tell of.

use jiff::SignedDuration;
use marquee_mail::{Address, Letter, Link};
use marquee_model::MemberId;
use marquee_model::loyalty::Member;
use marquee_store::{MailRow, QueuedMail, WriteTx};
use serde_json::{Value, json};

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

/// A mail in the queue that can no longer be decrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was encrypted with a secret key that is no longer configured")]
pub struct Unreadable;

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
        let letter = self.sealed(visitor, &address, &letter)?;
        let mail = MailRow { member, address: String::new(), language, letter };
        tx.queue_mail(visitor.id(), &mail, self.now()).await?;
        Ok(())
    }

    /// A letter and its recipient, encrypted for the queue: neither can be read in the database or in a backup.
    fn sealed(&self, visitor: Visitor<'_>, to: &str, letter: &Value) -> Result<Value, LoyaltyError> {
        let text = json!({ "to": to, "letter": letter }).to_string();
        Ok(Value::String(self.0.mails.seal(text.as_bytes(), &[visitor.id().as_str()])?))
    }

    /// Decrypts a mail of the queue; `None` for a dummy that is not sent.
    ///
    /// # Errors
    /// [`Unreadable`] for one that was encrypted with a secret key that no longer exists.
    pub fn open_mail(&self, queued: &QueuedMail) -> Result<Option<(Address, Letter)>, Unreadable> {
        let (to, letter) = match &queued.mail.letter {
            Value::String(sealed) => {
                let bytes = self.0.mails.open(sealed, &[queued.site.as_str()]).ok_or(Unreadable)?;
                let mut opened: Value = serde_json::from_slice(&bytes).map_err(|_| Unreadable)?;
                let to = opened.get("to").and_then(Value::as_str).unwrap_or_default().to_owned();
                (to, opened.get_mut("letter").map(Value::take).unwrap_or_default())
            }
            // Queued by an older version.
            open => (queued.mail.address.clone(), open.clone()),
        };
        Ok(address(&to).zip(serde_json::from_value(letter).ok()))
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
            letter: self.sealed(visitor, "", &Value::Null)?,
        };
        tx.queue_mail(visitor.id(), &nothing, self.now()).await?;
        Ok(())
    }
}
