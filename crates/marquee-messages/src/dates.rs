//! Dates in words.

use icu::calendar::{Date as IcuDate, Iso};
use icu::datetime::DateTimeFormatter;
use icu::datetime::fieldsets::YMD;
use jiff::civil::Date;

use crate::{Language, server};

/// A date for the formatters of ICU; `None` if ICU cannot represent it.
#[must_use]
pub fn icu_date(date: Date) -> Option<IcuDate<Iso>> {
    let field = |n: i8| u8::try_from(n).unwrap_or(1);
    IcuDate::try_new_iso(i32::from(date.year()), field(date.month()), field(date.day())).ok()
}

/// A date in words: `November 1, 2027`, `1er novembre 2027`.
#[must_use]
pub fn long_date(language: Language, date: Date) -> String {
    let formatter = DateTimeFormatter::try_new((&language.icu()).into(), YMD::long()).ok();
    let text = formatter.zip(icu_date(date)).map(|(formatter, date)| formatter.format(&date).to_string());
    first_of_month(language, date, text.unwrap_or_else(|| date.to_string()))
}

/// Replaces the first day of a month in a formatted date by the form that the language uses, such as `1er` in French. The
/// patterns of CLDR do not have it.
#[must_use]
pub fn first_of_month(language: Language, date: Date, text: String) -> String {
    let first = server::days_first(language);
    if date.day() == 1 && first != "1" { text.replacen("1 ", &format!("{first} "), 1) } else { text }
}
