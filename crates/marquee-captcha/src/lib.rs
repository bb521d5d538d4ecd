//! Whether somebody at a form is a person: captchas, made and checked here (ALTCHA) or checked by the one who made them.
//!
//! Layer 1. This crate never knows which call is guarded, what follows from a refusal, or which answers were used
//! before: [`Verified::id`] is for the caller to remember (security 2.4).
//!
//! To add a provider: a variant of [`Captcha`], and a module that returns [`Verified`]; one that is asked by a form and
//! answers like the others is a [`Remote`] with another [`Provider`].

mod altcha;
mod error;
mod remote;

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};

pub use altcha::{Altcha, Challenge, USUAL_MAX_NUMBER};
pub use error::{CaptchaError, Refusal};
pub use remote::{Provider, RECAPTCHA_URL, Remote, TURNSTILE_URL};

/// How old an answer may be (security 2.4), and how far ahead another machine's clock.
pub const MAX_AGE: SignedDuration = SignedDuration::from_mins(2);

/// A site's captcha.
#[derive(Debug, Clone)]
pub enum Captcha {
    /// Made and checked here; nobody else hears of the visitor.
    Altcha(Altcha),
    /// reCAPTCHA or Turnstile.
    Remote(Remote),
}

/// What an answer is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// The host name of the page; upper case and a port make no difference.
    pub host: &'a str,
    /// What is done there, for example `login`: letters, digits and `_`, at most 32.
    pub action: &'a str,
}

impl Place<'_> {
    /// Whether this is the place that an answer names.
    fn is_at(self, host: &str) -> bool {
        host_name(host) == host_name(self.host)
    }
}

/// A host without its port and in lower case.
fn host_name(host: &str) -> String {
    let port = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let name = match host.rsplit_once(':') {
        Some((name, after)) if port(after) && (!name.contains(':') || name.ends_with(']')) => name,
        _ => host,
    };
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// An answer that is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// What the answer is remembered by: a hash of that in it which cannot be written in another way.
    pub id: [u8; 32],
    /// When it was solved; for ALTCHA when its challenge was made.
    pub solved_at: Timestamp,
}

impl Captcha {
    /// Checks what a visitor at `remote` answered. Time out: three seconds.
    ///
    /// # Errors
    /// [`CaptchaError::Refused`] when the answer is not good for this place and time, [`CaptchaError::Unavailable`] when
    /// nobody can say.
    pub async fn verify(
        &self,
        answer: &str,
        place: Place<'_>,
        remote: IpAddr,
        now: Timestamp,
    ) -> Result<Verified, CaptchaError> {
        match self {
            Self::Altcha(altcha) => altcha.verify(answer, place, now),
            Self::Remote(provider) => provider.verify(answer, place, remote, now).await,
        }
    }
}

/// Whether an answer of `solved_at` is good at `now`.
fn fresh(solved_at: Timestamp, now: Timestamp) -> Result<(), Refusal> {
    if now.duration_since(solved_at).abs() > MAX_AGE { Err(Refusal::Old) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_known_without_its_port_and_case() {
        for (a, b) in [
            ("Example.org", "example.org"),
            ("example.org:8080", "example.org."),
            ("[::1]:80", "[::1]"),
            ("localhost:8080", "localhost"),
        ] {
            assert!(Place { host: a, action: "" }.is_at(b), "{a} {b}");
        }
        for (a, b) in [("example.org", "www.example.org"), ("::1", "::2"), ("a", ""), ("[::1]", "[::")] {
            assert!(!Place { host: a, action: "" }.is_at(b), "{a} {b}");
        }
    }
}
