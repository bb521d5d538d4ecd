//! Tests of the catalog, and of the checks of the build.

use std::path::Path;

use jiff::civil::date;

#[path = "../build/catalog.rs"]
mod catalog;
#[path = "../build/check.rs"]
mod check;

use icu::plurals::PluralRules;

use super::message::category_name;
use super::{Language, first_of_month, long_date, server};
use catalog::{Messages, Piece, parse};

fn language(tag: &str) -> Language {
    Language::find(tag).unwrap()
}

fn messages(texts: &[(&str, &str)]) -> Messages {
    texts.iter().map(|(key, text)| ((*key).to_owned(), parse(text).unwrap())).collect()
}

fn categories(pieces: &[Piece], found: &mut Vec<String>) {
    for piece in pieces {
        if let Piece::Plural(_, cases) | Piece::Select(_, cases) = piece {
            if matches!(piece, Piece::Plural(..)) {
                found
                    .extend(cases.iter().map(|(case, _)| case.clone()).filter(|case| !case.starts_with('=')));
            }
            cases.iter().for_each(|(_, pieces)| categories(pieces, found));
        }
    }
}

#[test]
fn locale_01_every_locale_has_the_messages_of_english_with_plurals_of_its_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    let catalog = catalog::read(&root).unwrap();
    assert_eq!(catalog.locales, Language::all().map(Language::tag).collect::<Vec<_>>());
    assert_eq!(check::faults(&catalog), Vec::<String>::new());
    for (n, locale) in catalog.locales.iter().enumerate() {
        let locale: icu::locale::Locale = locale.parse().unwrap();
        let rules = PluralRules::try_new_cardinal((&locale).into()).unwrap();
        let categories_of_locale: Vec<&str> = rules.categories().map(category_name).collect();
        for (key, pieces) in catalog.files.iter().filter_map(|file| file.locales.get(n)).flatten() {
            let mut used_categories = Vec::new();
            categories(pieces, &mut used_categories);
            used_categories.retain(|category| !categories_of_locale.contains(&category.as_str()));
            assert_eq!((locale.to_string(), key, used_categories), (locale.to_string(), key, Vec::new()));
        }
    }
}

#[test]
fn locale_01_the_checks_name_each_fault() {
    let english =
        messages(&[("a", "{count, plural, one {a film} other {{count} films}}"), ("b", "Hello {name}")]);
    let faults = |texts: &[(&str, &str)]| check::compare(&english, &messages(texts));
    let a = ("a", "{count, plural, one {ein Film} other {{count} Filme}}");
    assert!(faults(&[a, ("b", "Hallo {name}")]).is_empty());
    assert_eq!(faults(&[a]), ["b is missing"]);
    assert_eq!(faults(&[a, ("b", "Hallo"), ("c", "x")]), ["c is unknown: English does not have it"]);
    assert_eq!(faults(&[a, ("b", "Hallo {wer}")]), ["b: {wer} is not an argument of the English text"]);
    let plural = ("b", "{name, plural, one {a} other {b}}");
    assert_eq!(faults(&[a, plural]), ["b: {name} is not a number in the English text"]);
}

#[test]
fn a_text_that_is_not_a_message_is_refused() {
    for text in
        ["{name", "{n, plural, one {a}}", "{n, plural, one {#} other {#}}", "{n, number}", "{d, date, short}"]
    {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn locale_01_a_language_is_found_by_the_locale_of_a_site() {
    assert_eq!(Language::find("fr-CA").map(Language::tag), Some("fr"));
    assert_eq!(Language::find("en_US"), Some(Language::ENGLISH));
    assert_eq!((Language::find("xx"), Language::find("")), (None, None));
    assert_eq!(Language::of_locale("xx-YY"), Language::ENGLISH);
}

#[test]
fn plural_forms_follow_the_language() {
    let films = |tag: &str| [0, 1, 2].map(|count| server::search_films(language(tag), count));
    assert_eq!(films("en"), ["0 films", "1 film", "2 films"]);
    assert_eq!(films("fr"), ["0 film", "1 film", "2 films"]);
}

#[test]
fn exact_numbers_choose_their_case() {
    let films = |count| server::matches_films(Language::ENGLISH, count);
    assert_eq!([films(1), films(9), films(10)], ["One film", "Nine films", "10 films"]);
}

#[test]
fn long_dates_follow_the_language() {
    let first = date(2027, 11, 1);
    assert_eq!(long_date(Language::ENGLISH, first), "November 1, 2027");
    assert_eq!(long_date(language("fr"), first), "1er novembre 2027");
    assert_eq!(long_date(language("fr"), date(2027, 11, 21)), "21 novembre 2027");
    assert_eq!(
        first_of_month(language("fr"), first, "1 novembre, 21 films".to_owned()),
        "1er novembre, 21 films"
    );
}

#[test]
fn days_are_lower_case_in_sentences_of_some_languages() {
    assert!(!Language::ENGLISH.has_lower_case_days());
    assert!(language("fr").has_lower_case_days());
}
