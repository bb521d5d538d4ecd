//! The member area: what a page of it says to everybody. Who is signed in is known to the browser alone.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Picture;

/// A page of the member area. Guests are asked to sign in where a page is for members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MemberPage {
    /// Which one.
    pub screen: MemberScreen,
    /// Why a form that was sent without scripts came back (ERR-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<u16>,
    /// How the loyalty programme is called.
    pub area: MemberArea,
    /// The picture beside the form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub picture: Option<Picture>,
    /// All theaters, for favourites and the places where rewards count.
    pub theaters: Vec<MemberTheater>,
}

/// The pages of the member area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum MemberScreen {
    /// Signing in, or a new password by the link of a mail; members see their overview.
    Home,
    /// Becoming a member.
    Join,
    /// Activating a membership (LOYC-19).
    Activate,
    /// Asking for a new password.
    ForgotPassword,
    /// Asking for one's user name.
    ForgotUsername,
    /// The balance of a gift card.
    GiftCard,
    /// Rewards and redeeming them.
    Rewards,
    /// E-vouchers.
    Vouchers,
    /// Films to see.
    Watchlist,
    /// Favourite theaters.
    Theaters,
    /// Orders and points.
    Orders,
    /// Cards.
    Cards,
    /// Profile, password, sessions, privacy.
    Profile,
}

impl MemberScreen {
    /// All of them.
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

    /// Its last path segment under the member area; empty for the area's own address.
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

/// What the browser needs to call a site's loyalty programme, the same for every visitor (LOYC-01 to LOYC-19).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MemberArea {
    /// Where it begins, such as `/login/`; empty when the site has no such page (ROUTE-09).
    pub href: String,
    /// The version of the calls: 1 or 3 (LOYC-01, LOYC-14 to LOYC-17).
    #[ts(type = "1 | 3")]
    pub version: u8,
    /// The circuit that calls are made for.
    pub circuit_id: String,
    /// The cinema that calls are made for.
    pub cinema_id: String,
    /// Whether that is the cinema of the page, where a page has one (LOYC-15, LOYC-17).
    pub current_cinema: bool,
    /// The club that members join; empty for none.
    pub club_id: String,
    /// The provider, as the settings spell it (LOYC-07).
    pub provider: String,
    /// `NONE`, `NON_TIERED`, `TIERED` or another text (LOYC-03, LOYC-18).
    #[serde(rename = "type")]
    pub kind: String,
    /// The balances shown, in their order (LOYC-05).
    pub balance_types: Vec<String>,
    /// `QR_CODE`, `CODE_128` or another text (LOYC-06, LOYC-18).
    pub scannable_code_format: String,
    /// `DEMATERIALIZED`, `PHYSICAL` or another text (LOYC-10, LOYC-18).
    pub card_type: String,
    /// The ticketing site that sessions are handed over to; empty for none (HAND-01).
    pub ticketing_url: String,
    /// The parameter that carries a token (HAND-13).
    pub token_parameter: String,
    /// Whether the launch pair of ticketing paths takes the token (ROLE-13).
    pub launch_ticketing: bool,
    /// Whether expired members may stay signed in (ROLE-08).
    pub allow_expired_accounts_login: bool,
    /// Hours that a session lasts (LOYC-12).
    pub session_timeout: u32,
    /// Whether the service's own words are shown (ERR-01).
    pub original_messages: bool,
    /// Whether there is an activation tab, and two fields of it (LOYC-19).
    pub include_activation: bool,
    /// See `include_activation`.
    pub include_activation_card_number: bool,
    /// See `include_activation`.
    pub include_activation_phone_number: bool,
    /// Whether there is a watchlist, and hearts (LOYC-19).
    pub include_watchlist: bool,
    /// What the entry says to guests (ROLE-09).
    pub guest_header_access_label: String,
    /// What the button to join says (ROLE-09).
    pub guest_signup_tab_button: String,
    /// What is said beside it (ROLE-09).
    pub guest_signup_tab_text: String,
    /// What the entry says to members (ROLE-10).
    pub logged_in_header_access_label: String,
    /// The members' menu, as the settings have it (LOYC-09, ROLE-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub logged_in_menu: Option<serde_json::Value>,
    /// Where calls go; favourite cinemas need one that is not empty (FAV-12).
    pub endpoint: String,
    /// First segment of the routes of passes (WALLET-03).
    pub wallet_prefix: String,
    /// Where passes are saved, with `<signed_jwt>` (WALLET-04).
    pub wallet_save_url: String,
    /// The rule for passwords (VALID-07).
    #[ts(type = "'DEFAULT' | 'CGR' | 'BOOST_POS'")]
    pub password_policy: String,
    /// The least length of a password (security 2.1).
    pub password_length: u8,
    /// Whether new members confirm their address first (security 2.5).
    pub email_activation: bool,
    /// Countries offered in forms, ISO 3166-1 alpha-2, in their order; empty for all (SITE-07).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub countries: Vec<String>,
    /// Who tells people from robots (VALID-08).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub captcha: Option<MemberCaptcha>,
}

/// A site's captcha.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MemberCaptcha {
    /// Who makes it.
    #[ts(type = "'ALTCHA' | 'RECAPTCHA' | 'TURNSTILE'")]
    pub provider: String,
    /// The site's key there; empty for the server's own (VALID-10).
    pub site_key: String,
    /// Whether it is reCAPTCHA version 3, which shows nothing.
    pub scored: bool,
    /// Origin of the stand-ins that answer instead of reCAPTCHA; absent where it answers itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stand_ins: Option<String>,
}

/// A theater as members are shown it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct MemberTheater {
    pub id: String,
    pub name: String,
    /// The address in one line.
    pub address: String,
    /// The IANA name of the zone its clock goes by.
    pub time_zone: String,
    pub href: String,
}
