//! What each role permits, on every route

use serde_json::{Value, json};

use super::{Browser, Office, office};

/// Method, path below the site, body, and the roles that are not refused.
fn routes() -> Vec<(&'static str, &'static str, Value, &'static [&'static str])> {
    const ALL: &[&str] = &["owner", "editor", "program", "boxOffice", "technical", "viewer"];
    const MEMBERS: &[&str] = &["owner", "boxOffice"];
    const PUBLISH: &[&str] = &["owner", "editor", "program", "technical"];
    let edit = |pointer: &str, to: Value| json!({ "edits": [{ "pointer": pointer, "to": to }] });
    vec![
        ("GET", "draft", json!(null), ALL),
        ("GET", "draft/version", json!(null), ALL),
        ("GET", "overview", json!(null), ALL),
        ("GET", "numbers", json!(null), ALL),
        ("GET", "numbers.csv", json!(null), ALL),
        ("GET", "history", json!(null), ALL),
        ("GET", "films", json!(null), ALL),
        ("GET", "films/1", json!(null), ALL),
        ("GET", "program?theater=T1&from=2026-11-20", json!(null), ALL),
        ("GET", "program/template.csv", json!(null), ALL),
        ("POST", "program/spreadsheet?name=a.csv", json!(1), &["owner", "editor", "program"]),
        (
            "PATCH",
            "draft",
            edit("/shows/hand-1", json!({ "hidden": true, "fields": {} })),
            &["owner", "editor", "program"],
        ),
        ("GET", "history/1", json!(null), ALL),
        (
            "PATCH",
            "draft",
            edit("/pages/~1x~1", json!({ "path": "/x/", "title": "X" })),
            &["owner", "editor"],
        ),
        ("PATCH", "draft", edit("/site/config/theme/colors/brand1", json!("#123456")), &["owner", "editor"]),
        ("PATCH", "draft", edit("/site/config/websiteId", json!("x")), &["owner", "editor", "technical"]),
        (
            "PATCH",
            "draft",
            edit("/events/9", json!({ "id": "9", "title": "E", "slug": "e" })),
            &["owner", "editor", "program"],
        ),
        ("POST", "draft/discard", json!({ "pointers": [] }), PUBLISH),
        ("POST", "publish", json!({ "version": -1 }), PUBLISH),
        ("POST", "publish", json!({ "version": 1, "at": "2026-11-27T06:00:00Z" }), &["owner", "editor"]),
        ("DELETE", "publish/scheduled", json!({}), PUBLISH),
        ("POST", "history/1/restore", json!({}), PUBLISH),
        ("GET", "keys", json!(null), &["owner", "technical"]),
        ("POST", "keys", json!({ "name": "", "scope": "till" }), &["owner", "technical"]),
        ("DELETE", "keys/x", json!({}), &["owner", "technical"]),
        ("GET", "team", json!(null), &["owner"]),
        ("POST", "invitations", json!({ "email": "x", "role": "viewer" }), &["owner"]),
        ("DELETE", "invitations/x", json!({}), &["owner"]),
        ("PUT", "team/x", json!({ "role": "viewer" }), &["owner"]),
        ("DELETE", "team/x", json!({}), &["owner"]),
        ("GET", "members", json!(null), MEMBERS),
        ("GET", "members/x", json!(null), MEMBERS),
        ("POST", "members/x/points", json!({ "amount": 1, "reason": "x", "requestId": "x" }), MEMBERS),
        ("PUT", "members/x/standing", json!({ "standing": "active" }), MEMBERS),
        ("POST", "members/x/password-link", json!({}), MEMBERS),
        ("POST", "members/x/lost-card", json!({ "code": "x" }), MEMBERS),
        ("POST", "gift-card", json!({ "number": "x" }), MEMBERS),
        ("GET", "records/members", json!(null), MEMBERS),
        ("POST", "records/members", json!({}), MEMBERS),
        ("GET", "records/members/x", json!(null), MEMBERS),
        ("PUT", "records/members/x", json!({ "city": "x" }), MEMBERS),
        ("DELETE", "records/members/x", json!({}), MEMBERS),
        ("GET", "audit", json!(null), &["owner"]),
        ("GET", "audit.csv", json!(null), &["owner"]),
    ]
}

#[test]
fn security_2_8_each_route_refuses_roles_other_sites_and_strangers() {
    let office = office();
    for role in ["owner", "editor", "program", "boxOffice", "technical", "viewer"] {
        let browser = office.colleague(&format!("{role}@acme.example"), role);
        for (method, path, body, permitted) in routes() {
            let status = browser.send(method, &format!("acme/{path}"), &body).status;
            assert_eq!(status != 403, permitted.contains(&role), "{role}: {method} {path} {body}: {status}");
            assert_ne!(status, 401, "{role}: {method} {path}");
            let elsewhere = browser.send(method, &format!("other/{path}"), &body).status;
            assert_eq!(elsewhere, 404, "{role} has no role on this site: {method} {path}");
        }
    }
    let stranger = office.browser();
    for (method, path, body, _) in routes() {
        assert_eq!(stranger.send(method, &format!("acme/{path}"), &body).status, 401, "{method} {path}");
    }
    for path in ["session", "sessions", "roles", "site-schema"] {
        assert_eq!(stranger.get(path).status, 401, "{path}");
    }
}

fn recent(office: &Office) -> Browser<'_> {
    office.owner()
}

#[test]
fn security_2_8_a_site_that_does_not_exist_is_like_one_without_a_role() {
    let office = office();
    let browser = recent(&office);
    assert_eq!(browser.get("nowhere/draft").status, 404);
    assert_eq!(browser.get("..%2facme/draft").status, 404);
    let viewer = office.colleague("viewer@acme.example", "viewer");
    let (unknown, foreign) = (viewer.get("nowhere/draft"), viewer.get("other/draft"));
    assert_eq!((unknown.status, foreign.status), (404, 404));
}

#[test]
fn every_documented_route_exists_and_asks_strangers_to_sign_in() {
    let office = office();
    let stranger = office.browser();
    let document = stranger.ok("GET", "openapi.json", &Value::Null);
    let mut count = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let path = path.strip_prefix("/api/editor/").unwrap();
            let path = path
                .replace("{site}", "acme")
                .replace("{number}", "1")
                .replace("{id}", "x")
                .replace("{kind}", "cards");
            let status = stranger.send(&method.to_uppercase(), &path, &json!({})).status;
            // A form without its fields, and an invitation without a token.
            let expected: &[u16] = match path.as_str() {
                "sign-in" => &[400],
                "invitation" => &[400, 410],
                "sign-out" => &[204],
                _ => &[401],
            };
            assert!(expected.contains(&status), "{method} {path}: {status}");
            count += 1;
        }
    }
    assert!(count > 35, "{count}");
}
