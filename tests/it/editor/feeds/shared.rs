//! Several feeds of one site: films here, times there, and two feeds of one theater (decision 0079).

use serde_json::{Value, json};

use super::{Browser, Content, System, connect, counts, office, run, settings, shows};

fn table(rows: &[&str]) -> Content {
    let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
    Content::Sheet(format!("Date,Time,Film,Theater\n{rows}"))
}

fn respond(system: &System, path: &str, rows: &[&str]) {
    system.pages.lock().unwrap().insert(format!("/{path}"), table(rows));
}

fn connect_to(owner: &Browser<'_>, system: &System, name: &str, path: &str) -> String {
    let mut settings = settings(system);
    (settings["name"], settings["address"]) = (json!(name), json!(system.url(path)));
    settings["theaters"] = json!([{ "feed": "T1", "theater": "T1" }]);
    settings["missingShows"] = json!("canceled");
    connect(owner, &settings)
}

fn remarks(report: &Value) -> String {
    report["differences"]["plan"]["remarks"].to_string()
}

#[test]
fn two_feeds_of_a_theater_change_their_own_shows_only() {
    let system = System::new("");
    let office = office(&system);
    let owner = office.owner();
    let (films, events) =
        (["2026-11-21,19:00,Kestrel,One", "2026-11-21,21:00,Kestrel,One"], ["2026-11-22,11:00,Low Tide,One"]);
    respond(&system, "films.csv", &films);
    respond(&system, "events.csv", &events);
    let first = connect_to(&owner, &system, "Films", "films.csv");
    assert_eq!(counts(&run(&owner, &first)), [2, 0, 0, 0]);
    let second = connect_to(&owner, &system, "Events", "events.csv");
    let added = run(&owner, &second);
    assert_eq!((counts(&added), shows(&owner, "T1")), ([1, 0, 0, 0], 3), "{added}");
    assert_eq!(run(&owner, &first)["run"]["result"], "unchanged");

    // Each loses its own shows only.
    respond(&system, "films.csv", &[films[1], "2026-11-21,23:00,Kestrel,One"]);
    let report = run(&owner, &first);
    assert_eq!((counts(&report), shows(&owner, "T1")), ([1, 0, 1, 1], 3), "{report}");
    // The program of the editor says which feed a show is from.
    let program = owner.ok("GET", "acme/program?theater=T1&from=2026-11-21&days=7", &Value::Null);
    let feeds_at = |starts_at: &str| -> Vec<Value> {
        let shows = program["shows"].as_array().unwrap().iter().filter(|show| show["startsAt"] == starts_at);
        shows.map(|show| program["feeds"][show["id"].as_str().unwrap()].clone()).collect()
    };
    let at = |start: &str| feeds_at(&format!("{start}:00Z"));
    assert_eq!(at("2026-11-22T16:00"), [json!(second)], "{program}");
    assert_eq!(at("2026-11-22T04:00"), [json!(first)], "{program}");
    // All shows of the second one: too much, although the theater has others.
    respond(&system, "events.csv", &["2026-11-10,11:00,Low Tide,One"]);
    let held = run(&owner, &second);
    assert_eq!(
        (&held["run"]["result"], &held["differences"]["loss"]["percent"]),
        (&json!("held"), &json!(100))
    );

    // A show that both have stays with the feed that was connected first.
    let path = |report: &Value| {
        format!("acme/feeds/{second}/runs/{}/decision", report["run"]["id"].as_str().unwrap())
    };
    owner.ok("POST", &path(&held), &json!({ "choice": "keep" }));
    respond(&system, "events.csv", &[events[0], films[1]]);
    let report = run(&owner, &second);
    assert_eq!((counts(&report), shows(&owner, "T1")), ([0, 0, 0, 1], 3), "{report}");
    assert!(remarks(&report).contains("is also in the feed Films"), "{report}");
    // The report is stored without a language: somebody whose editor is in French reads it in French.
    let stored = format!("acme/feeds/{second}/runs/{}", report["run"]["id"].as_str().unwrap());
    let in_french = owner.request("GET", &stored, &[("accept-language", "fr-CA, fr;q=0.9")], "").json();
    assert!(remarks(&in_french).contains("est aussi dans le flux Films, connecté en premier"), "{in_french}");

    // The shows of a feed that is removed stay.
    owner.ok("DELETE", &format!("acme/feeds/{first}"), &json!({}));
    respond(&system, "events.csv", &events);
    let report = run(&owner, &second);
    assert_eq!((counts(&report), shows(&owner, "T1")), ([0, 0, 0, 1], 3), "{report}");
}

#[test]
fn a_feed_without_theaters_describes_the_films_of_others() {
    let system = System::new("");
    let office = office(&system);
    let owner = office.owner();
    respond(&system, "times.csv", &["2026-11-21,19:00,The Lock Keeper,One"]);
    let times = connect_to(&owner, &system, "Times", "times.csv");
    assert_eq!(counts(&run(&owner, &times)), [1, 0, 0, 0]);
    let film = |title: &str, text: &str| {
        json!({
            "@type": "Movie", "name": title, "description": text, "director": "Ida Voss",
        })
    };
    let films = [film("The Lock Keeper", "A canal, a winter."), film("Somewhere Else", "Not here.")];
    system.page("films.json", &json!({ "@context": "https://schema.org", "@graph": films }));
    let mut settings = settings(&system);
    (settings["name"], settings["address"]) = (json!("Films"), json!(system.url("films.json")));
    (settings["format"], settings["theaters"]) = (json!("json-ld"), json!([]));
    let feed = connect(&owner, &settings);
    let report = run(&owner, &feed);
    assert_eq!(report["run"]["result"], "changed", "{report}");
    assert_eq!((counts(&report), shows(&owner, "T1")), ([0, 0, 0, 0], 1), "{report}");
    let found = owner.ok("GET", "acme/films", &Value::Null).to_string();
    assert!(found.contains("The Lock Keeper") && !found.contains("Somewhere Else"), "{found}");
    let site = office.server.site("acme.example");
    let page = site.page_once("/movies/", |page| page.text().contains("The Lock Keeper"));
    let link =
        page.links().map(|link| link.get("href")).find(|href| href.contains("the-lock-keeper")).unwrap();
    let page = site.page_once(link, |page| page.text().contains("A canal, a winter."));
    assert!(page.text().contains("Ida Voss"));
}
