//! Members and their cards.

use marquee_model::loyalty;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// A member (loyalty-gateway.md, section 3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberDetails {
    /// The member's id: 128 random bits.
    #[schema(examples("m7q2m1x9c4k8p3w6t5r0z7y2na"))]
    pub member_id: String,
    /// The club; empty where the programme has one only.
    pub club_id: String,
    /// The name they sign in with; null for one who never did.
    pub username: Option<String>,
    /// The e-mail address, which signs in as well.
    #[schema(examples("ada@example.org"))]
    pub email: Option<String>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Phone at home.
    pub phone_number: Option<String>,
    /// Mobile phone.
    pub mobile_number: Option<String>,
    /// Date of birth.
    #[schema(format = Date)]
    pub date_of_birth: Option<String>,
    /// As the member wrote it.
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
    /// The level; 0 is the one everybody has.
    pub member_level_id: i32,
    /// The level's name; null for one that the programme no longer has.
    pub member_level_name: Option<String>,
    /// When the membership ends; `0001-01-01T00:00:00Z` means never.
    #[schema(format = DateTime)]
    pub member_expiry: String,
    /// The code of the primary card.
    pub member_card_number: Option<String>,
    /// What the member has.
    pub balances: Vec<Balance>,
    /// Whether they want the newsletter.
    pub send_newsletter: bool,
    /// Whether they want text messages.
    #[serde(rename = "wishToReceiveSMS")]
    pub wish_to_receive_sms: bool,
    /// Whether others may write to them.
    pub contact_by_third_party: bool,
    /// How often the newsletter comes; `-1` means that nothing was chosen.
    pub newsletter_frequency: String,
    /// Where they collect what they buy.
    pub pickup_cinema_id: Option<String>,
    /// The cinema they like best.
    pub preferred_cinema_id: Option<String>,
    /// The cinemas they like.
    pub preferred_cinema_list: Vec<String>,
    /// The genres they like.
    pub preferred_genres: Vec<String>,
    /// People of the household.
    pub house_size: u32,
    /// As the member wrote it.
    pub marital_status: String,
    /// A number of identification.
    pub national_id: Option<String>,
    /// Whether the address was confirmed or the membership paid.
    pub is_activated: bool,
    /// When they became a member.
    #[schema(format = DateTime)]
    pub created_at: String,
}

/// What is told to who proved nothing but to know an order: no personal data (security 1.11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberStanding {
    /// The level.
    pub member_level_id: i32,
    /// The level's name; null for one that the programme no longer has.
    pub member_level_name: Option<String>,
    /// When the membership ends; `0001-01-01T00:00:00Z` means never.
    #[schema(format = DateTime)]
    pub member_expiry: String,
    /// Whether the address was confirmed or the membership paid.
    pub is_activated: bool,
}

/// All of a member for their own session, their standing for everybody else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(untagged)]
pub enum MemberOrStanding {
    /// To the member.
    Member(Box<MemberDetails>),
    /// To others.
    Standing(MemberStanding),
}

/// What a member has of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// For example `POINTS`.
    #[schema(examples("POINTS"))]
    pub balance_type: String,
    /// Its name in English.
    #[schema(examples("Points"))]
    pub name: String,
    /// How many; never negative.
    #[ts(type = "number")]
    #[schema(minimum = 0)]
    pub amount: i64,
}

/// A member's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoyaltyCard {
    /// Its code, upper case.
    pub card_code: String,
    /// For example `DEMATERIALIZED`.
    pub card_type: String,
    /// Whether it is good.
    pub status: CardStatus,
    /// The one shown first.
    pub is_primary: bool,
    /// When it was given out.
    #[schema(format = DateTime)]
    pub issued_at: String,
    /// When it ends; `0001-01-01T00:00:00Z` means never.
    #[schema(format = DateTime)]
    pub expires_at: String,
}

/// Whether a card is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "as in marquee_model::loyalty")]
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
