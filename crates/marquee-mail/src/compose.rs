//! Composes a message from a letter: text, HTML, subject, headers.

use jiff::Timestamp;
use marquee_model::locale::Locale;

use crate::texts::letter_text;
use crate::{Branding, Letter, Mailbox, html, plain_text};

/// Maximum length of an id in characters.
const MAX_ID_LENGTH: usize = 60;

/// Sender, recipient, id and date of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Unique id of the mail, the same at every attempt to send it. Only its first 60 characters are used; those other than
    /// ASCII letters, digits, `-` and `_` are replaced by `-`.
    pub id: String,
    /// When the mail was queued.
    pub date: Timestamp,
    /// The site.
    pub from: Mailbox,
    /// The member; the name is used in the greeting.
    pub to: Mailbox,
}

/// A composed mail. The texts are not sanitized; encoding prevents header injection.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub from: Mailbox,
    pub to: Mailbox,
    pub subject: String,
    /// Plain-text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// `<id@host>`.
    pub message_id: String,
    /// Value of the `Date` header.
    pub date: Timestamp,
    /// Additional headers.
    pub headers: Vec<(&'static str, String)>,
}

/// Prints only the id, because a message contains codes and personal data.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Message").field(&self.message_id).finish()
    }
}

/// Composes a letter in the locale's language; English if the catalog does not have it. Deterministic.
#[must_use]
pub fn compose(letter: &Letter, branding: &Branding, locale: &Locale, envelope: Envelope) -> Message {
    let Envelope { id, date, from, to } = envelope;
    let to = to.with_personal_name();
    let texts = letter_text(letter, branding, locale, to.name());
    Message {
        text: plain_text::text(&texts, branding),
        html: html::render(&texts, branding),
        message_id: format!("<{}@{}>", safe_id(&id), branding.origin.host()),
        headers: vec![
            ("Auto-Submitted", "auto-generated".to_owned()),
            ("Content-Language", texts.lang.to_owned()),
        ],
        subject: texts.subject,
        from,
        to,
        date,
    }
}

/// An id that is safe in headers and file names: at most 60 characters of ASCII letters, digits, `-` and `_`.
pub(crate) fn safe_id(id: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    id.chars().take(MAX_ID_LENGTH).map(safe).collect()
}

#[cfg(test)]
mod tests;
