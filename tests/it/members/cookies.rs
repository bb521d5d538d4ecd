//! Cookie mode: the session is in an encrypted cookie that scripts cannot read.

use marquee_tests::{Acme, CLOCK, Data, Member, theater};
use serde_json::{Value, json};

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, IRIS_PASSWORD, NOOR_PASSWORD, demo};

fn cookies(reply: &marquee_tests::Reply) -> Vec<String> {
    reply.headers.iter().filter(|(n, _)| n == "set-cookie").map(|(_, v)| v.clone()).collect()
}

fn login(member: &Member<'_>) -> marquee_tests::Reply {
    member.reply(
        "POST",
        &format!("/Member/v3/Login?{CIRCUIT_V3}"),
        json!({ "username": "iris", "password": IRIS_PASSWORD }),
    )
}

#[test]
fn sess_01_sess_02_sess_03_sess_11_the_session_is_in_a_cookie_that_scripts_cannot_read() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    let reply = login(&page);
    let set = cookies(&reply);
    assert_eq!(set.len(), 2, "{set:?}");
    let session = set.iter().find(|c| c.starts_with("loyaltySession=")).unwrap();
    for part in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Max-Age=2592000"] {
        assert!(session.contains(part), "{session}");
    }
    let state = set.iter().find(|c| c.starts_with("loyaltyState=")).unwrap();
    assert!(!state.contains("HttpOnly") && state.contains("; Path=/") && state.contains("; Max-Age=2592000"));
    let value = state.split(';').next().unwrap().split_once('=').unwrap().1;
    let plain = value
        .replace("%7B", "{")
        .replace("%7D", "}")
        .replace("%22", "\"")
        .replace("%3A", ":")
        .replace("%2C", ",");
    assert_eq!(plain, r#"{"cypherVersion":3,"signedIn":true}"#);
    // security 1.4: no response contains a token.
    let text = reply.text();
    for name in ["sessionManagementTokens", "userSessionId", "encryptedSessionId", "boxofficeSessionToken"] {
        assert!(!text.contains(name), "{name} in {text}");
    }
    assert!(text.contains("memberDetails"));
    page.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
}

#[test]
fn sess_04_version_1_keeps_the_session_in_the_cookie_and_does_not_return_it() {
    let server = demo();
    let page = Member::page(&server.site("aster.localhost"));
    let credentials = json!({ "username": "noor", "password": NOOR_PASSWORD });
    let response = page.call_ok("POST", "/Member/Login?circuitId=aster", credentials);
    for name in ["sessionManagementTokens", "userSessionId", "encryptedSessionId"] {
        assert!(response.get(name).is_none(), "{name}");
    }
    let refreshed = page.call_ok("GET", "/Member/RefreshLogin?circuitId=aster", json!({}));
    assert!(refreshed.get("sessionManagementTokens").is_none() && refreshed["memberDetails"].is_object());
    page.call_ok("GET", "/Member/v2/OrderHistory?circuitId=aster", json!({}));
    let reply = page.reply("POST", "/Member/Logout?circuitId=aster", json!({}));
    assert_eq!(reply.json()["peachCode"], 0);
    assert!(page.jar().is_empty(), "SESS-13: both cookies are gone");
    assert!(cookies(&reply).iter().all(|c| c.contains("Max-Age=0")));
}

#[test]
fn sess_13_sess_31_sess_32_logout_ends_the_session_of_the_cookie() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    assert_eq!(login(&page).status, 200);
    let cookies_before = page.jar();
    // The page does not have the refresh token; the gateway adds it.
    page.call_ok(
        "POST",
        &format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}"),
        json!({ "cancelAssociatedOrder": true }),
    );
    assert!(page.jar().is_empty());
    page.set_cookie("loyaltySession", &cookies_before["loyaltySession"]);
    assert_eq!(page.code("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({})), 7);
    assert!(page.jar().is_empty(), "a session that is over is forgotten");
}

#[test]
fn security_1_1_a_tampered_cookie_means_signed_out() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    assert_eq!(login(&page).status, 200);
    let good = page.jar()["loyaltySession"].clone();
    let flipped: String = good
        .chars()
        .enumerate()
        .map(|(i, c)| if i == 40 { if c == 'A' { 'B' } else { 'A' } } else { c })
        .collect();
    let other = Member::page(&server.site("aster.localhost"));
    other.call_ok(
        "POST",
        "/Member/Login?circuitId=aster",
        json!({ "username": "noor", "password": NOOR_PASSWORD }),
    );
    let other_cookie = other.jar()["loyaltySession"].clone();
    for bad in [&good[..good.len() - 4], &flipped, "x", &other_cookie, "r.xyz"] {
        page.set_cookie("loyaltySession", bad);
        page.set_cookie("loyaltyState", "%7B%22cypherVersion%22%3A3%2C%22signedIn%22%3Atrue%7D");
        let response = page.call("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
        assert_eq!(response["peachCode"], 7, "{bad}");
        assert!(page.jar().is_empty(), "both are cleared");
    }
    // Two cookies of the same name are both ignored.
    let pair = format!("loyaltySession={good}; loyaltySession={good}");
    let body =
        json!({ "reqMetadata": { "method": "GET", "route": format!("/Member/v3/GetCards/?{CIRCUIT_V3}") } });
    let reply = page.send("application/json", &body.to_string(), &[("cookie", &pair)]);
    assert_eq!(reply.json()["peachCode"], 7);
    assert_eq!(cookies(&reply).len(), 2);
    page.set_cookie("loyaltySession", &good);
    page.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
}

#[test]
fn sess_28_a_ticket_gives_a_page_its_own_session() {
    let server = demo();
    let iris = super::iris(&server);
    let reply = iris.to("/api/hand-over-ticket", "POST", "application/json", "{}", &[]);
    let ticket = reply.json()["ticket"].as_str().unwrap().to_owned();
    let page = Member::page(&server.site("localhost"));
    let body =
        json!({ "reqMetadata": { "method": "GET", "route": format!("/Member/v3/GetMember/?{CIRCUIT_V3}") } });
    let with =
        |token: &str| page.send("application/json", &body.to_string(), &[("boxoffice-session-token", token)]);
    let reply = with(&ticket);
    assert_eq!((&reply.json()["peachCode"], cookies(&reply).len()), (&json!(0), 2), "{}", reply.text());
    assert!(!reply.text().contains("Token"));
    page.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    let other = Member::page(&server.site("localhost"));
    let again = other.send("application/json", &body.to_string(), &[("boxoffice-session-token", &ticket)]);
    assert_eq!(again.json()["peachCode"], 7, "once");
}

#[test]
fn security_1_6_an_expired_session_token_keeps_the_cookies_for_a_refresh() {
    let data = Data::demo();
    let cookies_before;
    {
        let server = data.start("demo", CLOCK, &["--rate-limits", "off"]);
        let page = Member::page(&server.site("aster.localhost"));
        page.call_ok(
            "POST",
            "/Member/Login?circuitId=aster",
            json!({ "username": "noor", "password": NOOR_PASSWORD }),
        );
        cookies_before = page.jar();
        server.stop();
    }
    let server = data.start("demo", "2026-11-20T23:20:00Z", &["--rate-limits", "off"]);
    let page = Member::page(&server.site("aster.localhost"));
    for (name, value) in &cookies_before {
        page.set_cookie(name, value);
    }
    assert_eq!(page.code("GET", "/Member/v2/OrderHistory?circuitId=aster", json!({})), 7);
    assert_eq!(page.jar().len(), 2, "the cookies stay");
    page.call_ok("GET", "/Member/RefreshLogin?circuitId=aster", json!({}));
    page.call_ok("GET", "/Member/v2/OrderHistory?circuitId=aster", json!({}));
}

#[test]
fn security_1_5_calls_in_cookie_mode_must_come_from_the_same_origin() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    let mut body = json!({ "username": "iris", "password": IRIS_PASSWORD });
    body["reqMetadata"] = json!({ "method": "POST", "route": format!("/Member/v3/Login?{CIRCUIT_V3}") });
    let send = |headers: &[(&str, &str)]| page.send("application/json", &body.to_string(), headers);
    for foreign in [
        vec![("sec-fetch-site", "")],
        vec![("sec-fetch-site", "cross-site")],
        vec![("sec-fetch-site", "same-site")],
        vec![("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")],
        vec![("sec-fetch-site", ""), ("origin", "http://localhost.evil.example")],
        vec![("sec-fetch-site", ""), ("origin", "null")],
        vec![("sec-fetch-site", ""), ("origin", "https://localhost")],
        vec![("sec-fetch-site", ""), ("origin", "http://localhost:81")],
    ] {
        let reply = send(&foreign);
        assert_eq!(
            (reply.status, reply.required_header("content-type").as_str()),
            (403, "application/problem+json"),
            "{foreign:?}"
        );
        assert!(reply.header("access-control-allow-origin").is_none() && cookies(&reply).is_empty());
    }
    let own = send(&[("sec-fetch-site", ""), ("origin", "http://localhost")]);
    assert_eq!((own.status, cookies(&own).len()), (200, 2));
}

#[test]
fn security_1_4_header_mode_ignores_cookies() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    assert_eq!(login(&page).status, 200);
    let body =
        json!({ "reqMetadata": { "method": "GET", "route": format!("/Member/v3/GetCards/?{CIRCUIT_V3}") } });
    let reply = page.send("application/json", &body.to_string(), &[("boxoffice-session-mode", "")]);
    assert_eq!(reply.json()["peachCode"], 7);
    assert!(cookies(&reply).is_empty());
    let odd = page.send("application/json", &body.to_string(), &[("boxoffice-session-mode", "both")]);
    assert_eq!(odd.status, 400);
}

#[test]
fn security_1_2_cookies_have_a_prefix_over_https_and_frames_have_their_own() {
    let acme = Acme::circuit()
        .set("/config/allowedEmbeddingDomains", json!(["pos.example"]))
        .file("theaters", json!([theater("T1", "House")]));
    let server = Data::with(&[&acme]).start("serve", CLOCK, &["--rate-limits", "off"]);
    let page = Member::page(&server.site("acme.example"));
    let joins = |email: &str, headers: &[(&str, &str)]| {
        let mut body = super::newcomer(email);
        body["reqMetadata"] =
            json!({ "method": "POST", "route": "/Member/v3/Create?boxofficeCircuitId=meridian" });
        page.send("application/json", &body.to_string(), headers)
    };
    let set = cookies(&joins("a@example.org", &[]));
    assert_eq!(set.len(), 2, "{set:?}");
    for cookie in &set {
        assert!(
            cookie.starts_with("__Host-loyaltyS")
                && cookie.contains("; Secure")
                && !cookie.contains("Domain")
        );
    }
    let framed = cookies(&joins("b@example.org", &[("sec-fetch-storage-access", "active")]));
    for cookie in &framed {
        assert!(cookie.contains("; SameSite=None; Partitioned; Secure"), "{cookie}");
    }
    let names =
        |set: &[String]| set.iter().map(|c| c.split('=').next().unwrap().to_owned()).collect::<Vec<_>>();
    assert!(names(&set).iter().all(|name| !names(&framed).contains(name)));
}

#[test]
fn sess_12_an_expired_member_s_cookie_lasts_for_the_browser_session_only() {
    let data = Data::demo();
    let cookies_before;
    {
        let server = data.start("demo", CLOCK, &["--rate-limits", "off"]);
        let page = Member::page(&server.site("localhost"));
        assert_eq!(login(&page).status, 200);
        cookies_before = page.jar();
        server.stop();
    }
    // As if refreshed for a year: only the end of the membership matters here.
    let server = data.start("demo", "2026-12-10T00:00:00Z", &["--rate-limits", "off"]);
    let page = Member::page(&server.site("localhost"));
    for (name, value) in &cookies_before {
        page.set_cookie(name, value);
    }
    let reply = page.reply("GET", &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"), json!({}));
    assert_eq!(reply.json()["peachCode"], 0);
    assert!(cookies(&reply).iter().all(|c| c.contains("Max-Age=2592000")));
    let cards: Value = page.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    assert!(cards["cards"].is_array());
}
