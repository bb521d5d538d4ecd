//! Members.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::MemberId;

/// A member's stored record. Input must have been validated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Member {
    pub id: MemberId,
    #[serde(default)]
    pub club_id: String,
    /// `None` for a member whom an operator added and who has never signed in.
    pub username: Option<String>,
    pub email: Option<String>,
    pub first_name: String,
    pub last_name: String,
    #[serde(default)]
    pub phone_number: Option<String>,
    #[serde(default)]
    pub mobile_number: Option<String>,
    #[serde(default)]
    pub date_of_birth: Option<Date>,
    #[serde(default)]
    pub gender: Option<String>,
    #[serde(default)]
    pub address1: Option<String>,
    #[serde(default)]
    pub address2: Option<String>,
    #[serde(default)]
    pub city: Option<String>,
    #[serde(default)]
    pub state: Option<String>,
    #[serde(default)]
    pub zip_code: Option<String>,
    #[serde(default)]
    pub country: Option<String>,
    /// Level id; 0 is the base level.
    #[serde(default)]
    pub level_id: i32,
    /// When the membership ends; `None` means never.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    #[serde(default)]
    pub consents: Consents,
    #[serde(default)]
    pub pickup_cinema_id: Option<String>,
    #[serde(default)]
    pub preferred_cinema_id: Option<String>,
    #[serde(default)]
    pub preferred_cinema_list: Vec<String>,
    #[serde(default)]
    pub preferred_genres: Vec<String>,
    #[serde(default)]
    pub house_size: u32,
    #[serde(default)]
    pub marital_status: String,
    #[serde(default)]
    pub national_id: Option<String>,
    #[serde(default)]
    pub standing: MemberStatus,
    /// Whether the membership chosen at registration must still be completed after the email address is confirmed (ACT-12).
    #[serde(default)]
    pub membership_due: bool,
    /// Language of emails to the member.
    #[serde(default)]
    pub language: String,
    /// Customer id at the payment provider.
    #[serde(default)]
    pub payment_customer: Option<String>,
    /// All points ever earned; decides which levels are reached.
    #[serde(default)]
    pub lifetime_points: i64,
    pub created_at: Timestamp,
}

/// Communication that the member agreed to receive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Consents {
    pub send_newsletter: bool,
    pub wish_to_receive_sms: bool,
    pub contact_by_third_party: bool,
    pub newsletter_frequency: String,
}

impl Default for Consents {
    fn default() -> Self {
        Self {
            send_newsletter: false,
            wish_to_receive_sms: false,
            contact_by_third_party: false,
            newsletter_frequency: "-1".to_owned(),
        }
    }
}

/// Whether a member may sign in. The numbers are the `peachCode` of a refused sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MemberStatus {
    /// May sign in.
    #[default]
    Active,
    /// The email address is not confirmed (26).
    Unconfirmed,
    /// The membership chosen at registration is not complete (26).
    Unpaid,
    /// An operator requires a new password (1015).
    PasswordDue,
    /// Blocked by an operator (1019).
    Blocked,
}

impl Member {
    /// Whether the membership has expired (SESS-09).
    #[must_use]
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end < now)
    }

    /// Whether registration is complete: the email address is confirmed and any chosen membership is paid.
    #[must_use]
    pub fn is_activated(&self) -> bool {
        !matches!(self.standing, MemberStatus::Unconfirmed | MemberStatus::Unpaid)
    }

    /// Records that the email address is confirmed: the member becomes active, or unpaid if a membership is due.
    pub fn confirm_email(&mut self) {
        if self.standing == MemberStatus::Unconfirmed {
            self.standing = if self.membership_due { MemberStatus::Unpaid } else { MemberStatus::Active };
        }
    }

    /// Username, local part of the email address, and names, which a password must not contain (security 2.1).
    #[must_use]
    pub fn password_blocklist(&self) -> Vec<&str> {
        let email = self.email.as_deref().map(|e| e.split('@').next().unwrap_or(e));
        [self.username.as_deref(), email, Some(&self.first_name), Some(&self.last_name)]
            .into_iter()
            .flatten()
            .filter(|word| !word.is_empty())
            .collect()
    }
}

/// The version of the loyalty API with which a sign-in began. Stored as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum ApiVersion {
    V1,
    V3,
}

impl ApiVersion {
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V3 => 3,
        }
    }
}

impl From<ApiVersion> for u8 {
    fn from(version: ApiVersion) -> Self {
        version.number()
    }
}

impl TryFrom<u8> for ApiVersion {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self::V1),
            3 => Ok(Self::V3),
            _ => Err("the API version must be 1 or 3"),
        }
    }
}

/// The token family of one sign-in (security 1.6 to 1.8). Tokens are stored as hexadecimal hashes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Family {
    pub version: ApiVersion,
    /// Incremented by each refresh.
    pub generation: u64,
    /// Hash of the session token.
    pub session: String,
    /// Expiry of the session token.
    pub session_until: Timestamp,
    /// Hash of the previous session token, and its expiry.
    pub old_session: Option<(String, Timestamp)>,
    /// Hash of the refresh token.
    pub refresh: String,
    /// The previous refresh token.
    pub spent: Option<UsedRefreshToken>,
    /// Hash of the `userSessionId` of API version 1.
    pub user_session: Option<String>,
    /// Seconds without a refresh after which the family expires.
    pub idle_seconds: i64,
    /// Expiry of the family regardless of refreshes.
    pub absolute_until: Timestamp,
    /// When the password was last entered.
    pub password_at: Timestamp,
    pub created_at: Timestamp,
    /// The visitor's user agent, shortened, for the member's list of sessions.
    pub device: String,
}

/// A used refresh token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UsedRefreshToken {
    /// Hash of the refresh token.
    pub refresh: String,
    /// When it was first used.
    pub at: Timestamp,
    /// Salt with which its successor tokens were derived from it.
    pub salt: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sess_09_a_membership_expires_after_its_end_and_never_without_one() {
        let json = r#"{"id":"m1","username":"ada","email":"ada.l@example.org","firstName":"Ada","lastName":"",
            "createdAt":"2025-01-01T00:00:00Z"}"#;
        let mut ada: Member = serde_json::from_str(json).unwrap();
        let now: Timestamp = "2025-05-01T00:00:00Z".parse().unwrap();
        assert!(!ada.is_expired(now));
        ada.expires_at = Some(now);
        assert!(!ada.is_expired(now));
        ada.expires_at = Some("2025-04-30T23:59:59Z".parse().unwrap());
        assert!(ada.is_expired(now));
        assert_eq!(ada.password_blocklist(), ["ada", "ada.l", "Ada"]);
    }
}
