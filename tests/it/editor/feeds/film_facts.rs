//! Facts, texts and pictures of films from The Movie Database

use std::collections::{HashMap, HashSet};

use marquee_tests::{Acme, CLOCK, Data, MockServer, show, theater};
use serde_json::{Value, json};

use super::super::{HOST, OWNER, Office, password_of};
use super::{Content, System, connect, run};

const APPENDED: &str = "append_to_response=credits%2Crelease_dates%2Ctranslations%2Cvideos";

/// A film of the database with facts of everything that the site lacks.
fn details(number: u32, title: &str, director: &str) -> Value {
    json!({
        "id": number, "title": title, "release_date": "2026-02-06", "runtime": 101,
        "overview": format!("The story of {title}."), "tagline": "Once.",
        "genres": [{ "name": "Drama" }],
        "credits": { "cast": [{ "name": "Ada Moor" }], "crew": [{ "name": director, "job": "Director" }] },
    })
}

fn search(title: &str) -> String {
    format!("/3/search/movie?query={title}&language=en-US&include_adult=false")
}

fn found(films: &[Value]) -> Vec<u8> {
    json!({ "results": films }).to_string().into_bytes()
}

/// The database: one film is sure, one is not, and one is another film with a similar title.
fn database() -> MockServer {
    let sure = details(11, "Kestrel", "Cy Vane");
    let unsure =
        json!({ "id": 12, "title": "Low Tide", "overview": "Another story.", "release_date": "2026-02-06" });
    let mut responses = HashMap::from([
        (
            format!("{}&year=2026", search("Kestrel")),
            found(&[details(99, "Kestrel Down", "Ola Nord"), sure.clone()]),
        ),
        (search("Low+Tide"), found(std::slice::from_ref(&unsure))),
        (search("Salt"), found(&[details(98, "Saltwater Nights", "Ola Nord")])),
    ]);
    for film in [sure, unsure] {
        let path = format!("/3/movie/{}?language=en-US&{APPENDED}", film["id"]);
        responses.insert(path, film.to_string().into_bytes());
    }
    MockServer::with(responses)
}

fn acme() -> Acme {
    let film = |id: &str, title: &str, rest: Value| {
        let mut film = json!({ "id": id, "title": title, "slug": title.to_lowercase().replace(' ', "-") });
        film.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        film
    };
    let complete = film("4", "Gone", json!({}));
    let films = [
        film("1", "Kestrel", json!({ "runtime": 100, "year": 2026, "synopsis": "Own words." })),
        film("2", "Low Tide", json!({})),
        film("3", "Salt", json!({ "runtime": 90 })),
        complete,
    ];
    let at = |id: &str, film: &str| show(id, "T1", film, "2026-11-22T01:00:00Z", "2026-11-21");
    let mut past = at("d", "4");
    (past["startsAt"], past["businessDate"]) = (json!("2026-11-10T01:00:00Z"), json!("2026-11-09"));
    Acme::circuit()
        .file("theaters", json!([theater("T1", "One")]))
        .file("movies", json!(films))
        .file("showtimes", json!([at("a", "1"), at("b", "2"), at("c", "3"), past]))
}

fn office(database: &MockServer) -> Office {
    office_of(&acme(), database)
}

fn office_of(site: &Acme, database: &MockServer) -> Office {
    let data = Data::with(&[site]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let flags = ["--editor-host", HOST, "--internal-upstreams", &database.host_and_port()];
    let server = data.serve_in(CLOCK, &flags, &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

fn settings(database: &MockServer) -> Value {
    settings_at(&format!("http://{}/3/", database.host_and_port()))
}

/// Settings of a feed of film facts that is on.
pub(super) fn settings_at(address: &str) -> Value {
    json!({
        "name": "TMDB",
        "address": address,
        "format": "tmdb",
        "theaters": [],
        "intervalMinutes": 1440,
        "holdPercent": 40,
        "conflicts": "feedWins",
        "missingShows": "removed",
        "credential": { "kind": "bearer", "token": "s3cret" },
        "isOn": true,
    })
}

#[test]
fn films_get_what_they_lack_and_none_is_added() {
    let database = database();
    let office = office(&database);
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let trial = json!({ "address": settings(&database)["address"], "format": "tmdb", "credential": settings(&database)["credential"] });
    let trial = owner.ok("POST", "acme/feeds/trial", &trial);
    assert_eq!((&trial["theaters"], &trial["plan"]["films"]["changed"]), (&json!([]), &json!(1)), "{trial}");

    let feed = connect(&owner, &settings(&database));
    let report = run(&owner, &feed);
    assert_eq!(report["run"]["result"], "changed", "{report}");
    let page = site.page_once("/movies/1-kestrel/", |page| page.text().contains("Cy Vane"));
    let text = page.text();
    assert!(
        text.contains("Own words.") && !text.contains("The story of Kestrel."),
        "what the site says stays: {text}"
    );
    assert!(text.contains("1 h 40 min"), "its own length: {text}");
    assert!(text.contains("TMDB"), "its source is named: {text}");
    assert!(page.links_to("https://www.themoviedb.org/movie/11"), "{text}");
    let heads = database.heads();
    assert!(
        heads.iter().all(|head| head.to_lowercase().contains("authorization: bearer s3cret")),
        "{heads:?}"
    );
    assert!(!database.requested_paths().contains(&search("Gone")), "a film that does not play any more");

    // A film of the same title without anything that agrees is asked about; another film is not taken.
    let matches = owner.ok("GET", "acme/film-matches", &Value::Null);
    let asked: Vec<_> =
        matches["matches"].as_array().unwrap().iter().filter(|film| film["state"] == "suggested").collect();
    assert_eq!(asked.len(), 1, "{matches}");
    assert_eq!((&asked[0]["target"], &asked[0]["title"]), (&json!("2"), &json!("Low Tide (2026)")));
    assert!(!site.page("/movies/2-low-tide/").text().contains("Another story."));
    assert!(!site.page("/movies/3-salt/").text().contains("Saltwater"));
    let titles = owner.ok("GET", "acme/films", &Value::Null).to_string();
    assert!(!titles.contains("Kestrel Down") && !titles.contains("Saltwater"), "no film is added: {titles}");

    // A person knows.
    let film = asked[0]["film"].as_str().unwrap();
    owner.ok("PUT", &format!("acme/film-matches/{film}"), &json!({ "isSame": true }));
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed");
    site.wait_for_page("/movies/2-low-tide/", |page| page.text().contains("Another story."));
    // And of a film that was taken for sure: then the site says what it said before.
    let matches = owner.ok("GET", "acme/film-matches", &Value::Null);
    let kestrel = matches["matches"].as_array().unwrap().iter().find(|film| film["target"] == "1").unwrap();
    assert_eq!(kestrel["state"], "automatic");
    let path = format!("acme/film-matches/{}", kestrel["film"].as_str().unwrap());
    owner.ok("PUT", &path, &json!({ "isSame": false }));
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed");
    let page = site.page_once("/movies/1-kestrel/", |page| !page.text().contains("Cy Vane"));
    assert!(page.text().contains("Own words.") && !page.text().contains("TMDB"), "{}", page.text());
    assert_eq!(run(&owner, &feed)["run"]["result"], "unchanged");
    site.wait_for_page("/movies/2-low-tide/", |page| page.text().contains("Another story."));
}

#[test]
fn settings_that_are_for_shows_are_refused() {
    let database = database();
    let office = office(&database);
    let owner = office.owner();
    for (field, value) in [
        ("theaters", json!([{ "feed": "T1", "theater": "T1" }])),
        ("titleRules", json!([{ "find": "(2D)", "place": "end" }])),
        ("intervalMinutes", json!(30)),
        ("address", json!(format!("http://{}/3/?a=b", database.host_and_port()))),
    ] {
        let mut wrong = settings(&database);
        wrong[field] = value;
        let refused = owner.send("POST", "acme/feeds", &wrong);
        assert_eq!((refused.status, &refused.json()["field"]), (422, &json!(field)), "{}", refused.text());
    }
    let feed = connect(&owner, &settings(&database));
    assert_eq!(owner.send("POST", &format!("acme/feeds/{feed}/push"), &json!({ "isOn": true })).status, 422);
}

/// A site with one film that lacks facts.
fn site_with_kestrel() -> Acme {
    let film = json!({ "id": "1", "title": "Kestrel", "slug": "kestrel", "runtime": 100 });
    Acme::circuit()
        .file("theaters", json!([theater("T1", "One")]))
        .file("movies", json!([film]))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-22T01:00:00Z", "2026-11-21")]))
}

#[test]
fn of_two_films_that_nothing_tells_apart_none_is_taken_and_one_failure_is_told() {
    let films = [21, 22].map(|number| details(number, "Kestrel", "Cy Vane"));
    let mut responses = HashMap::from([(search("Kestrel"), found(&films))]);
    for film in &films {
        responses.insert(
            format!("/3/movie/{}?language=en-US&{APPENDED}", film["id"]),
            film.to_string().into_bytes(),
        );
    }
    let database = MockServer::with(responses);
    let office = office_of(&site_with_kestrel(), &database);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&database));
    assert_eq!(run(&owner, &feed)["run"]["result"], "unchanged");
    assert_eq!(database.requested_paths().len(), 3, "both were looked at");
    let matches = owner.ok("GET", "acme/film-matches", &Value::Null);
    assert_eq!(matches["matches"], json!([]));

    let empty = MockServer::with(HashMap::new());
    let office = office_of(&site_with_kestrel(), &empty);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&empty));
    let report = run(&owner, &feed);
    assert_eq!((&report["run"]["result"], &report["run"]["problem"]), (&json!("failed"), &json!("status")));
}

#[test]
fn a_database_that_does_not_answer_changes_nothing() {
    let path = format!("{}&year=2026", search("Kestrel"));
    let database = MockServer::with(HashMap::from([(path, b"<!doctype html>".to_vec())]));
    let office = office(&database);
    let owner = office.owner();
    let mut settings = settings(&database);
    let feed = connect(&owner, &settings);
    let report = run(&owner, &feed);
    assert_eq!(
        (&report["run"]["result"], &report["run"]["problem"]),
        (&json!("failed"), &json!("invalid")),
        "{report}"
    );
    settings["address"] = json!(format!("http://{}/elsewhere/", database.host_and_port()));
    (settings["isOn"], settings["name"]) = (json!(false), json!("Elsewhere"));
    owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings);
    let report = run(&owner, &feed);
    assert_eq!(
        (&report["run"]["result"], &report["run"]["problem"]),
        (&json!("failed"), &json!("status")),
        "{report}"
    );
}

#[test]
fn a_refusal_of_all_requests_ends_the_run_after_the_first() {
    let system = System::new("");
    for (status, reason, problem) in
        [(429, "Too Many Requests", "status"), (401, "Unauthorized", "credential")]
    {
        let head = format!("HTTP/1.1 {status} {reason}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        system.respond_with(Content::Raw(head.into_bytes()));
        let office = super::office_of(&acme(), &system);
        let owner = office.owner();
        let feed = connect(&owner, &settings_at(&system.url("3/")));
        let before = system.heads().len();
        let report = run(&owner, &feed);
        assert_eq!(
            (&report["run"]["result"], &report["run"]["problem"]),
            (&json!("failed"), &json!(problem)),
            "{report}"
        );
        assert_eq!(system.heads().len() - before, 1, "three films are looked for");
    }
}

#[test]
fn of_more_films_than_a_run_looks_for_each_day_has_others() {
    let films: Vec<Value> = (1..=230)
        .map(|id| json!({ "id": id.to_string(), "title": format!("Film{id}"), "slug": format!("film{id}") }))
        .collect();
    let shows: Vec<Value> = (1..=230)
        .map(|id| show(&format!("s{id}"), "T1", &id.to_string(), "2026-11-25T01:00:00Z", "2026-11-24"))
        .collect();
    let site = Acme::circuit()
        .file("theaters", json!([theater("T1", "One")]))
        .file("movies", json!(films))
        .file("showtimes", json!(shows));
    let system = System::new("");
    let nothing = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{\"results\":[]}";
    system.respond_with(Content::Raw(nothing.into()));
    let office = super::office_of(&site, &system);
    let owner = office.owner();
    let feed = connect(&owner, &settings_at(&system.url("3/")));
    let look = |owner: &super::super::Browser<'_>| -> HashSet<String> {
        let before = system.heads().len();
        assert_eq!(run(owner, &feed)["run"]["result"], "unchanged");
        system.heads()[before..].iter().map(|head| head.lines().next().unwrap().to_owned()).collect()
    };
    let first = look(&owner);
    assert_eq!(first.len(), 200, "a run looks for 200 films");
    assert_eq!(look(&owner), first, "they stay the same on one day");
    let Office { server, data, password, host } = office;
    server.stop();
    let flags = ["--editor-host", HOST, "--internal-upstreams", &system.address];
    let server = data.serve_in("2026-11-22T22:48:00Z", &flags, &[]);
    let office = Office { server, data, password, host };
    let next = look(&office.owner());
    let never: HashSet<&String> = next.difference(&first).collect();
    assert!(!never.is_empty(), "none of the other 30 was looked for two days later");
}
