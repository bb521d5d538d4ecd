//! Mail transports: a folder or an SMTP server.

mod outbox;
mod relay;

use std::path::Path;

use jiff::Timestamp;
use outbox::Outbox;
use relay::Relay;

use crate::{MailError, Message, eml};

/// Sends mails.
#[derive(Debug)]
pub struct Mailer(Transport);

/// How long an outbox folder keeps a mail. A mail that an SMTP server accepted is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Retention {
    /// Forever.
    Forever,
    /// Until [`Mailer::remove_for_recipients`] is called with this recipient id, which must consist of letters and digits.
    UntilRemoved(String),
    /// Until [`Mailer::remove_expired`] is called at or after this instant.
    Until(Timestamp),
}

#[derive(Debug)]
enum Transport {
    Outbox(Outbox),
    Relay(Box<Relay>),
}

impl Mailer {
    /// Opens a transport:
    ///
    /// - `file:DIR` writes each mail as an `.eml` file into a folder, created if missing.
    /// - `smtp://user:password@host:port` sends to an SMTP server, by default on port 587. STARTTLS is required, except for
    ///   localhost, where the connection is not encrypted.
    /// - `smtps://user:password@host:port` sends over TLS, by default on port 465.
    ///
    /// User and password are optional and percent-encoded. `greeting` is the host name for EHLO.
    ///
    /// # Errors
    /// [`MailError::InvalidUrl`] for an invalid URL, [`MailError::Outbox`] if the folder cannot be created.
    pub fn open(url: &str, greeting: &str) -> Result<Self, MailError> {
        if let Some(folder) = url.strip_prefix("file:") {
            // Both `file:data/outbox` and `file:///var/outbox`.
            let folder = folder.strip_prefix("//").unwrap_or(folder);
            return Outbox::open(Path::new(folder)).map(|outbox| Self(Transport::Outbox(outbox)));
        }
        Relay::open(url, greeting).map(|relay| Self(Transport::Relay(Box::new(relay))))
    }

    /// Sends a mail. On success it is durably stored in the folder, or accepted by the server.
    ///
    /// # Errors
    /// [`MailError::is_temporary`] says whether a retry makes sense.
    pub async fn send(&self, message: &Message, retention: &Retention) -> Result<(), MailError> {
        let encoded = eml::encode(message)?;
        match &self.0 {
            Transport::Outbox(outbox) => outbox.store(message, retention, encoded.formatted()).await,
            Transport::Relay(relay) => relay.send(&encoded).await,
        }
    }

    /// Removes the mails of these recipients ([`Retention::UntilRemoved`]) from the folder. Does nothing for an SMTP server.
    pub async fn remove_for_recipients(&self, recipients: Vec<String>) -> Result<(), MailError> {
        match &self.0 {
            Transport::Outbox(outbox) => {
                outbox.remove(move |suffix| recipients.iter().any(|recipient| suffix == recipient)).await
            }
            Transport::Relay(_) => Ok(()),
        }
    }

    /// Removes expired mails ([`Retention::Until`]) from the folder. Does nothing for an SMTP server.
    pub async fn remove_expired(&self, now: Timestamp) -> Result<(), MailError> {
        let is_expired = move |suffix: &str| {
            let end = suffix.strip_prefix(outbox::UNTIL).and_then(|at| at.parse::<i64>().ok());
            end.is_some_and(|end| end <= now.as_millisecond())
        };
        match &self.0 {
            Transport::Outbox(outbox) => outbox.remove(is_expired).await,
            Transport::Relay(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
