//! `/api/editor/…` and `/editor/`: the site editor

mod account;
mod alerts;
mod authenticator;
mod captions;
mod concurrency;
mod draft;
mod feeds;
mod hostile_uploads;
mod import;
mod limited_roles;
mod media;
mod members;
mod nodes;
mod numbers;
mod own_roles;
mod passkeys;
mod program;
mod recovery;
mod redirects;
mod removal;
mod requests;
mod roles;
mod saved_blocks;
mod schedule;
mod sites;
mod theaters;
mod videos;
mod webhooks;
mod website;

use std::cell::RefCell;

use marquee_tests::{Acme, CLOCK, Data, Reply, Server, film, theater};
use serde_json::{Value, json};

const HOST: &str = "editor.example";
const ORIGIN: (&str, &str) = ("origin", "https://editor.example");
const JSON: (&str, &str) = ("content-type", "application/json");

/// A server with two sites, an editor, and an owner of all sites.
struct Office {
    server: Server,
    data: Data,
    password: String,
    host: &'static str,
}

const OWNER: &str = "rosa@acme.example";

fn password_of(output: &str) -> String {
    output.lines().find_map(|line| line.strip_prefix("password: ")).unwrap().to_owned()
}

fn office() -> Office {
    office_with(&[])
}

/// An office whose server has further flags.
fn office_with(flags: &[&str]) -> Office {
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "Low Tide")]))
        .file("pages", json!([{ "path": "/about/", "title": "About us", "blocks": [] }]));
    let data = Data::with(&[&acme, &Acme::single().named("other", "other.example")]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &[&["--editor-host", HOST], flags].concat(), &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

/// A browser with the editor.
struct Browser<'o> {
    office: &'o Office,
    cookie: RefCell<String>,
}

impl Office {
    /// The same server after a restart, some minutes after the time of the first start.
    fn later(self, minutes: i64) -> Self {
        let clock: jiff::Timestamp = CLOCK.parse().unwrap();
        let clock = clock + jiff::SignedDuration::from_mins(minutes);
        self.restarted(&clock.to_string(), HOST)
    }

    /// The same server after a restart with the editor on another host.
    fn on_host(self, host: &'static str) -> Self {
        self.restarted(CLOCK, host)
    }

    fn restarted(self, clock: &str, host: &'static str) -> Self {
        let Self { server, data, password, .. } = self;
        server.stop();
        let server = data.serve_in(clock, &["--editor-host", host], &[]);
        Self { server, data, password, host }
    }

    fn browser(&self) -> Browser<'_> {
        Browser { office: self, cookie: RefCell::default() }
    }

    /// A browser in which the owner is signed in.
    fn owner(&self) -> Browser<'_> {
        let browser = self.browser();
        assert_eq!(browser.sign_in(OWNER, &self.password, None).json()["next"], "done");
        browser
    }

    /// A browser in which a new operator with a role on the site `acme` is signed in.
    fn colleague(&self, email: &str, role: &str) -> Browser<'_> {
        self.colleague_at(email, role, &[])
    }

    /// As [`Office::colleague`], with a role that is limited to theaters.
    fn colleague_at(&self, email: &str, role: &str, theaters: &[&str]) -> Browser<'_> {
        let mut args = vec!["operator", "add", email, "--site", "acme", "--role", role];
        args.extend(theaters.iter().flat_map(|theater| ["--theater", theater]));
        let added = self.data.run(&args);
        let browser = self.browser();
        let password = password_of(&added.stdout_of_success());
        assert_eq!(browser.sign_in(email, &password, None).json()["next"], "done");
        browser
    }
}

impl Browser<'_> {
    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let cookie = self.cookie.borrow().clone();
        let site = self.office.server.site(self.office.host).with_cookie(&cookie);
        let reply = site.send(method, &format!("/api/editor/{path}"), headers, body);
        if let Some(set) = reply.header("set-cookie") {
            *self.cookie.borrow_mut() = set.split(';').next().unwrap().to_owned();
        }
        reply
    }

    fn get(&self, path: &str) -> Reply {
        self.request("GET", path, &[], "")
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Reply {
        let origin = format!("https://{}", self.office.host);
        self.request(method, path, &[JSON, ("origin", &origin)], &body.to_string())
    }

    /// Sends a request that succeeds; returns its response, null without a body.
    fn ok(&self, method: &str, path: &str, body: &Value) -> Value {
        let reply = self.send(method, path, body);
        assert!(matches!(reply.status, 200 | 204), "{method} {path}: {} {}", reply.status, reply.text());
        if reply.status == 204 { Value::Null } else { reply.json() }
    }

    fn sign_in(&self, email: &str, password: &str, code: Option<&str>) -> Reply {
        let mut form = json!({ "email": email, "password": password });
        if let Some(code) = code {
            form["code"] = json!(code);
        }
        self.send("POST", "sign-in", &form)
    }

    fn draft(&self) -> Value {
        self.ok("GET", "acme/draft", &Value::Null)
    }

    /// Changes a part of the draft of the site `acme`.
    fn edit(&self, pointer: &str, from: &Value, to: &Value) -> Reply {
        let edit = json!({ "pointer": pointer, "from": from, "to": to });
        self.send("PATCH", "acme/draft", &json!({ "edits": [edit] }))
    }

    /// Publishes all changes of the site `acme`.
    fn publish(&self) -> Value {
        let version = self.draft()["version"].clone();
        self.ok("POST", "acme/publish", &json!({ "version": version }))["revision"].clone()
    }
}

fn assert_problem(reply: &Reply, status: u16) -> String {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert_eq!(reply.required_header("content-type"), "application/problem+json");
    reply.json()["title"].as_str().unwrap().to_owned()
}

#[test]
fn security_2_8_the_editor_answers_on_its_own_host_only() {
    let office = office();
    let page = office.server.site(HOST).get("/editor/acme/design/");
    assert_eq!((page.status, page.required_header("x-frame-options").as_str()), (200, "DENY"));
    let policy = page.required_header("content-security-policy");
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "frame-src 'self' https://acme.example",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("other.example"), "{policy}");
    assert_eq!(office.server.site(HOST).get("/").required_header("location"), "/editor/");
    assert_eq!(office.server.site(HOST).get("/movies/").status, 404, "no site on this host");
    for host in ["acme.example", "other.example"] {
        let site = office.server.site(host);
        assert_eq!(site.get("/editor/").status, 404, "{host}");
        assert_eq!(site.get("/api/editor/session").status, 404, "{host}");
    }
    // The pages of a site may be framed by the editor.
    let home = office.server.site("acme.example").get("/movies/");
    assert!(home.required_header("content-security-policy").contains("https://editor.example"));
}

#[test]
fn security_2_8_the_host_of_a_site_cannot_be_the_editors() {
    let data = Data::with(&[&Acme::single()]);
    let args = ["serve", "--listen", "127.0.0.1:0", "--editor-host", "acme.example"];
    let result = data.run(&args);
    assert!(
        result.code != 0 && result.err.contains("the editor needs its own"),
        "{} {}",
        result.code,
        result.err
    );
}

#[test]
fn security_1_5_changes_need_the_origin_of_the_editor() {
    let office = office();
    let browser = office.browser();
    let form = json!({ "email": OWNER, "password": office.password }).to_string();
    for headers in [
        &[JSON][..],
        &[JSON, ("origin", "https://acme.example")],
        &[JSON, ("origin", "null")],
        &[JSON, ("sec-fetch-site", "cross-site")],
        &[JSON, ("sec-fetch-site", "same-site")],
    ] {
        assert_problem(&browser.request("POST", "sign-in", headers, &form), 403);
    }
    let text = [("content-type", "text/plain"), ORIGIN];
    assert_problem(&browser.request("POST", "sign-in", &text, &form), 415);
    assert_eq!(
        browser.request("POST", "sign-in", &[JSON, ("sec-fetch-site", "same-origin")], &form).status,
        200
    );
}
