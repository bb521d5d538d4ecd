//! Feeds: on a schedule, held if they would take away too much, and never between two accepted states

mod changes;
mod churn;
mod film_facts;
mod films;
mod push;
mod shared;
mod stale;
mod systems;
mod titles;

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use marquee_tests::{Acme, CLOCK, Data, Mail, Postgres, film, show, theater};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, assert_problem, password_of};

/// What the system of a feed responds with.
#[derive(Clone)]
enum Content {
    /// A schedule, with an ETag.
    Sheet(String),
    Raw(Vec<u8>),
    /// The head, and a byte from time to time.
    Slow,
}

/// The system of a feed.
struct System {
    address: String,
    response: Arc<Mutex<Content>>,
    heads: Arc<Mutex<Vec<String>>>,
    /// Paths below `/wait` that are answered now.
    released: Arc<Mutex<HashSet<String>>>,
    /// Responses of paths of their own, which are in lower case.
    pages: Arc<Mutex<HashMap<String, Content>>>,
}

impl System {
    fn new(sheet: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let response = Arc::new(Mutex::new(Content::Sheet(sheet.to_owned())));
        let heads: Arc<Mutex<Vec<String>>> = Arc::default();
        let released: Arc<Mutex<HashSet<String>>> = Arc::default();
        let pages: Arc<Mutex<HashMap<String, Content>>> = Arc::default();
        let (content, noted, open) = (response.clone(), heads.clone(), released.clone());
        let own = pages.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (content, noted, open) = (content.clone(), noted.clone(), open.clone());
                let own = own.clone();
                // Each connection on its own, so that a slow one does not delay others.
                std::thread::spawn(move || respond(stream.unwrap(), (&content, &own), &noted, &open));
            }
        });
        Self { address, response, heads, released, pages }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    fn respond_with(&self, content: Content) {
        *self.response.lock().unwrap() = content;
    }

    fn sheet(&self, sheet: &str) {
        self.respond_with(Content::Sheet(sheet.to_owned()));
    }

    /// Responds to a path, in lower case and with its query, with a JSON value.
    fn page(&self, path: &str, value: &Value) {
        self.pages.lock().unwrap().insert(format!("/{path}"), Content::Sheet(value.to_string()));
    }

    /// Answers a path below `/wait`.
    fn release(&self, path: &str) {
        self.released.lock().unwrap().insert(format!("/{path}"));
    }

    /// Waits until a path was requested.
    fn wait_for(&self, path: &str) {
        let is_of = |head: &String| head.starts_with(&format!("get /{path} "));
        let end = Instant::now() + Duration::from_secs(30);
        while !self.heads().iter().any(is_of) {
            assert!(Instant::now() < end, "{path}: {:?}", self.heads());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

fn respond(
    mut stream: TcpStream,
    (content, own): (&Mutex<Content>, &Mutex<HashMap<String, Content>>),
    noted: &Mutex<Vec<String>>,
    released: &Mutex<HashSet<String>>,
) {
    let mut head = [0; 4096];
    let read = stream.read(&mut head).unwrap_or(0);
    let head = String::from_utf8_lossy(&head[..read]).to_ascii_lowercase();
    let is_slow = head.starts_with("get /slow");
    let content = if is_slow { Content::Slow } else { content.lock().unwrap().clone() };
    noted.lock().unwrap().push(head.clone());
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let content = own.lock().unwrap().get(&path).cloned().unwrap_or(content);
    while path.starts_with("/wait") && !released.lock().unwrap().contains(&path) {
        std::thread::sleep(Duration::from_millis(10));
    }
    match content {
        Content::Sheet(sheet) => {
            let tag = format!(
                "\"{:016x}\"",
                std::hash::BuildHasher::hash_one(
                    &std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default(),
                    &sheet
                )
            );
            let head = if head.contains(&format!("if-none-match: {tag}")) {
                "HTTP/1.1 304 Not Modified\r\nconnection: close\r\n\r\n".to_owned()
            } else {
                let length = sheet.len();
                format!(
                    "HTTP/1.1 200 OK\r\netag: {tag}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{sheet}"
                )
            };
            drop(stream.write_all(head.as_bytes()));
        }
        Content::Raw(bytes) => drop(stream.write_all(&bytes)),
        Content::Slow => {
            drop(stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"));
            while stream.write_all(b"a").is_ok() {
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    }
}

/// A schedule with shows in two theaters, `count` in the first and one in the second.
fn sheet(count: usize) -> String {
    let first = (0..count).map(|n| format!("2026-11-{},{}:15,Kestrel,One\n", 21 + n / 10, 10 + n % 10));
    let rows: String = first.collect();
    format!("Date,Time,Film,Theater\n{rows}2026-11-21,20:30,Low Tide,Two\n")
}

fn site() -> Acme {
    Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two"), theater("T3", "Three")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file("showtimes", json!([show("past", "T1", "1", "2026-11-10T01:00:00Z", "2026-11-09")]))
}

fn office(system: &System) -> Office {
    office_of(&site(), system)
}

fn office_of(site: &Acme, system: &System) -> Office {
    let data = Data::with(&[site]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let flags = ["--editor-host", HOST, "--internal-upstreams", &system.address];
    let server = data.serve_in(CLOCK, &flags, &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

fn settings(system: &System) -> Value {
    json!({
        "name": "Agile",
        "address": system.url("week.csv"),
        "theaters": [{ "feed": "T1", "theater": "T1" }, { "feed": "T2", "theater": "T2" }],
        "intervalMinutes": 60,
        "holdPercent": 40,
        "conflicts": "feedWins",
        "missingShows": "removed",
        "isOn": true,
    })
}

/// Connects a feed that is off, so that only the test runs it.
fn connect(browser: &Browser<'_>, settings: &Value) -> String {
    let mut settings = settings.clone();
    settings["isOn"] = json!(false);
    let feed = browser.ok("POST", "acme/feeds", &settings);
    assert_eq!(feed["health"], "off", "{feed}");
    feed["id"].as_str().unwrap().to_owned()
}

fn run(browser: &Browser<'_>, feed: &str) -> Value {
    browser.ok("POST", &format!("acme/feeds/{feed}/run"), &json!({}))
}

fn feeds(browser: &Browser<'_>) -> Value {
    browser.ok("GET", "acme/feeds", &Value::Null)
}

/// The numbers of shows that a run adds, moves, takes away and leaves.
fn counts(report: &Value) -> [u64; 4] {
    ["added", "moved", "gone", "unchanged"].map(|key| report["run"][key].as_u64().unwrap())
}

fn shows(browser: &Browser<'_>, theater: &str) -> usize {
    let path = format!("acme/program?theater={theater}&from=2026-11-21&days=7");
    browser.ok("GET", &path, &Value::Null)["shows"].as_array().unwrap().len()
}

#[test]
fn a_connected_feed_runs_by_itself_and_visitors_see_its_shows() {
    let system = System::new(&sheet(3));
    let office = office(&system);
    let owner = office.owner();
    let trial = json!({ "address": system.url("week.csv") });
    let trial = owner.ok("POST", "acme/feeds/trial", &trial);
    assert_eq!(trial["theaters"][0], json!({ "id": "T1", "name": "One", "shows": 3, "theater": "T1" }));
    assert_eq!((&trial["plan"]["shows"]["added"], &trial["loss"]["isHeld"]), (&json!(4), &json!(false)));
    assert_eq!(shows(&owner, "T1"), 0, "nothing is stored");

    let mut with_key = settings(&system);
    with_key["credential"] = json!({ "kind": "header", "name": "X-Key", "value": "s3cret" });
    let feed = owner.ok("POST", "acme/feeds", &with_key);
    assert_eq!((&feed["credential"], &feed["name"]), (&json!("header"), &json!("Agile")));
    let site = office.server.site("acme.example");
    drop(site.page_once("/theaters/t1/", |page| page.text().contains("Kestrel")));
    let list = feeds(&owner);
    let feed = &list["feeds"][0];
    assert_eq!((&feed["health"], &feed["shows"]), (&json!("healthy"), &json!(4)), "{list}");
    assert_eq!((&list["runs"][0]["result"], &list["runs"][0]["added"]), (&json!("changed"), &json!(4)));
    assert_eq!(feed["days"].as_array().unwrap().len(), 14);
    assert_eq!(feed["days"][13], json!({ "day": "2026-11-20", "result": "changed", "runs": 1 }));
    assert!(!list.to_string().contains("s3cret"), "{list}");
    assert!(system.heads().iter().any(|head| head.contains("x-key: s3cret")));

    // The same response again.
    let id = feed["id"].as_str().unwrap();
    let again = run(&owner, id);
    assert_eq!(
        (&again["run"]["result"], again["run"]["hasResponse"].as_bool()),
        (&json!("unchanged"), Some(false))
    );
    assert!(system.heads().last().unwrap().contains("if-none-match"));
    let audit = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(audit.contains("feed.add") && audit.contains("Agile: 4 shows added, 0 moved, 0 gone"), "{audit}");
    assert!(!audit.contains("s3cret"));
    let metrics = office.server.admin("/metrics").text();
    assert!(metrics.contains("marquee_feed_runs_total{result=\"changed\"} 1"), "{metrics}");
}

#[test]
fn a_run_that_loses_too_much_waits_for_a_decision() {
    let system = System::new(&sheet(20));
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    assert_eq!(counts(&run(&owner, &feed)), [21, 0, 0, 0]);
    // 40 % and a theater that keeps a show.
    system.sheet(&sheet(12));
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed");
    system.sheet(&sheet(20));
    assert_eq!(counts(&run(&owner, &feed)), [8, 0, 0, 13]);

    system.sheet(&sheet(8));
    let held = run(&owner, &feed);
    assert_eq!((&held["run"]["result"], &held["isWaiting"]), (&json!("held"), &json!(true)), "{held}");
    assert_eq!(counts(&held), [0, 0, 12, 9]);
    assert_eq!(held["differences"]["loss"]["percent"], 58);
    assert_eq!(held["differences"]["loss"]["theaters"][0]["gone"], 12);
    assert_eq!(held["mailed"], json!([OWNER]));
    assert_eq!(shows(&owner, "T1"), 20, "visitors keep the last good times");
    let mail = Mail::to(&office.data, OWNER, |mail| mail.subject.contains("waits for your decision"));
    let path = format!("/feeds/{feed}/{}/", held["run"]["id"].as_str().unwrap());
    assert!(mail.text.contains(&path), "{}", mail.text);
    let held_feeds = "marquee_feeds{state=\"held\"} 1";
    let end = Instant::now() + Duration::from_secs(60);
    while !office.server.admin("/metrics").text().contains(held_feeds) {
        assert!(Instant::now() < end, "{held_feeds}");
        std::thread::sleep(Duration::from_millis(200));
    }
    let overview = owner.ok("GET", "acme/overview", &Value::Null);
    assert_eq!(overview["attention"][0]["kind"], "heldFeed", "{overview}");
    let refused = owner.send("POST", &format!("acme/feeds/{feed}/run"), &json!({}));
    assert_problem(&refused, 409);
    assert_eq!(refused.json()["code"], "held");

    let of_run = |report: &Value, rest: &str| {
        format!("acme/feeds/{feed}/runs/{}{rest}", report["run"]["id"].as_str().unwrap())
    };
    let response = owner.get(&of_run(&held, "/response"));
    assert_eq!((response.status, response.text()), (200, sheet(8)));
    let replayed = owner.ok("POST", &of_run(&held, "/replay"), &json!({}));
    assert_eq!(replayed["plan"]["shows"]["removed"], 12, "{replayed}");

    let decide = |report: &Value, choice: &str| {
        owner.ok("POST", &of_run(report, "/decision"), &json!({ "choice": choice }))
    };
    let kept = decide(&held, "keep");
    assert_eq!((&kept["run"]["result"], &kept["isWaiting"]), (&json!("kept"), &json!(false)));
    assert_eq!(shows(&owner, "T1"), 20);
    let again = owner.send("POST", &of_run(&held, "/decision"), &json!({ "choice": "apply" }));
    assert_eq!((again.status, &again.json()["code"]), (409, &json!("decided")));

    // The same response is asked about again. A new show comes without removals.
    system.sheet(&format!("{}2026-11-25,19:00,Low Tide,One\n", sheet(8)));
    let held = run(&owner, &feed);
    assert_eq!(held["run"]["result"], "held");
    let applied = decide(&held, "applyWithoutRemovals");
    assert_eq!((&applied["run"]["result"], shows(&owner, "T1")), (&json!("applied"), 21), "{applied}");
    assert_eq!(counts(&applied), [1, 0, 0, 21]);
    system.sheet(&sheet(8));
    let held = run(&owner, &feed);
    let applied = decide(&held, "apply");
    assert_eq!((counts(&applied), shows(&owner, "T1")), ([0, 0, 13, 9], 8));
    assert_eq!(applied["decidedBy"], format!("operator:{OWNER}"));

    // A theater that is gone is too much, however few shows it has.
    system.sheet(&sheet(8).replace("2026-11-21,20:30,Low Tide,Two\n", ""));
    let held = run(&owner, &feed);
    assert_eq!(held["run"]["result"], "held", "{held}");
    assert_eq!(held["differences"]["loss"]["theaters"][0]["id"], "T2");
    // Another limit lets the feed run again.
    let changed = owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings(&system));
    assert_eq!(changed.get("heldRun"), None);
}

#[test]
fn security_7_5_a_broken_feed_leaves_the_site_and_does_not_delay_others() {
    let system = System::new(&sheet(12));
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    run(&owner, &feed);
    let mut slow = settings(&system);
    (slow["name"], slow["address"]) = (json!("Slow"), json!(system.url("slow.csv")));
    slow["theaters"] = json!([{ "feed": "T3", "theater": "T3" }]);
    owner.ok("POST", "acme/feeds", &slow);

    let begun = Instant::now();
    for (content, problem) in [
        (&b"HTTP/1.1 500 Oops\r\nconnection: close\r\n\r\n"[..], "status"),
        (b"HTTP/1.1 401 No\r\nconnection: close\r\n\r\n", "credential"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 90\r\nconnection: close\r\n\r\nDate,Ti", "unreachable"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\nconnection: close\r\n\r\n", "tooLarge"),
        (b"HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\nconnection: close\r\n\r\n", "notPublic"),
        (b"HTTP/1.1 302 Found\r\nlocation: /a\r\nconnection: close\r\n\r\n", "redirects"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n", "invalid"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 15\r\nconnection: close\r\n\r\n<!doctype html>", "invalid"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 7\r\nconnection: close\r\n\r\n[1,[2]]", "invalid"),
    ] {
        system.respond_with(Content::Raw(content.to_vec()));
        let report = run(&owner, &feed);
        let run = &report["run"];
        assert_eq!((&run["result"], &run["problem"]), (&json!("failed"), &json!(problem)), "{run}");
    }
    assert_eq!(shows(&owner, "T1"), 12);
    // A table without rows is a response: all shows would be gone.
    system.sheet("Date,Time,Film,Theater\n2026-11-10,20:30,Low Tide,Two\n");
    assert_eq!(run(&owner, &feed)["run"]["result"], "held");
    assert_eq!(shows(&owner, "T1"), 12);
    assert!(begun.elapsed() < Duration::from_secs(15), "the slow feed delays nobody");
}

#[test]
fn settings_of_a_feed_are_checked() {
    let system = System::new(&sheet(3));
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    for (field, value) in [
        ("name", json!(" ")),
        ("address", json!("ftp://cinema.example/")),
        ("address", json!("https://me:s3cret@cinema.example/week.csv")),
        ("theaters", json!([{ "feed": "T1", "theater": "T1" }, { "feed": "T1", "theater": "T2" }])),
        ("intervalMinutes", json!(0)),
        ("holdPercent", json!(101)),
        ("credential", json!({ "kind": "header", "name": "Host", "value": "x" })),
        ("name", json!("agile")),
    ] {
        let mut wrong = settings(&system);
        wrong[field] = value;
        let refused = owner.send("POST", "acme/feeds", &wrong);
        assert_problem(&refused, 422);
        assert_eq!(refused.json()["field"], field, "{wrong}");
    }
    let path = format!("acme/feeds/{feed}");
    let mut with_key = settings(&system);
    with_key["credential"] = json!({ "kind": "bearer", "token": "s3cret" });
    with_key["isOn"] = json!(false);
    owner.ok("PUT", &path, &with_key);
    // The key stays, and is not sent to another host.
    let mut elsewhere = settings(&system);
    elsewhere["isOn"] = json!(false);
    assert_eq!(owner.ok("PUT", &path, &elsewhere)["credential"], "bearer");
    let own = system.url("week.csv");
    for other in
        ["https://elsewhere.example/week.csv", &own.replace("http:", "https:"), "http://127.0.0.1:9/week.csv"]
    {
        elsewhere["address"] = json!(other);
        assert_eq!(owner.send("PUT", &path, &elsewhere).json()["field"], "credential", "{other}");
    }
    elsewhere["credential"] = json!({ "kind": "none" });
    assert_eq!(owner.ok("PUT", &path, &elsewhere).get("credential"), None);
    owner.ok("DELETE", &path, &json!({}));
    assert_eq!(feeds(&owner)["feeds"], json!([]));
    assert_eq!(owner.send("DELETE", &path, &json!({})).status, 404);
}

#[test]
fn a_run_has_no_effect_once_settings_have_changed_also_beside_a_later_run() {
    let system = System::new(&sheet(12));
    let office = office(&system);
    let owner = office.owner();
    let mut settings = settings(&system);
    (settings["address"], settings["isOn"]) = (json!(system.url("wait/old.csv")), json!(false));
    let feed = connect(&owner, &settings);
    std::thread::scope(|scope| {
        let old = scope.spawn(|| {
            let owner = office.owner();
            owner.send("POST", &format!("acme/feeds/{feed}/run"), &json!({}))
        });
        system.wait_for("wait/old.csv");
        settings["address"] = json!(system.url("wait/new.csv"));
        owner.ok("PUT", &format!("acme/feeds/{feed}"), &settings);
        let new = scope.spawn(|| run(&office.owner(), &feed));
        system.wait_for("wait/new.csv");
        system.release("wait/old.csv");
        let old = old.join().unwrap();
        assert_eq!(old.json()["code"], "running", "{}", old.text());
        assert_eq!(shows(&owner, "T1"), 0, "the old run has changed nothing");
        system.release("wait/new.csv");
        assert_eq!(new.join().unwrap()["run"]["result"], "changed");
    });
    assert_eq!(shows(&owner, "T1"), 12);
}

#[test]
fn security_2_8_those_who_only_read_see_neither_keys_in_addresses_nor_colleagues() {
    let system = System::new(&sheet(20));
    let office = office(&system);
    let owner = office.owner();
    let mut with_key = settings(&system);
    with_key["address"] = json!(system.url("week.csv?key=s3cret"));
    let feed = connect(&owner, &with_key);
    run(&owner, &feed);
    system.sheet(&sheet(2));
    let held = run(&owner, &feed);
    assert_eq!(held["mailed"], json!([OWNER]));
    let report = format!("acme/feeds/{feed}/runs/{}", held["run"]["id"].as_str().unwrap());
    let viewer = office.colleague("viewer@acme.example", "viewer");
    let list = feeds(&viewer);
    assert_eq!(list["feeds"][0]["address"], system.url("week.csv"));
    assert!(!list.to_string().contains("s3cret"), "{list}");
    assert_eq!(viewer.ok("GET", &report, &Value::Null).get("mailed"), None);
    assert!(feeds(&owner)["feeds"][0]["address"].as_str().unwrap().ends_with("?key=s3cret"));
}

#[test]
fn the_feed_or_the_operator_wins_as_the_feed_says() {
    let system = System::new("Date,Time,Film,Theater\n2026-11-21,19:00,Kestrel,One\n");
    let office = office(&system);
    let owner = office.owner();
    let mut one = settings(&system);
    one["theaters"] = json!([{ "feed": "T1", "theater": "T1" }]);
    one["conflicts"] = json!("operatorWins");
    let feed = connect(&owner, &one);
    let found = run(&owner, &feed);
    assert_eq!(found["run"]["result"], "changed");
    let show = found["differences"]["plan"]["changes"][0]["times"][0].clone();
    let id = show["id"].as_str().unwrap();
    let edit = json!({ "added": false, "hidden": false, "fields": { "startsAt": "2026-11-22T02:30:00Z" } });
    owner.edit(&format!("/shows/{id}"), &Value::Null, &edit);
    owner.publish();
    let trial = json!({
        "address": system.url("week.csv"), "theaters": one["theaters"], "conflicts": "operatorWins",
    });
    let trial = owner.ok("POST", "acme/feeds/trial", &trial);
    assert_eq!(trial["conflicts"][0]["own"], "2026-11-22T02:30:00Z", "{trial}");
    assert_eq!(trial["plan"]["isSame"], true);
}

#[test]
fn another_node_takes_over_after_a_crash_on_postgresql() {
    let database = Postgres::fresh("feeds");
    let url = database.url();
    let system = System::new(&sheet(3));
    let at = ["--database-url", url.as_str()];
    let data = Data::empty();
    let run = |args: &[&str]| data.run(&[args, &at[..]].concat()).stdout_of_success();
    let folder = site().folder();
    run(&["site", "import", folder.path().to_str().unwrap()]);
    let password = password_of(&run(&["operator", "add", OWNER, "--name", "Rosa"]));
    let flags = [&at[..], &["--editor-host", HOST, "--internal-upstreams", &system.address]].concat();
    let first =
        Office { server: data.serve_in(CLOCK, &flags, &[]), data: data.clone(), password, host: HOST };
    let second = Data::empty();
    std::fs::copy(data.file("secret_key"), second.file("secret_key")).unwrap();
    let mut slow = settings(&system);
    slow["address"] = json!(system.url("slow.csv"));
    first.owner().ok("POST", "acme/feeds", &slow);
    let waits = |count: usize| {
        let end = Instant::now() + Duration::from_secs(40);
        while system.heads().iter().filter(|head| head.starts_with("get /slow")).count() < count {
            assert!(Instant::now() < end, "{:?}", system.heads());
            std::thread::yield_now();
        }
    };
    waits(1);
    let second = second.serve_in(CLOCK, &flags, &[]);
    let crashed = Instant::now();
    assert_eq!(first.server.end("KILL"), -1);
    waits(2);
    assert!(crashed.elapsed() < Duration::from_secs(30), "{:?}", crashed.elapsed());
    second.stop();
}

#[test]
fn feeds_are_run_and_decided_on_the_command_line() {
    let system = System::new(&sheet(20));
    let data = Data::with(&[&site()]);
    let flags = ["--internal-upstreams", system.address.as_str(), "--clock", CLOCK];
    let marquee = |args: &[&str]| data.run(&[args, &flags[..]].concat());
    let address = system.url("week.csv");
    let added = marquee(&["feed", "add", "--site", "acme", "Agile", &address]).stdout_of_success();
    assert!(added.contains("Agile was connected"), "{added}");
    let dry = marquee(&["feed", "run", "--site", "acme", "--dry-run", "agile"]).stdout_of_success();
    assert!(dry.contains("21 shows added") && dry.contains("nothing is stored"), "{dry}");
    let first = marquee(&["feed", "run", "--site", "acme", "Agile"]).stdout_of_success();
    assert!(first.contains("changed\n21 added"), "{first}");
    system.sheet(&sheet(2));
    let held = marquee(&["feed", "run", "--site", "acme", "Agile"]);
    assert_eq!(held.code, 1);
    let run = held.out.split(':').next().unwrap().to_owned();
    let listed = marquee(&["feed", "list", "--site", "acme"]).stdout_of_success();
    assert!(listed.contains("held") && listed.contains(&run), "{listed}");
    let applied = marquee(&["feed", "apply", "--site", "acme", "Agile", &run]).stdout_of_success();
    assert!(applied.contains("applied\n0 added, 0 moved, 18 gone"), "{applied}");
    let runs = marquee(&["feed", "runs", "--site", "acme", "--json", "Agile"]).stdout_of_success();
    let runs: Vec<Value> = serde_json::from_str(&runs).unwrap();
    let results: HashSet<&str> = runs.iter().map(|run| run["result"].as_str().unwrap()).collect();
    assert_eq!(results, HashSet::from(["changed", "applied"]));
    assert_ne!(marquee(&["feed", "keep", "--site", "acme", "Agile", &run]).code, 0, "it was decided");
    let removed = marquee(&["feed", "remove", "--site", "acme", "Agile"]).stdout_of_success();
    assert!(removed.contains("its shows stay"), "{removed}");
}
