//! Cinema days, play weeks and time zones (CONST-02, LOCALE-03).
//!
//! Instants are UTC. A local time in the gap of a clock change (spring) is moved to after the gap. Of the two instants of an
//! ambiguous local time (autumn), the earlier one is used.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Default local hour at which a cinema day starts (CONST-02).
pub const BUSINESS_DAY_START_HOUR: u8 = 3;

/// The IANA time zone `name`; UTC if it does not exist (LOCALE-03).
#[must_use]
pub fn time_zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// Whether `name` is a time zone of the IANA database.
#[must_use]
pub fn is_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// The instant to the millisecond, as databases keep it.
#[must_use]
pub fn to_the_millisecond(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at)
}

/// The instant of a local time in `tz`; see the module for gaps and overlaps.
#[must_use]
pub fn instant(local: DateTime, tz: &TimeZone) -> Timestamp {
    tz.to_ambiguous_timestamp(local).compatible().unwrap_or(Timestamp::UNIX_EPOCH)
}

/// The cinema day of an instant: before `start_hour` local time it is the previous date (CONST-02).
#[must_use]
pub fn business_date(at: Timestamp, tz: &TimeZone, start_hour: u8) -> Date {
    let local = at.to_zoned(tz.clone()).datetime();
    if local.hour() < i8::try_from(start_hour).unwrap_or(0) {
        local.date().saturating_sub(1.day())
    } else {
        local.date()
    }
}

/// The instant at which the cinema day `date` ends and the next one starts.
#[must_use]
pub fn business_day_end(date: Date, tz: &TimeZone, start_hour: u8) -> Timestamp {
    let hour = i8::try_from(start_hour).unwrap_or(0);
    instant(date.saturating_add(1.day()).at(hour, 0, 0, 0), tz)
}

/// The first day of the play week of `date`; weeks start on ISO weekday `start` (1 is Monday).
#[must_use]
pub fn play_week_start(date: Date, start: u8) -> Date {
    let today = date.weekday().to_monday_one_offset();
    let days_since_start = (today - i8::try_from(start).unwrap_or(5)).rem_euclid(7);
    date.saturating_sub(i64::from(days_since_start).days())
}

/// The play week of a film's next show (CONST-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[expect(non_camel_case_types, reason = "names of the requirements, verbatim")]
pub enum PlayWeek {
    CURRENT_PLAYWEEK,
    NEXT_PLAYWEEK_1,
    NEXT_PLAYWEEK_2,
    NEXT_PLAYWEEK_3,
    BEYOND_NEXT_PLAYWEEK_3,
    /// Of a film without a coming show.
    #[default]
    NEXT_PLAYWEEK_UNDETERMINED,
}

impl PlayWeek {
    /// The play week of a film whose next show is on the cinema day `next_show`; `None` if it has no coming show.
    #[must_use]
    pub fn of_next_show(next_show: Option<Date>, today: Date, start: u8) -> Self {
        let Some(first) = next_show else { return Self::NEXT_PLAYWEEK_UNDETERMINED };
        let (from, to) = (play_week_start(today, start), play_week_start(first, start));
        let days = from.until(to).map_or(0, |span| span.get_days());
        match days / 7 {
            i32::MIN..=0 => Self::CURRENT_PLAYWEEK,
            1 => Self::NEXT_PLAYWEEK_1,
            2 => Self::NEXT_PLAYWEEK_2,
            3 => Self::NEXT_PLAYWEEK_3,
            _ => Self::BEYOND_NEXT_PLAYWEEK_3,
        }
    }
}

#[cfg(test)]
mod tests;
