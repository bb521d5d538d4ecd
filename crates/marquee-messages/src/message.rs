//! Formats messages. The build has parsed and checked them, so that formatting cannot fail.

use std::collections::HashMap;
use std::sync::OnceLock;

use icu::plurals::{PluralCategory, PluralRules};

use crate::{ByLocale, Language, TAGS};

/// A part of a message. Arguments are indices of the values.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(&'static str),
    Argument(usize),
    /// Cases by plural category, such as `one`, or by number, such as `=0`.
    Plural(usize, &'static [(&'static str, &'static [Piece])]),
    Select(usize, &'static [(&'static str, &'static [Piece])]),
}

/// The value of an argument.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value<'v> {
    Text(&'v str),
    Number(u64),
}

/// Formats a message with the values of its arguments.
pub(crate) fn format(language: Language, pieces: &[Piece], values: &[Value<'_>]) -> String {
    let mut text = String::new();
    write(&mut text, language, pieces, values);
    text
}

fn write(out: &mut String, language: Language, pieces: &[Piece], values: &[Value<'_>]) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Argument(index) => match values.get(*index) {
                Some(Value::Text(text)) => out.push_str(text),
                Some(Value::Number(number)) => out.push_str(&number.to_string()),
                None => {}
            },
            Piece::Plural(index, cases) => {
                let number = if let Some(Value::Number(number)) = values.get(*index) { *number } else { 0 };
                write(out, language, plural_case(language, cases, number), values);
            }
            Piece::Select(index, cases) => {
                let value = if let Some(Value::Text(text)) = values.get(*index) { text } else { "" };
                write(out, language, case(cases, value).unwrap_or_default(), values);
            }
        }
    }
}

type Cases = [(&'static str, &'static [Piece])];

fn plural_case(language: Language, cases: &Cases, number: u64) -> &'static [Piece] {
    let is_exact = |name: &str| name.strip_prefix('=').and_then(|text| text.parse().ok()) == Some(number);
    let exact = cases.iter().find(|(name, _)| is_exact(name)).map(|(_, pieces)| *pieces);
    exact.or_else(|| case(cases, category(language, number))).unwrap_or_default()
}

/// The case with this name, else `other`.
fn case(cases: &Cases, name: &str) -> Option<&'static [Piece]> {
    let find = |name: &str| cases.iter().find(|(case_name, _)| *case_name == name).map(|(_, pieces)| *pieces);
    find(name).or_else(|| find("other"))
}

/// The plural category of a number in a language (CLDR).
fn category(language: Language, number: u64) -> &'static str {
    static RULES: [OnceLock<Option<PluralRules>>; TAGS.len()] = [const { OnceLock::new() }; TAGS.len()];
    let rules = RULES.get(language.index()).and_then(|rules| {
        rules.get_or_init(|| PluralRules::try_new_cardinal((&language.icu()).into()).ok()).as_ref()
    });
    category_name(rules.map_or(PluralCategory::Other, |rules| rules.category_for(number)))
}

pub(crate) fn category_name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

/// The positions of keys in a table, computed on first use.
pub(crate) struct Index(OnceLock<HashMap<&'static str, usize>>);

impl Index {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    pub(crate) fn find(
        &self,
        table: &'static [(&'static str, ByLocale<&'static str>)],
        key: &str,
    ) -> Option<&'static ByLocale<&'static str>> {
        let index = self.0.get_or_init(|| table.iter().enumerate().map(|(n, (key, _))| (*key, n)).collect());
        index.get(key).and_then(|n| table.get(*n)).map(|(_, texts)| texts)
    }
}
