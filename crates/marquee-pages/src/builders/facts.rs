//! Facts of a theater that do not change with the day: opening hours and accessibility.

use jiff::SignedDuration;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use marquee_api::TheaterAccess;
use marquee_messages::server;
use marquee_model::catalog::{AccessFeature, OpeningDay, OpeningHours, Showtime, Theater};
use serde_json::{Value, json};

use super::context::PageContext;
use crate::format::Formats;

/// A Monday, from which the names of weekdays are derived.
const MONDAY: Date = Date::constant(2024, 1, 1);

fn name_of(context: &PageContext<'_>, feature: AccessFeature) -> &'static str {
    let language = context.language();
    match feature {
        AccessFeature::WheelchairSpaces => server::access_wheelchair_spaces(language),
        AccessFeature::StepFreeEntrance => server::access_step_free_entrance(language),
        AccessFeature::CompanionSeats => server::access_companion_seats(language),
        AccessFeature::AccessibleRestroom => server::access_accessible_restroom(language),
        AccessFeature::AccessibleParking => server::access_accessible_parking(language),
        AccessFeature::HearingLoop => server::access_hearing_loop(language),
        AccessFeature::AudioDescription => server::access_audio_description(language),
        AccessFeature::Captions => server::access_captions(language),
        AccessFeature::AssistanceDogs => server::access_assistance_dogs(language),
        AccessFeature::QuietRoom => server::access_quiet_room(language),
    }
}

/// What a theater offers to people with disabilities; `None` if it says nothing about it.
pub fn access(context: &PageContext<'_>, theater: &Theater) -> Option<TheaterAccess> {
    let note = context.text(
        &theater.localizations,
        |l| l.accessibility_note.as_ref(),
        theater.accessibility_note.as_deref().unwrap_or_default(),
    );
    (!theater.accessibility.is_empty() || !note.is_empty()).then(|| TheaterAccess {
        label: server::access_label(context.language()).to_owned(),
        features: theater.accessibility.iter().map(|feature| name_of(context, *feature).to_owned()).collect(),
        note: note.to_owned(),
    })
}

/// `amenityFeature` of a theater.
pub fn amenities(context: &PageContext<'_>, theater: &Theater) -> Vec<Value> {
    let amenity = |feature: &AccessFeature| {
        let name = name_of(context, *feature);
        json!({ "@type": "LocationFeatureSpecification", "name": name, "value": true })
    };
    theater.accessibility.iter().map(amenity).collect()
}

/// The opening hours in one line, or the operator's text.
pub fn hours_text(context: &PageContext<'_>, theater: &Theater) -> String {
    let text = context.text(
        &theater.localizations,
        |l| l.hours.as_ref(),
        theater.hours.as_deref().unwrap_or_default(),
    );
    match &theater.opening_hours {
        Some(OpeningHours::Program { minutes_before: 0 }) => {
            server::hours_first_show(context.language()).to_owned()
        }
        Some(OpeningHours::Program { minutes_before }) => {
            server::hours_before_first_show(context.language(), &minutes_before.to_string())
        }
        Some(OpeningHours::Week { days }) if !days.is_empty() => week_text(&context.formats, days),
        _ => text.to_owned(),
    }
}

/// The hours of one weekday, each as opening and closing time.
fn hours_of(days: &[OpeningDay], weekday: u8) -> Vec<(&str, &str)> {
    let of_day = days.iter().filter(|day| day.weekday == weekday);
    of_day.map(|day| (day.opens.as_str(), day.closes.as_str())).collect()
}

/// Weekdays with the same hours, first and last: 1 to 4 for Monday to Thursday. Hours are opening and closing times.
type WeekdayGroup<'d> = (u8, u8, Vec<(&'d str, &'d str)>);

fn groups(days: &[OpeningDay]) -> Vec<WeekdayGroup<'_>> {
    let mut groups: Vec<WeekdayGroup<'_>> = Vec::new();
    for weekday in 1..=7 {
        let hours = hours_of(days, weekday);
        if hours.is_empty() {
            continue;
        }
        match groups.last_mut().filter(|(_, last, of_group)| last + 1 == weekday && *of_group == hours) {
            Some(group) => group.1 = weekday,
            None => groups.push((weekday, weekday, hours)),
        }
    }
    groups
}

/// `Mon – Thu 1:30 PM – 11:30 PM, Fri 1:30 PM – 12:30 AM`
fn week_text(formats: &Formats, days: &[OpeningDay]) -> String {
    let name = |weekday: u8| {
        formats.weekday(MONDAY.saturating_add(SignedDuration::from_hours(24 * (i64::from(weekday) - 1))))
    };
    let time = |text: &str| match text.parse::<Time>() {
        Ok(time) => formats.time(MONDAY.to_datetime(time)).text(),
        Err(_) => text.to_owned(),
    };
    let group = |(first, last, hours): WeekdayGroup<'_>| {
        let days = if first == last { name(first) } else { format!("{} – {}", name(first), name(last)) };
        let hours: Vec<String> =
            hours.into_iter().map(|(opens, closes)| format!("{} – {}", time(opens), time(closes))).collect();
        format!("{days} {}", hours.join(" + "))
    };
    groups(days).into_iter().map(group).collect::<Vec<_>>().join(", ")
}

const DAY_NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// `openingHoursSpecification` of a theater, with its closures. `shows` are those of the cinema day `day`, from which hours that
/// follow from the program are known.
pub fn opening_hours(theater: &Theater, day: Date, shows: &[Showtime], tz: &TimeZone) -> Vec<Value> {
    let mut all = match &theater.opening_hours {
        Some(OpeningHours::Week { days }) => week_specification(days),
        Some(OpeningHours::Program { minutes_before }) => {
            let starts = || shows.iter().filter(|s| s.theater_id == theater.id).map(|s| s.starts_at);
            let before = SignedDuration::from_mins(i64::from(*minutes_before));
            let opens = starts().min().map(|first| first.saturating_sub(before).unwrap_or(first));
            let clock = |at: jiff::Timestamp| at.to_zoned(tz.clone()).strftime("%H:%M").to_string();
            let specification = |(opens, closes)| {
                json!({
                    "@type": "OpeningHoursSpecification", "opens": clock(opens), "closes": clock(closes),
                    "validFrom": day.to_string(), "validThrough": day.to_string(),
                })
            };
            opens.zip(starts().max()).map(specification).into_iter().collect()
        }
        None => Vec::new(),
    };
    if !all.is_empty() {
        // The same opening and closing time is how search engines are told that it is closed.
        all.extend(theater.closures.iter().filter(|c| c.to.is_some_and(|to| to >= day)).map(|closure| {
            json!({
                "@type": "OpeningHoursSpecification", "opens": "00:00", "closes": "00:00",
                "validFrom": closure.from.to_string(),
                "validThrough": closure.to.map(|to| to.to_string()),
            })
        }));
    }
    all
}

fn week_specification(days: &[OpeningDay]) -> Vec<Value> {
    let names = |first: u8, last: u8| DAY_NAMES[usize::from(first) - 1..usize::from(last)].to_vec();
    let mut all = Vec::new();
    for (first, last, hours) in groups(days) {
        all.extend(hours.into_iter().map(|(opens, closes)| {
            json!({
                "@type": "OpeningHoursSpecification", "dayOfWeek": names(first, last), "opens": opens,
                "closes": closes,
            })
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use marquee_model::locale::Locale;

    use super::*;

    fn day(weekday: u8, opens: &str, closes: &str) -> OpeningDay {
        OpeningDay { weekday, opens: opens.to_owned(), closes: closes.to_owned() }
    }

    #[test]
    fn weekdays_with_the_same_hours_are_one_group() {
        let mut days: Vec<OpeningDay> = (1..=4).map(|n| day(n, "13:30", "23:30")).collect();
        days.extend([day(5, "13:30", "00:30"), day(7, "10:00", "12:00"), day(7, "14:00", "22:00")]);
        let text = week_text(&Formats::new(&Locale::parse("en-US").unwrap()), &days);
        let text = text.replace('\u{202f}', " ");
        assert_eq!(
            text,
            "Mon – Thu 1:30 PM – 11:30 PM, Fri 1:30 PM – 12:30 AM, Sun 10:00 AM – 12:00 PM + 2:00 PM – 10:00 PM"
        );
        let all = week_specification(&days);
        assert_eq!(all.len(), 4);
        assert_eq!(all[0]["dayOfWeek"], json!(["Monday", "Tuesday", "Wednesday", "Thursday"]));
        assert_eq!((&all[1]["opens"], &all[1]["closes"]), (&json!("13:30"), &json!("00:30")));
    }
}
