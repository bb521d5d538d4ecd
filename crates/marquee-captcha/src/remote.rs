//! Captchas verified by their provider: a form-encoded POST with a JSON response (third-party.md, section 4).

use std::net::IpAddr;
use std::time::Duration;

use jiff::Timestamp;
use marquee_outbound::{Limits, Outbound, OutboundRequest, OutboundResponse};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use crate::{CaptchaContext, CaptchaError, Refusal, VerifiedAnswer, check_age};

/// reCAPTCHA's verification endpoint.
pub const RECAPTCHA_URL: &str = "https://www.google.com/recaptcha/api/siteverify";
/// Turnstile's verification endpoint.
pub const TURNSTILE_URL: &str = "https://challenges.cloudflare.com/turnstile/v0/siteverify";

/// The limits of one verification call (security 2.4).
const LIMITS: Limits = Limits { bytes: 64 << 10, time: Duration::from_secs(3) };

/// Maximum size of an answer in bytes. Providers document at most 2048 bytes.
const MAX_ANSWER_BYTES: usize = 8192;

/// Error codes caused by the visitor's answer. All others except [`EXPIRED_OR_USED`] are faults of this server or the provider.
const VISITOR_ERROR_CODES: [&str; 2] = ["missing-input-response", "invalid-input-response"];
/// The error code of an answer that is too old or was already used.
const EXPIRED_OR_USED: &str = "timeout-or-duplicate";

/// The provider, and the extra conditions on its response.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Provider {
    /// reCAPTCHA version 3 with a minimum score, or version 2, which reports neither score nor action.
    Recaptcha {
        /// The minimum score, from 0 (bot) to 1 (human).
        min_score: Option<f64>,
    },
    /// Turnstile; its widget must set the action.
    Turnstile,
}

/// A client of one provider.
#[derive(Clone)]
pub struct RemoteVerifier {
    provider: Provider,
    secret: String,
    verify_url: Url,
    outbound: Outbound,
}

impl std::fmt::Debug for RemoteVerifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RemoteVerifier")
            .field("provider", &self.provider)
            .field("verify_url", &self.verify_url.as_str())
            .finish_non_exhaustive()
    }
}

/// The fields of a provider's response that are used.
#[derive(Deserialize)]
struct VerifyResponse {
    success: bool,
    challenge_ts: Option<String>,
    hostname: Option<String>,
    score: Option<f64>,
    action: Option<String>,
    #[serde(default, rename = "error-codes")]
    codes: Vec<String>,
}

impl RemoteVerifier {
    /// `verify_url` is [`RECAPTCHA_URL`], [`TURNSTILE_URL`] or a stand-in; `secret` is the site's secret key.
    #[must_use]
    pub fn new(provider: Provider, secret: String, verify_url: Url, outbound: Outbound) -> Self {
        Self { provider, secret, verify_url, outbound }
    }

    pub(crate) async fn verify(
        &self,
        answer: &str,
        context: CaptchaContext<'_>,
        remote: IpAddr,
        now: Timestamp,
    ) -> Result<VerifiedAnswer, CaptchaError> {
        if answer.is_empty() || answer.len() > MAX_ANSWER_BYTES {
            return Err(Refusal::Malformed.into());
        }
        let remote = remote.to_string();
        let form = [("secret", self.secret.as_str()), ("response", answer), ("remoteip", &remote)];
        let request = OutboundRequest::form(self.verify_url.clone(), form);
        let result = self.outbound.send(request, LIMITS).await;
        let response = result.map_err(|error| CaptchaError::Unavailable(error.to_string()))?;
        let verification = parse(&response)?;
        let solved_at = self.check(&verification, context, now)?;
        Ok(VerifiedAnswer { id: Sha256::digest(answer.as_bytes()).into(), solved_at })
    }

    /// Checks a response against context and time, and returns when the captcha was solved.
    fn check(
        &self,
        response: &VerifyResponse,
        context: CaptchaContext<'_>,
        now: Timestamp,
    ) -> Result<Timestamp, CaptchaError> {
        if !response.success {
            return Err(refusal(&response.codes));
        }
        let solved_at = response.challenge_ts.as_deref().and_then(|text| text.parse().ok());
        let solved_at = solved_at.ok_or_else(|| unavailable("the response has no valid challenge_ts"))?;
        check_age(solved_at, now)?;
        if !response.hostname.as_deref().is_some_and(|host| context.has_host(host)) {
            return Err(Refusal::HostMismatch.into());
        }
        let (requires_action, min_score) = match self.provider {
            Provider::Recaptcha { min_score } => (min_score.is_some(), min_score),
            Provider::Turnstile => (true, None),
        };
        match response.action.as_deref().filter(|action| !action.is_empty()) {
            Some(action) if action == context.action => {}
            None if !requires_action => {}
            _ => return Err(Refusal::ActionMismatch.into()),
        }
        // A missing score and NaN count as too low.
        if min_score.is_some_and(|min| !response.score.is_some_and(|score| score >= min)) {
            return Err(Refusal::ScoreTooLow.into());
        }
        Ok(solved_at)
    }
}

fn unavailable(reason: &str) -> CaptchaError {
    CaptchaError::Unavailable(reason.to_owned())
}

/// Parses a response. Success is accepted only with status 200, failure also with 4xx.
fn parse(reply: &OutboundResponse) -> Result<VerifyResponse, CaptchaError> {
    let response: Option<VerifyResponse> = serde_json::from_slice(&reply.body).ok();
    match response {
        Some(response)
            if reply.status == 200 || (!response.success && (400..500).contains(&reply.status)) =>
        {
            Ok(response)
        }
        _ => Err(CaptchaError::Unavailable(format!("unexpected response with status {}", reply.status))),
    }
}

fn refusal(codes: &[String]) -> CaptchaError {
    let has = |code: &str| codes.iter().any(|c| c == code);
    if has(EXPIRED_OR_USED) {
        Refusal::AlreadyUsed.into()
    } else if VISITOR_ERROR_CODES.iter().any(|code| has(code)) {
        Refusal::Incorrect.into()
    } else {
        let is_well_formed =
            |c: &&String| c.len() <= 40 && c.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let listed_codes: Vec<&str> =
            codes.iter().filter(is_well_formed).take(4).map(String::as_str).collect();
        CaptchaError::Unavailable(format!("error codes {listed_codes:?}"))
    }
}

#[cfg(test)]
mod tests;
