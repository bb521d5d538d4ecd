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
    /// Wrong user name or password.
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

/// The message of a code, for one provider or for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorMessage {
    pub code: PeachCode,
    /// The provider to which the message applies, as spelled in settings; `None` for the others.
    pub provider: Option<&'static str>,
    /// English, verbatim from the specification.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl ErrorMessage {
    /// The key of the message: `{peachCode}` or `{peachCode}_{loyaltyProvider}` (ERR-02).
    #[must_use]
    pub fn key(&self) -> String {
        let number = self.code.number();
        self.provider.map_or_else(|| number.to_string(), |provider| format!("{number}_{provider}"))
    }
}

const fn message(code: PeachCode, en: &'static str, fr: &'static str) -> ErrorMessage {
    ErrorMessage { code, provider: None, en, fr }
}

/// The messages (ERR-05 to ERR-22). For a code without one, the caller chooses a message (ERR-23).
pub const ERROR_MESSAGES: &[ErrorMessage] = &[
    message(PeachCode::NotActivated, "Your account is not activated", "Votre compte n’est pas activé"),
    message(
        PeachCode::EmailUnknown,
        "Your email is not associated with a member",
        "Votre adresse e-mail n’est associée à aucun membre",
    ),
    message(PeachCode::MemberNotFound, "Member not found", "Membre introuvable"),
    message(PeachCode::WrongCredentials, "Incorrect password", "Mot de passe incorrect"),
    message(
        PeachCode::EmailTaken,
        "This email is already associated to a member",
        "Cette adresse e-mail est déjà associée à un membre",
    ),
    message(PeachCode::Expired, "Your account has expired", "Votre compte a expiré"),
    message(PeachCode::InvalidGiftCard, "Invalid gift card", "Carte cadeau non valable"),
    message(PeachCode::InvalidResetCode, "Invalid reset code", "Code de réinitialisation non valable"),
    message(PeachCode::WrongCurrentPassword, "Incorrect password", "Mot de passe incorrect"),
    message(
        PeachCode::EmailTakenByOther,
        "This email is already associated to a member",
        "Cette adresse e-mail est déjà associée à un membre",
    ),
    message(
        PeachCode::UnknownFilm,
        "This movie can't be added to your watchlist yet",
        "Ce film ne peut pas encore être ajouté à votre liste",
    ),
    message(PeachCode::AlreadyActive, "Your account is already active", "Votre compte est déjà actif"),
    message(
        PeachCode::WeakPassword,
        "Password should meet complexity rules",
        "Le mot de passe doit respecter les règles de complexité",
    ),
    ErrorMessage {
        code: PeachCode::WeakPassword,
        provider: Some("BOOST_POS"),
        en: "Your password is not strong enough. It must contain at least 8 characters, 1 lowercase letter, 1 uppercase \
             letter, 1 number, and 1 special character.",
        fr: "Votre mot de passe n’est pas assez sûr. Il doit contenir au moins 8 caractères, 1 minuscule, 1 majuscule, \
             1 chiffre et 1 caractère spécial.",
    },
    message(
        PeachCode::InvalidActivation,
        "Invalid activation info",
        "Informations d’activation non valables",
    ),
    message(
        PeachCode::PasswordChangeRequired,
        "You need to change your password",
        "Vous devez changer votre mot de passe",
    ),
    message(PeachCode::Blocked, "Your account is blocked", "Votre compte est bloqué"),
    message(PeachCode::CardActive, "This card is already active", "Cette carte est déjà active"),
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
        let ours: BTreeSet<u16> = PeachCode::ALL.iter().map(|code| code.number()).collect();
        assert_eq!(ours, numbers(list));
        assert_eq!(ours.len(), PeachCode::ALL.len());
    }

    #[test]
    fn message_keys_are_unique_and_every_message_has_both_languages() {
        let keys: BTreeSet<String> = ERROR_MESSAGES.iter().map(ErrorMessage::key).collect();
        assert_eq!(keys.len(), ERROR_MESSAGES.len());
        assert!(ERROR_MESSAGES.iter().all(|s| !s.en.is_empty() && !s.fr.is_empty() && !s.fr.contains('\'')));
    }
}
