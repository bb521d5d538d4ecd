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

/// Parts of the content that are always changed together, with texts of the published site, and pages that show several of them.
const TOGETHER: [(&str, &str); 4] = [
    ("/site/settings/name", "Acme"),
    ("/theaters/T1/name", "One"),
    ("/pages/~1about~1/title", "About us"),
    ("/events/1/title", "Gala"),
];
const SHOWN_ON: [&str; 5] = ["/", "/about/", "/theaters/t1/", "/events/1-gala/", "/theaters/"];
/// Publications of them.
const PUBLICATIONS: usize = 12;

/// The numbers of the publications whose texts a page has.
fn publications_in(html: &str) -> Vec<usize> {
    let numbers = html.split("Edition ").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().unwrap()
    });
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[test]
fn no_visitor_sees_half_of_a_publication() {
    let office = office();
    let owner = office.owner();
    let event = json!({ "id": "1", "title": "Gala", "slug": "gala", "dates": [{ "date": "2026-12-01" }] });
    assert_eq!(owner.edit("/events/1", &Value::Null, &event).status, 200);
    let publish_edition = |owner: &Browser<'_>, number: usize| {
        let edits = TOGETHER.map(|(pointer, first)| {
            let from = if number == 0 { first.to_owned() } else { format!("Edition {}", number - 1) };
            json!({ "pointer": pointer, "from": from, "to": format!("Edition {number}") })
        });
        owner.ok("PATCH", "acme/draft", &json!({ "edits": edits }));
        owner.publish();
    };
    publish_edition(&owner, 0);
    let site = office.server.site("acme.example");
    for path in SHOWN_ON {
        let _ = site.page_once(path, |page| publications_in(&page.html) == [0]);
    }
    let is_done = AtomicBool::new(false);
    let reads: Vec<usize> = thread::scope(|scope| {
        let (office, is_done) = (&office, &is_done);
        let visitors: Vec<_> = (0..2)
            .map(|visitor| {
                scope.spawn(move || {
                    let site = office.server.site("acme.example");
                    let mut newest = [0; SHOWN_ON.len()];
                    let mut reads = 0;
                    while !is_done.load(Ordering::Relaxed) {
                        let number = (reads + visitor) % SHOWN_ON.len();
                        let path = SHOWN_ON[number];
                        let publications = publications_in(&site.page(path).html);
                        let [publication] = publications[..] else {
                            panic!("{path} has parts of several publications: {publications:?}");
                        };
                        assert!(
                            publication >= newest[number],
                            "{path}: {publication} after {}",
                            newest[number]
                        );
                        newest[number] = publication;
                        reads += 1;
                    }
                    reads
                })
            })
            .collect();
        for number in 1..=PUBLICATIONS {
            publish_edition(&owner, number);
            // Visitors read in between.
            let _ = site.page_once("/about/", |page| publications_in(&page.html) == [number]);
        }
        is_done.store(true, Ordering::Relaxed);
        visitors.into_iter().map(|visitor| visitor.join().unwrap()).collect()
    });
    assert!(reads.iter().all(|count| *count >= SHOWN_ON.len()), "{reads:?}");
    for path in SHOWN_ON {
        let _ = site.page_once(path, |page| publications_in(&page.html) == [PUBLICATIONS]);
    }
}

/// Two parts that are always changed together.
const NAME: &str = "/site/settings/name";
const CIRCUIT: &str = "/site/settings/circuit/name";
/// Publications during which the server is killed, after the first one, which tells how long one takes.
const ROUNDS: u32 = 10;

#[test]
fn a_server_that_is_killed_during_a_publication_has_published_all_of_it_or_nothing() {
    let mut office = office();
    // None before the first publication, which adds the version before it as well.
    let mut versions = 0;
    let mut duration = std::time::Duration::ZERO;
    for round in 0..=ROUNDS {
        let owner = office.owner();
        let draft = owner.draft();
        let text = |pointer: &str| draft["content"].pointer(pointer).cloned().unwrap_or_default();
        let (name, circuit) = (json!(format!("Round {round}")), json!(format!("Round {round}")));
        owner.edit(NAME, &text(NAME), &name);
        owner.edit(CIRCUIT, &text(CIRCUIT), &circuit);
        let version = owner.draft()["version"].clone();
        let signed_in = owner.cookie.borrow().clone();
        let Office { server, data, password, host } = office;
        let address = server.address();
        let started = std::time::Instant::now();
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
        // The first round ends with the response. Then later in each round, so that kills hit different steps.
        let kill_at = started + duration.mul_f64(f64::from(round) / f64::from(ROUNDS));
        while !request.is_finished() && (round == 0 || std::time::Instant::now() < kill_at) {
            thread::sleep(std::time::Duration::from_millis(1));
        }
        if round == 0 {
            duration = started.elapsed();
        }
        server.end("KILL");
        let was_acknowledged = request.join().unwrap();
        office = Office { server: data.serve_in(CLOCK, &["--editor-host", host], &[]), data, password, host };
        let draft = office.owner().draft();
        let live = |pointer: &str| draft["live"].pointer(pointer).cloned().unwrap_or_default();
        let is_published = live(NAME) == name;
        assert_eq!(live(CIRCUIT) == circuit, is_published, "round {round}: half of a publication");
        assert!(is_published || !was_acknowledged, "round {round}: acknowledged, but not published");
        assert_eq!(draft["changes"].as_array().unwrap().is_empty(), is_published, "round {round}");
        let history = office.owner().ok("GET", "acme/history", &Value::Null);
        let now = history["revisions"].as_array().unwrap().len();
        let added = usize::from(is_published) + usize::from(is_published && versions == 0);
        assert_eq!(now, versions + added, "round {round}");
        assert!(is_published || round > 0, "the first one is not killed");
        versions = now;
    }
}
