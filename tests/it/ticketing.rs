//! Links to the ticketing site: flows, redirects, shows that cannot be booked

use marquee_tests::{Acme, CLOCK, Data, film, show, theater};
use serde_json::{Value, json};

/// A theater with a show of each availability.
fn acme() -> Acme {
    let with = |id: &str, at: &str, key: &str, value: Value| {
        let mut show = show(id, "T1", "1", at, &at[..10]);
        show[key] = value;
        show
    };
    let evening = "2026-11-21T23:00:00Z";
    Acme::single()
        .file("theaters", json!([theater("T1", "Downtown")]))
        .file("movies", json!([film("1", "Night Train")]))
        .file(
            "showtimes",
            json!([
                with("open", evening, "perfCode", json!("998")),
                with("sold", evening, "availability", json!("soldOut")),
                with("off", evening, "availability", json!("cancelled")),
                with("past", "2026-11-20T17:00:00Z", "perfCode", json!("997")),
                with("desk", evening, "booking", Value::Null),
            ]),
        )
}

#[test]
fn route_18_route_19_server_redirects_pass_their_data_to_the_ticketing_site() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let data = "requestData=%7B%22perfCode%22%3A%22998%22%7D";
    for (endpoint, segment) in [
        ("/api/startticketing/redirect", "startticketing"),
        ("/api/refund/redirect", "refund"),
        ("/api/launch/ticketing/redirect", "launch/ticketing"),
        ("/api/startconcessions/redirect", "startconcessions"),
    ] {
        let expected = format!("https://t.example/{segment}?perfCode=998");
        for reply in [site.get(&format!("{endpoint}?{data}")), site.post(endpoint, data)] {
            assert_eq!(
                (reply.status, reply.required_header("location")),
                (302, expected.clone()),
                "{endpoint}"
            );
            assert_eq!(reply.required_header("cache-control"), "no-store");
            assert_eq!(reply.required_header("referrer-policy"), "no-referrer");
        }
    }
    let bare = site.get("/api/refund/redirect");
    assert_eq!((bare.status, bare.required_header("location").as_str()), (302, "https://t.example/refund"));
}

#[test]
fn route_19_invalid_data_is_rejected_and_cannot_change_the_host() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    for bad in ["%7B", "[]", "%22x%22", "%7B%22a%22%3A%7B%7D%7D", "%7B%22a%22%3Anull%7D"] {
        let reply = site.get(&format!("/api/startticketing/redirect?requestData={bad}"));
        assert_eq!((reply.status, reply.header("location")), (400, None), "{bad}");
        assert!(reply.text().contains("requestData"), "it says what is wrong");
    }
    let large = format!("requestData=%7B%22a%22%3A%22{}%22%7D", "x".repeat(5000));
    assert_eq!(site.post("/api/startticketing/redirect", &large).status, 400);
    let tricky = "requestData=%7B%22url%22%3A%22https%3A%2F%2Fevil.example%22%2C%22%40evil%22%3A%22x%22%7D";
    let to = site.get(&format!("/api/startticketing/redirect?{tricky}")).required_header("location");
    assert!(to.starts_with("https://t.example/startticketing?"), "{to}");
}

#[test]
fn route_20_each_flow_redirects_to_the_ticketing_site() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    for segment in [
        "startconcessions",
        "concessions/landing",
        "giftcards",
        "physicalgiftcards",
        "giftmembership",
        "vouchers",
        "signup",
        "refund",
        "startseasonpass",
        "loyaltycredit",
        "payreservation",
        "loyalty/upgrade",
        "ticketing/",
        "startticketing/",
        "launch/ticketing/",
    ] {
        let reply = site.get(&format!("/{segment}?a=b%20c"));
        let expected = format!("https://t.example/{}?a=b%20c", segment.trim_end_matches('/'));
        assert_eq!((reply.status, reply.required_header("location")), (302, expected), "{segment}");
    }
    let without = acme().named("bare", "bare.example").set("/settings/ticketingUrl", json!(""));
    let server = Data::with(&[&without]).serve(CLOCK);
    assert_eq!(server.site("bare.example").get("/giftcards/").status, 404);
}

#[test]
fn embed_03_shows_are_found_by_their_perf_code() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let reply = site.get("/ticketing/?theaterCode=ABC&perfCode=998");
    let expected = "https://t.example/ticketing?theaterCode=ABC&perfCode=998";
    assert_eq!((reply.status, reply.required_header("location").as_str()), (302, expected));
    let unknown = site.get("/ticketing/?theaterCode=ABC&perfCode=1");
    assert_eq!(unknown.status, 302, "what this site does not know, the ticketing site may");
}

#[test]
fn a_show_that_cannot_be_booked_has_a_page_with_the_reason() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    for (code, state) in
        [("sold", "soldOut"), ("off", "cancelled"), ("997", "started"), ("desk", "boxOffice")]
    {
        let page = site.page(&format!("/ticketing/?theaterCode=T1&perfCode={code}"));
        let data = page.data();
        assert_eq!(
            (&data["page"]["kind"], &data["page"]["show"]["state"]),
            (&json!("unbookable"), &json!(state))
        );
        assert_eq!(page.meta("robots"), Some("noindex"));
        assert!(page.links_to("/movies/1-night-train/"), "{code}");
        assert!(page.links_to("https://t.example/book?perf=open"), "another show is offered: {code}");
        assert!(!page.links_to(&format!("https://t.example/book?perf={code}")), "{code}");
    }
}
