//! Pushed schedules (security 2.9): signed messages, each with effect once.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use marquee_model::{Clock, SystemClock};
use marquee_tests::Reply;

use super::super::webhooks::signature;
use super::*;

/// A system that pushes messages.
struct Sender<'o> {
    office: &'o Office,
    path: String,
    key: Vec<u8>,
}

/// The time by which messages are checked, whatever the clock of the site.
fn real_now() -> Timestamp {
    SystemClock::default().now()
}

impl<'o> Sender<'o> {
    fn new(office: &'o Office, owner: &Browser<'_>, feed: &str) -> Self {
        let created = owner.ok("POST", &format!("acme/feeds/{feed}/push"), &json!({}));
        let secret = created["secret"].as_str().unwrap().strip_prefix("whsec_").unwrap().to_owned();
        Self { office, path: format!("/api/feeds/{feed}"), key: STANDARD.decode(secret).unwrap() }
    }

    /// Sends a message that was signed `age` seconds ago.
    fn send(&self, id: &str, age: i64, body: &str) -> Reply {
        let at = real_now().as_second() - age;
        self.send_signed(id, at, body, &signature(&self.key, id, at, body))
    }

    fn send_signed(&self, id: &str, at: i64, body: &str, signature: &str) -> Reply {
        let at = at.to_string();
        let headers =
            [("webhook-id", id), ("webhook-timestamp", at.as_str()), ("webhook-signature", signature)];
        self.office.server.site("acme.example").send("POST", &self.path, &headers, body)
    }
}

/// Connects a feed, and waits until it has run by itself.
fn connected(owner: &Browser<'_>, system: &System) -> String {
    let feed = owner.ok("POST", "acme/feeds", &settings(system));
    let end = Instant::now() + Duration::from_secs(30);
    while feeds(owner)["feeds"][0]["health"] != "healthy" {
        assert!(Instant::now() < end, "{}", feeds(owner));
        std::thread::sleep(Duration::from_millis(50));
    }
    feed["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_pushed_change_is_on_the_page_at_once() {
    let system = System::new(&sheet(3));
    let office = office(&system);
    let owner = office.owner();
    let feed = connected(&owner, &system);
    assert_eq!(feeds(&owner)["feeds"][0].get("push"), None);
    let sender = Sender::new(&office, &owner, &feed);
    let shown = feeds(&owner);
    assert_eq!(shown["feeds"][0]["push"], json!({ "path": format!("/api/feeds/{feed}") }));
    assert!(!shown.to_string().contains("whsec_"), "the secret is shown once");

    // The schedule itself.
    let begin = Instant::now();
    let pushed = sender.send("msg_1", 1, &sheet(5));
    assert_eq!(pushed.status, 200, "{}", pushed.text());
    let result = pushed.json();
    assert_eq!((&result["run"]["result"], &result["run"]["added"]), (&json!("changed"), &json!(2)));
    assert_eq!(shows(&owner, "T1"), 5);
    let site = office.server.site("acme.example");
    drop(site.page_once("/theaters/t1/", |page| page.text().contains("2:15")));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());

    // The same message again has no effect, although the address has other times meanwhile.
    let at = real_now().as_second();
    system.sheet(&sheet(4));
    let signed = signature(&sender.key, "msg_2", at, "");
    let noticed = sender.send_signed("msg_2", at, "", &signed);
    assert_eq!((noticed.status, &noticed.json()["run"]["gone"]), (200, &json!(1)), "{}", noticed.text());
    assert_eq!(shows(&owner, "T1"), 4, "the address was read");
    system.sheet(&sheet(6));
    let repeated = sender.send_signed("msg_2", at, "", &signed);
    assert_eq!((repeated.status, repeated.json()), (200, json!({ "isRepeated": true })));
    assert_eq!(shows(&owner, "T1"), 4);
    assert!(feeds(&owner)["feeds"][0]["push"]["lastMessage"].is_string());
    let audit = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(audit.contains("feed.pushOn"), "{audit}");
}

#[test]
fn security_2_9_messages_without_a_valid_signature_change_nothing() {
    let system = System::new(&sheet(3));
    let office = office(&system);
    let owner = office.owner();
    let feed = connected(&owner, &system);
    let site = office.server.site("acme.example");
    let path = format!("/api/feeds/{feed}");
    assert_problem(&site.send("POST", &path, &[], &sheet(9)), 404);
    let sender = Sender::new(&office, &owner, &feed);
    let now = real_now().as_second();
    let valid = signature(&sender.key, "m", now, &sheet(9));
    for (name, reply) in [
        ("unsigned", site.send("POST", &path, &[], &sheet(9))),
        ("another body", sender.send_signed("m", now, &sheet(8), &valid)),
        ("another id", sender.send_signed("n", now, &sheet(9), &valid)),
        ("another time", sender.send_signed("m", now - 1, &sheet(9), &valid)),
        ("another key", sender.send_signed("m", now, &sheet(9), &signature(b"other", "m", now, &sheet(9)))),
        ("another version", sender.send_signed("m", now, &sheet(9), &valid.replace("v1,", "v2,"))),
        ("too old", sender.send("m", 301, &sheet(9))),
        ("from the future", sender.send("m", -302, &sheet(9))),
    ] {
        assert_eq!(reply.status, 401, "{name}: {}", reply.text());
        assert_problem(&reply, 401);
    }
    for other in ["/api/feeds/other", "/api/feeds/..%2f"] {
        assert_eq!(site.send("POST", other, &[], "").status, 404, "{other}");
    }
    assert_problem(&site.request("GET", &path, &[]), 405);
    let too_large = "a".repeat((16 << 20) + 1);
    assert_problem(&site.send("POST", &path, &[], &too_large), 413);
    assert_eq!(shows(&owner, "T1"), 3);

    // An older message comes later.
    assert_eq!(sender.send("new", 10, &sheet(4)).status, 200);
    assert_problem(&sender.send("old", 20, &sheet(9)), 409);
    assert_eq!(shows(&owner, "T1"), 4);

    // A body that is not a schedule makes a failed run, and the site keeps its shows.
    let failed = sender.send("broken", 1, "<html>maintenance</html>");
    assert_eq!((failed.status, &failed.json()["run"]["result"]), (200, &json!("failed")));
    assert_eq!(shows(&owner, "T1"), 4);

    // Another secret replaces the first; without one, nothing is accepted.
    let other = Sender::new(&office, &owner, &feed);
    assert_problem(&sender.send("next", 0, &sheet(5)), 401);
    assert_eq!(other.send("next", 0, &sheet(5)).status, 200);
    owner.ok("DELETE", &format!("acme/feeds/{feed}/push"), &json!({}));
    assert_problem(&other.send("last", 0, &sheet(6)), 404);
    assert_eq!(shows(&owner, "T1"), 5);
}

#[test]
fn a_push_that_loses_too_much_is_held_and_later_ones_wait() {
    let system = System::new(&sheet(20));
    let office = office(&system);
    let owner = office.owner();
    let feed = connected(&owner, &system);
    let sender = Sender::new(&office, &owner, &feed);
    let held = sender.send("less", 2, &sheet(2)).json();
    assert_eq!(held["run"]["result"], "held", "{held}");
    assert_eq!(shows(&owner, "T1"), 20);
    assert_problem(&sender.send("more", 1, &sheet(21)), 409);
    let path = format!("acme/feeds/{feed}/runs/{}/decision", held["run"]["id"].as_str().unwrap());
    owner.ok("POST", &path, &json!({ "choice": "keep" }));
    assert_eq!(sender.send("more", 1, &sheet(21)).status, 200);
    assert_eq!(shows(&owner, "T1"), 21);
    let mut off = settings(&system);
    off["isOn"] = json!(false);
    owner.ok("PUT", &format!("acme/feeds/{feed}"), &off);
    assert_problem(&sender.send("later", 0, &sheet(22)), 409);
}

#[test]
fn security_2_9_signing_secrets_need_a_recent_password() {
    let system = System::new(&sheet(1));
    let office = office(&system);
    let owner = office.owner();
    let path = format!("acme/feeds/{}/push", connect(&owner, &settings(&system)));
    let cookie = owner.cookie.borrow().clone();
    drop(owner);
    let office = office.later(16);
    let later = office.browser();
    *later.cookie.borrow_mut() = cookie;
    for method in ["POST", "DELETE"] {
        let refused = later.send(method, &path, &json!({}));
        assert_eq!(
            (refused.status, refused.json()["code"].clone()),
            (403, json!("reauthenticate")),
            "{method}"
        );
    }
    later.ok("POST", "reauthenticate", &json!({ "password": office.password }));
    assert!(later.ok("POST", &path, &json!({}))["secret"].is_string());
}
