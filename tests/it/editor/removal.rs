//! People who are removed, and brought back at once by who removed them (security 2.8)

use marquee_tests::Mail;
use serde_json::{Value, json};

use super::authenticator::Authenticator;
use super::{Browser, OWNER, Office, assert_problem, office, password_of};

const THEO: &str = "theo@acme.example";

/// Adds a person with a role on the site `acme`, and returns the password.
fn add(office: &Office, email: &str, rest: &[&str]) -> String {
    let args = [&["operator", "add", email, "--site", "acme"], rest].concat();
    password_of(&office.data.run(&args).stdout_of_success())
}

fn signed_in<'o>(office: &'o Office, email: &str, password: &str) -> Browser<'o> {
    let browser = office.browser();
    assert_eq!(browser.sign_in(email, password, None).json()["next"], "done");
    browser
}

/// A person as the team has them.
fn person(browser: &Browser<'_>, email: &str) -> Option<Value> {
    let people = browser.ok("GET", "acme/team", &Value::Null)["people"].clone();
    people.as_array().unwrap().iter().find(|person| person["email"] == email).cloned()
}

fn path_of(browser: &Browser<'_>, email: &str) -> String {
    format!("acme/team/{}", person(browser, email).unwrap()["id"].as_str().unwrap())
}

#[test]
fn security_2_8_who_removes_a_person_brings_them_back_with_role_theaters_and_account() {
    let office = office();
    let owner = office.owner();
    let password = add(&office, THEO, &["--role", "program", "--theater", "T1"]);
    let other =
        signed_in(&office, "eva@acme.example", &add(&office, "eva@acme.example", &["--role", "owner"]));
    let (theo, mut phone) = (signed_in(&office, THEO, &password), Authenticator::new(super::ORIGIN.1, 6));
    let answer = phone.create(&theo.ok("POST", "passkeys/options", &json!({})));
    theo.ok("POST", "passkeys", &json!({ "name": "Phone", "answer": answer }));
    theo.edit("/theaters/T1/phone", &Value::Null, &json!("1234"));
    let (before, path) = (person(&owner, THEO).unwrap(), path_of(&owner, THEO));
    let restore = format!("{path}/restore");
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);

    owner.ok("DELETE", &path, &json!({}));
    assert_problem(&theo.get("session"), 401);
    assert_problem(&office.browser().sign_in(THEO, &password, None), 401);
    assert_problem(&other.send("POST", &restore, &json!({})), 404);
    assert_eq!(person(&owner, THEO), None);
    owner.ok("POST", &restore, &json!({}));
    let after = person(&owner, THEO).unwrap();
    for field in ["id", "name", "email", "role", "theaters", "hasPassword", "hasPasskey"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    // The sign-ins of before stay ended.
    assert_problem(&theo.get("session"), 401);
    let again = signed_in(&office, THEO, &password);
    let site = again.ok("GET", "session", &Value::Null)["sites"][0].clone();
    assert_eq!((&site["role"], &site["theaters"]), (&json!("program"), &json!(["T1"])));
    let change = again.draft()["changes"][0].clone();
    assert_eq!((&change["to"], &change["mayChange"]), (&json!("1234"), &json!(true)));
    let with_phone = office.browser();
    let answer = phone.get(&with_phone.ok("POST", "sign-in/passkey/options", &json!({})));
    assert_eq!(with_phone.ok("POST", "sign-in/passkey", &answer)["next"], "done");
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
    let log = owner.ok("GET", "acme/audit?q=operator.restore", &Value::Null)["entries"].clone();
    assert_eq!(log.as_array().unwrap().len(), 1);
    assert_eq!((&log[0]["actor"], &log[0]["subject"]), (&json!(format!("operator:{OWNER}")), &json!(THEO)));
}

#[test]
fn security_2_8_nobody_is_brought_back_after_a_minute() {
    let office = office();
    let owner = office.owner();
    add(&office, THEO, &["--role", "editor"]);
    let path = path_of(&owner, THEO);
    owner.ok("DELETE", &path, &json!({}));
    drop(owner);
    let office = office.later(2);
    let owner = office.owner();
    assert_problem(&owner.send("POST", &format!("{path}/restore"), &json!({})), 404);
    assert_eq!(person(&owner, THEO), None);
}

#[test]
fn security_2_8_nobody_is_brought_back_over_a_new_account_or_with_a_role_that_is_gone() {
    let office = office();
    let owner = office.owner();
    let role = owner.ok("POST", "acme/roles", &json!({ "name": "Desk", "permissions": ["alerts"] }));
    add(&office, THEO, &["--role", "Desk"]);
    add(&office, "eva@acme.example", &["--role", "editor"]);
    let (theo, eva) = (path_of(&owner, THEO), path_of(&owner, "eva@acme.example"));
    owner.ok("DELETE", &theo, &json!({}));
    owner.ok("DELETE", &format!("acme/roles/{}", role["role"].as_str().unwrap()), &json!({}));
    assert_problem(&owner.send("POST", &format!("{theo}/restore"), &json!({})), 422);

    owner.ok("DELETE", &eva, &json!({}));
    owner.ok("POST", "acme/invitations", &json!({ "email": "eva@acme.example", "role": "viewer" }));
    let mail = Mail::to(&office.data, "eva@acme.example", |mail| mail.subject.contains("Acme"));
    let token = mail.link("welcome").split("token=").nth(1).unwrap().to_owned();
    let form = json!({ "token": token, "name": "Eva", "password": "fifteen letters" });
    office.browser().ok("POST", "invitation", &form);
    assert_problem(&owner.send("POST", &format!("{eva}/restore"), &json!({})), 409);
    assert_eq!(person(&owner, "eva@acme.example").unwrap()["role"], "viewer");
}

#[test]
fn security_2_8_an_account_with_other_sites_gets_its_role_back() {
    let office = office();
    let owner = office.owner();
    let password = add(&office, THEO, &["--role", "editor", "--site", "other"]);
    let theo = signed_in(&office, THEO, &password);
    let path = path_of(&owner, THEO);
    owner.ok("DELETE", &path, &json!({}));
    assert_eq!(theo.get("acme/draft").status, 404);
    owner.ok("POST", &format!("{path}/restore"), &json!({}));
    assert_eq!(theo.get("acme/draft").status, 200, "the sign-in never ended");
}
