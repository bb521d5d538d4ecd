//! Imports of schedules into a site, after a dry run

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use marquee_tests::{Acme, CLOCK, Data, MockServer, Reply, film, show, theater};
use serde_json::{Value, json};

use super::{Browser, HOST, JSON, OWNER, Office, assert_problem, password_of};

/// A site with a film, a show at each of its two theaters, and one that is over.
fn office_with_shows(flags: &[&str]) -> Office {
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file(
            "showtimes",
            json!([
                show("past", "T1", "1", "2026-11-10T01:00:00Z", "2026-11-09"),
                show("a", "T1", "2", "2026-11-22T01:00:00Z", "2026-11-21"),
                show("b", "T2", "2", "2026-11-22T02:00:00Z", "2026-11-21"),
            ]),
        );
    let data = Data::with(&[&acme]);
    let added = data.run(&["operator", "add", OWNER]).stdout_of_success();
    let server = data.serve_in(CLOCK, &[&["--editor-host", HOST], flags].concat(), &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

const SHEET: &str = "Date,Time,Film,Theater\n\
                     2026-11-21,21:45,low tide,One\n\
                     2026-11-21,22:15,Dust & Honey,One\n\
                     later,22:15,Dust & Honey,One\n";

fn sheet(content: &str) -> Value {
    json!({ "files": [{ "name": "week.csv", "content": STANDARD.encode(content) }] })
}

fn plan(browser: &Browser<'_>, source: &Value) -> Reply {
    browser.send("POST", "acme/program/import/plan", &json!({ "source": source }))
}

fn import(browser: &Browser<'_>, source: &Value, plan: &Value) -> Reply {
    browser.send("POST", "acme/program/import", &json!({ "source": source, "plan": plan["plan"] }))
}

/// The starts of the shows that a theater has on a day.
fn starts(browser: &Browser<'_>, theater: &str) -> Vec<String> {
    let path = format!("acme/program?theater={theater}&from=2026-11-21&days=1");
    let shows = browser.ok("GET", &path, &Value::Null)["shows"].clone();
    shows.as_array().unwrap().iter().map(|show| show["startsAt"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_dry_run_shows_what_an_import_changes_and_stores_nothing() {
    let office = office_with_shows(&[]);
    let owner = office.owner();
    let reply = plan(&owner, &sheet(SHEET));
    assert_eq!(reply.status, 200, "{}", reply.text());
    let planned = reply.json();
    let counts = |added: u32, changed: u32, removed: u32, unchanged: u32| json!({ "added": added, "changed": changed, "removed": removed, "unchanged": unchanged });
    // The show that is over is no loss.
    assert_eq!(planned["shows"], counts(2, 0, 1, 0));
    assert_eq!(planned["films"], counts(1, 0, 0, 2));
    assert_eq!((&planned["format"], &planned["isSame"]), (&json!("spreadsheet"), &json!(false)));
    assert_eq!((&planned["from"], &planned["until"]), (&json!("2026-11-21"), &json!("2026-11-21")));
    let theaters = planned["theaters"].as_array().unwrap();
    assert_eq!(
        (theaters.len(), &theaters[0]["name"], &theaters[0]["shows"]),
        (1, &json!("One"), &counts(2, 0, 1, 0))
    );
    let film = |title: &str| {
        let films = planned["changes"].as_array().unwrap();
        films.iter().find(|film| film["title"] == title).unwrap().clone()
    };
    assert_eq!(
        (&film("Dust & Honey")["change"], &film("Low Tide")["change"]),
        (&json!("added"), &json!("unchanged"))
    );
    assert_eq!(film("Low Tide")["name"], "low tide", "the name in the file");
    assert_eq!(film("Dust & Honey").get("name"), None, "the site has no other");
    assert_eq!(planned["days"], json!([{ "day": "2026-11-21", "before": 1, "after": 2 }]));
    assert_eq!(
        film("Kestrel")["times"],
        json!([{ "id": "a", "theater": "T1", "change": "removed", "before": "2026-11-22T01:00:00Z" }])
    );
    let remark = planned["remarks"][0].as_str().unwrap();
    assert!(remark.contains("week.csv") && remark.contains("/4/Date"), "{remark}");
    assert_eq!((&planned["skipped"], &planned["remarkCount"]), (&json!(1), &json!(1)));
    let origin = format!("https://{}", office.host);
    let headers = [JSON, ("origin", origin.as_str()), ("accept-language", "de")];
    let body = json!({ "source": sheet(SHEET) }).to_string();
    let in_german = owner.request("POST", "acme/program/import/plan", &headers, &body).json();
    let remark = in_german["remarks"][0].as_str().unwrap();
    assert!(remark.contains("ausgelassen: Datum: „later“ "), "{remark}");

    assert_eq!(starts(&owner, "T1"), ["2026-11-22T01:00:00Z"], "nothing is stored");
    let films = owner.ok("GET", "acme/films", &Value::Null)["films"].as_array().unwrap().len();
    assert_eq!(films, 2);
}

#[test]
fn an_import_does_what_its_dry_run_has_shown() {
    let office = office_with_shows(&[]);
    let owner = office.owner();
    let planned = plan(&owner, &sheet(SHEET)).json();
    let imported = import(&owner, &sheet(SHEET), &planned);
    assert_eq!((imported.status, imported.json()), (200, planned));
    let site = office.server.site("acme.example");
    drop(site.page_once("/theaters/t1/", |page| page.text().contains("Dust & Honey")));
    assert_eq!(starts(&owner, "T2"), ["2026-11-22T02:00:00Z"], "the other theater keeps its shows");
    let audit = owner.ok("GET", "acme/audit", &Value::Null);
    let entries = audit["entries"].as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["action"] == "program.import").unwrap();
    assert_eq!(
        entry["detail"],
        // The one that is over is removed too.
        "spreadsheet from week.csv: 2 shows added, 0 changed, 2 removed"
    );
    assert_eq!(plan(&owner, &sheet(SHEET)).json()["isSame"], true);
    let draft = owner.ok("GET", "acme/draft", &Value::Null);
    assert_eq!(draft["changes"], json!([]), "an import is no part of the draft");
}

#[test]
fn a_film_with_another_title_is_found_by_the_title_of_its_feed() {
    let office = office_with_shows(&[]);
    let owner = office.owner();
    owner.edit("/films/1", &Value::Null, &json!({ "fields": { "title": "Low Tide Orchestra" } }));
    owner.publish();
    let later = "Date,Time,Film,Theater\n2026-11-23,21:45,Low Tide,One\n";
    let planned = plan(&owner, &sheet(later)).json();
    let films = planned["changes"].as_array().unwrap();
    let film = films.iter().find(|film| film["id"] == "1").unwrap();
    assert_eq!((&film["title"], &film["name"]), (&json!("Low Tide Orchestra"), &json!("Low Tide")));
    assert_eq!(planned["films"]["added"], 0, "{planned}");
    let day = |day: &str, before: u32, after: u32| json!({ "day": day, "before": before, "after": after });
    let days = [day("2026-11-21", 1, 0), day("2026-11-22", 0, 0), day("2026-11-23", 0, 1)];
    assert_eq!(planned["days"], json!(days));
}

#[test]
fn an_import_is_refused_if_file_or_program_changed_since_its_dry_run() {
    let office = office_with_shows(&[]);
    let owner = office.owner();
    let planned = plan(&owner, &sheet(SHEET)).json();
    let other = import(&owner, &sheet(&SHEET.replace("21:45", "21:50")), &planned);
    assert_problem(&other, 409);
    assert_eq!(other.json()["code"], "changedSource");
    assert_eq!(import(&owner, &sheet(SHEET), &json!({ "plan": "" })).json()["code"], "changedSource");

    let hidden = json!({ "added": false, "hidden": true, "fields": {} });
    owner.edit("/shows/a", &Value::Null, &hidden);
    owner.publish();
    let refused = import(&owner, &sheet(SHEET), &planned);
    assert_problem(&refused, 409);
    assert_eq!(refused.json()["code"], "changedProgram");
    let films = owner.ok("GET", "acme/films", &Value::Null)["films"].as_array().unwrap().len();
    assert_eq!(films, 2, "nothing is imported");

    let again = plan(&owner, &sheet(SHEET)).json();
    assert_eq!(again["shows"]["removed"], 0, "the hidden show is gone already");
    assert_eq!(import(&owner, &sheet(SHEET), &again).status, 200);
}

#[test]
fn security_7_5_a_schedule_that_cannot_be_read_leaves_the_program() {
    let page = MockServer::with(HashMap::from([("/page".to_owned(), b"<!doctype html>".to_vec())]));
    let office = office_with_shows(&["--internal-upstreams", &page.host_and_port()]);
    let owner = office.owner();
    let at = format!("http://{}/page", page.host_and_port());
    for (source, field, code) in [
        (json!({ "address": at }), "address", "webPage"),
        (json!({ "address": "https://169.254.169.254/" }), "address", "notPublic"),
        (json!({}), "files", "missing"),
        (sheet("Date,Time,Film\n"), "files", "invalid"),
        (sheet("Film\nKestrel\n"), "files", "invalid"),
    ] {
        for path in ["acme/program/import/plan", "acme/program/import"] {
            let mut body = json!({ "source": source });
            if path.ends_with("import") {
                body["plan"] = json!("x.y");
            }
            let refused = owner.send("POST", path, &body);
            assert_problem(&refused, 422);
            let problem = refused.json();
            assert_eq!(
                (&problem["field"], &problem["code"]),
                (&json!(field), &json!(code)),
                "{path} {source}"
            );
        }
    }
    let unknown = json!({ "source": sheet(SHEET), "theater": "T9" });
    assert_eq!(owner.send("POST", "acme/program/import/plan", &unknown).json()["field"], "theater");
    assert_eq!(starts(&owner, "T1"), ["2026-11-22T01:00:00Z"]);
}

#[test]
fn rows_without_a_theater_are_for_the_chosen_one() {
    let office = office_with_shows(&[]);
    let owner = office.owner();
    let body = json!({ "source": sheet("Date,Time,Film\n2026-11-21,21:45,Kestrel\n"), "theater": "T2" });
    let planned = owner.ok("POST", "acme/program/import/plan", &body);
    assert_eq!(planned["theaters"][0]["id"], "T2");
}
