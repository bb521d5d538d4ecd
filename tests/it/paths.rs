//! Ambiguous paths are redirected or rejected (security 7.10)

use std::time::{Duration, Instant};

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::json;

#[test]
fn security_7_10_empty_segments_are_redirected_to_the_same_host() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    for (path, location) in [
        ("//", "/"),
        ("//movies", "/movies"),
        ("//movies/", "/movies/"),
        ("///evil.example", "/evil.example"),
        ("/movies//318204-x", "/movies/318204-x"),
        ("//search?q=a//b", "/search?q=a//b"),
        ("//api/share/site.png", "/api/share/site.png"),
        ("//caf%C3%A9/", "/caf%C3%A9/"),
        ("//sitemap.xml", "/sitemap.xml"),
    ] {
        for method in ["GET", "HEAD"] {
            let reply = site.request(method, path, &[]);
            assert_eq!(
                (reply.status, reply.required_header("location").as_str()),
                (308, location),
                "{method} {path}"
            );
        }
        assert_eq!(site.request("POST", path, &[]).status, 404, "POST {path}");
    }
    let secret = site.get("//login/?resetCode=abc");
    assert_eq!(secret.required_header("location"), "/login/?resetCode=abc");
    assert_eq!(secret.required_header("referrer-policy"), "no-referrer");
    assert_eq!(secret.required_header("cache-control"), "private, no-store");
    assert_eq!(server.site("other.example").get("//movies").status, 404, "an unknown host");
}

#[test]
fn security_7_10_ambiguous_paths_are_not_found_and_never_redirected() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    for path in [
        "/%2e%2e/",
        "/movies/%2E%2e/x",
        "/movies/../x",
        "/./movies/",
        "/%2fmovies/318204-x",
        "//%2e%2e//evil.example",
        "/movies%2f318204",
        "/movies/318204-the-salt-cartographer%3Fday=2026-11-26",
        "/movies/318204-the-salt-cartographer%23top",
        "/movies\\318204",
        "/movies/%5c",
        "/movies/318204-%0a",
        "/movies/318204-%00",
        "/movies/318204-x%7f",
        "/movies/318204-x%0d%0aX:1",
        "/movies/318204-%C2%85",
        "/%ff/",
    ] {
        let reply = site.get(path);
        assert_eq!((reply.status, reply.header("location")), (404, None), "{path}");
        assert!(Page::parse(&reply).title().ends_with("Meridian Cinema"), "{path}: the site's own page");
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff", "{path}");
    }
    for path in ["/api/%2e%2e/", "/api/share/movie%2f318204.png", "/api/cypher%00"] {
        let reply = site.get(path);
        assert_eq!(
            (reply.status, reply.required_header("content-type").as_str()),
            (404, "application/problem+json")
        );
    }
}

/// With the policies `never` and `ignore` no redirect may come before the check.
#[test]
fn security_7_10_ambiguous_paths_are_not_found_with_any_policy_of_slashes() {
    for policy in ["never", "ignore"] {
        let acme = Acme::single().set("/config/options", json!({ "trailingSlash": policy }));
        let server = Data::with(&[&acme]).serve(CLOCK);
        let site = server.site("acme.example");
        for path in [
            "/%2e%2e/",
            "/movies/../x/",
            "/./movies/",
            "/%2fmovies/",
            "/movies%2f318204/",
            "/movies/%5c/",
            "/%ff/",
        ] {
            let reply = site.get(path);
            assert_eq!((reply.status, reply.header("location")), (404, None), "{policy}: {path}");
        }
        for path in ["//movies", "//evil.example/"] {
            let location = site.get(path).required_header("location");
            assert!(
                location.starts_with('/') && !location.starts_with("//"),
                "{policy}: {path} -> {location}"
            );
        }
    }
}

#[test]
fn page_05_a_code_of_the_address_is_a_number() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let text_of = |path: &str| site.page(path).text();
    let plain = text_of("/login/");
    let explained = text_of("/login/?code=31");
    assert_ne!(explained, plain, "the page explains the code");
    assert_eq!(text_of("/login/?code=31.0"), explained, "the same number");
    assert_eq!(text_of("/login/?code=true"), plain, "a boolean is no code");
}

#[test]
fn page_06_the_id_of_a_theater_keeps_its_zeros() {
    let acme = Acme::circuit()
        .file("theaters", json!([theater("0042", "Zero"), theater("42", "Plain")]))
        .file("movies", json!([film("1", "Rain"), film("2", "Snow")]))
        .file(
            "showtimes",
            json!([
                show("a", "0042", "1", "2026-11-21T01:00:00Z", "2026-11-20"),
                show("b", "42", "2", "2026-11-21T01:00:00Z", "2026-11-20"),
            ]),
        );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for (id, title, other) in [("0042", "Rain", "Snow"), ("42", "Snow", "Rain")] {
        let films = site.page(&format!("/showtimes/?theater={id}")).films();
        assert!(films.iter().any(|film| film == title), "{id}: {films:?}");
        assert!(!films.iter().any(|film| film == other), "{id}: {films:?}");
    }
}

#[test]
fn security_7_10_redirects_percent_encode_the_path_again() {
    let site = Acme::single()
        .file("theaters", json!([theater("T1", "One")]))
        .file("movies", json!([film("318204", "The Salt")]));
    let server = Data::with(&[&site]).serve(CLOCK);
    let site = server.site("acme.example");
    for (path, location) in [
        ("/movies?utm_source=a%20b", "/movies/?utm_source=a%20b"),
        ("/movies/318204-caf%C3%A9", "/movies/318204-the-salt/"),
        ("/permalink/movie/318204?x=%C3%A9", "/movies/318204-the-salt/?x=%C3%A9"),
    ] {
        let reply = site.get(path);
        assert_eq!(reply.required_header("location"), location, "{path}");
        assert!(matches!(reply.status, 301 | 302), "{path}: {}", reply.status);
    }
}

/// Otherwise each slug would be a separate cache entry.
#[test]
fn security_7_2_any_other_slug_is_redirected_to_the_canonical_one() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let own = "/movies/318204-the-salt-cartographer/";
    for (path, location) in [
        ("/movies/318204/", own.to_owned()),
        ("/movies/318204", own.to_owned()),
        ("/movies/318204-ANYTHING/", own.to_owned()),
        ("/movies/318204-the-salt-cartographer-/", own.to_owned()),
        ("/movies/318204-x/?day=2026-11-21&utm_source=mail", format!("{own}?day=2026-11-21&utm_source=mail")),
        ("/fr/movies/318204-x/", format!("/fr{own}")),
        ("/cms-preview/movies/318204-x/", format!("/cms-preview{own}")),
    ] {
        let reply = site.get(path);
        assert_eq!((reply.status, reply.required_header("location")), (301, location), "{path}");
    }
    assert_eq!(site.get(own).status, 200);
    let events = site.page("/events/");
    let event = events.links().map(|a| a.get("href")).find(|h| h.starts_with("/events/") && h.len() > 8);
    let event = event.expect("an event").to_owned();
    let reply = site.get(&format!("{}-and-more/", event.trim_end_matches('/')));
    assert_eq!((reply.status, reply.required_header("location")), (301, event.clone()));
    assert_eq!(site.get(&event).status, 200);
}

#[test]
fn link_04_pages_below_the_reserved_prefix_are_previews() {
    let acme = Acme::circuit()
        .set("/config/options", json!({ "additionalLocales": ["fr-FR"], "reservedPathPrefix": "/draft" }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for (path, is_preview) in [
        ("/draft/events/", true),
        ("/draft/nothing/", true),
        ("/fr/draft/events/", true),
        ("/fr/draft/nothing/", true),
        ("/events/", false),
        ("/nothing/", false),
        ("/about/draft/", false),
        ("/drafts/", false),
    ] {
        let page = site.get(path);
        assert_eq!(page.text().contains(r#" data-preview="""#), is_preview, "{path}");
        let is_stored = page.required_header("cache-control") != "private, no-store";
        assert_eq!(is_stored, !is_preview, "{path}");
    }
}

#[test]
fn security_7_2_unknown_query_values_create_no_cache_entries() {
    let server = Data::demo().start("demo", CLOCK, &["--defer-pages", "off"]);
    let site = server.site("aster.localhost");
    let path = "/movies/318204-the-salt-cartographer/";
    let pages = || {
        let text = server.admin("/metrics").text();
        let line = text.lines().find(|l| l.starts_with("marquee_page_cache_pages")).unwrap().to_owned();
        line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()
    };
    // Wait until the pages of both sites have been rendered.
    let end = Instant::now() + Duration::from_secs(60);
    while server.log().iter().filter(|line| line["pages.published"].is_number()).count() < 2 {
        assert!(Instant::now() < end, "the pages of both sites are published");
        std::thread::sleep(Duration::from_millis(50));
    }
    let before = pages();
    for n in 0..6 {
        let plain = site.get(path);
        for query in [
            format!("theater=T{n}"),
            format!("version=Format.X{n}"),
            format!("access=Showtime.X{n}"),
            format!("day={}-01-01", 2030 + n),
            format!("unknown{n}=1"),
        ] {
            let reply = site.get(&format!("{path}?{query}"));
            assert_eq!(reply.status, 200, "{query}");
            // The page shows the time of day, so it may have been rendered again in between.
            let plain = [plain.required_header("etag"), site.get(path).required_header("etag")];
            assert!(plain.contains(&reply.required_header("etag")), "{query}: the page without it");
        }
    }
    assert!((pages() - before).abs() < 0.5, "{} entries more", pages() - before);
    // A day that the site has is another page.
    let _ = site.page(&format!("{path}?day=2026-11-21"));
    assert!((pages() - before - 1.0).abs() < 0.5);
}

#[test]
fn security_7_10_an_unknown_api_path_returns_a_problem_report() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let problem = |method: &str, path: &str, status: u16| {
        let reply = site.request(method, path, &[]);
        assert_eq!(reply.status, status, "{method} {path}");
        assert_eq!(reply.required_header("content-type"), "application/problem+json", "{method} {path}");
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff", "{method} {path}");
        assert_eq!(reply.json()["status"], json!(status), "{method} {path}");
        reply
    };
    for path in [
        "/api/",
        "/api/nothing",
        "/api/share/movie/999999.png",
        "/api/programme/T9.json",
        "/api/calendar/show/nothing.ics",
        "/fr/api/nothing",
    ] {
        problem("GET", path, 404);
    }
    assert_eq!(problem("GET", "/api/cypher", 405).required_header("allow"), "POST");
    problem("DELETE", "/api/select-theater", 405);
    problem("POST", "/api/nothing", 405);
    assert_eq!(site.request("POST", "/movies/", &[]).status, 405);
    let page = site.get("/nothing/");
    assert_eq!(page.status, 404);
    assert!(Page::parse(&page).title().ends_with("Aster Picture Houses"), "people get a page");
}
