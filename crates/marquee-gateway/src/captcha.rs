//! Captchas: which one a site has, and what follows when its answer is wrong or cannot be checked (security 2.4).

use std::collections::BTreeMap;

use marquee_captcha::{
    Altcha, Captcha, CaptchaError, Challenge, Place, Provider, RECAPTCHA_URL, Remote, TURNSTILE_URL,
    USUAL_MAX_NUMBER,
};
use marquee_model::peach::PeachCode;
use marquee_model::settings::{CaptchaProvider, CaptchaSetting};
use marquee_model::{Clock, SystemClock};
use marquee_outbound::Outbound;
use url::Url;

use crate::gateway::Context;
use crate::problem::Problem;
use crate::reply::{Failure, Refusal};
use crate::table::{Call, CallName};

/// What is said to who failed (loyalty-gateway.md, section 4).
const NO_ROBOT: &str = "Please confirm that you are not a robot";

/// Who checks captchas.
#[derive(Debug)]
pub struct Captchas {
    altcha: Altcha,
    /// Secrets of the sites' keys at a provider.
    secrets: BTreeMap<String, String>,
    /// Where providers are asked, when not at their own address.
    verify_url: Option<Url>,
    outbound: Outbound,
}

/// What a call is called at a captcha: the last name in its path.
#[must_use]
pub fn action(call: &Call) -> &'static str {
    call.path.split('/').rfind(|part| !part.is_empty() && !part.starts_with('{')).unwrap_or_default()
}

impl Captchas {
    /// `secrets` are the server's own, `providers` those of the sites' keys.
    ///
    /// # Errors
    /// A text when there is no secret.
    pub fn new(
        secrets: &[String],
        providers: BTreeMap<String, String>,
        verify_url: Option<Url>,
        outbound: Outbound,
    ) -> Result<Self, String> {
        let altcha = Altcha::new(secrets, USUAL_MAX_NUMBER).map_err(|e| e.to_string())?;
        Ok(Self { altcha, secrets: providers, verify_url, outbound })
    }

    /// A challenge of the server's own captcha for a form.
    ///
    /// # Errors
    /// [`Problem::Unavailable`] when none can be made.
    pub fn challenge(&self, host: &str, action: &str) -> Result<Challenge, Problem> {
        let now = SystemClock::default().now();
        self.altcha.challenge(Place { host, action }, now).map_err(|error| {
            tracing::error!(%error, "a captcha could not be made");
            Problem::Unavailable { seconds: 2 }
        })
    }

    fn of(&self, setting: &CaptchaSetting) -> Option<Captcha> {
        let remote = |provider, usual: &str| {
            let url = self.verify_url.clone().or_else(|| Url::parse(usual).ok())?;
            let secret = self.secrets.get(&setting.site_key)?.clone();
            Some(Captcha::Remote(Remote::new(provider, secret, url, self.outbound.clone())))
        };
        match setting.provider {
            CaptchaProvider::Altcha => Some(Captcha::Altcha(self.altcha.clone())),
            CaptchaProvider::Recaptcha => {
                remote(Provider::Recaptcha { min_score: setting.min_score }, RECAPTCHA_URL)
            }
            CaptchaProvider::Turnstile => remote(Provider::Turnstile, TURNSTILE_URL),
        }
    }

    /// Checks the answer that came with a call, where the site has a captcha.
    pub(crate) async fn check(&self, c: &Context<'_>, answer: Option<&str>) -> Result<(), Failure> {
        let Some(setting) = &c.asked.site.record.config.options.captcha else { return Ok(()) };
        let verified = match (self.of(setting), answer) {
            (_, None) => return Err(robot()),
            (None, Some(_)) => Err(CaptchaError::Unavailable("the site's key has no secret".to_owned())),
            (Some(captcha), Some(answer)) => {
                let place = Place { host: c.asked.host, action: action(c.call) };
                captcha.verify(answer, place, c.asked.address, SystemClock::default().now()).await
            }
        };
        match verified {
            Ok(verified) => match c.loyalty().use_captcha(c.visitor(), &verified.id).await {
                Err(marquee_loyalty::LoyaltyError::Refused(_)) => Err(robot()),
                other => Ok(other?),
            },
            Err(CaptchaError::Refused(why)) => {
                tracing::info!(site.id = %c.asked.site.id, %why, "a captcha was refused");
                Err(robot())
            }
            Err(CaptchaError::Unavailable(why)) => {
                tracing::warn!(site.id = %c.asked.site.id, why, "captchas cannot be checked");
                if c.call.name == CallName::Login {
                    return Ok(c.loyalty().stricter(c.visitor()).await?);
                }
                Err(Problem::Unavailable { seconds: 10 }.into())
            }
        }
    }
}

fn robot() -> Failure {
    let refusal = Refusal { message: Some(NO_ROBOT.to_owned()), ..Refusal::of(PeachCode::TooMany) };
    Failure::Refused(Box::new(refusal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::CALLS;

    #[test]
    fn an_action_is_the_name_of_the_call() {
        let of = |path: &str| CALLS.iter().find(|c| c.path == path).map(action).unwrap();
        assert_eq!(of("/Member/v3/Login"), "Login");
        assert_eq!(of("/Member/UsernameReminder/{circuitId}/{value}"), "UsernameReminder");
        assert_eq!(of("/GiftCard/CheckGiftCardBalance"), "CheckGiftCardBalance");
    }
}
