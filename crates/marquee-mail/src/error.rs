//! Why a mail did not leave.

use std::io;

/// Why a mail did not leave, or the way for mails cannot be opened. No variant holds an address, a password or what a
/// mail server said: servers repeat addresses.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The setting that says how mails leave cannot be used; it says what to change.
    #[error("the way for mails cannot be used: {0}")]
    Way(&'static str),
    /// The outbox folder cannot be written.
    #[error("the outbox folder cannot be written")]
    Outbox(#[source] io::Error),
    /// The mail server cannot be reached or used at all; this says nothing about the mail.
    #[error("the mail server cannot be used, {step}{}", code_after(*.code))]
    Unusable {
        /// What was being done.
        step: &'static str,
        /// The server's code, if it gave one.
        code: Option<u16>,
    },
    /// The mail server took too long.
    #[error("the mail server took too long")]
    Slow,
    /// The mail server puts the mail off.
    #[error("the mail server puts the mail off (code {0})")]
    PutOff(u16),
    /// The mail server refuses the mail.
    #[error("the mail server refuses the mail (code {0})")]
    Refused(u16),
    /// The mail server does not take an address with letters beyond ASCII.
    #[error("the mail server cannot take an address of the mail")]
    Address,
    /// The mail cannot be written down.
    #[error("the mail cannot be written down")]
    Form,
}

impl MailError {
    /// Whether the same mail may leave later ([`crate::next_try`]). If not, it is given up.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Outbox(_) | Self::Unusable { .. } | Self::Slow | Self::PutOff(_) => true,
            Self::Way(_) | Self::Refused(_) | Self::Address | Self::Form => false,
        }
    }
}

fn code_after(code: Option<u16>) -> String {
    code.map(|code| format!(" (code {code})")).unwrap_or_default()
}
