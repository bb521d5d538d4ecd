//! `/events/` and `/events/{id}-{slug}/`

use marquee_tests::{CLOCK, Data};

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
