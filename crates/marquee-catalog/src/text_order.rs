//! The order of titles and labels in a language.

use std::cmp::Ordering;

use icu::collator::preferences::CollationNumericOrdering;
use icu::collator::{Collator, CollatorBorrowed, CollatorPreferences};
use icu::locale::Locale as IcuLocale;
use marquee_model::locale::Locale;

/// Compares texts as readers of a language expect: accents and case hardly count, and `Part 2` comes before `Part 10`
/// (Unicode Collation Algorithm).
#[derive(Debug)]
pub struct TextOrder(Option<CollatorBorrowed<'static>>);

impl TextOrder {
    #[must_use]
    pub fn new(locale: &Locale) -> Self {
        let icu: IcuLocale = locale.long().parse().unwrap_or(IcuLocale::UNKNOWN);
        let mut preferences = CollatorPreferences::from(&icu);
        preferences.numeric_ordering = Some(CollationNumericOrdering::True);
        Self(Collator::try_new(preferences, Default::default()).ok())
    }

    /// The order of two texts; by code point if the language has no data.
    #[must_use]
    pub fn compare(&self, a: &str, b: &str) -> Ordering {
        self.0.as_ref().map_or_else(|| a.cmp(b), |collator| collator.compare(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_12_titles_are_sorted_as_readers_of_the_language_expect() {
        let sorted = |locale: &str, titles: &[&str]| -> Vec<String> {
            let order = TextOrder::new(&Locale::parse(locale).unwrap());
            let mut titles: Vec<String> = titles.iter().map(|&t| t.to_owned()).collect();
            titles.sort_by(|a, b| order.compare(a, b));
            titles
        };
        assert_eq!(
            sorted("fr-FR", &["Zone", "\u{c9}t\u{e9}", "eclipse", "Part 10", "Part 2", "Alien"]),
            ["Alien", "eclipse", "\u{c9}t\u{e9}", "Part 2", "Part 10", "Zone"]
        );
        assert_eq!(sorted("sv-SE", &["\u{c4}lv", "Zon", "Alv"]), ["Alv", "Zon", "\u{c4}lv"]);
        assert_eq!(sorted("de-DE", &["\u{c4}lv", "Zon", "Alv"]), ["Alv", "\u{c4}lv", "Zon"]);
    }
}
