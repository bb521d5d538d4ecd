//! Names of languages, as ticketing systems write them, and their tags (BCP 47).

/// English names of spoken languages, in lower case.
const NAMES: &[(&str, &str)] = &[
    ("arabic", "ar"),
    ("bengali", "bn"),
    ("bulgarian", "bg"),
    ("cantonese", "yue"),
    ("catalan", "ca"),
    ("chinese", "zh"),
    ("croatian", "hr"),
    ("czech", "cs"),
    ("danish", "da"),
    ("dutch", "nl"),
    ("english", "en"),
    ("estonian", "et"),
    ("farsi", "fa"),
    ("finnish", "fi"),
    ("french", "fr"),
    ("german", "de"),
    ("greek", "el"),
    ("gujarati", "gu"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("hungarian", "hu"),
    ("icelandic", "is"),
    ("indonesian", "id"),
    ("irish", "ga"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("kannada", "kn"),
    ("korean", "ko"),
    ("latvian", "lv"),
    ("lithuanian", "lt"),
    ("malayalam", "ml"),
    ("mandarin", "cmn"),
    ("marathi", "mr"),
    ("norwegian", "no"),
    ("persian", "fa"),
    ("polish", "pl"),
    ("portuguese", "pt"),
    ("punjabi", "pa"),
    ("romanian", "ro"),
    ("russian", "ru"),
    ("serbian", "sr"),
    ("slovak", "sk"),
    ("slovenian", "sl"),
    ("spanish", "es"),
    ("swedish", "sv"),
    ("tagalog", "tl"),
    ("tamil", "ta"),
    ("telugu", "te"),
    ("thai", "th"),
    ("turkish", "tr"),
    ("ukrainian", "uk"),
    ("urdu", "ur"),
    ("vietnamese", "vi"),
    ("welsh", "cy"),
];

/// The tag of a language by its English name, or the tag itself. `None` if it is unknown.
pub(crate) fn tag(name: &str) -> Option<String> {
    let name = name.trim().to_lowercase();
    if let Some((_, tag)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some((*tag).to_owned());
    }
    let language = name.split(['-', '_']).next().unwrap_or_default();
    NAMES.iter().find(|(_, tag)| *tag == language).map(|_| name.replace('_', "-"))
}

/// The spoken languages and those of the subtitles of a text such as `Spanish with English subtitles`.
pub(crate) fn spoken_and_subtitles(text: &str) -> (Vec<String>, Vec<String>) {
    let lower = text.to_lowercase();
    let (spoken, subtitles) = match lower.split_once(" with ") {
        Some((spoken, rest)) if rest.contains("subtitle") => (spoken.to_owned(), rest.to_owned()),
        _ => (lower, String::new()),
    };
    (tags(&spoken), tags(&subtitles))
}

/// The tags of the languages that a text names, each once, in the order of the text.
fn tags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| word.len() > 2) {
        if let Some((_, tag)) = NAMES.iter().find(|(name, _)| *name == word)
            && !found.iter().any(|known| known == tag)
        {
            found.push((*tag).to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_name_or_tag() {
        for (name, expected) in [
            ("English", Some("en")),
            (" FRENCH ", Some("fr")),
            ("pt_BR", Some("pt-br")),
            ("de", Some("de")),
            ("Klingon", None),
            ("", None),
        ] {
            assert_eq!(tag(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn a_text_names_spoken_languages_and_subtitles() {
        let found = |text: &str| {
            let (spoken, subtitles) = spoken_and_subtitles(text);
            (spoken.join(" "), subtitles.join(" "))
        };
        assert_eq!(found("Spanish with English Subtitles"), ("es".into(), "en".into()));
        assert_eq!(found("English, French/German"), ("en fr de".into(), String::new()));
        assert_eq!(found("In Japanese with subtitles"), ("ja".into(), String::new()));
        assert_eq!(found("English with live score"), ("en".into(), String::new()));
        assert_eq!(found("Silent"), (String::new(), String::new()));
    }
}
