//! New sites

use std::time::Instant;

use marquee_tests::{CLOCK, Data};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, assert_problem, office, password_of};

fn form(look: &str) -> Value {
    json!({
        "name": "Kino Müller", "host": "kino.example", "address": "Hauptstr. 1, Berlin", "timeZone": "Europe/Berlin",
        "locale": "de-DE", "country": "DE", "isSingleLocation": true, "screens": 2, "look": look,
    })
}

#[test]
fn an_empty_server_gets_a_site_that_is_live_at_once() {
    let data = Data::empty();
    let added = data.run(&["operator", "add", OWNER]).stdout_of_success();
    let office = Office {
        server: data.serve_in(CLOCK, &["--editor-host", HOST], &[]),
        data,
        password: password_of(&added),
        host: HOST,
    };
    let owner = office.owner();
    assert_eq!(owner.ok("GET", "session", &Value::Null)["sites"], json!([]));
    let looks = owner.ok("GET", "looks", &Value::Null);
    let ids: Vec<_> = looks.as_array().unwrap().iter().map(|look| look["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["pine", "marquee", "velvet", "nightFerry", "poster", "greenhouse"]);
    let started = Instant::now();
    let created = owner.ok("POST", "sites", &form("velvet"));
    let expected = [
        ("key", "kino-muller"),
        ("name", "Kino Müller"),
        ("origin", "https://kino.example"),
        ("role", "owner"),
    ];
    for (name, value) in expected {
        assert_eq!(created[name], value);
    }
    assert_eq!(owner.ok("GET", "session", &Value::Null)["sites"], json!([created]));
    let site = office.server.site("kino.example");
    let page = site.page_once("/", |page| page.title().contains("Kino Müller"));
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    assert!(page.links_to("/showtimes/"), "the menu leads to the showtimes");
    assert_eq!(site.page("/showtimes/").title(), "Spielzeiten | Kino Müller", "in the language of the site");
    assert_eq!(site.get("/movies/").status, 200);
    let palette = owner.ok("GET", "kino-muller/draft", &Value::Null)["live"]["site"]["config"]["theme"]["colors"]["palette"].clone();
    assert_eq!(palette, looks[2]["palette"]);
    // A second site of the same name gets a key of its own; the host is taken.
    assert_eq!(owner.send("POST", "sites", &form("")).json()["field"], "host");
    let mut other = form("");
    other["host"] = json!("kino2.example");
    assert_eq!(owner.ok("POST", "sites", &other)["key"], "kino-muller-2");
}

#[test]
fn a_new_site_is_refused_with_the_field_that_is_wrong() {
    let office = office();
    let owner = office.owner();
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("!!!")),
        ("host", json!("not a host")),
        ("host", json!("acme.example")),
        ("timeZone", json!("Mars/Olympus")),
        ("locale", json!("german")),
        ("country", json!("Germany")),
        ("look", json!("pink")),
    ] {
        let mut form = form("");
        form[field] = value;
        let refused = owner.send("POST", "sites", &form);
        assert_problem(&refused, 422);
        assert_eq!(refused.json()["field"], field, "{form}");
    }
    let mut hostless = form("");
    hostless.as_object_mut().unwrap().remove("host");
    assert_eq!(
        owner.send("POST", "sites", &hostless).json()["field"],
        "host",
        "only a local editor has a default"
    );
}

#[test]
fn security_2_8_only_owners_of_all_sites_create_sites() {
    let office = office();
    let colleague: Browser<'_> = office.colleague("theo@acme.example", "owner");
    assert_problem(&colleague.send("POST", "sites", &form("")), 403);
    assert_problem(&office.browser().send("POST", "sites", &form("")), 401);
}

#[test]
fn security_7_1_a_site_gets_another_host_in_the_editor_and_never_that_of_another_site() {
    let office = office();
    let owner = office.owner();
    let domain = office.server.site("cinema.example");
    assert_eq!(domain.get("/").status, 404, "not a host of a site yet");
    let hosts = owner.draft()["content"]["site"]["hosts"].clone();
    assert_eq!(hosts, json!(["acme.example"]));
    let with = |more: &str| json!(["acme.example", more]);
    owner.edit("/site/hosts", &hosts, &with("other.example"));
    let problem = json!([{
        "pointer": "/site/hosts/1",
        "message": "other.example belongs to another site on this server: remove it",
    }]);
    assert_eq!(owner.draft()["problems"], problem);
    let version = owner.draft()["version"].clone();
    let refused = owner.send("POST", "acme/publish", &json!({ "version": version }));
    assert_eq!((refused.status, &refused.json()["problems"]), (422, &problem));
    let other = office.server.site("other.example").page("/");
    assert!(
        other.all("link").any(|link| link.get("href") == "https://other.example/"),
        "it stays with its site"
    );

    // With the host of the editor the server would not start again.
    owner.edit("/site/hosts", &with("other.example"), &with(HOST));
    let reserved = json!([{
        "pointer": "/site/hosts/1", "message": format!("{HOST} is the host of the site editor: remove it"),
    }]);
    let version = owner.draft()["version"].clone();
    let refused = owner.send("POST", "acme/publish", &json!({ "version": version }));
    assert_eq!((refused.status, &refused.json()["problems"]), (422, &reserved));
    let mut new = form("");
    new["host"] = json!(HOST);
    let refused = owner.send("POST", "sites", &new);
    assert_eq!((refused.status, refused.json()["field"].as_str()), (422, Some("host")));

    owner.edit("/site/hosts", &with(HOST), &json!([]));
    assert_ne!(owner.draft()["problems"], json!([]), "a site has a host");
    owner.edit("/site/hosts", &json!([]), &json!(["cinema.example", "acme.example"]));
    owner.edit("/site/settings/domain", &json!("acme.example"), &json!("cinema.example"));
    assert_eq!(owner.draft()["problems"], json!([]));
    owner.publish();
    let end = Instant::now() + std::time::Duration::from_secs(20);
    while domain.get("/").status != 200 {
        assert!(Instant::now() < end, "the new host has no site");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let page = domain.page("/");
    let canonical = page.all("link").find(|link| link.get("rel") == "canonical");
    assert_eq!(canonical.unwrap().get("href"), "https://cinema.example/");
    assert_eq!(office.server.site("acme.example").get("/").status, 200, "the old host stays");
}
