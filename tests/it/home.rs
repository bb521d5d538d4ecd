//! `/`

use marquee_tests::{Acme, CLOCK, Data, film, show, theater};
use serde_json::json;

#[test]
fn site_01_route_16_the_home_page_shows_the_next_shows() {
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
fn set_10_page_titles_end_with_the_site_name() {
    let bare = Acme::single()
        .set("/settings/name", json!(""))
        .set("/config/name", json!("Acme of the configuration"));
    let server = Data::with(&[&bare]).serve(CLOCK);
    assert!(server.site("acme.example").page("/").title().ends_with("| Acme of the configuration"));
}

#[test]
fn set_11_pages_about_the_related_entity_show_its_name() {
    let acme = Acme::circuit()
        .set("/settings/relatedEntity", json!({ "id": "T1", "name": "Acme Downtown" }))
        .set("/config/relatedEntityType", json!("Theater"))
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]));
    let circuit =
        acme.clone().named("circuit", "circuit.example").set("/config/relatedEntityType", json!("Circuit"));
    let server = Data::with(&[&acme, &circuit]).serve(CLOCK);
    let logo = |host: &str, path: &str| {
        let page = server.site(host).page(path);
        assert!(
            page.title().ends_with("| Acme"),
            "the document's title has the name of the settings: {}",
            page.title()
        );
        page.links().find(|a| a.get("href") == "/").unwrap().text.clone()
    };
    for (path, theater, circuit) in [
        ("/theaters/t1/", "Acme Downtown", "Acme"),
        ("/theaters/t2/", "Acme", "Acme"),
        ("/movies/", "Acme", "Acme Downtown"),
    ] {
        assert_eq!(
            (logo("acme.example", path), logo("circuit.example", path)),
            (theater.to_owned(), circuit.to_owned()),
            "{path}"
        );
    }
    let nodes = server.site("circuit.example").page("/theaters/").nodes("Organization");
    assert_eq!(nodes[0]["name"], "Acme Downtown");
}

#[test]
fn role_16_beta_features_are_shown_only_if_enabled() {
    let event = json!([{ "id": "1", "title": "Gala", "slug": "gala", "dates": [{ "date": "2026-11-27" }] }]);
    let off = Acme::single().file("events", event);
    let on =
        off.clone().named("beta", "beta.example").set("/config/options", json!({ "betaFeatures": true }));
    let server = Data::with(&[&off, &on]).serve(CLOCK);
    let shares = |host: &str| {
        let page = server.site(host).page("/events/1-gala/");
        (page.data()["context"]["betaFeaturesEnabled"].clone(), page.all("button").any(|b| b.text == "Share"))
    };
    assert_eq!(shares("acme.example"), (json!(false), false));
    assert_eq!(shares("beta.example"), (json!(true), true));
}

#[test]
fn site_05_exactly_the_listed_weights_of_a_font_are_loaded() {
    let acme = Acme::single().set(
        "/config/googleFonts",
        json!([{ "font": "Open Sans", "weights": ["300", "700"] }, { "font": "Oswald", "weights": ["500"] }]),
    );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/");
    let css: String = page.all("style").map(|style| style.raw.clone()).collect();
    let files = |css: &str| -> Vec<String> {
        let files = css
            .split("/fonts/")
            .skip(1)
            .map(|rest| rest.split("-normal").next().unwrap_or_default().to_owned());
        files.filter(|name| !name.contains("latin-ext")).collect()
    };
    assert_eq!(
        files(&css),
        ["open-sans-latin-300", "open-sans-latin-700", "source-sans-pro-latin-600", "oswald-latin-500"],
        "a family of the theme that is not listed loads what the theme names"
    );
    let preloads: String =
        page.all("link").filter(|l| l.get("as") == "font").map(|l| l.get("href").to_owned()).collect();
    assert_eq!(files(&preloads), ["open-sans-latin-300", "source-sans-pro-latin-600"]);
    for link in page.all("link").filter(|l| l.get("as") == "font") {
        assert_eq!(site.get(link.get("href")).status, 200);
    }
}

#[test]
fn site_07_forms_offer_the_countries_of_the_site() {
    let country = |code: &str| json!({ "code": code, "iso31661A2": code });
    let acme = Acme::single().set("/config/allCountries", json!([country("CA"), country("FR")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let page = server.site("acme.example").page("/login/join/");
    assert_eq!(page.data()["page"]["area"]["countries"], json!(["CA", "FR"]));
    assert!(page.all("option").any(|o| o.get("value") == "CA"), "the first that is offered is chosen");
    assert!(!page.all("option").any(|o| o.get("value") == "US"));
}

#[test]
fn a_site_without_a_schedule_says_so() {
    let mut house = theater("T1", "The House");
    house["phone"] = json!("(555) 010-0100");
    let empty = Acme::single().file("theaters", json!([house]));
    let bare = Acme::circuit().named("bare", "bare.example");
    let server = Data::with(&[&empty, &bare]).serve(CLOCK);
    for path in ["/", "/movies/", "/showtimes/", "/theaters/t1/"] {
        let page = server.site("acme.example").page(path);
        assert!(page.text().contains("Showtimes are not available right now."), "{path}: {}", page.text());
        let call =
            page.links().find(|a| a.text == "Call us at (555) 010-0100 and we will read you the times.");
        assert_eq!(call.unwrap().get("href"), "tel:5550100100");
    }
    let coming = server.site("acme.example").page("/movies/coming-soon/");
    assert!(coming.text().contains("Nothing is announced yet."));
    let nothing_at_all = server.site("bare.example").page("/");
    assert!(nothing_at_all.text().contains("Showtimes are not available right now."));
    assert!(server.site("acme.example").page("/events/").text().contains("No events are planned right now."));
}

#[test]
fn a_day_without_shows_is_replaced_by_the_next_one_with_shows() {
    let acme = Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "One")]))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-24T01:00:00Z", "2026-11-23")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    for path in ["/", "/showtimes/"] {
        let page = server.site("acme.example").page(path);
        assert!(page.text().contains("No films today."), "{}", page.text());
        assert!(
            page.films().contains(&"One".to_owned()) && page.text().contains("8:00 PM"),
            "{}",
            page.text()
        );
        let chosen = server.site("acme.example").page(&format!("{path}?day=2026-11-20"));
        assert!(chosen.text().contains("No showtimes on this day."), "{}", chosen.text());
        let next = chosen.links().find(|a| a.text == "Next: Monday, Nov 23").unwrap();
        assert_eq!(next.get("href"), format!("{path}?day=2026-11-23"));
    }
}

#[test]
fn page_03_page_11_site_11_set_14_layout_settings_are_applied() {
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
fn page_03_the_showtimes_entry_is_active_on_theater_pages() {
    let item = |label: &str, href: &str| json!({ "label": label, "href": href });
    let house = json!({ "id": "T1", "name": "North", "slug": "north" });
    let current = |entries: serde_json::Value, path: &str| {
        let server = Data::with(&[&Acme::circuit()
            .file("theaters", json!([house]))
            .file("menus", json!({ "header": entries }))])
        .serve(CLOCK);
        let page = server.site("acme.example").page(path);
        page.links()
            .filter(|a| a.get("aria-current") == "page")
            .map(|a| a.text.clone())
            .collect::<std::collections::BTreeSet<_>>()
    };
    let theater = "/theaters/north/";
    let calendar = json!([item("Films", "/movies/"), item("Calendar", "/showtimes/")]);
    assert!(current(calendar.clone(), theater).contains("Calendar"));
    assert!(!current(calendar, "/theaters/").contains("Calendar"), "the list of theaters is not a timetable");
    let theaters = json!([item("Calendar", "/showtimes/"), item("Theaters", "/theaters/")]);
    let of_theater = current(theaters, theater);
    assert!(of_theater.contains("Theaters") && !of_theater.contains("Calendar"), "{of_theater:?}");
}

#[test]
fn page_03_the_entry_of_the_membership_page_is_active_in_the_member_area() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (site, club) in [("localhost", "Club"), ("aster.localhost", "Friends")] {
        let current = |path: &str| {
            let page = server.site(site).page(path);
            let marked =
                page.links().filter(|link| link.get("aria-current") == "page").map(|link| link.text.clone());
            marked.collect::<std::collections::BTreeSet<_>>()
        };
        assert!(current("/login/").contains(club), "{:?}", current("/login/"));
        assert!(current("/login/rewards/").contains(club), "{:?}", current("/login/rewards/"));
        assert!(!current("/visit/").contains(club), "{:?}", current("/visit/"));
    }
}

#[test]
fn link_01_link_02_link_09_link_10_link_11_menu_links_depend_on_their_targets() {
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

#[test]
fn site_14_the_reference_site_is_a_single_location() {
    let data = Data::demo();
    let mut server = data.start("demo", CLOCK, &["--defer-pages", "off"]);
    let site = server.site("localhost");
    let list = site.page("/movies/");
    assert_eq!(list.meta("og:locale"), Some("en_US"));
    let data_of_page = list.data();
    assert_eq!(data_of_page["context"]["isSingleLocation"], true);
    assert_eq!(data_of_page["context"]["intl"]["country"]["code"], "US");
    assert!(!list.links_to("/theaters/"), "a single location has no list of theaters");
    let first = &data_of_page["page"]["films"][0]["film"]["id"];
    assert_eq!(first, "318204", "the film in `movieOrderIndex` is first");
    // All four kinds of pages are made before they are requested.
    let published = server.logged("meridian published", |line| {
        line["pages.published"].is_number() && line["site.id"] == "meridian"
    });
    assert!(published["pages.published"].as_u64().unwrap() > 70, "{published}");
    let folder = data.file("exported");
    data.run(&["site", "export", "meridian", folder.to_str().unwrap()]).stdout_of_success();
    let text = std::fs::read_to_string(folder.join("site.json")).unwrap();
    let config = &serde_json::from_str::<serde_json::Value>(&text).unwrap()["config"];
    assert_eq!(config["relatedEntityType"], "Theater");
    for key in ["theaterIds", "movieOrderIndex"] {
        assert_eq!(config[key].as_array().map(Vec::len), Some(1), "{key}");
    }
    assert_eq!(config["globalExcludedMovieIds"].as_array().map_or(0, Vec::len), 0);
    for pages in ["Standard", "Event", "Movie", "Theater"] {
        assert_eq!(config[format!("defer{pages}Pages")], json!(false), "{pages}");
    }
}

#[test]
fn guests_find_the_balance_of_gift_cards_on_both_demo_sites() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for host in ["localhost", "aster.localhost"] {
        let site = server.site(host);
        assert!(site.page("/").links_to("/login/gift-card/"), "{host}");
        assert!(site.page("/login/gift-card/").text().contains("PIN"), "{host}");
    }
}
