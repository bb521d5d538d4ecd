//! Content pages: `/{slug}/`

use marquee_tests::{Acme, CLOCK, Data};
use serde_json::json;

#[test]
fn route_07_the_privacy_policy_stands_at_its_slug() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for host in ["localhost", "aster.localhost"] {
        let page = server.site(host).page("/privacy/");
        assert_eq!(page.one("h1").text, "Privacy policy");
        assert!(page.text().contains("personal data"));
    }
    let home = server.site("localhost").page("/");
    assert!(home.links().any(|a| a.text == "Privacy policy" && a.get("href") == "/privacy/"));
}

#[test]
fn route_15_a_content_record_is_a_page_of_blocks() {
    let blocks = json!([
        { "type": "hero", "title": "Come in", "text": "The doors are open." },
        { "type": "text", "title": "By bus", "paragraphs": ["Line 4.", "Line 11."] },
        { "type": "accordion", "items": [{ "title": "Can I bring food?", "text": "Yes." }] },
        { "type": "callToAction", "title": "Members", "text": "Save.", "label": "Join", "href": "/club/" },
        { "type": "image", "picture": "not-stored", "alt": "a lobby" },
    ]);
    let pages = json!([
        { "path": "/visit/us/", "title": "Visit us", "description": "How to find us", "blocks": blocks },
        { "path": "/timetable/", "kind": "showtimes", "title": "Timetable" },
    ]);
    let server = Data::with(&[&Acme::single().file("pages", pages)]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/visit/us/");
    assert_eq!(page.title(), "Visit us | Acme");
    let text = page.text();
    for part in [
        "Come in",
        "The doors are open.",
        "By bus",
        "Line 11.",
        "Can I bring food?",
        "Yes.",
        "Members",
        "Join",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(page.links().any(|a| a.text == "Join" && a.get("href") == "/club/"));
    assert_eq!(page.all("h1").count(), 1);
    let described = page.all("meta").find(|m| m.get("name") == "description").unwrap();
    assert_eq!(described.get("content"), "How to find us");
    assert!(site.page("/timetable/").text().contains("programme is not available"));
    assert_eq!(site.get("/visit/").status, 404, "the path above is no page");
}

#[test]
fn route_09_without_a_login_slug_there_is_no_login_page() {
    let acme = Acme::single().set("/settings/loginPage", json!({ "slug": "" }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    assert_eq!(site.page("/").title(), "Films and showtimes | Acme");
    assert!(site.page("/").links().all(|a| !a.text.contains("Join or sign in")), "no link leads there");
    assert_eq!(site.get("/login/").status, 404);
}
