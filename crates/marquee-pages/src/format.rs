//! Localized dates, times and amounts. The renderer has no `Intl`, so all of them are formatted here.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use icu::calendar::{Date as IcuDate, Iso};
use icu::datetime::fieldsets::{self, enums::CompositeDateTimeFieldSet};
use icu::datetime::{DateTimeFormatter, DateTimeFormatterPreferences};
use icu::decimal::DecimalFormatter;
use icu::decimal::input::Decimal;
use icu::locale::Locale as IcuLocale;
use icu::time::{DateTime as IcuDateTime, Time as IcuTime};
use icu_experimental::dimension::currency::CurrencyType;
use icu_experimental::dimension::currency::formatter::CurrencyFormatter;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use marquee_messages::{Language, first_of_month, server};
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
    /// Time and day period, separated by a space.
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
    language: Language,
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
    marquee_messages::icu_date(date)
        .unwrap_or_else(|| IcuDate::from_rata_die(icu::calendar::types::RataDie::new(1), Iso))
}

fn icu_datetime(at: DateTime) -> IcuDateTime<Iso> {
    let field = |n: i8| u8::try_from(n).unwrap_or(0);
    let time = IcuTime::try_new(field(at.hour()), field(at.minute()), 0, 0)
        .unwrap_or_else(|_| IcuTime::start_of_day());
    IcuDateTime { date: icu_date(at.date()), time }
}

impl Formats {
    /// The formats of `locale`, created once per process.
    #[must_use]
    pub fn for_locale(locale: &Locale) -> Arc<Self> {
        static CACHE: Mutex<BTreeMap<String, Arc<Formats>>> = Mutex::new(BTreeMap::new());
        let mut cached = CACHE.lock();
        if let Some(formats) = cached.get(locale.long()) {
            return formats.clone();
        }
        let formats = Arc::new(Self::new(locale));
        cached.insert(locale.long().to_owned(), formats.clone());
        formats
    }

    /// The formats of `locale`; an invalid locale is formatted as the root locale, `und`.
    ///
    /// # Panics
    /// Never: the data of every locale is compiled in, and `und` always loads.
    #[must_use]
    pub fn new(locale: &Locale) -> Self {
        let preferences = DateTimeFormatterPreferences::from(&icu_locale(locale));
        let set = CompositeDateTimeFieldSet::Time(fieldsets::enums::TimeFieldSet::T(
            fieldsets::T::hm().with_length(icu::datetime::options::Length::Short),
        ));
        let time = DateTimeFormatter::try_new(preferences, set)
            .expect("time formats are compiled in for every locale");
        let language = Language::of_locale(locale.short());
        Self { locale: locale.clone(), language, preferences, time, dates: Default::default() }
    }

    #[must_use]
    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// The language of the catalog's messages.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// A local time of day.
    #[must_use]
    pub fn time(&self, at: DateTime) -> FormattedTime {
        let text = self.time.format(&icu_datetime(at)).to_string();
        let text = text.replace(['\u{202f}', '\u{a0}'], " ");
        let (time, day_period) = text.split_once(' ').unwrap_or((&text, ""));
        FormattedTime { time: time.to_owned(), day_period: day_period.to_ascii_uppercase() }
    }

    /// The time of an instant in a zone.
    #[must_use]
    pub fn time_in(&self, at: Timestamp, tz: &TimeZone) -> FormattedTime {
        self.time(at.to_zoned(tz.clone()).datetime())
    }

    fn date(&self, format: DateFormat, date: Date) -> String {
        let formatter = self.dates[format as usize].get_or_init(|| {
            DateTimeFormatter::try_new(self.preferences, CompositeDateTimeFieldSet::Date(format.set())).ok()
        });
        let at = IcuDateTime { date: icu_date(date), time: IcuTime::start_of_day() };
        let text = formatter.as_ref().map_or_else(|| date.to_string(), |f| f.format(&at).to_string());
        first_of_month(self.language, date, text)
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

    /// The weekday inside a sentence: `Friday`, `vendredi`.
    #[must_use]
    pub fn weekday_in_sentence(&self, date: Date) -> String {
        self.date(DateFormat::WeekdayLong, date)
    }

    /// The label of a day inside a sentence: with a small initial if the language writes days in lower case. The browser does the
    /// same (`dayInSentence`).
    #[must_use]
    pub fn in_sentence(&self, label: &str) -> String {
        if self.language.has_lower_case_days() { with_small_initial(label) } else { label.to_owned() }
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
    pub fn weekday_short_month_day(&self, date: Date) -> String {
        server::days_weekday_and_date(self.language, &self.weekday_long(date), &self.month_day(date))
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

fn with_small_initial(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// A formatted amount of money; whole amounts have no decimals: `$60`, `60 $`, `CHF 12.50`.
#[must_use]
pub fn money(money: &Money, locale: &Locale) -> String {
    let amount = if money.amount % minor_units(&money.currency) == 0 {
        Decimal::from(money.amount / minor_units(&money.currency))
    } else {
        let mut amount = Decimal::from(money.amount);
        amount.multiply_pow10(-i16::try_from(decimals(&money.currency)).unwrap_or(2));
        amount
    };
    let number = formatted_number(&amount, locale);
    let with_symbol =
        CurrencyType::try_from_str(&money.currency.to_ascii_lowercase()).ok().and_then(|currency| {
            let icu = icu_locale(locale);
            CurrencyFormatter::try_new_symbol_narrow((&icu).into(), currency, Default::default()).ok()
        });
    let Some(formatter) = with_symbol else { return format!("{number}\u{a0}{}", money.currency) };
    // ICU always writes the decimals of the currency, so only the symbol and its position are taken from its text.
    let text = formatter.format_fixed_decimal(&amount).to_string();
    let digits = || text.char_indices().filter(|(_, c)| c.is_numeric());
    match (digits().next(), digits().next_back()) {
        (Some((start, _)), Some((end, last))) => {
            format!("{}{number}{}", &text[..start], &text[end + last.len_utf8()..])
        }
        _ => text,
    }
}

/// A whole number with thousands separators.
#[must_use]
pub fn grouped(number: i64, locale: &Locale) -> String {
    formatted_number(&Decimal::from(number), locale)
}

fn formatted_number(number: &Decimal, locale: &Locale) -> String {
    let formatter = DecimalFormatter::try_new((&icu_locale(locale)).into(), Default::default());
    formatter.map_or_else(|_| number.to_string(), |formatter| formatter.format(number).to_string())
}

/// The locale for ICU; the root locale if it is invalid.
fn icu_locale(locale: &Locale) -> IcuLocale {
    locale.long().parse().unwrap_or(IcuLocale::UNKNOWN)
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
