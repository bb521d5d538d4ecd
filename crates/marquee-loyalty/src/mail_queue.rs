//! Queues emails in the transaction of the change they report.

use jiff::SignedDuration;
use marquee_api::paths::ACTIVATE_PATH;
use marquee_auth::Token;
use marquee_mail::{Address, Letter, Link};
use marquee_model::MemberId;
use marquee_model::loyalty::Member;
use marquee_model::settings::SiteRecord;
use marquee_store::{MailRow, QueuedMail, WriteTx};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::context::{Context, Visitor};
use crate::error::LoyaltyError;
use crate::services::MailQueue;

/// The lifetime of the code in a password reset email.
pub(crate) const RESET_LIFETIME: SignedDuration = SignedDuration::from_mins(30);
/// The lifetime of the code in an email that confirms an email address or a membership.
pub(crate) const ACTIVATION_LIFETIME: SignedDuration = SignedDuration::from_hours(48);
/// The lifetime of the code in an email that confirms a username.
pub(crate) const USERNAME_LIFETIME: SignedDuration = SignedDuration::from_hours(1);

/// Parses an email address; `None` if it is invalid.
pub(crate) fn address(text: &str) -> Option<Address> {
    Address::parse(text)
}

/// What the link of an operator is for, and how long it works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatorLink {
    /// Choosing a new password; for some minutes.
    Password { minutes: u32 },
    /// Confirming a new address; for some hours.
    Email { hours: u32 },
}

/// Parses a link for an email.
pub(crate) fn link(text: &str) -> Result<Link, LoyaltyError> {
    Link::parse(text).ok_or_else(|| LoyaltyError::field("resetPasswordLink", "must be a URL of this site"))
}

/// The language of an email to a member: their own, else the visitor's.
fn email_language<'a>(visitor: Visitor<'a>, member: &'a Member) -> &'a str {
    if member.language.is_empty() { visitor.language } else { &member.language }
}

/// The link in an email that confirms an action with a code, and then opens the sign-in page in the email's language.
pub(crate) fn activation_link(
    visitor: Visitor<'_>,
    member: &Member,
    code: &Token,
) -> Result<Link, LoyaltyError> {
    let language = email_language(visitor, member).split(['-', '_']).next().unwrap_or_default();
    let is_default = visitor.site.config.locale_prefix(language).is_empty();
    let locale = if is_default { String::new() } else { format!("&locale={language}") };
    link(&format!("{}{ACTIVATE_PATH}?code={}{locale}", visitor.origin, code.reveal()))
}

/// The encrypted part of a queued email. A dummy has an empty recipient and no letter.
#[derive(Serialize, Deserialize)]
struct SealedMail<L> {
    to: String,
    letter: L,
}

/// A queued email that can no longer be decrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was encrypted with a secret key that was removed from the settings")]
pub struct UndecryptableMail;

impl Context {
    /// Queues an email to a member, if they have an address.
    pub(crate) async fn email_member(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
        letter: &Letter,
    ) -> Result<(), LoyaltyError> {
        let Some(email) = member.email.clone() else { return Ok(()) };
        let language = email_language(visitor, member);
        self.queue_email(tx, visitor, Some(member.id.clone()), email, language, letter).await
    }

    /// Queues an email to an address. `language` may be empty; the default is the visitor's.
    pub(crate) async fn queue_email(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: Option<MemberId>,
        address: String,
        language: &str,
        letter: &Letter,
    ) -> Result<(), LoyaltyError> {
        let language = if language.is_empty() { visitor.language } else { language }.to_owned();
        let letter = self.sealed(visitor, &address, Some(letter))?;
        let mail = MailRow { member, address: String::new(), language, letter };
        tx.queue_mail(visitor.id(), &mail, self.now()).await?;
        Ok(())
    }

    /// Encrypts an email and its recipient, so that they cannot be read in the database or a backup.
    fn sealed(&self, visitor: Visitor<'_>, to: &str, letter: Option<&Letter>) -> Result<Value, LoyaltyError> {
        let text = serde_json::to_vec(&SealedMail { to: to.to_owned(), letter })?;
        Ok(Value::String(self.mail_sealer.seal(&text, &[visitor.id().as_str()])?))
    }

    /// Queues a dummy that is dropped unsent, so that unknown addresses take the same time.
    pub(crate) async fn queue_dummy_email(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
    ) -> Result<(), LoyaltyError> {
        let dummy = MailRow {
            member: None,
            address: String::new(),
            language: visitor.language.to_owned(),
            letter: self.sealed(visitor, "", None)?,
        };
        tx.queue_mail(visitor.id(), &dummy, self.now()).await?;
        Ok(())
    }
}

impl MailQueue<'_> {
    /// Queues the invitation of a person who is to run the site. `inviter` is the name of who invites, `link` has the token,
    /// `days` is how long it is valid.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] if `link` is not a URL; the errors of the database.
    pub async fn invite_operator(
        self,
        site: &SiteRecord,
        address: &str,
        link_text: &str,
        inviter: &str,
        days: u32,
    ) -> Result<(), LoyaltyError> {
        let letter = Letter::OperatorInvitation { inviter: inviter.to_owned(), link: link(link_text)?, days };
        self.queue_for_operator(site, address, &letter).await
    }

    /// Queues an email that asks a person who runs the site to add a passkey or an authenticator app. `sender` is the name of
    /// who asks, `link` is where it is added.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] if `link` is not a URL; the errors of the database.
    pub async fn remind_operator(
        self,
        site: &SiteRecord,
        address: &str,
        link_text: &str,
        sender: &str,
    ) -> Result<(), LoyaltyError> {
        let letter = Letter::SecondFactorReminder { sender: sender.to_owned(), link: link(link_text)? };
        self.queue_for_operator(site, address, &letter).await
    }

    /// Queues the link of an operator who has forgotten the password, or who wants to sign in with this address.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] if `link` is not a URL; the errors of the database.
    pub async fn send_operator_link(
        self,
        site: &SiteRecord,
        address: &str,
        link_text: &str,
        kind: OperatorLink,
    ) -> Result<(), LoyaltyError> {
        let link = link(link_text)?;
        let letter = match kind {
            OperatorLink::Password { minutes } => Letter::OperatorReset { link, minutes },
            OperatorLink::Email { hours } => Letter::OperatorEmail { link, hours },
        };
        self.queue_for_operator(site, address, &letter).await
    }

    /// Queues a notice of a changed address of an operator, to both addresses, within the transaction of the change.
    ///
    /// # Errors
    /// The errors of the database; addresses to which no mail can be sent are left out.
    pub async fn notify_operator_of_address(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        old: &str,
        new: &str,
    ) -> Result<(), LoyaltyError> {
        let Some((from, to)) = address(old).zip(address(new)) else { return Ok(()) };
        let letter = Letter::EmailChanged { old: from, new: to };
        for address in [old, new] {
            self.queue_for_operator_in(tx, site, address, &letter).await?;
        }
        Ok(())
    }

    async fn queue_for_operator(
        self,
        site: &SiteRecord,
        address: &str,
        letter: &Letter,
    ) -> Result<(), LoyaltyError> {
        let mut tx = self.context.begin().await?;
        self.queue_for_operator_in(&mut tx, site, address, letter).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Queues an email to a person who runs the site, within the transaction of what it is about.
    ///
    /// # Errors
    /// The errors of the database.
    pub async fn queue_for_operator_in(
        self,
        tx: &mut WriteTx,
        site: &SiteRecord,
        address: &str,
        letter: &Letter,
    ) -> Result<(), LoyaltyError> {
        let text = serde_json::to_vec(&SealedMail { to: address.to_owned(), letter: Some(letter) })?;
        let sealed = Value::String(self.context.mail_sealer.seal(&text, &[site.key.as_str()])?);
        let language = site.config.locale.short().to_owned();
        let mail = MailRow { member: None, address: String::new(), language, letter: sealed };
        tx.queue_mail(&site.key, &mail, self.context.now()).await?;
        Ok(())
    }

    /// Decrypts a queued email; `None` for a dummy that is not sent.
    ///
    /// # Errors
    /// [`UndecryptableMail`] if it was encrypted with a secret key that was removed from the settings.
    pub fn open_mail(self, queued: &QueuedMail) -> Result<Option<(Address, Letter)>, UndecryptableMail> {
        let (to, letter) = match &queued.mail.letter {
            Value::String(sealed) => {
                let bytes = self
                    .context
                    .mail_sealer
                    .open(sealed, &[queued.site.as_str()])
                    .ok_or(UndecryptableMail)?;
                let SealedMail { to, letter } =
                    serde_json::from_slice(&bytes).map_err(|_| UndecryptableMail)?;
                (to, letter)
            }
            // Queued by an older version.
            open => (queued.mail.address.clone(), open.clone()),
        };
        Ok(address(&to).zip(serde_json::from_value(letter).ok()))
    }
}
