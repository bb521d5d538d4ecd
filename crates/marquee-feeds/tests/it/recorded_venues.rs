//! Reads recordings of systems that know one theater: counts are taken from the recording, not from the reader.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use marquee_feeds::{Format, Limits, ReadOptions, Reading, SiteNames, SkipReason, Source, read};
use marquee_model::catalog::{Movie, Showtime, Theater};
use serde_json::{Value, json};

use crate::support::recorded;

/// A theater in London with screens of these numbers.
fn london(screens: std::ops::RangeInclusive<u8>) -> Theater {
    let screens: Vec<Value> =
        screens.map(|n| json!({ "id": format!("s{n}"), "name": format!("Screen {n}") })).collect();
    serde_json::from_value(
        json!({ "id": "T1", "name": "Recorded", "slug": "recorded", "timeZone": "Europe/London", "screens": screens }),
    )
    .unwrap()
}

/// Reads a recording for a site with a theater, and again for the site as it is after the import: nothing may have changed.
fn read_twice(format: Format, folder: &str, theater: Theater, booking_site: &str) -> Reading {
    let source = Source::open(&recorded(folder), Limits::default()).unwrap();
    let theaters = [theater];
    let known = |movies| SiteNames {
        theaters: &theaters,
        movies,
        currency: "GBP",
        booking_site: Some(booking_site),
        ..SiteNames::NOTHING
    };
    let options = ReadOptions { language: Some("en"), known: known(&[]), ..ReadOptions::default() };
    let reading = read(format, &source, &options).unwrap();
    let movies: &[Movie] = reading.schedule.movies.as_deref().unwrap();
    let again = read(format, &source, &ReadOptions { known: known(movies), ..options }).unwrap();
    assert_eq!(again, reading, "a second import changes nothing");
    reading
}

fn value(folder: &str, file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(recorded(folder).join(file)).unwrap()).unwrap()
}

fn shows(reading: &Reading) -> BTreeMap<&str, &Showtime> {
    reading.schedule.showtimes.iter().map(|show| (show.id.as_str(), show)).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn indy_has_23_films_and_190_showings_of_which_four_were_replaced() {
    let reading = read_twice(Format::Indy, "indy-graphql", london(1..=2), "https://www.phoenixcinema.co.uk");
    let value = value("indy-graphql", "phoenixcinema.co.uk.json");
    let films = list(&value["data"]["movies"]["data"]);
    assert_eq!((films.len(), reading.schedule.movies.as_ref().unwrap().len()), (23, 23));
    // The rooms of the theater: two seat plans of one, and the other.
    let room = |showing: &Value| if text(&showing["screenId"]) == "317" { "s2" } else { "s1" };
    let mut last: BTreeMap<(&str, &str, &str), u64> = BTreeMap::new();
    let mut all = 0;
    for film in films {
        for showing in list(&film["showings"]) {
            all += 1;
            let id: u64 = text(&showing["id"]).parse().unwrap();
            let key = (text(&film["id"]), text(&showing["time"]), room(showing));
            last.entry(key).and_modify(|known| *known = id.max(*known)).or_insert(id);
        }
    }
    let replaced =
        reading.skipped.iter().filter(|row| matches!(row.reason, SkipReason::Replaced { .. })).count();
    assert_eq!((all, last.len(), replaced, reading.skipped.len()), (194, 190, 4, 4), "{:?}", reading.skipped);
    let remarks: Vec<_> = reading.warnings.iter().map(|warning| warning.to_string()).collect();
    let request = "request.json: file \"\": this file contains no known data";
    assert_eq!(remarks, [request], "the question is no response; every screen has a number");
    let shows = shows(&reading);
    assert_eq!(shows.len(), last.len());
    for ((_, time, room), id) in &last {
        let show = shows[format!("indy-{id}").as_str()];
        assert_eq!(show.starts_at, time.parse::<Timestamp>().unwrap());
        assert_eq!(show.screen.as_ref().unwrap().as_str(), *room);
    }
    for (film, read) in films.iter().zip(reading.schedule.movies.as_ref().unwrap()) {
        assert_eq!(read.title, text(&film["name"]));
        assert_eq!(read.runtime.map(u64::from), film["duration"].as_u64());
        assert_eq!(read.trailer.is_some(), film["trailerYoutubeId"].is_string(), "{}", read.title);
    }
    assert_eq!(reading.schedule.remote_pictures.len(), 46);
    // Another program read the same showings: those of the future, with their links.
    let other = self::value("clusterflick-london", "shows/phoenixcinema.co.uk.json");
    let links: BTreeSet<(i64, &str)> = reading
        .schedule
        .showtimes
        .iter()
        .map(|show| (show.starts_at.as_millisecond(), show.booking.as_ref().unwrap().as_str()))
        .collect();
    let performances = list(&other).iter().flat_map(|film| list(&film["performances"]));
    let mut compared = 0;
    for performance in performances {
        let at = performance["time"].as_i64().unwrap();
        assert!(links.contains(&(at, text(&performance["bookingUrl"]))), "{performance}");
        compared += 1;
    }
    assert_eq!(compared, 90);
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn vue_has_47_films_and_471_sessions_on_the_days_that_it_says() {
    let reading = read_twice(Format::Vue, "vue-islington", london(1..=10), "https://unused.example");
    let value = value("vue-islington", "films.json");
    let films = list(&value["result"]);
    assert_eq!((films.len(), reading.schedule.movies.as_ref().unwrap().len()), (47, 47));
    assert_eq!((&reading.skipped[..], &reading.warnings[..]), (&[][..], &[][..]));
    let shows = shows(&reading);
    let (mut count, mut at_night) = (0, 0);
    for (film, read) in films.iter().zip(reading.schedule.movies.as_ref().unwrap()) {
        assert_eq!(read.title, text(&film["filmTitle"]));
        assert_eq!(read.runtime.map(u64::from), film["runningTime"].as_u64().filter(|minutes| *minutes > 0));
        for group in list(&film["showingGroups"]) {
            for session in list(&group["sessions"]) {
                count += 1;
                let show = shows[format!("vue-10032-{}", text(&session["sessionId"])).as_str()];
                assert_eq!(show.movie_id, read.id);
                assert_eq!(
                    show.starts_at,
                    text(&session["showTimeWithTimeZone"]).parse::<Timestamp>().unwrap()
                );
                assert_eq!(show.business_date.to_string(), text(&group["date"])[..10], "the cinema day");
                at_night += usize::from(session["isMidnightSession"] == true);
                let link = format!("https://www.myvue.com{}", text(&session["bookingUrl"]));
                assert_eq!(show.booking.as_ref().unwrap().as_str(), link);
                let pence = show.price.as_ref().unwrap().amount;
                assert_eq!(format!("£{}.{:02}", pence / 100, pence % 100), text(&session["formattedPrice"]));
                let screen = show.screen.as_ref().unwrap().as_str();
                assert_eq!(format!("Screen {}", &screen[1..]), text(&session["screenName"]));
                let minutes = (show.ends_at.unwrap().as_second() - show.starts_at.as_second()) / 60;
                assert!(minutes >= session["duration"].as_i64().unwrap(), "{session}");
            }
        }
    }
    assert_eq!((count, shows.len(), at_night), (471, 471, 4));
    let with = |key: &str| shows.values().filter(|show| show.attributes.iter().any(|a| a == key)).count();
    assert_eq!(with("Showtime.Accessibility.AudioDescription"), 38);
    assert_eq!(with("Showtime.Accessibility.OpenCaption"), 8);
    assert_eq!(with("Format.Projection.3d"), 7);
    assert_eq!(with("Showtime.Accessibility.Relaxed"), 1);
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn spektrix_has_15_events_and_71_instances() {
    let reading = read_twice(Format::Spektrix, "spektrix-richmix", london(1..=3), "https://richmix.example");
    let value = value("spektrix-richmix", "events.json");
    let events = list(&value);
    assert_eq!((events.len(), reading.schedule.movies.as_ref().unwrap().len()), (15, 15));
    assert_eq!((&reading.skipped[..], &reading.warnings[..]), (&[][..], &[][..]));
    let shows = shows(&reading);
    let mut count = 0;
    for (event, film) in events.iter().zip(reading.schedule.movies.as_ref().unwrap()) {
        assert_eq!(film.title, text(&event["post_title"]));
        let data = &event["spektrix_data"];
        assert_eq!(film.runtime.map(u64::from), data["duration"].as_u64());
        assert_eq!(film.certificate.as_deref(), data["rating"].as_str());
        let days = data["instances"].as_object().into_iter().flat_map(|days| days.values());
        for instance in days.flat_map(list) {
            count += 1;
            let show = shows[format!("spektrix-{}", text(&instance["instanceId"])).as_str()];
            assert_eq!(show.movie_id, film.id);
            let utc = format!("{}Z", text(&instance["startUtc"]).replace(' ', "T"));
            assert_eq!(show.starts_at, utc.parse::<Timestamp>().unwrap());
            let pounds: f64 = text(&instance["priceMin"]).parse().unwrap();
            assert!(
                (f64::from(show.price.as_ref().unwrap().amount) - pounds * 100.0).abs() < 0.5,
                "{instance}"
            );
            let screen = show.screen.as_ref().unwrap().as_str();
            assert!(text(&instance["status"]["name"]).starts_with(&format!("Screen {}", &screen[1..])));
            let link = format!("https://richmix.example/book-online/{}", text(&instance["iframeId"]));
            assert_eq!(show.booking.as_ref().unwrap().as_str(), link);
        }
    }
    assert_eq!((count, shows.len()), (71, 71));
}
