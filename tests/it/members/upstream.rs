//! An upstream service instead of the embedded engine; here another Marquee server.

use std::collections::HashMap;

use marquee_tests::{Acme, CLOCK, Data, Member, MockServer, Server, theater};
use serde_json::{Value, json};

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, IRIS_PASSWORD, demo};

/// A site in front of a service.
fn front(base: &str) -> Acme {
    Acme::circuit()
        .set("/settings/ticketingUrl", json!("https://tickets.acme.example/shop"))
        .set("/settings/loyalty/upstream", json!({ "baseUrl": base }))
        .file("theaters", json!([theater("meridian-main", "Meridian")]))
}

pub(super) fn before(service: &Server) -> (Data, Server) {
    let place = service.address().to_string();
    // The service selects its site by host name.
    let base = format!("http://127.0.0.1:{}/api/loyalty", service.address().port());
    let data = Data::with(&[&front(&base)]);
    let server = data.start("serve", CLOCK, &["--rate-limits", "off", "--internal-upstreams", &place]);
    (data, server)
}

#[test]
fn security_2_7_a_service_sends_links_to_the_site_only() {
    let service = MockServer::with(HashMap::new());
    let place = service.host_and_port();
    let acme = front(&format!("http://{place}/l")).set("/settings/loginPage", json!({ "slug": "login" }));
    let data = Data::with(&[&acme]);
    let server = data.start("serve", CLOCK, &["--rate-limits", "off", "--internal-upstreams", &place]);
    let anybody = Member::program(&server.site("acme.example"));
    let route = |root: &str, link: &str| {
        format!(
            "/Member/v3/GetResetPasswordCode?{CIRCUIT_AND_THEATER_V3}&emailAddress=a%40b.example&rootUrl={root}&resetPasswordLink={link}"
        )
    };
    for (root, link) in [
        ("evil.example", "%2Flogin%2F"),
        ("acme.example", "https%3A%2F%2Fevil.example%2Flogin%2F"),
        ("acme.example", "%2F%2Fevil.example%2Flogin%2F"),
        ("acme.example", "%2F%5Cevil.example%2Flogin%2F"),
        ("acme.example", "%2F%09%2Flogin%2F"),
        ("acme.example", "%2Fmovies%2F"),
    ] {
        assert_eq!(anybody.reply("GET", &route(root, link), json!({})).status, 400, "{root} {link}");
    }
    assert_eq!(service.requested_paths(), Vec::<String>::new());
    let own = "%2Flogin%2F%3FresetCode%3D%7BresetCode%7D";
    drop(anybody.reply("GET", &route("acme.example", own), json!({})));
    let requested = service.requested_paths();
    assert!(
        requested.iter().any(|path| path.contains("resetPasswordLink=%2Flogin%2F%3FresetCode%3D")),
        "{requested:?}"
    );
}

#[test]
fn trans_09_calls_are_forwarded_to_the_service() {
    let service = demo();
    let (_data, server) = before(&service);
    let iris = Member::program(&server.site("acme.example")).signed_in("meridian", "iris", IRIS_PASSWORD);
    let cards = iris.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    assert_eq!(cards["cards"][0]["cardCode"], "MCLUB1001");
    let order = "/Member/v3/OrderLoyaltyItem?boxofficeCinemaId=meridian-main";
    let ordered = iris.call_ok("POST", order, json!({ "itemCode": "RW-COFFEE", "clientRequestId": "u-1" }));
    assert_eq!(
        iris.call_ok("POST", order, json!({ "itemCode": "RW-COFFEE", "clientRequestId": "u-1" })),
        ordered
    );
    // The service carried it out, not the gateway.
    let upstream_member =
        Member::program(&service.site("localhost")).signed_in("meridian", "iris", IRIS_PASSWORD);
    let lines =
        upstream_member.call_ok("GET", &format!("/Member/v3/TransactionHistory?{CIRCUIT_V3}"), json!({}));
    assert_eq!(lines["transactions"][0]["amount"], -120);
    iris.call_ok("GET", &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"), json!({}));
    iris.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    assert_eq!(
        iris.code(
            "GET",
            &format!("/Member/v3/ReportLostCard?{CIRCUIT_AND_THEATER_V3}&cardCode=NONE"),
            json!({})
        ),
        85
    );
    let out = json!({ "cancelAssociatedOrder": true, "userSessionId": iris.refresh_token() });
    iris.call_ok("POST", &format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}"), out);
    assert_eq!(iris.code("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({})), 7);
}

#[test]
fn security_1_4_pages_do_not_see_the_tokens_of_a_service() {
    let service = demo();
    let (_data, server) = before(&service);
    let page = Member::page(&server.site("acme.example"));
    let login = json!({ "username": "iris", "password": IRIS_PASSWORD });
    let reply = page.reply("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login);
    assert_eq!(reply.json()["peachCode"], 0);
    assert!(!reply.text().contains("Token") && !reply.text().contains("userSessionId"), "{}", reply.text());
    page.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    page.call_ok("GET", &format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}"), json!({}));
    page.call_ok("POST", &format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}"), json!({}));
    assert!(page.jar().is_empty());
}

fn service_that_says(said: &[(&str, Value)]) -> (MockServer, Data, Server) {
    service_of(said, &|acme| acme)
}

/// A service with these responses, and a site in front of it, with changed settings.
fn service_of(said: &[(&str, Value)], change: &dyn Fn(Acme) -> Acme) -> (MockServer, Data, Server) {
    let responses: HashMap<String, Vec<u8>> =
        said.iter().map(|(path, value)| (format!("/l{path}"), value.to_string().into_bytes())).collect();
    let service = MockServer::with(responses);
    let data = Data::with(&[&change(front(&format!("http://{}/l", service.host_and_port())))]);
    let server = data.start(
        "serve",
        CLOCK,
        &["--rate-limits", "off", "--internal-upstreams", &service.host_and_port()],
    );
    (service, data, server)
}

#[test]
fn watch_03_only_the_watchlist_of_a_service_may_be_a_bare_list() {
    let favorites = format!("/Member/v3/GetFavoriteFilms?{CIRCUIT_V3}");
    let cards = format!("/Member/v3/GetCards/?{CIRCUIT_V3}");
    let (_service, _data, server) = service_that_says(&[
        (favorites.as_str(), json!(["318204", "7"])),
        (cards.as_str(), json!(["MCLUB1001"])),
    ]);
    let member = Member::program(&server.site("acme.example")).with(Some("t"), None);
    assert_eq!(member.call_ok("GET", &favorites, json!({}))["productIds"], json!(["318204", "7"]));
    assert_eq!(member.reply("GET", &cards, json!({})).status, 502);
}

#[test]
fn security_2_5_recovery_at_a_service_discloses_unknown_members_only_if_the_site_does() {
    let reminder = "/Member/UsernameReminder/meridian/a%40b.example";
    let requested = "/Member/UsernameReminder/meridian/a@b.example";
    let reset = format!("/Member/v3/ResetPassword?{CIRCUIT_AND_THEATER_V3}");
    let cards = format!("/Member/v3/GetCards/?{CIRCUIT_V3}");
    let unknown = json!({ "peachCode": 30, "clientErrorMessage": "No such member: a@b.example" });
    let said = [(requested, unknown.clone()), (reset.as_str(), unknown.clone()), (cards.as_str(), unknown)];
    let new_password =
        json!({ "password": "a-kettle-of-fishes", "resetCode": "R", "emailAddress": "a@b.example" });
    for reveals in [false, true] {
        let (_service, _data, server) =
            service_of(&said, &|acme| acme.set("/settings/loyalty/revealUnknownEmail", json!(reveals)));
        let anybody = Member::program(&server.site("acme.example"));
        assert_eq!(anybody.code("GET", reminder, json!({})), if reveals { 29 } else { 0 });
        assert_eq!(anybody.code("POST", &reset, new_password.clone()), 57, "as for an invalid code");
        let member = anybody.with(Some("t"), None);
        assert_eq!(member.code("GET", &cards, json!({})), 30, "calls of a member keep the code");
    }
}

#[test]
fn sess_32_a_sign_out_that_a_service_refuses_ends_the_session() {
    let login = format!("/Member/v3/Login?{CIRCUIT_V3}");
    let cards = format!("/Member/v3/GetCards/?{CIRCUIT_V3}");
    let logout = format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}");
    let tokens = json!({ "boxofficeSessionToken": "UT", "boxofficeRefreshSessionToken": "UR" });
    let said = [
        (login.as_str(), json!({ "peachCode": 0, "memberDetails": {}, "sessionManagementTokens": tokens })),
        (cards.as_str(), json!({ "peachCode": 71 })),
        (logout.as_str(), json!({ "peachCode": 71 })),
    ];
    let (_service, _data, server) = service_that_says(&said);
    let page = Member::page(&server.site("acme.example"));
    page.call_ok("POST", &login, json!({ "username": "iris", "password": "x" }));
    assert_eq!(page.code("GET", &cards, json!({})), 71);
    assert!(!page.jar().is_empty(), "another refusal keeps the session");
    assert_eq!(page.code("POST", &logout, json!({})), 71);
    assert!(page.jar().is_empty(), "{:?}", page.jar());
}

#[test]
fn security_2_5_codes_of_a_service_do_not_disclose_members() {
    let login = format!("/Member/v3/Login?{CIRCUIT_V3}");
    let reminder = "/Member/UsernameReminder/meridian/a%40b.example";
    let requested = "/Member/UsernameReminder/meridian/a@b.example";
    let upstream_responses = [
        (login.as_str(), json!({ "peachCode": 30, "clientErrorMessage": "No such member: a@b.example" })),
        (requested, json!({ "peachCode": 29 })),
    ];
    let (_service, _data, server) = service_that_says(&upstream_responses);
    let anybody = Member::program(&server.site("acme.example"));
    let response = anybody.call("POST", &login, json!({ "username": "a@b.example", "password": "x" }));
    assert_eq!(
        response,
        json!({ "peachCode": 31, "statusCode": 31, "clientErrorMessage": "Incorrect password" })
    );
    anybody.call_ok("GET", reminder, json!({}));
}

#[test]
fn security_3_1_security_3_2_a_service_receives_declared_fields_only() {
    let cards = format!("/Member/v3/GetCards/?{CIRCUIT_V3}");
    let upstream_responses =
        [(cards.as_str(), json!({ "peachCode": 0, "cards": [], "debug": "x", "userSessionId": "u" }))];
    let (service, _data, server) = service_that_says(&upstream_responses);
    let member = Member::program(&server.site("acme.example")).with(Some("their-token"), None);
    let body = json!({ "reqMetadata": { "method": "GET", "route": format!("{cards}&admin=1") } });
    let headers = [("cookie", "a=b"), ("authorization", "Bearer x"), ("x-forwarded-for", "192.0.2.1")];
    let reply = member.send("application/json", &body.to_string(), &headers);
    assert_eq!(reply.json(), json!({ "peachCode": 0, "statusCode": 200, "cards": [] }));
    let head = service.heads().join("\n").to_ascii_lowercase();
    assert!(head.contains("boxoffice-session-token: their-token"), "{head}");
    for name in ["cookie", "authorization", "forwarded", "admin"] {
        assert!(!head.contains(name), "{name} in {head}");
    }
    // Undeclared fields are not forwarded.
    assert_eq!(member.reply("GET", "/Member/Admin", json!({})).status, 404);
    assert_eq!(service.requested_paths().len(), 1);
}

#[test]
fn security_3_5_an_invalid_response_is_502_and_an_unavailable_service_503() {
    let cards = format!("/Member/v3/GetCards/?{CIRCUIT_V3}");
    let (_service, _data, server) = service_that_says(&[(cards.as_str(), json!("nonsense"))]);
    let member = Member::program(&server.site("acme.example")).with(Some("t"), None);
    assert_eq!(member.reply("GET", &cards, json!({})).status, 502);
    assert_eq!(
        member.reply("GET", &format!("/Member/v3/GetFavoriteFilms?{CIRCUIT_V3}"), json!({})).status,
        502,
        "404 there"
    );
    let data = Data::with(&[&front("http://127.0.0.1:9/l")]);
    let server = data.start("serve", CLOCK, &["--rate-limits", "off", "--internal-upstreams", "127.0.0.1:9"]);
    let member = Member::program(&server.site("acme.example")).with(Some("t"), None);
    let reply = member.reply("GET", &cards, json!({}));
    assert_eq!((reply.status, reply.header("retry-after").is_some()), (503, true));
}

/// The service fails to revoke the tokens.
#[test]
fn security_1_6_a_copied_cookie_is_invalid_after_sign_out_even_if_the_service_fails() {
    let (login, cards) =
        (format!("/Member/v3/Login?{CIRCUIT_V3}"), format!("/Member/v3/GetCards/?{CIRCUIT_V3}"));
    let refresh = format!("/Member/v3/RefreshLogin?{CIRCUIT_V3}");
    let tokens = json!({ "boxofficeSessionToken": "UT", "boxofficeRefreshSessionToken": "UR" });
    let upstream_responses = [
        (login.as_str(), json!({ "peachCode": 0, "memberDetails": {}, "sessionManagementTokens": tokens })),
        (refresh.as_str(), json!({ "peachCode": 0, "sessionManagementTokens": tokens })),
        (cards.as_str(), json!({ "peachCode": 0, "cards": [] })),
    ];
    let (service, data, server) = service_that_says(&upstream_responses);
    let site = server.site("acme.example");
    let page = Member::page(&site);
    page.call_ok("POST", &login, json!({ "username": "iris", "password": "x" }));
    let first = page.jar()["__Host-loyaltySession"].clone();
    page.call_ok("GET", &refresh, json!({}));
    let second = page.jar()["__Host-loyaltySession"].clone();
    let again = Member::page(&site);
    again.call_ok("POST", &login, json!({ "username": "iris", "password": "x" }));
    // The service does not have this call and responds with 404.
    let out = page.reply("POST", &format!("/Member/v3/Logout?{CIRCUIT_AND_THEATER_V3}"), json!({}));
    assert_eq!((out.status, page.jar().len()), (502, 0));
    let requested = service.requested_paths().len();
    let copies = |site: &marquee_tests::Site<'_>| {
        for copy in [&first, &second] {
            let thief = Member::page(site);
            thief.set_cookie("__Host-loyaltySession", copy);
            assert_eq!(thief.code("GET", &cards, json!({})), 7);
            assert!(thief.jar().is_empty(), "and is cleared");
        }
    };
    copies(&site);
    assert_eq!(service.requested_paths().len(), requested, "no token was sent to the service");
    again.call_ok("GET", &cards, json!({}));
    server.stop();
    let place = service.host_and_port();
    let server = data.start("serve", CLOCK, &["--rate-limits", "off", "--internal-upstreams", &place]);
    copies(&server.site("acme.example"));
}

/// Any response of a service that is not a signed JWT is refused.
#[test]
fn security_3_5_a_service_response_that_is_not_a_pass_is_502() {
    let pass = |number: &str| format!("/Wallet/CreateLoyaltyCard/meridian?cardNumber={number}&fullJwt=true");
    let (good, page, tokens, refused) = (pass("GOOD"), pass("PAGE"), pass("TOKENS"), pass("REFUSED"));
    let jwt = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.c2ln";
    let responses = [
        (&good, jwt.as_bytes().to_vec()),
        (&page, b"<!doctype html><script>alert(1)</script>".to_vec()),
        (
            &tokens,
            json!({ "peachCode": 0, "sessionManagementTokens": { "boxofficeSessionToken": "UT" } })
                .to_string()
                .into(),
        ),
        (&refused, json!({ "peachCode": 30, "userSessionId": "US" }).to_string().into()),
    ];
    let responses = responses.into_iter().map(|(path, body)| (format!("/l{path}"), body)).collect();
    let service = MockServer::with(responses);
    let data = Data::with(&[&front(&format!("http://{}/l", service.host_and_port()))]);
    let server = data.start(
        "serve",
        CLOCK,
        &["--rate-limits", "off", "--internal-upstreams", &service.host_and_port()],
    );
    let member = Member::program(&server.site("acme.example")).with(Some("t"), None);
    let fetched = |route: &str, format: &str| {
        let body = json!({ "reqMetadata": { "method": "GET", "route": route, "responseFormat": format } });
        member.send("application/json", &body.to_string(), &[])
    };
    for format in ["raw", "blob"] {
        assert_eq!((fetched(&good, format).status, fetched(&good, format).text().as_str()), (200, jwt));
        for route in [&page, &tokens] {
            let reply = fetched(route, format);
            assert_eq!(reply.status, 502, "{route}");
            assert!(!reply.text().contains("UT") && !reply.text().contains("script"), "{}", reply.text());
        }
        let reply = fetched(&refused, format);
        assert!(reply.status == 200 && reply.text().contains("\"peachCode\":30"), "{}", reply.text());
        assert!(!reply.text().contains("US"), "{}", reply.text());
    }
}
