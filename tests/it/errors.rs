//! `/404.html`, `/500.html` and addresses that lead nowhere

use marquee_tests::{CLOCK, Data, Page};

/// ROUTE-10, ROUTE-11.
#[test]
fn route_10_route_11_the_error_pages_are_pages_of_the_site() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (host, name) in [("localhost", "Meridian Cinema"), ("aster.localhost", "Aster Picture Houses")] {
        let site = server.site(host);
        for (path, status) in
            [("/404.html", 404), ("/500.html", 500), ("/nothing/here/", 404), ("/wp-login.php", 404)]
        {
            let reply = site.get(path);
            assert_eq!(reply.status, status, "{path}");
            let page = Page::of(&reply);
            assert!(page.title().ends_with(name), "{}", page.title());
            assert!(page.links_to("/"), "the way home");
            let robots = page.all("meta").find(|m| m.get("name") == "robots").unwrap();
            assert_eq!(robots.get("content"), "noindex");
        }
        let missing = Page::of(&site.get("/nothing/"));
        assert!(missing.text().contains("Starting soon"), "{}", missing.text());
        assert!(missing.links().any(|a| a.get("href").contains("/startticketing?")), "three shows to book");
    }
    let french = Page::of(&server.site("aster.localhost").get("/fr/rien/"));
    assert_eq!(french.one("html").get("lang"), "fr");
}

#[test]
fn a_wrong_address_is_answered_without_being_kept() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let metrics = server.admin("/metrics").text();
    for n in 0..20 {
        assert_eq!(server.site("localhost").get(&format!("/nothing-{n}/")).status, 404);
    }
    assert_eq!(server.admin("/metrics").status, 200, "{metrics}");
    let odd = [
        "/%00/",
        "/%ff/",
        "/..%2f..%2fetc/passwd",
        "/movies/%2e%2e/",
        "/assets/%2e%2e/ssr.js",
        "/fonts/../ssr.js",
    ];
    for path in odd {
        assert_eq!(server.site("localhost").get(path).status, 404, "{path}");
    }
}
