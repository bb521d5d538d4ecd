//! What operators who have the editor open at the same time ask each other

use serde_json::{Value, json};

use super::{Browser, assert_problem, office};

/// Who else is there, and what they ask.
fn presence(browser: &Browser<'_>) -> Value {
    browser.ok("GET", "acme/draft/version", &Value::Null)
}

fn id_of(browser: &Browser<'_>) -> Value {
    browser.ok("GET", "session", &Value::Null)["operator"]["id"].clone()
}

#[test]
fn a_person_who_is_there_and_may_publish_is_asked_and_answers() {
    let office = office();
    let (owner, theo) = (office.owner(), office.colleague("theo@acme.example", "viewer"));
    let rosa = id_of(&owner);
    let ask = |to: &Value| theo.send("POST", "acme/requests", &json!({ "kind": "publish", "to": to }));
    let nobody = ask(&rosa);
    assert_problem(&nobody, 409);
    assert_eq!(nobody.json()["code"], "nobodyToAsk", "she does not have the editor open");
    presence(&owner);
    let seen = presence(&theo)["present"].clone();
    assert_eq!(seen, json!([{ "id": rosa, "name": "Rosa", "mayPublish": true }]));
    assert_problem(&theo.send("POST", "acme/requests", &json!({ "kind": "publish" })), 409);
    assert_eq!(ask(&rosa).status, 204);
    assert_eq!(ask(&rosa).status, 429, "once a minute");
    let asked = presence(&owner)["requests"].clone();
    assert_eq!((&asked[0]["kind"], &asked[0]["name"]), (&json!("publish"), &json!("theo@acme.example")));
    assert_eq!(owner.draft()["requests"], asked);
    assert_eq!(presence(&theo)["requests"], json!([]));
    assert_eq!(presence(&owner)["present"][0]["mayPublish"], false, "of Theo");
    let to_theo = json!({ "kind": "publish", "to": id_of(&theo) });
    assert_problem(&owner.send("POST", "acme/requests", &to_theo), 409);
    let answer = format!("acme/requests/publish/{}", asked[0]["from"].as_str().unwrap());
    owner.ok("DELETE", &answer, &json!({}));
    assert_eq!(presence(&owner)["requests"], json!([]));
    assert_eq!(ask(&rosa).status, 429, "an answer does not shorten the pause");
    assert_problem(&owner.send("DELETE", "acme/requests/chat/x", &json!({})), 404);
    let log = owner.ok("GET", "acme/audit?q=site.ask", &Value::Null)["entries"].clone();
    assert_eq!(log.as_array().unwrap().len(), 1, "{log}");
    assert_eq!((&log[0]["action"], &log[0]["detail"]), (&json!("site.ask-publish"), &json!("Rosa")));
}

#[test]
fn all_who_may_publish_are_asked_to_wait_until_a_quarter_of_an_hour_has_passed() {
    let office = office();
    let (owner, ada) = (office.owner(), office.colleague("ada@acme.example", "editor"));
    let viewer = office.colleague("vera@acme.example", "viewer");
    for browser in [&owner, &ada, &viewer] {
        presence(browser);
    }
    ada.ok("POST", "acme/requests", &json!({ "kind": "wait" }));
    assert_eq!(presence(&owner)["requests"][0]["kind"], "wait");
    assert_eq!(presence(&viewer)["requests"], json!([]), "she cannot publish");
    drop((owner, ada, viewer));
    let office = office.later(16);
    assert_eq!(presence(&office.owner())["requests"], json!([]));
}
