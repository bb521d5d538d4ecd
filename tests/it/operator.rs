//! `/api/operator/{site}/…`: the records of a loyalty program, for the operator's programs

use marquee_tests::{Acme, CLOCK, Data, Reply, Server, Site, theater};
use serde_json::{Value, json};

const BASE: &str = "/api/operator/acme";
const JSON: (&str, &str) = ("content-type", "application/json");
const CSV: (&str, &str) = ("content-type", "text/csv; charset=utf-8");

/// A server with two sites, and the keys of one.
struct OperatorApi {
    data: Data,
    server: Server,
    operator: String,
    till: String,
}

fn key(data: &Data, name: &str, scope: &str) -> String {
    let output = data.run(&["key", "add", name, "--scope", scope, "--site", "acme"]).stdout_of_success();
    format!("Bearer {}", output.lines().find_map(|line| line.strip_prefix("key: ")).unwrap())
}

fn operator_api() -> OperatorApi {
    let acme = Acme::single().file("theaters", json!([theater("T1", "One")]));
    let data = Data::with(&[&acme, &Acme::single().named("other", "other.example")]);
    let (operator, till) = (key(&data, "crm", "operator"), key(&data, "till-1", "till"));
    OperatorApi { server: data.serve(CLOCK), data, operator, till }
}

impl OperatorApi {
    fn site(&self) -> Site<'_> {
        self.server.site("acme.example")
    }

    fn get(&self, path: &str) -> Reply {
        self.site().request("GET", &format!("{BASE}{path}"), &[("authorization", &self.operator)])
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Reply {
        let headers = [JSON, ("authorization", self.operator.as_str())];
        self.site().send(method, &format!("{BASE}{path}"), &headers, &body.to_string())
    }

    fn file(&self, path: &str, text: &str) -> Reply {
        let headers = [CSV, ("authorization", self.operator.as_str())];
        self.site().send("POST", &format!("{BASE}{path}"), &headers, text)
    }
}

fn problem(reply: &Reply, status: u16) -> String {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert_eq!(reply.required_header("content-type"), "application/problem+json");
    let problem = reply.json();
    assert_eq!(problem["status"], status);
    problem["title"].as_str().unwrap().to_owned()
}

#[test]
fn a_key_of_the_scope_and_site_is_required() {
    let api = operator_api();
    let site = api.site();
    let members = format!("{BASE}/members");
    let bare = site.get(&members);
    assert!(problem(&bare, 401).contains("API key"));
    assert_eq!(bare.required_header("www-authenticate"), "Bearer");
    for key in [api.till.as_str(), "Bearer nonsense", "Basic YTpi"] {
        problem(&site.request("GET", &members, &[("authorization", key)]), 401);
    }
    let open = api.get("/members");
    assert_eq!((open.status, open.required_header("cache-control").as_str()), (200, "private, no-store"));
    // The key of one site, on the host of another, and the other site on the host of the first.
    let other = api.server.site("other.example");
    let headers = [("authorization", api.operator.as_str())];
    problem(&other.request("GET", "/api/operator/other/members", &headers), 401);
    problem(&other.request("GET", &members, &headers), 404);
    problem(&site.request("GET", "/api/operator/other/members", &headers), 404);
    // A key of the scope operator cannot book purchases.
    let body = r#"{"transactionId":"1","member":"x","total":{"amount":1,"currency":"EUR"}}"#;
    problem(&site.send("POST", "/api/pos/transactions", &[JSON, headers[0]], body), 401);
    api.data.run(&["key", "remove", "crm", "--site", "acme"]).stdout_of_success();
    problem(&api.get("/members"), 401);
}

#[test]
fn members_are_created_found_changed_and_removed() {
    let api = operator_api();
    let ada = json!({
        "email": "ada@example.org", "firstName": "Ada", "lastName": "Lovelace", "points": 40,
        "consents": {"sendNewsletter": true},
    });
    let creation = api.send("POST", "/members", &ada);
    assert_eq!(creation.status, 201, "{}", creation.text());
    let member = creation.json();
    let path = format!("/members/{}", member["id"].as_str().unwrap());
    assert_eq!(creation.required_header("location"), format!("{BASE}{path}"));
    assert_eq!((&member["points"], &member["consents"]["sendNewsletter"]), (&40.into(), &true.into()));
    assert!(member.get("passwordHash").is_none());
    assert_eq!(api.get(&path).json(), member);
    let changed = api.send("PUT", &path, &json!({"city": "Lyon", "standing": "blocked"})).json();
    assert_eq!((&changed["city"], &changed["lastName"]), (&"Lyon".into(), &"Lovelace".into()));
    assert_eq!(api.send("PUT", &path, &changed).json(), changed, "a response can be sent back unchanged");
    assert_eq!(api.send("PUT", &path, &json!({"city": null})).json()["city"], Value::Null);
    let adjusted =
        api.send("POST", &format!("{path}/points"), &json!({"amount": -15, "description": "Back"}));
    assert_eq!(adjusted.json()["points"], 25);
    problem(&api.send("POST", &format!("{path}/points"), &json!({"amount": -26})), 409);
    let limited = problem(&api.send("POST", &format!("{path}/points"), &json!({"amount": 501})), 403);
    assert!(limited.contains("at most 500"), "{limited}");
    let repeated = json!({"amount": 5, "requestId": "r1"});
    for _ in 0..2 {
        assert_eq!(api.send("POST", &format!("{path}/points"), &repeated).json()["points"], 30);
    }
    assert_eq!(api.get(&path).json()["points"], 30);
    let reused = api.send("POST", &format!("{path}/points"), &json!({"amount": 6, "requestId": "r1"}));
    problem(&reused, 400);
    assert_eq!(reused.json()["field"], "requestId");
    problem(&api.send("POST", &format!("{path}/points"), &json!({"amount": 5, "reason": "Back"})), 400);
    let unknown = api.send("PUT", &path, &json!({"frstName": "A"}));
    assert!(problem(&unknown, 400).contains("did you mean \"firstName\"?"));
    assert_eq!(unknown.json()["field"], "frstName");
    assert!(problem(&api.send("POST", "/members", &ada), 409).contains("belongs to another member"));
    problem(&api.send("POST", "/members", &json!({"email": "x@example.org"})), 400);
    let deletion =
        api.site().request("DELETE", &format!("{BASE}{path}"), &[("authorization", &api.operator)]);
    assert_eq!((deletion.status, deletion.body.len()), (204, 0));
    assert_eq!(problem(&api.get(&path), 404), "Member not found");
    let log = api.data.run(&["audit", "--site", "acme"]).stdout_of_success();
    assert!(log.contains("key:crm") && log.contains("member.delete"), "{log}");
}

#[test]
fn lists_are_paginated() {
    let api = operator_api();
    let rows: String = (0..7).map(|n| format!("m{n}@example.org,Max,Number{n}\n")).collect();
    let report = api.file("/members/import", &format!("email,firstName,lastName\n{rows}"));
    assert_eq!(report.json()["added"], 7, "{}", report.text());
    let (mut record_ids, mut after) = (Vec::new(), String::new());
    loop {
        let page = api.get(&format!("/members?limit=3&after={after}")).json();
        let items = page["items"].as_array().unwrap();
        assert!(items.len() <= 3);
        record_ids.extend(items.iter().map(|item| item["email"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(next) => after = next.to_owned(),
            None => break,
        }
    }
    record_ids.sort();
    record_ids.dedup();
    assert_eq!(record_ids.len(), 7);
    let search_result = api.get("/members?q=number3").json();
    assert_eq!(search_result["items"].as_array().unwrap().len(), 1);
    for limit in ["0", "201", "many"] {
        assert!(problem(&api.get(&format!("/members?limit={limit}")), 400).contains("between 1 and 200"));
    }
}

#[test]
fn every_kind_of_record_is_created_read_and_changed() {
    let api = operator_api();
    let price = json!({"amount": 1900, "currency": "EUR"});
    for (kind, record, id) in [
        ("levels", json!({"id": 1, "name": "Silver", "pointsPerUnit": 12}), Some("1")),
        (
            "rewards",
            json!({"itemCode": "RW-1", "name": "Soda", "pointsCost": 90, "theaters": ["T1"]}),
            Some("RW-1"),
        ),
        ("memberships", json!({"code": "S", "name": "Silver", "price": price, "levelId": 1}), Some("S")),
        ("evouchers", json!({"code": "E", "name": "Two seats", "price": price}), Some("E")),
        ("cards", json!({"code": "plastic-1", "pin": "1234"}), Some("PLASTIC-1")),
        ("gift-cards", json!({"amount": 500, "currency": "EUR"}), None),
    ] {
        let creation = api.send("POST", &format!("/{kind}"), &record);
        assert_eq!(creation.status, 201, "{kind}: {}", creation.text());
        let created = creation.json();
        let id = id.unwrap_or_else(|| created["id"].as_str().unwrap());
        let path = format!("/{kind}/{id}");
        let read = api.get(&path).json();
        assert!(
            read.get("number").is_none() && read.get("pin").is_none(),
            "{kind}: secrets are returned only on creation"
        );
        assert_eq!(api.send("PUT", &path, &read).json(), read, "{kind}");
        let list = api.get(&format!("/{kind}")).json();
        assert_eq!(list["items"], json!([read]), "{kind}");
        let deletion =
            api.site().request("DELETE", &format!("{BASE}{path}"), &[("authorization", &api.operator)]);
        match kind {
            // The membership gives the level; cards cannot be removed.
            "cards" | "gift-cards" => assert!(problem(&deletion, 409).contains("cannot be removed")),
            "levels" => {
                assert_eq!(deletion.status, 204);
                api.send("POST", "/levels", &record);
            }
            _ => assert_eq!(deletion.status, 204, "{kind}"),
        }
        problem(&api.get(&format!("/{kind}/nobody")), 404);
    }
    problem(&api.get("/theaters"), 404);
}

#[test]
fn a_csv_file_is_imported_like_on_the_command_line() {
    let api = operator_api();
    let text = "itemCode,name,pointsCost\nA,One,5\nB,Two,\n";
    let dry = api.file("/rewards/import?dryRun=true", text).json();
    assert_eq!((&dry["added"], &dry["dryRun"]), (&1.into(), &true.into()));
    assert_eq!(api.get("/rewards").json()["items"], json!([]));
    let strict = api.file("/rewards/import?strict=true", text);
    assert!(problem(&strict, 422).contains("was rejected"));
    assert_eq!(strict.json()["report"]["leftOut"][0]["line"], 3);
    let report = api.file("/rewards/import", text).json();
    assert_eq!((&report["rowsRead"], &report["added"]), (&2.into(), &1.into()));
    assert_eq!(report["leftOut"][0]["why"], "pointsCost is required");
    assert_eq!(api.file("/rewards/import", text).json()["unchanged"], 1);
    let unknown = api.file("/rewards/import", "itemCode,nmae\n");
    assert!(problem(&unknown, 400).contains("did you mean \"name\"?"));
    problem(&api.file("/rewards/import?strict=maybe", text), 400);
    problem(&api.send("POST", "/rewards/import", &json!([])), 415);
}

#[test]
fn the_type_and_size_of_bodies_are_checked() {
    let api = operator_api();
    let headers = [JSON, ("authorization", api.operator.as_str())];
    let path = format!("{BASE}/rewards");
    let form = api.site().send("POST", &path, &[("content-type", "text/plain"), headers[1]], "{}");
    problem(&form, 415);
    problem(&api.site().send("POST", &path, &headers, "{"), 400);
    let large = format!("\"{}\"", "x".repeat((1 << 20) + 1));
    assert!(problem(&api.site().send("POST", &path, &headers, &large), 413).contains("1 MB"));
    let length = ((50 << 20) + 1).to_string();
    let file = [("content-type", "text/csv"), ("content-length", length.as_str()), headers[1]];
    // A body with a content length above the limit is rejected before it is read.
    assert!(problem(&api.site().request("POST", &format!("{path}/import"), &file), 413).contains("50 MB"));
    assert_eq!(api.site().request("PATCH", &path, &headers).status, 405);
}
