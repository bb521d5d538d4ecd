//! SEO and sharing: head, JSON-LD, sitemap, robots, search

use std::collections::BTreeSet;

use marquee_tests::{Acme, CLOCK, Data, Site, film, show, theater};
use serde_json::{Value, json};

#[test]
fn the_head_has_canonical_url_alternate_languages_and_picture() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page =
        server.site("aster.localhost").page("/fr/movies/318204-the-salt-cartographer/?day=2026-11-21&x=1");
    let port = server.address().port();
    let origin = format!("http://aster.localhost:{port}");
    let link = |rel: &str, lang: &str| {
        page.all("link")
            .find(|l| l.get("rel") == rel && l.get("hreflang") == lang)
            .map(|l| l.get("href").to_owned())
    };
    let path = "/movies/318204-the-salt-cartographer/";
    assert_eq!(link("canonical", ""), Some(format!("{origin}/fr{path}")));
    assert_eq!(link("alternate", "en"), Some(format!("{origin}{path}")));
    assert_eq!(link("alternate", "fr"), Some(format!("{origin}/fr{path}")));
    assert_eq!(link("alternate", "x-default"), Some(format!("{origin}{path}")));
    for (property, content) in [
        ("og:type", "video.movie".to_owned()),
        ("og:site_name", "Aster Picture Houses".to_owned()),
        ("og:url", format!("{origin}/fr{path}")),
        ("og:image", format!("{origin}/fr/api/share/movie/318204.png")),
        ("og:image:width", "1200".to_owned()),
        ("og:image:height", "630".to_owned()),
        ("twitter:card", "summary_large_image".to_owned()),
    ] {
        assert_eq!(page.meta(property), Some(content.as_str()), "{property}");
    }
    assert!(page.meta("og:description").is_some_and(|d| d.len() > 20));
    assert_eq!(page.meta("robots"), None);
    assert_eq!(page.meta("og:title"), page.title().split(" | ").next());
}

#[test]
fn search_results_previews_and_the_offline_page_are_not_indexed() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    for path in ["/search/?q=salt", "/cms-preview/movies/", "/offline.html"] {
        let page = site.page(path);
        assert_eq!(page.meta("robots"), Some("noindex"), "{path}");
        assert_eq!((page.graph().len(), page.meta("og:url")), (0, None), "{path}");
    }
    assert_eq!(site.page("/search/").meta("robots"), None);
}

#[test]
fn the_structured_data_of_a_film_has_shows_with_place_and_time() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("aster.localhost").page("/movies/318204-the-salt-cartographer/");
    let [film] = &page.nodes("Movie")[..] else { panic!("one film: {:?}", page.nodes("Movie")) };
    assert_eq!((&film["name"], &film["duration"]), (&json!("The Salt Cartographer"), &json!("PT118M")));
    assert!(film["image"].as_str().unwrap().ends_with(".jpg"));
    assert_eq!(film["director"][0]["@type"], "Person");
    let theaters = page.nodes("MovieTheater");
    let shows = page.nodes("ScreeningEvent");
    assert!(shows.len() > 3, "{shows:?}");
    for show in &shows {
        assert_eq!(show["workPresented"]["@id"], film["@id"]);
        let house = theaters.iter().find(|t| t["@id"] == show["location"]["@id"]);
        let house = house.unwrap_or_else(|| panic!("the place of {show}"));
        let (start, end) = (show["startDate"].as_str().unwrap(), show["endDate"].as_str().unwrap());
        let offset = if house["name"] == "Quai Saint-Elme" { "+01:00" } else { "-05:00" };
        assert!(start.ends_with(offset) && end.ends_with(offset) && start < end, "{show}");
        assert_eq!(show["eventStatus"], "https://schema.org/EventScheduled");
        assert!(house["address"]["streetAddress"].is_string() && house["geo"]["latitude"].is_number());
    }
    let crumbs = page.nodes("BreadcrumbList");
    let last = crumbs[0]["itemListElement"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["position"], &last["name"]), (&json!(3), &json!("The Salt Cartographer")));
}

#[test]
fn the_structured_data_of_a_show_has_an_offer_with_its_availability() {
    let evening = "2026-11-21T23:00:00Z";
    let with = |id: &str, key: &str, value: Value| {
        let mut show = show(id, "T1", "1", evening, "2026-11-21");
        show[key] = value;
        show
    };
    let acme = Acme::single()
        .file("theaters", json!([theater("T1", "Downtown")]))
        .file("movies", json!([film("1", "Night Train")]))
        .file(
            "showtimes",
            json!([
                with("a", "price", json!({ "amount": 1250, "currency": "USD" })),
                with("b", "availability", json!("fewLeft")),
                with("c", "availability", json!("soldOut")),
                with("d", "availability", json!("cancelled")),
                with("e", "booking", Value::Null),
            ]),
        );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let page = server.site("acme.example").page("/theaters/t1/?day=2026-11-21");
    let shows = page.nodes("ScreeningEvent");
    let offers: Vec<&str> =
        shows.iter().map(|s| s["offers"]["availability"].as_str().unwrap_or("none")).collect();
    let schema = |name: &str| format!("https://schema.org/{name}");
    assert_eq!(
        offers,
        [
            &schema("InStock"),
            &schema("LimitedAvailability"),
            &schema("SoldOut"),
            "none",
            &schema("InStoreOnly"),
        ]
    );
    assert_eq!(
        (&shows[0]["offers"]["price"], &shows[0]["offers"]["priceCurrency"]),
        (&json!("12.50"), &json!("USD"))
    );
    assert_eq!(shows[0]["offers"]["url"], "https://t.example/book?perf=a");
    assert_eq!(shows[3]["eventStatus"], "https://schema.org/EventCancelled");
    assert!(shows[4]["offers"]["url"].is_null());
    // 18:00 in New York; the film is 100 minutes long.
    assert_eq!(shows[0]["startDate"], "2026-11-21T18:00-05:00");
    assert_eq!(shows[0]["endDate"], "2026-11-21T19:40-05:00");
}

/// Properties that the validator does not know, although they are valid: `<property>-input` of an action, and a `Duration`
/// written as text.
const KNOWN: [&str; 2] = ["SearchAction.query-input", "Movie.duration"];

#[test]
fn structured_data_is_valid_schema_org() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let mut classes = BTreeSet::new();
    for host in ["localhost", "aster.localhost"] {
        let site = server.site(host);
        let paths: Vec<String> = [
            "/",
            "/movies/",
            "/movies/coming-soon/",
            "/theaters/",
            "/showtimes/",
            "/events/",
            "/privacy/",
            "/search/?q=salt",
            "/movies/318204-the-salt-cartographer/",
        ]
        .map(str::to_owned)
        .to_vec();
        let below = |list: &str| {
            let links: Vec<String> = site.page(list).links().map(|a| a.get("href").to_owned()).collect();
            links
                .into_iter()
                .find(|h| h.starts_with(list) && h.len() > list.len() && !h.contains('?'))
                .unwrap()
        };
        for path in paths.into_iter().chain([below("/events/"), below("/theaters/")]) {
            let page = site.page(&path);
            let data = page.structured_data();
            let wrong: Vec<_> = data
                .findings
                .iter()
                .filter(|(place, _)| !KNOWN.iter().any(|known| place.ends_with(known)))
                .collect();
            assert!(wrong.is_empty(), "{host}{path}: {wrong:?}");
            classes.extend(data.types);
        }
    }
    let spoken = [
        "BreadcrumbList",
        "Event",
        "ItemList",
        "Movie",
        "MovieTheater",
        "Organization",
        "ScreeningEvent",
        "WebSite",
    ];
    assert_eq!(classes.iter().map(String::as_str).collect::<Vec<_>>(), spoken);
}

#[test]
fn the_sitemap_lists_every_page_in_every_language_with_its_last_change() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let robots = site.get("/robots.txt");
    assert_eq!(
        (robots.status, robots.required_header("content-type").as_str()),
        (200, "text/plain; charset=utf-8")
    );
    let origin = format!("http://aster.localhost:{}", server.address().port());
    assert!(
        robots.text().lines().any(|l| l == format!("Sitemap: {origin}/sitemap.xml")),
        "{}",
        robots.text()
    );
    let reply = site.get("/sitemap.xml");
    assert_eq!(
        (reply.status, reply.required_header("content-type").as_str()),
        (200, "application/xml; charset=utf-8")
    );
    let text = reply.text();
    let addresses: Vec<&str> =
        text.split("<loc>").skip(1).map(|rest| rest.split("</loc>").next().unwrap()).collect();
    assert_eq!(text.matches("<lastmod>2").count(), addresses.len(), "each has its last change");
    assert_eq!(text.matches("hreflang=\"fr\"").count(), addresses.len());
    for wanted in
        ["/", "/movies/", "/movies/318204-the-salt-cartographer/", "/fr/theaters/harbor/", "/events/"]
    {
        assert!(addresses.contains(&format!("{origin}{wanted}").as_str()), "{wanted}");
    }
    for address in &addresses {
        let path = address.strip_prefix(&origin).unwrap();
        let page = site.page(path);
        assert_eq!(page.meta("robots"), None, "{path}");
    }
    assert_eq!(site.get("/sitemap-1.xml").status, 404, "one file holds them all");
}

#[test]
fn security_7_2_each_part_of_a_large_sitemap_has_one_url() {
    // An entry has a URL in each of 50 languages, so a file of 50,000 URLs has 1,000 entries.
    let languages: Vec<String> = ('a'..='b')
        .flat_map(|first| ('a'..='z').map(move |second| format!("{first}{second}")))
        .take(49)
        .collect();
    let films: Vec<Value> = (1..=1_000).map(|n| film(&n.to_string(), "Night Train")).collect();
    let mut acme = Acme::single()
        .file("theaters", json!([theater("T1", "One")]))
        .file("movies", json!(films))
        .set("/config/options/additionalLocales", json!(languages));
    for kind in ["Standard", "Event", "Movie", "Theater"] {
        acme = acme.set(&format!("/config/defer{kind}Pages"), json!(true));
    }
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let index = site.get("/sitemap.xml").text();
    assert!(index.contains("/sitemap-2.xml</loc>") && !index.contains("/sitemap-3.xml"), "{index}");
    let part = site.get("/sitemap-2.xml");
    // 5 lists, 1 theater and 1,000 films, minus the 1,000 entries of the first part.
    assert_eq!((part.status, part.text().matches("<loc>").count()), (200, 6 * 50));
    for other in ["0", "02", "+2", "%2B2", "3", "99999999999999999999"] {
        assert_eq!(site.get(&format!("/sitemap-{other}.xml")).status, 404, "{other}");
    }
}

#[test]
fn sharing_pictures_are_the_same_for_all_visitors() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let theater = "/api/share/theater/aster-old-mill.png";
    for path in
        ["/api/share/site.png", "/api/share/movie/318204.png", "/fr/api/share/movie/318204.png", theater]
    {
        let reply = site.get(path);
        assert_eq!(
            (reply.status, reply.required_header("content-type").as_str()),
            (200, "image/png"),
            "{path}"
        );
        let png = reply.decoded_body();
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((&png[1..4], number(16), number(20)), (&b"PNG"[..], 1200, 630), "{path}");
    }
    let plain = site.get(theater).required_header("etag");
    let other = site.with_cookie("selectedTheaterId=aster-harbor").get(&format!("{theater}?day=2026-11-22"));
    assert_eq!(other.required_header("etag"), plain);
    assert_ne!(site.get("/api/share/site.png").required_header("etag"), plain);
    for nothing in [
        "/api/share/movie/1.png",
        "/api/share/theater/T9.png",
        "/api/share/event/9.png",
        "/api/share/x/1.png",
    ] {
        assert_eq!(site.get(nothing).status, 404, "{nothing}");
    }
}

#[test]
fn search_entries_of_pages_have_their_footer_list() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let data = server.site("localhost").page("/search/").data();
    let entries = data["page"]["entries"].as_array().unwrap().clone();
    let line = |href: &str| entries.iter().find(|e| e["href"] == href).map(|e| e["line"].clone());
    assert_eq!(line("/visit/refunds/"), Some(json!("Visit")));
}

/// Without scripts: the server has the same search as the browser.
#[test]
fn the_search_tolerates_typos_and_finds_people_formats_days_and_page_contents() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let (meridian, aster) = (server.site("localhost"), server.site("aster.localhost"));
    let found = |site: &Site<'_>, path: &str| -> Vec<(String, String)> {
        let page = site.page(path);
        let text = page.text();
        assert!(!text.contains("Nothing found") && !text.contains("Aucun résultat"), "{path}: {text}");
        page.links().map(|a| (a.text.clone(), a.get("href").to_owned())).collect()
    };
    let salt = "/movies/318204-the-salt-cartographer/";
    for question in ["salt+cartografer", "inez", "cartogarpher", "open+captions", "sal"] {
        let links = found(&meridian, &format!("/search/?q={question}"));
        assert!(links.iter().any(|(_, href)| href == salt), "{question}: {links:?}");
    }
    let text = meridian.page("/search/?q=sal").text();
    assert!(text.contains("4 results") && !text.contains("Third Floor"), "{text}");
    assert!(found(&meridian, "/search/?q=3d").iter().any(|(text, _)| text == "Halfway to Vega"));
    assert!(found(&meridian, "/search/?q=popcorn").iter().any(|(_, href)| href == "/club/"));
    assert!(found(&aster, "/search/?q=popcorn").iter().any(|(_, href)| href == "/visit/cafe/"));
    let day = |links: Vec<(String, String)>, name: &str| {
        let link = links.into_iter().find(|(text, _)| text == name);
        link.map(|(_, href)| href).unwrap_or_default()
    };
    assert!(day(found(&meridian, "/search/?q=tomorrow"), "Tomorrow").starts_with("/showtimes/?day="));
    assert!(day(found(&aster, "/fr/search/?q=demain"), "Demain").starts_with("/fr/showtimes/?day="));
    // A film without shows has a note instead.
    let entries = meridian.page("/search/").data()["page"]["entries"].clone();
    let films = entries.as_array().unwrap().iter().filter(|e| e["kind"] == "film");
    for film in films {
        assert!(
            film.get("shows").is_some() || film["when"].as_str().is_some_and(|w| !w.is_empty()),
            "{film}"
        );
    }
}
