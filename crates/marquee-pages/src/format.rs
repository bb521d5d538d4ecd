//! Localized dates, times and amounts. The renderer has no `Intl`, so all of them are formatted here.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use icu::calendar::{Date as IcuDate, Iso};
use icu::datetime::fieldsets::{self, enums::CompositeDateTimeFieldSet};
use icu::datetime::{DateTimeFormatter, DateTimeFormatterPreferences};
use icu::locale::Locale as IcuLocale;
use icu::time::{DateTime as IcuDateTime, Time as IcuTime};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use marquee_model::locale::Locale;
use marquee_model::loyalty::Money;
use marquee_model::money::{decimals, minor_units};
use parking_lot::Mutex;

/// A formatted time of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedTime {
    /// For example `6:10` or `18:10`.
    pub time: String,
    /// `AM` or `PM` if the locale has a 12-hour clock, else empty.
    pub day_period: String,
}

impl FormattedTime {
    /// Time and half, separated by a space.
    #[must_use]
    pub fn text(&self) -> String {
        if self.day_period.is_empty() {
            self.time.clone()
        } else {
            format!("{} {}", self.time, self.day_period)
        }
    }
}

type Formatter = DateTimeFormatter<CompositeDateTimeFieldSet>;

/// The formats of one locale. Formatters of dates are created on first use.
pub struct Formats {
    locale: Locale,
    preferences: DateTimeFormatterPreferences,
    time: Formatter,
    dates: [OnceLock<Option<Formatter>>; DATES],
}

/// The formats of a date.
#[derive(Debug, Clone, Copy)]
enum DateFormat {
    Weekday,
    WeekdayLong,
    DayLong,
    Day,
    MonthDay,
    Full,
}

/// Number of date formats.
const DATES: usize = DateFormat::Full as usize + 1;

impl DateFormat {
    fn set(self) -> fieldsets::enums::DateFieldSet {
        use fieldsets::enums::DateFieldSet as Set;
        match self {
            Self::Weekday => Set::E(fieldsets::E::short()),
            Self::WeekdayLong => Set::E(fieldsets::E::long()),
            Self::DayLong => Set::MDE(fieldsets::MDE::long()),
            Self::Day => Set::MDE(fieldsets::MDE::medium()),
            Self::MonthDay => Set::MD(fieldsets::MD::medium()),
            Self::Full => Set::YMD(fieldsets::YMD::medium()),
        }
    }
}

impl std::fmt::Debug for Formats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Formats").field("locale", &self.locale).finish_non_exhaustive()
    }
}

fn icu_date(date: Date) -> IcuDate<Iso> {
    let year = i32::from(date.year());
    let part = |n: i8| u8::try_from(n).unwrap_or(1);
    IcuDate::try_new_iso(year, part(date.month()), part(date.day()))
        .unwrap_or_else(|_| IcuDate::from_rata_die(icu::calendar::types::RataDie::new(1), Iso))
}

fn icu_datetime(at: DateTime) -> IcuDateTime<Iso> {
    let part = |n: i8| u8::try_from(n).unwrap_or(0);
    let time = IcuTime::try_new(part(at.hour()), part(at.minute()), 0, 0)
        .unwrap_or_else(|_| IcuTime::start_of_day());
    IcuDateTime { date: icu_date(at.date()), time }
}

impl Formats {
    /// The formats of `locale`, created once per process.
    #[must_use]
    pub fn for_locale(locale: &Locale) -> Arc<Self> {
        static KNOWN: Mutex<BTreeMap<String, Arc<Formats>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock();
        if let Some(formats) = known.get(locale.long()) {
            return formats.clone();
        }
        let formats = Arc::new(Self::new(locale));
        known.insert(locale.long().to_owned(), formats.clone());
        formats
    }

    /// The formats of `locale`; an invalid locale is formatted as the root locale, `und`.
    ///
    /// # Panics
    /// Never: the data of every locale is compiled in, and `und` always loads.
    #[must_use]
    pub fn new(locale: &Locale) -> Self {
        let icu: IcuLocale = locale.long().parse().unwrap_or(IcuLocale::UNKNOWN);
        let preferences = DateTimeFormatterPreferences::from(&icu);
        let set = CompositeDateTimeFieldSet::Time(fieldsets::enums::TimeFieldSet::T(
            fieldsets::T::hm().with_length(icu::datetime::options::Length::Short),
        ));
        let time = DateTimeFormatter::try_new(preferences, set)
            .expect("time formats are compiled in for every locale");
        Self { locale: locale.clone(), preferences, time, dates: Default::default() }
    }

    #[must_use]
    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// A local time of day.
    #[must_use]
    pub fn time(&self, at: DateTime) -> FormattedTime {
        let text = self.time.format(&icu_datetime(at)).to_string();
        let text = text.replace(['\u{202f}', '\u{a0}'], " ");
        let (time, half) = text.split_once(' ').unwrap_or((&text, ""));
        FormattedTime { time: time.to_owned(), day_period: half.to_ascii_uppercase() }
    }

    /// The time of an instant in a zone.
    #[must_use]
    pub fn time_in(&self, at: Timestamp, tz: &TimeZone) -> FormattedTime {
        self.time(at.to_zoned(tz.clone()).datetime())
    }

    fn date(&self, way: DateFormat, date: Date) -> String {
        let formatter = self.dates[way as usize].get_or_init(|| {
            DateTimeFormatter::try_new(self.preferences, CompositeDateTimeFieldSet::Date(way.set())).ok()
        });
        let at = IcuDateTime { date: icu_date(date), time: IcuTime::start_of_day() };
        let text = formatter.as_ref().map_or_else(|| date.to_string(), |f| f.format(&at).to_string());
        // French writes the first day of a month as an ordinal; the patterns of CLDR do not.
        let is_first = self.locale.short() == "fr" && date.day() == 1;
        if is_first { text.replacen("1 ", "1er ", 1) } else { text }
    }

    /// For example `Fri`.
    #[must_use]
    pub fn weekday(&self, date: Date) -> String {
        capitalized(self.date(DateFormat::Weekday, date).trim_end_matches('.'))
    }

    /// For example `Friday`.
    #[must_use]
    pub fn weekday_long(&self, date: Date) -> String {
        capitalized(&self.date(DateFormat::WeekdayLong, date))
    }

    /// For example `Friday, November 21`.
    #[must_use]
    pub fn day_long(&self, date: Date) -> String {
        capitalized(&self.date(DateFormat::DayLong, date))
    }

    /// For example `Fri, Nov 21`.
    #[must_use]
    pub fn day(&self, date: Date) -> String {
        capitalized(&self.date(DateFormat::Day, date))
    }

    /// For example `Nov 21`.
    #[must_use]
    pub fn month_day(&self, date: Date) -> String {
        self.date(DateFormat::MonthDay, date)
    }

    /// For example `Friday, Nov 21`.
    #[must_use]
    pub fn day_half(&self, date: Date) -> String {
        let comma = if self.locale.short() == "en" { "," } else { "" };
        format!("{}{comma} {}", self.weekday_long(date), self.month_day(date))
    }

    /// For example `Nov 14, 2025`.
    #[must_use]
    pub fn full(&self, date: Date) -> String {
        self.date(DateFormat::Full, date)
    }
}

/// Capitalizes the first character: some locales write weekdays in lower case, but labels start with a capital.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// A formatted amount of money; whole amounts have no decimals: `$60`, `60 $`, `CHF 12.50`.
#[must_use]
pub fn money(money: &Money, locale: &Locale) -> String {
    let minor = minor_units(&money.currency);
    let (whole, part) = (money.amount / minor, (money.amount % minor).abs());
    let is_french = locale.short() == "fr";
    let mut number = grouped(whole, locale);
    if part > 0 {
        let digits = decimals(&money.currency) as usize;
        number.push(if is_french { ',' } else { '.' });
        number.push_str(&format!("{part:0digits$}"));
    }
    let symbol = match money.currency.as_str() {
        "USD" => "$",
        "EUR" => "€",
        "GBP" => "£",
        "JPY" => "¥",
        other => other,
    };
    match (is_french, symbol.chars().count()) {
        (true, _) => format!("{number}\u{a0}{symbol}"),
        (false, 1) => format!("{symbol}{number}"),
        (false, _) => format!("{symbol}\u{a0}{number}"),
    }
}

/// A whole number with thousands separators.
#[must_use]
pub fn grouped(number: i64, locale: &Locale) -> String {
    let separator = if locale.short() == "fr" { '\u{202f}' } else { ',' };
    let digits = number.unsigned_abs().to_string();
    let mut out = if number < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// Local date and time to the minute with UTC offset (ISO 8601).
#[must_use]
pub fn iso(at: Timestamp, tz: &TimeZone) -> String {
    let zoned = at.to_zoned(tz.clone());
    let seconds = zoned.offset().seconds();
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.unsigned_abs() / 60;
    let (d, t) = (zoned.date(), zoned.time());
    format!("{d}T{:02}:{:02}{sign}{:02}:{:02}", t.hour(), t.minute(), minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests;
