//! Many operators at once, and a server that is killed

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use marquee_tests::CLOCK;
use serde_json::{Value, json};

use super::{Browser, HOST, Office, office};

/// Operators at the same time.
const OPERATORS: usize = 20;
/// Edits of each.
const EDITS: usize = 25;

#[test]
fn no_edit_of_twenty_operators_is_lost_while_one_publishes() {
    let office = office();
    let owner = office.owner();
    let signed_in = owner.cookie.borrow().clone();
    let is_done = AtomicBool::new(false);
    let published = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (office, signed_in, is_done, published) = (&office, &signed_in, &is_done, &published);
        let publisher = scope.spawn(move || {
            let browser = Browser { office, cookie: signed_in.clone().into() };
            while !is_done.load(Ordering::Relaxed) {
                let version = browser.draft()["version"].clone();
                let reply = browser.send("POST", "acme/publish", &json!({ "version": version }));
                // The draft may have changed in between, or have no changes.
                assert!(matches!(reply.status, 200 | 409 | 422), "{} {}", reply.status, reply.text());
                published.fetch_add(usize::from(reply.status == 200), Ordering::Relaxed);
            }
        });
        let editors: Vec<_> = (0..OPERATORS)
            .map(|operator| {
                scope.spawn(move || {
                    let browser = Browser { office, cookie: signed_in.clone().into() };
                    let pointer = format!("/pages/~1page-{operator}~1");
                    let mut old = Value::Null;
                    for edit in 0..EDITS {
                        let title = format!("{operator}-{edit}");
                        let new = json!({ "path": format!("/page-{operator}/"), "title": title, "kind": "content", "description": "", "blocks": [] });
                        let reply = browser.edit(&pointer, &old, &new);
                        assert_eq!(reply.status, 200, "{}", reply.text());
                        old = new;
                    }
                })
            })
            .collect();
        for editor in editors {
            editor.join().unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
        publisher.join().unwrap();
    });
    let draft = owner.draft();
    for operator in 0..OPERATORS {
        let title = draft["content"]["pages"][format!("/page-{operator}/")]["title"].clone();
        assert_eq!(title, format!("{operator}-{}", EDITS - 1));
    }
    // The publisher may never have seen the newest version of the draft, and the last edits are not published.
    let count =
        published.load(Ordering::Relaxed) + usize::from(!draft["changes"].as_array().unwrap().is_empty());
    if draft["changes"] != json!([]) {
        owner.publish();
    }
    let draft = owner.draft();
    assert_eq!(draft["content"], draft["live"]);
    assert_eq!(
        draft["published"]["number"],
        json!(count + 1),
        "each publication is a version, after the first one"
    );
}

/// Two parts that are always changed together.
const NAME: &str = "/site/settings/name";
const CIRCUIT: &str = "/site/settings/circuit/name";

#[test]
fn a_server_that_is_killed_during_a_publication_has_published_all_of_it_or_nothing() {
    let mut office = office();
    let mut versions = 1;
    for round in 0..10 {
        let owner = office.owner();
        let draft = owner.draft();
        let text = |pointer: &str| draft["content"].pointer(pointer).cloned().unwrap_or_default();
        let (name, circuit) = (json!(format!("Round {round}")), json!(format!("Round {round}")));
        owner.edit(NAME, &text(NAME), &name);
        owner.edit(CIRCUIT, &text(CIRCUIT), &circuit);
        let version = owner.draft()["version"].clone();
        let signed_in = owner.cookie.borrow().clone();
        let Office { server, data, password } = office;
        let address = server.address();
        let request = thread::spawn(move || {
            let body = json!({ "version": version }).to_string();
            let head = format!(
                "POST /api/editor/acme/publish HTTP/1.1\r\nHost: {HOST}\r\nOrigin: https://{HOST}\r\nCookie: {signed_in}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            let stream = std::net::TcpStream::connect(address).unwrap();
            std::io::Write::write_all(&mut &stream, head.as_bytes()).unwrap();
            let mut response = Vec::new();
            // The connection breaks when the server is killed.
            std::io::Read::read_to_end(&mut &stream, &mut response).ok();
            response.starts_with(b"HTTP/1.1 200")
        });
        // A few milliseconds later in each round, so that kills hit different steps.
        thread::sleep(std::time::Duration::from_millis(round));
        server.end("KILL");
        let was_acknowledged = request.join().unwrap();
        office = Office { server: data.serve_in(CLOCK, &["--editor-host", HOST], &[]), data, password };
        let draft = office.owner().draft();
        let live = |pointer: &str| draft["live"].pointer(pointer).cloned().unwrap_or_default();
        let is_published = live(NAME) == name;
        assert_eq!(live(CIRCUIT) == circuit, is_published, "round {round}: half of a publication");
        assert!(is_published || !was_acknowledged, "round {round}: acknowledged, but not published");
        assert_eq!(draft["changes"].as_array().unwrap().is_empty(), is_published, "round {round}");
        let history = office.owner().ok("GET", "acme/history", &Value::Null);
        let now = history["revisions"].as_array().unwrap().len();
        let expected = versions + usize::from(is_published) + usize::from(is_published && versions == 1);
        assert!(
            now == expected || (versions == 1 && !is_published && now == 0),
            "round {round}: {now} versions, {expected} expected"
        );
        versions = now.max(1);
    }
}
