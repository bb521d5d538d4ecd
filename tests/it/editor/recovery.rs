//! A forgotten password, and the operator's own name and address (security 2.8)

use marquee_tests::Mail;
use serde_json::{Value, json};

use super::account::code;
use super::{Browser, OWNER, Office, assert_problem, office};

const NEW: &str = "a much better password";

/// The token of the newest link to a page of the editor that was mailed to an address.
fn token_for(office: &Office, address: &str, page: &str) -> String {
    let path = format!("https://editor.example/editor/{page}/?token=");
    let mail = Mail::to(&office.data, address, |mail| mail.text.contains(&path));
    mail.link(&path).split_once("token=").unwrap().1.to_owned()
}

fn request_link(browser: &Browser<'_>, email: &str) {
    browser.ok("POST", "password/reset", &json!({ "email": email }));
}

#[test]
fn security_2_8_a_forgotten_password_is_replaced_with_a_mailed_link_once() {
    let office = office();
    let (browser, signed_in) = (office.browser(), office.owner());
    request_link(&browser, "ROSA@acme.example");
    let token = token_for(&office, OWNER, "reset");
    let reset = |token: &str, password: &str| {
        browser.send("POST", "password/reset/confirm", &json!({ "token": token, "newPassword": password }))
    };
    assert_problem(&reset(&format!("{token}x"), NEW), 410);
    let weak = reset(&token, "short");
    assert_eq!((weak.status, weak.json()["field"].as_str()), (422, Some("password")), "{}", weak.text());
    assert_eq!(reset(&token, NEW).json()["next"], "done");
    assert_eq!(browser.ok("GET", "session", &Value::Null)["operator"]["name"], "Rosa", "signed in here");
    assert_problem(&signed_in.get("session"), 401);
    assert_problem(&reset(&token, "another better password"), 410);
    assert_problem(&office.browser().sign_in(OWNER, &office.password, None), 401);
    assert_eq!(office.browser().sign_in(OWNER, NEW, None).json()["next"], "done");
    let log = browser.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(log.contains("operator.password-reset"), "{log}");
}

#[test]
fn security_2_8_a_link_works_for_half_an_hour_and_dies_with_a_change_of_the_account() {
    let office = office();
    request_link(&office.browser(), OWNER);
    let token = token_for(&office, OWNER, "reset");
    let form = json!({ "token": token, "newPassword": NEW });
    let owner = office.owner();
    owner.ok(
        "POST",
        "password",
        &json!({ "password": office.password, "newPassword": "yet another password" }),
    );
    assert_problem(&office.browser().send("POST", "password/reset/confirm", &form), 410);

    request_link(&office.browser(), OWNER);
    let old = token;
    let token = loop {
        let token = token_for(&office, OWNER, "reset");
        if token != old {
            break token;
        }
    };
    let office = office.later(31);
    let form = json!({ "token": token, "newPassword": NEW });
    assert_problem(&office.browser().send("POST", "password/reset/confirm", &form), 410);
}

#[test]
fn security_2_8_a_link_does_not_replace_the_authenticator_app() {
    let office = office();
    let owner = office.owner();
    let secret = owner.ok("POST", "totp", &json!({}))["secret"].as_str().unwrap().to_owned();
    let codes = owner.ok("POST", "totp/confirm", &json!({ "code": code(&secret) }))["codes"].clone();
    request_link(&office.browser(), OWNER);
    let token = token_for(&office, OWNER, "reset");
    let browser = office.browser();
    let reset = |code: Option<&str>| {
        let mut form = json!({ "token": token, "newPassword": NEW });
        if let Some(code) = code {
            form["code"] = json!(code);
        }
        browser.send("POST", "password/reset/confirm", &form)
    };
    assert_eq!(reset(None).json()["next"], "code");
    assert!(browser.cookie.borrow().is_empty(), "no sign-in without a code");
    assert_problem(&reset(Some("000000")), 401);
    // Ten tries an hour.
    for _ in 0..9 {
        assert_problem(&reset(Some("000000")), 401);
    }
    assert_problem(&reset(Some(codes[0].as_str().unwrap())), 429);
    let office = office.later(62);
    request_link(&office.browser(), OWNER);
    let fresh = loop {
        let fresh = token_for(&office, OWNER, "reset");
        if fresh != token {
            break fresh;
        }
    };
    let form = json!({ "token": fresh, "newPassword": NEW, "code": codes[0] });
    assert_eq!(office.browser().ok("POST", "password/reset/confirm", &form)["next"], "done");
}

#[test]
fn security_2_5_links_are_limited_and_nobody_learns_which_addresses_have_an_account() {
    let office = office();
    let browser = office.browser();
    for email in [OWNER, "nobody@acme.example"] {
        for _ in 0..5 {
            let reply = browser.send("POST", "password/reset", &json!({ "email": email }));
            assert_eq!((reply.status, reply.text()), (204, String::new()), "{email}");
        }
        assert_problem(&browser.send("POST", "password/reset", &json!({ "email": email })), 429);
    }
    // A network has twenty, those that were refused included.
    for n in 0..8 {
        request_link(&browser, &format!("somebody-{n}@acme.example"));
    }
    assert_problem(&browser.send("POST", "password/reset", &json!({ "email": "last@acme.example" })), 429);
    assert!(Mail::all(&office.data).iter().all(|mail| mail.to.contains(OWNER)), "no other address gets one");
}

#[test]
fn security_2_8_an_operator_changes_name_and_address() {
    let office = office();
    let owner = office.owner();
    owner.ok("PUT", "account", &json!({ "name": "Rosa Lindqvist" }));
    assert_problem(&owner.send("PUT", "account", &json!({ "name": " " })), 422);
    assert_eq!(owner.ok("GET", "session", &Value::Null)["operator"]["name"], "Rosa Lindqvist");

    office.colleague("eva@acme.example", "editor");
    let change = |email: &str| owner.send("POST", "account/email", &json!({ "email": email }));
    for (email, status) in [("no address", 422), ("eva@acme.example", 422), ("Rosa.L@acme.example", 204)] {
        assert_eq!(change(email).status, status, "{email}");
    }
    let token = token_for(&office, "Rosa.L@acme.example", "new-address");
    assert_eq!(owner.ok("GET", "session", &Value::Null)["operator"]["email"], OWNER, "not confirmed yet");
    let form = json!({ "token": token });
    let confirmed = office.browser().ok("POST", "account/email/confirm", &form);
    assert_eq!(confirmed["email"], "Rosa.L@acme.example");
    assert_problem(&office.browser().send("POST", "account/email/confirm", &form), 410);
    assert_problem(&office.browser().sign_in(OWNER, &office.password, None), 401);
    let browser = office.browser();
    assert_eq!(browser.sign_in("rosa.l@acme.example", &office.password, None).json()["next"], "done");
    for address in [OWNER, "Rosa.L@acme.example"] {
        let notice = Mail::to(&office.data, address, |mail| mail.text.contains("r…@acme.example"));
        assert!(notice.text.contains("Rosa.L@acme.example"), "{}", notice.text);
    }
    let log = browser.ok("GET", "acme/audit", &Value::Null).to_string();
    for action in ["operator.name", "operator.email"] {
        assert!(log.contains(action), "{action}: {log}");
    }
    // Changed back, the link does not work again.
    let back = browser.send("POST", "account/email", &json!({ "email": OWNER }));
    assert_eq!(back.status, 204, "{}", back.text());
    let form_back = json!({ "token": token_for(&office, OWNER, "new-address") });
    office.browser().ok("POST", "account/email/confirm", &form_back);
    assert_problem(&office.browser().send("POST", "account/email/confirm", &form), 410);
    // A new address needs the password again after a while.
    let cookie = browser.cookie.borrow().clone();
    let office = office.later(20);
    let later = Browser { office: &office, cookie: cookie.into() };
    let refused = later.send("POST", "account/email", &json!({ "email": "new@acme.example" }));
    assert_eq!(refused.json()["code"], "reauthenticate", "{}", refused.text());
}

#[test]
fn security_2_8_a_new_password_ends_the_link_of_a_new_address() {
    let office = office();
    let intruder = office.owner();
    intruder.ok("POST", "account/email", &json!({ "email": "intruder@elsewhere.example" }));
    let token = token_for(&office, "intruder@elsewhere.example", "new-address");
    let owner = office.browser();
    request_link(&owner, OWNER);
    let reset = json!({ "token": token_for(&office, OWNER, "reset"), "newPassword": NEW });
    owner.ok("POST", "password/reset/confirm", &reset);
    let confirmed = office.browser().send("POST", "account/email/confirm", &json!({ "token": token }));
    assert_problem(&confirmed, 410);
    assert_eq!(owner.ok("GET", "session", &Value::Null)["operator"]["email"], OWNER);
}
