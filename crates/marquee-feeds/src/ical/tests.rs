use marquee_model::catalog::Availability;

use crate::testing::{options, read, remarks, theater};
use crate::{FeedError, Format, Reading};

const CALENDAR: &str = include_str!("../../tests/samples/icalendar/calendar.ics");

fn sample() -> Reading {
    read(Format::ICalendar, &[("calendar.ics", CALENDAR.to_owned())], &options(&[])).unwrap()
}

#[test]
fn icalendar_events_are_shows_of_films_by_title() {
    let reading = sample();
    let schedule = &reading.schedule;
    let [theater] = &schedule.theaters.as_ref().unwrap()[..] else { panic!("one theater") };
    assert_eq!(
        (theater.id.as_str(), theater.name.as_str(), theater.time_zone.as_str()),
        ("lantern", "Lantern", "UTC")
    );
    assert_eq!(
        (theater.address.street.as_str(), theater.geo.map(|geo| geo.lon)),
        ("9 Pier Road, Hollow Bay", Some(-0.25))
    );
    let movies = schedule.movies.as_ref().unwrap();
    let titles: Vec<_> = movies.iter().map(|film| film.title.as_str()).collect();
    assert_eq!(titles, ["Orchard", "夜の 海"]);
    assert_eq!(movies[0].synopsis, "Apples \n and pears; a long text that is folded after some words");
    assert_eq!(schedule.remote_pictures[0].url, "https://cdn.example/orchard.jpg");
}

#[test]
fn icalendar_times_are_in_the_zone_that_the_calendar_names() {
    let reading = sample();
    let starts: Vec<_> = reading.schedule.showtimes.iter().map(|show| show.starts_at.to_string()).collect();
    assert_eq!(
        starts,
        [
            "2026-10-24T18:30:00Z",
            "2026-10-25T00:30:00Z",
            // The calendar's zone, because the property has none.
            "2026-10-26T19:30:00Z",
            // The theater's, because the name is unknown.
            "2026-10-27T20:30:00Z",
            "2026-11-03T21:30:00Z",
        ]
    );
    let shows = &reading.schedule.showtimes;
    assert_eq!(shows[0].ends_at.unwrap().to_string(), "2026-10-24T20:11:00Z");
    assert_eq!(shows[1].ends_at.unwrap().to_string(), "2026-10-25T02:00:00Z");
    assert_eq!((shows[2].availability, shows[2].booking.is_none()), (Availability::Canceled, true));
    assert_eq!(shows[0].booking.as_ref().unwrap().as_str(), "https://lantern.example/orchard");
    assert_ne!(shows[3].id, shows[4].id, "a date of a repetition has an id of its own");
}

#[test]
fn icalendar_every_row_is_read_or_reported() {
    let reading = sample();
    let skipped: Vec<_> = reading.skipped.iter().map(|row| (row.id.as_str(), row.place.as_str())).collect();
    assert_eq!(
        skipped,
        [
            ("A week of films", "/55/DTSTART"),
            ("Staff party", "/61/CLASS"),
            ("Nowhere", "/67/LOCATION"),
            ("", "/72/SUMMARY"),
            ("No start", "/77/DTSTART"),
            ("Orchard", "/82"),
        ]
    );
    let remarks = remarks(&reading);
    for part in [
        "\"20261025T013000\" is in a clock change of Europe/London: 2026-10-25T01:30+01:00 is used",
        "showtime 夜の 海 /32/URL: invalid booking URL",
        "unknown time zone \"Harbor Time\", using \"UTC\"",
        "\"DTEND\" was ignored",
        "/40/RRULE: it is repeated",
    ] {
        assert!(remarks.iter().any(|remark| remark.contains(part)), "{part}: {remarks:#?}");
    }
    // The unknown zone is reported for start and end.
    assert_eq!(reading.warnings.len(), 6, "{remarks:#?}");
    // 11 events, 1 theater, 2 films.
    assert_eq!((reading.rows_read, reading.schedule.showtimes.len()), (14, 5));
    assert_eq!(sample(), reading, "the second reading is the same");
}

#[test]
fn icalendar_events_go_to_the_theater_of_the_site() {
    let theaters = [theater("a", "Lantern", "America/Detroit"), theater("b", "Rex", "Europe/Paris")];
    let reading = read(Format::ICalendar, &[("c.ics", CALENDAR.to_owned())], &options(&theaters)).unwrap();
    assert_eq!(reading.schedule.theaters, None);
    assert!(reading.schedule.showtimes.iter().all(|show| show.theater_id.as_str() == "a"));
    assert_eq!(reading.schedule.showtimes[0].starts_at.to_string(), "2026-10-24T18:30:00Z");
    let floating = CALENDAR.replace("X-WR-TIMEZONE:Europe/Berlin\n", "");
    let reading = read(Format::ICalendar, &[("c.ics", floating)], &options(&theaters[1..])).unwrap();
    let starts: Vec<_> = reading.schedule.showtimes.iter().map(|show| show.starts_at.to_string()).collect();
    assert!(
        starts.contains(&"2026-10-26T19:30:00Z".to_owned()),
        "floating times are the theater's: {starts:?}"
    );
    assert_eq!(reading.schedule.showtimes.len(), 6, "an event without a place is at the only theater");
}

#[test]
fn icalendar_broken_files_are_refused() {
    let cut = CALENDAR.split("END:VCALENDAR").next().unwrap();
    let error = read(Format::ICalendar, &[("c.ics", cut.to_owned())], &options(&[])).unwrap_err();
    assert!(matches!(error, FeedError::Calendar { .. }), "{error}");
    let empty = "BEGIN:VCALENDAR\nEND:VCALENDAR\n".to_owned();
    let error = read(Format::ICalendar, &[("c.ics", empty)], &options(&[])).unwrap_err();
    assert!(matches!(error, FeedError::NoData { format: "icalendar", .. }), "{error}");
}

#[test]
fn icalendar_remarks_name_the_property_that_they_are_about() {
    let event = |lines: &str| {
        let calendar = format!(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261024T183000Z\nLOCATION:Lantern\n{lines}\nEND:VEVENT\nEND:VCALENDAR\n"
        );
        read(Format::ICalendar, &[("c.ics", calendar)], &options(&[]))
            .unwrap_or_else(|error| panic!("{lines}: {error}"))
    };
    let repeated = event("SUMMARY:Orchard\nRDATE:20261025T183000Z");
    assert!(
        remarks(&repeated).iter().any(|remark| remark.contains("/RDATE: it is repeated")),
        "{:?}",
        remarks(&repeated)
    );
    for length in ["soon", "-PT1H", "PT0S"] {
        let wrong = event(&format!("SUMMARY:Orchard\nDURATION:{length}"));
        let expected = "\"DURATION\" was ignored";
        assert!(
            remarks(&wrong).iter().any(|remark| remark.contains(expected)),
            "{length}: {:?}",
            remarks(&wrong)
        );
        assert_eq!(wrong.schedule.showtimes[0].ends_at, None);
    }
    assert_eq!(event("SUMMARY:Orchard\nDURATION:PT1H30M").warnings, []);
    let hired = event("SUMMARY:Orchard\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Private hire");
    assert_eq!(hired.skipped[0].place, "/8/SUMMARY");
}
