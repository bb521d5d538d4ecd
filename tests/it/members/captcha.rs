//! Captchas: the built-in one, and one of a provider.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use marquee_tests::{Acme, CLOCK, Data, Member, MockServer, theater};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{CIRCUIT_V3, newcomer};

fn acme(captcha: Value) -> Acme {
    Acme::circuit()
        .set("/config/options", json!({ "captcha": captcha }))
        .file("theaters", json!([theater("T1", "House")]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Solves a challenge like the widget: tries numbers until the hash matches.
fn solved(challenge: &Value) -> String {
    let (salt, target_hash) = (challenge["salt"].as_str().unwrap(), challenge["challenge"].as_str().unwrap());
    let most = challenge["maxnumber"].as_u64().unwrap();
    let number = (0..=most).find(|n| hex(&Sha256::digest(format!("{salt}{n}"))) == target_hash).unwrap();
    let answer = json!({
        "algorithm": "SHA-256", "challenge": target_hash, "number": number, "salt": salt,
        "signature": challenge["signature"], "took": 1,
    });
    STANDARD.encode(answer.to_string())
}

fn create(member: &Member<'_>, email: &str, answer: Option<&str>) -> Value {
    let mut body = newcomer(email);
    body["reqMetadata"] = json!({
        "method": "POST", "route": format!("/Member/v3/Create?{CIRCUIT_V3}"), "g-recaptcha-response": answer,
    });
    let reply = member.send("application/json", &body.to_string(), &[]);
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[test]
fn valid_09_security_2_4_the_built_in_captcha_is_valid_once_and_for_one_form() {
    let data = Data::with(&[&acme(json!({ "provider": "ALTCHA" }))]);
    let server = data.start("serve", CLOCK, &["--rate-limits", "off"]);
    let site = server.site("acme.example");
    let ann = Member::program(&site);
    let without = create(&ann, "a@example.org", None);
    assert_eq!(without["peachCode"], 429);
    assert_eq!(without["clientErrorMessage"], "Please confirm that you are not a robot");
    assert_eq!(create(&ann, "a@example.org", Some("nonsense"))["peachCode"], 429);
    let challenge = site.get("/api/captcha/challenge?action=Create").json();
    let answer = solved(&challenge);
    assert_eq!(create(&ann, "a@example.org", Some(&answer))["peachCode"], 0);
    assert_eq!(create(&ann, "b@example.org", Some(&answer))["peachCode"], 429, "once");
    let elsewhere = solved(&site.get("/api/captcha/challenge?action=Login").json());
    assert_eq!(create(&ann, "b@example.org", Some(&elsewhere))["peachCode"], 429, "for another form");
    let mut forged = challenge;
    forged["signature"] = json!("00");
    assert_eq!(create(&ann, "b@example.org", Some(&solved(&forged)))["peachCode"], 429);
    assert_eq!(site.get("/api/captcha/challenge?action=GetCards").status, 404);
    // Calls without a captcha still work.
    ann.call_ok("GET", "/Concession/GetAllEVoucherConcessions/T1", json!({}));
}

#[test]
fn security_2_4_without_the_provider_only_sign_in_works() {
    let failure_response = json!({ "success": false, "error-codes": ["timeout-or-duplicate"] }).to_string();
    let provider = MockServer::with(HashMap::from([("/verify".to_owned(), failure_response.into_bytes())]));
    let url = format!("http://{}/verify", provider.host_and_port());
    let site = acme(json!({ "provider": "RECAPTCHA", "siteKey": "key-1" }));
    let data = Data::with(&[&site]);
    let place = provider.host_and_port();
    let flags = |url: &'_ str| -> Vec<String> {
        [
            "--rate-limits",
            "off",
            "--internal-upstreams",
            &place,
            "--captcha-secrets",
            "key-1=s3cret",
            "--captcha-verify-url",
            url,
        ]
        .map(str::to_owned)
        .to_vec()
    };
    {
        let flags = flags(&url);
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let server = data.start("serve", CLOCK, &flags);
        let ann = Member::program(&server.site("acme.example"));
        assert_eq!(create(&ann, "a@example.org", Some("token"))["peachCode"], 429);
        assert_eq!(provider.requested_paths().len(), 1);
        server.stop();
    }
    let flags = flags(&format!("http://{place}/broken"));
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let server = data.start("serve", CLOCK, &flags);
    let ann = Member::program(&server.site("acme.example"));
    let mut body = json!({ "cardNumber": "1", "pin": "" });
    body["reqMetadata"] = json!({
        "method": "POST", "route": "/GiftCard/CheckGiftCardBalance?cinemaId=T1", "g-recaptcha-response": "token",
    });
    assert_eq!(ann.send("application/json", &body.to_string(), &[]).status, 503);
    let mut login = json!({ "username": "a", "password": "b" });
    login["reqMetadata"] = json!({
        "method": "POST", "route": format!("/Member/v3/Login?{CIRCUIT_V3}"), "g-recaptcha-response": "token",
    });
    let reply = ann.send("application/json", &login.to_string(), &[]);
    assert_eq!((reply.status, &reply.json()["peachCode"]), (200, &json!(31)));
}
