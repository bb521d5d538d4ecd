//! Alerts of theaters, which pages show at once

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::{Value, json};

use super::{HOST, OWNER, Office, assert_problem, password_of};

const MESSAGE: &str = "Elevator out of order until Friday. <Screens 1 & 2> have step-free access.";

fn acme() -> Acme {
    Acme::circuit()
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .file("theaters", json!([theater("T1", "Canal Street"), theater("T2", "Old Mill")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file("showtimes", json!([show("s1", "T1", "1", "2026-11-21T02:00:00Z", "2026-11-20")]))
}

fn office() -> Office {
    let data = Data::with(&[&acme(), &Acme::single().named("other", "other.example")]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

/// The alerts of a page, before scripts run.
fn alerts(page: &Page) -> String {
    page.all("aside")
        .filter(|aside| aside.get("aria-label") == "Notices")
        .map(|aside| aside.text.clone())
        .collect()
}

/// Whether a page shows the message as typed.
fn shows(page: &Page, message: &str) -> bool {
    alerts(page).contains(message)
}

/// The pages that show the alert of the theater `T2`.
const PAGES: [&str; 4] = ["/theaters/t2/", "/movies/1-low-tide/", "/movies/2-kestrel/", "/login/orders/"];

#[test]
fn an_alert_is_live_at_once_on_its_pages_and_no_import_or_publication_removes_it() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    for path in PAGES {
        assert!(!shows(&site.page(path), "Elevator"), "{path}");
    }
    let alert = json!({ "message": format!("  {MESSAGE} "), "ends": "2026-11-22T10:00" });
    let set = owner.ok("PUT", "acme/alerts/T2", &alert);
    assert_eq!((&set["message"], &set["endsAt"]), (&json!(MESSAGE), &json!("2026-11-22T15:00:00Z")));
    for path in PAGES {
        let page = site.page_once(path, |page| shows(page, MESSAGE));
        assert!(shows(&page, "Old Mill: Elevator"), "names its theater: {}", alerts(&page));
        assert!(page.html.contains("aria-label=\"Notices\"><p><svg"), "an icon, not color alone: {path}");
    }
    for path in ["/theaters/t1/", "/", "/movies/", "/login/"] {
        assert!(!shows(&site.page(path), "Elevator"), "{path}");
    }
    assert_eq!(owner.draft()["changes"], json!([]), "no part of the draft");

    // A feed that has other theaters for a while, and a publication.
    let without = acme().file("theaters", json!([theater("T1", "Canal Street")]));
    office.data.import_site(&without);
    site.wait_for_page("/theaters/", |page| !page.text().contains("Old Mill"));
    office.data.import_site(&acme());
    site.wait_for_page("/theaters/", |page| page.text().contains("Old Mill"));
    owner.edit("/theaters/T2/name", &json!("Old Mill"), &json!("The Old Mill"));
    owner.publish();
    site.wait_for_page("/theaters/t2/", |page| shows(page, "The Old Mill: Elevator"));

    // A changed message stays the same alert.
    let change = json!({ "message": "Elevator works.", "ends": "2026-11-21T10:00" });
    assert_eq!(owner.ok("PUT", "acme/alerts/T2", &change)["since"], set["since"]);
    site.wait_for_page("/movies/1-low-tide/", |page| shows(page, "Elevator works."));
    let listed = owner.ok("GET", "acme/alerts", &Value::Null);
    assert_eq!(listed["alerts"][0]["ends"], "2026-11-21T10:00:00");
    owner.ok("DELETE", "acme/alerts/T2", &json!({}));
    for path in PAGES {
        site.wait_for_page(path, |page| !shows(page, "Elevator"));
    }
    assert_eq!(owner.ok("GET", "acme/alerts", &Value::Null)["alerts"], json!([]));
    let audit = owner.ok("GET", "acme/audit?q=alert", &Value::Null);
    let actions: Vec<&str> =
        audit["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["alert.end", "alert.set", "alert.set"]);
    assert!(audit["entries"][2]["detail"].as_str().unwrap().contains("Elevator out of order"));
}

#[test]
fn an_alert_ends_by_itself() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let now = owner.ok("GET", "session", &Value::Null)["now"].as_str().unwrap().to_owned();
    // The clock starts at 22:48 UTC, 5:48 PM in New York.
    let part = |range: std::ops::Range<usize>| now[range].parse::<u32>().unwrap();
    let seconds = part(14..16) * 60 + part(17..19) + 4;
    let ends = format!("2026-11-20T17:{:02}:{:02}", seconds / 60, seconds % 60);
    owner.ok("PUT", "acme/alerts/T2", &json!({ "message": "Fire drill", "ends": ends }));
    site.wait_for_page("/theaters/t2/", |page| shows(page, "Fire drill"));
    site.wait_for_page("/theaters/t2/", |page| !shows(page, "Fire drill"));
    assert_eq!(owner.ok("GET", "acme/alerts", &Value::Null)["alerts"], json!([]));
}

#[test]
fn ux_5_9_an_alert_and_a_closure_are_in_the_languages_of_the_site() {
    let closure = json!({ "from": "2026-11-20", "reason": "Repairs.", "translations": { "fr": "Travaux." } });
    let mut closed = theater("T1", "Canal Street");
    closed["closures"] = json!([closure]);
    let acme = acme()
        .set("/config/options/additionalLocales", json!(["fr-FR"]))
        .file("theaters", json!([closed, theater("T2", "Old Mill")]));
    let data = Data::with(&[&acme]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    let office = Office { server, data, password: password_of(&added), host: HOST };
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let set = |translations: &Value| {
        let alert = json!({ "message": "Elevator out of order", "translations": translations, "ends": "2026-11-22T10:00" });
        owner.send("PUT", "acme/alerts/T2", &alert)
    };
    assert_eq!(set(&json!({ "fr": " Ascenseur en panne ", "de": " " })).status, 200);
    // Not `alerts`, which finds them by their English label.
    let notices = |page: &Page| page.all("aside").map(|aside| aside.text.clone()).collect::<String>();
    site.wait_for_page("/fr/theaters/t2/", |page| {
        notices(page).contains("Ascenseur en panne") && !notices(page).contains("Elevator")
    });
    site.wait_for_page("/theaters/t2/", |page| shows(page, "Elevator out of order"));
    assert_eq!(
        owner.ok("GET", "acme/alerts", &Value::Null)["alerts"][0]["translations"],
        json!({ "fr": "Ascenseur en panne" })
    );
    for (translations, field) in [
        (json!({ "de": "Aufzug defekt" }), "translations.de"),
        (json!({ "fr": "x".repeat(161) }), "translations.fr"),
        (json!({ "fr": "deux\nlignes" }), "translations.fr"),
    ] {
        let refused = set(&translations);
        assert_problem(&refused, 422);
        assert_eq!(refused.json()["field"], field, "{}", refused.text());
    }
    // Without a translation, the message itself is shown.
    assert_eq!(set(&json!({})).status, 200);
    site.wait_for_page("/fr/theaters/t2/", |page| notices(page).contains("Elevator out of order"));
    let text = |path: &str| site.page(path).text();
    assert!(text("/theaters/t1/").contains("Repairs.") && !text("/theaters/t1/").contains("Travaux."));
    assert!(text("/fr/theaters/t1/").contains("Travaux.") && !text("/fr/theaters/t1/").contains("Repairs."));
    let command = ["site", "alert", "set", "acme", "T2", "Bar closed", "--in", "fr=Bar fermé"];
    let command = [&command[..], &["--ends", "2026-11-21T10:00", "--clock", CLOCK]].concat();
    office.data.run(&command).stdout_of_success();
    site.wait_for_page("/fr/theaters/t2/", |page| notices(page).contains("Bar fermé"));
    let twice = office.data.run(&[&command[..], &["--in", "fr=x"]].concat());
    assert!(twice.code == 1 && twice.err.contains("a language twice"), "{}", twice.err);
    let listed = office.data.run(&["site", "alert", "list", "acme", "--clock", CLOCK]).stdout_of_success();
    assert!(
        listed.lines().any(|line| line.contains("Bar closed") && line.trim_end().ends_with("fr")),
        "{listed}"
    );
    let log = office.data.run(&["audit", "--site", "acme", "--search", "fermé"]).stdout_of_success();
    assert!(log.contains("[fr] Bar fermé"), "{log}");
}

#[test]
fn an_alert_needs_a_short_message_and_an_end_in_the_future() {
    let office = office();
    let owner = office.owner();
    let at = "2026-11-22T10:00";
    for (theater, message, ends, status) in [
        ("T9", "x", at, 404),
        ("..", "x", at, 404),
        ("T1", " ", at, 422),
        ("T1", &"x".repeat(161), at, 422),
        ("T1", "two\nlines", at, 422),
        ("T1", "x", "2026-11-19T10:00", 422),
        ("T1", "x", "2029-01-01T10:00", 422),
        ("T1", "x", "tomorrow", 400),
        ("T1", "x", "", 400),
    ] {
        let path = format!("acme/alerts/{}", theater.replace("..", "%2e%2e"));
        let reply = owner.send("PUT", &path, &json!({ "message": message, "ends": ends }));
        assert_problem(&reply, status);
    }
    assert_problem(&owner.send("PUT", "acme/alerts/T1", &json!({ "message": "x" })), 400);
    owner.ok("PUT", "acme/alerts/T1", &json!({ "message": "é".repeat(160), "ends": at }));
    owner.ok("DELETE", "acme/alerts/T2", &json!({}));
}

#[test]
fn the_command_line_shows_lists_and_ends_alerts() {
    let data = Data::with(&[&acme()]);
    let set = ["site", "alert", "set", "acme", "T2", "Bar closed"];
    assert!(data.run(&set).code != 0, "--ends is required");
    let set = [&set[..], &["--ends", "2026-11-21T10:00", "--clock", CLOCK]].concat();
    assert!(data.run(&set).stdout_of_success().contains("Old Mill"));
    let listed = data.run(&["site", "alert", "list", "acme", "--clock", CLOCK]).stdout_of_success();
    assert!(listed.contains("Bar closed") && listed.contains("T2"), "{listed}");
    data.run(&["site", "alert", "end", "acme", "T2"]).stdout_of_success();
    assert!(
        !data
            .run(&["site", "alert", "list", "acme", "--clock", CLOCK])
            .stdout_of_success()
            .contains("Bar closed")
    );
    let audit = data.run(&["audit", "--site", "acme"]).stdout_of_success();
    assert!(audit.contains("alert.set") && audit.contains("operator:cli"), "{audit}");
}
