//! What becomes of announced shows that a feed moves or no longer has.

use marquee_tests::{Acme, Site, show};
use serde_json::{Value, json};

use super::{System, connect, counts, office_of, run, settings, site};

fn acme() -> Acme {
    let times = [
        show("past", "T1", "1", "2026-11-10T01:00:00Z", "2026-11-09"),
        show("before", "T1", "2", "2026-11-23T01:00:00Z", "2026-11-22"),
    ];
    site().file("showtimes", json!(times))
}

/// A schedule of both theaters; `rows` are those of the first.
fn sheet(rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("2026-11-21,{row},One\n")).collect();
    format!("Date,Time,Film,Theater\n{rows}2026-11-21,20:30,Low Tide,Two\n")
}

/// Settings of a feed whose missing shows are canceled.
fn canceling(system: &System) -> Value {
    let mut settings = settings(system);
    settings["missingShows"] = json!("canceled");
    settings
}

/// Films, announced starts and new starts of the shows that members' orders say are changed.
fn changed(site: &Site<'_>) -> Vec<(String, Vec<String>, Option<String>)> {
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let shows = site.get("/api/changed-shows.json").json()["shows"].as_array().unwrap().clone();
    let shows = shows.iter().map(|show| {
        assert_eq!(show["theater"], "T1");
        let announced = show["announced"].as_array().unwrap().iter().filter_map(text).collect();
        (text(&show["titles"][0]).unwrap(), announced, text(&show["nowAt"]))
    });
    shows.collect()
}

/// Waits until a page says to machines what the shows of the first theater are: film, start, status and former start.
fn wait_for_events(site: &Site<'_>, expected: &[&str]) {
    let event = |event: &Value| {
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let time = |key: &str| text(key).chars().skip(11).take(5).collect::<String>();
        let status = text("eventStatus").replace("https://schema.org/Event", "");
        let event = format!("{} {} {status} {}", text("name"), time("startDate"), time("previousStartDate"));
        event.trim_end().to_owned()
    };
    site.wait_for_page("/theaters/t1/?day=2026-11-21", |page| {
        let mut events: Vec<String> = page.nodes("ScreeningEvent").iter().map(event).collect();
        events.sort();
        events == expected
    });
}

#[test]
fn a_missing_show_is_canceled_or_moved_on_pages_calendars_and_orders() {
    let system = System::new(&sheet(&["19:00,Kestrel", "21:00,Low Tide"]));
    let office = office_of(&acme(), &system);
    let owner = office.owner();
    let feed = connect(&owner, &canceling(&system));
    let site = office.server.site("acme.example");
    assert_eq!(counts(&run(&owner, &feed)), [3, 0, 1, 0]);
    assert_eq!(changed(&site), [], "what the site had before the feed was not announced by it");
    let announced = ["Kestrel 19:00 Scheduled", "Low Tide 21:00 Scheduled"];
    wait_for_events(&site, &announced);

    system.sheet(&sheet(&["19:45,Kestrel"]));
    let report = run(&owner, &feed);
    assert_eq!(counts(&report), [1, 0, 2, 1], "{report}");
    let expected = ["Kestrel 19:45 Rescheduled 19:00", "Low Tide 21:00 Cancelled"];
    wait_for_events(&site, &expected);
    let page = site.get("/theaters/t1/?day=2026-11-21").text();
    assert!(page.contains("Canceled"), "{page}");
    let start = |time: &str| format!("2026-11-{time}Z");
    let changes = [
        ("Kestrel".to_owned(), vec![start("22T00:00:00")], Some(start("22T00:45:00"))),
        ("Low Tide".to_owned(), vec![start("22T02:00:00")], None),
    ];
    assert_eq!(changed(&site), changes);
    let calendar = site.get("/api/calendar/theater/T1.ics").text();
    assert!(
        calendar.contains("STATUS:CANCELLED") && calendar.contains("DTSTART:20261122T004500Z"),
        "{calendar}"
    );

    // Nothing changes until the feed says something else.
    let same = sheet(&["19:45,Kestrel "]);
    system.sheet(&same);
    let again = run(&owner, &feed);
    assert_eq!((&again["run"]["result"], counts(&again)), (&json!("unchanged"), [0, 0, 0, 2]), "{again}");
    assert_eq!(changed(&site), changes);

    system.sheet(&sheet(&["19:00,Kestrel", "21:00,Low Tide"]));
    run(&owner, &feed);
    wait_for_events(&site, &announced);
    let back = ("Kestrel".to_owned(), vec![start("22T00:45:00")], Some(start("22T00:00:00")));
    assert_eq!(changed(&site), [back], "tickets were sold for both times");
}

#[test]
fn shows_that_the_feed_did_not_announce_are_not_canceled() {
    let system = System::new(&sheet(&["19:00,Kestrel", "21:00,Low Tide"]));
    let office = office_of(&acme(), &system);
    let owner = office.owner();
    let feed = connect(&owner, &canceling(&system));
    run(&owner, &feed);
    // A person replaces the program of the theater between two runs.
    let program = office.data.file("by-hand.csv");
    std::fs::write(&program, sheet(&["15:00,Kestrel"])).unwrap();
    let imported =
        office.data.run(&["import", "--site", "acme", "--format", "spreadsheet", program.to_str().unwrap()]);
    assert_eq!(imported.code, 0, "{}", imported.out);
    // The feed says what it said before.
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed");
    let site = office.server.site("acme.example");
    wait_for_events(&site, &["Kestrel 19:00 Scheduled", "Low Tide 21:00 Scheduled"]);
    assert_eq!(changed(&site), []);
}

#[test]
fn a_film_whose_shows_are_all_canceled_is_not_announced_as_playing() {
    let system = System::new(&sheet(&["19:00,Kestrel", "21:00,Salt"]).replace("21,21:00", "24,21:00"));
    let office = office_of(&acme(), &system);
    let owner = office.owner();
    let feed = connect(&owner, &canceling(&system));
    let site = office.server.site("acme.example");
    let found = |page: &marquee_tests::Page| {
        let data = page.data();
        let entries = data["page"]["entries"].as_array().unwrap();
        let film = entries.iter().find(|entry| entry["title"] == "Salt");
        film.map(|film| film["when"].as_str().unwrap().to_owned())
    };
    run(&owner, &feed);
    site.wait_for_page("/search/", |page| found(page).is_some_and(|when| when.contains("24")));
    let is_listed = || site.get("/api/films.rss").text().contains("Salt");
    assert!(is_listed());
    system.sheet(&sheet(&["19:00,Kestrel"]));
    run(&owner, &feed);
    site.wait_for_page("/search/", |page| found(page).is_some_and(|when| !when.contains("24")));
    assert!(!is_listed(), "the feed of new films");
}

#[test]
fn missing_shows_are_removed_if_the_feed_says_so() {
    let system = System::new(&sheet(&["19:00,Kestrel", "21:00,Low Tide"]));
    let office = office_of(&acme(), &system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    run(&owner, &feed);
    system.sheet(&sheet(&["19:00,Kestrel"]));
    assert_eq!(counts(&run(&owner, &feed)), [0, 0, 1, 2]);
    let site = office.server.site("acme.example");
    wait_for_events(&site, &["Kestrel 19:00 Scheduled"]);
    assert_eq!(changed(&site), []);
}

#[test]
fn a_canceled_show_stays_with_its_film_when_that_turns_out_to_be_another_one() {
    let system = System::new(&sheet(&["19:00,KESTREL (2D)", "21:00,KESTREL (2D)"]));
    let office = office_of(&acme(), &system);
    let owner = office.owner();
    let feed = connect(&owner, &canceling(&system));
    run(&owner, &feed);
    system.sheet(&sheet(&["19:00,KESTREL (2D)"]));
    run(&owner, &feed);
    let site = office.server.site("acme.example");
    wait_for_events(&site, &["KESTREL (2D) 19:00 Scheduled", "KESTREL (2D) 21:00 Cancelled"]);

    let found = owner.ok("GET", "acme/film-matches", &Value::Null);
    let path = format!("acme/film-matches/{}", found["matches"][0]["film"].as_str().unwrap());
    owner.ok("PUT", &path, &json!({ "isSame": true }));
    let report = run(&owner, &feed);
    assert_eq!(report["run"]["result"], "changed", "{report}");
    wait_for_events(&site, &["Kestrel 19:00 Scheduled", "Kestrel 21:00 Cancelled"]);
}
