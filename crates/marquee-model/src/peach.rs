//! Result codes of loyalty calls (`peachCode`) and their messages for members (area errors). The gateway responds with the
//! English message; `cargo xtask codegen` writes all messages for the browser.

/// The result of a loyalty call that was not a protocol error (loyalty-gateway.md, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PeachCode {
    Success,
    /// The session is missing, invalid or expired.
    Session,
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
    GiftCard,
    /// The reset code is invalid.
    ResetCode,
    /// On a change of password: the current password is wrong.
    CurrentPassword,
    /// On a change of profile: another member has this email address.
    EmailOfAnother,
    /// The film cannot be added to the watchlist yet.
    FilmUnknown,
    /// The account is active already.
    AlreadyActive,
    /// The password is too weak.
    WeakPassword,
    /// The data of an activation or order is invalid.
    ActivationInfo,
    /// Locked after too many failed attempts.
    Locked,
    /// Too many attempts.
    TooMany,
    /// The password must be changed first.
    PasswordDue,
    /// The account is blocked.
    Blocked,
    /// The card is active already.
    CardActive,
}

impl PeachCode {
    pub const ALL: [Self; 21] = [
        Self::Success,
        Self::Session,
        Self::NotActivated,
        Self::EmailUnknown,
        Self::MemberNotFound,
        Self::WrongCredentials,
        Self::EmailTaken,
        Self::Expired,
        Self::GiftCard,
        Self::ResetCode,
        Self::CurrentPassword,
        Self::EmailOfAnother,
        Self::FilmUnknown,
        Self::AlreadyActive,
        Self::WeakPassword,
        Self::ActivationInfo,
        Self::Locked,
        Self::TooMany,
        Self::PasswordDue,
        Self::Blocked,
        Self::CardActive,
    ];

    /// The value of `peachCode`.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Success => 0,
            Self::Session => 7,
            Self::NotActivated => 26,
            Self::EmailUnknown => 29,
            Self::MemberNotFound => 30,
            Self::WrongCredentials => 31,
            Self::EmailTaken => 34,
            Self::Expired => 46,
            Self::GiftCard => 51,
            Self::ResetCode => 57,
            Self::CurrentPassword => 58,
            Self::EmailOfAnother => 60,
            Self::FilmUnknown => 72,
            Self::AlreadyActive => 76,
            Self::WeakPassword => 84,
            Self::ActivationInfo => 85,
            Self::Locked => 423,
            Self::TooMany => 429,
            Self::PasswordDue => 1015,
            Self::Blocked => 1019,
            Self::CardActive => 1020,
        }
    }
}

/// The message of a code, for one provider or for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    pub code: PeachCode,
    /// The provider to which the message applies, as spelled in settings; `None` for the others.
    pub provider: Option<&'static str>,
    /// English, verbatim from the specification.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

impl Sentence {
    /// The key of the message: `{peachCode}` or `{peachCode}_{loyaltyProvider}` (ERR-02).
    #[must_use]
    pub fn key(&self) -> String {
        let number = self.code.number();
        self.provider.map_or_else(|| number.to_string(), |provider| format!("{number}_{provider}"))
    }
}

const fn say(code: PeachCode, en: &'static str, fr: &'static str) -> Sentence {
    Sentence { code, provider: None, en, fr }
}

/// The messages (ERR-05 to ERR-22). For a code without one, the caller chooses a message (ERR-23).
pub const CATALOGUE: &[Sentence] = &[
    say(PeachCode::NotActivated, "Your account is not activated", "Votre compte n’est pas activé"),
    say(
        PeachCode::EmailUnknown,
        "Your email is not associated with a member",
        "Votre adresse e-mail n’est associée à aucun membre",
    ),
    say(PeachCode::MemberNotFound, "Member not found", "Membre introuvable"),
    say(PeachCode::WrongCredentials, "Incorrect password", "Mot de passe incorrect"),
    say(
        PeachCode::EmailTaken,
        "This email is already associated to a member",
        "Cette adresse e-mail est déjà associée à un membre",
    ),
    say(PeachCode::Expired, "Your account has expired", "Votre compte a expiré"),
    say(PeachCode::GiftCard, "Invalid gift card", "Carte cadeau non valable"),
    say(PeachCode::ResetCode, "Invalid reset code", "Code de réinitialisation non valable"),
    say(PeachCode::CurrentPassword, "Incorrect password", "Mot de passe incorrect"),
    say(
        PeachCode::EmailOfAnother,
        "This email is already associated to a member",
        "Cette adresse e-mail est déjà associée à un membre",
    ),
    say(
        PeachCode::FilmUnknown,
        "This movie can't be added to your watchlist yet",
        "Ce film ne peut pas encore être ajouté à votre liste",
    ),
    say(PeachCode::AlreadyActive, "Your account is already active", "Votre compte est déjà actif"),
    say(
        PeachCode::WeakPassword,
        "Password should meet complexity rules",
        "Le mot de passe doit respecter les règles de complexité",
    ),
    Sentence {
        code: PeachCode::WeakPassword,
        provider: Some("BOOST_POS"),
        en: "Your password is not strong enough. It must contain at least 8 characters, 1 lowercase letter, 1 uppercase \
             letter, 1 number, and 1 special character.",
        fr: "Votre mot de passe n’est pas assez sûr. Il doit contenir au moins 8 caractères, 1 minuscule, 1 majuscule, \
             1 chiffre et 1 caractère spécial.",
    },
    say(PeachCode::ActivationInfo, "Invalid activation info", "Informations d’activation non valables"),
    say(PeachCode::PasswordDue, "You need to change your password", "Vous devez changer votre mot de passe"),
    say(PeachCode::Blocked, "Your account is blocked", "Votre compte est bloqué"),
    say(PeachCode::CardActive, "This card is already active", "Cette carte est déjà active"),
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
        let keys: BTreeSet<String> = CATALOGUE.iter().map(Sentence::key).collect();
        assert_eq!(keys.len(), CATALOGUE.len());
        assert!(CATALOGUE.iter().all(|s| !s.en.is_empty() && !s.fr.is_empty() && !s.fr.contains('\'')));
    }
}
