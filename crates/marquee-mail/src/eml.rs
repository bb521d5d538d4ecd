//! Encodes a message (RFC 5322): multipart/alternative with text and HTML, quoted-printable, pure ASCII.

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox as LettreMailbox, MultiPart, SinglePart};

use crate::address::one_line;
use crate::compose::safe_id;
use crate::{MailError, Mailbox, Message};

/// End of the year 9999, the latest date a mail can have.
const LAST_SECOND: i64 = 253_402_300_799;

/// Encodes a message. Deterministic.
///
/// # Errors
/// [`MailError::Encoding`] if the message cannot be encoded.
pub fn encode(message: &Message) -> Result<lettre::Message, MailError> {
    let mut builder = lettre::Message::builder()
        .from(mailbox(&message.from)?)
        .to(mailbox(&message.to)?)
        .subject(one_line(&message.subject))
        .date(date(message.date))
        .message_id(Some(one_line(&message.message_id)));
    for (name, value) in &message.headers {
        let name = HeaderName::new_from_ascii((*name).to_owned()).map_err(|_| MailError::Encoding)?;
        builder = builder.raw_header(HeaderValue::new(name, one_line(value)));
    }
    // Quoted-printable text never contains `=_`, so no text can contain the boundary.
    let boundary = format!("=_{}", safe_id(&message.message_id));
    let parts = MultiPart::alternative()
        .boundary(boundary)
        .singlepart(part(ContentType::TEXT_PLAIN, &message.text)?)
        .singlepart(part(ContentType::TEXT_HTML, &message.html)?);
    builder.multipart(parts).map_err(|_| MailError::Encoding)
}

fn part(kind: ContentType, text: &str) -> Result<SinglePart, MailError> {
    let body = Body::new_with_encoding(text.to_owned(), ContentTransferEncoding::QuotedPrintable)
        .map_err(|_| MailError::Encoding)?;
    Ok(SinglePart::builder().header(kind).body(body))
}

fn mailbox(mailbox: &Mailbox) -> Result<LettreMailbox, MailError> {
    let address = mailbox.address().as_str().parse().map_err(|_| MailError::Encoding)?;
    Ok(LettreMailbox::new(mailbox.name().map(one_line), address))
}

fn date(at: Timestamp) -> SystemTime {
    let seconds = u64::try_from(at.as_second().clamp(0, LAST_SECOND)).unwrap_or_default();
    SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)
}
