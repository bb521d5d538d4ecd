//! Sign-in, refresh, sign-out, and the current member.

use marquee_tests::{Data, Mail, Member};
use serde_json::json;

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, IRIS_PASSWORD, NOOR_PASSWORD, demo, iris, register};

#[test]
fn call_02_sess_25_login_v3_returns_the_member_and_the_tokens() {
    let server = demo();
    let iris = Member::program(&server.site("localhost"));
    for name in ["iris", "IRIS ", "Iris@Example.org"] {
        let login = json!({ "username": name, "password": IRIS_PASSWORD });
        let response = iris.call_ok("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login);
        assert_eq!(response["memberDetails"]["email"], "iris@example.org");
        assert!(response["sessionManagementTokens"]["boxofficeSessionToken"].is_string());
        assert!(response["sessionManagementTokens"]["boxofficeRefreshSessionToken"].is_string());
        // SESS-04: these are of version 1 only.
        assert!(response.get("userSessionId").is_none() && response.get("encryptedSessionId").is_none());
    }
}

#[test]
fn call_01_sess_05_role_06_login_v1_returns_an_identifier_for_fetching_the_member() {
    let server = demo();
    let noor = Member::program(&server.site("aster.localhost"));
    let login = json!({ "username": "noor", "password": NOOR_PASSWORD });
    let response = noor.call_ok("POST", "/Member/Login?circuitId=aster", login);
    assert!(response["encryptedSessionId"].is_string() && response["sessionManagementTokens"].is_object());
    let id = response["userSessionId"].as_str().unwrap();
    let stranger = noor.with(None, None);
    let by_id =
        stranger.call_ok("GET", &format!("/Member/GetMember/?circuitId=aster&userSessionId={id}"), json!({}));
    assert_eq!(by_id["memberDetails"]["username"], "noor");
    // The identifier does not replace a session (security 1.11).
    assert!(by_id.get("sessionManagementTokens").is_none());
    let other = noor.with(Some(id), None);
    assert_eq!(other.code("GET", "/Member/v2/OrderHistory?circuitId=aster", json!({})), 7);
    // An identifier issued without a session gives no access.
    let registration = stranger.call_ok(
        "POST",
        "/Member/StartRegistration?circuitId=aster&cinemaId=",
        json!({ "email": "new@example.org" }),
    );
    let registration = registration["userSessionId"].as_str().unwrap();
    let route = format!("/Member/GetMember/?circuitId=aster&userSessionId={registration}");
    assert_eq!(stranger.code("GET", &route, json!({})), 7);
}

#[test]
fn sess_26_security_2_5_wrong_passwords_and_unknown_names_have_the_same_response() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let route = format!("/Member/v3/Login?{CIRCUIT_V3}");
    let wrong = anybody.reply("POST", &route, json!({ "username": "iris", "password": "x" }));
    let unknown = anybody.reply("POST", &route, json!({ "username": "nobody", "password": "x" }));
    assert_eq!(wrong.json()["peachCode"], 31);
    assert_eq!((wrong.status, &wrong.body), (unknown.status, &unknown.body));
    let names =
        |reply: &marquee_tests::Reply| reply.headers.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>();
    assert_eq!(names(&wrong), names(&unknown));
    let expired = json!({ "username": "june", "password": "last-seat-in-the-row" });
    assert_eq!(anybody.code("POST", &route, expired), 46, "ROLE-08");
    let expired_wrong = json!({ "username": "june", "password": "x" });
    assert_eq!(anybody.code("POST", &route, expired_wrong), 31, "only after the right password");
}

#[test]
fn call_03_sess_21_ent_01_refresh_returns_a_new_pair_once() {
    let server = demo();
    let iris = iris(&server);
    let (session, refresh) = (iris.session(), iris.refresh_token());
    let response = iris.call_ok("GET", &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"), json!({}));
    assert_eq!(response["memberDetails"]["username"], "iris");
    assert!(iris.session() != session && iris.refresh_token() != refresh);
    iris.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    // The used token returns the same pair again within ten seconds (several tabs).
    let again = iris.with(None, Some(&refresh));
    again.call_ok("GET", &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"), json!({}));
    assert_eq!(again.refresh_token(), iris.refresh_token());
    // A session token is not a refresh token.
    assert_eq!(
        iris.with(None, Some(&session)).code(
            "GET",
            &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"),
            json!({})
        ),
        7
    );
    assert_eq!(
        iris.with(None, None).code("GET", &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"), json!({})),
        7
    );
}

#[test]
fn security_1_7_reuse_of_a_refresh_token_ends_the_session_and_sends_an_email() {
    let server = demo();
    let iris = iris(&server);
    let route = format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}");
    let first = iris.refresh_token();
    iris.call_ok("GET", &route, json!({}));
    iris.call_ok("GET", &route, json!({}));
    assert_eq!(iris.with(None, Some(&first)).code("GET", &route, json!({})), 7);
    assert_eq!(iris.code("GET", &route, json!({})), 7, "the whole family is over");
    assert_eq!(iris.code("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({})), 7);
    let mail = Mail::to(server.data(), "iris@example.org", |_| true);
    assert!(mail.text.contains("localhost"), "{}", mail.text);
}

#[test]
fn call_04_call_05_sess_31_logout_revokes_the_tokens_immediately() {
    let server = demo();
    let iris = iris(&server);
    let body = json!({ "cancelAssociatedOrder": true, "userSessionId": iris.refresh_token() });
    iris.call_ok("POST", &format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}"), body);
    assert_eq!(iris.code("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({})), 7);
    let nobody = json!({ "cancelAssociatedOrder": true, "userSessionId": "none" });
    iris.call_ok("POST", &format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}"), nobody);
    let noor = Member::program(&server.site("aster.localhost"));
    noor.call_ok(
        "POST",
        "/Member/Login?circuitId=aster",
        json!({ "username": "noor", "password": NOOR_PASSWORD }),
    );
    noor.call_ok("POST", "/Member/Logout?circuitId=aster", json!({}));
    assert_eq!(noor.code("POST", "/Member/Logout?circuitId=aster", json!({})), 7);
}

#[test]
fn call_14_call_16_sess_28_the_member_is_fetched_by_session() {
    let server = demo();
    let iris = iris(&server);
    let token = iris.session();
    let response = iris.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    assert_eq!(response["memberDetails"]["firstName"], "Iris");
    assert_eq!(response["sessionManagementTokens"]["boxofficeSessionToken"], json!(token));
    let details = response["memberDetails"].as_object().unwrap();
    // SESS-07: the fields of loyalty-gateway.md, section 3.
    let contract = include_str!("../../../docs/spec/loyalty-gateway.md");
    let section = contract.split("## 3.").nth(1).unwrap().split("A password").next().unwrap();
    let names = section.split('`').skip(1).step_by(2).filter(|n| n.chars().all(char::is_alphanumeric));
    let mut count = 0;
    for name in names.filter(|n| !["balanceType", "POINTS", "memberDetails"].contains(n)) {
        assert!(details.contains_key(name), "{name} is missing");
        count += 1;
    }
    assert!(count > 30, "{count}");
    assert_eq!(details["balances"][0]["balanceType"], "POINTS");
    let noor = Member::program(&server.site("aster.localhost"));
    noor.call_ok(
        "POST",
        "/Member/Login?circuitId=aster",
        json!({ "username": "noor", "password": NOOR_PASSWORD }),
    );
    let route = "/Member/GetValidatedMember/aster?cinemaId=aster-harbor";
    assert_eq!(noor.call_ok("GET", route, json!({}))["memberDetails"]["username"], "noor");
}

#[test]
fn call_15_hand_14_a_ticket_hands_the_session_over_once() {
    let server = demo();
    let noor = Member::program(&server.site("aster.localhost"));
    noor.call_ok(
        "POST",
        "/Member/Login?circuitId=aster",
        json!({ "username": "noor", "password": NOOR_PASSWORD }),
    );
    let reply = noor.to("/api/hand-over-ticket", "POST", "application/json", "{}", &[]);
    let ticket = reply.json()["ticket"].as_str().unwrap().to_owned();
    assert_eq!(reply.required_header("cache-control"), "private, no-store");
    let partner = noor.with(None, None);
    let validate = format!("/Member/ValidateToken?circuitId=aster&token={ticket}");
    partner.call_ok("GET", &validate, json!({}));
    partner.call_ok("GET", &validate, json!({}));
    let login = format!("/Member/LoginByToken?circuitId=aster&token={ticket}&fromTicketing=true");
    let response = partner.call_ok("GET", &login, json!({}));
    assert_eq!(response["memberDetails"]["username"], "noor");
    assert_ne!(partner.session(), noor.session(), "the partner has tokens of its own");
    assert_eq!(partner.code("GET", &login, json!({})), 7, "once");
    assert_eq!(partner.code("GET", &validate, json!({})), 7);
    partner.call_ok("GET", "/Member/v2/OrderHistory?circuitId=aster", json!({}));
    noor.call_ok("POST", "/Member/Logout?circuitId=aster", json!({}));
    let orders = "/Member/v2/OrderHistory?circuitId=aster";
    assert_eq!(partner.code("GET", orders, json!({})), 7, "it ends with the session it came from");
    // Without a session there is no ticket.
    let refused = partner.with(None, None).to("/api/hand-over-ticket", "POST", "application/json", "{}", &[]);
    assert_eq!(refused.json()["peachCode"], 7);
}

#[test]
fn security_1_8_the_lifetime_of_session_tokens_depends_on_the_version() {
    let data = Data::demo();
    let (first, third);
    {
        let server = data.start("demo", "2026-11-20T22:48:00Z", &["--rate-limits", "off"]);
        let noor = Member::program(&server.site("aster.localhost"));
        noor.call_ok(
            "POST",
            "/Member/Login?circuitId=aster",
            json!({ "username": "noor", "password": NOOR_PASSWORD }),
        );
        first = noor.session();
        third = iris(&server).session();
        server.stop();
    }
    for (clock, is_first, is_third) in
        [("2026-11-20T23:07:00Z", 0, 0), ("2026-11-20T23:09:00Z", 7, 0), ("2026-11-21T23:30:00Z", 7, 7)]
    {
        let server = data.start("demo", clock, &["--rate-limits", "off"]);
        let noor = Member::program(&server.site("aster.localhost")).with(Some(&first), None);
        assert_eq!(
            noor.code("GET", "/Member/v2/OrderHistory?circuitId=aster", json!({})),
            is_first,
            "{clock}"
        );
        let iris = Member::program(&server.site("localhost")).with(Some(&third), None);
        assert_eq!(
            iris.code("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({})),
            is_third,
            "{clock}"
        );
        server.stop();
    }
}

#[test]
fn role_03_role_04_calls_that_need_a_session_are_refused_without_one() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    for (method, route) in [
        ("GET", format!("/Member/v3/GetCards/?{CIRCUIT_V3}")),
        ("GET", format!("/Member/v3/OrderHistory?{CIRCUIT_V3}")),
        ("GET", format!("/Member/v3/TransactionHistory?{CIRCUIT_V3}")),
        ("GET", "/Member/v3/RewardsListing?boxofficeCinemaId=meridian-main".into()),
        ("GET", format!("/Member/v3/GetFavoriteFilms?{CIRCUIT_V3}")),
        ("POST", format!("/Member/v3/AddFavoriteCinema?{CIRCUIT_V3}")),
        ("POST", format!("/Member/v3/Edit?{CIRCUIT_V3}")),
        ("GET", format!("/Member/v3/Delete/?{CIRCUIT_V3}&memberId=")),
        ("GET", "/Wallet/CreateLoyaltyCard/meridian?cardNumber=MCLUB1001&fullJwt=true".into()),
    ] {
        assert_eq!(anybody.code(method, &route, json!({})), 7, "{route}");
        let bad = anybody.with(Some("c29tZXRoaW5n"), None);
        assert_eq!(bad.code(method, &route, json!({})), 7, "{route}");
    }
    anybody.call_ok("GET", "/Concession/GetAllEVoucherConcessions/meridian-main", json!({}));
    let card = json!({ "cardNumber": "MERI DIAN GIFT 2550", "pin": "4711" });
    let gift = anybody.call_ok("POST", "/GiftCard/CheckGiftCardBalance?cinemaId=meridian-main", card);
    assert_eq!(gift["balance"], json!({ "amount": 2550, "currency": "USD" }), "CALL-36");
    for (number, pin) in [("6001", "1"), ("MERIDIANGIFT2550", "0000"), ("MERIDIANGIFT0050", "4712")] {
        let card = json!({ "cardNumber": number, "pin": pin });
        let route = "/GiftCard/CheckGiftCardBalance?cinemaId=meridian-main";
        assert_eq!(anybody.code("POST", route, card), 51);
    }
}

#[test]
fn security_7_2_sessions_are_invalid_on_other_sites() {
    let server = demo();
    let iris = iris(&server);
    let aster_member = Member::program(&server.site("aster.localhost")).with(Some(&iris.session()), None);
    assert_eq!(aster_member.code("GET", "/Member/v3/GetMember/?boxofficeCircuitId=aster", json!({})), 7);
    let login = json!({ "username": "iris", "password": IRIS_PASSWORD });
    assert_eq!(aster_member.code("POST", "/Member/v3/Login?boxofficeCircuitId=aster", login.clone()), 31);
    // Neither with the circuit nor with the cinema of another site.
    assert_eq!(aster_member.code("POST", "/Member/v3/Login?boxofficeCircuitId=meridian", login), 30);
    let foreign = "/Member/v3/RewardsListing?boxofficeCinemaId=aster-harbor";
    assert_eq!(iris.code("GET", foreign, json!({})), 30);
    let ann = register(&server, "noor@example.org");
    assert_eq!(
        ann.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}))["memberDetails"]["firstName"],
        "Ann"
    );
}

#[test]
fn security_1_9_members_list_and_end_their_sessions() {
    let server = demo();
    let (first_sign_in, second_sign_in) = (iris(&server), iris(&server));
    let list = first_sign_in.to("/api/member/sessions", "GET", "application/json", "", &[]).json();
    let rows = list["sessions"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let other = rows.iter().find(|row| row["isCurrent"] == false).unwrap();
    let body = json!({ "sessionId": other["sessionId"] }).to_string();
    assert_eq!(
        first_sign_in.to("/api/member/sessions/end", "POST", "application/json", &body, &[]).status,
        200
    );
    assert_eq!(second_sign_in.code("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({})), 7);
    first_sign_in.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    let stranger = register(&server, "else@example.org");
    let refused = stranger.to("/api/member/sessions/end", "POST", "application/json", &body, &[]);
    assert_eq!(refused.status, 403);
    assert_eq!(refused.json()["title"], "Forbidden: a session of this member is required");
}
