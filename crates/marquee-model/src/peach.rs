//! Result codes of loyalty calls (`peachCode`) and their messages for members (area errors). The gateway responds with the
//! English message; `cargo xtask codegen` writes all messages for the browser.

/// The result of a loyalty call that was not a protocol error (loyalty-gateway.md, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PeachCode {
    Success,
    /// The session is missing, invalid or expired.
    InvalidSession,
    /// The account is not activated.
    NotActivated,
    /// No member has this email address.
    EmailUnknown,
    MemberNotFound,
    /// Wrong username or password.
    WrongCredentials,
    /// On registration: a member already has this email address.
    EmailTaken,
    /// The account has expired.
    Expired,
    /// The gift card is invalid.
    InvalidGiftCard,
    /// The reset code is invalid.
    InvalidResetCode,
    /// On a change of password: the current password is wrong.
    WrongCurrentPassword,
    /// On a change of profile: another member has this email address.
    EmailTakenByOther,
    /// The film cannot be added to the watchlist yet.
    UnknownFilm,
    /// The account is active already.
    AlreadyActive,
    /// The password is too weak.
    WeakPassword,
    /// The data of an activation or order is invalid.
    InvalidActivation,
    /// Locked after too many failed attempts.
    Locked,
    /// Too many attempts.
    TooManyAttempts,
    /// The password must be changed first.
    PasswordChangeRequired,
    /// The account is blocked.
    Blocked,
    /// The card is active already.
    CardActive,
}

impl PeachCode {
    pub const ALL: [Self; 21] = [
        Self::Success,
        Self::InvalidSession,
        Self::NotActivated,
        Self::EmailUnknown,
        Self::MemberNotFound,
        Self::WrongCredentials,
        Self::EmailTaken,
        Self::Expired,
        Self::InvalidGiftCard,
        Self::InvalidResetCode,
        Self::WrongCurrentPassword,
        Self::EmailTakenByOther,
        Self::UnknownFilm,
        Self::AlreadyActive,
        Self::WeakPassword,
        Self::InvalidActivation,
        Self::Locked,
        Self::TooManyAttempts,
        Self::PasswordChangeRequired,
        Self::Blocked,
        Self::CardActive,
    ];

    /// The value of `peachCode`.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Success => 0,
            Self::InvalidSession => 7,
            Self::NotActivated => 26,
            Self::EmailUnknown => 29,
            Self::MemberNotFound => 30,
            Self::WrongCredentials => 31,
            Self::EmailTaken => 34,
            Self::Expired => 46,
            Self::InvalidGiftCard => 51,
            Self::InvalidResetCode => 57,
            Self::WrongCurrentPassword => 58,
            Self::EmailTakenByOther => 60,
            Self::UnknownFilm => 72,
            Self::AlreadyActive => 76,
            Self::WeakPassword => 84,
            Self::InvalidActivation => 85,
            Self::Locked => 423,
            Self::TooManyAttempts => 429,
            Self::PasswordChangeRequired => 1015,
            Self::Blocked => 1019,
            Self::CardActive => 1020,
        }
    }
}

/// The codes that have a message of their own (ERR-05 to ERR-22): `calls.codes` of `later.json` in the catalog. For another code,
/// the caller chooses a message (ERR-23).
pub const CODES_WITH_MESSAGE: &[PeachCode] = &[
    PeachCode::NotActivated,
    PeachCode::EmailUnknown,
    PeachCode::MemberNotFound,
    PeachCode::WrongCredentials,
    PeachCode::EmailTaken,
    PeachCode::Expired,
    PeachCode::InvalidGiftCard,
    PeachCode::InvalidResetCode,
    PeachCode::WrongCurrentPassword,
    PeachCode::EmailTakenByOther,
    PeachCode::UnknownFilm,
    PeachCode::AlreadyActive,
    PeachCode::WeakPassword,
    PeachCode::InvalidActivation,
    PeachCode::PasswordChangeRequired,
    PeachCode::Blocked,
    PeachCode::CardActive,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn err_23_the_codes_match_the_contract() {
        let contract = include_str!("../../../docs/spec/loyalty-gateway.md");
        let list = contract.split("Codes used by the engine:").nth(1).unwrap().split("\n\n").next().unwrap();
        let numbers = |text: &str| -> BTreeSet<u16> {
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
        };
        let defined: BTreeSet<u16> = PeachCode::ALL.iter().map(|code| code.number()).collect();
        assert_eq!(defined, numbers(list));
        assert_eq!(defined.len(), PeachCode::ALL.len());
    }
}
