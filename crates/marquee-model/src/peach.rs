//! The codes of loyalty answers and what they say to a member (area errors). The one home of both: the gateway answers
//! with the English sentence, and `cargo xtask codegen` writes all of them for the browser.

/// The result of a loyalty call that was carried out or refused by a rule (loyalty-gateway.md, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PeachCode {
    /// Done.
    Success,
    /// The session is missing, not valid or over.
    Session,
    /// The account is not activated.
    NotActivated,
    /// No member has this e-mail address.
    EmailUnknown,
    /// There is no such member.
    MemberNotFound,
    /// User name and password do not belong together.
    WrongCredentials,
    /// On registration: a member has this e-mail address already.
    EmailTaken,
    /// The account has expired.
    Expired,
    /// The gift card is not valid.
    GiftCard,
    /// The reset code is not valid.
    ResetCode,
    /// On a change: the current password is another one.
    CurrentPassword,
    /// On a change: another member has this e-mail address.
    EmailOfAnother,
    /// The film cannot be put on the watchlist yet.
    FilmUnknown,
    /// The account is active already.
    AlreadyActive,
    /// The password is too weak.
    WeakPassword,
    /// What was given for an activation or an order does not hold.
    ActivationInfo,
    /// Locked after too many failures.
    Locked,
    /// Too many attempts.
    TooMany,
    /// The password is to be changed first.
    PasswordDue,
    /// The account is blocked.
    Blocked,
    /// The card is active already.
    CardActive,
}

impl PeachCode {
    /// Every code.
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

    /// The number on the wire.
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

/// A sentence for a code, perhaps for one provider only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    /// What happened.
    pub code: PeachCode,
    /// The provider that has a sentence of its own, as the settings spell it.
    pub provider: Option<&'static str>,
    /// In English, as the specification has it.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Sentence {
    /// Its key: `{peachCode}` or `{peachCode}_{loyaltyProvider}` (ERR-02).
    #[must_use]
    pub fn key(&self) -> String {
        let number = self.code.number();
        self.provider.map_or_else(|| number.to_string(), |provider| format!("{number}_{provider}"))
    }
}

const fn say(code: PeachCode, en: &'static str, fr: &'static str) -> Sentence {
    Sentence { code, provider: None, en, fr }
}

/// The catalogue (ERR-05 to ERR-22). Codes without a sentence have the caller's own (ERR-23).
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
    fn err_23_the_codes_are_those_of_the_contract() {
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
    fn no_sentence_stands_twice_and_each_is_said_in_both_languages() {
        let keys: BTreeSet<String> = CATALOGUE.iter().map(Sentence::key).collect();
        assert_eq!(keys.len(), CATALOGUE.len());
        assert!(CATALOGUE.iter().all(|s| !s.en.is_empty() && !s.fr.is_empty() && !s.fr.contains('\'')));
    }
}
