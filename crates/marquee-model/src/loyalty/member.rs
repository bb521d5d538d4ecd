//! Members.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::MemberId;

/// A member as the engine knows them. What a member may change is checked where it comes in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "the keys of the registration payload, REG-01 to REG-12")]
pub struct Member {
    pub id: MemberId,
    #[serde(default)]
    pub club_id: String,
    /// Nothing for a member whom an operator brought in and who never signed in.
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
    /// The level; 0 is the one everybody has.
    #[serde(default)]
    pub level_id: i32,
    /// When the membership ends; nothing means never.
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
    pub standing: Standing,
    /// Whether the membership they registered for is to be completed once their address is confirmed (ACT-12).
    #[serde(default)]
    pub membership_due: bool,
    /// The language mails are written in.
    #[serde(default)]
    pub language: String,
    /// The customer at the payment provider.
    #[serde(default)]
    pub payment_customer: Option<String>,
    /// All points ever earned, by which levels are reached.
    #[serde(default)]
    pub lifetime_points: i64,
    pub created_at: Timestamp,
}

/// What a member agreed to receive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the keys of the registration payload, REG-01 to REG-12")]
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

/// Whether a member may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// They may.
    #[default]
    Active,
    /// Their address is not confirmed (26).
    Unconfirmed,
    /// The membership they registered for is not complete (26).
    Unpaid,
    /// An operator asked for another password first (1015).
    PasswordDue,
    /// An operator blocked them (1019).
    Blocked,
}

impl Member {
    /// Whether the membership is over (SESS-09).
    #[must_use]
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end < now)
    }

    /// Whether the address was confirmed or the membership paid.
    #[must_use]
    pub fn is_activated(&self) -> bool {
        !matches!(self.standing, Standing::Unconfirmed | Standing::Unpaid)
    }

    /// Their address is confirmed: they are active, or have their membership to complete.
    pub fn confirm(&mut self) {
        if self.standing == Standing::Unconfirmed {
            self.standing = if self.membership_due { Standing::Unpaid } else { Standing::Active };
        }
    }

    /// Their words, of which no password may be made (security 2.1).
    #[must_use]
    pub fn words(&self) -> Vec<&str> {
        let email = self.email.as_deref().map(|e| e.split('@').next().unwrap_or(e));
        [self.username.as_deref(), email, Some(&self.first_name), Some(&self.last_name)]
            .into_iter()
            .flatten()
            .filter(|word| !word.is_empty())
            .collect()
    }
}

/// The tokens of one sign-in (security 1.6 to 1.8). Hashes are in hexadecimal; a token is never kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Family {
    /// Version of the calls that made it: 1 or 3.
    pub version: u8,
    /// Grows by one with each refresh.
    pub generation: u64,
    /// Hash of the session token.
    pub session: String,
    /// Until when it is good.
    pub session_until: Timestamp,
    /// Hash of the token before it, and until when that one is good still.
    pub old_session: Option<(String, Timestamp)>,
    /// Hash of the refresh token.
    pub refresh: String,
    /// The refresh token before it, spent.
    pub spent: Option<Spent>,
    /// Hash of the identifier that version 1 gives beside the tokens.
    pub user_session: Option<String>,
    /// When nothing was refreshed for so long that it ends, in seconds.
    pub idle_seconds: i64,
    /// When it ends in any case.
    pub absolute_until: Timestamp,
    /// When the password was entered last.
    pub password_at: Timestamp,
    /// When it began.
    pub created_at: Timestamp,
    /// What the visitor's browser calls itself, shortened, for the member's list of sign-ins.
    pub device: String,
}

/// A refresh token that was used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spent {
    /// Its hash.
    pub refresh: String,
    /// When it was used first.
    pub at: Timestamp,
    /// What its successors were derived with, beside itself.
    pub salt: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sess_09_a_membership_is_over_after_its_end_and_never_without_one() {
        let json = r#"{"id":"m1","username":"ada","email":"ada.l@example.org","firstName":"Ada","lastName":"",
            "createdAt":"2025-01-01T00:00:00Z"}"#;
        let mut ada: Member = serde_json::from_str(json).unwrap();
        let now: Timestamp = "2025-05-01T00:00:00Z".parse().unwrap();
        assert!(!ada.is_expired(now));
        ada.expires_at = Some(now);
        assert!(!ada.is_expired(now));
        ada.expires_at = Some("2025-04-30T23:59:59Z".parse().unwrap());
        assert!(ada.is_expired(now));
        assert_eq!(ada.words(), ["ada", "ada.l", "Ada"]);
    }
}
