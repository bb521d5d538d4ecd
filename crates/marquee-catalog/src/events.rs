//! When events take place, and which shows belong to them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use marquee_model::catalog::{Event, EventDate, Showtime};
use marquee_model::time;

/// Maximum number of dates that are computed of a weekly series.
const MAX_WEEKS: usize = 12;

/// The dates of an event from a day on, in ascending order, at most `limit`. A weekly series repeats from its first date, with what
/// its other dates say about single weeks.
#[must_use]
pub fn event_dates(event: &Event, from: Date, limit: usize) -> Vec<EventDate> {
    let Some((weekly, first)) = event.weekly.zip(event.dates.first()) else {
        return event.dates.iter().filter(|d| d.date >= from).take(limit).cloned().collect();
    };
    let start = from.max(first.date);
    let is_of_series = |date: Date| date.weekday().to_monday_one_offset().unsigned_abs() == weekly;
    let days_ahead = (i64::from(weekly) - i64::from(start.weekday().to_monday_one_offset())).rem_euclid(7);
    let next = start.saturating_add(days_ahead.days());
    let weeks = (0..).take(limit.min(MAX_WEEKS)).map(|n: i64| next.saturating_add((n * 7).days()));
    let week = |date: Date| {
        let single = event.dates.iter().find(|d| d.date == date);
        let single = single.cloned().unwrap_or_else(|| EventDate::new(date, None));
        EventDate { time: single.time.or(first.time), ..single }
    };
    let additional = event.dates.iter().skip(1).filter(|d| d.date >= start && !is_of_series(d.date));
    let mut dates: Vec<EventDate> = weeks.map(week).chain(additional.cloned()).collect();
    dates.sort();
    dates.truncate(limit);
    dates
}

/// Whether a show belongs to an event: it is at one of its theaters, of the film of one of its dates, and not before its time on that
/// cinema day. `tz` is the zone of the show's theater.
#[must_use]
pub fn is_show_of_event(show: &Showtime, event: &Event, tz: &TimeZone) -> bool {
    if !event.theater_ids.is_empty() && !event.theater_ids.contains(&show.theater_id) {
        return false;
    }
    let day = show.business_date;
    if event.dates.is_empty() {
        return event.movie_ids.contains(&show.movie_id);
    }
    event_dates(event, day, 2).iter().filter(|d| d.date == day).any(|d| {
        let starts_at = d.time.map(|at| time::instant(d.date.to_datetime(at), tz));
        event.films_on(d).contains(&show.movie_id) && starts_at.is_none_or(|at| show.starts_at >= at)
    })
}

/// The event whose members book a show first, if only they can book it at `now`.
#[must_use]
pub fn members_first_event<'e>(
    events: &'e [Event],
    show: &Showtime,
    tz: &TimeZone,
    now: Timestamp,
) -> Option<&'e Event> {
    let is_closed = |event: &&Event| event.members_first_until.is_some_and(|until| now < until);
    events.iter().filter(is_closed).find(|event| is_show_of_event(show, event, tz))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn event(weekly: Value, dates: Value) -> Event {
        let record = json!({
            "id": "1", "title": "Silent Sundays", "slug": "silent", "weekly": weekly, "dates": dates,
            "movieIds": ["1"], "theaterIds": ["T1"],
        });
        serde_json::from_value(record).unwrap()
    }

    fn listed(event: &Event, from: &str, limit: usize) -> Vec<String> {
        let dates = event_dates(event, from.parse().unwrap(), limit);
        let text = |d: &EventDate| {
            let films: Vec<&str> = event.films_on(d).iter().map(|id| id.as_str()).collect();
            let time = d.time.map_or_else(String::new, |t| t.strftime("%H:%M").to_string());
            format!("{} {time} {}", d.date, films.join(","))
        };
        dates.iter().map(text).collect()
    }

    #[test]
    fn a_weekly_series_has_what_its_dates_say_about_single_weeks() {
        let series = event(
            json!(7),
            json!([
                { "date": "2026-11-20", "time": "16:00:00" },
                { "date": "2026-11-29", "movieId": "2" },
                { "date": "2026-12-06", "hired": true },
                { "date": "2026-12-08", "time": "20:00:00" },
            ]),
        );
        let expected =
            ["2026-11-22 16:00 1", "2026-11-29 16:00 2", "2026-12-06 16:00 ", "2026-12-08 20:00 1"];
        assert_eq!(listed(&series, "2026-11-01", 4), expected);
        assert_eq!(listed(&series, "2026-12-07", 2), ["2026-12-08 20:00 1", "2026-12-13 16:00 1"]);
        let single = event(json!(null), json!([{ "date": "2026-11-20" }, { "date": "2026-11-27" }]));
        assert_eq!(listed(&single, "2026-11-21", 4), ["2026-11-27  1"]);
    }

    fn show(movie: &str, theater: &str, starts_at: &str) -> Showtime {
        let record = json!({
            "id": "s", "movieId": movie, "theaterId": theater, "startsAt": starts_at, "businessDate": "2026-11-29",
        });
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn shows_of_an_event_are_those_of_the_film_of_its_date_from_its_time_on() {
        let series = event(
            json!(7),
            json!([{ "date": "2026-11-22", "time": "16:00:00" }, { "date": "2026-11-29", "movieId": "2" }]),
        );
        let belongs = |movie: &str, theater: &str, starts_at: &str| {
            is_show_of_event(&show(movie, theater, starts_at), &series, &TimeZone::UTC)
        };
        assert!(belongs("2", "T1", "2026-11-29T16:00:00Z"));
        assert!(!belongs("2", "T1", "2026-11-29T15:59:00Z"), "before the time");
        assert!(!belongs("1", "T1", "2026-11-29T16:00:00Z"), "the film of other weeks");
        assert!(!belongs("2", "T2", "2026-11-29T16:00:00Z"), "another theater");
    }
}
