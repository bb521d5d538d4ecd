//! Times of all formats against a calculation of their own: more than 100,000 generated shows in 12 time zones, near both clock changes and
//! after midnight. The rules of the zones are written out here, so that a mistake of the time zone library or of a reader shows.

use std::collections::{BTreeMap, BTreeSet};

use marquee_feeds::{Format, Limits, ReadOptions, Reading, SiteNames, Source, SourceFile, read};
use marquee_model::catalog::{Showtime, Theater};
use serde_json::{Value, json};

/// Shows of each format in each zone.
const SHOWS: usize = 1_000;
const DAY: i64 = 86_400;
const HOUR: i64 = 3_600;
const YEARS: std::ops::RangeInclusive<i64> = 2026..=2027;

/// When clocks change.
#[derive(Clone, Copy)]
enum Rule {
    Never,
    /// The last Sundays of March and October, at 1:00 UTC.
    Europe,
    /// The second Sunday of March and the first of November, at 2:00 local time.
    NorthAmerica,
    /// The first Sundays of October and April: at 2:00 standard time, and at the given hour of summer time.
    Australia {
        back_at: i64,
    },
    /// The last Sunday of September at 2:00 standard time, the first of April at 3:00 summer time.
    NewZealand,
    /// The first Sundays from the 2nd of September and April on, at 24:00 of the Saturday.
    Chile,
}

/// A zone: its name, its standard time and its summer time in minutes from UTC, and its rule.
const ZONES: [(&str, i64, i64, Rule); 12] = [
    ("Europe/London", 0, 60, Rule::Europe),
    ("Europe/Berlin", 60, 120, Rule::Europe),
    ("America/New_York", -300, -240, Rule::NorthAmerica),
    ("America/Los_Angeles", -480, -420, Rule::NorthAmerica),
    ("America/St_Johns", -210, -150, Rule::NorthAmerica),
    ("America/Phoenix", -420, -420, Rule::Never),
    ("America/Santiago", -240, -180, Rule::Chile),
    ("Australia/Sydney", 600, 660, Rule::Australia { back_at: 3 }),
    ("Australia/Lord_Howe", 630, 660, Rule::Australia { back_at: 2 }),
    ("Pacific/Auckland", 720, 780, Rule::NewZealand),
    ("Asia/Kolkata", 330, 330, Rule::Never),
    ("Asia/Kathmandu", 345, 345, Rule::Never),
];

/// Days from 1 January 1970 of a date, by the Gregorian calendar.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let of_years: i64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let lengths = [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    of_years + lengths.iter().take(usize::try_from(month - 1).unwrap()).sum::<i64>() + day - 1
}

/// The first Sunday from a date on, in days. 1 January 1970 was a Thursday.
fn sunday_from(year: i64, month: i64, day: i64) -> i64 {
    let days = days_of(year, month, day);
    days + (3 - days).rem_euclid(7)
}

fn last_sunday(year: i64, month: i64) -> i64 {
    sunday_from(year, month, 25)
}

/// The clock changes of a zone in Unix seconds, with the offset from then on in seconds, in order. The first is before all shows.
fn changes((_, standard, summer, rule): (&str, i64, i64, Rule)) -> Vec<(i64, i64)> {
    let (standard, summer) = (standard * 60, summer * 60);
    let mut changes = Vec::new();
    for year in YEARS.start() - 1..=YEARS.end() + 1 {
        let (to_summer, to_standard) = match rule {
            Rule::Never => continue,
            Rule::Europe => (last_sunday(year, 3) * DAY + HOUR, last_sunday(year, 10) * DAY + HOUR),
            Rule::NorthAmerica => (
                sunday_from(year, 3, 8) * DAY + 2 * HOUR - standard,
                sunday_from(year, 11, 1) * DAY + 2 * HOUR - summer,
            ),
            Rule::Australia { back_at } => (
                sunday_from(year, 10, 1) * DAY + 2 * HOUR - standard,
                sunday_from(year, 4, 1) * DAY + back_at * HOUR - summer,
            ),
            Rule::NewZealand => (
                sunday_from(year, 9, 24) * DAY + 2 * HOUR - standard,
                sunday_from(year, 4, 1) * DAY + 3 * HOUR - summer,
            ),
            Rule::Chile => (sunday_from(year, 9, 2) * DAY - standard, sunday_from(year, 4, 2) * DAY - summer),
        };
        changes.extend([(to_summer, summer), (to_standard, standard)]);
    }
    changes.sort_unstable();
    let first = changes.first().map_or(standard, |(_, offset)| standard + summer - offset);
    changes.insert(0, (i64::MIN / 2, first));
    changes
}

/// A local time as feeds write it, in seconds from 1970 as if it were UTC.
type Local = i64;

/// The instant of a local time and the offset then: the earlier one of a repeated time; after the change by as much as it was before,
/// if it is skipped.
fn instant_of(local: Local, changes: &[(i64, i64)]) -> (i64, i64) {
    let mut before = changes[0].1;
    for (n, (from, offset)) in changes.iter().enumerate() {
        let at = local - offset;
        if at < *from {
            // Skipped: later than everything before, earlier than this.
            let at = local - before;
            return (at, *offset);
        }
        if changes.get(n + 1).is_none_or(|(next, _)| at < *next) {
            return (at, *offset);
        }
        before = *offset;
    }
    unreachable!("the last offset has no end")
}

/// Local times: a third near clock changes, a third of others after midnight, and any time.
fn generated(zone: usize, changes: &[(i64, i64)]) -> Vec<Local> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_add(zone as u64);
    let mut random = |limit: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((state >> 33) % u64::try_from(limit).unwrap()).unwrap()
    };
    let (first, last) = (days_of(*YEARS.start(), 1, 2), days_of(*YEARS.end(), 12, 30));
    let in_range = |(at, _): &&(i64, i64)| (first * DAY..last * DAY).contains(at);
    let changes: Vec<i64> = changes.iter().filter(in_range).map(|(at, offset)| at + offset).collect();
    let mut times = BTreeSet::new();
    while times.len() < SHOWS {
        let kind = random(3);
        let local = match (kind, changes.is_empty()) {
            (0, false) => {
                let change = changes[usize::try_from(random(i64::try_from(changes.len()).unwrap())).unwrap()];
                (change.div_euclid(300) - 60 + random(120)) * 300
            }
            (1, _) => (first + random(last - first)) * DAY + random(5 * 12) * 300,
            _ => (first + random(last - first)) * DAY + random(24 * 12) * 300,
        };
        times.insert(local);
    }
    times.into_iter().collect()
}

/// Year, month, day, hour and minute of a local time.
fn civil(local: Local) -> (i64, i64, i64, i64, i64) {
    let days = local.div_euclid(DAY);
    let earliest = 1970 + days / 366;
    let year = (earliest..earliest + 2).rev().find(|year| days_of(*year, 1, 1) <= days).unwrap();
    let month = (1..=12).rev().find(|month| days_of(year, *month, 1) <= days).unwrap();
    let seconds = local.rem_euclid(DAY);
    (year, month, days - days_of(year, month, 1) + 1, seconds / HOUR, seconds % HOUR / 60)
}

fn date(local: Local) -> String {
    let (year, month, day, ..) = civil(local);
    format!("{year:04}-{month:02}-{day:02}")
}

fn time(local: Local) -> String {
    let (.., hour, minute) = civil(local);
    format!("{hour:02}:{minute:02}:00")
}

fn date_time(local: Local) -> String {
    format!("{}T{}", date(local), time(local))
}

/// Shows of a zone, in a file of a format. The number of a show is that of its film.
struct Shows<'z> {
    zone: &'z str,
    changes: Vec<(i64, i64)>,
    times: Vec<Local>,
}

impl Shows<'_> {
    fn rows(&self, row: impl Fn(usize, Local) -> Value) -> Value {
        self.times.iter().enumerate().map(|(n, local)| row(n, *local)).collect()
    }

    fn texts(&self, row: impl Fn(usize, Local) -> String) -> String {
        self.times.iter().enumerate().map(|(n, local)| row(n, *local)).collect()
    }
}

fn title(n: usize) -> String {
    format!("Film {n}")
}

fn veezi(shows: &Shows<'_>) -> String {
    let row = |n, local| json!({ "Id": n, "FilmId": format!("F{n}"), "Title": title(n), "PreShowStartTime": date_time(local) });
    shows.rows(row).to_string()
}

fn tapos(shows: &Shows<'_>) -> String {
    let films =
        shows.texts(|n, _| format!("<Film><Code>{n}</Code><FilmTitle>{}</FilmTitle></Film>", title(n)));
    let performances = shows.texts(|n, local| {
        let (date, time) = (date(local), time(local));
        format!("<Performance><Code>{n}</Code><FilmCode>{n}</FilmCode><PerformDate>{date}</PerformDate><StartTime>{time}</StartTime></Performance>")
    });
    format!("<Feed><Films>{films}</Films><Performances>{performances}</Performances></Feed>")
}

/// A local time with its offset.
fn with_offset(local: Local, shows: &Shows<'_>) -> String {
    let (at, offset) = instant_of(local, &shows.changes);
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / HOUR, offset.abs() % HOUR / 60);
    format!("{}{sign}{hours:02}:{minutes:02}", date_time(at + offset))
}

/// With offsets, as in the recordings.
fn vista(shows: &Shows<'_>) -> String {
    let showtimes = shows.rows(|n, local| {
        let start = with_offset(local, shows);
        json!({ "id": format!("1-{n}"), "siteId": "1", "filmId": format!("F{n}"), "schedule": { "startsAt": start } })
    });
    let films = shows.rows(|n, _| json!({ "id": format!("F{n}"), "title": { "text": title(n) } }));
    let site = json!({ "id": "1", "name": { "text": "Here" }, "ianaTimeZoneName": shows.zone });
    json!({ "showtimes": showtimes, "relatedData": { "sites": [site], "films": films } }).to_string()
}

fn agile(shows: &Shows<'_>) -> String {
    let rows = shows.rows(|n, local| {
        json!({ "ID": n, "Name": title(n), "CurrentShowings": [{ "ID": n, "StartDate": date_time(local) }] })
    });
    json!({ "ArrayOfShows": rows }).to_string()
}

fn icalendar(shows: &Shows<'_>) -> String {
    let events = shows.texts(|n, local| {
        let start = date_time(local).replace(['-', ':'], "");
        format!(
            "BEGIN:VEVENT\r\nUID:{n}\r\nDTSTART;TZID={}:{start}\r\nSUMMARY:{}\r\nEND:VEVENT\r\n",
            shows.zone,
            title(n)
        )
    });
    format!("BEGIN:VCALENDAR\r\n{events}END:VCALENDAR\r\n")
}

fn cinemashowtimes(shows: &Shows<'_>) -> String {
    let films = shows.rows(|n, _| json!({ "film_id": n, "title": title(n) }));
    let sessions =
        shows.rows(|n, local| json!({ "session_id": n, "film_id": n, "start_time_local": date_time(local) }));
    let cinema = json!({ "cinema_id": "1", "name": "Here", "timezone": shows.zone });
    json!({ "cinema": cinema, "films": films, "sessions": sessions }).to_string()
}

fn boxoffice(shows: &Shows<'_>) -> String {
    let mut films = serde_json::Map::new();
    for (n, local) in shows.times.iter().enumerate() {
        let show = json!({ "id": n.to_string(), "startsAt": date_time(*local) });
        films.insert(n.to_string(), json!({ date(*local): [show] }));
    }
    json!({ "here": { "schedule": films } }).to_string()
}

fn spreadsheet(shows: &Shows<'_>) -> String {
    let rows = shows.texts(|n, local| format!("{};{};{}\n", date(local), time(local), title(n)));
    format!("Date;Time;Film\n{rows}")
}

fn json_ld(shows: &Shows<'_>) -> String {
    let row = |n, local| json!({ "@type": "ScreeningEvent", "name": title(n), "startDate": date_time(local), "location": "Here" });
    shows.rows(row).to_string()
}

/// In UTC, as in the recording.
fn indy(shows: &Shows<'_>) -> String {
    let films = shows.rows(|n, local| {
        let (at, _) = instant_of(local, &shows.changes);
        let showing = json!({ "id": n, "time": format!("{}Z", date_time(at)) });
        json!({ "id": n, "name": title(n), "showings": [showing] })
    });
    json!({ "data": { "movies": { "data": films } } }).to_string()
}

/// Local times beside those in UTC.
fn spektrix(shows: &Shows<'_>) -> String {
    let posts = shows.rows(|n, local| {
        let (at, _) = instant_of(local, &shows.changes);
        let instance = json!({ "instanceId": n, "start": date_time(local), "startUtc": date_time(at) });
        json!({ "id": n, "post_title": title(n), "spektrix_data": { "instances": { "a day": [instance] } } })
    });
    posts.to_string()
}

/// With offsets, as in the recording.
fn vue(shows: &Shows<'_>) -> String {
    let films = shows.rows(|n, local| {
        let session = json!({ "sessionId": n, "showTimeWithTimeZone": with_offset(local, shows) });
        json!({ "filmId": n, "filmTitle": title(n), "showingGroups": [{ "sessions": [session] }] })
    });
    json!({ "result": films }).to_string()
}

/// Checks a format in all zones, and names it as checked.
macro_rules! times_are_right {
    ($($format:ident by $file:ident),+ $(,)?) => {
        const CHECKED: &[Format] = &[$(Format::$format),+];
        $(
            #[test]
            fn $file() {
                check(Format::$format, super::$file);
            }
        )+
    };
}

mod times_of_shows_in_12_zones_are_right {
    use super::{Format, check};

    times_are_right! {
        CinemaShowtimes by cinemashowtimes,
        Boxoffice by boxoffice,
        Veezi by veezi,
        Tapos by tapos,
        Vista by vista,
        Agile by agile,
        ICalendar by icalendar,
        Spreadsheet by spreadsheet,
        JsonLd by json_ld,
        Indy by indy,
        Spektrix by spektrix,
        Vue by vue,
    }

    #[test]
    fn of_every_format() {
        let with_shows: Vec<_> = Format::ALL.iter().filter(|format| format.has_shows()).collect();
        assert_eq!(CHECKED.len(), with_shows.len(), "a format is not checked");
        assert!(with_shows.iter().all(|format| CHECKED.contains(format)));
        let shows = CHECKED.len() * super::ZONES.len() * super::SHOWS;
        assert!(shows >= 100_000, "{shows} shows");
    }
}

fn check(format: Format, write: fn(&Shows<'_>) -> String) {
    for (number, zone) in ZONES.into_iter().enumerate() {
        let changes = changes(zone);
        let times = generated(number, &changes);
        let shows = Shows { zone: zone.0, changes, times };
        let reading = read_shows(format, &shows, write(&shows));
        assert_eq!(reading.skipped, [], "{format} in {}", zone.0);
        let titles: BTreeMap<_, _> =
            reading.schedule.movies.iter().flatten().map(|film| (&film.id, film.title.as_str())).collect();
        let number_of = |show: &Showtime| -> usize {
            let title = titles
                .get(&show.movie_id)
                .map_or(show.movie_id.as_str(), |title| title.trim_start_matches("Film "));
            title.parse().unwrap()
        };
        let found: BTreeMap<usize, &Showtime> =
            reading.schedule.showtimes.iter().map(|show| (number_of(show), show)).collect();
        assert_eq!(found.len(), SHOWS, "{format} in {}", zone.0);
        for (n, local) in shows.times.iter().enumerate() {
            let (at, offset) = instant_of(*local, &shows.changes);
            let seen = at + offset;
            let cinema_day = if seen.rem_euclid(DAY) < 3 * HOUR { seen - DAY } else { seen };
            let expected = (at, date(cinema_day));
            let show = found[&n];
            let actual = (show.starts_at.as_second(), show.business_date.to_string());
            assert_eq!(actual, expected, "{format}: {} in {}", date_time(*local), zone.0);
        }
    }
}

fn read_shows(format: Format, shows: &Shows<'_>, text: String) -> Reading {
    let theater: Theater = serde_json::from_value(
        json!({ "id": "here", "name": "Here", "slug": "here", "timeZone": shows.zone }),
    )
    .unwrap();
    let known = SiteNames { theaters: std::slice::from_ref(&theater), ..SiteNames::NOTHING };
    let file = SourceFile { name: format!("feed{}", format.extension()), bytes: text.into_bytes() };
    let source = Source::from_files(vec![file], Limits::default()).unwrap();
    read(format, &source, &ReadOptions { known, ..ReadOptions::default() }).unwrap()
}

#[test]
fn the_calculation_agrees_with_dates_in_newspapers() {
    let at = |zone: usize, text: &str| {
        let number = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap();
        let local = days_of(number(0..4), number(5..7), number(8..10)) * DAY
            + number(11..13) * HOUR
            + number(14..16) * 60;
        let (at, offset) = instant_of(local, &changes(ZONES[zone]));
        (date_time(at), offset / 60)
    };
    // Clocks change in Europe on 29 March and 25 October 2026, in North America on 8 March and 1 November, in Sydney on 5 April and 4 October.
    assert_eq!(at(1, "2026-03-29T01:55"), ("2026-03-29T00:55:00".into(), 60));
    assert_eq!(at(1, "2026-03-29T02:30"), ("2026-03-29T01:30:00".into(), 120));
    assert_eq!(at(1, "2026-10-25T02:30"), ("2026-10-25T00:30:00".into(), 120));
    assert_eq!(at(1, "2026-10-25T03:00"), ("2026-10-25T02:00:00".into(), 60));
    assert_eq!(at(2, "2026-03-08T02:30"), ("2026-03-08T07:30:00".into(), -240));
    assert_eq!(at(2, "2026-11-01T01:30"), ("2026-11-01T05:30:00".into(), -240));
    assert_eq!(at(7, "2026-04-05T02:30"), ("2026-04-04T15:30:00".into(), 660));
    assert_eq!(at(7, "2026-10-04T02:30"), ("2026-10-03T16:30:00".into(), 660));
    assert_eq!(at(11, "2026-10-04T02:30"), ("2026-10-03T20:45:00".into(), 345));
}
