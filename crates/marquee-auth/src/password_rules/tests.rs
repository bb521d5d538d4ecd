use proptest::prelude::*;

use super::*;

const OWN: [&str; 5] = ["Aster Cinema", "ada.lovelace", "Ad\u{e0}", "O\u{2019}Neill", "countess99"];

const RULES: PasswordRules = PasswordRules { characters: RequiredCharacters::Any, min_length: 8 };

fn check(password: &str) -> Result<(), PasswordRejection> {
    check_password(RULES, &password.into(), &OWN)
}

fn with(characters: RequiredCharacters, password: &str) -> Result<(), PasswordRejection> {
    check_password(PasswordRules { characters, ..RULES }, &password.into(), &[])
}

#[test]
fn security_2_1_a_password_has_the_minimum_to_256_characters() {
    assert_eq!(check("seven77"), Err(PasswordRejection::TooShort(8)));
    assert_eq!(check("ty7 qu.z"), Ok(()));
    assert_eq!(check(&"wq".repeat(128)), Ok(()));
    assert_eq!(check(&format!("{}x", "wq".repeat(128))), Err(PasswordRejection::TooLong(256)));
    let long = PasswordRules { min_length: 15, ..RULES };
    assert_eq!(check_password(long, &"fourteen chars".into(), &[]), Err(PasswordRejection::TooShort(15)));
    assert_eq!(check_password(long, &"fifteen letters".into(), &[]), Ok(()));
}

#[test]
fn security_2_1_length_is_counted_in_nfkc() {
    // Eight letters with combining accents count as eight, seven ligatures of two letters as fourteen.
    assert_eq!(check("zo\u{308}zo\u{308}zo\u{308}z"), Err(PasswordRejection::TooShort(8)));
    assert_eq!(check("zo\u{308}zo\u{308}zo\u{308}zu"), Ok(()));
    assert_eq!(check("\u{fb01}\u{fb02}\u{fb01}\u{fb02}\u{fb01}\u{fb02}\u{fb01}"), Ok(()));
    assert_eq!(check(&"\u{fb01}".repeat(129)), Err(PasswordRejection::TooLong(256)));
}

#[test]
fn valid_07_each_rule_requires_its_kinds_of_characters() {
    use RequiredCharacters::{Any, LetterAndNumber, LowerUpperNumberSpecial};
    for (characters, password, is_accepted) in [
        (Any, "uvwxlmno", true),
        (LetterAndNumber, "uvwx7391", true),
        (LetterAndNumber, "uvwxlmno", false),
        (LetterAndNumber, "73917394", false),
        (LowerUpperNumberSpecial, "uvwx7391", false),
        (LowerUpperNumberSpecial, "uvWX7391", false),
        (LowerUpperNumberSpecial, "uvWX 7391", false),
        (LowerUpperNumberSpecial, "uvWX-lmn", false),
        (LowerUpperNumberSpecial, "uvwx-739", false),
        (LowerUpperNumberSpecial, "UVWX-739", false),
        (LowerUpperNumberSpecial, "uvWX-739", true),
        (LowerUpperNumberSpecial, "\u{e9}\u{c9}uv\u{20ac}739", true),
    ] {
        let expected = if is_accepted { Ok(()) } else { Err(PasswordRejection::Characters) };
        assert_eq!(with(characters, password), expected, "{characters:?} {password}");
    }
}

#[test]
fn security_2_1_common_passwords_are_refused() {
    for password in ["password1", "qwertyuiop", "iloveyou123", "football1", "PassWord1", "abcd1234"] {
        assert_eq!(check(password), Err(PasswordRejection::Common), "{password}");
    }
}

#[test]
fn security_2_1_the_site_s_and_the_member_s_own_words_are_refused() {
    for password in [
        "astercinema",
        "Aster Cinema 2026!",
        "CINEMA-cinema",
        "Lovelace1815",
        "lovelace 10.12.1815",
        "4LovelaceAda!",
        "ad\u{e0}.ADA.ada",
        "oneill-1969",
        "O'NEILL O'NEILL",
        "countess99",
        "Countess-99",
        "Countess2000",
        "\u{ff21}\u{ff33}\u{ff34}\u{ff25}\u{ff32}1234",
    ] {
        assert_eq!(check(password), Err(PasswordRejection::OwnWords), "{password}");
    }
    for password in ["lovelace & babbage", "ada 8301 7719 2265", "a-cinema-far-away", "83017719226"] {
        assert_eq!(check(password), Ok(()), "{password}");
    }
    assert_eq!(
        check_password(RULES, &"83017719226".into(), &["8301-7719-226"]),
        Err(PasswordRejection::OwnWords)
    );
    for own_words in [&[][..], &[""], &["-", "a", " "]] {
        assert_eq!(check_password(RULES, &"aa-aa-a!a".into(), own_words), Ok(()), "{own_words:?}");
    }
}

#[test]
fn security_2_1_random_passwords_pass() {
    let rejections: Vec<_> =
        (0..10_000).filter_map(|_| check(&crate::random_text(16).unwrap()).err()).collect();
    // The list of common passwords has hashes of 40 bits: one may be found by chance.
    assert!(matches!(rejections.as_slice(), [] | [PasswordRejection::Common]), "{rejections:?}");
}

proptest! {
    #[test]
    fn security_2_1_any_text_is_checked_without_panic(password in "\\PC{0,300}", words: Vec<String>) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let result = check_password(RULES, &password.as_str().into(), &words);
        let length = password.nfkc().count();
        prop_assert_eq!(result == Err(PasswordRejection::TooShort(8)), length < 8);
        prop_assert_eq!(result == Err(PasswordRejection::TooLong(256)), length > 256);
    }

    #[test]
    fn security_2_1_an_own_word_with_a_year_is_refused(word in "[a-z]{4,20}", year in 1900..2100_u16) {
        let password = format!("{word}{year}");
        let result = check_password(RULES, &password.into(), &[&word]);
        prop_assert!(matches!(result, Err(PasswordRejection::OwnWords | PasswordRejection::Common)));
    }
}
