//! Which passwords a member may choose (security 2.1, VALID-06, VALID-07).

use unicode_normalization::UnicodeNormalization;

use crate::common_passwords::is_common;

/// The least and the greatest length of a password, in characters.
const LENGTHS: (usize, usize) = (8, 256);
/// How many characters beside own words still count as a small decoration: as many as a date has, written with its
/// dots and two signs around it.
const DECORATION: usize = 12;
/// The least length of an own word; initials are none.
const WORD: usize = 2;

/// The characters a password must have (VALID-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Characters {
    /// Any.
    #[default]
    Any,
    /// A letter and a number.
    LetterAndNumber,
    /// A lower-case letter, an upper-case letter, a number and a special character: one that is no letter, number or space.
    LowerUpperNumberSpecial,
}

/// A site's rules for passwords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordRules {
    /// The characters it must have.
    pub characters: Characters,
    /// Its least length in characters. Below 8 counts as 8, a site may require 15 (security 2.1).
    pub least: usize,
}

impl Default for PasswordRules {
    fn default() -> Self {
        Self { characters: Characters::Any, least: LENGTHS.0 }
    }
}

/// Why a password may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Weak {
    /// It is too short.
    #[error("the password has fewer than {0} characters")]
    TooShort(usize),
    /// It is too long.
    #[error("the password has more than {0} characters")]
    TooLong(usize),
    /// It has not the characters the rules ask for.
    #[error("the password has not the kinds of characters it must have")]
    Characters,
    /// It is among the common passwords.
    #[error("the password is a common one")]
    Common,
    /// It is made of words that belong to the site or the member.
    #[error("the password is made of the member's or the site's own words")]
    OwnWords,
}

/// Checks a password somebody wants to have. Its length is that of its compatible form (NFKC), which is what is hashed.
///
/// `own_words` are the site's and the member's own: name of the site, first and last name, user name, the part of the e-mail
/// address before the `@`. A password is made of them when its letters are these words, or parts of them between spaces and
/// signs, one after the other, and at most twelve other characters (numbers, signs, spaces) decorate them; or when its letters
/// and numbers together are an own word. Case and accents make no difference, and a single letter is no word.
///
/// # Errors
/// What is wrong with it first.
pub fn check_password(rules: PasswordRules, password: &str, own_words: &[&str]) -> Result<(), Weak> {
    let least = rules.least.clamp(LENGTHS.0, LENGTHS.1);
    let length = password.nfkc().take(LENGTHS.1 + 1).count();
    if length < least {
        return Err(Weak::TooShort(least));
    }
    if length > LENGTHS.1 {
        return Err(Weak::TooLong(LENGTHS.1));
    }
    if !rules.characters.are_in(password) {
        return Err(Weak::Characters);
    }
    if is_common(password) {
        return Err(Weak::Common);
    }
    if is_own(password, own_words) { Err(Weak::OwnWords) } else { Ok(()) }
}

impl Characters {
    fn are_in(self, password: &str) -> bool {
        let any = |kind: fn(char) -> bool| password.nfkc().any(kind);
        let special = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control();
        match self {
            Self::Any => true,
            Self::LetterAndNumber => any(char::is_alphabetic) && any(char::is_numeric),
            Self::LowerUpperNumberSpecial => {
                any(char::is_lowercase) && any(char::is_uppercase) && any(char::is_numeric) && any(special)
            }
        }
    }
}

/// Whether a password is made of own words; the rule is told at [`check_password`].
fn is_own(password: &str, own_words: &[&str]) -> bool {
    let whole = folded(password, char::is_alphanumeric);
    if own_words.iter().any(|word| !whole.is_empty() && folded(word, char::is_alphanumeric) == whole) {
        return true;
    }
    let letters = folded(password, char::is_alphabetic);
    let others = password.nfkc().filter(|c| !c.is_alphabetic()).count();
    others <= DECORATION && is_row_of(&letters, &parts(own_words))
}

/// The own words as letters, whole and in parts.
fn parts(own_words: &[&str]) -> Vec<Vec<char>> {
    let whole = own_words.iter().copied();
    let split = own_words.iter().flat_map(|word| word.split(|c: char| !c.is_alphabetic()));
    let words = whole.chain(split).map(|word| folded(word, char::is_alphabetic));
    words.filter(|word| word.len() >= WORD).collect()
}

/// A text without case and accents, and with characters of one kind only.
fn folded(text: &str, kind: fn(char) -> bool) -> Vec<char> {
    text.nfkd().flat_map(char::to_lowercase).nfkd().filter(|c| kind(*c)).collect()
}

/// Whether a text is nothing but these words in a row, each as often as you like.
fn is_row_of(text: &[char], words: &[Vec<char>]) -> bool {
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
