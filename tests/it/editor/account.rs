//! Sign-in, codes, invitations, sign-ins

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use marquee_tests::{Acme, Data, Mail, raw};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::{Browser, OWNER, assert_problem, office};

/// Maximum time to wait for a condition.
const PATIENCE: Duration = Duration::from_secs(60);

/// The code that an authenticator app shows.
pub fn code(secret: &str) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build_noncompliant();
    totp.generate(std::time::UNIX_EPOCH.elapsed().unwrap().as_secs()).to_string()
}

#[test]
fn security_2_8_a_sign_in_sets_a_strict_cookie_that_ends_with_it() {
    let office = office();
    let browser = office.browser();
    assert_problem(&browser.get("session"), 401);
    let reply = browser.sign_in(" ROSA@acme.example", &office.password, None);
    let cookie = reply.required_header("set-cookie");
    for part in ["__Host-operatorSession=", "HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Expires") && !cookie.contains("Max-Age"), "it ends with the browser: {cookie}");
    assert_eq!(reply.required_header("cache-control"), "private, no-store");
    let session = browser.ok("GET", "session", &Value::Null);
    assert_eq!(session["operator"]["name"], "Rosa");
    assert_eq!(session["mayCreateSites"], true, "Rosa is an owner of all sites");
    assert!(
        session["now"].as_str().unwrap().starts_with("2026-11-20T22:"),
        "the clock of the server: {session}"
    );
    let keys: Vec<_> = session["sites"].as_array().unwrap().iter().map(|site| site["key"].clone()).collect();
    assert_eq!(keys, ["acme", "other"]);
    let signed_in = browser.cookie.borrow().clone();
    browser.ok("POST", "sign-out", &json!({}));
    assert_problem(&browser.get("session"), 401);
    let copied = Browser { office: &office, cookie: signed_in.clone().into() };
    assert_problem(&copied.get("session"), 401);
    for cookie in
        [format!("{signed_in}x"), format!("{signed_in}; {signed_in}"), "__Host-operatorSession=".into()]
    {
        let forged = Browser { office: &office, cookie: cookie.into() };
        assert_problem(&forged.get("session"), 401);
    }
}

#[test]
fn security_2_8_a_site_can_require_a_second_factor_of_its_operators() {
    let office = office();
    let owner = office.owner();
    let option = "/site/config/options/operatorsNeedSecondFactor";
    let eva = office.colleague("eva@acme.example", "editor");
    owner.edit(option, &json!(false), &json!(true));
    owner.publish();
    let end = Instant::now() + PATIENCE;
    while owner.get("acme/draft").status == 200 {
        assert!(Instant::now() < end, "the setting has no effect");
        std::thread::sleep(Duration::from_millis(50));
    }
    for browser in [&owner, &eva] {
        for path in ["acme/draft", "acme/history", "acme/overview"] {
            let refused = browser.get(path);
            assert_problem(&refused, 403);
            assert_eq!(refused.json()["code"], "secondFactor", "{path}");
        }
        assert_eq!(browser.get("session").status, 200, "their own account stays open");
    }
    assert_eq!(owner.get("other/draft").status, 200, "another site asks for none");
    let setup = owner.ok("POST", "totp", &json!({}));
    assert_eq!(owner.get("acme/draft").status, 403, "an app counts from its first code on");
    owner.ok("POST", "totp/confirm", &json!({ "code": code(setup["secret"].as_str().unwrap()) }));
    assert_eq!(owner.get("acme/draft").status, 200);
    // All of it is in the audit log.
    owner.ok("POST", "recovery-codes", &json!({}));
    let log = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    for action in ["operator.totp.add", "operator.codes"] {
        assert!(log.contains(action), "{action}: {log}");
    }
}

#[test]
fn security_2_5_unknown_addresses_and_wrong_passwords_are_refused_alike_and_limited() {
    let office = office();
    let browser = office.browser();
    let attempt = |email: &str, password: &str| {
        let reply = browser.sign_in(email, password, None);
        let text = reply.text().split("try again in").next().unwrap().to_owned();
        (reply.status, text, reply.header("retry-after").is_some())
    };
    let unknown = attempt("somebody@acme.example", "wrong password");
    assert_eq!((unknown.0, unknown.2), (401, false));
    for email in ["nobody@acme.example", OWNER] {
        for _ in 0..5 {
            assert_eq!(attempt(email, "wrong password"), unknown, "{email}");
        }
        // A pause follows the fifth failure, and a longer one each further failure.
        let since = Instant::now();
        loop {
            let wrong = attempt(email, "wrong password");
            let right = attempt(email, &office.password);
            if (wrong.0, right.0) == (429, 429) {
                assert!(wrong.2 && wrong == right, "{email}: {wrong:?} {right:?}");
                break;
            }
            assert!(since.elapsed() < PATIENCE, "{email} is never refused: {wrong:?} {right:?}");
        }
    }
}

#[test]
fn security_2_8_an_account_with_an_authenticator_app_needs_a_code_that_works_once() {
    let office = office();
    let browser = office.owner();
    let setup = browser.ok("POST", "totp", &json!({}));
    let secret = setup["secret"].as_str().unwrap();
    assert!(
        setup["url"].as_str().unwrap().starts_with("otpauth://totp/Marquee:rosa%40acme.example?"),
        "{setup}"
    );
    assert_eq!(browser.ok("GET", "session", &Value::Null)["operator"]["hasTotp"], false, "not confirmed yet");
    assert_problem(&browser.send("POST", "totp/confirm", &json!({ "code": "000000" })), 403);
    let codes = browser.ok("POST", "totp/confirm", &json!({ "code": code(secret) }))["codes"].clone();
    assert_eq!(codes.as_array().unwrap().len(), 10);
    assert_problem(&browser.send("POST", "totp", &json!({})), 409);

    let other = office.browser();
    assert_eq!(other.sign_in(OWNER, &office.password, None).json()["next"], "code");
    assert!(other.cookie.borrow().is_empty(), "no cookie without a code");
    assert_problem(&other.sign_in(OWNER, &office.password, Some(&code(secret))), 401);
    assert_problem(&other.sign_in(OWNER, "wrong password", None), 401);
    let recovery = codes[0].as_str().unwrap();
    assert_eq!(other.sign_in(OWNER, &office.password, Some(&recovery.to_lowercase())).json()["next"], "done");
    let session = other.ok("GET", "session", &Value::Null);
    assert_eq!(session["operator"]["recoveryCodes"], 9);
    assert_problem(&other.sign_in(OWNER, &office.password, Some(recovery)), 401);
}

#[test]
fn security_2_8_operators_see_and_end_their_sign_ins() {
    let office = office();
    let (first, second) = (office.owner(), office.owner());
    let sessions = first.ok("GET", "sessions", &Value::Null)["sessions"].clone();
    let of = |current: bool| {
        let found = sessions.as_array().unwrap().iter().find(|s| s["isCurrent"] == current).unwrap();
        found["id"].as_str().unwrap().to_owned()
    };
    assert_problem(&first.send("DELETE", &format!("sessions/{}", of(true)), &json!({})), 409);
    first.ok("DELETE", &format!("sessions/{}", of(false)), &json!({}));
    assert_problem(&second.get("session"), 401);
    assert_problem(&first.send("DELETE", "sessions/unknown", &json!({})), 404);
    let third = office.owner();
    first.ok("DELETE", "sessions", &json!({}));
    assert_problem(&third.get("session"), 401);
    first.ok("GET", "session", &Value::Null);
    let form = json!({ "password": office.password, "newPassword": "a much better password" });
    assert_problem(
        &first.send("POST", "password", &json!({ "password": "x", "newPassword": "a much better password" })),
        403,
    );
    assert_eq!(
        first
            .send("POST", "password", &json!({ "password": office.password, "newPassword": "short" }))
            .status,
        422
    );
    first.ok("POST", "password", &form);
    assert_problem(&office.browser().sign_in(OWNER, &office.password, None), 401);
    assert_eq!(office.browser().sign_in(OWNER, "a much better password", None).json()["next"], "done");
}

/// `invitation` was withdrawn.
fn assert_withdrawn_invitation_is_restored(office: &super::Office, owner: &Browser<'_>, invitation: &Value) {
    let mail = Mail::to(&office.data, "ben@acme.example", |mail| mail.subject.contains("Acme"));
    let shown = format!("invitation?{}", mail.link("welcome").split('?').nth(1).unwrap());
    assert_problem(&office.browser().get(&shown), 410);
    let restore = format!("acme/invitations/{}/restore", invitation["id"].as_str().unwrap());
    assert_eq!(owner.ok("POST", &restore, &json!({}))["id"], invitation["id"]);
    assert_eq!(office.browser().ok("GET", &shown, &Value::Null)["role"], "viewer", "the first link is valid");
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
    let withdraw = format!("acme/invitations/{}", invitation["id"].as_str().unwrap());
    owner.ok("DELETE", &withdraw, &json!({}));
    let form = json!({ "email": "Ben@Acme.example", "role": "viewer" });
    owner.ok("POST", "acme/invitations", &form);
    assert_problem(&owner.send("POST", &restore, &json!({})), 404);
    assert_problem(&office.browser().get(&shown), 410);
}

#[test]
fn security_2_8_an_invitation_is_not_restored_for_somebody_who_has_access() {
    let office = office();
    let owner = office.owner();
    let form = json!({ "email": "theo@acme.example", "role": "owner" });
    let invitation = owner.ok("POST", "acme/invitations", &form);
    let invitation = format!("acme/invitations/{}", invitation["id"].as_str().unwrap());
    owner.ok("DELETE", &invitation, &json!({}));
    office.colleague("theo@acme.example", "viewer");
    assert_problem(&owner.send("POST", &format!("{invitation}/restore"), &json!({})), 409);
}

#[test]
fn security_2_8_people_join_by_an_invitation_for_their_address() {
    let office = office();
    let owner = office.owner();
    let form = json!({ "email": "theo@acme.example", "role": "editor" });
    let invitation = owner.ok("POST", "acme/invitations", &form);
    let mail = Mail::to(&office.data, "theo@acme.example", |mail| mail.subject.contains("Acme"));
    let link = mail.link("welcome");
    assert!(link.starts_with("https://editor.example/editor/welcome/?token="), "{link}");
    let token = link.split("token=").nth(1).unwrap();
    let theo = office.browser();
    let shown = theo.ok("GET", &format!("invitation?token={token}"), &Value::Null);
    assert_eq!(
        shown,
        json!({ "email": "theo@acme.example", "siteName": "Acme", "role": "editor", "hasAccount": false })
    );
    let accept = |password: &str| json!({ "token": token, "name": "Theo", "password": password });
    for weak in ["too short", "passwordpassword", "theo@acme.example"] {
        let refused = theo.send("POST", "invitation", &accept(weak));
        assert_problem(&refused, 422);
        assert_eq!(refused.json()["field"], "password", "{weak}");
    }
    assert_eq!(theo.ok("POST", "invitation", &accept("fifteen letters"))["next"], "done");
    let session = theo.ok("GET", "session", &Value::Null);
    assert_eq!(session["mayCreateSites"], false, "an editor of one site");
    let sites = session["sites"].clone();
    assert_eq!(
        (sites[0]["key"].clone(), sites[0]["role"].clone(), sites.as_array().unwrap().len()),
        (json!("acme"), json!("editor"), 1)
    );
    assert_problem(&theo.send("POST", "invitation", &accept("fifteen letters")), 410);
    assert_problem(&theo.get("invitation?token=x"), 410);
    let team = owner.ok("GET", "acme/team", &Value::Null);
    let names: Vec<_> =
        team["people"].as_array().unwrap().iter().map(|person| person["name"].clone()).collect();
    assert_eq!((names, team["invitations"].clone()), (vec![json!("Rosa"), json!("Theo")], json!([])));
    assert_problem(&owner.send("POST", "acme/invitations", &form), 409);
    let again =
        owner.ok("POST", "acme/invitations", &json!({ "email": "ben@acme.example", "role": "viewer" }));
    assert_ne!(again["id"], invitation["id"]);
    owner.ok("DELETE", &format!("acme/invitations/{}", again["id"].as_str().unwrap()), &json!({}));
    assert_eq!(owner.ok("GET", "acme/team", &Value::Null)["invitations"], json!([]));
    assert_withdrawn_invitation_is_restored(&office, &owner, &again);
}

#[test]
fn security_2_8_a_removed_person_is_signed_out_and_the_last_owner_stays() {
    let office = office();
    let owner = office.owner();
    let theo = office.colleague("theo@acme.example", "owner");
    let team = owner.ok("GET", "acme/team", &Value::Null);
    let id = |name: &str| {
        let people = team["people"].as_array().unwrap().iter();
        people.clone().find(|p| p["email"] == name).unwrap()["id"].as_str().unwrap().to_owned()
    };
    let (theo_id, rosa_id) = (id("theo@acme.example"), id(OWNER));
    assert_problem(&owner.send("DELETE", &format!("acme/team/{rosa_id}"), &json!({})), 404);
    assert_problem(&owner.send("DELETE", &format!("other/team/{theo_id}"), &json!({})), 404);
    owner.ok("PUT", &format!("acme/team/{theo_id}"), &json!({ "role": "viewer" }));
    assert_problem(&theo.get("acme/team"), 403);
    owner.ok("DELETE", &format!("acme/team/{theo_id}"), &json!({}));
    assert_problem(&theo.get("session"), 401);
    let log = owner.ok("GET", "acme/audit?q=theo", &Value::Null);
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|entry| entry["action"].clone()).collect();
    assert_eq!(actions, ["operator.remove", "operator.role"]);
    let csv = owner.get("acme/audit.csv?q=operator.remove").text();
    assert!(
        csv.starts_with("at,actor,action,subject,detail,name\n")
            && csv.contains("operator:rosa@acme.example,operator.remove,theo@acme.example,"),
        "{csv}"
    );
}

#[test]
fn security_2_8_who_signs_in_with_a_password_only_is_reminded_once_a_day() {
    let office = office();
    let owner = office.owner();
    drop(office.colleague("theo@acme.example", "editor"));
    let member = |browser: &Browser<'_>| -> Value {
        let team = browser.ok("GET", "acme/team", &Value::Null);
        let people = team["people"].as_array().unwrap();
        people.iter().find(|person| person["email"] == "theo@acme.example").unwrap().clone()
    };
    let theo = member(&owner);
    assert_eq!(theo.get("remindedAt"), None);
    let path = format!("acme/team/{}/reminder", theo["id"].as_str().unwrap());
    owner.ok("POST", &path, &json!({}));
    let mail = Mail::to(&office.data, "theo@acme.example", |mail| mail.subject.contains("Acme"));
    assert!(mail.text.contains("https://editor.example/editor/acme/team/"), "{}", mail.text);
    assert!(member(&owner)["remindedAt"].is_string());
    assert_problem(&owner.send("POST", &path, &json!({})), 429);
    let log = owner.ok("GET", "acme/audit?q=operator.remind", &Value::Null);
    let subjects: Vec<_> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["subject"]).collect();
    assert_eq!(subjects, ["theo@acme.example"]);
    assert_problem(&owner.send("POST", "acme/team/unknown/reminder", &json!({})), 404);
    let office = office.later(24 * 60 + 1);
    let owner = office.owner();
    assert_eq!(member(&owner).get("remindedAt"), None);
    owner.ok("POST", &path, &json!({}));
}

#[test]
fn security_2_8_api_keys_are_shown_once_expire_and_are_removed() {
    let office = office();
    let owner = office.owner();
    let till = |expires_at: &str| json!({ "name": "till-1", "scope": "till", "expiresAt": expires_at });
    assert_eq!(owner.send("POST", "acme/keys", &till("2026-11-20T22:00:00Z")).json()["field"], "expiresAt");
    let key =
        owner.ok("POST", "acme/keys", &till("2026-11-27T22:48:00Z"))["key"].as_str().unwrap().to_owned();
    let book = |server: &marquee_tests::Server| {
        let headers = [("content-type", "application/json"), ("authorization", &format!("Bearer {key}"))];
        let body = r#"{"transactionId":"1","member":"x","total":{"amount":1,"currency":"EUR"}}"#;
        server.site("acme.example").send("POST", "/api/pos/transactions", &headers, body).status
    };
    assert_ne!(book(&office.server), 401);
    let listed = owner.ok("GET", "acme/keys", &Value::Null)["keys"].clone();
    assert_eq!((listed[0]["name"].clone(), listed[0]["scope"].clone()), (json!("till-1"), json!("till")));
    assert!(listed[0]["usedAt"].is_string() && !listed.to_string().contains(&key), "{listed}");
    assert_eq!(listed[0].get("pointsLimit"), None);
    owner.ok("POST", "acme/keys", &json!({ "name": "crm", "scope": "operator" }));
    owner.ok("POST", "acme/keys", &json!({ "name": "erp", "scope": "operator", "pointsLimit": 9_000 }));
    let limits: Vec<_> = owner.ok("GET", "acme/keys", &Value::Null)["keys"].as_array().unwrap()[..2]
        .iter()
        .map(|key| key["pointsLimit"].as_u64())
        .collect();
    assert_eq!(limits, [Some(500), Some(9_000)]);
    let none = json!({ "name": "erp", "scope": "operator", "pointsLimit": 0 });
    assert_eq!(owner.send("POST", "acme/keys", &none).json()["field"], "pointsLimit");
    owner.ok("DELETE", "acme/keys/crm", &json!({}));
    assert_problem(&owner.send("DELETE", "acme/keys/crm", &json!({})), 404);
    let data = office.data.clone();
    drop(owner);
    office.server.stop();
    assert_eq!(book(&data.serve("2026-11-27T22:48:01Z")), 401, "expired");
}

/// A process that is killed when the test ends.
struct Killed(std::process::Child);

impl Drop for Killed {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).unwrap();
    }
}

#[test]
fn security_2_8_a_new_server_prints_a_set_up_address_that_works_once() {
    let data = Data::with(&[&Acme::single()]);
    let serve = || {
        let mut command =
            Data::command(&["serve", "--listen", "127.0.0.1:0", "--editor-host", "localhost", "--data"]);
        command.arg(data.path()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = Killed(command.spawn().unwrap());
        let mut lines = BufReader::new(server.0.stdout.take().unwrap()).lines().map(Result::unwrap);
        let address = lines.find(|line| line.contains("/editor/welcome/?token=")).unwrap();
        (server, address.trim().to_owned())
    };
    let (first, old) = serve();
    drop(first);
    let (_server, address) = serve();
    let url = url::Url::parse(&address).unwrap();
    assert_eq!((url.scheme(), url.path()), ("http", "/editor/welcome/"));
    let to = SocketAddr::from(([127, 0, 0, 1], url.port().unwrap()));
    let accept = |token: &str| {
        let form = json!({ "token": token, "name": "Rosa", "email": OWNER, "password": "fifteen letters" });
        let body = form.to_string();
        let head = format!(
            "POST /api/editor/invitation HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len(),
            port = to.port()
        );
        String::from_utf8(raw(to, head.as_bytes())).unwrap()
    };
    let token = |address: &str| address.split("token=").nth(1).unwrap().to_owned();
    assert!(accept(&token(&old)).starts_with("HTTP/1.1 410"), "a new start replaces the address");
    let accepted = accept(&token(&address));
    assert!(
        accepted.starts_with("HTTP/1.1 200") && accepted.contains("set-cookie: operatorSession="),
        "{accepted}"
    );
    assert!(accept(&token(&address)).starts_with("HTTP/1.1 410"));
    let listed = data.run(&["operator", "list"]).stdout_of_success();
    assert!(listed.contains("rosa@acme.example\tRosa\towner\tall sites"), "{listed}");
}
