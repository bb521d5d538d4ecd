//! Reads recorded answers of ticketing systems. What is read is counted in the files by other means.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::recorded;
use marquee_feeds::{
    Format, Limits, ReadOptions, Reading, SiteNames, SkipReason, Source, WarningReason, read,
};
use marquee_model::catalog::Theater;
use quick_xml::events::Event;
use serde_json::{Value, json};

/// The theater of the site that imports the files.
fn theater(zone: &str) -> Theater {
    let record = json!({ "id": "here", "name": "Here", "slug": "here", "timeZone": zone });
    serde_json::from_value(record).unwrap()
}

fn read_at(format: Format, path: &Path, theater: &Theater) -> Reading {
    let known = SiteNames { theaters: std::slice::from_ref(theater), ..SiteNames::NOTHING };
    let options = ReadOptions { language: Some("en"), known, ..ReadOptions::default() };
    let source = Source::open(path, Limits::default()).unwrap();
    let reading = read(format, &source, &options).unwrap();
    assert_eq!(read(format, &source, &options).unwrap(), reading, "the second reading is the same");
    for skipped in &reading.skipped {
        println!("{skipped}");
    }
    for warning in &reading.warnings {
        println!("{warning}");
    }
    reading
}

fn json_of(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The records of a JSON file: those of a list, or the only one.
fn records(value: Value) -> Vec<Value> {
    match value {
        Value::Array(all) => all,
        one => vec![one],
    }
}

/// The texts of all elements of a name directly below those of another.
fn texts(path: &Path, parent: &str, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut reader = quick_xml::Reader::from_str(&text);
    let (mut open, mut found): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(element) => {
                open.push(String::from_utf8_lossy(element.local_name().as_ref()).into_owned());
                if open.ends_with(&[parent.to_owned(), name.to_owned()]) {
                    found.push(String::new());
                }
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text) if open.ends_with(&[parent.to_owned(), name.to_owned()]) => {
                found.last_mut().unwrap().push_str(&text.decode().unwrap());
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

fn warnings(reading: &Reading, is_kind: impl Fn(&WarningReason) -> bool) -> usize {
    reading.warnings.iter().filter(|warning| is_kind(&warning.reason)).count()
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn veezi_has_3_sessions_of_6_films_in_8_answers() {
    let folder = recorded("veezi-fixtures");
    let (mut sessions, mut films, mut titles) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for name in ["film.json", "films.json", "session.json", "sessions.json", "web_sessions.json"] {
        for record in records(json_of(&folder.join(name))) {
            titles.insert(record["Title"].as_str().unwrap().to_owned());
            match record["FilmId"].as_str() {
                Some(_) => _ = sessions.insert(record["Id"].to_string()),
                None => _ = films.insert(record["Id"].as_str().unwrap().to_owned()),
            }
        }
    }
    for name in ["sessions.xml", "web_sessions.xml"] {
        sessions.extend(texts(&folder.join(name), "Session", "Id"));
    }
    films.extend(texts(&folder.join("films.xml"), "Film", "Id"));
    let theater = theater("Pacific/Auckland");
    let reading = read_at(Format::Veezi, &folder, &theater);
    // One film is deleted, and has the title of another.
    let deleted = texts(&folder.join("films.xml"), "Film", "Status")
        .iter()
        .filter(|status| *status == "Deleted")
        .count();
    assert_eq!((sessions.len(), films.len(), titles.len(), deleted), (3, 4, 6, 1));
    assert_eq!((reading.schedule.showtimes.len(), reading.schedule.movies.as_ref().unwrap().len()), (3, 6));
    assert_eq!((reading.skipped.len(), reading.rows_read), (deleted, 3 + 6 + deleted));
    assert_eq!(reading.skipped[0].reason, SkipReason::NotPublic("Deleted".to_owned()));
    let start = |code: &str| {
        let show = reading.schedule.showtimes.iter().find(|show| show.perf_code.as_deref() == Some(code));
        show.unwrap().starts_at.to_string()
    };
    // New Zealand is 12 hours ahead of UTC in winter.
    assert_eq!((start("702"), start("429")), ("2013-06-28T05:00:00Z".into(), "2013-08-01T02:00:00Z".into()));
    let links: Vec<_> = reading.schedule.showtimes.iter().filter_map(|show| show.booking.as_ref()).collect();
    assert_eq!(links.len(), 1, "one of the web sessions is only sold at the box office");
    let counts = [
        warnings(&reading, |reason| matches!(reason, WarningReason::TitleOnly)),
        warnings(&reading, |reason| matches!(reason, WarningReason::NotSoldOnline)),
        warnings(&reading, |reason| matches!(reason, WarningReason::Reference { field: "ScreenId", .. })),
        warnings(&reading, |reason| matches!(reason, WarningReason::LocalTimes { .. })),
    ];
    assert_eq!(counts, [3, 1, 2, 2]);
    assert_eq!(reading.warnings.len(), counts.iter().sum::<usize>());
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn veezi_each_answer_is_read_alone() {
    let folder = recorded("veezi-fixtures");
    for (name, shows, films, skipped) in [
        ("film.json", 0, 1, 0),
        ("films.json", 0, 3, 0),
        ("films.xml", 0, 2, 1),
        ("session.json", 1, 1, 0),
        ("sessions.json", 2, 2, 0),
        ("sessions.xml", 2, 2, 0),
        ("web_sessions.json", 2, 2, 0),
        ("web_sessions.xml", 2, 2, 0),
    ] {
        let path = folder.join(name);
        let reading = read_at(Format::Veezi, &path, &theater("Pacific/Auckland"));
        let counts = (reading.schedule.showtimes.len(), reading.schedule.movies.as_ref().unwrap().len());
        assert_eq!((counts, reading.skipped.len()), ((shows, films), skipped), "{name}");
        let in_file = match (name.ends_with(".xml"), shows > 0) {
            (true, true) => texts(&path, "Session", "Id").len(),
            (true, false) => texts(&path, "Film", "Id").len(),
            (false, _) => records(json_of(&path)).len(),
        };
        assert_eq!(in_file, shows.max(films) + skipped, "{name}");
    }
    let films =
        |name: &str| read_at(Format::Veezi, &folder.join(name), &theater("UTC")).schedule.movies.unwrap();
    assert_eq!(films("films.xml")[1], films("films.json")[1], "JSON and XML say the same");
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn tapos_has_2_films_and_3_performances_of_films_outside_the_excerpt() {
    let path = recorded("tapos-somerville").join("feed-excerpt.xml");
    let reading = read_at(Format::Tapos, &path, &theater("America/New_York"));
    let codes: BTreeSet<String> = texts(&path, "Film", "Code").into_iter().collect();
    let film_codes = texts(&path, "Performance", "FilmCode");
    let orphans = film_codes.iter().filter(|code| !codes.contains(*code)).count();
    assert_eq!((codes.len(), film_codes.len(), orphans), (2, 3, 3));
    let movies = reading.schedule.movies.as_ref().unwrap();
    assert_eq!((movies.len(), reading.schedule.showtimes.len(), reading.rows_read), (2, 0, 5));
    let unknown =
        reading.skipped.iter().filter(|row| matches!(row.reason, SkipReason::UnknownFilm(_))).count();
    assert_eq!((unknown, reading.skipped.len()), (3, 3));
    assert!(
        movies.iter().all(|film| film.runtime.is_some() && film.trailer.is_some() && !film.cast.is_empty())
    );
    assert_eq!(reading.schedule.remote_pictures.len(), 4);
    assert_eq!(warnings(&reading, |reason| matches!(reason, WarningReason::NoShowReadable { rows: 3 })), 1);
    assert_eq!(reading.warnings.len(), 1);
    assert!(reading.schedule.showtime_theaters.is_empty(), "the theater keeps its shows");
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn tapos_performances_are_read_with_their_films() {
    let path = recorded("tapos-somerville").join("feed-excerpt.xml");
    let film = |code: &str| format!("<Film><FilmTitle>Film {code}</FilmTitle><Code>{code}</Code></Film>");
    let films = ["222", "258", "207"].map(film).concat();
    let text = std::fs::read_to_string(&path).unwrap().replacen("<Films>", &format!("<Films>{films}"), 1);
    let folder = tempfile::tempdir().unwrap();
    let completed = folder.path().join("feed.xml");
    std::fs::write(&completed, text).unwrap();
    let reading = read_at(Format::Tapos, &completed, &theater("America/New_York"));
    let starts: Vec<_> = reading.schedule.showtimes.iter().map(|show| show.starts_at.to_string()).collect();
    assert_eq!(starts, ["2026-10-14T23:00:00Z", "2026-10-31T01:00:00Z", "2026-11-11T00:30:00Z"]);
    assert!(reading.schedule.showtimes.iter().all(|show| show.booking.is_some()));
    assert!(reading.skipped.is_empty());
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn vista_has_110_showtimes_of_4_days() {
    let folder = recorded("vista-ocapi");
    let (mut ids, mut films, mut screens) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut rows, mut sold_out) = (0, 0);
    let mut listed = BTreeSet::new();
    for entry in std::fs::read_dir(folder.join("odeon-kingston-536")).unwrap() {
        let value = json_of(&entry.unwrap().path());
        for day in value["filmScreeningDates"].as_array().into_iter().flatten() {
            listed.insert(day["businessDate"].as_str().unwrap().to_owned());
        }
        for showtime in value["showtimes"].as_array().into_iter().flatten() {
            rows += 1;
            sold_out += usize::from(showtime["isSoldOut"] == true);
            ids.insert(showtime["id"].as_str().unwrap().to_owned());
            screens.insert(showtime["screenId"].as_str().unwrap().to_owned());
        }
        for film in value["relatedData"]["films"].as_array().into_iter().flatten() {
            films.insert(film["id"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!((rows, ids.len(), sold_out), (110, 110, 0));
    let reading = read_at(Format::Vista, &folder, &theater("UTC"));
    let schedule = &reading.schedule;
    assert_eq!((schedule.showtimes.len(), reading.skipped.len()), (rows, 0));
    assert_eq!(schedule.movies.as_ref().unwrap().len(), films.len());
    let [theater] = &schedule.theaters.as_ref().unwrap()[..] else { panic!("one theater") };
    assert_eq!((theater.id.as_str(), theater.time_zone.as_str()), ("536", "Europe/London"));
    let used: BTreeSet<_> =
        schedule.showtimes.iter().map(|show| show.screen.as_ref().unwrap().as_str()).collect();
    assert_eq!(used, screens.iter().map(String::as_str).collect());
    let missing = warnings(
        &reading,
        |reason| matches!(reason, WarningReason::MissingDays { count } if *count == listed.len() - 4),
    );
    assert_eq!((missing, reading.warnings.len()), (1, 1));
    let described = schedule
        .showtimes
        .iter()
        .filter(|show| show.attributes.iter().any(|key| key.ends_with("AudioDescription")))
        .count();
    assert!(
        described > 0
            && schedule
                .showtimes
                .iter()
                .all(|show| show.attributes.iter().any(|key| key.ends_with("Wheelchair")))
    );
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn agile_has_3_films_with_3_showings() {
    let path = recorded("agile-gables").join("feed-excerpt.json");
    let shows = records(json_of(&path)["ArrayOfShows"].clone());
    let showings: usize = shows.iter().map(|show| show["CurrentShowings"].as_array().unwrap().len()).sum();
    let reading = read_at(Format::Agile, &path, &theater("America/New_York"));
    let schedule = &reading.schedule;
    assert_eq!((schedule.movies.as_ref().unwrap().len(), schedule.showtimes.len()), (shows.len(), showings));
    assert_eq!((shows.len(), showings, reading.skipped.len(), reading.rows_read), (3, 3, 0, 6));
    let starts: Vec<_> = schedule.showtimes.iter().map(|show| show.starts_at.to_string()).collect();
    assert_eq!(starts, ["2026-10-04T16:00:00Z", "2026-11-21T01:00:00Z", "2026-12-06T17:00:00Z"]);
    let runtimes: Vec<_> = schedule.movies.as_ref().unwrap().iter().map(|film| film.runtime).collect();
    assert_eq!(runtimes, [Some(138), Some(155), Some(111)]);
    let languages: Vec<_> =
        schedule.movies.as_ref().unwrap().iter().map(|film| film.languages.join(",")).collect();
    assert_eq!(languages, ["it", "en", "es"]);
    assert_eq!(
        schedule.showtimes.iter().filter(|show| show.booking.is_some()).count(),
        2,
        "one is not on sale yet"
    );
    let not_sold = warnings(&reading, |reason| matches!(reason, WarningReason::NotSoldOnline));
    let local = warnings(&reading, |reason| matches!(reason, WarningReason::LocalTimes { .. }));
    assert_eq!((not_sold, local, reading.warnings.len()), (1, 1, 2));
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn icalendar_has_2_events_of_which_1_has_a_time() {
    let path = recorded("ics-uniondocs").join("uniondocs-excerpt.ics");
    let text = std::fs::read_to_string(&path).unwrap();
    let events = text.lines().filter(|line| line.trim() == "BEGIN:VEVENT").count();
    let all_day = text.lines().filter(|line| line.starts_with("DTSTART;VALUE=DATE:")).count();
    assert_eq!((events, all_day), (2, 1));
    let reading = read_at(Format::ICalendar, &path, &theater("America/New_York"));
    let [show] = &reading.schedule.showtimes[..] else { panic!("one show") };
    assert_eq!(
        show.starts_at.to_string(),
        "2026-10-01T23:30:00Z",
        "the calendar's own definition of the zone is wrong"
    );
    assert_eq!((reading.skipped.len(), show.ends_at), (1, None));
    assert!(matches!(reading.skipped[0].reason, SkipReason::BadTime { .. }));
    let end = warnings(&reading, |reason| matches!(reason, WarningReason::Value { field: "DTEND", .. }));
    assert_eq!((end, reading.warnings.len()), (1, 1));
}
