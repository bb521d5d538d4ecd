//! Routes that have no module of their own.

use marquee_tests::{Acme, CLOCK, Data, Member, theater};
use serde_json::json;

use crate::members::{demo, iris};

#[test]
fn the_api_is_described_at_an_address() {
    let server = Data::with(&[&Acme::single()]).serve(CLOCK);
    let document = server.site("acme.example").get("/api/openapi.json").json();
    assert!(document["paths"]["/api/cypher"]["post"].is_object());
}

#[test]
fn anly_02_a_member_has_a_marketing_id_where_the_site_has_a_tracker() {
    let server = demo();
    let id = |member: &Member<'_>| {
        member.to("/api/marketing-id", "GET", "application/json", "", &[]).json()["id"].clone()
    };
    let first = id(&iris(&server));
    assert!(first.as_str().is_some_and(|id| id.len() == 64), "{first}");
    assert_eq!(id(&iris(&server)), first);
    assert_eq!(server.site("aster.localhost").get("/api/marketing-id").status, 404);
}

#[test]
fn call_20_version_2_lists_the_transactions_of_a_member() {
    let server = demo();
    let noor = Member::program(&server.site("aster.localhost"));
    let login = json!({ "username": "noor", "password": "five-houses-one-card" });
    noor.call_ok("POST", "/Member/Login?circuitId=aster", login);
    let list = noor.call_ok("GET", "/Member/v2/TransactionHistory?circuitId=aster&maxResults=2", json!({}));
    assert_eq!(list["transactions"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&list["transactions"][0]["kind"], &list["transactions"][0]["amount"]),
        (&json!("EARN"), &json!(562))
    );
}

#[test]
fn imports_of_all_kinds_name_an_unknown_column() {
    let acme = Acme::single().file("theaters", json!([theater("T1", "One")]));
    let data = Data::with(&[&acme]);
    let output =
        data.run(&["key", "add", "crm", "--scope", "operator", "--site", "acme"]).stdout_of_success();
    let key = output
        .lines()
        .find_map(|line| line.strip_prefix("key: "))
        .map(|key| format!("Bearer {key}"))
        .unwrap();
    let server = data.serve(CLOCK);
    for kind in ["levels", "cards", "memberships", "evouchers", "gift-cards"] {
        let path = format!("/api/operator/acme/{kind}/import");
        let headers = [("content-type", "text/csv; charset=utf-8"), ("authorization", key.as_str())];
        let reply = server.site("acme.example").send("POST", &path, &headers, "nonsense\nx\n");
        assert_eq!(
            (reply.status, &reply.json()["title"]),
            (400, &json!("Unknown column \"nonsense\"")),
            "{kind}"
        );
    }
}
