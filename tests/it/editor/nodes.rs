//! Two nodes with one database: what one revokes, the other refuses, and what one publishes, the other serves

use std::time::{Duration, Instant};

use marquee_tests::{Acme, CLOCK, CommandResult, Data, Postgres, Server, theater};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, password_of};

/// How long a sign-in or a key may still be accepted after it was revoked, and what was published may be missing.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Sends a request until it is refused with `refused`. Only requests that began in time may be accepted.
fn assert_refused_in_time(what: &str, refused: u16, send: impl Fn() -> u16) {
    assert_in_time(what, || {
        let status = send();
        (status == refused).then_some(()).ok_or_else(|| format!("{status} after it was revoked"))
    });
}

/// Sends a request until it has the expected result. Only requests that began in time may have another one, so that the time that a
/// busy machine takes for one request does not count.
fn assert_in_time(what: &str, send: impl Fn() -> Result<(), String>) {
    let changed = Instant::now();
    loop {
        let begun = changed.elapsed();
        let Err(found) = send() else { return };
        assert!(begun < MAX_DELAY, "{what}: {found}, {begun:?}");
    }
}

/// Two servers with the same database and secret key, and a folder each.
struct Nodes {
    first: Office,
    second: Office,
    /// Removed after the servers.
    database: Postgres,
}

impl Nodes {
    fn start(name: &str) -> Self {
        let database = Postgres::fresh(name);
        let (url, data) = (database.url(), Data::empty());
        let at = ["--database-url", url.as_str()];
        let run = |args: &[&str]| data.run(&[args, &at[..]].concat()).stdout_of_success();
        let acme = Acme::circuit()
            .file("theaters", json!([theater("T1", "One")]))
            .file("pages", json!([{ "path": "/about/", "title": "About us", "blocks": [] }]));
        run(&["site", "import", acme.folder().path().to_str().unwrap()]);
        let password = password_of(&run(&["operator", "add", OWNER, "--name", "Rosa"]));
        let flags = [&at[..], &["--editor-host", HOST]].concat();
        let first = Office {
            server: data.serve_in(CLOCK, &flags, &[]),
            data,
            password: password.clone(),
            host: HOST,
        };
        let data = Data::empty();
        std::fs::copy(first.data.file("secret_key"), data.file("secret_key")).unwrap();
        let second = Office { server: data.serve_in(CLOCK, &flags, &[]), data, password, host: HOST };
        Self { first, second, database }
    }

    /// Runs a command on the database.
    fn run(&self, args: &[&str]) -> CommandResult {
        self.first.data.run(&[args, &["--database-url", &self.database.url()]].concat())
    }
}

#[test]
fn a_publication_on_one_node_is_live_on_the_other_within_a_second_on_postgresql() {
    let nodes = Nodes::start("publication");
    let owner = nodes.first.owner();
    let site = nodes.second.server.site("acme.example");
    for name in ["Acme Hall", "Acme Palace", "Acme Arcade"] {
        // Both are in memory: the node must be told that they have changed.
        assert!(!site.get("/llms.txt").text().contains(name));
        assert!(!site.page("/about/").title().contains(name));
        let before = owner.draft()["content"]["site"]["settings"]["name"].clone();
        owner.edit("/site/settings/name", &before, &json!(name));
        owner.publish();
        // A response that no page is rendered for.
        assert_in_time(name, || {
            let text = site.get("/llms.txt").text();
            if text.contains(name) { Ok(()) } else { Err(text) }
        });
        // The page of before is stale from the same moment on; how long its rendering takes depends on the machine.
        site.wait_for_page("/about/", |page| page.title().contains(name));
    }
}

fn book(server: &Server, key: &str) -> u16 {
    let headers = [("content-type", "application/json"), ("authorization", &format!("Bearer {key}"))];
    let body = r#"{"transactionId":"1","member":"x","total":{"amount":1,"currency":"EUR"}}"#;
    server.site("acme.example").send("POST", "/api/pos/transactions", &headers, body).status
}

#[test]
fn security_2_8_what_one_node_revokes_the_other_refuses_within_a_second_on_postgresql() {
    let nodes = Nodes::start("nodes");
    let (first, second) = (&nodes.first, &nodes.second);
    let colleague = |email: &str, role: &str| {
        let added = nodes.run(&["operator", "add", email, "--site", "acme", "--role", role]);
        password_of(&added.stdout_of_success())
    };
    let [theo, eva, ida] =
        [("theo@acme.example", "owner"), ("eva@acme.example", "editor"), ("ida@acme.example", "editor")]
            .map(|(email, role)| (email, colleague(email, role)));
    let owner = first.owner();
    let signed_in = |(email, password): &(&str, String)| -> Browser<'_> {
        let browser = second.browser();
        assert_eq!(browser.sign_in(email, password, None).json()["next"], "done");
        browser
    };
    let (theo_browser, eva_browser, ida_browser) = (signed_in(&theo), signed_in(&eva), signed_in(&ida));
    let people = owner.ok("GET", "acme/team", &Value::Null)["people"].clone();
    let path_of = |email: &str| {
        let person = people.as_array().unwrap().iter().find(|one| one["email"] == email).unwrap();
        format!("acme/team/{}", person["id"].as_str().unwrap())
    };

    // A person who is removed.
    theo_browser.ok("GET", "acme/team", &Value::Null);
    owner.ok("DELETE", &path_of(theo.0), &json!({}));
    assert_refused_in_time("a removed person", 401, || theo_browser.get("acme/team").status);
    assert_eq!(theo_browser.get("session").status, 401);
    // Another role.
    eva_browser.ok("POST", "acme/draft/discard", &json!({ "pointers": [] }));
    owner.ok("PUT", &path_of(eva.0), &json!({ "role": "viewer" }));
    assert_refused_in_time("a lower role", 403, || {
        eva_browser.send("POST", "acme/draft/discard", &json!({ "pointers": [] })).status
    });
    eva_browser.ok("GET", "acme/draft", &Value::Null);
    // A sign-in that is ended from another browser, and one whose password is changed.
    let elsewhere = first.browser();
    assert_eq!(elsewhere.sign_in(ida.0, &ida.1, None).json()["next"], "done");
    elsewhere.ok("DELETE", "sessions", &json!({}));
    assert_refused_in_time("an ended sign-in", 401, || ida_browser.get("session").status);
    let again = signed_in(&ida);
    elsewhere.ok("POST", "password", &json!({ "password": ida.1, "newPassword": "a much better password" }));
    assert_refused_in_time("a sign-in with an old password", 401, || again.get("session").status);
    // A key that is removed.
    let key = owner.ok("POST", "acme/keys", &json!({ "name": "till-1", "scope": "till" }))["key"].clone();
    let key = key.as_str().unwrap();
    assert_ne!(book(&second.server, key), 401);
    owner.ok("DELETE", "acme/keys/till-1", &json!({}));
    assert_refused_in_time("a removed key", 401, || book(&second.server, key));
}
