//! `/`

use marquee_tests::{Acme, CLOCK, Data, film, show, theater};
use serde_json::json;

#[test]
fn site_01_route_16_a_single_theater_and_a_circuit_show_what_starts_next() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let meridian = server.site("localhost").page("/");
    assert_eq!(meridian.title(), "Films and showtimes | Meridian Cinema");
    assert_eq!(meridian.one("h1").text, "The Salt Cartographer");
    assert!(meridian.text().contains("6:10 PM"), "{}", meridian.text());
    let first = meridian.links().find(|a| a.text.starts_with("6:10 PM")).unwrap();
    assert!(first.get("href").contains("/startticketing?theaterCode=meridian-main&perfCode="), "{first:?}");
    assert!(!meridian.text().contains("Canal Street"), "no theater of another site");

    let aster = server.site("aster.localhost").page("/");
    assert_eq!(aster.title(), "Films and showtimes | Aster Picture Houses");
    let text = aster.text();
    for house in ["Canal Street", "Old Mill", "Harbor", "Garden Row"] {
        assert!(text.contains(house), "{house} in {text}");
    }
    assert!(!aster.html.contains("meridian"), "nothing of another site");
}

#[test]
fn set_10_a_page_is_named_after_its_site() {
    let bare = Acme::single()
        .set("/settings/name", json!(""))
        .set("/config/name", json!("Acme of the configuration"));
    let server = Data::with(&[&bare]).serve(CLOCK);
    assert!(server.site("acme.example").page("/").title().ends_with("| Acme of the configuration"));
}

#[test]
fn a_site_without_any_programme_says_so_and_is_no_broken_page() {
    let mut house = theater("T1", "The House");
    house["phone"] = json!("(555) 010-0100");
    let empty = Acme::single().file("theaters", json!([house]));
    let bare = Acme::circuit().named("bare", "bare.example");
    let server = Data::with(&[&empty, &bare]).serve(CLOCK);
    for path in ["/", "/movies/", "/showtimes/", "/theaters/t1/"] {
        let page = server.site("acme.example").page(path);
        assert!(
            page.text().contains("The programme is not available at the moment."),
            "{path}: {}",
            page.text()
        );
        let call =
            page.links().find(|a| a.text == "Call us on (555) 010-0100 and we will read you the times.");
        assert_eq!(call.unwrap().get("href"), "tel:5550100100");
    }
    let coming = server.site("acme.example").page("/movies/coming-soon/");
    assert!(coming.text().contains("Nothing is announced yet."));
    let nothing_at_all = server.site("bare.example").page("/");
    assert!(nothing_at_all.text().contains("The programme is not available at the moment."));
    assert!(
        server.site("acme.example").page("/events/").text().contains("No events are planned at the moment.")
    );
}

#[test]
fn a_day_without_shows_names_the_next_one_with_shows() {
    let acme = Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "One")]))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-24T01:00:00Z", "2026-11-23")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    for path in ["/", "/showtimes/"] {
        let page = server.site("acme.example").page(path);
        assert!(page.text().contains("No showtimes on this day."), "{}", page.text());
        let next = page.links().find(|a| a.text == "Next: Monday, Nov 23").unwrap();
        assert_eq!(next.get("href"), format!("{path}?day=2026-11-23"));
        let page = server.site("acme.example").page(next.get("href"));
        assert!(
            page.films().contains(&"One".to_owned()) && page.text().contains("8:00 PM"),
            "{}",
            page.text()
        );
    }
}

#[test]
fn page_03_page_11_site_11_set_14_what_the_operator_set_is_in_the_frame() {
    let menu = json!({ "header": [{ "label": "Films", "href": "/movies/" }, { "label": "Visit", "href": "/visit/" }] });
    let acme = Acme::single()
        .set("/settings/headerLayout", json!("STACKED"))
        .set("/settings/footerLayout", json!("WHAT IS THAT"))
        .set("/settings/hasSearch", json!(false))
        .set("/config/roundness", json!({ "buttons": "HIGH", "content": "MEDIUM" }))
        .file("menus", menu);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let page = server.site("acme.example").page("/movies/");
    let header = page.one("header");
    assert_eq!(header.get("data-layout"), "STACKED");
    let html = page.one("html");
    assert_eq!((html.get("data-round-buttons"), html.get("data-round-content")), ("HIGH", "MEDIUM"));
    assert!(page.all("footer").all(|f| f.get("data-layout") == "COLUMNS"), "an unknown layout is the first");
    let active: Vec<_> = page.links().filter(|a| a.text == "Films").map(|a| a.get("aria-current")).collect();
    assert!(!active.is_empty() && active.iter().all(|current| *current == "page"), "{active:?}");
    assert!(page.links().filter(|a| a.text == "Visit").all(|a| a.get("aria-current").is_empty()));
    assert!(!page.elements.iter().any(|e| e.get("type") == "search" || e.get("role") == "search"));
}

#[test]
fn link_01_link_02_link_09_link_10_link_11_menu_links_are_what_their_targets_say() {
    let item = |label: &str, href: &str| json!({ "label": label, "href": href });
    let menu = json!({ "footer": [{ "title": "All", "items": [
        item("Nowhere", ""), item("Mail", "info@acme.example"), item("Away", "https://shop.example.org/x"), item("Inside", "/visit"), item("Gifts", "ticketing:giftcards"),
        item("Same", "https://tickets.acme-cinema.com/"),
    ] }] });
    let acme = Acme::single().named("acme", "www.acme-cinema.com").file("menus", menu);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let page = server.site("www.acme-cinema.com").page("/");
    let link = |label: &str| page.all("a").find(|a| a.text == label).unwrap_or_else(|| panic!("no {label}"));
    let nowhere = link("Nowhere");
    assert_eq!(
        (nowhere.get("aria-disabled"), nowhere.attributes.contains_key("href")),
        ("true", false),
        "{nowhere:?}"
    );
    assert_eq!(link("Mail").get("href"), "mailto:info@acme.example");
    assert_eq!(link("Inside").get("href"), "/visit/");
    assert_eq!(link("Gifts").get("href"), "https://t.example/giftcards");
    assert_eq!(link("Same").get("target"), "", "a link inside the registrable domain is not external");
    let away = link("Away");
    assert_eq!((away.get("target"), away.get("rel")), ("_blank", "noreferrer"));
    assert_eq!(away.get("aria-label"), "Away (Opens in a new window)");
    assert_eq!(away.get("title"), "Away (Opens in a new window)");
}

/// SITE-14.
#[test]
fn site_14_the_reference_build_is_one_location() {
    let data = Data::demo();
    let folder = data.file("exported");
    data.run(&["site", "export", "meridian", folder.to_str().unwrap()]).good();
    let text = std::fs::read_to_string(folder.join("site.json")).unwrap();
    let site: serde_json::Value = serde_json::from_str(&text).unwrap();
    let config = &site["config"];
    assert_eq!(
        (&config["isSingleLocation"], &config["relatedEntityType"]),
        (&json!(true), &json!("Theater"))
    );
    assert_eq!(config["theaterIds"].as_array().map(Vec::len), Some(1));
    assert_eq!(config["movieOrderIndex"].as_array().map(Vec::len), Some(1));
    assert_eq!(config["globalExcludedMovieIds"].as_array().map_or(0, Vec::len), 0);
    for pages in ["Standard", "Event", "Movie", "Theater"] {
        assert_eq!(config[format!("defer{pages}Pages")], json!(false), "{pages}");
    }
    assert_eq!((&config["locale"], &config["country"]["code"]), (&json!("en-US"), &json!("US")));
}
