use super::*;

#[test]
fn ads_18_slug_lowers_removes_accents_and_hyphenates() {
    for (name, want) in [
        ("Cinéma Aster", "cinema-aster"),
        ("The Understudy’s Wife", "the-understudys-wife"),
        ("  Paper -- Tigers!  ", "paper-tigers"),
        ("Straße Ærø", "strasse-aero"),
        ("東京", "東京"),
        ("!!!", ""),
    ] {
        assert_eq!(slug(name), want, "{name}");
    }
}

#[test]
fn page_10_list_splits_at_bars() {
    assert_eq!(list("2D|3D | IMAX||").collect::<Vec<_>>(), ["2D", "3D", "IMAX"]);
}

#[test]
fn shorten_cuts_at_a_word() {
    assert_eq!(shorten("short", 10), "short");
    assert_eq!(shorten("a fairly long sentence, here", 24), "a fairly long sentence…");
}
