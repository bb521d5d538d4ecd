//! Pages of the member area. They are the same for all visitors; only the browser knows who is signed in.

use marquee_model::settings::{CaptchaProvider, PasswordPolicy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Link, Picture};

/// A page of the member area. On pages for members, guests are asked to sign in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPage {
    /// Which page.
    pub screen: MemberScreen,
    /// The `peachCode` with which a form submitted without scripts was refused (ERR-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<u16>,
    /// Parameters of loyalty calls.
    pub area: MemberArea,
    /// The picture next to the form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// All theaters, for favorites and for the theaters of rewards.
    pub theaters: Vec<MemberTheater>,
}

/// The pages of the member area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MemberScreen {
    /// Sign-in, or setting a new password from a link in an email; for members, their overview.
    Home,
    /// Registration.
    Join,
    /// Activation of a membership (LOYC-19).
    Activate,
    /// Request for a password reset.
    ForgotPassword,
    /// Request for a username reminder.
    ForgotUsername,
    /// Balance of a gift card.
    GiftCard,
    /// Rewards, and redeeming them.
    Rewards,
    /// E-vouchers.
    Vouchers,
    /// The watchlist.
    Watchlist,
    /// Favorite theaters.
    Theaters,
    /// Order and points history.
    Orders,
    /// Cards.
    Cards,
    /// Profile, password, sessions, privacy.
    Profile,
}

impl MemberScreen {
    /// All pages.
    pub const ALL: [Self; 13] = [
        Self::Home,
        Self::Join,
        Self::Activate,
        Self::ForgotPassword,
        Self::ForgotUsername,
        Self::GiftCard,
        Self::Rewards,
        Self::Vouchers,
        Self::Watchlist,
        Self::Theaters,
        Self::Orders,
        Self::Cards,
        Self::Profile,
    ];

    /// The last path segment in the member area; empty for its home page.
    #[must_use]
    pub fn segment(self) -> &'static str {
        match self {
            Self::Home => "",
            Self::Join => "join",
            Self::Activate => "activate",
            Self::ForgotPassword => "forgot-password",
            Self::ForgotUsername => "forgot-username",
            Self::GiftCard => "gift-card",
            Self::Rewards => "rewards",
            Self::Vouchers => "vouchers",
            Self::Watchlist => "watchlist",
            Self::Theaters => "theaters",
            Self::Orders => "orders",
            Self::Cards => "cards",
            Self::Profile => "profile",
        }
    }
}

/// Data that the browser needs for loyalty calls; the same for all visitors (LOYC-01 to LOYC-19).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberArea {
    /// URL of its home page, such as `/login/`; empty if the site has no member area (ROUTE-09).
    pub href: String,
    /// The API version: 1 or 3 (LOYC-01, LOYC-14 to LOYC-17).
    #[schemars(extend("enum" = [1, 3]))]
    pub version: u8,
    /// The circuit of calls.
    pub circuit_id: String,
    /// The cinema of calls.
    pub cinema_id: String,
    /// Whether the cinema of the page, if any, is used instead of `cinemaId` (LOYC-15, LOYC-17).
    pub current_cinema: bool,
    /// The club that members join; empty for none.
    pub club_id: String,
    /// The provider, as in settings (LOYC-07).
    pub provider: String,
    /// `NONE`, `NON_TIERED`, `TIERED` or another text (LOYC-03, LOYC-18).
    #[serde(rename = "type")]
    pub kind: String,
    /// The balances shown, in order (LOYC-05).
    pub balance_types: Vec<String>,
    /// `QR_CODE`, `CODE_128` or another text (LOYC-06, LOYC-18).
    pub scannable_code_format: String,
    /// `DEMATERIALIZED`, `PHYSICAL` or another text (LOYC-10, LOYC-18).
    pub card_type: String,
    /// URL of the ticketing site for the hand-over of sessions; empty for none (HAND-01).
    pub ticketing_url: String,
    /// Name of the token parameter (HAND-13).
    pub token_parameter: String,
    /// Whether the token is also passed to `launch/ticketing` and `api/launch/ticketing/redirect` (ROLE-13).
    pub launch_ticketing: bool,
    /// Whether expired members may stay signed in (ROLE-08).
    pub allow_expired_accounts_login: bool,
    /// Duration of a session in hours (LOYC-12).
    pub session_timeout: u32,
    /// Whether error messages of the service are shown verbatim (ERR-01).
    pub original_messages: bool,
    /// Whether there is an activation tab (LOYC-19).
    pub include_activation: bool,
    /// Whether the activation asks for a card number (LOYC-19).
    pub include_activation_card_number: bool,
    /// Whether the activation asks for a phone number (LOYC-19).
    pub include_activation_phone_number: bool,
    /// Whether there is a watchlist (LOYC-19).
    pub include_watchlist: bool,
    /// Label of the link to the member area for guests (ROLE-09).
    pub guest_header_access_label: String,
    /// Label of the registration button (ROLE-09).
    pub guest_signup_tab_button: String,
    /// Text next to the registration button (ROLE-09).
    pub guest_signup_tab_text: String,
    /// Label of the link to the member area for members (ROLE-10).
    pub logged_in_header_access_label: String,
    /// The links of the members' menu (LOYC-09, ROLE-10).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logged_in_menu: Vec<Link>,
    /// URL of loyalty calls; if empty, there are no favorite cinemas (FAV-12).
    pub endpoint: String,
    /// First path segment of wallet passes (WALLET-03).
    pub wallet_prefix: String,
    /// URL that saves a wallet pass, with the placeholder `<signed_jwt>` (WALLET-04).
    pub wallet_save_url: String,
    /// Password policy (VALID-07).
    pub password_policy: PasswordPolicy,
    /// Minimum length of passwords (security 2.1).
    pub password_length: u8,
    /// Whether new members must confirm their email address (security 2.5).
    pub email_activation: bool,
    /// Countries offered in forms, ISO 3166-1 alpha-2, in order; empty for all (SITE-07).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<String>,
    /// The captcha of forms (VALID-08).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captcha: Option<MemberCaptcha>,
}

/// A site's captcha.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberCaptcha {
    /// The provider.
    pub provider: CaptchaProvider,
    /// The site key at the provider; empty for ALTCHA (VALID-10).
    pub site_key: String,
    /// Whether it is reCAPTCHA version 3, which is invisible.
    pub scored: bool,
    /// Origin of a stand-in for reCAPTCHA; absent if the real service is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_ins: Option<String>,
}

/// A theater in the member area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberTheater {
    pub id: String,
    pub name: String,
    /// The address in one line.
    pub address: String,
    /// IANA time zone.
    pub time_zone: String,
    pub href: String,
}
