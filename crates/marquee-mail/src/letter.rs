//! All mails of the loyalty program, each with only the data it needs.

use serde::{Deserialize, Serialize};

use crate::{Address, Link};

/// A mail of the loyalty program. Stored in the queue as JSON, such as
/// `{"kind":"resetCode","link":"https://…","minutes":30}`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Letter {
    /// The requested reminder of the username.
    UsernameReminder { username: String },
    /// A link to choose a new password (security 2.7).
    ResetCode {
        /// The link with the code.
        link: Link,
        /// Validity in minutes.
        minutes: u32,
    },
    /// The password was changed or reset (security 1.9).
    PasswordChanged,
    /// The email address was changed; sent to both addresses (security 1.9).
    EmailChanged {
        /// Shown as first character and domain only.
        old: Address,
        new: Address,
    },
    /// The username was changed (security 1.9).
    UsernameChanged {
        /// The new username.
        username: String,
    },
    /// The phone number was changed (security 1.9).
    PhoneChanged,
    /// A username was chosen without a session and must be confirmed by mail (security 2.6).
    ConfirmUsername {
        /// Confirmation link.
        link: Link,
        /// Validity in minutes.
        minutes: u32,
    },
    /// A free membership was ordered for the member's address without their session and must be confirmed by mail
    /// (security 1.11).
    ConfirmMembership {
        name: String,
        /// Confirmation link.
        link: Link,
        /// Validity in hours.
        hours: u32,
    },
    /// A link that activates a new account.
    Activation {
        /// The link with the code.
        link: Link,
        /// Validity in hours.
        hours: u32,
    },
    /// The account is ready.
    Welcome {
        /// Omitted if it is not a plausible name.
        first_name: String,
    },
    /// Somebody tried to register with the address of a member (security 2.5).
    AlreadyMember,
    /// A refresh token was used twice, so its session was ended on all devices (security 1.7).
    SessionsEnded,
    /// The account and the personal data were deleted.
    AccountDeleted,
    /// A lost card was replaced.
    CardReplaced {
        /// The last four characters of the new card's code.
        last_four: String,
    },
    /// A membership was activated.
    MembershipActive {
        name: String,
        /// Last day, formatted in the member's language without an article (`November 20, 2027`, `20 novembre 2027`);
        /// `None` if it has no end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// Somebody is invited to run the site.
    OperatorInvitation {
        /// Who invites.
        inviter: String,
        /// The link with the token.
        link: Link,
        /// Validity in days.
        days: u32,
    },
    /// An operator who signs in with a password only is asked to add a passkey or an authenticator app.
    SecondFactorReminder {
        /// Who asks.
        sender: String,
        /// The page on which it is added.
        link: Link,
    },
    /// An operator has forgotten the password (security 2.8).
    OperatorReset {
        /// The link with the token.
        link: Link,
        /// Validity in minutes.
        minutes: u32,
    },
    /// An operator wants to sign in with this address from now on (security 2.8).
    OperatorEmail {
        /// The link with the token.
        link: Link,
        /// Validity in hours.
        hours: u32,
    },
    /// A run of a feed waits for a decision, since it would take away too many shows.
    FeedHeld {
        /// The name of the feed.
        feed: String,
        /// How many of the coming shows it would take away.
        gone: u32,
        /// Where a person decides.
        link: Link,
    },
    /// A feed has had no new showtimes for a while.
    FeedStale {
        /// The name of the feed.
        feed: String,
        /// Where its runs are listed.
        link: Link,
    },
    /// A reward was ordered.
    RewardOrdered {
        name: String,
        quantity: u32,
        /// Redemption code.
        code: String,
    },
}

impl Letter {
    /// The value of `kind` in JSON, for logs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::UsernameReminder { .. } => "usernameReminder",
            Self::ResetCode { .. } => "resetCode",
            Self::PasswordChanged => "passwordChanged",
            Self::EmailChanged { .. } => "emailChanged",
            Self::UsernameChanged { .. } => "usernameChanged",
            Self::PhoneChanged => "phoneChanged",
            Self::ConfirmUsername { .. } => "confirmUsername",
            Self::ConfirmMembership { .. } => "confirmMembership",
            Self::Activation { .. } => "activation",
            Self::Welcome { .. } => "welcome",
            Self::AlreadyMember => "alreadyMember",
            Self::SessionsEnded => "sessionsEnded",
            Self::AccountDeleted => "accountDeleted",
            Self::CardReplaced { .. } => "cardReplaced",
            Self::MembershipActive { .. } => "membershipActive",
            Self::OperatorInvitation { .. } => "operatorInvitation",
            Self::SecondFactorReminder { .. } => "secondFactorReminder",
            Self::OperatorReset { .. } => "operatorReset",
            Self::OperatorEmail { .. } => "operatorEmail",
            Self::FeedHeld { .. } => "feedHeld",
            Self::FeedStale { .. } => "feedStale",
            Self::RewardOrdered { .. } => "rewardOrdered",
        }
    }
}

/// Prints only the kind, because a letter contains codes and personal data.
impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Letter({})", self.kind())
    }
}

/// One sample of each letter, with texts that must occur in it.
#[cfg(test)]
#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn samples() -> Vec<(Letter, &'static [&'static str])> {
    let link = |path: &str| Link::parse(&format!("https://aster.example{path}")).unwrap();
    let address = |text: &str| Address::parse(text).unwrap();
    let until = Some("2027-11-20".to_owned());
    vec![
        (Letter::UsernameReminder { username: "anna.k".into() }, &["anna.k"]),
        (
            Letter::ResetCode { link: link("/reset/?resetCode=s3cret&uid=7"), minutes: 30 },
            &["https://aster.example/reset/?resetCode=s3cret&uid=7", "30"],
        ),
        (Letter::PasswordChanged, &["https://aster.example"]),
        (
            Letter::EmailChanged { old: address("anna@old.example"), new: address("anna@new.example") },
            &["a…@old.example", "anna@new.example"],
        ),
        (Letter::UsernameChanged { username: "anna.k".into() }, &["anna.k"]),
        (Letter::PhoneChanged, &["https://aster.example"]),
        (
            Letter::ConfirmUsername { link: link("/confirm?code=s3cret"), minutes: 15 },
            &["https://aster.example/confirm?code=s3cret", "15"],
        ),
        (
            Letter::ConfirmMembership {
                name: "Aster Plus".into(),
                link: link("/activate?code=s3cret"),
                hours: 48,
            },
            &["Aster Plus", "https://aster.example/activate?code=s3cret", "48"],
        ),
        (
            Letter::Activation { link: link("/activate?code=s3cret"), hours: 24 },
            &["https://aster.example/activate?code=s3cret", "24"],
        ),
        (Letter::Welcome { first_name: "Anna".into() }, &["Anna"]),
        (Letter::AlreadyMember, &["https://aster.example"]),
        (Letter::SessionsEnded, &["https://aster.example"]),
        (Letter::AccountDeleted, &["Aster"]),
        (Letter::CardReplaced { last_four: "4821".into() }, &["4821"]),
        (Letter::MembershipActive { name: "Aster Plus".into(), until }, &["Aster Plus", "2027-11-20"]),
        (
            Letter::OperatorInvitation {
                inviter: "Rosa Lindqvist".into(),
                link: link("/editor/welcome/?token=s3cret"),
                days: 7,
            },
            &["Rosa Lindqvist", "https://aster.example/editor/welcome/?token=s3cret", "7"],
        ),
        (
            Letter::SecondFactorReminder {
                sender: "Rosa Lindqvist".into(),
                link: link("/editor/aster/team/"),
            },
            &["Rosa Lindqvist", "https://aster.example/editor/aster/team/"],
        ),
        (
            Letter::OperatorReset { link: link("/editor/reset/?token=s3cret"), minutes: 30 },
            &["https://aster.example/editor/reset/?token=s3cret", "30"],
        ),
        (
            Letter::OperatorEmail { link: link("/editor/new-address/?token=s3cret"), hours: 24 },
            &["https://aster.example/editor/new-address/?token=s3cret", "24"],
        ),
        (
            Letter::FeedHeld { feed: "Agile".into(), gone: 134, link: link("/editor/aster/feeds/7/3/") },
            &["Agile", "134", "https://aster.example/editor/aster/feeds/7/3/"],
        ),
        (
            Letter::FeedStale { feed: "Agile".into(), link: link("/editor/aster/feeds/") },
            &["Agile", "https://aster.example/editor/aster/feeds/"],
        ),
        (
            Letter::RewardOrdered { name: "Large popcorn".into(), quantity: 2, code: "R4-7KQ2".into() },
            &["Large popcorn", "R4-7KQ2", "2"],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_round_trips_as_json() {
        for (letter, _) in samples() {
            let json = serde_json::to_value(&letter).unwrap();
            assert_eq!(json["kind"], letter.kind());
            assert_eq!(serde_json::from_value::<Letter>(json).unwrap(), letter);
        }
    }

    #[test]
    fn the_json_format_of_letters_is_stable() {
        let letter = Letter::CardReplaced { last_four: "4821".into() };
        assert_eq!(serde_json::to_string(&letter).unwrap(), r#"{"kind":"cardReplaced","lastFour":"4821"}"#);
        let without_end: Letter =
            serde_json::from_str(r#"{"kind":"membershipActive","name":"Aster Plus"}"#).unwrap();
        assert_eq!(without_end, Letter::MembershipActive { name: "Aster Plus".into(), until: None });
        let invalid = r#"{"kind":"activation","link":"javascript:alert(1)","hours":1}"#;
        assert!(serde_json::from_str::<Letter>(invalid).is_err());
    }

    #[test]
    fn debug_prints_the_kind_only() {
        for (letter, _) in samples() {
            assert_eq!(format!("{letter:?}"), format!("Letter({})", letter.kind()));
        }
    }
}
