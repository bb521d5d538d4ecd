//! Members and their cards.

use marquee_model::loyalty;
use schemars::JsonSchema;
use serde::Serialize;

/// A member (loyalty-gateway.md, section 3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberDetails {
    /// The member's id: 128 random bits.
    #[schemars(example = &"m7q2m1x9c4k8p3w6t5r0z7y2na")]
    pub member_id: String,
    /// The club; empty if the loyalty program has only one.
    pub club_id: String,
    /// The username; null for a member who has never signed in.
    pub username: Option<String>,
    /// The email address. Members can also sign in with it.
    #[schemars(example = &"ada@example.org")]
    pub email: Option<String>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Phone number.
    pub phone_number: Option<String>,
    /// Mobile phone number.
    pub mobile_number: Option<String>,
    /// Date of birth.
    #[schemars(extend("format" = "date"))]
    pub date_of_birth: Option<String>,
    /// Gender, as entered by the member.
    pub gender: Option<String>,
    /// First line of the postal address.
    pub address1: Option<String>,
    /// Second line of the postal address.
    pub address2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// State or region.
    pub state: Option<String>,
    /// Postal code.
    pub zip_code: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// The level; 0 is the base level.
    pub member_level_id: i32,
    /// The level's name; null if the level no longer exists.
    pub member_level_name: Option<String>,
    /// When the membership expires; `0001-01-01T00:00:00Z` means never.
    #[schemars(extend("format" = "date-time"))]
    pub member_expiry: String,
    /// The code of the primary card.
    pub member_card_number: Option<String>,
    /// The member's balances.
    pub balances: Vec<Balance>,
    /// Whether the member agreed to the newsletter.
    pub send_newsletter: bool,
    /// Whether the member agreed to text messages.
    #[serde(rename = "wishToReceiveSMS")]
    pub wish_to_receive_sms: bool,
    /// Whether the member agreed to be contacted by third parties.
    pub contact_by_third_party: bool,
    /// Frequency of the newsletter; `-1` means not chosen.
    pub newsletter_frequency: String,
    /// The cinema where the member collects purchases.
    pub pickup_cinema_id: Option<String>,
    /// The preferred cinema.
    pub preferred_cinema_id: Option<String>,
    /// All preferred cinemas.
    pub preferred_cinema_list: Vec<String>,
    /// The preferred genres.
    pub preferred_genres: Vec<String>,
    /// Number of people in the household.
    pub house_size: u32,
    /// Marital status, as entered by the member.
    pub marital_status: String,
    /// National identification number.
    pub national_id: Option<String>,
    /// Whether registration is complete: the email address is confirmed and any chosen membership is paid.
    pub is_activated: bool,
    /// When the member joined.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
}

/// Data of a member without personal data, for callers that only know an order (security 1.11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberStanding {
    /// The level.
    pub member_level_id: i32,
    /// The level's name; null if the level no longer exists.
    pub member_level_name: Option<String>,
    /// When the membership expires; `0001-01-01T00:00:00Z` means never.
    #[schemars(extend("format" = "date-time"))]
    pub member_expiry: String,
    /// Whether registration is complete: the email address is confirmed and any chosen membership is paid.
    pub is_activated: bool,
}

/// All data of a member if the caller is that member, otherwise only the standing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MemberOrStanding {
    /// For the member's own session.
    Member(Box<MemberDetails>),
    /// For other callers.
    Standing(MemberStanding),
}

/// A member's balance of one type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// For example `POINTS`.
    #[schemars(example = &"POINTS")]
    pub balance_type: String,
    /// Its name in English.
    #[schemars(example = &"Points")]
    pub name: String,
    /// The amount, never negative.
    #[schemars(range(min = 0))]
    pub amount: i64,
}

/// A member's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoyaltyCard {
    /// The code, in uppercase.
    pub card_code: String,
    /// For example `DEMATERIALIZED`.
    pub card_type: String,
    /// The status; `EXPIRED` after the expiry.
    pub status: CardStatus,
    /// Whether it is the card shown first.
    pub is_primary: bool,
    /// When it was issued.
    #[schemars(extend("format" = "date-time"))]
    pub issued_at: String,
    /// When it expires; `0001-01-01T00:00:00Z` means never.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
}

/// The status of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CardStatus {
    Active,
    Lost,
    Expired,
}

impl From<loyalty::CardStatus> for CardStatus {
    fn from(status: loyalty::CardStatus) -> Self {
        match status {
            loyalty::CardStatus::Active => Self::Active,
            loyalty::CardStatus::Lost => Self::Lost,
            loyalty::CardStatus::Expired => Self::Expired,
        }
    }
}
