//! Query parameters with secret values (security 5.3), and those of campaigns.

/// Prefix of campaign parameters (PAGE-07, LINK-12).
pub const UTM_PREFIX: &str = "utm_";

/// Token parameters of all providers, and parameters of links in emails.
pub const SECRET_PARAMETERS: [&str; 6] =
    ["token", "token_clubcgr", "userSessionId", "email", "resetCode", "uid"];

/// Whether a parameter is secret. `site_parameter` is the site's token parameter (`options.tokenParameter`).
#[must_use]
pub fn is_secret(name: &str, site_parameter: Option<&str>) -> bool {
    SECRET_PARAMETERS.contains(&name) || site_parameter.is_some_and(|own| !own.is_empty() && own == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::LoyaltyProvider as P;

    #[test]
    fn the_token_parameters_of_every_provider_and_of_the_site_are_secret() {
        for provider in [P::None, P::Rts, P::BoostPos, P::BoostPosWithoutLoyalty, P::Tapos, P::Cgr, P::Vista]
        {
            assert!(is_secret(provider.token_parameter(None), None), "{provider:?}");
        }
        assert!(is_secret("sid", Some("sid")));
        assert!(!is_secret("sid", None) && !is_secret("", Some("")) && !is_secret("day", Some("sid")));
    }
}
