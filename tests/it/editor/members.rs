//! The members desk: who may use it, points, blocks, cards, and the records of the loyalty program

use std::time::{Duration, Instant};

use marquee_tests::{Mail, Member};
use serde_json::{Value, json};

use super::{Browser, JSON, Office, assert_problem, office};

const PASSWORD: &str = "a-kettle-of-fishes";
const ROUTES: [(&str, &str); 22] = [
    ("GET", "members"),
    ("GET", "members/x"),
    ("POST", "members/x/points"),
    ("PUT", "members/x/standing"),
    ("POST", "members/x/password-link"),
    ("POST", "members/x/lost-card"),
    ("POST", "members/x/confirmation"),
    ("POST", "members/x/notes"),
    ("DELETE", "members/x/notes/n"),
    ("GET", "members/x/merge?member=x"),
    ("POST", "members/x/merge"),
    ("GET", "members/x/export"),
    ("GET", "members.csv"),
    ("GET", "loyalty-numbers"),
    ("POST", "gift-card"),
    ("GET", "records/members"),
    ("POST", "records/rewards"),
    ("POST", "records/members/import"),
    ("GET", "records/members/template.csv"),
    ("GET", "records/cards/x"),
    ("PUT", "records/members/x"),
    ("DELETE", "records/members/x"),
];

/// Adds a member at the desk, and returns the id.
fn sign_up(desk: &Browser<'_>, email: &str, fields: &Value) -> String {
    let mut member = json!({ "email": email, "firstName": "Ada", "lastName": "Lovelace" });
    member.as_object_mut().unwrap().extend(fields.as_object().cloned().unwrap_or_default());
    desk.ok("POST", "acme/records/members", &member)["id"].as_str().unwrap().to_owned()
}

fn found(desk: &Browser<'_>, words: &str) -> Vec<String> {
    let page = desk.ok("GET", &format!("acme/records/members?q={words}"), &Value::Null);
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["email"].as_str().unwrap().to_owned()).collect()
}

/// Lines of the audit log about a record, newest first: actor, action, detail.
fn audit_of(office: &Office, subject: &str) -> Vec<[String; 3]> {
    let page = office.owner().ok("GET", &format!("acme/audit?q={subject}"), &Value::Null);
    let entries = page["entries"].as_array().unwrap().iter();
    entries.map(|e| ["actor", "action", "detail"].map(|name| e[name].as_str().unwrap().to_owned())).collect()
}

#[test]
fn security_2_8_only_owners_and_the_box_office_see_members() {
    let office = office();
    let id = sign_up(&office.owner(), "ada@example.org", &json!({}));
    for role in ["editor", "program", "technical", "viewer"] {
        let browser = office.colleague(&format!("{role}@acme.example"), role);
        for (method, path) in ROUTES {
            let path = path.replace("/x", &format!("/{id}"));
            let reply = browser.send(method, &format!("acme/{path}"), &json!({}));
            assert_eq!(reply.status, 403, "{role}: {method} {path}");
            assert!(!reply.text().contains("ada"), "{role}: {method} {path}");
        }
    }
    let desk = office.colleague("box@acme.example", "boxOffice");
    assert_eq!(desk.ok("GET", &format!("acme/members/{id}"), &Value::Null)["member"]["firstName"], "Ada");
    for (method, path) in ROUTES {
        assert_eq!(desk.send(method, &format!("other/{path}"), &json!({})).status, 404, "{method} {path}");
    }
    assert_problem(&desk.get("acme/records/wishes"), 404);
}

#[test]
fn security_2_8_a_member_of_another_site_is_not_found() {
    let office = office();
    let owner = office.owner();
    let id = sign_up(&owner, "ada@example.org", &json!({}));
    for (method, path, body) in [
        ("GET", format!("members/{id}"), json!({})),
        ("GET", format!("records/members/{id}"), json!({})),
        ("POST", format!("members/{id}/points"), json!({ "amount": 5, "reason": "Gift", "requestId": "r1" })),
        ("PUT", format!("members/{id}/standing"), json!({ "standing": "blocked", "reason": "misuse" })),
        ("POST", format!("members/{id}/password-link"), json!({})),
        ("POST", format!("members/{id}/confirmation"), json!({})),
        ("POST", format!("members/{id}/notes"), json!({ "text": "Row F" })),
        ("DELETE", format!("members/{id}/notes/n"), json!({})),
        ("GET", format!("members/{id}/export"), json!({})),
        ("PUT", format!("records/members/{id}"), json!({ "city": "Lyon" })),
        ("DELETE", format!("records/members/{id}"), json!({})),
    ] {
        assert_problem(&owner.send(method, &format!("other/{path}"), &body), 404);
    }
    let member = owner.ok("GET", &format!("acme/members/{id}"), &Value::Null);
    assert_eq!((&member["member"]["standing"], &member["member"]["points"]), (&json!("active"), &json!(0)));
}

#[test]
fn members_are_found_by_name_email_phone_and_card() {
    let office = office();
    let desk = office.colleague("box@acme.example", "boxOffice");
    sign_up(
        &desk,
        "ada@example.org",
        &json!({ "mobileNumber": "+49 (171) 555-0100", "cardCode": "MRD44710829" }),
    );
    let bo = json!({ "firstName": "Bo", "lastName": "Ek", "phoneNumber": "030 99 88 77", "city": "5550100" });
    sign_up(&desk, "bo@mail.example", &bo);
    let ada = ["ada@example.org"];
    for words in ["love", "ADA@exam", "0171%205550100", "555-0100", "mrd4471", "MRD%204471%200829"] {
        assert_eq!(found(&desk, words), ada, "{words}");
    }
    assert_eq!(found(&desk, "99887"), ["bo@mail.example"]);
    for words in ["MRD", "010", "4710829", "zoe", "%25"] {
        assert_eq!(found(&desk, words), [""; 0], "{words}");
    }
    assert_problem(&desk.get(&format!("acme/records/members?q={}", "x".repeat(101))), 422);
    assert_problem(&desk.get("acme/records/members?limit=201"), 422);
    let page = desk.ok("GET", "acme/records/members?limit=1", &Value::Null);
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert!(page["next"].is_string());
    assert_eq!(desk.ok("GET", "acme/members", &Value::Null)["count"], 2);
}

#[test]
fn points_need_a_reason_and_are_booked_once() {
    let office = office();
    let desk = office.colleague("box@acme.example", "boxOffice");
    let id = sign_up(&desk, "ada@example.org", &json!({ "points": 40 }));
    let path = format!("acme/members/{id}/points");
    let adjust = |amount: i64, reason: &str, request: &str| {
        desk.send("POST", &path, &json!({ "amount": amount, "reason": reason, "requestId": request }))
    };
    for (reply, field) in [
        (adjust(5, " ", "r0"), "reason"),
        (adjust(5, "Gift", ""), "requestId"),
        (adjust(5, "a\nb", "r0"), "reason"),
    ] {
        assert_problem(&reply, 422);
        assert_eq!(reply.json()["field"], field);
    }
    for _ in 0..2 {
        assert_eq!(adjust(100, "Show canceled", "r1").json()["points"], 140);
    }
    assert_problem(&adjust(99, "Show canceled", "r1"), 422);
    assert_problem(&adjust(-141, "Correction", "r2"), 409);
    assert_eq!(adjust(-100, "Undone", "r3").json()["points"], 40);
    let profile = desk.ok("GET", &format!("acme/members/{id}"), &Value::Null);
    let lines = profile["points"].as_array().unwrap();
    let lines: Vec<_> =
        lines.iter().map(|l| (l["amount"].as_i64().unwrap(), l["description"].as_str().unwrap())).collect();
    assert_eq!(lines, [(-100, "Undone"), (100, "Show canceled"), (40, "")]);
    let log = audit_of(&office, &id);
    let box_office = "operator:box@acme.example";
    let lines: Vec<[&str; 3]> = log.iter().map(|line| line.each_ref().map(String::as_str)).collect();
    assert_eq!(
        lines,
        [
            [box_office, "points.adjust", "-100"],
            [box_office, "points.adjust", "100"],
            [box_office, "member.create", ""]
        ]
    );
    assert_eq!(profile["audit"].as_array().unwrap().len(), 3);
}

#[test]
fn a_block_ends_the_sign_ins_of_the_member_and_is_in_the_audit_log() {
    let office = office();
    let site = office.server.site("acme.example");
    let page = Member::program(&site);
    let circuit = "boxofficeCircuitId=meridian";
    let form =
        json!({ "email": "ada@example.org", "password": PASSWORD, "firstName": "Ada", "lastName": "Lee" });
    page.call_ok("POST", &format!("/Member/v3/Create?{circuit}"), form);
    let desk = office.colleague("box@acme.example", "boxOffice");
    let list = desk.ok("GET", "acme/records/members", &Value::Null);
    let id = list["items"][0]["id"].as_str().unwrap().to_owned();
    desk.ok("PUT", &format!("acme/records/members/{id}"), &json!({ "standing": "active" }));
    let member = Member::program(&site).signed_in("meridian", "ada@example.org", PASSWORD);
    let read = || member.reply("GET", &format!("/Member/v3/OrderHistory?{circuit}"), json!({}));
    let is_signed_in = || {
        let reply = read();
        reply.status == 200 && reply.json()["peachCode"] == 0
    };
    assert!(is_signed_in());
    let path = format!("acme/members/{id}/standing");
    assert_problem(&desk.send("PUT", &path, &json!({ "standing": "blocked" })), 422);
    assert!(is_signed_in());
    desk.ok("PUT", &path, &json!({ "standing": "blocked", "reason": "misuse" }));
    assert!(!is_signed_in());
    let login = json!({ "username": "ada@example.org", "password": PASSWORD });
    let sign_in =
        || Member::program(&site).code("POST", &format!("/Member/v3/Login?{circuit}"), login.clone());
    assert_eq!(sign_in(), 1019);
    desk.ok("PUT", &path, &json!({ "standing": "active" }));
    assert_eq!(sign_in(), 0);
    desk.ok("PUT", &path, &json!({ "standing": "passwordDue" }));
    assert_eq!(sign_in(), 1015);
    desk.ok("POST", &format!("acme/members/{id}/password-link"), &json!({}));
    let mail = Mail::to(&office.data, "ada@example.org", |mail| mail.text.contains("resetCode"));
    assert!(mail.text.contains("https://acme.example/"), "{}", mail.text);
    let log = audit_of(&office, &id);
    let lines: Vec<String> =
        log.iter().take(4).map(|[_, action, detail]| format!("{action} {detail}")).collect();
    assert_eq!(
        lines,
        [
            "member.password-link ",
            "member.change standing=passwordDue",
            "member.change standing=active",
            "member.change standing=blocked:misuse"
        ]
    );
}

#[test]
fn security_2_8_the_audit_log_names_changed_fields_without_their_values() {
    let office = office();
    let desk = office.colleague("box@acme.example", "boxOffice");
    let id = sign_up(&desk, "ada@example.org", &json!({ "city": "Lyon" }));
    let change = json!({ "email": "lovelace@mail.example", "city": "Nantes", "firstName": "Augusta" });
    desk.ok("PUT", &format!("acme/records/members/{id}"), &change);
    desk.ok("DELETE", &format!("acme/records/members/{id}"), &json!({}));
    let log = audit_of(&office, &id);
    assert_eq!(log.first().map(|line| line[1].as_str()), Some("member.delete"));
    assert_eq!(log[1][2], "email firstName city");
    let text = format!("{log:?}").to_lowercase();
    for personal in ["ada@", "mail.example", "nantes", "lyon", "augusta"] {
        assert!(!text.contains(personal), "{text}");
    }
    assert_problem(&desk.get(&format!("acme/members/{id}")), 404);
}

#[test]
fn a_lost_card_is_replaced_and_another_one_added() {
    let office = office();
    let desk = office.colleague("box@acme.example", "boxOffice");
    let id = sign_up(&desk, "ada@example.org", &json!({ "cardCode": "PLASTIC-7" }));
    let lost = format!("acme/members/{id}/lost-card");
    assert_problem(&desk.send("POST", &lost, &json!({ "code": "PLASTIC-8" })), 404);
    let replacement = desk.ok("POST", &lost, &json!({ "code": "plastic-7" }));
    assert_eq!((&replacement["member"], &replacement["isPrimary"]), (&json!(id), &json!(true)));
    assert_problem(&desk.send("POST", &lost, &json!({ "code": "PLASTIC-7" })), 404);
    desk.ok("PUT", &format!("acme/records/members/{id}"), &json!({ "cardCode": "PLASTIC-9" }));
    let profile = desk.ok("GET", &format!("acme/members/{id}"), &Value::Null);
    let cards = profile["cards"].as_array().unwrap();
    let status =
        |code: &str| cards.iter().find(|card| card["code"] == code).map(|card| card["status"].clone());
    assert_eq!((status("PLASTIC-7"), status("PLASTIC-9")), (Some(json!("LOST")), Some(json!("ACTIVE"))));
    assert_eq!(cards.len(), 3);
}

#[test]
fn rewards_levels_and_gift_cards_are_added_changed_and_found() {
    let office = office();
    let desk = office.owner();
    let reward = json!({ "itemCode": "POP", "name": "Small popcorn", "pointsCost": 300 });
    desk.ok("POST", "acme/records/rewards", &reward);
    assert_problem(&desk.send("POST", "acme/records/rewards", &reward), 409);
    let off = desk.ok("PUT", "acme/records/rewards/POP", &json!({ "isAvailable": false }));
    assert_eq!((&off["isAvailable"], &off["pointsCost"]), (&json!(false), &json!(300)));
    let wrong = desk.send("PUT", "acme/records/rewards/POP", &json!({ "pointsCost": 0 }));
    assert_problem(&wrong, 422);
    assert_eq!(wrong.json()["field"], "pointsCost");
    desk.ok("POST", "acme/records/levels", &json!({ "id": 1, "name": "Gold" }));
    desk.ok("PUT", "acme/records/rewards/POP", &json!({ "fromLevel": 1 }));
    assert_problem(&desk.send("DELETE", "acme/records/levels/1", &json!({})), 409);
    desk.ok("DELETE", "acme/records/rewards/POP", &json!({}));
    desk.ok("DELETE", "acme/records/levels/1", &json!({}));

    let created = desk.ok("POST", "acme/records/gift-cards", &json!({ "amount": 5000, "currency": "USD" }));
    let number = created["number"].as_str().unwrap();
    assert_eq!(created["pin"].as_str().unwrap().len(), 4);
    let card = desk.ok("POST", "acme/gift-card", &json!({ "number": number.to_lowercase() }));
    assert_eq!(
        (&card["balance"], &card["amount"], &card["usedAt"]),
        (&json!(5000), &json!(5000), &Value::Null)
    );
    assert!(!card.to_string().contains(number), "the number cannot be read again");
    assert_problem(&desk.send("POST", "acme/gift-card", &json!({ "number": "XXXXXXXX" })), 404);
}

#[test]
fn rewards_and_levels_are_counted_without_names() {
    let office = office();
    let desk = office.owner();
    let numbers = || desk.ok("GET", "acme/loyalty-numbers", &Value::Null);
    assert_eq!(
        numbers(),
        json!({ "members": 0, "membersWithReward": 0, "rewards": [], "levels": [], "giftCards": [] })
    );
    desk.ok("POST", "acme/records/levels", &json!({ "id": 1, "name": "Gold" }));
    desk.ok("POST", "acme/records/gift-cards", &json!({ "amount": 5000, "currency": "USD" }));
    let reward = json!({ "itemCode": "POP", "name": "Small popcorn", "pointsCost": 300 });
    desk.ok("POST", "acme/records/rewards", &reward);
    sign_up(&desk, "bo@mail.example", &json!({ "levelId": 1 }));
    let site = office.server.site("acme.example");
    let form =
        json!({ "email": "ada@example.org", "password": PASSWORD, "firstName": "Ada", "lastName": "Lee" });
    Member::program(&site).call_ok("POST", "/Member/v3/Create?boxofficeCircuitId=meridian", form);
    let list = desk.ok("GET", "acme/records/members?q=ada@example.org", &Value::Null);
    let id = list["items"][0]["id"].as_str().unwrap();
    desk.ok("PUT", &format!("acme/records/members/{id}"), &json!({ "standing": "active" }));
    let points = json!({ "amount": 1000, "reason": "Welcome", "requestId": "r1" });
    desk.ok("POST", &format!("acme/members/{id}/points"), &points);

    let ada = Member::program(&site).signed_in("meridian", "ada@example.org", PASSWORD);
    let order = json!({ "itemCode": "POP", "quantity": 2, "clientRequestId": "r-1" });
    let ordered = ada.call_ok("POST", "/Member/v3/OrderLoyaltyItem?boxofficeCinemaId=T1", order);
    let expected = |redeemed: u64| {
        json!({
            "members": 2,
            "membersWithReward": 1,
            "rewards": [{ "itemCode": "POP", "ordered": 2, "redeemed": redeemed }],
            "levels": [{ "levelId": 0, "members": 1 }, { "levelId": 1, "members": 1 }],
            "giftCards": [{ "amount": 5000, "currency": "USD" }],
        })
    };
    assert_eq!(numbers(), expected(0));
    let confirm = "/Member/v3/ConfirmItemRedemption?boxofficeCircuitId=meridian&boxofficeCinemaId=T1";
    let code = json!({ "redemptionCode": ordered["redemptionCode"] });
    ada.with(None, None).call_ok("POST", confirm, code);
    assert_eq!(numbers(), expected(2));
}

#[test]
fn members_at_another_service_can_be_read_but_not_changed() {
    let office = office();
    let desk = office.owner();
    let id = sign_up(&desk, "ada@example.org", &json!({}));
    assert_eq!(desk.ok("GET", "acme/members", &Value::Null)["mode"], "local");
    let upstream = json!({ "baseUrl": "https://loyalty.example/api" });
    let draft = desk.edit("/site/settings/loyalty/upstream", &Value::Null, &upstream);
    assert_eq!(draft.status, 200, "{}", draft.text());
    desk.publish();
    // The server sees the publication within a second.
    let end = Instant::now() + Duration::from_secs(30);
    let mut state = Value::Null;
    while state["mode"] != "upstream" && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
        state = desk.ok("GET", "acme/members", &Value::Null);
    }
    assert_eq!((&state["mode"], &state["upstream"]), (&json!("upstream"), &json!("loyalty.example")));
    assert_eq!(found(&desk, "ada"), ["ada@example.org"]);
    for (method, path, body) in [
        ("PUT", format!("records/members/{id}"), json!({ "city": "Lyon" })),
        ("POST", format!("members/{id}/points"), json!({ "amount": 1, "reason": "x", "requestId": "r" })),
        ("PUT", format!("members/{id}/standing"), json!({ "standing": "blocked", "reason": "misuse" })),
        ("POST", format!("members/{id}/notes"), json!({ "text": "Row F" })),
        ("POST", format!("members/{id}/confirmation"), json!({})),
        ("DELETE", format!("records/members/{id}"), json!({})),
    ] {
        let reply = desk.send(method, &format!("acme/{path}"), &body);
        assert_problem(&reply, 409);
        assert_eq!(reply.json()["code"], "upstream", "{method} {path}");
    }
    let forged = desk.request("POST", &format!("acme/members/{id}/points"), &[JSON], "{}");
    assert_problem(&forged, 403);
}

#[test]
fn security_7_8_notes_have_author_and_time_and_are_part_of_the_members_data() {
    let office = office();
    let desk = office.colleague("box@acme.example", "boxOffice");
    let id = sign_up(&desk, "ada@example.org", &json!({}));
    let path = format!("acme/members/{id}/notes");
    for (text, rule) in [
        (" ".to_owned(), "Text is required"),
        ("x".repeat(501), "Text must have at most 500 characters"),
        ("a\u{7}b".to_owned(), "Text must not contain control characters"),
    ] {
        let refused = desk.send("POST", &path, &json!({ "text": text }));
        assert_eq!(
            (assert_problem(&refused, 422).as_str(), &refused.json()["field"]),
            (rule, &json!("text"))
        );
    }
    let note = desk.ok("POST", &path, &json!({ "text": " Uses a wheelchair,\nprefers row F " }));
    assert_eq!(
        (&note["text"], &note["author"], &note["isOwn"]),
        (&json!("Uses a wheelchair,\nprefers row F"), &json!("operator:box@acme.example"), &json!(true))
    );
    assert!(note["at"].as_str().unwrap().starts_with("2026-11-20T22:48:"), "{note}");
    let owner = office.owner();
    owner.ok("POST", &path, &json!({ "text": "Likes matinees" }));
    let notes = |browser: &Browser<'_>| -> Vec<(String, bool)> {
        let profile = browser.ok("GET", &format!("acme/members/{id}"), &Value::Null);
        let notes = profile["notes"].as_array().unwrap().iter();
        let pairs = notes.map(|n| (n["text"].as_str().unwrap().to_owned(), n["isOwn"].as_bool().unwrap()));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort();
        pairs
    };
    let seen = |wheelchair, matinees| {
        [
            ("Likes matinees".to_owned(), matinees),
            ("Uses a wheelchair,\nprefers row F".to_owned(), wheelchair),
        ]
    };
    assert_eq!(notes(&desk), seen(true, false));
    assert_eq!(notes(&owner), seen(false, true));
    let exported = desk.ok("GET", &format!("acme/members/{id}/export"), &Value::Null);
    assert_eq!(exported["notes"].as_array().unwrap().len(), 2);
    assert!(exported["notes"].to_string().contains("Likes matinees"));
    assert!(!exported.to_string().contains("acme.example"), "not who wrote them: {exported}");

    let one = format!("{path}/{}", note["id"].as_str().unwrap());
    assert_problem(&owner.send("DELETE", &one, &json!({})), 403);
    desk.ok("DELETE", &one, &json!({}));
    assert_problem(&desk.send("DELETE", &one, &json!({})), 404);
    assert_eq!(notes(&desk), [("Likes matinees".to_owned(), false)]);
    let log = audit_of(&office, &id);
    let actions: Vec<&str> = log.iter().map(|[_, action, _]| action.as_str()).collect();
    let expected = ["member.note-remove", "member.export", "member.note", "member.note", "member.create"];
    assert_eq!(actions, expected);
    assert!(!format!("{log:?}").contains("matinees"), "the log does not have the text");
}

#[test]
fn security_2_7_the_confirmation_is_sent_again_within_the_limit_of_the_address() {
    let office = office();
    let desk = office.colleague("box@acme.example", "boxOffice");
    let id = sign_up(&desk, "ada@example.org", &json!({ "standing": "unconfirmed" }));
    let path = format!("acme/members/{id}/confirmation");
    for _ in 0..3 {
        desk.ok("POST", &path, &json!({}));
    }
    let refused = desk.send("POST", &path, &json!({}));
    assert!(assert_problem(&refused, 409).contains("try again in an hour"));
    let mail = Mail::to(&office.data, "ada@example.org", |mail| mail.text.contains("/api/activate?"));
    let link = mail.link("/api/activate?");
    assert!(link.starts_with("https://acme.example/"), "{link}");
    let log = audit_of(&office, &id);
    assert_eq!(log.iter().filter(|[_, action, _]| action == "member.confirmation").count(), 3);
    desk.ok("PUT", &format!("acme/members/{id}/standing"), &json!({ "standing": "active" }));
    let confirmed = desk.send("POST", &path, &json!({}));
    assert!(assert_problem(&confirmed, 409).contains("no email address to confirm"));
}

#[test]
fn security_6_11_lists_are_exported_by_owners_without_formulas() {
    let office = office();
    let owner = office.owner();
    let desk = office.colleague("box@acme.example", "boxOffice");
    sign_up(&owner, "ada@example.org", &json!({ "city": "=HYPERLINK(1)", "mobileNumber": "+4930998877" }));
    sign_up(&owner, "bo@mail.example", &json!({ "lastName": "Ek" }));
    assert_problem(&desk.get("acme/members.csv"), 403);
    assert_problem(&owner.get(&format!("acme/members.csv?q={}", "x".repeat(101))), 422);
    let file = owner.get("acme/members.csv");
    assert_eq!(file.status, 200);
    assert_eq!(file.required_header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(file.required_header("content-disposition"), "attachment; filename=\"members.csv\"");
    let text = file.text();
    assert!(text.starts_with("id,") && text.lines().count() == 3, "{text}");
    assert!(text.contains("'=HYPERLINK(1)") && text.contains("'+4930998877"), "{text}");
    let found = owner.get("acme/members.csv?q=love").text();
    assert!(found.lines().count() == 2 && found.contains("ada@example.org"), "{found}");
    let log = audit_of(&office, "members");
    let lines: Vec<[&str; 3]> = log.iter().map(|line| line.each_ref().map(String::as_str)).collect();
    let rosa = "operator:rosa@acme.example";
    assert_eq!(lines, [[rosa, "members.export", "1"], [rosa, "members.export", "2"]]);
}

#[test]
fn security_2_8_owners_import_files_of_members_after_a_dry_run() {
    let office = office();
    let owner = office.owner();
    let id = sign_up(&owner, "ada@example.org", &json!({}));
    let import = |browser: &Browser<'_>, path: &str, file: &str| {
        let origin = format!("https://{}", office.host);
        let headers = [("content-type", "text/csv"), ("origin", origin.as_str())];
        browser.request("POST", &format!("acme/records/{path}"), &headers, file)
    };
    let file = "email,firstName,lastName,city\r\nada@example.org,Ada,Lovelace,Lyon\r\nbo@example.org,Bo,Ek,\r\nnobody,No,Body,\r\n";
    let dry_run = import(&owner, "members/import?dryRun=true", file);
    assert_eq!(dry_run.status, 200, "{}", dry_run.text());
    let problem = "email must be an email address";
    let expected = json!({
        "rows": 3, "added": 1, "changed": 1, "unchanged": 0, "skipped": 1, "problems": [{ "line": 4, "message": problem }],
    });
    assert_eq!(dry_run.json(), expected);
    assert_eq!(found(&owner, "bo"), [""; 0], "a dry run stores nothing");
    assert_eq!(import(&owner, "members/import", file).json(), expected);
    assert_eq!(found(&owner, "bo"), ["bo@example.org"]);
    let ada = owner.ok("GET", &format!("acme/records/members/{id}"), &Value::Null);
    assert_eq!(ada["city"], "Lyon");
    let again = import(&owner, "members/import?dryRun=false", file).json();
    assert_eq!((&again["added"], &again["changed"], &again["unchanged"]), (&json!(0), &json!(0), &json!(2)));
    let log = audit_of(&office, &id);
    let changed =
        |[actor, action, _]: &[String; 3]| actor == "operator:rosa@acme.example" && action == "member.change";
    assert!(log.iter().any(changed), "{log:?}");

    // The columns of the file to start from are those that an import takes.
    let template = owner.get("acme/records/rewards/template.csv");
    assert_eq!(template.required_header("content-disposition"), "attachment; filename=\"rewards.csv\"");
    let columns = template.text();
    assert!(columns.contains("itemCode") && columns.contains("pointsCost"), "{columns}");
    assert_eq!(import(&owner, "rewards/import?dryRun=true", &columns).json()["rows"], 0);

    for (path, file, expected) in [
        (
            "members/import",
            "email,shoeSize\na@example.org,44\n",
            "Unknown column \"shoeSize\": did you mean \"houseSize\"?",
        ),
        ("members/import", "", "The file has no header: its first row must name the fields"),
        (
            "members/import",
            "email,password\na@example.org,x\n",
            "Column \"password\": passwords cannot be imported; members set one by email",
        ),
        ("members/import?dryRun=perhaps", "email\n", "DryRun must be true or false"),
    ] {
        let refused = assert_problem(&import(&owner, path, file), 422);
        assert!(refused.eq_ignore_ascii_case(expected), "{refused}");
    }
    assert_problem(&import(&owner, "shoes/import", file), 404);
    let desk = office.colleague("box@acme.example", "boxOffice");
    assert_problem(&import(&desk, "members/import?dryRun=true", file), 403);
}

#[test]
fn security_2_8_exports_of_members_need_a_recent_password() {
    let office = office();
    let owner = office.owner();
    let id = sign_up(&owner, "ada@example.org", &json!({ "city": "Lyon" }));
    let paths = [format!("acme/members/{id}/export"), "acme/members.csv".to_owned()];
    let file = owner.get(&paths[0]);
    assert_eq!(file.required_header("content-disposition"), "attachment; filename=\"member.json\"");
    assert_eq!((&file.json()["member"]["city"], &file.json()["points"]), (&json!("Lyon"), &json!(0)));
    let cookie = owner.cookie.borrow().clone();
    drop(owner);
    let office = office.later(11);
    let owner = Browser { office: &office, cookie: cookie.into() };
    let import = owner.send("POST", "acme/records/members/import", &json!({}));
    for (path, refused) in
        paths.iter().map(|path| (path.as_str(), owner.get(path))).chain([("import", import)])
    {
        assert_problem(&refused, 403);
        assert_eq!(refused.json()["code"], "reauthenticate", "{path}");
    }
    owner.ok("POST", "reauthenticate", &json!({ "password": office.password }));
    for path in &paths {
        assert_eq!(owner.get(path).status, 200, "{path}");
    }
}

/// Two accounts of Ada, the second with points, a card, a note and a purchase at the till.
struct TwoAccounts {
    kept: String,
    closed: String,
    order: String,
}

const TILL: &str = "/api/pos/transactions";

fn till_key(office: &Office) -> String {
    let output = office.data.run(&["key", "add", "till", "--scope", "till", "--site", "acme"]);
    let output = output.stdout_of_success();
    format!("Bearer {}", output.lines().find_map(|line| line.strip_prefix("key: ")).unwrap())
}

fn at_till(office: &Office, key: &str, id: &str, member: &str, refunded: Option<&str>) -> Value {
    let mut body = json!({
        "transactionId": id, "member": member, "type": "PURCHASE", "total": { "amount": 1000, "currency": "USD" },
    });
    if let Some(order) = refunded {
        body["type"] = json!("REFUND");
        body["orderId"] = json!(order);
    }
    let headers = [JSON, ("authorization", key)];
    let reply = office.server.site("acme.example").send("POST", TILL, &headers, &body.to_string());
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

fn two_accounts(office: &Office, key: &str) -> TwoAccounts {
    let owner = office.owner();
    owner.ok("POST", "acme/records/levels", &json!({ "id": 0, "name": "Base", "pointsPerUnit": 10 }));
    let kept = sign_up(&owner, "ada@example.org", &json!({ "points": 40, "city": "Lyon" }));
    let fields =
        json!({ "points": 5, "city": "Paris", "phoneNumber": "030 99 88 77", "cardCode": "MRD44710829" });
    let closed = sign_up(&owner, "ada@old.example", &fields);
    let note = json!({ "text": "Sits in row F" });
    owner.ok("POST", &format!("acme/members/{closed}/notes"), &note);
    let order = at_till(office, key, "t-1", "MRD44710829", None)["orderId"].as_str().unwrap().to_owned();
    TwoAccounts { kept, closed, order }
}

#[test]
fn accounts_of_one_person_are_merged_after_a_preview_and_nothing_is_lost() {
    let office = office();
    let key = till_key(&office);
    let TwoAccounts { kept, closed, order } = two_accounts(&office, &key);
    let desk = office.colleague("box@acme.example", "boxOffice");
    let path = format!("acme/members/{kept}/merge");
    let preview = desk.ok("GET", &format!("{path}?member={closed}"), &Value::Null);
    assert_eq!(
        (&preview["points"], &preview["orders"], &preview["notes"]),
        (&json!(145), &json!(1), &json!(1))
    );
    assert_eq!(
        (&preview["filled"], &preview["closed"]["email"]),
        (&json!(["phoneNumber"]), &json!("ada@old.example"))
    );
    assert_problem(&desk.get(&format!("{path}?member={kept}")), 422);
    assert_problem(&desk.get(&format!("{path}?member=nobody")), 404);

    for _ in 0..2 {
        desk.ok("POST", &path, &json!({ "memberId": closed }));
    }
    let member = desk.ok("GET", &format!("acme/members/{kept}"), &Value::Null);
    assert_eq!((&member["member"]["points"], &member["member"]["city"]), (&json!(145), &json!("Lyon")));
    assert_eq!(member["member"]["phoneNumber"], "030 99 88 77");
    assert_eq!(
        (&member["orders"][0]["id"], &member["notes"][0]["text"]),
        (&json!(order), &json!("Sits in row F"))
    );
    let cards = member["cards"].as_array().unwrap();
    assert!(cards.iter().any(|card| card["code"] == "MRD44710829"), "{cards:?}");
    assert_eq!(cards.iter().filter(|card| card["isPrimary"] == true).count(), 1, "{cards:?}");
    assert_problem(&desk.get(&format!("acme/members/{closed}")), 404);
    assert_eq!(found(&desk, "ada"), ["ada@example.org"]);
    let lines: Vec<[String; 3]> =
        audit_of(&office, &kept).into_iter().filter(|line| line[1] == "member.merge").collect();
    assert_eq!(lines, [["operator:box@acme.example".to_owned(), "member.merge".to_owned(), closed.clone()]]);

    // A till that still has the closed account's card or id books for the kept one, and a refund takes back what was earned before.
    for (transaction, text) in [("t-2", "MRD44710829"), ("t-3", closed.as_str())] {
        assert_eq!(at_till(&office, &key, transaction, text, None)["memberId"], json!(kept), "{text}");
    }
    assert_eq!(
        at_till(&office, &key, "t-1", "MRD44710829", None)["orderId"],
        json!(order),
        "a repeated request"
    );
    let refund = at_till(&office, &key, "t-4", &kept, Some(&order));
    assert_eq!((&refund["points"], &refund["balance"]), (&json!(-100), &json!(245)));
    let verified = office.data.run(&["ledger", "verify", "--site", "acme"]);
    verified.stdout_of_success();
}

#[test]
fn security_2_8_a_merge_needs_a_recent_password_and_no_blocked_account() {
    let office = office();
    let owner = office.owner();
    let kept = sign_up(&owner, "ada@example.org", &json!({}));
    let closed = sign_up(&owner, "ada@old.example", &json!({}));
    let path = format!("acme/members/{kept}/merge");
    let blocked = json!({ "standing": "blocked", "reason": "misuse" });
    owner.ok("PUT", &format!("acme/members/{closed}/standing"), &blocked);
    assert_problem(&owner.send("POST", &path, &json!({ "memberId": closed })), 409);
    owner.ok("PUT", &format!("acme/members/{closed}/standing"), &json!({ "standing": "active" }));
    let cookie = owner.cookie.borrow().clone();
    drop(owner);
    let office = office.later(11);
    let owner = Browser { office: &office, cookie: cookie.into() };
    let refused = owner.send("POST", &path, &json!({ "memberId": closed }));
    assert_problem(&refused, 403);
    assert_eq!(refused.json()["code"], "reauthenticate");
    owner.ok("POST", "reauthenticate", &json!({ "password": office.password }));
    owner.ok("POST", &path, &json!({ "memberId": closed }));
    assert_eq!(found(&owner, "ada"), ["ada@example.org"]);
}
