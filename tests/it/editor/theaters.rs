//! Theaters in the draft: closures, opening hours, accessibility, and what feeds say

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::{Value, json};

use super::{HOST, OWNER, Office, password_of};

const FRIDAY: &str = "2026-11-20";

fn theaters() -> Value {
    let mut canal = theater("T1", "Canal Street");
    canal["phone"] = json!("(555) 010-0180");
    canal["hours"] = json!("Open every day");
    json!([canal, theater("T2", "Old Mill")])
}

/// Friday at both theaters, Saturday and Sunday at the first.
fn acme(theaters: Value) -> Acme {
    Acme::circuit()
        .set("/settings/ticketingUrl", json!("https://t.example"))
        .file("theaters", theaters)
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file(
            "showtimes",
            json!([
                show("fri", "T1", "1", "2026-11-21T01:10:00Z", FRIDAY),
                show("sat", "T1", "1", "2026-11-22T01:20:00Z", "2026-11-21"),
                show("sun", "T1", "2", "2026-11-23T01:30:00Z", "2026-11-22"),
                show("mill", "T2", "1", "2026-11-21T01:40:00Z", FRIDAY),
            ]),
        )
}

fn office() -> Office {
    let data = Data::with(&[&acme(theaters())]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

fn has(page: &Page, words: &str) -> bool {
    page.text().contains(words)
}

#[test]
fn a_closure_hides_the_shows_of_its_days_everywhere_until_it_is_removed() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let pages = ["/", "/movies/", "/movies/1-low-tide/", "/showtimes/", "/search/?q=tide", "/theaters/t1/"];
    for path in pages {
        assert!(has(&site.page(path), "8:10"), "{path}: {}", site.page(path).text());
    }
    let count = owner.ok("GET", "acme/theaters/T1/shows?from=2026-11-20&to=2026-11-21", &Value::Null);
    assert_eq!(count["shows"], 2);
    assert_eq!(owner.ok("GET", "acme/theaters/T1/shows?from=2026-11-22", &Value::Null)["shows"], 1);
    assert_eq!(owner.send("GET", "acme/theaters/T1/shows?from=soon", &Value::Null).status, 422);

    let closure = json!([{ "from": FRIDAY, "to": "2026-11-21", "reason": "New seats." }]);
    owner.edit("/theaters/T1/closures", &json!([]), &closure);
    assert!(has(&site.page("/theaters/t1/"), "8:10"), "not published");
    let preview = owner.ok("GET", "acme/preview", &Value::Null)["address"].as_str().unwrap().to_owned();
    let preview = preview.strip_prefix("https://acme.example").unwrap();
    assert!(!has(&site.page(&format!("{preview}theaters/t1/")), "8:10"), "the preview hides them");
    owner.publish();
    for path in pages {
        site.wait_for_page(path, |page| !has(page, "8:10") && !has(page, "8:20"));
    }
    let page = site.page("/theaters/t1/?day=2026-11-20");
    assert!(has(&page, "Closed until Saturday, November 21. New seats."), "{}", page.text());
    assert!(
        has(&site.page("/theaters/t1/"), "8:30"),
        "the next open day: {}",
        site.page("/theaters/t1/").text()
    );
    assert!(has(&site.page("/theaters/t2/"), "8:40"), "the other theater is open");
    for path in ["/api/calendar/movie/1.ics", "/api/calendar/theater/T1.ics", "/api/programme/T1.json"] {
        let text = site.get(path).text();
        assert!(!text.contains("20261121T0110") && !text.contains("2026-11-20T20:10"), "{path}: {text}");
        assert!(!text.contains("20261122T0120") && !text.contains("2026-11-21T20:20"), "{path}: {text}");
    }
    assert_eq!(site.get("/api/calendar/show/fri.ics").status, 404);
    assert_eq!(site.get("/api/calendar/show/sun.ics").status, 200);
    assert!(!site.page("/movies/1-low-tide/").html.contains("T20:10"), "neither in structured data");
    let today = owner.ok("GET", "acme/overview", &Value::Null);
    assert_eq!(
        (&today["theaters"][0]["showsToday"], &today["theaters"][1]["showsToday"]),
        (&json!(0), &json!(1))
    );

    // An import does not bring them back; removing the closure does.
    office.data.import_site(&acme(theaters()));
    site.wait_for_page("/theaters/t1/?day=2026-11-20", |page| {
        has(page, "Closed until") && !has(page, "8:10")
    });
    owner.edit("/theaters/T1/closures", &closure, &json!([]));
    owner.publish();
    for path in pages {
        site.wait_for_page(path, |page| has(page, "8:10"));
    }
}

#[test]
fn a_hidden_show_cannot_be_booked() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let path = "/ticketing/?perfCode=fri";
    let before = site.get(path).status;
    owner.edit("/theaters/T1/closures", &json!([]), &json!([{ "from": FRIDAY, "to": FRIDAY }]));
    owner.publish();
    site.wait_for_page("/theaters/t1/?day=2026-11-20", |page| {
        has(page, "Canal Street is closed on this day.")
    });
    let after = site.get(path);
    assert_eq!((before, after.status), (302, 200), "{}", after.text());
    assert!(after.text().contains("Low Tide") && !after.text().contains("perfCode=fri"), "{}", after.text());
}

/// The node of the theater in the structured data of a page.
fn node(page: &Page) -> Value {
    page.nodes("MovieTheater")[0].clone()
}

#[test]
fn accessibility_and_opening_hours_are_on_the_theaters_page_and_in_structured_data() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    assert!(has(&site.page("/theaters/t1/"), "Open every day"));
    assert!(node(&site.page("/theaters/t1/")).get("amenityFeature").is_none());
    owner.edit("/theaters/T1/accessibility", &Value::Null, &json!(["wheelchairSpaces", "hearingLoop"]));
    owner.edit("/theaters/T1/accessibilityNote", &Value::Null, &json!("Call us for Screen 3."));
    owner.edit("/theaters/T1/openingHours", &Value::Null, &hours_of_week());
    owner.publish();
    let page = site.page_once("/theaters/t1/", |page| has(page, "Wheelchair spaces"));
    for words in ["Hearing loop", "Call us for Screen 3.", "Mon – Tue 1:30", "Fri 1:30"] {
        assert!(has(&page, words), "{words}: {}", page.text());
    }
    assert!(!has(&page, "Open every day") && !has(&page, "Step-free"), "{}", page.text());
    let theater = node(&page);
    assert_eq!(theater["amenityFeature"][0]["name"], "Wheelchair spaces");
    let hours = &theater["openingHoursSpecification"];
    assert_eq!(
        (&hours[0]["dayOfWeek"], &hours[1]["closes"]),
        (&json!(["Monday", "Tuesday"]), &json!("00:30"))
    );

    owner.edit(
        "/theaters/T1/openingHours",
        &hours_of_week(),
        &json!({ "kind": "program", "minutesBefore": 30 }),
    );
    let refused = owner.edit(
        "/theaters/T1/accessibility",
        &json!(["wheelchairSpaces", "hearingLoop"]),
        &json!(["pool"]),
    );
    let pointer = refused.json()["problems"][0]["pointer"].as_str().unwrap().to_owned();
    assert!(pointer.starts_with("/theaters/T1/accessibility"), "{}", refused.text());
    owner.edit("/theaters/T1/accessibility", &json!(["pool"]), &json!(["quietRoom"]));
    owner.publish();
    let page = site.page_once("/theaters/t1/", |page| has(page, "30 minutes before the first show"));
    let hours = node(&page)["openingHoursSpecification"][0].clone();
    assert_eq!(
        (&hours["opens"], &hours["closes"], &hours["validFrom"]),
        (&json!("19:40"), &json!("20:10"), &json!(FRIDAY))
    );
}

fn hours_of_week() -> Value {
    let day = |weekday: u8, closes: &str| json!({ "weekday": weekday, "opens": "13:30", "closes": closes });
    json!({ "kind": "week", "days": [day(1, "23:30"), day(2, "23:30"), day(5, "00:30")] })
}

#[test]
fn what_an_operator_changed_of_a_theater_survives_imports_until_it_is_reset() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    let feed = |name: &str, phone: &str| {
        let mut all = theaters();
        all[0]["name"] = json!(name);
        all[0]["phone"] = json!(phone);
        all
    };
    let told = |owner: &super::Browser<'_>| {
        let all = owner.ok("GET", "acme/theaters", &Value::Null)["feed"].clone();
        all.as_array().unwrap().iter().find(|t| t["id"] == "T1").cloned().unwrap()
    };
    assert_eq!(told(&owner)["name"], "Canal Street");
    owner.edit("/theaters/T1/name", &json!("Canal Street"), &json!("The Canal"));
    owner.edit("/theaters/T1/hours", &json!("Open every day"), &Value::Null);
    owner.publish();
    site.wait_for_page("/theaters/t1/", |page| has(page, "The Canal"));
    assert_eq!(told(&owner)["name"], "Canal Street");

    // The next import has another name, and another phone number, which nobody changed here.
    office.data.import_site(&acme(feed("CANAL ST.", "(555) 010-0199")));
    let page = site.page_once("/theaters/t1/", |page| has(page, "010-0199"));
    assert!(has(&page, "The Canal") && !has(&page, "CANAL ST."), "{}", page.text());
    assert!(!has(&page, "Open every day"), "removed here: {}", page.text());
    assert_eq!(
        (&told(&owner)["name"], &told(&owner)["hours"]),
        (&json!("CANAL ST."), &json!("Open every day"))
    );

    // The value of the feed again: later imports change it.
    owner.edit("/theaters/T1/name", &json!("The Canal"), &json!("CANAL ST."));
    owner.publish();
    site.wait_for_page("/theaters/t1/", |page| has(page, "CANAL ST."));
    office.data.import_site(&acme(feed("Canal Street Cinema", "(555) 010-0199")));
    site.wait_for_page("/theaters/t1/", |page| has(page, "Canal Street Cinema"));

    // A theater that was typed in stays, and no feed has it.
    let mut own = theater("T9", "Garden Row");
    own["screens"] = json!([]);
    owner.edit("/theaters/T9", &Value::Null, &own);
    owner.publish();
    site.wait_for("/theaters/t9/", |reply| reply.status == 200 && reply.text().contains("Garden Row"));
    office.data.import_site(&acme(feed("Canal Street", "(555) 010-0199")));
    site.wait_for_page("/theaters/t1/", |page| !has(page, "Canal Street Cinema"));
    assert!(has(&site.page("/theaters/t9/"), "Garden Row"));
    let all = owner.ok("GET", "acme/theaters", &Value::Null)["feed"].clone();
    assert!(all.as_array().unwrap().iter().all(|t| t["id"] != "T9"), "{all}");
}
