//! From a letter to a message: text and HTML, subject, headers.

use jiff::Timestamp;
use marquee_model::locale::Locale;

use crate::words::words;
use crate::{Letter, Look, Mailbox, html, plain};

/// Characters of an id that count.
const ID: usize = 60;

/// Who writes to whom, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The mail's id, the same at every attempt to send it and another for every mail. Letters, digits, `-` and `_` of
    /// its first 60 characters count.
    pub id: String,
    /// When the letter was written.
    pub date: Timestamp,
    /// The sender: the site.
    pub from: Mailbox,
    /// The member, with the first name for the greeting.
    pub to: Mailbox,
}

/// A mail, finished. Its parts are texts; that none of them can add a header is settled where it is written down.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: Mailbox,
    /// The reader.
    pub to: Mailbox,
    /// The subject.
    pub subject: String,
    /// The mail as text.
    pub text: String,
    /// The mail as HTML.
    pub html: String,
    /// `<id@host>`.
    pub message_id: String,
    /// When the letter was written.
    pub date: Timestamp,
    /// Further headers.
    pub headers: Vec<(&'static str, String)>,
}

/// A message holds codes and personal data: only its id is printed.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Message").field(&self.message_id).finish()
    }
}

/// Writes a letter in a site's look, in English or French; other languages read English. The same values give the same
/// message.
#[must_use]
pub fn compose(letter: &Letter, look: &Look, locale: &Locale, envelope: Envelope) -> Message {
    let Envelope { id, date, from, to } = envelope;
    let to = to.personal();
    let words = words(letter, look, locale, to.name());
    Message {
        text: plain::text(&words, look),
        html: html::page(&words, look),
        message_id: format!("<{}@{}>", plain_id(&id), look.origin.host()),
        headers: vec![
            ("Auto-Submitted", "auto-generated".to_owned()),
            ("Content-Language", words.lang.to_owned()),
        ],
        subject: words.subject,
        from,
        to,
        date,
    }
}

/// An id of characters that mean nothing, neither in a header nor in the name of a file.
pub(crate) fn plain_id(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    id.chars().take(ID).map(plain).collect()
}

#[cfg(test)]
mod tests;
