//! The loyalty configuration with its defaults (area loyalty-config).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::PasswordPolicy;

/// How long a session lasts, in hours, unless `sessionTimeout` is set (LOYC-13).
pub const DEFAULT_SESSION_HOURS: u32 = 720;

/// The loyalty provider (LOYC-07). `VISTA` occurs in records imported from other platforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LoyaltyProvider {
    #[default]
    None,
    Rts,
    BoostPos,
    BoostPosWithoutLoyalty,
    Tapos,
    Cgr,
    Vista,
}

impl LoyaltyProvider {
    /// The parameter that passes a token to the ticketing site: `site_option`, unless it is empty; the default depends on the
    /// provider (HAND-13, ROLE-14).
    #[must_use]
    pub fn token_parameter(self, site_option: Option<&str>) -> &str {
        match (site_option.filter(|option| !option.is_empty()), self) {
            (Some(option), _) => option,
            (None, Self::Cgr) => "token_clubcgr",
            (None, Self::BoostPos | Self::BoostPosWithoutLoyalty | Self::Tapos) => "token",
            (None, Self::None | Self::Rts | Self::Vista) => "userSessionId",
        }
    }

    /// The value in settings.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Rts => "RTS",
            Self::BoostPos => "BOOST_POS",
            Self::BoostPosWithoutLoyalty => "BOOST_POS_WITHOUT_LOYALTY",
            Self::Tapos => "TAPOS",
            Self::Cgr => "CGR",
            Self::Vista => "VISTA",
        }
    }

    /// The password policy: `site_option`; the default depends on the provider (VALID-07).
    #[must_use]
    pub fn password_policy(self, site_option: Option<PasswordPolicy>) -> PasswordPolicy {
        site_option.unwrap_or(match self {
            Self::BoostPos | Self::BoostPosWithoutLoyalty => PasswordPolicy::BoostPos,
            Self::Cgr => PasswordPolicy::Cgr,
            Self::None | Self::Rts | Self::Tapos | Self::Vista => PasswordPolicy::Default,
        })
    }

    /// Minutes after a show's start during which it can still be booked: 15 for CGR, BOOST_POS and
    /// BOOST_POS_WITHOUT_LOYALTY, otherwise 0 (CONST-01).
    #[must_use]
    pub fn late_booking_minutes(self) -> u16 {
        match self {
            Self::Cgr | Self::BoostPos | Self::BoostPosWithoutLoyalty => 15,
            Self::None | Self::Rts | Self::Tapos | Self::Vista => 0,
        }
    }
}

/// An existing loyalty service, used instead of the embedded engine (TRANS-09).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoyaltyUpstream {
    /// Base URL.
    #[schemars(extend("pattern" = "^https?://"))]
    pub base_url: String,
}

/// `loyalty` of the settings record; missing fields have the defaults of LOYC-01 to LOYC-13.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LoyaltyConfig {
    #[schemars(range(min = 1, max = 3))]
    pub version: u8,
    pub circuit_id: String,
    pub cinema_id: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    pub club_id: String,
    pub ticketing_url: String,
    pub include_activation: bool,
    pub include_activation_card_number: bool,
    pub include_activation_phone_number: bool,
    pub balance_types: Vec<String>,
    pub scannable_code_format: String,
    pub provider: LoyaltyProvider,
    pub access_from_header: bool,
    pub guest_header_access_label: String,
    pub guest_signup_tab_button: String,
    pub guest_signup_tab_text: String,
    pub logged_in_header_access_label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logged_in_menu: Option<serde_json::Value>,
    pub include_watchlist: bool,
    pub card_type: String,
    pub allow_expired_accounts_login: bool,
    #[schemars(range(min = 1, max = 8760))]
    pub session_timeout: u32,
    /// Whether username reminders and password resets disclose that an email address is unknown (loyalty-gateway.md,
    /// section 2).
    pub reveal_unknown_email: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream: Option<LoyaltyUpstream>,
}

impl Default for LoyaltyConfig {
    fn default() -> Self {
        Self {
            version: 1,
            circuit_id: String::new(),
            cinema_id: String::new(),
            kind: None,
            club_id: String::new(),
            ticketing_url: String::new(),
            include_activation: false,
            include_activation_card_number: false,
            include_activation_phone_number: false,
            balance_types: Vec::new(),
            scannable_code_format: "QR_CODE".to_owned(),
            provider: LoyaltyProvider::None,
            access_from_header: false,
            guest_header_access_label: String::new(),
            guest_signup_tab_button: String::new(),
            guest_signup_tab_text: String::new(),
            logged_in_header_access_label: String::new(),
            logged_in_menu: None,
            include_watchlist: false,
            card_type: "DEMATERIALIZED".to_owned(),
            allow_expired_accounts_login: false,
            session_timeout: DEFAULT_SESSION_HOURS,
            reveal_unknown_email: false,
            upstream: None,
        }
    }
}

/// Parameters of loyalty calls, derived from the configuration by the rules of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoyaltyCallParameters {
    /// API version, 1 to 3.
    pub version: u8,
    pub circuit_id: String,
    pub cinema_id: String,
    /// The balances shown to members.
    pub balance_types: Vec<String>,
}

impl LoyaltyConfig {
    /// The parameters of loyalty calls, by the rules of the provider (LOYC-14 to LOYC-17). `circuit` is the site's circuit, `cinema` the current
    /// cinema.
    #[must_use]
    pub fn call_parameters(&self, circuit: &str, cinema: &str) -> LoyaltyCallParameters {
        let own_or_site = if self.circuit_id.is_empty() { circuit } else { &self.circuit_id };
        let parameters = |version, circuit: &str, cinema: &str| LoyaltyCallParameters {
            version,
            circuit_id: circuit.to_owned(),
            cinema_id: cinema.to_owned(),
            balance_types: self.balance_types.clone(),
        };
        match self.provider {
            LoyaltyProvider::BoostPos | LoyaltyProvider::BoostPosWithoutLoyalty => LoyaltyCallParameters {
                balance_types: vec!["POINTS".to_owned()],
                ..parameters(3, own_or_site, cinema)
            },
            LoyaltyProvider::Tapos => parameters(3, own_or_site, cinema),
            LoyaltyProvider::Cgr => parameters(3, circuit, cinema),
            LoyaltyProvider::None | LoyaltyProvider::Rts | LoyaltyProvider::Vista => {
                parameters(self.version, &self.circuit_id, &self.cinema_id)
            }
        }
    }

    /// The type of the loyalty program: `NON_TIERED` for RTS, else the configured one, default `NONE` (LOYC-03).
    #[must_use]
    pub fn effective_type(&self) -> &str {
        match self.provider {
            LoyaltyProvider::Rts => "NON_TIERED",
            _ => self.kind.as_deref().unwrap_or("NONE"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LoyaltyProvider as P;

    #[test]
    fn loyc_07_a_provider_is_spelled_as_in_the_settings() {
        for (provider, name) in [
            (P::None, "NONE"),
            (P::Rts, "RTS"),
            (P::BoostPos, "BOOST_POS"),
            (P::BoostPosWithoutLoyalty, "BOOST_POS_WITHOUT_LOYALTY"),
            (P::Tapos, "TAPOS"),
            (P::Cgr, "CGR"),
            (P::Vista, "VISTA"),
        ] {
            assert_eq!(serde_json::from_value::<P>(name.into()).unwrap(), provider);
            assert_eq!(serde_json::to_value(provider).unwrap(), name);
            assert_eq!(provider.as_str(), name);
        }
    }

    #[test]
    fn hand_13_role_14_the_token_parameter_is_the_site_option_or_the_provider_default() {
        for (provider, name) in [
            (P::Cgr, "token_clubcgr"),
            (P::BoostPos, "token"),
            (P::BoostPosWithoutLoyalty, "token"),
            (P::Tapos, "token"),
            (P::None, "userSessionId"),
            (P::Rts, "userSessionId"),
            (P::Vista, "userSessionId"),
        ] {
            assert_eq!(provider.token_parameter(None), name);
        }
        assert_eq!(P::Cgr.token_parameter(Some("sid")), "sid");
        assert_eq!(P::Cgr.token_parameter(Some("")), "token_clubcgr");
    }
}
