//! Reads recorded schedules of real cinemas: read and skipped rows must add up to the rows in the files.

use std::collections::BTreeMap;

use crate::clusterflick;
use crate::support::{recorded, source};
use marquee_feeds::{
    Format, Limits, PictureOwner, ReadOptions, Reading, SiteNames, SkipReason, Source, SourceFile, read,
};
use marquee_model::catalog::Availability;
use serde_json::Value;

const LONDON: ReadOptions<'static> = ReadOptions {
    business_day_start_hour: 3,
    default_time_zone: "Europe/London",
    few_left_percent: 85,
    language: Some("en"),
    known: SiteNames::NOTHING,
    progress: &|_, _| {},
};

fn shows_by_theater(reading: &Reading) -> BTreeMap<&str, usize> {
    let mut shows_by_theater = BTreeMap::new();
    for show in &reading.schedule.showtimes {
        *shows_by_theater.entry(show.theater_id.as_str()).or_default() += 1;
    }
    shows_by_theater
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn everyman_has_49_theaters_76_films_17_events_and_all_showtimes() {
    let folder = recorded("webedia-everyman");
    let source = Source::open(&folder, Limits::default()).unwrap();
    let r = read(Format::Boxoffice, &source, &LONDON).unwrap();
    let p = &r.schedule;
    assert_eq!(p.theaters.as_ref().unwrap().len(), 49);
    assert_eq!(p.movies.as_ref().unwrap().len(), 76);
    assert_eq!(p.events.as_ref().unwrap().len(), 17);
    assert_eq!(p.attributes.as_ref().unwrap().len(), 17);

    let mut expected_counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in std::fs::read_dir(folder.join("schedule")).unwrap() {
        let value: Value = serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap();
        for (theater, schedule) in value.as_object().unwrap() {
            let films = schedule["schedule"].as_object().unwrap().values();
            let days = films.flat_map(|days| days.as_object().unwrap().values());
            *expected_counts.entry(theater.clone()).or_default() +=
                days.map(|d| d.as_array().unwrap().len()).sum::<usize>();
        }
    }
    let read_counts = shows_by_theater(&r);
    for (theater, count) in &expected_counts {
        let theater_pointer = format!("/{theater}/");
        let skipped = r
            .skipped
            .iter()
            .filter(|s| s.what == "showtime" && s.place.starts_with(&theater_pointer))
            .count();
        let read_count = read_counts.get(theater.as_str()).copied().unwrap_or_default();
        assert_eq!(read_count + skipped, *count, "{theater}");
        assert_eq!(skipped, 0, "{theater}");
    }
    println!("everyman: {} schedules, {} showtimes", expected_counts.len(), p.showtimes.len());
    assert_eq!((p.showtimes.len(), expected_counts.values().sum::<usize>()), (599, 599));
    assert!(p.showtimes.iter().all(|s| s.booking.as_ref().unwrap().as_str().contains("/startticketing/")));
    assert_eq!(p.showtime_theaters.len(), expected_counts.len());
    let notices = r.skipped.iter().filter(|s| s.reason == SkipReason::EventWithoutPage).count();
    assert_eq!((notices, r.skipped.len()), (2, 2), "{:#?}", r.skipped);
    let posters =
        p.remote_pictures.iter().filter(|p| matches!(p.owner, PictureOwner::MoviePoster(_))).count();
    assert_eq!(posters, 76);
    let film = p.movies.as_ref().unwrap().iter().find(|m| m.id.as_str() == "280195").unwrap();
    assert_eq!((film.slug.as_str(), film.runtime), ("a-complete-unknown", Some(140)));
    let menus = p.menus.as_ref().unwrap();
    assert_eq!((menus.header.len(), menus.footer.len(), menus.legal.len()), (6, 1, 4));
    assert_eq!(menus.header[1].href, "/theaters/");
    for warning in &r.warnings {
        println!("{warning}");
    }
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn landmark_has_the_newer_schedule_format_with_screens() {
    let folder = recorded("webedia-landmark-us");
    let source = Source::open(&folder, Limits::default()).unwrap();
    let options = ReadOptions { default_time_zone: "America/New_York", ..LONDON };
    let r = read(Format::Boxoffice, &source, &options).unwrap();
    let p = &r.schedule;
    assert_eq!(
        (p.showtimes.len(), r.skipped.len(), p.theaters.is_none(), p.movies.is_none()),
        (3, 0, true, true)
    );
    let late_show = &p.showtimes[0];
    assert_eq!(late_show.starts_at.to_string(), "2026-10-10T02:00:00Z");
    assert_eq!(
        (late_show.availability, late_show.screen.as_ref().unwrap().as_str()),
        (Availability::FewLeft, "1")
    );
    assert!(late_show.booking.as_ref().unwrap().as_str().contains("/launch/ticketing/"));
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn both_published_cinemashowtimes_examples_are_read() {
    let folder = recorded("cinemashowtimes-json");
    for name in ["CinemaShowtimes-full-example.json", "CinemaShowtimes-full-example-with-description.json5"] {
        let source = Source::open(&folder.join(name), Limits::default()).unwrap();
        let r = read(Format::CinemaShowtimes, &source, &ReadOptions::default()).unwrap();
        let p = &r.schedule;
        assert!(r.skipped.is_empty(), "{name}: {:#?}", r.skipped);
        let counts =
            (p.theaters.as_ref().unwrap().len(), p.movies.as_ref().unwrap().len(), p.showtimes.len());
        assert_eq!(counts, (1, 2, 2), "{name}");
        assert_eq!(p.showtimes[0].starts_at.to_string(), "2025-08-18T09:30:00Z");
        assert!(p.showtimes[1].attributes.iter().any(|a| a == "Format.Projection.3d"));
        assert_eq!(p.showtimes[0].price.as_ref().map(|p| p.amount), Some(1950));
        assert_eq!(p.movies.as_ref().unwrap()[1].runtime, None);
    }
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn clusterflick_has_30_venues_and_7684_performances() {
    let folder = recorded("clusterflick-london");
    let payloads = clusterflick::payloads(&folder).unwrap();
    let file = |(name, value): &(String, Value)| SourceFile {
        name: format!("{name}.json"),
        bytes: value.to_string().into_bytes(),
    };
    let source = Source::from_files(payloads.iter().map(file).collect(), Limits::default()).unwrap();
    let r = read(Format::CinemaShowtimes, &source, &LONDON).unwrap();
    let p = &r.schedule;
    assert_eq!(p.theaters.as_ref().unwrap().len(), 30);
    let duplicates =
        r.skipped.iter().filter(|s| matches!(s.reason, SkipReason::DuplicateShow { .. })).count();
    println!("clusterflick: {} showtimes, {duplicates} true duplicates", p.showtimes.len());
    assert_eq!(r.skipped.len(), duplicates, "{:#?}", r.skipped.iter().take(5).collect::<Vec<_>>());
    assert_eq!(p.showtimes.len() + duplicates, 7684);
    let venues: Vec<Value> =
        serde_json::from_slice(&std::fs::read(folder.join("venues.json")).unwrap()).unwrap();
    let read_counts = shows_by_theater(&r);
    for venue in &venues {
        let slug = venue["slug"].as_str().unwrap();
        let file = format!("{slug}.json");
        let skipped = r.skipped.iter().filter(|s| s.file == file).count();
        assert_eq!(read_counts[slug] + skipped, venue["performances"].as_u64().unwrap() as usize, "{slug}");
    }
    assert!(p.showtimes.iter().all(|s| s.booking.is_some()));
    let key = |key: &str| p.showtimes.iter().filter(|s| s.attributes.iter().any(|a| a == key)).count();
    assert_eq!(key("Showtime.Accessibility.AudioDescription"), 3034);
    let sold_out = p.showtimes.iter().filter(|s| s.availability == Availability::SoldOut).count();
    assert_eq!(sold_out, 25);
    println!("clusterflick: {} films", p.movies.as_ref().unwrap().len());
    r.warnings.iter().for_each(|warning| println!("{warning}"));
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn clusterflick_twice_in_one_file_is_below_the_memory_limit() {
    let payloads = clusterflick::payloads(&recorded("clusterflick-london")).unwrap();
    let all: Vec<&Value> = payloads.iter().chain(&payloads).map(|(_, payload)| payload).collect();
    let bytes = serde_json::to_vec(&all).unwrap();
    let r = read(Format::CinemaShowtimes, &source("all.json", &bytes), &LONDON).unwrap();
    assert_eq!(r.schedule.theaters.unwrap().len(), 30);
}
