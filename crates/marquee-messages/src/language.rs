//! The languages of the catalog.

use std::fmt;

use icu::calendar::Date;
use icu::datetime::{DateTimeFormatter, fieldsets};

use crate::{ByLocale, TAGS};

/// A language that the catalog has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(usize);

impl Language {
    /// English, which has every message and is used for locales that the catalog does not have (LOCALE-02).
    pub const ENGLISH: Self = Self(0);

    /// The languages of the catalog, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TAGS.len()).map(Self)
    }

    /// The language of a locale such as `de`, `de-AT` or `de_AT`; `None` if the catalog does not have it.
    #[must_use]
    pub fn find(locale: &str) -> Option<Self> {
        let primary = locale.split(['-', '_']).next().unwrap_or_default();
        TAGS.iter().position(|tag| *tag == primary).map(Self)
    }

    /// The language of a locale, else English (LOCALE-01, LOCALE-02).
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        Self::find(locale).unwrap_or(Self::ENGLISH)
    }

    /// The language tag, such as `de`: the name of the folder.
    #[must_use]
    pub fn tag(self) -> &'static str {
        self.pick(&TAGS)
    }

    /// Whether days of the week are lower case inside a sentence (CLDR).
    #[must_use]
    pub fn has_lower_case_days(self) -> bool {
        let formatter = DateTimeFormatter::try_new((&self.icu()).into(), fieldsets::E::long()).ok();
        let day = formatter.zip(Date::try_new_iso(2000, 1, 1).ok());
        day.is_some_and(|(formatter, day)| formatter.format(&day).to_string().starts_with(char::is_lowercase))
    }

    /// The value of this language.
    pub(crate) fn pick<T: Copy>(self, values: &ByLocale<T>) -> T {
        let [english, ..] = *values;
        values.get(self.0).copied().unwrap_or(english)
    }

    /// The position in a list of one value for each language.
    pub(crate) fn index(self) -> usize {
        self.0
    }

    pub(crate) fn icu(self) -> icu::locale::Locale {
        self.tag().parse().unwrap_or(icu::locale::Locale::UNKNOWN)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}
