//! Rules for members' passwords (security 2.1, VALID-06, VALID-07).

use unicode_normalization::UnicodeNormalization;

use zeroize::Zeroizing;

use crate::Password;
use crate::common_passwords::is_common;

/// The maximum length of a password in characters (security 2.1).
pub const MAX_PASSWORD_LENGTH: usize = 256;
/// Maximum number of other characters in a password that counts as own words only: a date such as `10.12.1815` between two
/// punctuation marks.
const MAX_OTHER_CHARACTERS: usize = 12;
/// The minimum length of an own word in letters; initials are ignored.
const MIN_WORD_LENGTH: usize = 2;

/// The kinds of characters that a password must contain (VALID-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RequiredCharacters {
    /// No requirement.
    #[default]
    Any,
    /// A letter and a number.
    LetterAndNumber,
    /// A lowercase letter, an uppercase letter, a number and a special character, which is not a letter, number, space or
    /// control character.
    LowerUpperNumberSpecial,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordRules {
    pub characters: RequiredCharacters,
    /// The minimum length in characters.
    pub min_length: usize,
}

/// Why a password was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRejection {
    /// It has fewer characters than this.
    #[error("the password must have at least {0} characters")]
    TooShort(usize),
    /// It has more characters than this.
    #[error("the password must have at most {0} characters")]
    TooLong(usize),
    /// It lacks a kind of character that [`PasswordRules::characters`] requires.
    #[error("the password lacks a required kind of character")]
    Characters,
    /// It is on the list of common passwords.
    #[error("the password is too common")]
    Common,
    /// It consists of words that belong to the site or the member.
    #[error("the password must not consist of the site's name or personal data")]
    OwnWords,
}

/// Checks a new password. Its length is counted in NFKC, the form that is hashed.
///
/// `own_words` are the site's name and the member's first and last name, username, and the part of the email address before
/// the `@`. A password consists of them if its letters are a sequence of these words, or of their parts between spaces and
/// punctuation, and it has at most twelve other characters; or if its letters and numbers together equal one of them. Case,
/// accents and words of a single letter are ignored.
///
/// # Errors
/// The first rule that the password breaks.
pub fn check_password(
    rules: PasswordRules,
    password: &Password,
    own_words: &[&str],
) -> Result<(), PasswordRejection> {
    let password = password.reveal();
    let length = password.nfkc().take(MAX_PASSWORD_LENGTH + 1).count();
    if length < rules.min_length {
        return Err(PasswordRejection::TooShort(rules.min_length));
    }
    if length > MAX_PASSWORD_LENGTH {
        return Err(PasswordRejection::TooLong(MAX_PASSWORD_LENGTH));
    }
    if !rules.characters.are_satisfied_by(password) {
        return Err(PasswordRejection::Characters);
    }
    if is_common(password) {
        return Err(PasswordRejection::Common);
    }
    if consists_of_own_words(password, own_words) { Err(PasswordRejection::OwnWords) } else { Ok(()) }
}

impl RequiredCharacters {
    fn are_satisfied_by(self, password: &str) -> bool {
        let contains_any = |kind: fn(char) -> bool| password.nfkc().any(kind);
        let special = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control();
        match self {
            Self::Any => true,
            Self::LetterAndNumber => contains_any(char::is_alphabetic) && contains_any(char::is_numeric),
            Self::LowerUpperNumberSpecial => {
                contains_any(char::is_lowercase)
                    && contains_any(char::is_uppercase)
                    && contains_any(char::is_numeric)
                    && contains_any(special)
            }
        }
    }
}

/// Whether a password consists of own words, by the rule in [`check_password`].
fn consists_of_own_words(password: &str, own_words: &[&str]) -> bool {
    let folded_password = Zeroizing::new(without_case_and_accents(password, char::is_alphanumeric));
    if own_words.iter().any(|word| {
        !folded_password.is_empty()
            && without_case_and_accents(word, char::is_alphanumeric) == *folded_password
    }) {
        return true;
    }
    let folded_letters = Zeroizing::new(without_case_and_accents(password, char::is_alphabetic));
    let others = password.nfkc().filter(|c| !c.is_alphabetic()).count();
    others <= MAX_OTHER_CHARACTERS && is_concatenation_of(&folded_letters, &parts(own_words))
}

/// The letters of each own word, and of its parts between other characters.
fn parts(own_words: &[&str]) -> Vec<Vec<char>> {
    let whole_words = own_words.iter().copied();
    let split = own_words.iter().flat_map(|word| word.split(|c: char| !c.is_alphabetic()));
    let words = whole_words.chain(split).map(|word| without_case_and_accents(word, char::is_alphabetic));
    words.filter(|word| word.len() >= MIN_WORD_LENGTH).collect()
}

/// The characters of one kind of a text, in lower case and without accents.
fn without_case_and_accents(text: &str, kind: fn(char) -> bool) -> Vec<char> {
    text.nfkd().flat_map(char::to_lowercase).nfkd().filter(|c| kind(*c)).collect()
}

/// Whether a text is a concatenation of these words, each used any number of times.
fn is_concatenation_of(text: &[char], words: &[Vec<char>]) -> bool {
    let mut ends = vec![false; text.len() + 1];
    ends[0] = true;
    for start in 0..text.len() {
        if !ends[start] {
            continue;
        }
        for word in words.iter().filter(|word| text[start..].starts_with(word)) {
            ends[start + word.len()] = true;
        }
    }
    !text.is_empty() && ends[text.len()]
}

#[cfg(test)]
mod tests;
