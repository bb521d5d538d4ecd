//! Captcha checks of calls, by the provider each site has configured (security 2.4).

use std::collections::BTreeMap;

use jiff::Timestamp;
use marquee_captcha::{
    Altcha, Captcha, CaptchaContext, CaptchaError, Challenge, DEFAULT_MAX_NUMBER, Provider, RECAPTCHA_URL,
    RemoteVerifier, TURNSTILE_URL,
};
use marquee_loyalty::{LoyaltyError, RefusalReason};
use marquee_model::peach::PeachCode;
use marquee_model::settings::{CaptchaProvider, CaptchaSetting};
use marquee_outbound::Outbound;
use url::Url;

use crate::context::Context;
use crate::problem::Problem;
use crate::reply::{Failure, Refusal};
use crate::table::{CALLS, Call, CallName};

/// Message of a failed captcha (loyalty-gateway.md, section 4).
const CAPTCHA_FAILED: &str = "Please confirm that you are not a robot";

/// Makes and checks captchas.
#[derive(Debug)]
pub struct Captchas {
    altcha: Altcha,
    /// Provider secrets, by site key.
    secrets: BTreeMap<String, String>,
    /// Overrides the providers' verification URLs.
    verify_url: Option<Url>,
    outbound: Outbound,
}

/// The captcha action of a call: the last segment of its path that is not an argument.
#[must_use]
pub fn action(call: &Call) -> &'static str {
    call.path.split('/').rfind(|segment| !segment.is_empty() && !segment.starts_with('{')).unwrap_or_default()
}

/// The actions of all calls that need a captcha, sorted.
#[must_use]
pub fn captcha_actions() -> Vec<&'static str> {
    let mut names: Vec<&str> = CALLS.iter().filter(|call| call.captcha).map(action).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Captchas {
    /// `secrets` sign the server's own challenges; `providers` maps site keys to provider secrets.
    ///
    /// # Errors
    /// If `secrets` is empty or a secret is unusable.
    pub fn new(
        secrets: &[String],
        providers: BTreeMap<String, String>,
        verify_url: Option<Url>,
        outbound: Outbound,
    ) -> Result<Self, String> {
        let altcha = Altcha::new(secrets, DEFAULT_MAX_NUMBER).map_err(|e| e.to_string())?;
        Ok(Self { altcha, secrets: providers, verify_url, outbound })
    }

    /// Makes a challenge of the server's own captcha (ALTCHA).
    ///
    /// # Errors
    /// [`Problem::Unavailable`] if it cannot be made.
    pub fn challenge(&self, host: &str, action: &str, now: Timestamp) -> Result<Challenge, Problem> {
        self.altcha.challenge(CaptchaContext { host, action }, now).map_err(|error| {
            tracing::error!(%error, "cannot create a captcha challenge");
            Problem::Unavailable { seconds: 2 }
        })
    }

    /// The captcha of a site; `None` if the provider secret of its key is missing.
    fn for_setting(&self, setting: &CaptchaSetting) -> Option<Captcha> {
        let remote = |provider, default_url: &str| {
            let url = self.verify_url.clone().or_else(|| Url::parse(default_url).ok())?;
            let secret = self.secrets.get(&setting.site_key)?.clone();
            Some(Captcha::Remote(RemoteVerifier::new(provider, secret, url, self.outbound.clone())))
        };
        match setting.provider {
            CaptchaProvider::Altcha => Some(Captcha::Altcha(self.altcha.clone())),
            CaptchaProvider::Recaptcha => {
                remote(Provider::Recaptcha { min_score: setting.min_score }, RECAPTCHA_URL)
            }
            CaptchaProvider::Turnstile => remote(Provider::Turnstile, TURNSTILE_URL),
        }
    }

    /// Checks a call's captcha response, if the site has a captcha. While captchas cannot be verified, only the login call is
    /// allowed, with stricter rate limits.
    pub(crate) async fn check(&self, c: &Context<'_>, answer: Option<&str>) -> Result<(), Failure> {
        let Some(setting) = &c.request.site.record.config.options.captcha else { return Ok(()) };
        let result = match (self.for_setting(setting), answer) {
            (_, None) => return Err(captcha_failed()),
            (None, Some(_)) => {
                Err(CaptchaError::Unavailable("the site's captcha key has no secret".to_owned()))
            }
            (Some(captcha), Some(answer)) => {
                let context = CaptchaContext { host: c.request.host, action: action(c.call) };
                captcha.verify(answer, context, c.request.address, c.loyalty().real_time()).await
            }
        };
        match result {
            Ok(result) => match c.loyalty().captchas().use_captcha(c.visitor(), &result.id).await {
                Err(LoyaltyError::Refused(RefusalReason::CaptchaUsed)) => Err(captcha_failed()),
                other => Ok(other?),
            },
            Err(CaptchaError::Refused(reason)) => {
                tracing::info!(site.id = %c.request.site.id, %reason, "captcha failed");
                Err(captcha_failed())
            }
            Err(CaptchaError::Unavailable(reason)) => {
                tracing::warn!(site.id = %c.request.site.id, reason, "captcha verification is unavailable");
                if c.call.name == CallName::Login {
                    return Ok(c.loyalty().captchas().check_strict_limit(c.visitor()).await?);
                }
                Err(Problem::Unavailable { seconds: 10 }.into())
            }
        }
    }
}

fn captcha_failed() -> Failure {
    let refusal =
        Refusal { message: Some(CAPTCHA_FAILED.to_owned()), ..Refusal::new(PeachCode::TooManyAttempts) };
    Failure::Refused(Box::new(refusal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::CALLS;

    #[test]
    fn the_action_is_the_last_fixed_segment_of_the_path() {
        let action_of = |path: &str| CALLS.iter().find(|c| c.path == path).map(action).unwrap();
        assert_eq!(action_of("/Member/v3/Login"), "Login");
        assert_eq!(action_of("/Member/UsernameReminder/{circuitId}/{value}"), "UsernameReminder");
        assert_eq!(action_of("/GiftCard/CheckGiftCardBalance"), "CheckGiftCardBalance");
    }
}
