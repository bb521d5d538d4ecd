use super::*;

#[test]
fn page_09_placeholders_are_replaced_in_one_pass() {
    let filled = |text: &str| replace_placeholders(text, Some("Ann"), Some("Acme Downtown"));
    assert_eq!(filled("Welcome to [theaterName], {0}"), "Welcome to Acme Downtown, Ann");
    assert_eq!(filled("{0} {0} [theaterName"), "Ann Ann [theaterName");
    assert_eq!(replace_placeholders("{0} [theaterName] é{", Some("x"), None), "x [theaterName] é{");
    assert_eq!(replace_placeholders("{0}", Some("[theaterName] {0}"), Some("Acme")), "[theaterName] {0}");
}

#[test]
fn ads_18_an_ascii_slug_has_no_letters_of_other_scripts() {
    for (name, slug) in [
        ("Acmé Cinémas", "acme-cinemas"),
        ("  The Ritz & Co. – Œuvre!", "the-ritz-co-oeuvre"),
        ("Kino Мир 7", "kino-7"),
        ("A/B\\C..", "a-b-c"),
        ("映画館", ""),
    ] {
        assert_eq!(ascii_slug(name), slug, "{name}");
    }
}

#[test]
fn slug_lowers_removes_accents_and_hyphenates() {
    for (name, expected) in [
        ("Cinéma Aster", "cinema-aster"),
        ("The Understudy’s Wife", "the-understudys-wife"),
        ("  Paper -- Tigers!  ", "paper-tigers"),
        ("Straße Ærø", "strasse-aero"),
        ("STRAẞE", "strasse"),
        ("東京", "東京"),
        ("ゴジラ", "ゴジラ"),
        ("기생충", "기생충"),
        ("हिन्दी सिनेमा", "हिन्दी-सिनेमा"),
        ("Αθήνα", "αθηνα"),
        ("!!!", ""),
    ] {
        assert_eq!(slug(name), expected, "{name}");
    }
}

#[test]
fn the_most_similar_word_is_suggested() {
    let keys = ["background", "footerBackground", "headerBackground", "primary"];
    assert_eq!(nearest("headerBackgroud", keys), Some("headerBackground"));
    assert_eq!(nearest("Primary", keys), Some("primary"));
    assert_eq!(nearest("CRG", ["DEFAULT", "CGR"]), Some("CGR"));
    assert_eq!(nearest("zoom", keys), None);
    assert_eq!(nearest("x", []), None);
}

#[test]
fn page_10_lists_are_split_at_bars_and_trimmed() {
    assert_eq!(split_list("2D|3D | IMAX||").collect::<Vec<_>>(), ["2D", "3D", "IMAX"]);
}

#[test]
fn shorten_cuts_at_a_word_boundary() {
    assert_eq!(shorten("short", 10), "short");
    assert_eq!(shorten("a fairly long sentence, here", 24), "a fairly long sentence…");
    assert_eq!(shorten("a bcdefghijklmnop", 10), "a bcdefgh…", "only near the end");
}
