//! How mails leave: a folder, or a mail server.

mod outbox;
mod relay;

use std::path::Path;

use outbox::Outbox;
use relay::Relay;

use crate::{MailError, Message, eml};

/// A way for mails out of the house.
#[derive(Debug)]
pub struct Mailer(Way);

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
    pub async fn send(&self, message: &Message) -> Result<(), MailError> {
        let written = eml::written(message)?;
        match &self.0 {
            Way::Outbox(outbox) => outbox.keep(message, written.formatted()).await,
            Way::Relay(relay) => relay.hand_over(&written).await,
        }
    }
}

#[cfg(test)]
mod tests;
