//! Webhooks: other programs are told when a program has changed (decision 0073).

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use marquee_tests::{Acme, CLOCK, Data, film, show, theater};
use serde_json::{Value, json};
use sha2::Sha256;

use super::{Browser, HOST, OWNER, Office, assert_problem, password_of};

/// A request that the program of somebody else has received.
#[derive(Debug, Clone)]
struct Received {
    headers: BTreeMap<String, String>,
    body: String,
}

impl Received {
    fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// The signature of Standard Webhooks.
pub fn signature(key: &[u8], id: &str, at: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(format!("{id}.{at}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// The program of somebody else.
struct Program {
    address: String,
    /// The status that it responds with.
    status: Arc<Mutex<u16>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Program {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let status = Arc::new(Mutex::new(204));
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let (current, noted) = (status.clone(), received.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (current, noted) = (current.clone(), noted.clone());
                std::thread::spawn(move || respond(stream.unwrap(), &current, &noted));
            }
        });
        Self { address, status, received }
    }

    fn url(&self) -> String {
        format!("http://{}/hooks?key=s3cret", self.address)
    }

    fn respond_with(&self, status: u16) {
        *self.status.lock().unwrap() = status;
    }

    fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until it has received this number of messages.
    fn wait_for(&self, count: usize) -> Vec<Received> {
        wait("messages", || Some(self.received()).filter(|received| received.len() >= count))
    }
}

fn wait<T>(what: &str, found: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn respond(mut stream: TcpStream, status: &Mutex<u16>, received: &Mutex<Vec<Received>>) {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let (head, length) = loop {
        let read = stream.read(&mut chunk).unwrap();
        bytes.extend_from_slice(&chunk[..read]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let pairs = head.lines().skip(1).filter_map(|line| line.split_once(": "));
        let headers: BTreeMap<String, String> =
            pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
        let length: usize = headers["content-length"].parse().unwrap();
        bytes.drain(..end + 4);
        break (headers, length);
    };
    while bytes.len() < length {
        let read = stream.read(&mut chunk).unwrap();
        bytes.extend_from_slice(&chunk[..read]);
    }
    received.lock().unwrap().push(Received { headers: head, body: String::from_utf8(bytes).unwrap() });
    let status = *status.lock().unwrap();
    let response = format!("HTTP/1.1 {status} Status\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    drop(stream.write_all(response.as_bytes()));
}

fn office(program: &Program) -> Office {
    let site = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-22T01:00:00Z", "2026-11-21")]));
    let data = Data::with(&[&site]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let flags = ["--editor-host", HOST, "--internal-upstreams", &program.address];
    let server = data.serve_in(CLOCK, &flags, &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

fn settings(program: &Program, is_on: bool) -> Value {
    json!({ "address": program.url(), "isOn": is_on })
}

fn messages(owner: &Browser<'_>, id: &str) -> Value {
    owner.ok("GET", &format!("acme/webhooks/{id}/messages"), &Value::Null)["messages"].clone()
}

/// Imports a show of the film at the first theater.
fn import(office: &Office, time: &str, film: &str) {
    let sheet = office.data.file("program.csv");
    std::fs::write(&sheet, format!("Date,Time,Film,Theater\n2026-11-21,{time},{film},One\n")).unwrap();
    let path = sheet.to_str().unwrap();
    office.data.run(&["import", "--site", "acme", "--format", "spreadsheet", path]).stdout_of_success();
}

#[test]
fn a_change_of_the_program_is_told_in_a_signed_message() {
    let program = Program::new();
    let office = office(&program);
    let owner = office.owner();
    let added = owner.ok("POST", "acme/webhooks", &settings(&program, true));
    let (id, secret) = (added["webhook"].as_str().unwrap(), added["secret"].as_str().unwrap());

    import(&office, "19:00", "Kestrel");
    let received = program.wait_for(1).remove(0);
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let at: i64 = received.headers["webhook-timestamp"].parse().unwrap();
    assert_eq!(received.headers["webhook-signature"], signature(&key, received.id(), at, &received.body));
    let body = received.json();
    assert_eq!(body["type"], "program.changed", "{body}");
    assert_eq!(body["data"]["theaters"], json!(["T1"]), "{body}");
    assert_eq!((&body["data"]["site"], &body["data"]["isComplete"]), (&json!("acme"), &json!(true)));
    assert!(body["data"]["films"].as_array().unwrap().contains(&json!("2")), "{body}");
    assert_eq!(received.headers["content-type"], "application/json");

    let delivered = wait("delivered", || {
        let list = messages(&owner, id);
        (list[0]["state"] == "delivered").then_some(list)
    });
    assert_eq!(delivered.as_array().unwrap().len(), 1, "{delivered}");
    assert_eq!((&delivered[0]["id"], &delivered[0]["status"]), (&json!(received.id()), &json!(204)));
    let list = owner.ok("GET", "acme/webhooks", &Value::Null);
    assert_eq!((&list["webhooks"][0]["waiting"], &list["webhooks"][0]["failed"]), (&json!(0), &json!(0)));
    assert!(!list.to_string().contains(secret), "{list}");
    let metrics = office.server.admin("/metrics").text();
    assert!(metrics.contains("marquee_webhook_messages_total{result=\"delivered\"} 1"), "{metrics}");

    let audit = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(audit.contains("webhook.add") && !audit.contains("s3cret"), "{audit}");
    owner.ok("DELETE", &format!("acme/webhooks/{id}"), &Value::Null);
    assert_eq!(owner.ok("GET", "acme/webhooks", &Value::Null)["webhooks"], json!([]));
    // Another webhook is told of the next change, the removed one is not.
    owner.ok("POST", "acme/webhooks", &settings(&program, true));
    import(&office, "20:00", "Kestrel");
    program.wait_for(2);
    assert_eq!(program.received().len(), 2);
}

#[test]
fn a_message_that_is_not_accepted_is_sent_again_and_can_be_resent() {
    let program = Program::new();
    let office = office(&program);
    let owner = office.owner();
    program.respond_with(500);
    let added = owner.ok("POST", "acme/webhooks", &settings(&program, true));
    let id = added["webhook"].as_str().unwrap();
    let tested = owner.ok("POST", &format!("acme/webhooks/{id}/test"), &json!({}));
    assert_eq!(tested["messages"][0]["body"]["type"], "test");
    let failed = wait("a failure", || {
        let list = messages(&owner, id);
        (list[0]["attempts"] == 1).then_some(list)
    });
    assert_eq!((&failed[0]["state"], &failed[0]["error"]), (&json!("waiting"), &json!("status 500")));
    assert_eq!(failed[0]["problem"], "status");
    assert!(failed[0]["nextAt"].as_str().unwrap() > failed[0]["at"].as_str().unwrap(), "{failed}");

    program.respond_with(200);
    let message = failed[0]["id"].as_str().unwrap();
    owner.ok("POST", &format!("acme/webhooks/{id}/messages/{message}"), &json!({}));
    let received = program.wait_for(2);
    assert_eq!(received[0].id(), received[1].id(), "so that the receiver knows that it is the same");
    wait("delivered", || (messages(&owner, id)[0]["state"] == "delivered").then_some(()));

    // A program that is gone gets no more messages.
    program.respond_with(410);
    owner.ok("POST", &format!("acme/webhooks/{id}/test"), &json!({}));
    let list = wait("switched off", || {
        let list = owner.ok("GET", "acme/webhooks", &Value::Null)["webhooks"].clone();
        (list[0]["isOn"] == false).then_some(list)
    });
    assert_eq!((&list[0]["failed"], &list[0]["last"]["state"]), (&json!(1), &json!("failed")), "{list}");
    let overview = owner.ok("GET", "acme/overview", &Value::Null);
    let item = overview["attention"].as_array().unwrap().iter().find(|item| item["kind"] == "failingWebhook");
    let item = item.unwrap_or_else(|| panic!("{overview}"));
    assert_eq!((&item["names"], &item["place"]["screen"]), (&json!(["127.0.0.1"]), &json!("feeds")));
    assert_problem(&owner.send("POST", &format!("acme/webhooks/{id}/test"), &json!({})), 409);
    import(&office, "19:00", "Kestrel");
    owner.ok("PUT", &format!("acme/webhooks/{id}"), &settings(&program, true));
    program.respond_with(200);
    let secret = owner.ok("POST", &format!("acme/webhooks/{id}/secret"), &json!({}));
    assert_ne!(secret["secret"], added["secret"]);
    import(&office, "21:00", "Kestrel");
    wait("the change after it was switched on", || {
        let told =
            program.received().into_iter().filter(|received| received.json()["type"] == "program.changed");
        Some(told.count()).filter(|count| *count == 1)
    });
    let told: Vec<Value> = program.received().iter().map(Received::json).collect();
    let last = told.last().unwrap();
    assert_eq!(last["data"]["films"], json!(["2"]), "not the film that left the program before: {told:?}");
}

#[test]
fn security_5_7_messages_go_to_public_addresses_only() {
    let program = Program::new();
    let office = office(&program);
    let owner = office.owner();
    for address in ["", "ftp://program.example/", "https://user:pass@program.example/", "program.example"] {
        let refused = owner.send("POST", "acme/webhooks", &json!({ "address": address, "isOn": true }));
        assert_problem(&refused, 422);
    }
    let inside = json!({ "address": "http://127.0.0.1:8080/", "isOn": true });
    let id = owner.ok("POST", "acme/webhooks", &inside)["webhook"].as_str().unwrap().to_owned();
    owner.ok("POST", &format!("acme/webhooks/{id}/test"), &json!({}));
    let failed = wait("a failure", || {
        let list = messages(&owner, &id);
        (list[0]["attempts"] == 1).then_some(list)
    });
    assert!(failed[0]["error"].as_str().unwrap().contains("internal_upstreams"), "{failed}");
    assert_eq!(failed[0]["problem"], "internal");
    let listed = office.data.run(&["webhook", "list", "--site", "acme"]).stdout_of_success();
    assert!(listed.contains("http://127.0.0.1:8080/"), "{listed}");
    office.data.run(&["webhook", "off", "--site", "acme", &id]).stdout_of_success();
    let list = owner.ok("GET", "acme/webhooks", &Value::Null);
    assert_eq!(
        (&list["webhooks"][0]["isOn"], &list["webhooks"][0]["failed"]),
        (&json!(false), &json!(1)),
        "{list}"
    );
    let kept = office.data.run(&["webhook", "messages", "--site", "acme", &id]).stdout_of_success();
    assert!(kept.contains("the webhook was switched off"), "{kept}");
}
