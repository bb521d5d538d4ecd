//! `/events/` and `/events/{id}-{slug}/`

use marquee_tests::{Acme, CLOCK, Data, Page, theater};
use serde_json::json;

#[test]
fn route_15_route_16_events_are_listed_soonest_first() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/events/");
    assert_eq!(page.one("h1").text, "Events");
    let titles: Vec<_> = page.all("h2").chain(page.all("h3")).map(|h| h.text.as_str()).take(4).collect();
    assert_eq!(titles, ["Ostinato preview and Q&A", "Silent Sundays", "Moonlight marathon", "Rusalka, live"]);
    assert!(page.text().contains("Today · 9:30 PM") && page.text().contains("Every Sunday · 4:00 PM"));
}

#[test]
fn an_event_page_has_its_films_and_their_shows() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let page = site.page("/events/4101-ostinato-preview-and-q-and-a/");
    assert_eq!(page.one("h1").text, "Ostinato preview and Q&A");
    assert!(page.films().contains(&"Ostinato".to_owned()), "{:?}", page.films());
    assert_eq!(site.get("/events/4106-little-seats/").status, 404, "an event of another site");
    assert_eq!(site.get("/events/410/").status, 404, "a part of an id is no id");
}

#[test]
fn ent_06_events_appear_and_disappear_on_time_on_cached_pages() {
    let site = Acme::single().file("theaters", json!([theater("1", "Acme")])).file(
        "events",
        json!([
            { "id": "1", "title": "Ends soon", "slug": "ends-soon", "visibleTo": "2026-11-20T18:00:05-05:00" },
            { "id": "2", "title": "Starts soon", "slug": "starts-soon", "visibleFrom": "2026-11-20T18:00:05-05:00" },
        ]),
    );
    let server = Data::with(&[&site]).serve("2026-11-20T18:00:00-05:00");
    let acme = server.site("acme.example");
    for path in ["/events/", "/search/"] {
        let _ = acme.page(path);
    }
    for path in ["/events/", "/search/"] {
        let shown = |page: &Page, title: &str| page.data().to_string().contains(title);
        let _ = acme.page_once(path, |page| shown(page, "Starts soon") && !shown(page, "Ends soon"));
    }
}
