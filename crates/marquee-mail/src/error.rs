//! Errors of sending mail.

use std::io;

/// Why a mail was not sent, or the mailer could not be opened. No variant contains an address, a password or a server's text
/// (which may repeat addresses).
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The mailer's URL is invalid; the text says why.
    #[error("invalid mail URL: {0}")]
    InvalidUrl(&'static str),
    /// The outbox folder cannot be read or written.
    #[error("cannot access the outbox folder")]
    Outbox(#[source] io::Error),
    /// The mail server cannot be reached or used. Independent of the mail.
    #[error("the mail server failed while {step}{}", code_after(*.code))]
    Server {
        /// The step that failed, such as `connecting`.
        step: &'static str,
        /// SMTP reply code, if any.
        code: Option<u16>,
    },
    #[error("the mail server timed out")]
    Timeout,
    /// The mail server deferred the mail, with this SMTP code (4xx).
    #[error("the mail server deferred the mail (code {0})")]
    Deferred(u16),
    /// The mail server rejected the mail, with this SMTP code (5xx).
    #[error("the mail server rejected the mail (code {0})")]
    Rejected(u16),
    /// The mail server does not support non-ASCII addresses (SMTPUTF8).
    #[error("the mail server does not support non-ASCII addresses")]
    UnsupportedAddress,
    /// The mail cannot be encoded.
    #[error("cannot encode the mail")]
    Encoding,
}

impl MailError {
    /// Whether sending the same mail may succeed later; see [`crate::retry_delay`].
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Outbox(_) | Self::Server { .. } | Self::Timeout | Self::Deferred(_) => true,
            Self::InvalidUrl(_) | Self::Rejected(_) | Self::UnsupportedAddress | Self::Encoding => false,
        }
    }
}

fn code_after(code: Option<u16>) -> String {
    code.map(|code| format!(" (code {code})")).unwrap_or_default()
}
