//! Texts that a program has read as Windows-1252 although they were UTF-8: `AmÃ©lie` for `Amélie`.
//!
//! A text is repaired if each of its characters is one of Windows-1252, and the bytes of these are valid UTF-8 that is not ASCII. Texts of
//! people are practically never of that form: an `Ã` would have to be followed by one of a few signs.

use encoding_rs::WINDOWS_1252;

/// The text as it was meant; `None` if it is not garbled.
pub(crate) fn repaired(text: &str) -> Option<String> {
    // Cheap for most texts: the first byte of a longer character of UTF-8 becomes a letter from `Â` to `ô`.
    if !text.contains(|c| ('\u{c2}'..='\u{f4}').contains(&c)) {
        return None;
    }
    let (bytes, _, has_unknown) = WINDOWS_1252.encode(text);
    if has_unknown {
        return None;
    }
    String::from_utf8(bytes.into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbled_texts_are_repaired_and_others_are_kept() {
        for (text, expected) in [
            ("AmÃ©lie", Some("Amélie")),
            ("Itâ€™s a â€œWonderfulâ€\u{9d} Life", Some("It’s a “Wonderful” Life")),
            ("Ã\u{81}gua", Some("Água")),
            ("Â£5 Friday", Some("£5 Friday")),
            ("å¤œã\u{81}®æµ·", Some("夜の海")),
            ("Amélie", None),
            ("Mañana à São Paulo", None),
            ("Ã la carte", None),
            ("夜の海", None),
            ("AmÃ©lie 夜", None),
            ("Plain", None),
            ("", None),
        ] {
            assert_eq!(repaired(text).as_deref(), expected, "{text}");
        }
    }
}
