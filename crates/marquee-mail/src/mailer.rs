//! How mails leave: a folder, or a mail server.

mod outbox;
mod relay;

use std::path::Path;

use jiff::Timestamp;
use outbox::Outbox;
use relay::Relay;

use crate::{MailError, Message, eml};

/// A way for mails out of the house.
#[derive(Debug)]
pub struct Mailer(Way);

/// How long an outbox folder keeps a mail. A mail that an SMTP server accepted is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Retention {
    /// Until somebody removes it.
    Always,
    /// Until [`Mailer::forget`] is called with this id of the recipient, of letters and digits.
    OfReader(String),
    /// Until an instant.
    Until(Timestamp),
}

#[derive(Debug)]
enum Way {
    Outbox(Outbox),
    Relay(Box<Relay>),
}

impl Mailer {
    /// Opens a way:
    ///
    /// - `file:DIR` writes one `.eml` a mail into a folder, which is made;
    /// - `smtp://user:password@host:port` gives mails to a server, port 587 unless said otherwise. The connection is
    ///   encrypted with STARTTLS before anything is said, or there is none; only to this machine it is plain.
    /// - `smtps://user:password@host:port` does so over TLS from the first byte, port 465 unless said otherwise.
    ///
    /// User and password may be left out, and are percent-encoded. `greeting` is the host name by which this server
    /// introduces itself to the other.
    ///
    /// # Errors
    /// [`MailError::Way`] for another address, [`MailError::Outbox`] when the folder cannot be made.
    pub fn open(url: &str, greeting: &str) -> Result<Self, MailError> {
        if let Some(folder) = url.strip_prefix("file:") {
            // Both `file:data/outbox` and `file:///var/outbox`.
            let folder = folder.strip_prefix("//").unwrap_or(folder);
            return Outbox::open(Path::new(folder)).map(|outbox| Self(Way::Outbox(outbox)));
        }
        Relay::open(url, greeting).map(|relay| Self(Way::Relay(Box::new(relay))))
    }

    /// Sends a mail. When this returns, it lies safely in the folder, or the server took it.
    ///
    /// # Errors
    /// [`MailError::is_temporary`] says whether it may be sent later.
    pub async fn send(&self, message: &Message, retention: &Retention) -> Result<(), MailError> {
        let written = eml::written(message)?;
        match &self.0 {
            Way::Outbox(outbox) => outbox.keep(message, retention, written.formatted()).await,
            Way::Relay(relay) => relay.hand_over(&written).await,
        }
    }

    /// Removes the mails of these recipients from the folder. Does nothing for an SMTP server.
    ///
    /// # Errors
    /// [`MailError::Outbox`].
    pub async fn forget(&self, readers: Vec<String>) -> Result<(), MailError> {
        match &self.0 {
            Way::Outbox(outbox) => outbox.remove(move |kept| readers.iter().any(|one| kept == one)).await,
            Way::Relay(_) => Ok(()),
        }
    }

    /// Removes mails from the folder that were kept until an instant before `now`.
    ///
    /// # Errors
    /// [`MailError::Outbox`].
    pub async fn expire(&self, now: Timestamp) -> Result<(), MailError> {
        let is_over = move |kept: &str| {
            let end = kept.strip_prefix(outbox::UNTIL).and_then(|at| at.parse::<i64>().ok());
            end.is_some_and(|end| end <= now.as_millisecond())
        };
        match &self.0 {
            Way::Outbox(outbox) => outbox.remove(is_over).await,
            Way::Relay(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
