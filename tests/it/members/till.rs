//! `POST /api/pos/transactions`: purchases that a till books.

use marquee_tests::{Member, Reply, Server};
use serde_json::{Value, json};

use super::{CIRCUIT_V3, demo, iris};

const DOOR: &str = "/api/pos/transactions";
const JSON: (&str, &str) = ("content-type", "application/json");

fn key(server: &Server, scope: &str) -> String {
    let output =
        server.data().run(&["key", "add", "box", "--scope", scope, "--site", "meridian"]).stdout_of_success();
    format!("Bearer {}", output.lines().find_map(|line| line.strip_prefix("key: ")).unwrap())
}

fn send(server: &Server, key: &str, body: &Value) -> Reply {
    let headers = [JSON, ("authorization", key)];
    server.site("localhost").send("POST", DOOR, &headers, &body.to_string())
}

fn purchase() -> Value {
    json!({
        "transactionId": "t-1", "member": "MCLUB1001", "type": "PURCHASE", "cinemaId": "meridian-main",
        "occurredAt": "2026-11-20T18:02:11Z", "bookingReference": "48210", "movieTitle": "The Salt Cartographer",
        "showtimeAt": "2026-11-20T19:30:00Z", "screenName": "Screen 3",
        "tickets": [{ "name": "Adult", "quantity": 2, "price": { "amount": 1450, "currency": "USD" } }],
        "concessions": [{ "name": "Popcorn", "quantity": 1, "price": { "amount": 750, "currency": "USD" } }],
        "ticketIds": ["T-1", "T-2"], "total": { "amount": 3650, "currency": "USD" },
    })
}

fn points(member: &Member<'_>) -> i64 {
    let details = member.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    details["memberDetails"]["balances"][0]["amount"].as_i64().unwrap()
}

#[test]
fn security_4_1_call_19_call_20_a_purchase_earns_points_once_and_is_in_the_histories() {
    let server = demo();
    let till = key(&server, "till");
    let iris = iris(&server);
    let before = points(&iris);
    let booked = send(&server, &till, &purchase());
    assert_eq!(booked.status, 200, "{}", booked.text());
    let booked = booked.json();
    let earned = booked["points"].as_i64().unwrap();
    // Twelve points per dollar at her level, rounded down.
    assert_eq!((earned, booked["repeated"].as_bool()), (438, Some(false)));
    assert_eq!(booked["balance"], before + earned);
    assert_eq!(points(&iris), before + earned);
    let orders =
        iris.call_ok("GET", &format!("/Member/v3/OrderHistory?{CIRCUIT_V3}&maxResults=1"), json!({}));
    let order = &orders["orders"][0];
    assert_eq!(order["orderId"], booked["orderId"]);
    assert_eq!(
        (&order["cinemaName"], &order["movieTitle"]),
        (&json!("Meridian"), &json!("The Salt Cartographer"))
    );
    assert_eq!((&order["total"]["amount"], &order["ticketIds"]), (&json!(3650), &json!(["T-1", "T-2"])));
    let lines =
        iris.call_ok("GET", &format!("/Member/v3/TransactionHistory?{CIRCUIT_V3}&maxResults=1"), json!({}));
    assert_eq!(lines["transactions"][0]["amount"], earned);

    let again = send(&server, &till, &purchase()).json();
    assert_eq!((&again["orderId"], &again["repeated"]), (&booked["orderId"], &json!(true)));
    assert_eq!(points(&iris), before + earned, "booked once");
    let mut other = purchase();
    other["total"]["amount"] = json!(9999);
    let refused = send(&server, &till, &other);
    assert_eq!((refused.status, &refused.json()["field"]), (400, &json!("transactionId")));

    let refund = json!({
        "transactionId": "t-2", "member": "MCLUB1001", "type": "REFUND", "orderId": booked["orderId"],
        "total": { "amount": 3650, "currency": "USD" },
    });
    let back = send(&server, &till, &refund);
    assert_eq!((back.status, &back.json()["points"]), (200, &json!(-earned)), "{}", back.text());
    assert_eq!(points(&iris), before);
    let orders =
        iris.call_ok("GET", &format!("/Member/v3/OrderHistory?{CIRCUIT_V3}&maxResults=2"), json!({}));
    let of = |id: &Value| orders["orders"].as_array().unwrap().iter().find(|o| o["orderId"] == *id).cloned();
    assert_eq!(of(&booked["orderId"]).unwrap()["status"], "REFUNDED");
}

#[test]
fn err_23_an_invalid_transaction_is_rejected_with_the_field() {
    let server = demo();
    let till = key(&server, "till");
    let iris = iris(&server);
    let before = points(&iris);
    for wrong in ["", "Bearer nonsense", "Basic YTpi"] {
        let reply = send(&server, wrong, &purchase());
        assert_eq!(
            (reply.status, reply.required_header("www-authenticate").as_str()),
            (401, "Bearer"),
            "{wrong}"
        );
    }
    let with = |name: &str, value: Value| {
        let mut body = purchase();
        body[name] = value;
        send(&server, &till, &body)
    };
    for (name, value) in [
        ("cinemaId", json!("nowhere")),
        ("total", json!({ "amount": -1, "currency": "USD" })),
        ("transactionId", json!("")),
    ] {
        let reply = with(name, value);
        assert_eq!(
            (reply.status, reply.required_header("content-type").as_str()),
            (400, "application/problem+json"),
            "{name}"
        );
        assert!(reply.json()["title"].as_str().unwrap().contains(name), "{}", reply.text());
    }
    assert!(with("movieTitel", json!("x")).json()["title"].as_str().unwrap().contains("movieTitel"));
    assert_eq!(with("member", json!("NOBODY99")).status, 422);
    let elsewhere = server.site("aster.localhost");
    let headers = [JSON, ("authorization", till.as_str())];
    assert_eq!(
        elsewhere.send("POST", DOOR, &headers, &purchase().to_string()).status,
        401,
        "a key of one site"
    );
    assert_eq!(points(&iris), before);
}
