//! Passwords: the site's rules, and hashing on dedicated threads.

use marquee_auth::{
    AuthError, Hasher, Password, PasswordMatch, PasswordRules, RequiredCharacters, check_password,
};
use marquee_model::loyalty::Member;
use marquee_model::settings::{PasswordPolicy, SiteNameMode, SiteRecord};

use crate::context::Context;
use crate::error::{LoyaltyError, RefusalReason};

/// The site's password rules (VALID-07).
pub(crate) fn rules(site: &SiteRecord) -> PasswordRules {
    let options = &site.config.options;
    let policy = site.settings.loyalty.provider.password_policy(options.password_policy);
    PasswordRules {
        characters: required_characters(policy),
        min_length: options.min_password_length().into(),
    }
}

const fn required_characters(policy: PasswordPolicy) -> RequiredCharacters {
    match policy {
        PasswordPolicy::Default => RequiredCharacters::Any,
        PasswordPolicy::Cgr => RequiredCharacters::LetterAndNumber,
        PasswordPolicy::BoostPos => RequiredCharacters::LowerUpperNumberSpecial,
    }
}

/// Refuses a weak password.
pub(crate) fn check(site: &SiteRecord, member: &Member, password: &Password) -> Result<(), LoyaltyError> {
    let name = site.site_name(SiteNameMode::Site);
    let mut words = member.password_blocklist();
    words.extend([name, site.settings.circuit.name.as_str()]);
    check_password(rules(site), password, &words).map_err(|_| RefusalReason::WeakPassword.into())
}

impl Context {
    pub(crate) async fn hash(&self, password: &Password) -> Result<String, LoyaltyError> {
        let password = password.clone();
        Ok(self.hashing(move |hasher| hasher.hash(&password)).await??)
    }

    /// Compares a password with a hash. A missing hash takes the same time as a wrong password.
    pub(crate) async fn verify(
        &self,
        password: &Password,
        hash: Option<&str>,
    ) -> Result<PasswordMatch, LoyaltyError> {
        let (password, hash) = (password.clone(), hash.map(str::to_owned));
        self.hashing(move |hasher| hasher.verify(&password, hash.as_deref())).await
    }

    async fn hashing<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Hasher) -> T + Send + 'static,
    ) -> Result<T, LoyaltyError> {
        self.hashes.result(job).await.map_err(|error| match error {
            AuthError::QueueFull => LoyaltyError::Busy,
            other => LoyaltyError::Crypto(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use marquee_auth::PasswordRejection;
    use marquee_model::settings::{LoyaltyProvider, MIN_PASSWORD_LENGTH};

    use super::*;

    #[test]
    fn valid_05_valid_07_a_policy_requires_the_characters_that_the_browser_requires() {
        let cases: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../fixtures/passwords/rules.json")).unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let policy: PasswordPolicy = serde_json::from_value(case["policy"].clone()).unwrap();
            let rules = PasswordRules {
                characters: required_characters(policy),
                min_length: MIN_PASSWORD_LENGTH.into(),
            };
            let password = Password::from(case["password"].as_str().unwrap().to_owned());
            let expected =
                match case["unsatisfied"].as_array().unwrap().first().and_then(|kind| kind.as_str()) {
                    None => None,
                    Some("length") => Some(PasswordRejection::TooShort(8)),
                    Some("maxLength") => Some(PasswordRejection::TooLong(256)),
                    Some(_) => Some(PasswordRejection::Characters),
                };
            // Which passwords are common is known to the server only.
            let rejection =
                check_password(rules, &password, &[]).err().filter(|r| *r != PasswordRejection::Common);
            assert_eq!(rejection, expected, "{case}");
        }
    }

    #[test]
    fn valid_07_the_operator_can_override_the_provider_s_rules() {
        let mut site = crate::context::tests_site();
        let mut characters = |provider, policy| {
            site.settings.loyalty.provider = provider;
            site.config.options.password_policy = policy;
            rules(&site).characters
        };
        assert_eq!(characters(LoyaltyProvider::None, None), RequiredCharacters::Any);
        assert_eq!(characters(LoyaltyProvider::Cgr, None), RequiredCharacters::LetterAndNumber);
        assert_eq!(characters(LoyaltyProvider::BoostPos, None), RequiredCharacters::LowerUpperNumberSpecial);
        assert_eq!(
            characters(LoyaltyProvider::BoostPosWithoutLoyalty, None),
            RequiredCharacters::LowerUpperNumberSpecial
        );
        assert_eq!(
            characters(LoyaltyProvider::BoostPos, Some(PasswordPolicy::Cgr)),
            RequiredCharacters::LetterAndNumber
        );
    }
}
