//! Captchas: created and verified locally (ALTCHA), or verified by their provider (reCAPTCHA, Turnstile).
//!
//! Layer 1. This crate does not depend on the protected calls or on the handling of refusals. It stores nothing: to prevent
//! replay, the caller must store [`VerifiedAnswer::id`] (security 2.4).
//!
//! To add a provider: add a variant to [`Captcha`], and a module that returns [`VerifiedAnswer`]. A provider with a `siteverify`
//! endpoint like the existing ones only needs a variant of [`Provider`].

mod altcha;
mod error;
mod remote;

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use marquee_model::host::canonical;

pub use altcha::{Altcha, Challenge, DEFAULT_MAX_NUMBER};
pub use error::{CaptchaError, Refusal};
pub use remote::{Provider, RECAPTCHA_URL, RemoteVerifier, TURNSTILE_URL};

/// The maximum age of an answer (security 2.4), and the largest clock difference to the provider.
pub const MAX_AGE: SignedDuration = SignedDuration::from_mins(2);

/// A site's captcha provider.
#[derive(Debug, Clone)]
pub enum Captcha {
    /// Created and verified locally; no data about the visitor is sent elsewhere.
    Altcha(Altcha),
    /// reCAPTCHA or Turnstile.
    Remote(RemoteVerifier),
}

/// The context for which an answer is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptchaContext<'a> {
    /// The host name of the page; case and port are ignored.
    pub host: &'a str,
    /// The protected action, for example `login`: up to 32 letters, digits and `_`.
    pub action: &'a str,
}

impl CaptchaContext<'_> {
    /// Whether an answer's host is the host of this context.
    fn has_host(self, host: &str) -> bool {
        canonical(host) == canonical(self.host)
    }
}

/// A correct answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedAnswer {
    /// Identifies the answer against replay: a hash of the part that has only one encoding.
    pub id: [u8; 32],
    /// When it was solved; for ALTCHA, when its challenge was created.
    pub solved_at: Timestamp,
}

impl Captcha {
    /// Verifies the answer of a visitor at IP address `remote`. Calls to a provider time out after three seconds.
    ///
    /// # Errors
    /// [`CaptchaError::Refused`] if the answer is invalid for this context and time, [`CaptchaError::Unavailable`] if it could
    /// not be checked.
    pub async fn verify(
        &self,
        answer: &str,
        context: CaptchaContext<'_>,
        remote: IpAddr,
        now: Timestamp,
    ) -> Result<VerifiedAnswer, CaptchaError> {
        match self {
            Self::Altcha(altcha) => altcha.verify(answer, context, now),
            Self::Remote(provider) => provider.verify(answer, context, remote, now).await,
        }
    }
}

/// Refuses an answer whose time differs from `now` by more than [`MAX_AGE`].
fn check_age(solved_at: Timestamp, now: Timestamp) -> Result<(), Refusal> {
    if now.duration_since(solved_at).abs() > MAX_AGE { Err(Refusal::Expired) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_compared_without_port_and_case() {
        for (a, b) in [
            ("Example.org", "example.org"),
            ("example.org:8080", "example.org."),
            ("[::1]:80", "[::1]"),
            ("localhost:8080", "localhost"),
        ] {
            assert!(CaptchaContext { host: a, action: "" }.has_host(b), "{a} {b}");
        }
        for (a, b) in [("example.org", "www.example.org"), ("::1", "::2"), ("a", ""), ("[::1]", "[::")] {
            assert!(!CaptchaContext { host: a, action: "" }.has_host(b), "{a} {b}");
        }
    }
}
