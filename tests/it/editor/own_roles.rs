//! Roles that a site defines itself, and the points that a role adjusts at once

use marquee_tests::Mail;
use serde_json::{Value, json};

use super::{Browser, Office, assert_problem, office};

/// Adds a role to the site `acme`; returns its id.
fn add_role(owner: &Browser<'_>, name: &str, permissions: &[&str], points_limit: Option<u32>) -> String {
    let mut role = json!({ "name": name, "permissions": permissions });
    if let Some(limit) = points_limit {
        role["pointsLimit"] = json!(limit);
    }
    owner.ok("POST", "acme/roles", &role)["role"].as_str().unwrap().to_owned()
}

/// The role of the site `acme` with this key, as somebody sees it.
fn role_of(browser: &Browser<'_>, key: &str) -> Value {
    let roles = browser.ok("GET", "acme/roles", &Value::Null)["roles"].clone();
    roles.as_array().unwrap().iter().find(|role| role["role"] == key).cloned().unwrap_or_default()
}

fn person_id(owner: &Browser<'_>, email: &str) -> String {
    let people = owner.ok("GET", "acme/team", &Value::Null)["people"].clone();
    let person = people.as_array().unwrap().iter().find(|person| person["email"] == email).cloned();
    person.unwrap()["id"].as_str().unwrap().to_owned()
}

/// Accepts the invitation that was sent to an address.
fn accept<'o>(office: &'o Office, email: &str, name: &str) -> Browser<'o> {
    let link = Mail::to(&office.data, email, |mail| mail.subject.contains("Acme")).link("welcome");
    let token = link.split("token=").nth(1).unwrap();
    let browser = office.browser();
    let invitation = browser.ok("GET", &format!("invitation?token={token}"), &Value::Null);
    assert_eq!(invitation["roleName"], "Front desk");
    browser.ok("POST", "invitation", &json!({ "token": token, "name": name, "password": "fifteen letters" }));
    browser
}

#[test]
fn security_2_8_an_own_role_is_given_changed_at_once_and_deleted_when_nobody_has_it() {
    let office = office();
    let owner = office.owner();
    let desk = add_role(&owner, "Front desk", &["alerts", "members"], None);
    assert_eq!(role_of(&owner, &desk)["permissions"], json!(["read", "alerts", "members"]));
    assert_eq!(role_of(&owner, &desk)["byTheater"], json!(["alerts"]));

    // By invitation.
    owner.ok("POST", "acme/invitations", &json!({ "email": "ben@acme.example", "role": desk }));
    let refused = owner.send("DELETE", &format!("acme/roles/{desk}"), &json!({}));
    assert_problem(&refused, 409);
    assert_eq!(refused.json()["people"], json!(["ben@acme.example"]), "invited with it");
    let ben = accept(&office, "ben@acme.example", "Ben");
    let site = ben.ok("GET", "session", &Value::Null)["sites"][0].clone();
    assert_eq!((&site["role"], &site["roleName"]), (&json!(desk), &json!("Front desk")));
    // By command, without regard to case, and by a change of the role of somebody.
    let cleo = office.colleague("cleo@acme.example", "FRONT DESK");
    let dora = office.colleague_at("dora@acme.example", "Front desk", &["T1"]);
    let eva = office.colleague("eva@acme.example", "viewer");
    let eva_id = person_id(&owner, "eva@acme.example");
    owner.ok("PUT", &format!("acme/team/{eva_id}"), &json!({ "role": desk }));
    for (who, browser) in [("ben", &ben), ("cleo", &cleo), ("dora", &dora), ("eva", &eva)] {
        assert_eq!(browser.get("acme/members").status, 200, "{who}");
        assert_eq!(browser.get("acme/keys").status, 403, "{who}");
    }
    let alert = |browser: &Browser<'_>, theater: &str| {
        let alert = json!({ "message": "The lift stands still", "ends": "2026-11-21T10:00" });
        browser.send("PUT", &format!("acme/alerts/{theater}"), &alert).status
    };
    assert_eq!((alert(&ben, "T2"), alert(&dora, "T1"), alert(&dora, "T2")), (200, 200, 403));

    // What a role permits changes for people who are signed in. A role of some theaters must remain one.
    let change = |permissions: &[&str]| {
        let role = json!({ "name": "Reception", "permissions": permissions });
        owner.send("PUT", &format!("acme/roles/{desk}"), &role)
    };
    let refused = change(&["keys"]);
    assert_problem(&refused, 409);
    assert_eq!(
        (&refused.json()["code"], &refused.json()["people"]),
        (&json!("roleIsLimited"), &json!(["dora@acme.example"]))
    );
    let dora_id = person_id(&owner, "dora@acme.example");
    owner.ok("PUT", &format!("acme/team/{dora_id}"), &json!({ "role": "viewer" }));
    assert_eq!(change(&["keys"]).status, 200);
    for browser in [&ben, &cleo, &eva] {
        assert_eq!((browser.get("acme/members").status, browser.get("acme/keys").status), (403, 200));
    }
    let refused = owner.send("DELETE", &format!("acme/roles/{desk}"), &json!({}));
    assert_problem(&refused, 409);
    assert_eq!(refused.json()["people"], json!(["Ben", "cleo@acme.example", "eva@acme.example"]));
    for email in ["ben@acme.example", "cleo@acme.example", "eva@acme.example"] {
        let id = person_id(&owner, email);
        owner.ok("PUT", &format!("acme/team/{id}"), &json!({ "role": "viewer" }));
    }
    owner.ok("DELETE", &format!("acme/roles/{desk}"), &json!({}));
    assert_eq!(role_of(&owner, &desk), Value::Null);
    assert_eq!(ben.get("acme/keys").status, 403);

    let log = owner.ok("GET", "acme/audit?q=role.", &Value::Null)["entries"].clone();
    let entries: Vec<[String; 3]> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| ["action", "subject", "detail"].map(|name| entry[name].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(
        entries,
        [
            ["role.delete", "Reception", ""],
            ["role.change", "Reception", "Front desk → Reception, + keys, − alerts, − members"],
            ["role.create", "Front desk", "alerts, members, read"],
        ]
        .map(|entry| entry.map(str::to_owned))
    );
    let log = owner.ok("GET", "acme/audit?q=eva", &Value::Null)["entries"].clone();
    assert_eq!(log[1]["detail"], "viewer → Front desk");
}

#[test]
fn security_2_8_nobody_gives_changes_or_takes_a_role_that_permits_more_than_their_own() {
    let office = office();
    let owner = office.owner();
    let permissions = ["people", "alerts", "members", "adjustPoints"];
    let lead = add_role(&owner, "Shift lead", &permissions, Some(500));
    let high = add_role(&owner, "Treasurer", &["members", "adjustPoints"], Some(501));
    let maya = office.colleague("maya@acme.example", "Shift lead");
    office.colleague("theo@acme.example", "editor");
    let theo = person_id(&owner, "theo@acme.example");
    let viewer = office.colleague("vic@acme.example", "viewer");
    let vic = person_id(&owner, "vic@acme.example");
    assert_more(&maya.send("PUT", &format!("acme/team/{theo}"), &json!({ "role": "viewer" })));
    assert_more(&maya.send("DELETE", &format!("acme/team/{theo}"), &json!({})));
    for role in ["owner", "editor", "technical", high.as_str()] {
        assert_more(&maya.send("PUT", &format!("acme/team/{vic}"), &json!({ "role": role })));
        assert_more(&maya.send(
            "POST",
            "acme/invitations",
            &json!({ "email": "a@acme.example", "role": role }),
        ));
    }
    let role = |name: &str, permissions: &[&str], limit: Value| {
        let mut role = json!({ "name": name, "permissions": permissions });
        if !limit.is_null() {
            role["pointsLimit"] = limit;
        }
        role
    };
    for (permissions, limit) in [
        (&["keys"][..], Value::Null),
        (&["members", "adjustPoints"], json!(501)),
        (&["members", "adjustPoints"], Value::Null),
        (&["members", "exportMembers"], Value::Null),
    ] {
        let more = role("More", permissions, limit);
        assert_more(&maya.send("POST", "acme/roles", &more));
        assert_more(&maya.send("PUT", &format!("acme/roles/{lead}"), &more));
    }
    // Nor is a role that permits more made smaller, deleted, or the box office given more points.
    assert_more(&maya.send("PUT", &format!("acme/roles/{high}"), &role("Less", &[], Value::Null)));
    assert_more(&maya.send("DELETE", &format!("acme/roles/{high}"), &json!({})));
    assert_more(&maya.send("PUT", "acme/box-office-points", &json!({ "pointsLimit": 501 })));
    assert_more(&maya.send("PUT", "acme/box-office-points", &json!({})));
    maya.ok("PUT", "acme/box-office-points", &json!({ "pointsLimit": 400 }));
    // What is within their own role, they may do.
    maya.ok("PUT", &format!("acme/team/{vic}"), &json!({ "role": "boxOffice" }));
    assert_eq!(viewer.get("acme/members").status, 200);
    let own = maya.ok("POST", "acme/roles", &role("Usher", &["alerts"], Value::Null))["role"].clone();
    maya.ok("PUT", &format!("acme/team/{vic}"), &json!({ "role": own }));
    for (key, may) in [
        ("owner", false),
        ("boxOffice", true),
        ("viewer", true),
        (high.as_str(), false),
        (lead.as_str(), true),
    ] {
        assert_eq!(role_of(&maya, key)["mayGive"], may, "{key}");
        assert_eq!(role_of(&viewer, key)["mayGive"], false, "{key}: an usher manages nobody");
    }
}

/// A refusal of a role that permits more than that of the person.
fn assert_more(reply: &marquee_tests::Reply) {
    assert_problem(reply, 403);
    assert_eq!(reply.json()["code"], "moreThanOwn", "{}", reply.text());
}

#[test]
fn security_2_8_a_forged_a_foreign_and_a_deleted_role_are_refused() {
    let office = office();
    let owner = office.owner();
    let foreign =
        owner.ok("POST", "other/roles", &json!({ "name": "Usher", "permissions": ["alerts"] }))["role"]
            .as_str()
            .unwrap()
            .to_owned();
    let deleted = add_role(&owner, "Gone", &[], None);
    owner.ok("DELETE", &format!("acme/roles/{deleted}"), &json!({}));
    let vic = office.colleague("vic@acme.example", "viewer");
    let id = person_id(&owner, "vic@acme.example");
    for role in [foreign.as_str(), &deleted, "role-forged"] {
        for reply in [
            owner.send("PUT", &format!("acme/team/{id}"), &json!({ "role": role })),
            owner.send("POST", "acme/invitations", &json!({ "email": "a@acme.example", "role": role })),
        ] {
            assert_problem(&reply, 422);
            assert_eq!(reply.json()["field"], "role", "{role}");
        }
        let definition = json!({ "name": "X", "permissions": [] });
        assert_problem(&owner.send("PUT", &format!("acme/roles/{role}"), &definition), 404);
        assert_problem(&owner.send("DELETE", &format!("acme/roles/{role}"), &json!({})), 404);
    }
    // The roles that every site has stay as they are.
    for role in ["owner", "boxOffice", "..%2fowner"] {
        let definition = json!({ "name": "X", "permissions": [] });
        assert_problem(&owner.send("PUT", &format!("acme/roles/{role}"), &definition), 404);
        assert_problem(&owner.send("DELETE", &format!("acme/roles/{role}"), &json!({})), 404);
    }
    let added = office.data.run(&["operator", "add", "a@acme.example", "--site", "acme", "--role", "Usher"]);
    assert!(added.code != 0 && added.err.contains("must be one of owner"), "{}", added.err);
    let added = office.data.run(&["operator", "add", "a@acme.example", "--role", "Gone"]);
    assert!(added.code != 0, "a role of one site cannot be given for all sites");
    assert_eq!(vic.ok("GET", "session", &Value::Null)["sites"][0]["role"], "viewer");
}

#[test]
fn security_2_8_a_role_is_defined_completely_and_its_name_is_unique() {
    let office = office();
    let owner = office.owner();
    add_role(&owner, "Front desk", &[], None);
    for (definition, field) in [
        (json!({ "name": " ", "permissions": [] }), "name"),
        (json!({ "name": "front DESK", "permissions": [] }), "name"),
        (json!({ "name": "Owner", "permissions": [] }), "name"),
        (json!({ "name": "X", "permissions": ["adjustPoints"] }), "permissions"),
        (json!({ "name": "X", "permissions": ["exportMembers"] }), "permissions"),
        (json!({ "name": "X", "permissions": ["members"], "pointsLimit": 5 }), "pointsLimit"),
        (json!({ "name": "X", "permissions": ["members", "adjustPoints"], "pointsLimit": 0 }), "pointsLimit"),
    ] {
        let refused = owner.send("POST", "acme/roles", &definition);
        assert_problem(&refused, 422);
        assert_eq!(refused.json()["field"], field, "{definition}");
    }
    assert_problem(&owner.send("POST", "acme/roles", &json!({ "name": "X", "permissions": ["fly"] })), 400);
    for number in 1..20 {
        add_role(&owner, &format!("Role {number}"), &[], None);
    }
    assert_problem(&owner.send("POST", "acme/roles", &json!({ "name": "X", "permissions": [] })), 409);
}

/// Adds a member with points; returns the response.
fn sign_up(desk: &Browser<'_>, email: &str, points: i64) -> marquee_tests::Reply {
    let member = json!({ "email": email, "firstName": "Ada", "lastName": "Lovelace", "points": points });
    desk.send("POST", "acme/records/members", &member)
}

#[test]
fn security_2_8_the_box_office_adjusts_500_points_at_once_unless_the_site_says_otherwise() {
    let office = office();
    let owner = office.owner();
    let desk = office.colleague("box@acme.example", "boxOffice");
    let limit_in_session = || desk.ok("GET", "session", &Value::Null)["sites"][0].get("pointsLimit").cloned();
    assert_eq!(limit_in_session(), Some(json!(500)));
    let refused = sign_up(&desk, "ada@example.org", 501);
    assert_problem(&refused, 403);
    assert_eq!((&refused.json()["code"], &refused.json()["limit"]), (&json!("pointsLimit"), &json!(500)));
    let id = sign_up(&desk, "ada@example.org", 500).json()["id"].as_str().unwrap().to_owned();
    let adjust = |browser: &Browser<'_>, amount: i64| {
        let request = json!({ "amount": amount, "reason": "Gift", "requestId": format!("r{amount}") });
        browser.send("POST", &format!("acme/members/{id}/points"), &request)
    };
    for amount in [501, -501, 1_000_000_000] {
        let refused = adjust(&desk, amount);
        assert!(assert_problem(&refused, 403).contains("500"), "{}", refused.text());
        assert_eq!(refused.json()["code"], "pointsLimit", "{amount}");
    }
    assert_eq!(adjust(&desk, 500).json()["points"], 1000);
    assert_eq!(adjust(&desk, -500).json()["points"], 500);
    assert_eq!(adjust(&owner, 501).json()["points"], 1001);
    for (limit, refused) in [(json!({ "pointsLimit": 5 }), 6), (json!({ "pointsLimit": 2000 }), 2001)] {
        owner.ok("PUT", "acme/box-office-points", &limit);
        assert_eq!(limit_in_session(), Some(limit["pointsLimit"].clone()));
        assert_problem(&adjust(&desk, refused), 403);
        assert_eq!(adjust(&desk, refused - 1).status, 200, "{limit}");
    }
    owner.ok("PUT", "acme/box-office-points", &json!({}));
    assert_eq!((limit_in_session(), adjust(&desk, 9999).status), (None, 200));
    let log = owner.ok("GET", "acme/audit?q=role.points", &Value::Null)["entries"].clone();
    let details: Vec<&Value> = log.as_array().unwrap().iter().map(|entry| &entry["detail"]).collect();
    assert_eq!(details, ["2000 → ∞", "5 → 2000", "500 → 5"]);
}

#[test]
fn security_2_8_an_own_role_is_limited_in_imports_too_and_one_without_points_gives_none() {
    let office = office();
    let owner = office.owner();
    add_role(&owner, "Office", &["members", "adjustPoints", "exportMembers"], Some(100));
    add_role(&owner, "Cards", &["members"], None);
    let clerk = office.colleague("clerk@acme.example", "Office");
    let file = "email,firstName,lastName,points\na@example.org,A,A,100\nb@example.org,B,B,101\n";
    let headers = [("content-type", "text/csv"), super::ORIGIN];
    let reply = clerk.request("POST", "acme/records/members/import", &headers, file);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let report = reply.json();
    assert_eq!((&report["added"], &report["skipped"]), (&json!(1), &json!(1)));
    let problem = report["problems"][0]["message"].as_str().unwrap();
    assert!(problem.contains("points must be at most 100"), "{problem}");
    let cards = office.colleague("cards@acme.example", "Cards");
    assert_problem(&sign_up(&cards, "c@example.org", 1), 403);
    let member = sign_up(&cards, "c@example.org", 0);
    assert_eq!(member.status, 200, "{}", member.text());
    let path = format!("acme/members/{}/points", member.json()["id"].as_str().unwrap());
    let one = json!({ "amount": 1, "reason": "Gift", "requestId": "r1" });
    assert_problem(&cards.send("POST", &path, &one), 403);
}

#[test]
fn security_2_8_the_audit_log_names_people_who_were_removed() {
    let office = office();
    let owner = office.owner();
    let theo = office.colleague("theo@acme.example", "editor");
    office.data.run(&["operator", "add", "theo@acme.example", "--name", "Theo Brandt", "--site", "acme"]);
    let cli = office.colleague("cli@acme.example", "owner");
    for browser in [&theo, &cli] {
        // The first visit of a site is an entry of its log.
        browser.ok("GET", "acme/draft", &Value::Null);
    }
    let names_of = |words: &str| -> Vec<Value> {
        let log = owner.ok("GET", &format!("acme/audit?q={words}"), &Value::Null)["entries"].clone();
        log.as_array().unwrap().iter().map(|entry| entry["actorName"].clone()).collect()
    };
    assert_eq!(names_of("editor.open"), ["cli@acme.example", "Theo Brandt"]);
    owner.ok("DELETE", &format!("acme/team/{}", person_id(&owner, "theo@acme.example")), &json!({}));
    office.data.run(&["operator", "remove", "cli@acme.example"]).stdout_of_success();
    assert_eq!(names_of("editor.open"), ["cli@acme.example", "Theo Brandt"]);
    assert_eq!(names_of("operator.remove"), [Value::Null, json!("Rosa")], "by command, and by the owner");
    let csv = owner.get("acme/audit.csv?q=editor.open").text();
    assert!(
        csv.contains("operator:theo@acme.example,editor.open,") && csv.contains(",Theo Brandt\n"),
        "{csv}"
    );
}
