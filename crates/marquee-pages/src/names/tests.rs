use super::*;

fn locale(name: &str) -> Locale {
    Locale::parse(name).unwrap()
}

#[test]
fn languages_have_names() {
    assert_eq!(language("es-419", &locale("en-US")), "Spanish");
    assert_eq!(language("es", &locale("fr")), "Espagnol");
    assert_eq!(language("tlh", &Locale::default()), "Klingon");
    assert_eq!(language("nb-NO", &locale("fr")), "Norvégien");
    assert_eq!(language("qq", &Locale::default()), "qq");
    assert_eq!(language("", &Locale::default()), "");
    assert_eq!(language_in_sentence("en", &locale("fr-CA")), "anglais");
    assert_eq!(native_name(&locale("fr-CA")), "Français");
    assert_eq!(native_name(&locale("xx")), "xx");
}

#[test]
fn countries_and_genres_are_in_the_language_of_the_page() {
    let (en, fr) = (locale("en-US"), locale("fr-FR"));
    for (name, english, french) in [
        ("Germany", "Germany", "Allemagne"),
        ("de", "Germany", "Allemagne"),
        ("Allemagne", "Germany", "Allemagne"),
        ("USA", "United States", "États-Unis"),
        ("Czech Republic", "Czechia", "Tchéquie"),
        ("Yugoslavia", "Yugoslavia", "Yugoslavia"),
        // Countries that have several names in lists.
        ("HK", "Hong Kong", "Hong Kong"),
        ("Hong Kong", "Hong Kong", "Hong Kong"),
        ("Macau", "Macao", "Macao"),
        ("PS", "Palestine", "Palestine"),
        ("TR", "Türkiye", "Turquie"),
        ("UK", "United Kingdom", "Royaume-Uni"),
        ("CD", "Congo - Kinshasa", "Congo-Kinshasa"),
        ("MM", "Myanmar (Burma)", "Myanmar (Birmanie)"),
        ("Viêt Nam", "Vietnam", "Viêt Nam"),
        ("TW", "Taiwan", "Taïwan"),
        ("XK", "Kosovo", "Kosovo"),
        // Not countries.
        ("EU", "EU", "EU"),
        ("ZZ", "ZZ", "ZZ"),
        ("", "", ""),
    ] {
        assert_eq!((country(name, &en).as_str(), country(name, &fr).as_str()), (english, french));
    }
    for (name, english, french) in [
        ("Drama", "Drama", "Drame"),
        ("drama", "Drama", "Drame"),
        ("Science-fiction", "Sci-fi", "Science-fiction"),
        ("Science fiction", "Science fiction", "Science-fiction"),
        ("Slow cinema", "Slow cinema", "Slow cinema"),
    ] {
        assert_eq!((genre(name, &en).as_str(), genre(name, &fr).as_str()), (english, french));
    }
}

#[test]
fn numbered_screens_are_translated_and_named_ones_are_not() {
    let (en, fr) = (locale("en-US"), locale("fr-FR"));
    assert_eq!(screen("Screen 12", &fr), "Salle 12");
    assert_eq!(screen("Salle 3", &en), "Screen 3");
    for name in ["Salle Lumière", "Screen X", "Screen ", "4", ""] {
        assert_eq!((screen(name, &en).as_str(), screen(name, &fr).as_str()), (name, name));
    }
}

#[test]
fn a_country_has_a_most_likely_spoken_language() {
    assert_eq!(spoken_in("US").as_deref(), Some("en"));
    assert_eq!(spoken_in("FR").as_deref(), Some("fr"));
    assert_eq!(spoken_in("AT").as_deref(), Some("de"));
    assert_eq!((spoken_in(""), spoken_in("Atlantis")), (None, None));
}

#[test]
fn page_17_captions_of_one_language_are_told_apart_by_their_country() {
    let en = locale("en-US");
    for (of, with_country, label) in [
        ("fr-FR", false, "Français"),
        ("fr-CA", true, "Français (Canada)"),
        ("en-GB", true, "English (United Kingdom)"),
        ("de", true, "Deutsch"),
        // The catalog does not have it.
        ("it-CH", true, "Italian (Switzerland)"),
    ] {
        assert_eq!(captions_label(&locale(of), &en, with_country), label, "{of}");
    }
}
