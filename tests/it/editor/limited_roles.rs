//! Roles that are limited to theaters (security 2.8, decision 0055)

use marquee_tests::{Acme, CLOCK, Data, Mail, Reply, film, show, theater};
use serde_json::{Value, json};

use super::{Browser, HOST, OWNER, Office, assert_problem, password_of};

/// Friday 9 PM in New York.
const NINE: &str = "2026-11-21T02:00:00Z";

fn acme(theaters: &[&str]) -> Acme {
    let shows = theaters.iter().map(|id| show(&format!("f-{id}"), id, "1", NINE, "2026-11-20"));
    let records = theaters.iter().map(|id| theater(id, &format!("Theater {id}")));
    Acme::circuit()
        .file("theaters", records.collect())
        .file("movies", json!([film("1", "Low Tide"), film("2", "Kestrel")]))
        .file("showtimes", shows.collect())
}

/// A site with the theaters T1 and T2, each with a show of a feed.
fn office() -> Office {
    let data = Data::with(&[&acme(&["T1", "T2"]), &Acme::single().named("other", "other.example")]);
    let added = data.run(&["operator", "add", OWNER, "--name", "Rosa"]).stdout_of_success();
    let server = data.serve_in(CLOCK, &["--editor-host", HOST], &[]);
    Office { server, data, password: password_of(&added), host: HOST }
}

/// A show of the film 2 that was typed in.
fn typed_in(theater: &str) -> Value {
    let fields = json!({ "movieId": "2", "theaterId": theater, "startsAt": "2026-11-21T06:00:00Z" });
    json!({ "added": true, "fields": fields })
}

/// Why a limited role does not permit it: the other theater, or the whole site.
fn refusal(reply: &Reply) -> String {
    assert_problem(reply, 403);
    let problem = reply.json();
    match problem["code"].as_str() {
        Some("otherTheater") => problem["theater"].as_str().unwrap().to_owned(),
        code => code.unwrap_or("role").to_owned(),
    }
}

/// Pointers of the changes of the draft.
fn changes(browser: &Browser<'_>) -> Vec<String> {
    let changes = browser.draft()["changes"].clone();
    changes.as_array().unwrap().iter().map(|change| change["pointer"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn security_2_8_a_limited_role_changes_shows_rules_and_facts_of_its_theaters_only() {
    let office = office();
    let owner = office.owner();
    let ivo = office.colleague_at("ivo@acme.example", "program", &["T1"]);
    let theaters = ivo.ok("GET", "session", &Value::Null)["sites"][0]["theaters"].clone();
    assert_eq!(theaters, json!(["T1"]));
    assert_eq!(owner.edit("/shows/hand-2", &Value::Null, &typed_in("T2")).status, 200);

    let closures = json!([{ "from": "2026-12-25", "to": "2026-12-25" }]);
    let hidden = json!({ "hidden": true, "fields": {} });
    let none = json!([]);
    for (pointer, from, to) in [
        ("/theaters/T1/phone", &Value::Null, json!("1")),
        ("/theaters/T1/closures", &none, closures),
        ("/programRules/T1/cleaningMinutes", &Value::Null, json!(9)),
        ("/shows/hand-1", &Value::Null, typed_in("T1")),
        ("/shows/f-T1", &Value::Null, hidden.clone()),
    ] {
        assert_eq!(ivo.edit(pointer, from, &to).status, 200, "{pointer}");
    }
    let before = changes(&owner);
    let record = owner.draft()["content"]["theaters"]["T1"].clone();
    let (missing, start) = (Value::Null, json!("2026-11-21T03:00:00Z"));
    for (pointer, from, to, reason) in [
        ("/theaters/T2/phone", &missing, &json!("1"), "T2"),
        ("/programRules/T2/cleaningMinutes", &missing, &json!(9), "T2"),
        ("/shows/f-T2", &missing, &hidden, "T2"),
        ("/shows/f-T2/fields/startsAt", &missing, &start, "T2"),
        ("/shows/f-T2/fields/theaterId", &missing, &json!("T1"), "T2"),
        ("/shows/hand-3", &missing, &typed_in("T2"), "T2"),
        ("/shows/hand-2", &typed_in("T2"), &missing, "T2"),
        // Nobody moves a show into their theater, or out of it.
        ("/shows/hand-2/fields/theaterId", &json!("T2"), &json!("T1"), "T2"),
        ("/shows/hand-1/fields/theaterId", &json!("T1"), &json!("T2"), "T2"),
        ("/shows/nowhere", &missing, &hidden, "wholeSite"),
        ("/theaters/T1", &record, &missing, "wholeSite"),
        ("/theaters/T3", &missing, &theater("T3", "Three"), "wholeSite"),
        ("/theaterOrder", &json!(["T1", "T2"]), &json!(["T2", "T1"]), "wholeSite"),
        ("/films/1", &missing, &json!({ "fields": { "title": "Ebb" } }), "wholeSite"),
        ("/films/9", &missing, &json!({ "added": true, "fields": { "title": "New" } }), "wholeSite"),
        ("/events/9", &missing, &json!({ "id": "9", "title": "E", "slug": "e" }), "wholeSite"),
        ("/pictures/x", &missing, &json!({ "decorative": true }), "wholeSite"),
        ("/site/config/globalExcludedMovieIds", &json!([]), &json!(["1"]), "wholeSite"),
        ("/site/settings/name", &json!("Acme"), &json!("Ivo's"), "role"),
        ("/pages/~1about~1/title", &json!("About us"), &json!("X"), "role"),
    ] {
        assert_eq!(refusal(&ivo.edit(pointer, from, to)), reason, "{pointer}");
    }
    // All edits of a request, or none.
    let both = json!({ "edits": [
        { "pointer": "/theaters/T1/email", "to": "a@acme.example" },
        { "pointer": "/theaters/T2/email", "to": "a@acme.example" },
    ] });
    assert_eq!(refusal(&ivo.send("PATCH", "acme/draft", &both)), "T2");
    assert_eq!(changes(&owner), before);
    assert_eq!(ivo.send("PATCH", "other/draft", &both).status, 404, "no role on this site");

    // A show that a published edit hides is still at its theater.
    ivo.publish();
    let rita = office.colleague_at("rita@acme.example", "program", &["T2"]);
    assert_eq!(refusal(&rita.edit("/shows/f-T1/hidden", &json!(true), &Value::Null)), "T1");
    assert_eq!(ivo.edit("/shows/f-T1/hidden", &json!(true), &Value::Null).status, 200);
}

#[test]
fn security_2_8_a_limited_role_publishes_and_discards_changes_of_its_theaters_only() {
    let office = office();
    let owner = office.owner();
    let ivo = office.colleague_at("ivo@acme.example", "program", &["T1"]);
    let others = ["/films/1/fields/title", "/site/settings/name", "/theaters/T2/phone"];
    let change_others = || {
        owner.edit("/theaters/T2/phone", &Value::Null, &json!("2"));
        owner.edit("/films/1/fields/title", &Value::Null, &json!("Ebb"));
        owner.edit("/site/settings/name", &json!("Acme"), &json!("Acme Lights"));
    };
    change_others();
    owner.edit("/theaters/T1/phone", &Value::Null, &json!("1"));
    ivo.edit("/theaters/T1/email", &Value::Null, &json!("t1@acme.example"));
    let own = ivo.draft()["changes"].clone();
    let own: Vec<_> = own.as_array().unwrap().iter().filter(|change| change["mayChange"] == true).collect();
    let own: Vec<_> = own.iter().map(|change| change["pointer"].as_str().unwrap()).collect();
    assert_eq!(own, ["/theaters/T1/email", "/theaters/T1/phone"]);
    let version = ivo.draft()["version"].clone();
    for (pointer, reason) in others.into_iter().zip(["wholeSite", "role", "T2"]) {
        let form = json!({ "version": version, "pointers": ["/theaters/T1/phone", pointer] });
        assert_eq!(refusal(&ivo.send("POST", "acme/publish", &form)), reason, "{pointer}");
        let form = json!({ "pointers": [pointer] });
        assert_eq!(refusal(&ivo.send("POST", "acme/draft/discard", &form)), reason, "{pointer}");
    }
    assert_eq!(ivo.publish()["changes"], 2, "what colleagues changed at the theater, too");
    assert_eq!(changes(&owner), others.map(|pointer| pointer.replace("/fields/title", "")));
    let live = owner.draft()["live"].clone();
    assert_eq!(
        (&live["theaters"]["T1"]["phone"], &live["theaters"]["T2"]["phone"]),
        (&json!("1"), &json!(null))
    );

    // Nothing is left to publish or to discard.
    let version = ivo.draft()["version"].clone();
    assert_problem(&ivo.send("POST", "acme/publish", &json!({ "version": version })), 422);
    ivo.edit("/theaters/T1/phone", &json!("1"), &json!("3"));
    ivo.ok("POST", "acme/draft/discard", &json!({}));
    assert_eq!(changes(&owner).len(), others.len());

    let version = ivo.draft()["version"].clone();
    let later = json!({ "version": version, "at": "2026-11-27T06:00:00Z" });
    assert_problem(&ivo.send("POST", "acme/publish", &later), 403);
    owner.ok("POST", "acme/publish", &later);
    assert_eq!(refusal(&ivo.send("DELETE", "acme/publish/scheduled", &json!({}))), "wholeSite");
    assert_eq!(refusal(&ivo.send("POST", "acme/history/1/restore", &json!({}))), "wholeSite");
}

#[test]
fn security_2_8_a_limited_box_office_shows_alerts_of_its_theaters_and_has_all_members() {
    let office = office();
    let maya = office.colleague_at("maya@acme.example", "boxOffice", &["T2"]);
    let alert = json!({ "message": "Elevator out of order", "ends": "2026-11-22T10:00" });
    maya.ok("PUT", "acme/alerts/T2", &alert);
    assert_eq!(refusal(&maya.send("PUT", "acme/alerts/T1", &alert)), "T1");
    assert_eq!(refusal(&maya.send("DELETE", "acme/alerts/T1", &json!({}))), "T1");
    assert_eq!(refusal(&maya.send("PUT", "acme/alerts/T%201", &alert)), "wholeSite", "an invalid id");
    maya.ok("DELETE", "acme/alerts/T2", &json!({}));
    assert_eq!(refusal(&maya.edit("/theaters/T2/phone", &Value::Null, &json!("2"))), "role");
    assert_eq!(maya.get("acme/members").status, 200);
}

#[test]
fn security_2_8_a_limit_is_given_changed_and_lifted_with_immediate_effect() {
    let office = office();
    let owner = office.owner();
    let at_t1 = json!({ "email": "ivo@acme.example", "role": "program", "theaters": ["T1"] });
    for (role, theaters) in [
        ("owner", json!(["T1"])),
        ("editor", json!(["T1"])),
        ("technical", json!(["T1"])),
        ("viewer", json!(["T1"])),
        ("program", json!([])),
        ("program", json!(["T1", "T9"])),
    ] {
        let form = json!({ "email": "ivo@acme.example", "role": role, "theaters": theaters });
        let refused = owner.send("POST", "acme/invitations", &form);
        assert_problem(&refused, 422);
        assert_eq!(refused.json()["field"], "theaters", "{form}");
    }
    let invited = owner.ok("POST", "acme/invitations", &at_t1);
    assert_eq!(invited["theaters"], json!(["T1"]));
    let link =
        Mail::to(&office.data, "ivo@acme.example", |mail| mail.subject.contains("Acme")).link("welcome");
    let token = link.split("token=").nth(1).unwrap();
    let ivo = office.browser();
    let invitation = ivo.ok("GET", &format!("invitation?token={token}"), &Value::Null);
    assert_eq!(invitation["theaters"], json!(["Theater T1"]));
    ivo.ok("POST", "invitation", &json!({ "token": token, "name": "Ivo", "password": "fifteen letters" }));

    let phone =
        |theater: &str| ivo.edit(&format!("/theaters/{theater}/phone"), &Value::Null, &json!("1")).status;
    assert_eq!((phone("T1"), phone("T2")), (200, 403));
    let team = owner.ok("GET", "acme/team", &Value::Null);
    let person = team["people"].as_array().unwrap().iter().find(|person| person["name"] == "Ivo").unwrap();
    assert_eq!(person["theaters"], json!(["T1"]));
    let path = format!("acme/team/{}", person["id"].as_str().unwrap());
    assert_eq!(ivo.send("PUT", &path, &json!({ "role": "program" })).status, 403);
    assert_problem(&owner.send("PUT", &path, &json!({ "role": "viewer", "theaters": ["T1"] })), 422);

    owner.ok("PUT", &path, &json!({ "role": "program", "theaters": ["T2"] }));
    assert_eq!((phone("T1"), phone("T2")), (403, 200));
    owner.ok("PUT", &path, &json!({ "role": "program" }));
    assert_eq!((phone("T1"), phone("T2")), (200, 200));
    let audit = owner.ok("GET", "acme/audit?q=ivo", &Value::Null);
    let details = audit["entries"].as_array().unwrap().iter().map(|entry| entry["detail"].as_str().unwrap());
    let details: Vec<_> = details.filter(|detail| detail.contains("program")).collect();
    assert_eq!(
        details,
        ["program (T2) → program", "program (T1) → program (T2)", "program (T1)", "program (T1)"],
        "newest first, with the invitation and its acceptance"
    );

    // As every change of people, it needs a recent password.
    let cookie = owner.cookie.borrow().clone();
    let later = office.later(11);
    let owner = Browser { office: &later, cookie: cookie.into() };
    let refused = owner.send("PUT", &path, &json!({ "role": "program", "theaters": ["T1"] }));
    assert_eq!(refusal(&refused), "reauthenticate");
}

#[test]
fn security_2_8_a_theater_that_is_removed_does_not_widen_a_limit() {
    let office = office();
    let owner = office.owner();
    let ivo = office.colleague_at("ivo@acme.example", "program", &["T1"]);
    let phone = |theater: &str| ivo.edit(&format!("/theaters/{theater}/phone"), &Value::Null, &json!("1"));
    office.data.import_site(&acme(&["T2"]));
    assert_eq!(refusal(&phone("T2")), "T2");
    assert_eq!(refusal(&phone("T1")), "wholeSite", "nobody adds a theater by its fields");
    assert_eq!(ivo.get("acme/draft").status, 200, "reads as before");
    let team = owner.ok("GET", "acme/team", &Value::Null);
    assert!(team["people"].as_array().unwrap().iter().any(|person| person["theaters"] == json!(["T1"])));
    office.data.import_site(&acme(&["T1", "T2"]));
    assert_eq!(phone("T1").status, 200, "it has returned");
}
