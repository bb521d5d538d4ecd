//! The website that a cinema has today

use std::collections::HashMap;

use marquee_tests::{CLOCK, Data, MockServer};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, assert_problem, office, password_of};

const HOME: &str = include_str!("../../../fixtures/website/index.html");
const WHATS_ON: &str = include_str!("../../../fixtures/website/whats-on.html");
const ABOUT: &str = include_str!("../../../fixtures/website/about.html");
const CSS: &str = include_str!("../../../fixtures/website/style.css");
const LOGO: &str = include_str!("../../../fixtures/website/logo.svg");

fn cinema() -> MockServer {
    let files =
        [("/", HOME), ("/whats-on/", WHATS_ON), ("/about/", ABOUT), ("/style.css", CSS), ("/logo.svg", LOGO)];
    MockServer::with(files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into())
}

/// An empty server that may reach a website on loopback.
fn empty_office(website: &MockServer) -> Office {
    let data = Data::empty();
    let added = data.run(&["operator", "add", OWNER]).stdout_of_success();
    let allowed = website.host_and_port();
    Office {
        server: data.serve_in(CLOCK, &["--editor-host", HOST, "--internal-upstreams", &allowed], &[]),
        data,
        password: password_of(&added),
        host: HOST,
    }
}

/// The lines of a reading, by what they found.
fn read(browser: &Browser<'_>, address: &str) -> HashMap<String, Value> {
    let reply =
        browser.send("POST", "website", &json!({ "address": address, "timeZone": "America/Detroit" }));
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/x-ndjson".to_owned())));
    let lines =
        reply.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    assert_eq!(lines.last().unwrap()["found"], "end");
    lines.into_iter().map(|line| (line["found"].as_str().unwrap().to_owned(), line)).collect()
}

#[test]
fn a_new_site_starts_with_what_was_found_on_todays_website() {
    let website = cinema();
    let office = empty_office(&website);
    let owner = office.owner();
    let found = read(&owner, &website.host_and_port());
    assert_eq!(found["end"], json!({ "found": "end" }));
    assert_eq!(found["identity"]["name"], "The Tin Lantern");
    assert_eq!(found["style"]["palette"]["primary"], "#7A1F5C");
    let program = &found["program"]["program"];
    assert_eq!(
        (program["shows"].as_object().unwrap().len(), &found["program"]["until"]),
        (3, &json!("2026-11-28"))
    );
    assert_eq!(owner.ok("GET", "session", &Value::Null)["sites"], json!([]), "nothing is stored");

    let form = json!({
        "name": "The Tin Lantern", "host": "lantern.example", "timeZone": "America/Detroit", "locale": "en-US", "country": "US",
        "isSingleLocation": true, "screens": 2, "look": "pine",
        "website": {
            "host": found["identity"]["host"], "description": found["identity"]["description"],
            "palette": found["style"]["palette"], "fonts": found["style"]["fonts"], "logo": found["logo"]["picture"],
            "program": program, "pages": found["pages"]["pages"],
        },
    });
    let created = owner.ok("POST", "sites", &form);
    assert_eq!((&created["key"], created.get("isIncomplete")), (&json!("the-tin-lantern"), None));
    let live = owner.ok("GET", "the-tin-lantern/draft", &Value::Null)["live"].clone();
    let theme = &live["site"]["config"]["theme"];
    assert_eq!(
        (&theme["colors"]["palette"]["primary"], &theme["fonts"]["heading"]),
        (&json!("#7A1F5C"), &json!("Bitter"))
    );
    let theater = &live["theaters"]["1"];
    assert_eq!(
        (&theater["phone"], &theater["address"]["street"]),
        (&json!("+1 313 555 0142"), &json!("7 Landing Road"))
    );
    let site = office.server.site("lantern.example");
    let home = site.page_once("/", |page| page.text().contains("Paper Moths"));
    let description = "Two small screens above the old ferry landing.";
    assert_eq!(live["pages"]["/"]["description"], description);
    assert_eq!(home.meta("description"), Some(description));
    assert_ne!(site.page("/movies/").meta("description"), Some(description), "it is of the home page only");
    assert!(home.links_to("/about-us/"), "the page is in the menu");
    assert!(site.page("/about-us/").text().contains("The Tin Lantern opened"));
    assert!(site.page("/showtimes/?day=2026-11-28").text().contains("The Ferryman’s Daughter"));
    let logo = live["site"]["settings"]["logo"]["src"].as_str().unwrap();
    assert!(site.get("/").text().contains(logo), "{logo}");
    let audit = owner.ok("GET", "the-tin-lantern/audit", &Value::Null);
    let entry = |action: &str| {
        audit["entries"].as_array().unwrap().iter().find(|entry| entry["action"] == action).unwrap()["detail"]
            .clone()
    };
    assert_eq!(entry("site.create"), found["identity"]["host"]);
}

#[test]
fn a_website_that_cannot_be_read_ends_with_the_reason() {
    let website = MockServer::with(HashMap::new());
    let office = empty_office(&website);
    let owner = office.owner();
    for (address, problem) in [
        (website.host_and_port(), "noPage"),
        ("not an address".to_owned(), "address"),
        ("http://127.0.0.1:1/".to_owned(), "unreachable"),
        ("http://169.254.169.254/".to_owned(), "unreachable"),
    ] {
        let found = read(&owner, &address);
        assert_eq!((found.len(), &found["end"]["problem"]), (1, &json!(problem)), "{address}");
    }
    let form = json!({ "address": "cinema.example", "timeZone": "Mars/Olympus" });
    assert_eq!(owner.send("POST", "website", &form).json()["field"], "timeZone");
}

#[test]
fn what_the_new_site_cannot_publish_stays_in_its_draft() {
    let office = office();
    let owner = office.owner();
    let show = json!({ "added": true, "fields": { "movieId": "77", "theaterId": "x", "startsAt": "2026-11-28T00:30:00Z" } });
    let form = json!({
        "name": "Half", "host": "half.example", "timeZone": "UTC", "locale": "en-US", "country": "US", "isSingleLocation": true,
        "screens": 1, "website": { "host": "half.example", "logo": "bm8gcGljdHVyZQ==", "program": { "theaters": [], "films": {}, "shows": { "s1": show } } },
    });
    let created = owner.ok("POST", "sites", &form);
    assert_eq!(created["isIncomplete"], true);
    let draft = owner.ok("GET", "half/draft", &Value::Null);
    assert_eq!(draft["live"]["shows"], json!({}), "a show of an unknown film is not published");
}

#[test]
fn security_2_8_only_owners_of_all_sites_read_websites() {
    let office = office();
    let form = json!({ "address": "cinema.example", "timeZone": "UTC" });
    let colleague = office.colleague("theo@acme.example", "owner");
    assert_problem(&colleague.send("POST", "website", &form), 403);
    assert_problem(&office.browser().send("POST", "website", &form), 401);
}
