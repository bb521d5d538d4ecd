use jiff::civil::date;
use marquee_model::time::time_zone;

use super::*;

fn formats(locale: &str) -> Formats {
    Formats::new(&Locale::parse(locale).unwrap())
}

#[test]
fn times_follow_the_locale() {
    let at = date(2025, 11, 20).at(18, 10, 0, 0);
    let (us, fr) = (formats("en-US").time(at), formats("fr-FR").time(at));
    assert_eq!((us.time.as_str(), us.day_period.as_str()), ("6:10", "PM"));
    assert_eq!((fr.time.as_str(), fr.day_period.as_str()), ("18:10", ""));
    assert_eq!(formats("en-GB").time(at).text(), "18:10");
    assert_eq!(formats("en-US").time(date(2025, 11, 20).at(0, 5, 0, 0)).text(), "12:05 AM");
}

#[test]
fn dates_follow_the_locale() {
    let d = date(2025, 11, 21);
    let us = formats("en-US");
    assert_eq!(
        [us.weekday(d), us.day_long(d), us.day(d), us.weekday_short_month_day(d), us.full(d)],
        ["Fri", "Friday, November 21", "Fri, Nov 21", "Friday, Nov 21", "Nov 21, 2025"]
    );
    let fr = formats("fr-FR");
    assert_eq!([fr.weekday(d), fr.day_long(d), fr.full(d)], ["Ven", "Vendredi 21 novembre", "21 nov. 2025"]);
    let first = date(2026, 12, 1);
    assert_eq!(
        [fr.day(first), fr.day_long(first), fr.month_day(first), fr.full(first)],
        ["Mar. 1er déc.", "Mardi 1er décembre", "1er déc.", "1er déc. 2026"]
    );
    assert_eq!(us.full(first), "Dec 1, 2026");
}

#[test]
fn iso_has_the_utc_offset_of_the_zone_at_that_instant() {
    let tz = time_zone("Europe/Paris");
    assert_eq!(iso("2025-06-01T18:00:00Z".parse().unwrap(), &tz), "2025-06-01T20:00+02:00");
    assert_eq!(iso("2025-12-01T18:00:00Z".parse().unwrap(), &tz), "2025-12-01T19:00+01:00");
    assert_eq!(
        iso("2025-12-01T18:00:00Z".parse().unwrap(), &time_zone("America/St_Johns")),
        "2025-12-01T14:30-03:30"
    );
}

#[test]
fn money_is_formatted_by_locale_and_whole_amounts_have_no_decimals() {
    let (us, fr) = (Locale::parse("en-US").unwrap(), Locale::parse("fr-FR").unwrap());
    for (amount, currency, english, french) in [
        (6000, "USD", "$60", "60\u{a0}$"),
        (1450, "USD", "$14.50", "14,50\u{a0}$"),
        (123_405, "EUR", "€1,234.05", "1\u{202f}234,05\u{a0}€"),
        (1200, "JPY", "¥1,200", "1\u{202f}200\u{a0}¥"),
        (1500, "KWD", "KWD\u{a0}1.500", "1,500\u{a0}KWD"),
    ] {
        let sum = Money { amount, currency: currency.to_owned() };
        assert_eq!((money(&sum, &us), money(&sum, &fr)), (english.to_owned(), french.to_owned()));
    }
}
