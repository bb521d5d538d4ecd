//! Feeds that have failed for so long that their times are old.

use std::time::{Duration, Instant};

use marquee_tests::{Data, Mail, show};
use serde_json::{Value, json};

use super::super::{Browser, HOST, OWNER, Office};
use super::film_facts::settings_at;
use super::{Content, System, feeds, office, office_of, run, settings, sheet, site};

/// Four hours after the clock of other tests: four intervals of the feed.
const LATER: &str = "2026-11-21T02:48:00Z";

/// Waits until the only feed is in this state, and its last run has this result.
fn wait_for_health(browser: &Browser<'_>, health: &str, result: &str) -> Value {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let list = feeds(browser);
        if list["feeds"][0]["health"] == health && list["runs"][0]["result"] == result {
            return list;
        }
        assert!(Instant::now() < end, "{health}, {result}: {list}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn stale_item(browser: &Browser<'_>) -> Option<Value> {
    let overview = browser.ok("GET", "acme/overview", &Value::Null);
    overview["attention"].as_array().unwrap().iter().find(|item| item["kind"] == "staleFeed").cloned()
}

fn mails(data: &Data) -> usize {
    Mail::all(data).iter().filter(|mail| mail.subject.contains("has no new showtimes")).count()
}

/// Stops the server, and starts it again four hours later.
fn four_hours_later(office: Office, upstream: &str) -> Office {
    let Office { server, data, password, host } = office;
    server.stop();
    let server = data.serve_in(LATER, &["--editor-host", HOST, "--internal-upstreams", upstream], &[]);
    Office { server, data, password, host }
}

#[test]
fn a_feed_that_fails_for_hours_is_told_once_and_visitors_keep_the_last_times() {
    let system = System::new(&sheet(3));
    let office = office(&system);
    office.owner().ok("POST", "acme/feeds", &settings(&system));
    let list = wait_for_health(&office.owner(), "healthy", "changed");
    let feed = list["feeds"][0]["id"].as_str().unwrap().to_owned();
    system.respond_with(Content::Raw(
        b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec(),
    ));

    let office = four_hours_later(office, &system.address);
    let owner = office.owner();
    wait_for_health(&owner, "stale", "failed");
    let mail = Mail::to(&office.data, OWNER, |mail| mail.subject.contains("has no new showtimes"));
    assert!(mail.text.contains("keeps the last known times"), "{}", mail.text);
    let item = stale_item(&owner).unwrap();
    assert_eq!((&item["names"], &item["place"]["record"]), (&json!(["Agile"]), &json!(feed)), "{item}");
    let audit = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(audit.contains("feed.stale"), "{audit}");
    let site = office.server.site("acme.example");
    assert!(site.page("/theaters/t1/?day=2026-11-21").text().contains("Kestrel"), "visitors keep the times");
    assert_eq!(run(&owner, &feed)["run"]["result"], "failed");
    assert_eq!(mails(&office.data), 1, "one email");

    system.sheet(&sheet(4));
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed");
    wait_for_health(&owner, "healthy", "changed");
    assert_eq!(stale_item(&owner), None);
}

#[test]
fn a_feed_without_shows_fails_without_an_alarm() {
    let system = System::new("");
    let coming = show("coming", "T1", "1", "2026-11-23T01:00:00Z", "2026-11-22");
    let office = office_of(&site().file("showtimes", json!([coming])), &system);
    office.owner().ok("POST", "acme/feeds", &settings_at(&system.url("3/")));
    wait_for_health(&office.owner(), "failing", "failed");

    let office = four_hours_later(office, &system.address);
    let owner = office.owner();
    let list = feeds(&owner);
    let feed = list["feeds"][0]["id"].as_str().unwrap();
    assert_eq!(run(&owner, feed)["run"]["result"], "failed");
    assert_eq!(feeds(&owner)["feeds"][0]["health"], "failing");
    assert_eq!((stale_item(&owner), mails(&office.data)), (None, 0));
}
