//! Passkeys: registration, sign-in, confirmation, invitations, and every answer that is refused

use std::time::{Duration, Instant};

use marquee_tests::{Mail, Reply};
use serde_json::{Value, json};

use super::authenticator::Authenticator;
use super::{Browser, HOST, OWNER, Office, assert_problem, office};

const ORIGIN: &str = "https://editor.example";

impl Browser<'_> {
    fn challenge(&self, path: &str) -> Value {
        self.ok("POST", &format!("{path}/options"), &json!({}))
    }

    /// Adds a passkey to the account.
    fn add(&self, authenticator: &mut Authenticator, name: &str) -> Reply {
        let answer = authenticator.create(&self.challenge("passkeys"));
        self.send("POST", "passkeys", &json!({ "name": name, "answer": answer }))
    }

    fn sign_in_with(&self, authenticator: &mut Authenticator) -> Reply {
        let answer = authenticator.get(&self.challenge("sign-in/passkey"));
        self.send("POST", "sign-in/passkey", &answer)
    }

    fn passkeys(&self) -> Vec<Value> {
        self.ok("GET", "passkeys", &Value::Null)["passkeys"].as_array().unwrap().clone()
    }

    fn account(&self) -> Value {
        self.ok("GET", "session", &Value::Null)["operator"].clone()
    }

    fn audit(&self) -> Vec<String> {
        let log = self.ok("GET", "acme/audit", &Value::Null)["entries"].clone();
        let line = |entry: &Value| format!("{} {}", entry["action"], entry["detail"]).replace('"', "");
        log.as_array().unwrap().iter().map(line).collect()
    }
}

/// A browser whose passkey belongs to the owner.
fn with_passkey(office: &Office) -> (Browser<'_>, Authenticator) {
    let (owner, mut phone) = (office.owner(), Authenticator::new(ORIGIN, 1));
    assert_eq!(owner.add(&mut phone, "Phone").status, 200);
    (owner, phone)
}

#[test]
fn security_2_8_a_passkey_is_added_renamed_used_and_removed() {
    let office = office();
    let owner = office.owner();
    let mut phone = Authenticator { counter: 1, is_synced: true, ..Authenticator::new(ORIGIN, 1) };
    assert_eq!(owner.account()["passkeyHost"], HOST);
    let challenge = owner.challenge("passkeys");
    assert_eq!(
        (&challenge["ceremony"], &challenge["publicKey"]["rp"]["id"]),
        (&json!("create"), &json!(HOST))
    );
    assert!(!challenge.to_string().contains("hash"), "{challenge}");
    let answer = phone.create(&challenge);
    let added = owner.ok("POST", "passkeys", &json!({ "name": " Phone ", "answer": answer }));
    assert_eq!((&added["name"], &added["host"], added.get("usedAt")), (&json!("Phone"), &json!(HOST), None));
    assert_eq!(owner.account()["passkeys"], 1);
    let excluded = owner.challenge("passkeys")["publicKey"]["excludeCredentials"].clone();
    assert_eq!(excluded[0]["id"], answer["credential"]["id"], "the same authenticator cannot be added twice");
    let path = format!("passkeys/{}", added["id"].as_str().unwrap());
    owner.ok("PUT", &path, &json!({ "name": "Work phone" }));
    assert_eq!(owner.send("PUT", &path, &json!({ "name": "" })).status, 422);
    assert_problem(&owner.send("PUT", "passkeys/unknown", &json!({ "name": "x" })), 404);

    let other = office.browser();
    let reply = other.sign_in_with(&mut phone);
    assert_eq!(reply.json()["next"], "done");
    let cookie = reply.required_header("set-cookie");
    assert!(cookie.contains("__Host-operatorSession=") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(other.account()["email"], OWNER);
    let listed = owner.passkeys();
    assert_eq!(listed[0]["name"], "Work phone");
    assert!(listed[0]["usedAt"].is_string(), "{listed:?}");
    let sessions = other.ok("GET", "sessions", &Value::Null)["sessions"].clone();
    let names: Vec<_> = sessions.as_array().unwrap().iter().map(|session| session.get("passkey")).collect();
    assert!(names.contains(&Some(&json!("Work phone"))) && names.contains(&None), "{sessions}");
    let team = other.ok("GET", "acme/team", &Value::Null);
    assert_eq!(
        (&team["people"][0]["hasPasskey"], &team["people"][0]["hasPassword"]),
        (&json!(true), &json!(true))
    );
    other.draft();
    owner.ok("DELETE", &path, &json!({}));
    assert_problem(&owner.send("DELETE", &path, &json!({})), 404);
    assert_problem(&office.browser().sign_in_with(&mut phone), 401);
    let log = owner.audit();
    for line in ["operator.passkey.add Phone", "operator.passkey.remove Work phone"] {
        assert!(log.iter().any(|entry| entry == line), "{line}: {log:?}");
    }
    assert!(log.iter().any(|entry| entry.starts_with("editor.open.passkey")), "{log:?}");
}

#[test]
fn security_2_8_a_passkey_stands_for_password_and_code() {
    let office = office();
    let (owner, mut phone) = with_passkey(&office);
    let secret = owner.ok("POST", "totp", &json!({}))["secret"].clone();
    let code = super::account::code(secret.as_str().unwrap());
    owner.ok("POST", "totp/confirm", &json!({ "code": code }));
    let other = office.browser();
    assert_eq!(other.sign_in_with(&mut phone).json()["next"], "done", "no code is asked for");
    assert_eq!(other.ok("GET", "session", &Value::Null)["isRecent"], true);
}

#[test]
fn security_2_8_wrong_answers_of_authenticators_are_refused_alike() {
    let office = office();
    let (_owner, phone) = with_passkey(&office);
    let browser = office.browser();
    let foreign = Authenticator::new(ORIGIN, 2);
    let with = |change: fn(&mut Authenticator)| {
        let mut changed = phone.clone();
        change(&mut changed);
        changed
    };
    // Signed with a key that is not the one of the credential.
    let mut stolen = foreign.clone();
    stolen.credential_id.clone_from(&phone.credential_id);
    let mut titles = Vec::new();
    for (what, mut authenticator) in [
        ("another site", with(|a| a.origin = "https://evil.example".into())),
        ("a subdomain", with(|a| a.origin = "https://a.editor.example".into())),
        ("another port", with(|a| a.origin = "https://editor.example:8443".into())),
        ("without https", with(|a| a.origin = "http://editor.example".into())),
        ("a frame", with(|a| a.is_framed = true)),
        ("another relying party", with(|a| a.host = Some("acme.example".into()))),
        ("no verification", with(|a| a.is_verified = false)),
        ("an unknown credential", foreign),
        ("a forged signature", stolen),
    ] {
        let reply = browser.sign_in_with(&mut authenticator);
        titles.push(assert_problem(&reply, 401));
        assert!(reply.header("set-cookie").is_none(), "{what}");
        // So that each answer is tried, not only the first ones.
        assert_eq!(office.browser().sign_in_with(&mut phone.clone()).status, 200, "{what}");
    }
    titles.dedup();
    assert_eq!(titles.len(), 1, "{titles:?}");
    let owner = phone.clone().get(&browser.challenge("sign-in/passkey"));
    for (what, change) in [
        ("user handle", json!({ "userHandle": "b3RoZXI" })),
        ("no user handle", json!({ "userHandle": null })),
        ("signature", json!({ "signature": "AAAA" })),
        ("authenticator data", json!({ "authenticatorData": "AAAA" })),
        ("client data", json!({ "clientDataJSON": "e30" })),
    ] {
        let mut answer = owner.clone();
        answer["id"] = browser.challenge("sign-in/passkey")["id"].clone();
        for (name, value) in change.as_object().unwrap() {
            answer["credential"]["response"][name] = value.clone();
        }
        assert_eq!(browser.send("POST", "sign-in/passkey", &answer).status, 401, "{what}");
        assert_eq!(office.browser().sign_in_with(&mut phone.clone()).status, 200, "{what}");
    }
}

#[test]
fn security_2_8_a_challenge_works_once_for_its_purpose_and_its_sign_in() {
    let office = office();
    let (owner, mut phone) = with_passkey(&office);
    let browser = office.browser();
    let answer = phone.get(&browser.challenge("sign-in/passkey"));
    assert_eq!(browser.send("POST", "sign-in/passkey", &answer).status, 200);
    assert_problem(&browser.send("POST", "sign-in/passkey", &answer), 401);
    // Of an answer that was refused as well.
    let challenge = browser.challenge("sign-in/passkey");
    let mut wrong = phone.get(&challenge);
    wrong["credential"]["response"]["signature"] = json!("AAAA");
    assert_problem(&browser.send("POST", "sign-in/passkey", &wrong), 401);
    assert_problem(&browser.send("POST", "sign-in/passkey", &phone.get(&challenge)), 401);
    // Of another ceremony.
    let confirmation = owner.challenge("reauthenticate/passkey");
    assert_problem(&browser.send("POST", "sign-in/passkey", &phone.get(&confirmation)), 401);
    let sign_in = browser.challenge("sign-in/passkey");
    assert_eq!(
        owner.send("POST", "reauthenticate/passkey", &phone.get(&sign_in)).json()["code"],
        "credentials"
    );
    // Of another sign-in, and of one that has ended.
    let (theo, mut laptop) = (office.colleague("theo@acme.example", "editor"), Authenticator::new(ORIGIN, 3));
    let answer = laptop.create(&owner.challenge("passkeys"));
    let form = json!({ "name": "Laptop", "answer": answer });
    assert_eq!(theo.send("POST", "passkeys", &form).json()["code"], "passkeyRejected");
    let challenge = theo.challenge("passkeys");
    let output = office.data.run(&["operator", "passwd", "theo@acme.example"]).stdout_of_success();
    assert_problem(&theo.get("session"), 401);
    let again = office.browser();
    assert_eq!(again.sign_in("theo@acme.example", &super::password_of(&output), None).status, 200);
    let form = json!({ "name": "Laptop", "answer": laptop.create(&challenge) });
    assert_eq!(again.send("POST", "passkeys", &form).json()["code"], "passkeyRejected");
    assert_problem(&browser.send("POST", "sign-in/passkey", &json!({ "id": "x", "credential": {} })), 401);
    assert_eq!(browser.send("POST", "sign-in/passkey", &json!({ "id": "x" })).status, 400);
}

#[test]
fn security_2_8_a_challenge_expires_after_five_minutes() {
    let office = office();
    let (owner, mut phone) = with_passkey(&office);
    let early = phone.get(&owner.challenge("sign-in/passkey"));
    drop(owner);
    let office = office.later(4);
    assert_eq!(office.browser().send("POST", "sign-in/passkey", &early).status, 200);
    let late = phone.get(&office.browser().challenge("sign-in/passkey"));
    let office = office.later(10);
    assert_problem(&office.browser().send("POST", "sign-in/passkey", &late), 401);
}

#[test]
fn security_2_8_a_copied_passkey_is_refused_by_its_counter() {
    let office = office();
    let owner = office.owner();
    let mut key = Authenticator { counter: 5, ..Authenticator::new(ORIGIN, 1) };
    assert_eq!(owner.add(&mut key, "Key").status, 200);
    let mut copy = key.clone();
    assert_eq!(office.browser().sign_in_with(&mut key).status, 200);
    assert_eq!(office.browser().sign_in_with(&mut key).status, 200);
    assert_problem(&office.browser().sign_in_with(&mut copy), 401);
    assert_eq!(office.browser().sign_in_with(&mut key).status, 200);
}

#[test]
fn security_2_8_a_credential_belongs_to_one_account_only() {
    let office = office();
    let (_owner, phone) = with_passkey(&office);
    let theo = office.colleague("theo@acme.example", "editor");
    let reply = theo.add(&mut phone.clone(), "Mine");
    assert_eq!((reply.status, reply.json()["code"].clone()), (409, json!("passkeyExists")));
    for (number, seed) in (10..20).enumerate() {
        let reply = theo.add(&mut Authenticator::new(ORIGIN, seed), &format!("Key {number}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    let refused = theo.send("POST", "passkeys/options", &json!({}));
    assert_eq!((refused.status, refused.json()["code"].clone()), (409, json!("tooManyPasskeys")));
    // Wrong answers to a registration.
    let ben = office.colleague("ben@acme.example", "editor");
    for wrong in [
        Authenticator { origin: "https://evil.example".into(), ..Authenticator::new(ORIGIN, 30) },
        Authenticator { host: Some("acme.example".into()), ..Authenticator::new(ORIGIN, 30) },
        Authenticator { is_verified: false, ..Authenticator::new(ORIGIN, 30) },
    ] {
        let reply = ben.add(&mut wrong.clone(), "Wrong");
        assert_eq!((reply.status, reply.json()["code"].clone()), (422, json!("passkeyRejected")));
    }
    assert_eq!(ben.passkeys(), Vec::<Value>::new());
}

#[test]
fn security_2_3_sign_ins_with_passkeys_are_limited_like_passwords() {
    let office = office();
    let (_owner, phone) = with_passkey(&office);
    let browser = office.browser();
    let mut replies = Vec::new();
    let forged = Authenticator { is_verified: false, ..phone.clone() };
    for authenticator in [forged, Authenticator::new(ORIGIN, 9)] {
        let attempts = (0..6).map(|_| {
            let reply = browser.sign_in_with(&mut authenticator.clone());
            let text = reply.text().split("try again in").next().unwrap().to_owned();
            (reply.status, text, reply.header("retry-after").is_some())
        });
        replies.push(attempts.collect::<Vec<_>>());
        if replies.len() == 1 {
            assert_eq!(browser.sign_in_with(&mut phone.clone()).status, 429, "also the right one");
            assert_eq!(browser.sign_in(OWNER, "x", None).status, 429, "and the password");
        }
    }
    assert_eq!(replies[0], replies[1], "known and unknown passkeys");
    assert_eq!((replies[0][4].0, replies[0][5].0), (401, 429));
    // The number of challenges that wait is limited as well.
    let statuses: Vec<u16> =
        (0..31).map(|_| browser.send("POST", "sign-in/passkey/options", &json!({})).status).collect();
    assert_eq!((statuses[0], statuses[30]), (200, 429), "{statuses:?}");
}

#[test]
fn security_2_8_a_passkey_confirms_a_sign_in_again() {
    let office = office();
    let (owner, phone) = with_passkey(&office);
    let cookie = owner.cookie.borrow().clone();
    drop(owner);
    // Ten minutes later the sign-in is no longer recent.
    let office = office.later(12);
    let owner = Browser { office: &office, cookie: cookie.into() };
    assert_eq!(owner.send("POST", "passkeys/options", &json!({})).json()["code"], "reauthenticate");
    let id = owner.passkeys()[0]["id"].as_str().unwrap().to_owned();
    let refused = owner.send("DELETE", &format!("passkeys/{id}"), &json!({}));
    assert_eq!(refused.json()["code"], "reauthenticate");
    let challenge = owner.challenge("reauthenticate/passkey");
    let mut foreign = Authenticator::new(ORIGIN, 2);
    assert_eq!(
        owner.send("POST", "reauthenticate/passkey", &foreign.get(&challenge)).json()["code"],
        "credentials"
    );
    let challenge = owner.challenge("reauthenticate/passkey");
    let allowed = challenge["publicKey"]["allowCredentials"].as_array().unwrap().len();
    assert_eq!((allowed, &challenge["ceremony"]), (1, &json!("get")));
    owner.ok("POST", "reauthenticate/passkey", &phone.clone().get(&challenge));
    owner.ok("DELETE", &format!("passkeys/{id}"), &json!({}));
    assert_problem(&owner.send("POST", "reauthenticate/passkey/options", &json!({})), 404);
}

/// Invites a person to the site `acme`; returns the token of the link.
fn invite(office: &Office, owner: &Browser<'_>, site: &str, email: &str) -> String {
    owner.ok("POST", &format!("{site}/invitations"), &json!({ "email": email, "role": "editor" }));
    let home = format!("https://{site}.example/");
    let mail = Mail::to(&office.data, email, |mail| mail.text.contains(&home));
    mail.link("welcome").split("token=").nth(1).unwrap().to_owned()
}

#[test]
fn security_2_8_an_invitation_is_accepted_with_a_passkey_instead_of_a_password() {
    let office = office();
    let owner = office.owner();
    let token = invite(&office, &owner, "acme", "theo@acme.example");
    let theo = office.browser();
    let mut phone = Authenticator::new(ORIGIN, 4);
    let begin = |token: &str| json!({ "token": token, "name": "Theo" });
    assert_problem(&theo.send("POST", "invitation/passkey/options", &begin("x")), 410);
    let unnamed = theo.send("POST", "invitation/passkey/options", &json!({ "token": token, "name": "" }));
    assert_eq!((unnamed.status, unnamed.json()["field"].clone()), (422, json!("name")));
    let challenge = theo.ok("POST", "invitation/passkey/options", &begin(&token));
    assert_eq!(challenge["publicKey"]["user"]["name"], "theo@acme.example");
    let accept = |answer: &Value| json!({ "token": token, "name": "Theo", "passkey": answer });
    let wrong = Authenticator { is_verified: false, ..phone.clone() }.create(&challenge);
    assert_eq!(theo.send("POST", "invitation", &accept(&wrong)).json()["code"], "passkeyRejected");
    let challenge = theo.ok("POST", "invitation/passkey/options", &begin(&token));
    let answer = phone.create(&challenge);
    assert_eq!(theo.ok("POST", "invitation", &accept(&answer))["next"], "done");
    let account = theo.account();
    assert_eq!((&account["hasPassword"], &account["passkeys"]), (&json!(false), &json!(1)));
    assert_problem(&theo.send("POST", "invitation", &accept(&answer)), 410);
    for password in ["", "fifteen letters"] {
        assert_problem(&office.browser().sign_in("theo@acme.example", password, None), 401);
    }
    assert_eq!(office.browser().sign_in_with(&mut phone).status, 200);

    // The only way to sign in stays.
    let id = theo.passkeys()[0]["id"].as_str().unwrap().to_owned();
    let refused = theo.send("DELETE", &format!("passkeys/{id}"), &json!({}));
    assert_eq!((refused.status, refused.json()["code"].clone()), (409, json!("lastSignIn")));

    // The account accepts a further invitation with its passkey, and with no other.
    let token = invite(&office, &owner, "other", "theo@acme.example");
    let shown = theo.ok("GET", &format!("invitation?token={token}"), &Value::Null);
    assert_eq!(shown["hasAccount"], true);
    let browser = office.browser();
    let accept = |answer: &Value| json!({ "token": token, "name": "", "passkey": answer });
    let mut foreign = Authenticator::new(ORIGIN, 5);
    for (authenticator, status) in [(&mut foreign, 403), (&mut phone, 200)] {
        let challenge =
            browser.ok("POST", "invitation/passkey/options", &json!({ "token": token, "name": "" }));
        assert_eq!(challenge["ceremony"], "get");
        assert_eq!(
            browser.send("POST", "invitation", &accept(&authenticator.get(&challenge))).status,
            status
        );
    }
    assert_eq!(browser.ok("GET", "session", &Value::Null)["sites"].as_array().unwrap().len(), 2);

    // With a password, the last passkey can be removed.
    browser.ok("POST", "password", &json!({ "newPassword": "a much better password" }));
    assert_eq!(browser.account()["hasPassword"], true);
    browser.ok("DELETE", &format!("passkeys/{id}"), &json!({}));
    assert_eq!(office.browser().sign_in("theo@acme.example", "a much better password", None).status, 200);
}

#[test]
fn security_2_8_removed_people_and_reset_passwords_take_the_passkeys_along() {
    let office = office();
    let (owner, mut phone) = with_passkey(&office);
    let output = office.data.run(&["operator", "passwd", OWNER]).stdout_of_success();
    assert!(output.contains("passkeys removed: 1"), "{output}");
    assert_problem(&owner.get("session"), 401);
    assert_problem(&office.browser().sign_in_with(&mut phone), 401);
    let owner = office.browser();
    assert_eq!(owner.sign_in(OWNER, &super::password_of(&output), None).json()["next"], "done");
    let (theo, mut laptop) = (office.colleague("theo@acme.example", "editor"), Authenticator::new(ORIGIN, 6));
    assert_eq!(theo.add(&mut laptop, "Laptop").status, 200);
    let pending = theo.challenge("passkeys");
    let team = owner.ok("GET", "acme/team", &Value::Null)["people"].clone();
    let found =
        team.as_array().unwrap().iter().find(|person| person["email"] == "theo@acme.example").unwrap();
    owner.ok("DELETE", &format!("acme/team/{}", found["id"].as_str().unwrap()), &json!({}));
    assert_problem(&office.browser().sign_in_with(&mut laptop), 401);
    let form = json!({ "name": "Laptop", "answer": laptop.create(&pending) });
    assert_problem(&theo.send("POST", "passkeys", &form), 401);
}

#[test]
fn security_2_8_a_passkey_works_on_its_host_only() {
    let office = office();
    let (owner, phone) = with_passkey(&office);
    drop(owner);
    let office = office.on_host("backstage.example");
    let browser = office.browser();
    let mut moved = Authenticator { origin: "https://backstage.example".into(), ..phone };
    assert_problem(&browser.sign_in_with(&mut moved), 401);
    let owner = office.owner();
    assert_eq!(
        (owner.account()["passkeys"].clone(), owner.account()["passkeyHost"].clone()),
        (json!(0), json!("backstage.example"))
    );
    assert_eq!(owner.passkeys()[0]["host"], HOST, "the list says where it works");
    let mut second = Authenticator::new("https://backstage.example", 7);
    assert_eq!(owner.add(&mut second, "Here").status, 200);
    assert_eq!(browser.sign_in_with(&mut second).status, 200);
}

#[test]
fn security_2_8_a_password_alone_gets_no_second_factor_where_a_site_requires_one() {
    let office = office();
    let (owner, mut phone) = with_passkey(&office);
    owner.edit("/site/config/options/operatorsNeedSecondFactor", &json!(false), &json!(true));
    owner.publish();
    let password = office.browser();
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        assert_eq!(password.sign_in(OWNER, &office.password, None).json()["next"], "done");
        if password.get("acme/draft").status == 403 {
            break;
        }
        assert!(Instant::now() < end, "the setting has no effect");
        std::thread::sleep(Duration::from_millis(50));
    }
    for path in ["totp", "passkeys/options"] {
        let refused = password.send("POST", path, &json!({}));
        assert_eq!((refused.status, refused.json()["code"].as_str()), (403, Some("passkeyFirst")), "{path}");
    }
    let confirmed = password.send("POST", "totp/confirm", &json!({ "code": "000000" }));
    assert_eq!(confirmed.json()["code"], "passkeyFirst");
    let other = office.browser();
    assert_eq!(other.sign_in_with(&mut phone).json()["next"], "done");
    other.ok("POST", "totp", &json!({}));
}
