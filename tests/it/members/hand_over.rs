//! `GET /api/hand-over`: redirects to the ticketing site with a token that scripts cannot read.

use marquee_tests::{Acme, CLOCK, Data, Member, Reply};
use serde_json::json;

use super::upstream::before;
use super::{CIRCUIT_V3, IRIS_PASSWORD, NOOR_PASSWORD, demo};

/// Headers of a browser that follows a link on the site.
const GOES: [(&str, &str); 4] = [
    ("boxoffice-session-mode", ""),
    ("sec-fetch-site", "same-origin"),
    ("sec-fetch-mode", "navigate"),
    ("sec-fetch-dest", "document"),
];

fn go(page: &Member<'_>, to: &str, method: &str, says: &[(&str, &str)]) -> Reply {
    let to = to
        .replace('%', "%25")
        .replace('\\', "%5C")
        .replace('?', "%3F")
        .replace('&', "%26")
        .replace('#', "%23")
        .replace('"', "%22");
    let to = to.replace('<', "%3C").replace('>', "%3E");
    page.to(&format!("/api/hand-over?to={to}&method={method}"), "GET", "", "", says)
}

#[test]
fn hand_14_security_5_2_the_token_of_a_service_is_passed_without_access_by_scripts() {
    let service = demo();
    let (_data, server) = before(&service);
    let page = Member::page(&server.site("acme.example"));
    let login = json!({ "username": "iris", "password": IRIS_PASSWORD });
    page.call_ok("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login);
    let reply = go(&page, "https://tickets.acme.example/shop/book?perf=9#seats", "get", &GOES);
    assert_eq!((reply.status, reply.required_header("cache-control").as_str()), (303, "private, no-store"));
    assert_eq!(reply.required_header("referrer-policy"), "no-referrer");
    let place = reply.required_header("location");
    let rest = place.strip_prefix("https://tickets.acme.example/shop/book?perf=9&userSessionId=").unwrap();
    let token = rest.strip_suffix("#seats").unwrap();
    // It is a session of the service.
    let other_member = Member::program(&service.site("localhost")).with(Some(token), None);
    other_member.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}));
    // Requests by scripts or from other sites get no token.
    for (name, value) in [
        ("sec-fetch-mode", "cors"),
        ("sec-fetch-mode", ""),
        ("sec-fetch-dest", "empty"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", ""),
    ] {
        let says: Vec<_> =
            GOES.into_iter().filter(|(parameter, _)| *parameter != name).chain([(name, value)]).collect();
        let bare = go(&page, "https://tickets.acme.example/shop/book?perf=9", "get", &says);
        assert_eq!(
            bare.required_header("location"),
            "https://tickets.acme.example/shop/book?perf=9",
            "{name}: {value}"
        );
    }
    for elsewhere in [
        "https://tickets.acme.example.evil.example/",
        "http://tickets.acme.example/",
        "/shop",
        "javascript:1",
        // URLs that parsers resolve to another path.
        "https://tickets.acme.example/%2e%2e//evil.example",
        "https://tickets.acme.example//evil.example",
        "https://tickets.acme.example/shop/../x",
        "https://tickets.acme.example/shop/%5cx",
        "https:tickets.acme.example//evil.example",
        "https:/tickets.acme.example//evil.example",
        "https:\\\\tickets.acme.example\\%2e%2e\\evil.example",
        "https://tickets.acme.example\\%2e%2e\\evil.example",
        "https://tickets.acme.example/shop\\..\\..\\evil.example",
    ] {
        assert_eq!(go(&page, elsewhere, "get", &GOES).status, 400, "{elsewhere}");
    }
    assert_eq!(go(&page, "https://a:b@tickets.acme.example/", "get", &GOES).status, 400);
    assert_eq!(go(&page, "https://tickets.acme.example/", "put", &GOES).status, 400);
}

#[test]
fn hand_14_a_trailing_slash_of_the_ticketing_url_does_not_matter() {
    for (set, there) in [
        ("https://t.example", "https://t.example/giftcards"),
        ("https://t.example/", "https://t.example/giftcards"),
        ("https://t.example/", "https://t.example/"),
        ("https://t.example/shop/", "https://t.example/shop/giftcards?a=1"),
        ("https://t.example/shop", "https://t.example/shopping"),
    ] {
        let acme = Acme::circuit().set("/settings/ticketingUrl", json!(set));
        let server = Data::with(&[&acme]).serve(CLOCK);
        let page = Member::page(&server.site("acme.example"));
        let reply = go(&page, there, "get", &GOES);
        assert_eq!((reply.status, reply.required_header("location").as_str()), (303, there), "{set}");
    }
}

#[test]
fn hand_11_security_5_2_a_form_posts_the_token_from_an_isolated_page() {
    let service = demo();
    let (_data, server) = before(&service);
    let page = Member::page(&server.site("acme.example"));
    page.call_ok(
        "POST",
        &format!("/Member/v3/Login?{CIRCUIT_V3}"),
        json!({ "username": "iris", "password": IRIS_PASSWORD }),
    );
    let reply = go(&page, "https://tickets.acme.example/shop/book?a=\"<x>", "post", &GOES);
    assert_eq!(reply.status, 200);
    let policy = reply.required_header("content-security-policy");
    assert!(policy.ends_with("sandbox allow-forms allow-scripts"), "{policy}");
    assert!(policy.contains("form-action https://tickets.acme.example;"), "{policy}");
    let text = reply.text();
    assert!(text.contains("action=\"https://tickets.acme.example/shop/book?a=%22%3Cx%3E\""), "{text}");
    assert!(text.contains("method=\"post\"") && text.contains("name=\"userSessionId\" value=\""), "{text}");
    assert!(text.contains("Click here if it does not work"), "{text}");
}

#[test]
fn hand_14_the_embedded_engine_passes_a_ticket_that_is_valid_once() {
    let server = demo();
    let page = Member::page(&server.site("aster.localhost"));
    page.call_ok(
        "POST",
        "/Member/Login?circuitId=aster",
        json!({ "username": "noor", "password": NOOR_PASSWORD }),
    );
    // The redirects contain the URL of the demo's ticketing site.
    let there =
        server.site("aster.localhost").get("/api/startticketing/redirect").required_header("location");
    let to = there.split('?').next().unwrap();
    let reply = go(&page, to, "get", &GOES);
    let place = reply.required_header("location");
    let (_, ticket) = place.split_once("?userSessionId=").unwrap();
    let partner = Member::program(&server.site("aster.localhost"));
    let login = format!("/Member/LoginByToken?circuitId=aster&token={ticket}&fromTicketing=true");
    partner.call_ok("GET", &login, json!({}));
    assert_eq!(partner.code("GET", &login, json!({})), 7, "once");
    page.call_ok("POST", "/Member/Logout?circuitId=aster", json!({}));
    let bare = go(&page, to, "get", &GOES);
    assert_eq!(bare.required_header("location"), to, "nobody is signed in");
}
