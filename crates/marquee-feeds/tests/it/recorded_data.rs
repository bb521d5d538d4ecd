//! Reads the other recordings, and checks that each of them has a test.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use jiff::{Timestamp, civil::DateTime};
use marquee_feeds::{Format, Limits, ReadOptions, SkipReason, Source, WarningReason, read};
use serde_json::{Value, json};

use crate::support::{recorded, source};

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
#[ignore = "reads recorded films, which are not part of the repository"]
fn vega_has_3191_films_with_a_title_and_the_others_are_named() {
    let films = json(&recorded("vega-movies").join("movies.json"));
    let film = |(index, film): (usize, &Value)| {
        json!({
            "film_id": index, "title": film["Title"], "release_date": film["Release Date"], "rating": film["MPAA Rating"],
            "runtime_minutes": film["Running Time min"], "genres": [film["Major Genre"]], "distributor": film["Distributor"],
            "credits": { "directors": [{ "name": film["Director"] }] },
        })
    };
    let payload = json!({
        "cinema": { "cinema_id": "A", "name": "A", "timezone": "America/New_York" },
        "films": list(&films).iter().enumerate().map(film).collect::<Vec<_>>(),
    });
    let feed = source("films.json", payload.to_string().as_bytes());
    let reading = read(Format::CinemaShowtimes, &feed, &ReadOptions::default()).unwrap();
    let movies: HashMap<&str, _> =
        reading.schedule.movies.as_ref().unwrap().iter().map(|movie| (movie.id.as_str(), movie)).collect();
    let mut without_title = 0;
    for (index, film) in list(&films).iter().enumerate() {
        let movie = movies.get(index.to_string().as_str());
        assert_eq!(movie.is_some(), film["Title"].is_string(), "{film}");
        let Some(movie) = movie else {
            without_title += 1;
            continue;
        };
        assert_eq!(movie.title, text(&film["Title"]));
        assert_eq!(movie.runtime.map(u64::from), film["Running Time min"].as_u64());
        assert_eq!(movie.certificate.as_deref(), film["MPAA Rating"].as_str());
        assert_eq!(movie.directors.first().map(String::as_str), film["Director"].as_str());
        assert!(!movie.slug.is_empty());
    }
    assert_eq!((list(&films).len(), movies.len(), without_title), (3201, 3191, 10));
    let (mut numbers, mut missing) = (0, 0);
    for row in &reading.skipped {
        match &row.reason {
            SkipReason::WrongType { field, .. } if field == "title" => numbers += 1,
            SkipReason::Missing("title") => missing += 1,
            other => panic!("{other}"),
        }
    }
    assert_eq!((numbers, missing), (9, 1));
    let dates = reading
        .warnings
        .iter()
        .filter(|warning| matches!(&warning.reason, WarningReason::Value { field: "release_date", .. }));
    assert_eq!((dates.count(), reading.warnings.len()), (3191, 3191), "dates such as Jun 12 1998 are named");
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn portland_has_39630_sessions_in_100_versions() {
    let folder = recorded("portland-churn");
    let (mut all, mut films) = (0, 0);
    for version in 0..100 {
        let mut bytes = Vec::new();
        let packed = std::fs::File::open(folder.join(format!("{version:03}.json.gz"))).unwrap();
        GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
        let payloads: Value = serde_json::from_slice(&bytes).unwrap();
        let feed = source("version.json", &bytes);
        let reading = read(Format::CinemaShowtimes, &feed, &ReadOptions::default()).unwrap();
        assert_eq!((&reading.skipped[..], &reading.warnings[..]), (&[][..], &[][..]), "{version}");
        assert_eq!(reading, read(Format::CinemaShowtimes, &feed, &ReadOptions::default()).unwrap());
        let schedule = &reading.schedule;
        assert_eq!(schedule.theaters.as_ref().unwrap().len(), list(&payloads).len());
        let mut expected: BTreeMap<(&str, Timestamp), usize> = BTreeMap::new();
        let mut titles = BTreeSet::new();
        for payload in list(&payloads) {
            titles.extend(list(&payload["films"]).iter().map(|film| text(&film["film_id"])));
            for session in list(&payload["sessions"]) {
                let utc: Timestamp = text(&session["start_time_utc"]).parse().unwrap();
                assert_eq!(utc, text(&session["start_time_local"]).parse::<Timestamp>().unwrap());
                *expected.entry((text(&payload["cinema"]["cinema_id"]), utc)).or_default() += 1;
                all += 1;
            }
        }
        let mut found: BTreeMap<(&str, Timestamp), usize> = BTreeMap::new();
        for show in &schedule.showtimes {
            *found.entry((show.theater_id.as_str(), show.starts_at)).or_default() += 1;
        }
        assert_eq!(found, expected, "version {version}");
        assert_eq!(schedule.movies.as_ref().map_or(0, Vec::len), titles.len(), "version {version}");
        films += titles.len();
    }
    assert_eq!(all, 39_630);
    assert!(films > 0);
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn the_castle_has_17_screenings_in_structured_data() {
    let pages = json(&recorded("jsonld-thecastlecinema").join("pages.json"));
    let documents: Vec<&Value> = list(&pages).iter().map(|page| &page["jsonld"]).collect();
    let feed = source("pages.json", serde_json::to_string(&documents).unwrap().as_bytes());
    let options = ReadOptions { default_time_zone: "Europe/London", ..ReadOptions::default() };
    let reading = read(Format::JsonLd, &feed, &options).unwrap();
    let mut expected = BTreeSet::new();
    let mut titles = BTreeSet::new();
    for document in documents.iter().flat_map(|document| list(document)) {
        if document["@type"] == "ScreeningEvent" {
            let start: DateTime = text(&document["startDate"]).parse().unwrap();
            let start = start.in_tz("Europe/London").unwrap().timestamp().to_string();
            expected.insert((start, text(&document["url"])));
            titles.insert(text(&document["workPresented"]["name"]));
        }
    }
    let found: BTreeSet<(String, &str)> = reading
        .schedule
        .showtimes
        .iter()
        .map(|show| (show.starts_at.to_string(), show.booking.as_ref().unwrap().as_str()))
        .collect();
    assert_eq!(found, expected);
    let remarks: Vec<_> = reading.warnings.iter().map(|warning| warning.reason.to_string()).collect();
    let without_zone = "times have no time zone: they are read as local times of Europe/London";
    assert_eq!((found.len(), reading.skipped.len(), remarks), (17, 0, vec![without_zone.to_owned()]));
    let theaters = reading.schedule.theaters.as_ref().unwrap();
    assert_eq!((theaters.len(), reading.schedule.movies.as_ref().unwrap().len()), (1, titles.len()));
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn every_film_and_show_of_both_shapes_of_boxoffice_is_read_as_it_is_written() {
    for (folder, zone) in [("webedia-everyman", "Europe/London"), ("webedia-landmark-us", "America/New_York")]
    {
        let options = ReadOptions { default_time_zone: zone, ..ReadOptions::default() };
        let feed = Source::open(&recorded(folder), Limits::default()).unwrap();
        let reading = read(Format::Boxoffice, &feed, &options).unwrap();
        assert_eq!(reading, read(Format::Boxoffice, &feed, &options).unwrap(), "{folder}");
        let tz = jiff::tz::TimeZone::get(zone).unwrap();
        let shows: HashMap<_, _> = reading
            .schedule
            .showtimes
            .iter()
            .map(|show| {
                let local = show.starts_at.to_zoned(tz.clone()).datetime().to_string();
                let link = show.booking.as_ref().unwrap().as_str().to_owned();
                ((show.theater_id.to_string(), show.movie_id.to_string(), local, link), show)
            })
            .collect();
        let mut count = 0;
        let values: Vec<Value> =
            feed.files().iter().map(|file| serde_json::from_slice(&file.bytes).unwrap()).collect();
        for (theater, schedule) in values.iter().filter_map(Value::as_object).flatten() {
            let Some(films) = schedule.get("schedule").and_then(Value::as_object) else { continue };
            for (film, days) in films {
                for show in days.as_object().unwrap().values().flat_map(list) {
                    count += 1;
                    let direct =
                        list(&show["data"]["ticketing"]).iter().find(|entry| entry["provider"] != "relay");
                    let link = text(&direct.unwrap()["urls"][0]);
                    let start = text(&show["startsAt"]);
                    let key = (theater.clone(), film.clone(), start.to_owned(), link.to_owned());
                    let read = shows.get(&key).unwrap_or_else(|| panic!("{folder}: {key:?}"));
                    let rate = show["occupancy"]["rate"].as_f64().unwrap_or_default();
                    let is_sold_out =
                        rate >= 100.0 || list(&show["tags"]).iter().any(|tag| tag == "Internal.Data.SoldOut");
                    assert_eq!(
                        read.availability == marquee_model::catalog::Availability::SoldOut,
                        is_sold_out
                    );
                    let public = list(&show["tags"]).iter().filter(|tag| !text(tag).starts_with("Internal."));
                    assert_eq!(read.attributes.len(), public.count(), "{start} {film}");
                    let screen = show["screen"]["name"].as_str();
                    assert_eq!(read.screen.as_ref().map(|screen| screen.as_str()), screen);
                }
            }
        }
        assert_eq!((shows.len(), reading.schedule.showtimes.len()), (count, count), "{folder}");
        let movies = reading.schedule.movies.as_deref().unwrap_or_default();
        let nodes = values.iter().filter_map(|value| {
            value.pointer("/data/allMovie/nodes").or(value.pointer("/result/data/allMovie/nodes"))
        });
        let mut films = 0;
        for node in nodes.flat_map(list) {
            films += 1;
            let movie = movies.iter().find(|movie| movie.id.as_str() == text(&node["id"])).unwrap();
            assert_eq!(movie.title, text(&node["title"]));
            let minutes =
                node["runtime"].as_f64().map(|seconds| (seconds / 60.0).round()).filter(|m| *m > 0.0);
            assert_eq!(movie.runtime.map(f64::from), minutes, "{}", movie.title);
        }
        assert_eq!(films, movies.len(), "{folder}");
    }
}

/// Folders of the recorded data that a test names.
fn folders_with_a_test(sources: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in std::fs::read_dir(sources).unwrap() {
        let code = std::fs::read_to_string(file.unwrap().path()).unwrap_or_default();
        for call in ["recorded(\"", "read_twice(Format::"] {
            for part in code.split(call).skip(1) {
                let name = if call.starts_with("read_twice") {
                    part.split('"').nth(1)
                } else {
                    part.split('"').next()
                };
                found.extend(name.map(str::to_owned));
            }
        }
    }
    found
}

#[test]
#[ignore = "reads the folder of recorded schedules, which is not part of the repository"]
fn every_recording_has_a_test() {
    let root = recorded(".");
    let tests = folders_with_a_test(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it"));
    let mut without = Vec::new();
    for folder in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        // A folder that only describes a system has nothing to read.
        let has_data = folder.is_dir()
            && std::fs::read_dir(&folder).unwrap().any(|file| file.unwrap().file_name() != "SOURCE.md");
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        if has_data && !tests.contains(&name) {
            without.push(name);
        }
    }
    assert_eq!(without, Vec::<String>::new(), "recordings without a test");
}
