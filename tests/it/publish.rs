//! Which pages are rendered before they are requested (SITE-13)

use marquee_tests::{Acme, CLOCK, Data, Server, film, show, theater};
use serde_json::json;

/// Pages are rendered ahead, as by default outside of tests.
const PUBLISH: &[&str] = &["--defer-pages", "off"];

fn acme() -> Acme {
    let page = |path: &str| json!({ "path": path, "title": path });
    let event = |id: &str| json!({ "id": id, "title": id, "slug": "e", "dates": [{ "date": "2026-12-01" }] });
    Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two"), theater("T3", "Three")]))
        .file("movies", json!([film("1", "A"), film("2", "B"), film("3", "C"), film("4", "D")]))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-21T02:00:00Z", "2026-11-20")]))
        .file("pages", json!([page("/about/"), page("/visit/")]))
        .file("events", json!([event("E1"), event("E2")]))
}

fn pages(server: &Server) -> u64 {
    let metrics = server.admin("/metrics").text();
    let line = metrics.lines().find_map(|l| l.strip_prefix("marquee_page_cache_pages ")).unwrap();
    line.parse().unwrap()
}

/// The number of pages rendered at the start of a server.
fn published(acme: &Acme) -> u64 {
    let data = Data::with(&[acme]);
    let mut server = data.start("serve", CLOCK, PUBLISH);
    let line = server.logged("pages published", |line| line["pages.published"].is_number());
    let published = line["pages.published"].as_u64().unwrap();
    assert_eq!(pages(&server), published, "published pages are cached");
    published
}

#[test]
fn site_13_each_flag_defers_its_kind_of_page() {
    let all = published(&acme());
    let without = |flags: &[&str]| {
        let site = flags.iter().fold(acme(), |acme, flag| acme.set(&format!("/config/{flag}"), json!(true)));
        published(&site)
    };
    assert_eq!(all - without(&["deferMoviePages"]), 4, "four films");
    assert_eq!(all - without(&["deferTheaterPages"]), 3, "three theaters");
    assert_eq!(all - without(&["deferEventPages"]), 3, "two events and their list");
    let standard = without(&["deferMoviePages", "deferTheaterPages", "deferEventPages"]);
    assert_eq!(all - without(&["deferStandardPages"]), standard, "the others");
    assert!(standard >= 7 + 2, "seven of the site's own and two records: {standard}");
}

#[test]
fn site_13_a_deferred_page_is_rendered_on_first_request_and_cached() {
    let flags = ["deferMoviePages", "deferTheaterPages", "deferEventPages", "deferStandardPages"];
    let site = flags.iter().fold(acme(), |acme, flag| acme.set(&format!("/config/{flag}"), json!(true)));
    let data = Data::with(&[&site]);
    let server = data.start("serve", CLOCK, PUBLISH);
    assert_eq!(pages(&server), 0);
    for (path, cached) in
        [("/movies/1-a/", 1), ("/movies/1-a/", 1), ("/theaters/t1/", 2), ("/about/", 3), ("/", 4)]
    {
        let _ = server.site("acme.example").page(path);
        assert_eq!(pages(&server), cached, "{path}");
    }
}

#[test]
fn defer_pages_renders_pages_on_first_request_after_a_start_and_after_a_write() {
    let data = Data::with(&[&acme()]);
    let server = data.start("serve", CLOCK, &["--defer-pages", "on"]);
    assert_eq!(pages(&server), 0);
    let site = server.site("acme.example");
    let _ = site.page("/movies/2-b/");
    let mut renamed = film("1", "A");
    renamed["synopsis"] = json!("New words.");
    data.import_site(
        &acme().file("movies", json!([renamed, film("2", "B"), film("3", "C"), film("4", "D")])),
    );
    let _ = site.page_once("/movies/1-a/", |page| page.text().contains("New words."));
    assert!(pages(&server) <= 2, "only the requested pages: {}", pages(&server));
    assert!(!server.log().iter().any(|line| line["pages.published"].is_number()));
}

#[test]
fn a_write_rebuilds_only_the_pages_that_show_it() {
    let data = Data::with(&[&acme()]);
    let mut server = data.start("serve", CLOCK, PUBLISH);
    let _ = server.logged("pages published", |line| line["pages.published"].is_number());
    let site = server.site("acme.example");
    let etag = |path: &str| site.get(path).required_header("etag");
    let (own, other, about) = (etag("/movies/1-a/"), etag("/movies/2-b/"), etag("/about/"));
    let mut preview_film = film("1", "A");
    preview_film["synopsis"] = json!("New words.");
    data.import_site(
        &acme().file("movies", json!([preview_film, film("2", "B"), film("3", "C"), film("4", "D")])),
    );
    let _ = site.page_once("/movies/1-a/", |page| page.text().contains("New words."));
    assert_ne!(etag("/movies/1-a/"), own);
    assert_eq!((etag("/movies/2-b/"), etag("/about/")), (other, about), "the same content is the same page");
}
