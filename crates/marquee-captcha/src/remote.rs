//! Captchas that somebody else checks: a form goes there, JSON comes back (third-party.md, section 4).

use std::net::IpAddr;
use std::time::Duration;

use jiff::Timestamp;
use marquee_outbound::{Answer, Ask, Limits, Outbound};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use crate::{CaptchaError, Place, Refusal, Verified, fresh};

/// Where reCAPTCHA is asked.
pub const RECAPTCHA_URL: &str = "https://www.google.com/recaptcha/api/siteverify";
/// Where Turnstile is asked.
pub const TURNSTILE_URL: &str = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

/// What one check may take (security 2.4).
const LIMITS: Limits = Limits { bytes: 64 << 10, time: Duration::from_secs(3) };

/// Bytes of an answer; those of the providers have at most 2048.
const LONGEST: usize = 8192;

/// Codes that blame the visitor's answer; all others blame this server or the provider.
const WRONG: [&str; 2] = ["missing-input-response", "invalid-input-response"];
const SPENT: &str = "timeout-or-duplicate";

/// Who checks, and what more has to be right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Provider {
    /// reCAPTCHA: version 2, which names no action, or with a least score version 3.
    Recaptcha {
        /// From 0, a robot, to 1.
        min_score: Option<f64>,
    },
    /// Turnstile; its widget has to name the action.
    Turnstile,
}

/// A provider and how it is asked.
#[derive(Clone)]
pub struct Remote {
    provider: Provider,
    secret: String,
    verify_url: Url,
    outbound: Outbound,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Remote")
            .field("provider", &self.provider)
            .field("verify_url", &self.verify_url.as_str())
            .finish_non_exhaustive()
    }
}

/// What a provider says. Both say more, which is not read.
#[derive(Deserialize)]
struct Said {
    success: bool,
    challenge_ts: Option<String>,
    hostname: Option<String>,
    score: Option<f64>,
    action: Option<String>,
    #[serde(default, rename = "error-codes")]
    codes: Vec<String>,
}

impl Remote {
    /// One that is asked at `verify_url` ([`RECAPTCHA_URL`], [`TURNSTILE_URL`] or a stand-in) with the site's `secret`.
    #[must_use]
    pub fn new(provider: Provider, secret: String, verify_url: Url, outbound: Outbound) -> Self {
        Self { provider, secret, verify_url, outbound }
    }

    /// Asks.
    pub(crate) async fn verify(
        &self,
        answer: &str,
        place: Place<'_>,
        remote: IpAddr,
        now: Timestamp,
    ) -> Result<Verified, CaptchaError> {
        if answer.is_empty() || answer.len() > LONGEST {
            return Err(Refusal::Unreadable.into());
        }
        let remote = remote.to_string();
        let form = [("secret", self.secret.as_str()), ("response", answer), ("remoteip", &remote)];
        let ask = Ask::form(self.verify_url.clone(), form);
        let got = self.outbound.send(ask, LIMITS).await;
        let got = got.map_err(|error| CaptchaError::Unavailable(error.to_string()))?;
        let said = read(&got)?;
        let solved_at = self.check(&said, place, now)?;
        Ok(Verified { id: Sha256::digest(answer.as_bytes()).into(), solved_at })
    }

    /// Whether what was said holds for this place and time; then when the captcha was solved.
    fn check(&self, said: &Said, place: Place<'_>, now: Timestamp) -> Result<Timestamp, CaptchaError> {
        if !said.success {
            return Err(refusal(&said.codes));
        }
        let solved_at = said.challenge_ts.as_deref().and_then(|text| text.parse().ok());
        let solved_at = solved_at.ok_or_else(|| unavailable("the answer has no time"))?;
        fresh(solved_at, now)?;
        if !said.hostname.as_deref().is_some_and(|host| place.is_at(host)) {
            return Err(Refusal::OtherHost.into());
        }
        let (names_action, min_score) = match self.provider {
            Provider::Recaptcha { min_score } => (min_score.is_some(), min_score),
            Provider::Turnstile => (true, None),
        };
        match said.action.as_deref().filter(|action| !action.is_empty()) {
            Some(action) if action == place.action => {}
            None if !names_action => {}
            _ => return Err(Refusal::OtherAction.into()),
        }
        // Written so that no score, and one that is no number, is too low.
        if min_score.is_some_and(|least| !said.score.is_some_and(|score| score >= least)) {
            return Err(Refusal::Score.into());
        }
        Ok(solved_at)
    }
}

fn unavailable(why: &str) -> CaptchaError {
    CaptchaError::Unavailable(why.to_owned())
}

/// What the provider says; that an answer is right only with status 200.
fn read(answer: &Answer) -> Result<Said, CaptchaError> {
    let said: Option<Said> = serde_json::from_slice(&answer.body).ok();
    match said {
        Some(said) if answer.status == 200 || (!said.success && (400..500).contains(&answer.status)) => {
            Ok(said)
        }
        _ => Err(CaptchaError::Unavailable(format!("status {} and no result", answer.status))),
    }
}

fn refusal(codes: &[String]) -> CaptchaError {
    let has = |code: &str| codes.iter().any(|c| c == code);
    if has(SPENT) {
        Refusal::Spent.into()
    } else if WRONG.iter().any(|code| has(code)) {
        Refusal::Wrong.into()
    } else {
        let known = |c: &&String| c.len() <= 40 && c.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let words: Vec<&str> = codes.iter().filter(known).take(4).map(String::as_str).collect();
        CaptchaError::Unavailable(format!("the provider says {words:?}"))
    }
}

#[cfg(test)]
mod tests;
