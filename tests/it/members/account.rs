//! Registration, changes and deletion of accounts.

use marquee_tests::{Acme, CLOCK, Data, Mail, Member, theater};
use serde_json::json;

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, IRIS_PASSWORD, demo, iris, newcomer, register};

#[test]
fn call_06_reg_01_create_adds_a_member_with_defaults_and_signs_in() {
    let server = demo();
    let ann = Member::program(&server.site("localhost"));
    let mut payload = newcomer("ann@example.org");
    payload["mobileNumber"] = json!("+13135550100");
    payload["sendNewsletter"] = json!("True");
    // Identifiers are the server's (security 3.4).
    payload["clubId"] = json!("foreign");
    let response = ann.call_ok("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), payload);
    let details = &response["memberDetails"];
    assert_eq!(
        (&details["username"], &details["phoneNumber"]),
        (&json!("ann@example.org"), &json!("+13135550100"))
    );
    assert_eq!((&details["sendNewsletter"], &details["wishToReceiveSMS"]), (&json!(true), &json!(false)));
    assert_eq!((&details["newsletterFrequency"], &details["houseSize"]), (&json!("-1"), &json!(0)));
    assert_eq!(
        (&details["memberLevelId"], &details["memberExpiry"]),
        (&json!(0), &json!("0001-01-01T00:00:00Z"))
    );
    assert!(details["memberCardNumber"].is_string() && details["isActivated"] == true);
    assert_eq!(details["clubId"], "");
    ann.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    let mail = Mail::to(server.data(), "ann@example.org", |_| true);
    assert!(mail.text.contains("Ann"), "{}", mail.text);
    let again = ann.with(None, None);
    assert_eq!(
        again.code("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), newcomer("ANN@example.org")),
        34
    );
}

#[test]
fn err_17_err_18_security_2_1_weak_passwords_are_refused_with_84() {
    let server = demo();
    let ann = Member::program(&server.site("localhost"));
    for weak in ["short", "password1", "iloveyou123", "Meridian2026!", "ann.lee.1990", &"x".repeat(257)] {
        let mut payload = newcomer("ann.lee@example.org");
        payload["password"] = json!(weak);
        assert_eq!(ann.code("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), payload), 84, "{weak}");
    }
    let mut missing = newcomer("ann@example.org");
    missing["lastName"] = json!("");
    let reply = ann.reply("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), missing);
    assert_eq!((reply.status, &reply.json()["field"]), (400, &json!("lastName")));
    let mut wrong = newcomer("not an address");
    wrong["firstName"] = json!("Ann");
    let reply = ann.reply("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), wrong);
    assert_eq!((reply.status, &reply.json()["field"]), (400, &json!("email")));
}

#[test]
fn call_07_start_registration_returns_an_identifier_or_34() {
    let server = demo();
    let anybody = Member::program(&server.site("aster.localhost"));
    let route = "/Member/StartRegistration?circuitId=aster&cinemaId=aster-harbor";
    let response = anybody.call_ok("POST", route, json!({ "email": "new@example.org" }));
    assert!(response["userSessionId"].as_str().unwrap().len() >= 22, "128 bits");
    assert_eq!(anybody.code("POST", route, json!({ "email": "noor@example.org" })), 34);
}

#[test]
fn call_17_security_2_5_with_email_activation_new_and_existing_addresses_get_the_same_response() {
    let acme = Acme::circuit()
        .set("/config/options", json!({ "emailActivation": true }))
        .file("theaters", json!([theater("T1", "House")]));
    let server = Data::with(&[&acme]).start("serve", CLOCK, &["--rate-limits", "off"]);
    let ann = Member::program(&server.site("acme.example"));
    let create = format!("/Member/v3/Create?{CIRCUIT_V3}");
    let first = ann.reply("POST", &create, newcomer("ann@example.org"));
    let login = json!({ "username": "ann@example.org", "password": "a-kettle-of-fishes" });
    assert_eq!(ann.code("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login.clone()), 26);
    let second = ann.reply("POST", &create, newcomer("ann@example.org"));
    assert_eq!((first.json(), first.status), (second.json(), second.status));
    assert_eq!(first.json(), json!({ "peachCode": 0, "statusCode": 200 }));
    let resend = format!("/Member/v3/SendMemberActivationCode?{CIRCUIT_V3}");
    let is_activation = |m: &Mail| m.text.contains("/api/activate");
    let replaced = Mail::to(server.data(), "ann@example.org", is_activation).link("/api/activate?code=");
    ann.call_ok("POST", &resend, json!({ "email": "ann@example.org" }));
    assert_eq!(ann.code("POST", &resend, json!({ "email": "nobody@example.org" })), 30);
    let is_newer = |m: &Mail| is_activation(m) && !m.text.contains(&replaced);
    let mail = Mail::to(server.data(), "ann@example.org", is_newer);
    let link = mail.link("/api/activate?code=");
    let path = link.strip_prefix("https://acme.example").unwrap();
    let site = server.site("acme.example");
    let reply = site.get(path);
    assert_eq!(
        (reply.status, reply.required_header("location").as_str()),
        (303, "/login/?activation=account")
    );
    assert_eq!(reply.required_header("referrer-policy"), "no-referrer");
    assert_eq!(site.get(path).required_header("location"), "/login/?activation=failed", "once");
    ann.call_ok("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login);
    assert_eq!(ann.code("POST", &resend, json!({ "email": "ann@example.org" })), 76);
}

#[test]
fn call_17_the_link_of_a_mail_leads_to_the_page_in_the_language_of_the_mail() {
    let acme = Acme::circuit()
        .set("/config/options", json!({ "emailActivation": true, "additionalLocales": ["fr-FR"] }))
        .file("theaters", json!([theater("T1", "House")]));
    let server = Data::with(&[&acme]).start("serve", CLOCK, &["--rate-limits", "off"]);
    let site = server.site("acme.example");
    let ann = Member::program(&site);
    let french = [("accept-language", "fr")];
    let mut create = newcomer("ann@example.org");
    create["reqMetadata"] = json!({ "method": "POST", "route": format!("/Member/v3/Create?{CIRCUIT_V3}") });
    let reply = ann.send("application/json", &create.to_string(), &french);
    assert_eq!(reply.json()["peachCode"], 0);
    let mail = Mail::to(server.data(), "ann@example.org", |m| m.text.contains("/api/activate"));
    let link = mail.link("/api/activate?code=");
    // A later email is in the member's language, whatever page requests it.
    let resend = format!("/Member/v3/SendMemberActivationCode?{CIRCUIT_V3}");
    ann.call_ok("POST", &resend, json!({ "email": "ann@example.org" }));
    let is_newer = |m: &Mail| m.text.contains("/api/activate") && !m.text.contains(&link);
    let newer = Mail::to(server.data(), "ann@example.org", is_newer).link("/api/activate?code=");
    let path = newer.strip_prefix("https://acme.example").unwrap();
    assert!(path.ends_with("&locale=fr"), "{path}");
    assert_eq!(site.get(path).required_header("location"), "/fr/login/?activation=account");
    let unknown = path.replace("&locale=fr", "&locale=xx");
    assert_eq!(site.get(&unknown).required_header("location"), "/login/?activation=failed");
}

#[test]
fn call_08_edit_changes_fields_and_needs_the_password_for_credentials() {
    let server = demo();
    let iris = iris(&server);
    let edit = format!("/Member/v3/Edit?{CIRCUIT_V3}");
    let change =
        json!({ "city": "Ypsilanti", "wishToReceiveSMS": "True", "preferredGenres": ["Drama", "Noir"] });
    let details = iris.call_ok("POST", &edit, change)["memberDetails"].clone();
    assert_eq!((&details["city"], &details["wishToReceiveSMS"]), (&json!("Ypsilanti"), &json!(true)));
    assert_eq!(details["preferredGenres"], json!(["Drama", "Noir"]));
    assert_eq!(iris.code("POST", &edit, json!({ "email": "theo@example.org" })), 60);
    assert_eq!(
        iris.code("POST", &edit, json!({ "password": "a-new-one-for-me", "currentPassword": "wrong" })),
        58
    );
    assert_eq!(
        iris.code("POST", &edit, json!({ "password": "password1", "currentPassword": IRIS_PASSWORD })),
        84
    );
    let other = super::iris(&server);
    iris.call_ok("POST", &edit, json!({ "password": "a-new-one-for-me", "currentPassword": IRIS_PASSWORD }));
    assert_eq!(
        other.code("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({})),
        7,
        "all other sessions end"
    );
    iris.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    let login = json!({ "username": "iris", "password": "a-new-one-for-me" });
    other.call_ok("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login);
    let _ = Mail::to(server.data(), "iris@example.org", |m| m.text.to_lowercase().contains("password"));
}

#[test]
fn security_1_9_the_password_must_be_entered_again_after_some_time() {
    let data = Data::demo();
    let token;
    {
        let server = data.start("demo", CLOCK, &["--rate-limits", "off"]);
        token = iris(&server).session();
        server.stop();
    }
    let server = data.start("demo", "2026-11-20T23:10:00Z", &["--rate-limits", "off"]);
    let iris = Member::program(&server.site("localhost")).with(Some(&token), None);
    for (method, route, payload) in [
        ("POST", format!("/Member/v3/Edit?{CIRCUIT_V3}"), json!({ "email": "iris2@example.org" })),
        ("POST", format!("/Member/v3/Edit?{CIRCUIT_V3}"), json!({ "username": "iris2" })),
        ("POST", format!("/Member/v3/Edit?{CIRCUIT_V3}"), json!({ "mobileNumber": "+13135550199" })),
        ("POST", format!("/Member/v3/Edit?{CIRCUIT_V3}"), json!({ "password": "a-new-one-for-me" })),
        ("GET", format!("/Member/v3/Delete/?{CIRCUIT_V3}&memberId="), json!({})),
    ] {
        let response = iris.call(method, &route, payload);
        assert_eq!(
            (&response["peachCode"], &response["reauthenticate"]),
            (&json!(58), &json!(true)),
            "{route}"
        );
    }
    iris.call_ok("POST", &format!("/Member/v3/Edit?{CIRCUIT_V3}"), json!({ "city": "Flint" }));
    let change = json!({ "email": "iris2@example.org", "currentPassword": IRIS_PASSWORD });
    iris.call_ok("POST", &format!("/Member/v3/Edit?{CIRCUIT_V3}"), change);
    for address in ["iris@example.org", "iris2@example.org"] {
        let _ = Mail::to(server.data(), address, |m| m.text.contains("iris2@example.org"));
    }
}

#[test]
fn call_18_security_7_8_a_deleted_member_can_register_again_as_a_new_member() {
    let server = demo();
    let iris = iris(&server);
    let export = iris.to("/api/member/export", "GET", "application/json", "", &[]);
    assert!(export.required_header("content-disposition").contains("attachment"));
    let data = export.json();
    assert_eq!(data["member"]["email"], "iris@example.org");
    assert!(
        data["orders"].as_array().unwrap().len() == 4 && !data["transactions"].as_array().unwrap().is_empty()
    );
    assert!(!export.text().contains("argon2"), "no hash leaves");
    iris.call_ok("GET", &format!("/Member/v3/Delete/?{CIRCUIT_V3}&memberId="), json!({}));
    assert_eq!(iris.code("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({})), 7);
    let login = json!({ "username": "iris", "password": IRIS_PASSWORD });
    assert_eq!(iris.code("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login), 31);
    let _ = Mail::to(server.data(), "iris@example.org", |m| m.text.to_lowercase().contains("delet"));
    let rejoined = register(&server, "iris@example.org");
    let orders = rejoined.call_ok("GET", &format!("/Member/v3/OrderHistory?{CIRCUIT_V3}"), json!({}));
    assert_eq!(orders["orders"], json!([]));
    let card = json!({ "cardCode": "MCLUB1001" });
    assert_eq!(
        rejoined.code("POST", &format!("/Member/v3/AddCard/?{CIRCUIT_V3}"), card),
        85,
        "her card is never good again"
    );
    assert!(
        rejoined.call_ok(
            "GET",
            &format!(
                "/Member/v3/RewardsListing?boxofficeCinemaId={}",
                &CIRCUIT_AND_THEATER_V3[CIRCUIT_AND_THEATER_V3.len() - 13..]
            ),
            json!({})
        )["rewards"]
            .is_array()
    );
}
