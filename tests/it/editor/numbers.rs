//! Counts by day, and what is playing

use marquee_tests::{Acme, CLOCK, Data, Server, film, show, theater};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, office, password_of};

const AGENT: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
const PAGES: &str = "text/html,application/xhtml+xml";

/// Requests an address as the browser of a person does, with further headers.
fn visit_with(server: &Server, path: &str, more: &[(&str, &str)]) -> u16 {
    let base = [("user-agent", AGENT), ("accept", PAGES)];
    let headers: Vec<_> =
        base.into_iter().filter(|(name, _)| more.iter().all(|(other, _)| other != name)).collect();
    let headers: Vec<_> = headers.into_iter().chain(more.iter().copied()).collect();
    server.site("acme.example").request("GET", path, &headers).status
}

fn visit(server: &Server, path: &str) -> u16 {
    visit_with(server, path, &[])
}

fn numbers(browser: &Browser<'_>) -> Value {
    browser.ok("GET", "acme/numbers?days=28", &Value::Null)
}

/// The names of a ranked list with their counts.
fn ranked(list: &Value) -> Vec<(String, u64)> {
    let row = |row: &Value| (row["name"].as_str().unwrap().to_owned(), row["count"].as_u64().unwrap());
    list.as_array().unwrap().iter().map(row).collect()
}

fn owned(rows: &[(&str, u64)]) -> Vec<(String, u64)> {
    rows.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn security_7_11_views_of_people_are_counted_once_each() {
    let office = office();
    let browser = office.owner();
    assert_eq!(numbers(&browser)["views"]["total"], 0);
    assert_eq!(numbers(&browser).get("countedFrom"), None);
    for _ in 0..3 {
        assert_eq!(visit(&office.server, "/about/"), 200);
    }
    // Filters are of the same page.
    assert_eq!(visit(&office.server, "/movies/?time=evening"), 200);
    assert_eq!(visit(&office.server, "/movies/"), 200);
    let etag = office.server.site("acme.example").get("/about/").required_header("etag");
    assert_eq!(visit_with(&office.server, "/about/", &[("if-none-match", &etag)]), 304);
    let counted = numbers(&browser);
    assert_eq!(ranked(&counted["pages"]), owned(&[("/about/", 4), ("/movies/", 2)]));
    assert_eq!(counted["views"]["total"], 6);
    let days = counted["views"]["days"].as_array().unwrap();
    assert_eq!((days.len(), &days[27]), (28, &json!(6)), "today is the last day");
    assert_eq!(counted["countedFrom"], counted["to"]);
}

#[test]
fn security_7_11_pages_have_their_views_in_all_languages_and_at_earlier_addresses() {
    let acme = Acme::circuit().set("/config/options/additionalLocales", json!(["fr-FR"])).file(
        "pages",
        json!([
            { "path": "/", "kind": "home", "title": "Home" },
            { "path": "/about/", "title": "About us", "blocks": [], "formerPaths": ["/story/"] },
            { "path": "/prices/", "title": "Prices", "blocks": [] },
        ]),
    );
    let office = office_of(&acme, CLOCK);
    let browser = office.owner();
    let views = || browser.ok("GET", "acme/page-views", &Value::Null)["views"].clone();
    assert_eq!(views(), json!({}));
    for path in ["/about/", "/about/", "/fr/about/", "/", "/movies/"] {
        assert_eq!(visit(&office.server, path), 200, "{path}");
    }
    assert_eq!(visit(&office.server, "/story/"), 301, "only what it leads to is a view");
    assert_eq!(views(), json!({ "/": 1, "/about/": 3 }), "films are not pages that operators edit");
}

#[test]
fn security_7_11_programs_requests_ahead_of_time_and_missing_pages_are_not_counted() {
    let office = office();
    let browser = office.owner();
    let bot = "Mozilla/5.0 (compatible; Examplebot/2.1; +https://bots.example/)";
    for more in [
        &[("user-agent", bot)][..],
        &[("user-agent", "")],
        &[("sec-purpose", "prefetch")],
        &[("sec-fetch-dest", "empty")],
        &[("accept", "*/*")],
    ] {
        assert_eq!(visit_with(&office.server, "/about/", more), 200, "{more:?}");
    }
    let head = [("user-agent", AGENT), ("accept", PAGES)];
    assert_eq!(office.server.site("acme.example").request("HEAD", "/about/", &head).status, 200);
    assert_eq!(visit(&office.server, "/nothing/at/all/"), 404);
    assert_eq!(visit(&office.server, "/about"), 301);
    assert_eq!(visit(&office.server, "/robots.txt"), 200);
    assert_eq!(visit(&office.server, "/offline.html"), 200);
    let preview = browser.ok("GET", "acme/preview", &Value::Null)["address"].as_str().unwrap().to_owned();
    let path = preview.strip_prefix("https://acme.example").unwrap();
    assert_eq!(visit(&office.server, &format!("{}/about/", path.trim_end_matches('/'))), 200);
    let counted = numbers(&browser);
    assert_eq!((&counted["views"]["total"], &counted["pages"]), (&json!(0), &json!([])));
}

#[test]
fn security_7_11_searches_without_a_result_are_counted_without_addresses_and_numbers() {
    let office = office();
    let browser = office.owner();
    for query in [
        "parking",
        "Open%20%20Captions",
        "open+captions",
        "low+tide",
        "",
        "ada@cinema.example",
        "4111+1111+1111+1111",
    ] {
        assert_eq!(visit(&office.server, &format!("/search/?q={query}")), 200, "{query}");
    }
    let counted = numbers(&browser);
    assert_eq!(ranked(&counted["words"]), owned(&[("open captions", 2), ("parking", 1)]));
    assert_eq!(counted["searches"]["total"], 5, "those that are not kept have no words");
    let file = browser.get("acme/numbers.csv?days=28").text();
    assert!(file.contains(",search,open captions,2"), "{file}");
    assert!(!file.contains("ada") && !file.contains("4111"), "{file}");
    assert!(!counted.to_string().contains("ada"), "{counted}");
}

#[test]
fn security_2_8_the_file_of_the_figures_needs_a_recent_password() {
    let office = office();
    let browser = office.owner();
    assert_eq!(browser.get("acme/numbers.csv?days=28").status, 200);
    let cookie = browser.cookie.borrow().clone();
    let office = office.later(16);
    let later = office.browser();
    *later.cookie.borrow_mut() = cookie;
    let refused = later.get("acme/numbers.csv?days=28");
    assert_eq!((refused.status, refused.json()["code"].clone()), (403, json!("reauthenticate")));
    assert_eq!(later.get("acme/numbers?days=28").status, 200, "the figures themselves are shown");
    later.ok("POST", "reauthenticate", &json!({ "password": office.password }));
    assert_eq!(later.get("acme/numbers.csv?days=28").status, 200);
}

#[test]
fn security_7_11_counts_survive_a_restart_and_add_up() {
    let Office { server, data, password, host } = office();
    visit(&server, "/about/");
    assert_eq!(server.end("TERM"), 0);
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    visit(&server, "/about/");
    let office = Office { server, data, password, host };
    let browser = office.owner();
    assert_eq!(ranked(&numbers(&browser)["pages"]), owned(&[("/about/", 2)]));
    visit(&office.server, "/about/");
    assert_eq!(ranked(&numbers(&browser)["pages"]), owned(&[("/about/", 3)]));
}

/// A site with a ticketing site and shows around noon of November 20 in New York.
fn cinema() -> Office {
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file(
            "showtimes",
            json!([
                show("s1", "T1", "1", "2026-11-20T17:00:00Z", "2026-11-20"),
                show("s2", "T1", "2", "2026-11-20T20:00:00Z", "2026-11-20"),
            ]),
        );
    office_of(&acme, "2026-11-20T18:00:00Z")
}

/// An office with one site at a time.
fn office_of(acme: &Acme, clock: &str) -> Office {
    let data = Data::with(&[acme]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(clock, &["--editor-host", HOST], &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

#[test]
fn security_7_11_taps_to_ticketing_are_counted_by_film_and_show() {
    let office = cinema();
    let browser = office.owner();
    assert_eq!(visit(&office.server, "/startticketing/?perfCode=s2&theaterCode=T1"), 302);
    let to = "https%3A%2F%2Ft.example%2Fstartticketing%3FperfCode%3Ds2";
    assert_eq!(visit(&office.server, &format!("/api/hand-over?to={to}")), 303);
    assert_eq!(visit(&office.server, "/startticketing/?perfCode=unknown"), 302);
    assert_eq!(visit(&office.server, "/giftcards/"), 302);
    let data = "%7B%22perfCode%22%3A%22s1%22%7D";
    assert_eq!(visit(&office.server, &format!("/api/startticketing/redirect?requestData={data}")), 302);
    let bot = [("user-agent", "Examplebot")];
    assert_eq!(visit_with(&office.server, "/startticketing/?perfCode=s2", &bot), 302);
    let counted = numbers(&browser);
    assert_eq!(counted["ticketing"]["total"], 3);
    let films = counted["films"].as_array().unwrap();
    let titles: Vec<_> =
        films.iter().map(|row| (row["film"]["title"].clone(), row["count"].clone())).collect();
    assert_eq!(titles, [(json!("Kestrel"), json!(2)), (json!("Low Tide"), json!(1))]);
    assert_eq!(counted["shows"][0]["startsAt"], "2026-11-20T20:00:00Z");
}

#[test]
fn security_2_8_members_and_points_are_for_roles_that_see_members() {
    let office = office();
    let names = ["members", "pointsGiven", "pointsSpent"];
    for (role, sees) in [("owner", true), ("boxOffice", true), ("editor", false), ("viewer", false)] {
        let browser = office.colleague(&format!("{role}@acme.example"), role);
        let counted = numbers(&browser);
        for name in names {
            assert_eq!(counted.get(name).is_some(), sees, "{role}: {name}");
        }
    }
    let browser = office.owner();
    assert_eq!(browser.get("acme/numbers?days=7").status, 422);
    assert_eq!(browser.get("acme/numbers?days=x").status, 400);
    let year = browser.ok("GET", "acme/numbers?days=365", &Value::Null);
    assert_eq!(year["views"]["days"].as_array().unwrap().len(), 365);
}

#[test]
fn the_overview_has_what_is_playing_and_what_is_next() {
    let office = cinema();
    let browser = office.owner();
    let overview = browser.ok("GET", "acme/overview", &Value::Null);
    let theaters = overview["theaters"].as_array().unwrap();
    assert_eq!(
        (theaters.len(), &theaters[0]["name"], &theaters[0]["showsToday"]),
        (2, &json!("One"), &json!(2))
    );
    let screen = &theaters[0]["screens"][0];
    assert_eq!(screen["playing"]["film"]["title"], "Low Tide");
    assert_eq!(screen["playing"]["startsAt"], "2026-11-20T17:00:00Z");
    assert_eq!(screen["next"]["film"]["title"], "Kestrel");
    assert_eq!(theaters[1]["screens"], json!([]));
}

#[test]
fn the_overview_names_what_needs_attention_and_where_to_fix_it() {
    let office = cinema();
    let browser = office.owner();
    let page =
        json!({ "path": "/house/", "title": "Our house", "blocks": [{ "type": "image", "picture": "a" }] });
    assert_eq!(browser.edit("/pages/~1house~1", &Value::Null, &page).status, 200);
    let club = json!({ "path": "/club/", "title": "Club", "blocks": [{ "type": "saved", "id": "join" }] });
    assert_eq!(browser.edit("/pages/~1club~1", &Value::Null, &club).status, 200);
    let menus = browser.draft()["content"]["menus"].clone();
    let link = json!([{ "label": "Parking", "href": "/parking/" }, { "label": "House", "href": "/house/" }]);
    assert_eq!(browser.edit("/menus/header", &menus["header"], &link).status, 200);
    let hours = json!({ "kind": "program", "minutesBefore": 30 });
    assert_eq!(browser.edit("/theaters/T1/openingHours", &Value::Null, &hours).status, 200);
    let overview = browser.ok("GET", "acme/overview", &Value::Null);
    let items = overview["attention"].as_array().unwrap();
    let item = |kind: &str| {
        items.iter().find(|item| item["kind"] == kind).unwrap_or_else(|| panic!("{kind}: {overview}"))
    };
    assert_eq!(item("deadLink")["names"], json!(["Parking"]));
    assert_eq!(item("deadLink")["place"]["screen"], "menus");
    let alt = item("noAlternativeText");
    assert_eq!((&alt["names"], &alt["place"]["record"]), (&json!(["Our house"]), &json!("/house/")));
    let block = item("missingBlock");
    assert_eq!((&block["names"], &block["place"]["record"]), (&json!(["Club"]), &json!("/club/")));
    assert_eq!(item("noPoster")["count"], 1, "only films that play");
    assert_eq!(item("noTrailer")["place"]["field"], "trailer");
    assert_eq!(
        (&item("noHours")["count"], &item("noHours")["names"]),
        (&json!(1), &json!(["Two"])),
        "T1 has some"
    );
    let ending = item("endingProgram");
    assert_eq!(
        (&ending["names"], &ending["place"]["record"]),
        (&json!(["One"]), &json!("T1")),
        "no show after today"
    );
}
