//! Parses times, running times, prices, seats and URLs of feeds.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;
use jiff::tz::{Offset, TimeZone};
use marquee_model::catalog::{Availability, BookingUrl, Price};
use marquee_model::{money, time};

use crate::report::SkipReason;

/// Valid times of a schedule in Unix seconds: the years 1990 to 2100.
const SECONDS: std::ops::Range<i64> = 631_152_000..4_133_980_800;

/// How a time says which instant it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeForm {
    /// UTC, or an offset that is that of the time zone.
    Exact,
    /// An offset other than UTC and that of the time zone.
    OtherOffset,
    /// Local time.
    Local,
    /// A local time that does not exist or exists twice.
    ClockChange,
}

/// Parses an instant; without an offset or `Z` it is local time in `zone`.
pub(crate) fn instant(text: &str, zone: &TimeZone) -> Result<Timestamp, SkipReason> {
    instant_and_form(text, zone).map(|(at, _)| at)
}

/// Like [`instant`], with its form.
pub(crate) fn instant_and_form(text: &str, zone: &TimeZone) -> Result<(Timestamp, TimeForm), SkipReason> {
    let text = text.trim();
    let (at, form) = match (text.parse::<Timestamp>(), text.parse::<DateTime>()) {
        (Ok(at), _) => (at, form_of_offset(text, at, zone)),
        (Err(_), Ok(local)) => {
            let is_ambiguous = zone.to_ambiguous_timestamp(local).is_ambiguous();
            let form = if is_ambiguous { TimeForm::ClockChange } else { TimeForm::Local };
            (time::instant(local, zone), form)
        }
        (Err(_), Err(_)) => return Err(SkipReason::BadTime { text: truncate_for_report(text) }),
    };
    if SECONDS.contains(&at.as_second()) {
        Ok((at, form))
    } else {
        Err(SkipReason::FarTime { text: truncate_for_report(text) })
    }
}

fn form_of_offset(text: &str, at: Timestamp, zone: &TimeZone) -> TimeForm {
    let offset = Pieces::parse(text).ok().and_then(|pieces| pieces.to_numeric_offset());
    match offset {
        Some(offset) if offset != Offset::UTC && offset != zone.to_offset(at) => TimeForm::OtherOffset,
        _ => TimeForm::Exact,
    }
}

/// A length such as `102`, `102 min`, `1:42` or `1 h 42`, in minutes.
pub(crate) fn minutes_of_text(text: &str) -> Option<u16> {
    let numbers: Vec<f64> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    match numbers[..] {
        [length] => minutes(length),
        [hours, rest, ..] => minutes(hours * 60.0 + rest),
        [] => None,
    }
}

/// The local date and time of a text, and the instant that its offset or `Z` makes of it.
pub(crate) fn local_time(text: &str) -> Result<(DateTime, Option<Timestamp>), SkipReason> {
    let text = text.trim();
    // A civil time with `Z` is not parsed, because it is rarely one; here it is.
    let local = text.trim_end_matches(['Z', 'z']).parse::<DateTime>().ok();
    local
        .map(|local| (local, text.parse().ok()))
        .ok_or_else(|| SkipReason::BadTime { text: truncate_for_report(text) })
}

/// The instant of a local time. `stated` is what the feed says about it with an offset or in UTC: it tells which of two times is
/// meant in the hour that clocks repeat. The second value is false if it is another time: then the local time counts, because it is
/// the one that visitors are told.
pub(crate) fn local_instant(
    local: DateTime,
    stated: Option<Timestamp>,
    zone: &TimeZone,
) -> Result<(Timestamp, bool), SkipReason> {
    let of_zone = time::instant(local, zone);
    let at = stated.filter(|at| at.to_zoned(zone.clone()).datetime() == local).unwrap_or(of_zone);
    if SECONDS.contains(&at.as_second()) {
        Ok((at, stated.is_none_or(|stated| stated == at)))
    } else {
        Err(SkipReason::FarTime { text: local.to_string() })
    }
}

/// Maximum number of people, genres and the like of a film.
pub(crate) const MAX_NAMES: usize = 100;

/// Names in one text, separated by commas, each once.
pub(crate) fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',') {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if !name.is_empty() && names.len() < MAX_NAMES && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The rating of a film; `None` if it says that the film is not rated yet, such as `TBC`.
pub(crate) fn certificate(text: &str) -> Option<String> {
    let text = text.trim();
    let is_open = ["tbc", "tba"].iter().any(|open| {
        text.get(..open.len()).is_some_and(|start| start.eq_ignore_ascii_case(open))
            && text.get(open.len()..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    });
    (!text.is_empty() && !is_open && text.chars().count() <= 40).then(|| text.to_owned())
}

/// The amount in a text such as `£9.99`, `12,09 €` or `1.234,50`, and the currency of its sign, if that has only one.
pub(crate) fn amount(text: &str) -> Option<(f64, Option<&'static str>)> {
    const SIGNS: [(&str, &str); 4] = [("£", "GBP"), ("€", "EUR"), ("zł", "PLN"), ("₪", "ILS")];
    let currency = SIGNS.iter().find(|(sign, _)| text.contains(sign)).map(|(_, currency)| *currency);
    let number: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let number = number.trim_matches(['.', ',']);
    let mut plain = String::new();
    let decimal = number.rfind(['.', ',']).filter(|at| number.len() - at <= 3);
    for (at, c) in number.char_indices() {
        match c {
            '.' | ',' if Some(at) == decimal => plain.push('.'),
            '.' | ',' => {}
            digit => plain.push(digit),
        }
    }
    Some((plain.parse().ok()?, currency))
}

/// A text without the tags and with the character references of HTML, white space as single spaces.
pub(crate) fn without_markup(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        match tag.split_once('>') {
            Some((name, after))
                if name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) =>
            {
                text.push(' ');
                rest = after;
            }
            _ => {
                text.push('<');
                rest = tag;
            }
        }
    }
    text.push_str(rest);
    decoded(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text with the character references of HTML decoded; verbatim if one of them is unknown.
pub(crate) fn decoded(text: &str) -> String {
    let decoded = quick_xml::escape::unescape_with(text, |name| match name {
        "nbsp" => Some(" "),
        "ndash" => Some("–"),
        "mdash" => Some("—"),
        "hellip" => Some("…"),
        "lsquo" => Some("‘"),
        "rsquo" => Some("’"),
        "ldquo" => Some("“"),
        "rdquo" => Some("”"),
        "pound" => Some("£"),
        "euro" => Some("€"),
        name => quick_xml::escape::resolve_predefined_entity(name),
    });
    decoded.map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

/// Parses a date, or the date of a date and time.
pub(crate) fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    let day = text.get(..10).filter(|_| text.len() == 10 || text.as_bytes().get(10) == Some(&b'T'))?;
    day.parse::<Date>().ok().filter(|d| (1880..=2100).contains(&d.year()))
}

/// A running time in minutes; `None` unless it is 1 to 2000.
pub(crate) fn minutes(minutes: f64) -> Option<u16> {
    let rounded = minutes.round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (1.0..=2000.0).contains(&rounded).then_some(rounded as u16)
}

/// The availability of a show with `left` of `total` seats.
pub(crate) fn availability_by_seats(left: f64, total: f64, few_left_percent: u8) -> Availability {
    if left <= 0.0 {
        return Availability::SoldOut;
    }
    if total <= 0.0 {
        Availability::Open
    } else {
        availability_by_percent((total - left) / total * 100.0, few_left_percent)
    }
}

/// The availability of a show with `percent` of its seats sold.
pub(crate) fn availability_by_percent(percent: f64, few_left_percent: u8) -> Availability {
    if percent >= 100.0 {
        Availability::SoldOut
    } else if percent >= f64::from(few_left_percent) {
        Availability::FewLeft
    } else {
        Availability::Open
    }
}

/// A price in minor units; `None` if amount or currency are invalid.
pub(crate) fn price(amount: f64, currency: &str) -> Option<Price> {
    let minor = (amount * f64::from(10_u32.pow(money::decimals(currency)))).round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (money::is_currency_code(currency) && (0.0..=f64::from(u32::MAX)).contains(&minor))
        .then(|| Price { amount: minor as u32, currency: currency.to_owned() })
}

/// An absolute http or https URL; one without a scheme (`//…`) becomes https.
pub(crate) fn web_address(text: &str) -> Option<String> {
    let text = text.trim();
    let absolute = if text.starts_with("//") { format!("https:{text}") } else { text.to_owned() };
    BookingUrl::parse(&absolute).ok().map(|url| url.as_str().to_owned())
}

/// The first 80 characters of a text, for reports.
pub(crate) fn truncate_for_report(text: &str) -> String {
    // Reports are lines.
    marquee_model::text::shorten(&text.replace(['\r', '\n', '\t'], " "), 80)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date as day;

    use super::*;

    #[test]
    fn times_without_an_offset_are_local_to_the_zone() {
        let london = time::time_zone("Europe/London");
        let at = |t: &str| t.parse::<Timestamp>().unwrap();
        for (text, expected) in [
            ("2025-01-24T12:45:00", "2025-01-24T12:45:00Z"),
            ("2025-07-24 12:45", "2025-07-24T11:45:00Z"),
            ("2025-03-30T01:30:00", "2025-03-30T01:30:00Z"),
            ("2025-10-26T01:30:00", "2025-10-26T00:30:00Z"),
            ("2025-08-18T19:30:00+10:00", "2025-08-18T09:30:00Z"),
            (" 2025-08-18T09:30:00Z ", "2025-08-18T09:30:00Z"),
        ] {
            assert_eq!(instant(text, &london), Ok(at(expected)), "{text}");
        }
        assert!(matches!(instant("tomorrow", &london), Err(SkipReason::BadTime { .. })));
        assert!(matches!(instant("1970-01-01T00:00:00Z", &london), Err(SkipReason::FarTime { .. })));
        assert!(matches!(instant("9999-12-31T23:59:59", &london), Err(SkipReason::FarTime { .. })));
        assert!(instant("-262143-01-01T00:00:00", &london).is_err());
    }

    #[test]
    fn the_form_of_a_time_says_whether_it_agrees_with_the_zone() {
        let london = time::time_zone("Europe/London");
        for (text, form) in [
            ("2025-07-24T12:45:00Z", TimeForm::Exact),
            ("2025-07-24T12:45:00+00:00", TimeForm::Exact),
            ("2025-07-24T12:45:00+01:00", TimeForm::Exact),
            ("2025-07-24T12:45:00+02:00", TimeForm::OtherOffset),
            ("2025-01-24T12:45:00+01:00", TimeForm::OtherOffset),
            ("2025-01-24T12:45:00", TimeForm::Local),
            ("20250124T124500", TimeForm::Local),
            ("2025-03-30T01:30:00", TimeForm::ClockChange),
            ("2025-10-26T01:30:00", TimeForm::ClockChange),
        ] {
            assert_eq!(instant_and_form(text, &london).map(|(_, form)| form), Ok(form), "{text}");
        }
    }

    #[test]
    fn lengths_are_read_in_minutes() {
        for (text, expected) in [
            ("138", Some(138)),
            ("111 mins", Some(111)),
            ("1:42", Some(102)),
            ("1 h 42", Some(102)),
            ("soon", None),
            ("0", None),
        ] {
            assert_eq!(minutes_of_text(text), expected, "{text}");
        }
    }

    #[test]
    fn ent_06_dates_running_times_and_prices_are_parsed_or_rejected() {
        assert_eq!(date("2025-01-17"), Some(day(2025, 1, 17)));
        assert_eq!(date("2025-01-17T00:00:00"), Some(day(2025, 1, 17)));
        for invalid in ["2024", "", "2025-02-30", "soon, maybe", "0001-01-01", "20é5-01-17é"] {
            assert_eq!(date(invalid), None, "{invalid}");
        }
        assert_eq!((minutes(0.0), minutes(8400.0 / 60.0), minutes(-1.0)), (None, Some(140), None));
        assert_eq!((minutes(f64::INFINITY), minutes(1e300)), (None, None));
        assert_eq!(price(19.5, "AUD").map(|p| p.amount), Some(1950));
        assert_eq!(price(1500.0, "JPY").map(|p| p.amount), Some(1500));
        assert!(
            price(-1.0, "EUR").is_none() && price(1.0, "eur").is_none() && price(f64::MAX, "EUR").is_none()
        );
    }

    #[test]
    fn a_local_time_counts_and_an_offset_tells_which_of_two() {
        let london = time::time_zone("Europe/London");
        let at = |text: &str| {
            let (local, stated) = local_time(text).unwrap();
            local_instant(local, stated, &london).map(|(at, agrees)| (at.to_string(), agrees))
        };
        for (text, expected, agrees) in [
            ("2025-07-01T20:00:00+01:00", "2025-07-01T19:00:00Z", true),
            ("2025-07-01T20:00:00+00:00", "2025-07-01T19:00:00Z", false),
            ("2025-07-01T20:00:00Z", "2025-07-01T19:00:00Z", false),
            ("2025-07-01 20:00:00", "2025-07-01T19:00:00Z", true),
            ("2025-10-26T01:30:00+01:00", "2025-10-26T00:30:00Z", true),
            ("2025-10-26T01:30:00+00:00", "2025-10-26T01:30:00Z", true),
            ("2025-03-30T01:30:00+00:00", "2025-03-30T01:30:00Z", true),
            ("2025-03-30T01:30:00+02:00", "2025-03-30T01:30:00Z", false),
        ] {
            assert_eq!(at(text), Ok((expected.to_owned(), agrees)), "{text}");
        }
        assert!(matches!(local_time("8 PM"), Err(SkipReason::BadTime { .. })));
        assert!(matches!(at("1970-01-01T00:00:00"), Err(SkipReason::FarTime { .. })));
    }

    #[test]
    fn names_ratings_and_amounts_are_read_from_texts() {
        assert_eq!(names(" Ida  Vos, Jo Hall,,Ida Vos "), ["Ida Vos", "Jo Hall"]);
        assert_eq!(names(""), [""; 0]);
        for (text, expected) in
            [("12A", Some("12A")), ("tbc", None), ("TBC Event", None), (" ", None), ("TBCX", Some("TBCX"))]
        {
            assert_eq!(certificate(text).as_deref(), expected, "{text}");
        }
        assert_eq!(certificate(&"x".repeat(41)), None);
        for (text, expected) in [
            ("£9.99", Some((9.99, Some("GBP")))),
            ("12,09 €", Some((12.09, Some("EUR")))),
            ("1.234,50", Some((1234.5, None))),
            ("1,234", Some((1234.0, None))),
            ("7,5", Some((7.5, None))),
            ("free", None),
        ] {
            assert_eq!(amount(text), expected, "{text}");
        }
    }

    #[test]
    fn markup_is_removed_from_texts() {
        for (html, expected) in [
            ("<p>Tea &amp; cake,<br>\r\n for &pound;5</p>", "Tea & cake, for £5"),
            ("1 < 2 <3", "1 < 2 <3"),
            ("<script", "<script"),
            ("&unknown; &amp;", "&unknown; &amp;"),
        ] {
            assert_eq!(without_markup(html), expected);
        }
    }

    #[test]
    fn availability_depends_on_the_seats_left() {
        use Availability::{FewLeft, Open, SoldOut};
        for (left, total, expected) in [
            (0.0, 100.0, SoldOut),
            (-2.0, 100.0, SoldOut),
            (15.0, 100.0, FewLeft),
            (16.0, 100.0, Open),
            (5.0, 0.0, Open),
        ] {
            assert_eq!(availability_by_seats(left, total, 85), expected, "{left} of {total}");
        }
        assert_eq!(
            (
                availability_by_percent(84.9, 85),
                availability_by_percent(85.0, 85),
                availability_by_percent(100.0, 85)
            ),
            (Open, FewLeft, SoldOut)
        );
    }

    #[test]
    fn link_5_5_picture_urls_are_http_or_https() {
        assert_eq!(web_address("//cdn.example/a.jpg").as_deref(), Some("https://cdn.example/a.jpg"));
        for invalid in
            ["img/a.jpg", "javascript:alert(1)", "", "data:image/png;base64,AA", "file:///etc/passwd"]
        {
            assert_eq!(web_address(invalid), None, "{invalid}");
        }
    }
}
