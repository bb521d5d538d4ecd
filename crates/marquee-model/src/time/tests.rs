use jiff::civil::date;

use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn const_02_a_show_after_midnight_belongs_to_the_previous_day() {
    let tz = time_zone("Europe/London");
    assert_eq!(business_date(at("2025-01-24T00:30:00Z"), &tz, 3), date(2025, 1, 23));
    assert_eq!(business_date(at("2025-01-24T02:59:59Z"), &tz, 3), date(2025, 1, 23));
    assert_eq!(business_date(at("2025-01-24T03:00:00Z"), &tz, 3), date(2025, 1, 24));
    assert_eq!(business_date(at("2025-06-24T01:30:00Z"), &tz, 3), date(2025, 6, 23), "02:30 summer time");
}

#[test]
fn const_02_play_weeks_start_on_friday() {
    let monday = date(2025, 5, 5);
    assert_eq!(play_week_start(monday, 5), date(2025, 5, 2));
    for (first, expected) in [
        (Some(date(2025, 5, 8)), PlayWeek::CURRENT_PLAYWEEK),
        (Some(date(2025, 5, 9)), PlayWeek::NEXT_PLAYWEEK_1),
        (Some(date(2025, 5, 16)), PlayWeek::NEXT_PLAYWEEK_2),
        (Some(date(2025, 5, 23)), PlayWeek::NEXT_PLAYWEEK_3),
        (Some(date(2025, 5, 30)), PlayWeek::BEYOND_NEXT_PLAYWEEK_3),
        (None, PlayWeek::NEXT_PLAYWEEK_UNDETERMINED),
    ] {
        assert_eq!(PlayWeek::of_next_show(first, monday, 5), expected, "{first:?}");
    }
}

#[test]
fn const_02_play_weeks_start_on_wednesday_in_france() {
    assert_eq!(play_week_start(date(2025, 5, 6), 3), date(2025, 4, 30));
    assert_eq!(play_week_start(date(2025, 5, 7), 3), date(2025, 5, 7));
}

#[test]
fn locale_03_the_default_zone_is_utc() {
    assert_eq!(time_zone(""), TimeZone::UTC);
    assert_eq!(business_date(at("2025-05-05T18:00:00Z"), &time_zone("Nowhere/Land"), 3), date(2025, 5, 5));
}

#[test]
fn local_times_in_gaps_are_moved_later_and_ambiguous_ones_are_the_earlier_instant() {
    let tz = time_zone("Europe/London");
    assert_eq!(instant(date(2025, 3, 30).at(1, 30, 0, 0), &tz), at("2025-03-30T01:30:00Z"));
    assert_eq!(instant(date(2025, 10, 26).at(1, 30, 0, 0), &tz), at("2025-10-26T00:30:00Z"));
}

#[test]
fn a_cinema_day_with_a_clock_change_has_23_hours() {
    let tz = time_zone("Europe/Paris");
    let start = business_day_end(date(2025, 3, 28), &tz, 3);
    let end = business_day_end(date(2025, 3, 29), &tz, 3);
    assert_eq!(end.duration_since(start).as_hours(), 23);
}
