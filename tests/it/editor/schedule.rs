//! Schedules in files or at an address, for a new site

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use marquee_tests::{CLOCK, Data, MockServer, Reply, root};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, assert_problem, office, password_of};

const SHEET: &str = "Date,Time,Film,Screen\n2026-11-21,18:10,Low Tide,1\n2026-12-05,20:00,Low Tide,1\n";

fn cinema_showtimes() -> Value {
    let session = |id: &str, start: &str| json!({ "session_id": id, "film_id": "7", "start_time_utc": start, "advertised_start_time_local": start });
    json!({
        "spec": "cinemashowtimes-json/1.0",
        "cinema": { "cinema_id": "QUAY", "name": "Quayside Picture House", "timezone": "America/Detroit" },
        "films": [{ "film_id": "7", "title": "Night Train" }, { "film_id": "8", "title": 300 }],
        "sessions": [session("1", "2026-11-21T20:00:00Z"), session("2", "2026-11-22T20:00:00Z")],
    })
}

fn json_ld() -> Value {
    json!({
        "@context": "https://schema.org", "@type": "ScreeningEvent", "name": "Paper Moths", "startDate": "2026-11-28T15:00",
        "location": { "@type": "MovieTheater", "name": "The Tin Lantern" },
        "workPresented": { "@type": "Movie", "name": "Paper Moths" },
    })
}

fn file(name: &str, content: impl AsRef<[u8]>) -> Value {
    json!({ "name": name, "content": STANDARD.encode(content) })
}

/// The sample files of a format.
fn samples(format: &str) -> Vec<Value> {
    let folder = root().join("crates/marquee-feeds/tests/samples").join(format);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &std::path::PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| file(&name(path), std::fs::read(path).unwrap())).collect()
}

fn files(files: &[Value]) -> Value {
    json!({ "files": files })
}

fn form(source: &Value) -> Value {
    json!({ "source": source, "name": "The Tin Lantern", "timeZone": "America/Detroit", "locale": "en-US", "country": "US", "screens": 2 })
}

fn read(browser: &Browser<'_>, source: &Value) -> Reply {
    browser.send("POST", "schedule", &form(source))
}

fn new_site(source: &Value) -> Value {
    json!({
        "name": "The Tin Lantern", "host": "lantern.example", "address": "7 Landing Road", "timeZone": "America/Detroit",
        "locale": "en-US", "country": "US", "isSingleLocation": true, "screens": 2, "look": "pine", "schedule": source,
    })
}

/// An empty server that may reach a server on loopback.
fn empty_office(allowed: &str) -> Office {
    let data = Data::empty();
    let added = data.run(&["operator", "add", OWNER]).stdout_of_success();
    Office {
        server: data.serve_in(CLOCK, &["--editor-host", HOST, "--internal-upstreams", allowed], &[]),
        data,
        password: password_of(&added),
        host: HOST,
    }
}

/// The field and the code of a refusal.
fn refusal(reply: &Reply) -> (String, String) {
    assert_problem(reply, 422);
    let problem = reply.json();
    (problem["field"].as_str().unwrap().to_owned(), problem["code"].as_str().unwrap().to_owned())
}

#[test]
fn files_of_each_format_are_recognized_and_counted() {
    let office = office();
    let owner = office.owner();
    let sample = |name: &str, text: &str| file(name, text);
    let boxoffice = [
        sample(
            "allTheater.json",
            include_str!("../../../crates/marquee-feeds/tests/samples/boxoffice/page-data/allTheater.json"),
        ),
        sample(
            "allMovie.json",
            include_str!("../../../crates/marquee-feeds/tests/samples/boxoffice/page-data/allMovie.json"),
        ),
        sample(
            "settings.json",
            include_str!("../../../crates/marquee-feeds/tests/samples/boxoffice/page-data/settings.json"),
        ),
        sample(
            "t01.json",
            include_str!("../../../crates/marquee-feeds/tests/samples/boxoffice/schedule/t01.json"),
        ),
    ];
    for (source, format, films, shows, next) in [
        (files(&[file("week.txt", SHEET)]), "spreadsheet", 1, 2, 1),
        (files(&[file("week", cinema_showtimes().to_string())]), "cinemashowtimes", 1, 2, 2),
        (files(&[file("week.json", json_ld().to_string())]), "json-ld", 1, 1, 0),
        (files(&boxoffice), "boxoffice", 2, 3, 0),
        (files(&samples("veezi")), "veezi", 3, 6, 0),
        (files(&samples("tapos")), "tapos", 2, 4, 0),
        (files(&samples("vista")), "vista", 2, 4, 0),
        (files(&samples("agile")), "agile", 2, 5, 0),
        (files(&samples("icalendar")), "icalendar", 3, 6, 0),
    ] {
        let reply = read(&owner, &source);
        assert_eq!(reply.status, 200, "{format}: {}", reply.text());
        let found = reply.json();
        let counts = (&found["format"], &found["films"], &found["shows"], &found["nextShows"]);
        assert_eq!(counts, (&json!(format), &json!(films), &json!(shows), &json!(next)), "{found}");
    }
    let found = read(&owner, &files(&[file("week", cinema_showtimes().to_string())])).json();
    assert_eq!(found["theaters"], json!([{ "name": "Quayside Picture House", "shows": 2 }]));
    let night_train =
        json!([{ "title": "Night Train", "times": ["2026-11-21T20:00:00Z", "2026-11-22T20:00:00Z"] }]);
    assert_eq!((&found["until"], &found["nextFilms"]), (&json!("2026-11-22"), &night_train));
    assert_eq!((&found["skipped"], &found["remarkCount"]), (&json!(1), &json!(1)));
    let remark = found["remarks"][0].as_str().unwrap();
    assert!(remark.contains("\"title\" must be a string"), "{remark}");
    assert_eq!(
        owner.ok("GET", "session", &Value::Null)["sites"].as_array().unwrap().len(),
        2,
        "nothing is stored"
    );
}

#[test]
fn a_new_site_starts_with_the_schedule_of_an_address() {
    let payload = cinema_showtimes().to_string().into_bytes();
    let system = MockServer::with(HashMap::from([("/export?key=1".to_owned(), payload)]));
    let office = empty_office(&system.host_and_port());
    let owner = office.owner();
    let source = json!({ "address": format!("http://{}/export?key=1", system.host_and_port()) });
    assert_eq!(read(&owner, &source).json()["shows"], 2);
    let created = owner.ok("POST", "sites", &new_site(&source));
    assert_eq!((&created["key"], created.get("isIncomplete")), (&json!("the-tin-lantern"), None));
    let site = office.server.site("lantern.example");
    drop(site.page_once("/", |page| page.text().contains("Night Train")));
    let draft = owner.ok("GET", "the-tin-lantern/draft", &Value::Null);
    let theaters = draft["live"]["theaters"].as_object().unwrap();
    let [theater] = &theaters.values().collect::<Vec<_>>()[..] else { panic!("one theater: {theaters:?}") };
    assert_eq!(theater["name"], "Quayside Picture House");
    // What was typed completes the theater of the schedule.
    let screens = theater["screens"].as_array().unwrap().len();
    assert_eq!((&theater["address"]["street"], screens), (&json!("7 Landing Road"), 2));
    assert_eq!(draft["changes"], json!([]), "everything is published");
    let audit = owner.ok("GET", "the-tin-lantern/audit", &Value::Null);
    let entries = audit["entries"].as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["action"] == "site.create").unwrap();
    assert_eq!(entry["detail"], "cinemashowtimes from 127.0.0.1");
}

#[test]
fn a_spreadsheet_fills_the_theater_that_was_typed() {
    let office = office();
    let owner = office.owner();
    owner.ok("POST", "sites", &new_site(&files(&[file("week.csv", SHEET)])));
    let site = office.server.site("lantern.example");
    drop(site.page_once("/movies/", |page| page.text().contains("Low Tide")));
    let live = owner.ok("GET", "the-tin-lantern/draft", &Value::Null)["live"].clone();
    assert_eq!(
        (&live["theaters"]["1"]["name"], live["theaters"].as_object().unwrap().len()),
        (&json!("The Tin Lantern"), 1)
    );
}

#[test]
fn security_7_5_a_schedule_that_cannot_be_read_is_refused_before_a_site_is_created() {
    let large = vec![b' '; (16 << 20) + 1];
    let responses = [("/page", b"<!doctype html>".to_vec()), ("/large", large.clone())];
    let system = MockServer::with(responses.map(|(path, body)| (path.to_owned(), body)).into());
    let office = empty_office(&system.host_and_port());
    let owner = office.owner();
    let at = |path: &str| json!({ "address": format!("http://{}{path}", system.host_and_port()) });
    let of = |name: &str, content: &[u8]| files(&[file(name, content)]);
    let films = json!({ "spec": "cinemashowtimes/1.0", "cinema": { "cinema_id": "1", "name": "One" }, "films": [], "sessions": [] });
    for (source, field, code) in [
        (json!({}), "files", "missing"),
        (json!({ "address": "not an address" }), "address", "address"),
        (json!({ "address": "http://127.0.0.1:1/" }), "address", "notPublic"),
        (json!({ "address": "https://169.254.169.254/latest/" }), "address", "notPublic"),
        (json!({ "address": "https://[::1]/" }), "address", "notPublic"),
        (json!({ "address": "file:///etc/passwd" }), "address", "address"),
        (at("/nothing"), "address", "status"),
        (at("/page"), "address", "webPage"),
        (at("/large"), "address", "tooLarge"),
        (of("large.csv", &large), "files", "tooLarge"),
        (of("week.pdf", b"%PDF-1.7"), "files", "unknownFile"),
        (of("week.xlsx", b"PK\x03\x04 broken"), "files", "invalid"),
        (of("week.json", b"{ \"cinema\": "), "files", "invalid"),
        (of("week.json", b"[1, 2]"), "format", "unclear"),
        (files(&[file("a.csv", SHEET), file("b.json", json_ld().to_string())]), "files", "mixed"),
        (of("week.json", films.to_string().as_bytes()), "files", "noShows"),
        (of("../week.csv", SHEET.as_bytes()), "files", "invalid"),
    ] {
        let label = source.to_string().chars().take(200).collect::<String>();
        assert_eq!(refusal(&read(&owner, &source)), (field.to_owned(), code.to_owned()), "{label}");
    }
    let chosen = json!({ "files": [file("week.json", b"[1, 2]")], "format": "spreadsheet" });
    assert_eq!(refusal(&read(&owner, &chosen)).1, "invalid", "the chosen format is used");
    let refused = owner.send("POST", "sites", &new_site(&of("week.json", b"[1, 2]")));
    assert_eq!(refusal(&refused).0, "format");
    assert_eq!(owner.ok("GET", "session", &Value::Null)["sites"], json!([]), "no site without its schedule");
    let mut wrong = form(&of("week.csv", SHEET.as_bytes()));
    wrong["timeZone"] = json!("Mars/Olympus");
    assert_eq!(owner.send("POST", "schedule", &wrong).json()["field"], "timeZone");
}

#[test]
fn security_2_8_only_owners_of_all_sites_read_schedules() {
    let office = office();
    let form = form(&json!({ "address": "https://cinema.example/" }));
    let colleague = office.colleague("theo@acme.example", "owner");
    assert_problem(&colleague.send("POST", "schedule", &form), 403);
    assert_problem(&office.browser().send("POST", "schedule", &form), 401);
}
