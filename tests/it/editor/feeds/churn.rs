//! Versions of a program one after the other, many of them broken or with much less than before: visitors see accepted ones only

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fastrand::Rng;
use flate2::read::GzDecoder;
use jiff::{SignedDuration, Timestamp};
use marquee_tests::{Acme, CLOCK, CommandResult, Data, Server, film, recorded, show, theater};
use serde_json::{Value, json};

use super::{Content, System, connect, office_of, settings};

/// Number of generated versions, unless `MARQUEE_TEST_FEED_VERSIONS` says another one.
const VERSIONS: usize = 150;
const FILMS: [&str; 3] = ["Low Tide", "Kestrel", "Salt"];
const THEATERS: [&str; 3] = ["T1", "T2", "T3"];
/// 2026-11-21 00:00 in Detroit.
const MIDNIGHT: &str = "2026-11-21T05:00:00Z";

/// Shows by their ids: the id of the film, and the start.
type Shows = BTreeMap<String, (String, Timestamp)>;
/// The shows of all theaters by their ids.
type Program = BTreeMap<String, Shows>;

/// Whether a version takes away too much of the coming shows: of a theater or of all of them more than ten and 40 percent, or all.
/// A show with another id at the same time is the same for visitors.
fn is_held(before: &Program, after: &Program, now: Timestamp) -> bool {
    let coming = |program: &Program, theater: &str| -> Shows {
        let shows = program.get(theater).cloned().unwrap_or_default();
        shows.into_iter().filter(|(_, (_, start))| *start >= now).collect()
    };
    let is_much = |[before, gone, after]: [usize; 3]| {
        (gone > 10 && gone * 100 > before * 40) || (gone > 0 && after == 0)
    };
    let mut all = [0, 0, 0];
    let mut is_held = false;
    for theater in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        let (before, after) = (coming(before, theater), coming(after, theater));
        let mut added: Vec<_> = after.iter().filter(|(id, _)| !before.contains_key(*id)).collect();
        let missing = before.iter().filter(|(id, _)| !after.contains_key(*id));
        let gone = missing.filter(|(_, show)| {
            let same = added.iter().position(|(_, other)| other == show);
            same.map(|at| added.swap_remove(at)).is_none()
        });
        let counts = [before.len(), gone.count(), after.len()];
        is_held |= is_much(counts);
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    is_held || is_much(all)
}

fn payloads(program: &Program) -> Vec<Value> {
    let films: Vec<_> = FILMS
        .iter()
        .enumerate()
        .map(|(n, title)| json!({ "film_id": n.to_string(), "title": title }))
        .collect();
    let payload = |(theater, shows): (&String, &Shows)| {
        let session = |(id, (film, start)): (&String, &(String, Timestamp))| json!({ "session_id": id, "film_id": film, "start_time_utc": start.to_string() });
        json!({
            "spec": "cinemashowtimes-json/1.0",
            "cinema": { "cinema_id": theater, "name": theater, "timezone": "America/Detroit" },
            "films": films,
            "sessions": shows.iter().map(session).collect::<Vec<_>>(),
        })
    };
    program.iter().map(payload).collect()
}

/// What the system responds with.
enum Version {
    Program(Program),
    /// Not readable as a program.
    Broken(Content),
}

/// Makes versions of a program.
struct Source {
    random: Rng,
    ids: usize,
}

impl Source {
    /// A start that no other show of the theater has, so that starts tell shows apart.
    fn start(&mut self, shows: &Shows) -> Timestamp {
        let midnight: Timestamp = MIDNIGHT.parse().unwrap();
        loop {
            let start = midnight + SignedDuration::from_mins(self.random.i64(9 * 60..24 * 60));
            if shows.values().all(|(_, other)| *other != start) {
                return start;
            }
        }
    }

    fn add(&mut self, shows: &mut Shows) {
        self.ids += 1;
        let start = self.start(shows);
        shows.insert(format!("s{}", self.ids), (self.random.usize(..FILMS.len()).to_string(), start));
    }

    fn first(&mut self) -> Program {
        let mut program = Program::new();
        for theater in THEATERS {
            let shows = program.entry(theater.to_owned()).or_default();
            (0..25).for_each(|_| self.add(shows));
        }
        program
    }

    /// A version of an ordinary day, one that lacks much, or a fault.
    fn next(&mut self, current: &Program) -> Version {
        let mut program = current.clone();
        let theater = THEATERS[self.random.usize(..THEATERS.len())];
        let random = &mut self.random;
        match random.u8(..12) {
            0 => drop(program.remove(theater)),
            1 => program.values_mut().for_each(|shows| shows.retain(|_, _| random.bool())),
            2 => {
                let share = random.u8(2..20);
                program.get_mut(theater).unwrap().retain(|_, _| random.u8(..20) < share);
            }
            3 => return Version::Broken(self.cut(current)),
            4 => return Version::Broken(self.fault(current)),
            _ => self.ordinary(program.get_mut(theater).unwrap()),
        }
        Version::Program(program)
    }

    /// Adds some shows, takes away some of many, and moves one.
    fn ordinary(&mut self, shows: &mut Shows) {
        let mut ids: Vec<String> = shows.keys().cloned().collect();
        self.random.shuffle(&mut ids);
        let removed = if ids.len() > 25 { self.random.usize(..9) } else { 0 };
        for id in ids.drain(..removed) {
            shows.remove(&id);
        }
        (0..self.random.usize(..4)).for_each(|_| self.add(shows));
        if let Some(id) = ids.first() {
            shows.get_mut(id).unwrap().1 = self.start(shows);
        }
    }

    /// A response that ends too early, for HTTP or only for JSON.
    fn cut(&mut self, current: &Program) -> Content {
        let body = Value::Array(payloads(current)).to_string();
        let body = &body[..self.random.usize(..body.len())];
        response("200 OK", body, self.random.usize(..2))
    }

    fn fault(&mut self, current: &Program) -> Content {
        let wrong = |key: &str, value: Value| {
            let mut all = payloads(current);
            all.iter_mut().for_each(|payload| payload[key] = value.clone());
            Value::Array(all).to_string()
        };
        let body = match self.random.u8(..8) {
            0 => return response("500 Oops", "", 0),
            1 => return response("503 Busy", "later", 0),
            2 => String::new(),
            3 => "[]".to_owned(),
            4 => "<!doctype html><title>Maintenance</title>".to_owned(),
            5 => wrong("sessions", json!("none today")),
            6 => wrong("cinema", json!(7)),
            _ => wrong("sessions", json!([{ "session_id": 5, "film_id": [], "start_time_utc": true }])),
        };
        response("200 OK", &body, 0)
    }
}

/// A response that says it is longer than it is by a number of bytes.
fn response(status: &str, body: &str, missing: usize) -> Content {
    let length = body.len() + missing;
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    Content::Raw([head.as_bytes(), body.as_bytes()].concat())
}

/// What a theater's page says of a program: titles and starts.
fn shown(shows: &Shows) -> BTreeSet<(String, Timestamp)> {
    shows.values().map(|(film, start)| (FILMS[film.parse::<usize>().unwrap()].to_owned(), *start)).collect()
}

/// The programs that visitors may see, the oldest first.
type Accepted = Mutex<Vec<Program>>;

/// A visitor who reads the pages of all theaters again and again.
struct Visitor<'a> {
    server: &'a Server,
    accepted: &'a Accepted,
    /// For each theater the first of the accepted programs that its page can have been made of.
    seen: [usize; 3],
}

impl Visitor<'_> {
    /// Reads a page, which says what it said before or what was accepted since.
    fn read(&mut self, number: usize) {
        let theater = THEATERS[number];
        let page = self
            .server
            .site("acme.example")
            .page(&format!("/theaters/{}/?day=2026-11-21", theater.to_lowercase()));
        let text = |event: &Value, key: &str| event[key].as_str().unwrap().to_owned();
        let found: BTreeSet<_> = page
            .nodes("ScreeningEvent")
            .iter()
            .map(|event| (text(event, "name"), text(event, "startDate").parse::<Timestamp>().unwrap()))
            .collect();
        let accepted = self.accepted.lock().unwrap();
        let is_same = |program: &Program| shown(&program[theater]) == found;
        let later = accepted[self.seen[number]..].iter().position(is_same);
        let Some(later) = later else { panic!("{theater} was never accepted with {found:?}") };
        self.seen[number] += later;
    }
}

/// What happened to the generated versions.
#[derive(Debug, Default)]
struct Results {
    taken: usize,
    held: usize,
    refused: usize,
}

fn acme() -> Acme {
    let theaters = THEATERS.map(|id| theater(id, id));
    let films = FILMS.iter().enumerate().map(|(n, title)| film(&n.to_string(), title));
    let past = [show("past", "T1", "1", "2026-11-10T01:00:00Z", "2026-11-09")];
    Acme::circuit()
        .file("theaters", json!(theaters))
        .file("movies", Value::Array(films.collect()))
        .file("showtimes", json!(past))
}

/// A feed that is run on the command line.
struct Feed<'a> {
    data: &'a Data,
    system: &'a System,
    id: String,
    clock: String,
}

impl Feed<'_> {
    fn command(&self, name: &str, run: &[&str]) -> CommandResult {
        let flags = ["--site", "acme", "--internal-upstreams", &self.system.address, "--clock", &self.clock];
        self.data.run(&[&["feed", name], &flags[..], &[&self.id], run].concat())
    }

    /// The id of a run, and its result.
    fn run(&self) -> (String, String) {
        let output = self.command("run", &[]);
        let (id, result) = output
            .out
            .lines()
            .next()
            .and_then(|line| line.split_once(": "))
            .unwrap_or_else(|| panic!("{output:?}"));
        (id.to_owned(), result.to_owned())
    }

    /// Decides a held run: `apply` or `keep`.
    fn decide(&self, run: &str, choice: &str) {
        drop(self.command(choice, &[run]).stdout_of_success());
    }

    /// Reads a version, decides if the run is held, and checks that it is held exactly if it should be.
    fn read_version(&self, source: &mut Source, accepted: &Accepted, results: &mut Results) {
        let current = accepted.lock().unwrap().last().unwrap().clone();
        let program = match source.next(&current) {
            Version::Broken(content) => {
                self.system.respond_with(content);
                let (run, result) = self.run();
                results.refused += 1;
                match result.as_str() {
                    // Theaters of which no show can be read keep theirs, with a warning; the second time it is the same response.
                    "failed" | "warned" | "unchanged" => {}
                    "held" => self.decide(&run, "keep"),
                    _ => panic!("a broken version: {result}"),
                }
                return;
            }
            Version::Program(program) => program,
        };
        self.system.respond_with(response("200 OK", &Value::Array(payloads(&program)).to_string(), 0));
        if !is_held(&current, &program, CLOCK.parse().unwrap()) {
            accepted.lock().unwrap().push(program);
            let (run, result) = self.run();
            assert!(["changed", "unchanged"].contains(&result.as_str()), "{run}: {result}");
            results.taken += 1;
            return;
        }
        let (run, result) = self.run();
        assert_eq!(result, "held", "{current:?}, then {program:?}");
        results.held += 1;
        let is_whole = program.len() == THEATERS.len() && program.values().all(|shows| !shows.is_empty());
        if is_whole && source.random.bool() {
            accepted.lock().unwrap().push(program);
            self.decide(&run, "apply");
        } else {
            self.decide(&run, "keep");
        }
    }
}

/// Ends the reading of a visitor, also if the test fails.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn no_page_shows_a_program_that_was_not_accepted() {
    let count = std::env::var("MARQUEE_TEST_FEED_VERSIONS").map_or(VERSIONS, |count| count.parse().unwrap());
    let mut source = Source { random: Rng::with_seed(7), ids: 0 };
    let first = source.first();
    let system = System::new("");
    let office = office_of(&acme(), &system);
    let mut settings = settings(&system);
    settings["address"] = json!(system.url("program.json"));
    settings["theaters"] = THEATERS.iter().map(|id| json!({ "feed": id, "theater": id })).collect();
    let id = connect(&office.owner(), &settings);
    let feed = Feed { data: &office.data, system: &system, id, clock: CLOCK.to_owned() };
    let nothing: Program = THEATERS.iter().map(|id| ((*id).to_owned(), Shows::new())).collect();
    let accepted = Mutex::new(vec![nothing, first.clone()]);
    system.respond_with(response("200 OK", &Value::Array(payloads(&first)).to_string(), 0));
    assert_eq!(feed.run().1, "changed");

    let mut results = Results::default();
    let is_done = AtomicBool::new(false);
    let mut visitor = Visitor { server: &office.server, accepted: &accepted, seen: [0; 3] };
    let pages = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut pages = 0;
            while !is_done.load(Ordering::Relaxed) {
                visitor.read(pages % THEATERS.len());
                pages += 1;
                std::thread::sleep(Duration::from_millis(5));
            }
            pages
        });
        let end = End(&is_done);
        for _ in 0..count {
            assert!(!reader.is_finished(), "the visitor has found a fault");
            feed.read_version(&mut source, &accepted, &mut results);
        }
        drop(end);
        reader.join().unwrap()
    });
    println!("{count} versions, {results:?}; {pages} pages read");
    assert!(results.taken > 0 && results.held > 0 && results.refused > 0, "{results:?}");
    let last = accepted.lock().unwrap().last().unwrap().clone();
    for theater in THEATERS {
        let path = format!("/theaters/{}/?day=2026-11-21", theater.to_lowercase());
        office
            .server
            .site("acme.example")
            .wait_for_page(&path, |page| page.nodes("ScreeningEvent").len() == last[theater].len());
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap().to_owned()
}

/// The titles of films by their ids, as far as spellings do not matter.
fn titles(films: &Value, id: &str) -> HashMap<String, String> {
    let letters = |title: String| title.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let films = films.as_array().unwrap().iter();
    films.map(|film| (text(film, id), letters(text(film, "title")))).collect()
}

/// A version of the recorded program of eight cinemas: when it was made, what the system responds with, and its shows.
fn portland(version: usize) -> (Timestamp, String, Program) {
    let packed =
        std::fs::File::open(recorded("portland-churn").join(format!("{version:03}.json.gz"))).unwrap();
    let mut body = String::new();
    GzDecoder::new(packed).read_to_string(&mut body).unwrap();
    let cinemas: Vec<Value> = serde_json::from_str(&body).unwrap();
    let shows = |cinema: &Value| {
        let titles = titles(&cinema["films"], "film_id");
        let show = |show: &Value| {
            let start = text(show, "start_time_utc").parse().unwrap();
            (text(show, "session_id"), (titles[&text(show, "film_id")].clone(), start))
        };
        (
            text(&cinema["cinema"], "cinema_id"),
            cinema["sessions"].as_array().unwrap().iter().map(show).collect(),
        )
    };
    let program = cinemas.iter().map(shows).collect();
    (text(&cinemas[0], "generated_at").parse().unwrap(), body, program)
}

/// The shows that a site has from an instant on.
fn exported(data: &Data, now: Timestamp) -> Program {
    let folder = data.file("exported");
    drop(data.run(&["site", "export", "acme", folder.to_str().unwrap()]).stdout_of_success());
    let file =
        |name: &str| -> Value { serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap() };
    let titles = titles(&file("movies.json"), "id");
    let mut program = Program::new();
    for show in file("showtimes.json").as_array().unwrap() {
        let start: Timestamp = text(show, "startsAt").parse().unwrap();
        let shows = program.entry(text(show, "theaterId")).or_default();
        shows.insert(text(show, "id"), (titles[&text(show, "movieId")].clone(), start));
    }
    coming(&program, now)
}

/// The part of a program from an instant on.
fn coming(program: &Program, now: Timestamp) -> Program {
    let mut program = program.clone();
    program.values_mut().for_each(|shows| shows.retain(|_, (_, start)| *start >= now));
    program.retain(|_, shows| !shows.is_empty());
    program
}

#[test]
#[ignore = "reads recorded schedules, which are not part of the repository"]
fn a_hundred_recorded_versions_are_held_exactly_if_they_lose_too_much() {
    let system = System::new("");
    let (begun, body, first) = portland(0);
    system.respond_with(response("200 OK", &body, 0));
    let theaters = first.keys().map(|id| {
        let mut theater = theater(id, id);
        theater["timeZone"] = json!("America/Los_Angeles");
        theater
    });
    let past = [show("past", "hollywood", "1", "2026-01-10T01:00:00Z", "2026-01-09")];
    let site = Acme::circuit()
        .file("theaters", theaters.collect())
        .file("movies", json!([film("1", "Low Tide")]))
        .file("showtimes", json!(past));
    let data = Data::with(&[&site]);
    let mut feed = Feed { data: &data, system: &system, id: "Tills".to_owned(), clock: begun.to_string() };
    drop(feed.command("add", &[&system.url("program.json"), "--remove-missing"]).stdout_of_success());

    let mut accepted = Program::new();
    let mut held = Vec::new();
    for version in 0..100 {
        let (now, body, program) = portland(version);
        feed.clock = now.to_string();
        system.respond_with(response("200 OK", &body, 0));
        let (run, result) = feed.run();
        let is_held = is_held(&accepted, &program, now);
        assert_eq!(result == "held", is_held, "version {version} of {now}: {result}");
        if is_held {
            // A person keeps the times at first, and believes a second version that lacks as much.
            let is_second = held.last().is_some_and(|last| last + 1 == version);
            feed.decide(&run, if is_second { "apply" } else { "keep" });
            held.push(version);
            if !is_second {
                assert_eq!(exported(&data, now), coming(&accepted, now), "after version {version} was held");
                continue;
            }
        }
        accepted = program;
        assert_eq!(exported(&data, now), coming(&accepted, now), "after version {version}");
    }
    println!("held: {held:?}");
    assert!(held.contains(&1) && held.contains(&8), "half of the shows, and none at all");
}
