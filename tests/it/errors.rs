//! `/404.html`, `/500.html` and unknown paths

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::json;

/// Timeout on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn route_10_route_11_error_pages_have_the_layout_of_the_site() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (host, name) in [("localhost", "Meridian Cinema"), ("aster.localhost", "Aster Picture Houses")] {
        let site = server.site(host);
        for (path, status) in
            [("/404.html", 404), ("/500.html", 500), ("/nothing/here/", 404), ("/wp-login.php", 404)]
        {
            let reply = site.get(path);
            assert_eq!(reply.status, status, "{path}");
            let page = Page::parse(&reply);
            assert!(page.title().ends_with(name), "{}", page.title());
            assert!(page.links_to("/"), "the way home");
            let robots = page.all("meta").find(|m| m.get("name") == "robots").unwrap();
            assert_eq!(robots.get("content"), "noindex");
        }
        let missing = Page::parse(&site.get("/nothing/"));
        assert!(missing.text().contains("Starting soon"), "{}", missing.text());
        assert!(missing.links().any(|a| a.get("href").contains("/startticketing?")), "three shows to book");
        let data = missing.data();
        let shows = data["page"]["soon"].as_array().unwrap();
        let starts: Vec<&str> = shows.iter().map(|s| s["show"]["at"].as_str().unwrap()).collect();
        assert_eq!(starts.len(), 3);
        assert!(starts.iter().all(|start| start.ends_with("-05:00")), "the site's own zone: {starts:?}");
        assert!(starts.is_sorted(), "{starts:?}");
    }
    let french = Page::parse(&server.site("aster.localhost").get("/fr/rien/"));
    assert_eq!(french.one("html").get("lang"), "fr");
}

/// Rendering a page for each would let attackers overload the renderer.
#[test]
fn security_7_2_unknown_paths_share_a_page_per_locale() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (host, prefix) in [("localhost", ""), ("aster.localhost", "/fr")] {
        let site = server.site(host);
        let paths = [
            "/404.html",
            "/nothing-1/",
            "/nothing-2",
            "/movies/0-nothing/",
            "/events/0/",
            "/nothing/?day=2026-11-21",
        ];
        let etags = || -> BTreeSet<String> {
            let replies = paths.map(|path| site.get(&format!("{prefix}{path}")));
            assert!(replies.iter().all(|reply| reply.status == 404), "{host}{prefix}");
            replies.iter().map(|reply| reply.required_header("etag")).collect()
        };
        // A server that has just started may render the page again.
        let end = Instant::now() + PATIENCE;
        while etags().len() > 1 {
            assert!(Instant::now() < end, "{host}{prefix}: {:?}", etags());
        }
    }
}

#[test]
fn route_10_a_show_leaves_the_404_page_when_it_starts() {
    let acme = Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "First"), film("2", "Second")]))
        .file(
            "showtimes",
            json!([
                show("a", "T1", "1", "2026-11-20T22:48:05Z", "2026-11-20"),
                show("b", "T1", "2", "2026-11-20T23:48:00Z", "2026-11-20"),
            ]),
        );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let end = Instant::now() + PATIENCE;
    loop {
        let text = Page::parse(&site.get("/nothing/")).text();
        assert!(text.contains("Second"), "{text}");
        if !text.contains("First") {
            break;
        }
        assert!(Instant::now() < end, "{text}");
    }
}

#[test]
fn malformed_paths_are_not_found() {
    let server = Data::demo().start("demo", CLOCK, &[]);
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
