//! `/theaters/` and `/theaters/{slug}/`

use marquee_tests::{Acme, CLOCK, Data, film, show, theater};
use serde_json::{Value, json};

#[test]
fn site_08_theater_ids_decide_which_theaters_are_shown_and_their_order() {
    let houses =
        json!([theater("T1", "House One"), theater("T2", "House Two"), theater("T3", "House Three")]);
    let shows = json!([
        show("a", "T1", "1", "2026-11-21T01:00:00Z", "2026-11-20"),
        show("b", "T2", "2", "2026-11-21T01:10:00Z", "2026-11-20"),
        show("c", "T3", "3", "2026-11-21T01:20:00Z", "2026-11-20"),
        show("d", "T2", "1", "2026-11-21T01:30:00Z", "2026-11-20"),
    ]);
    let event =
        json!([{ "id": "E1", "title": "Gala", "slug": "gala", "theaterIds": ["T1", "T2"], "dates": [] }]);
    let acme = Acme::circuit()
        .set("/config/theaterIds", json!(["T3", "T1"]))
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .file("theaters", houses)
        .file("movies", json!([film("1", "First"), film("2", "Second"), film("3", "Third")]))
        .file("showtimes", shows)
        .file("events", event);
    let data = Data::with(&[&acme]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    let names = |value: &Value, key: &str| -> Vec<String> {
        value.as_array().unwrap().iter().map(|t| t[key].as_str().unwrap().to_owned()).collect()
    };
    let page = site.page("/theaters/");
    assert_eq!(names(&page.data()["page"]["theaters"], "id"), ["T3", "T1"]);
    assert_eq!(names(&page.data()["site"]["allTheaters"], "id"), ["T3", "T1"]);
    assert_eq!(names(&site.page("/login/theaters/").data()["page"]["theaters"], "id"), ["T3", "T1"]);
    assert_eq!(names(&site.get("/api/programme.json").json()["cinemas"], "cinema_id"), ["T3", "T1"]);
    for path in
        ["/", "/movies/", "/showtimes/", "/movies/1-first/", "/search/", "/events/E1-gala/", "/sitemap.xml"]
    {
        let text = site.get(path).text();
        assert!(!text.contains("House Two") && !text.contains("/theaters/t2"), "{path}: {text}");
    }
    assert_eq!(
        site.page("/movies/").films(),
        ["First", "Third"],
        "a film of the hidden theater alone does not play"
    );
    assert!(!site.page("/movies/1-first/").text().contains("8:30 PM"));
    for missing_path in [
        "/theaters/t2/",
        "/api/programme/T2.json",
        "/api/calendar/theater/T2.ics",
        "/api/calendar/show/d.ics",
        "/api/share/theater/T2.png",
    ] {
        assert_eq!(site.get(missing_path).status, 404, "{missing_path}");
    }
    assert!(!site.get("/api/calendar/movie/1.ics").text().contains("House Two"));
    let chosen = site.with_cookie("selectedTheaterId=T2").page("/");
    assert!(chosen.data()["theater"].is_null(), "a hidden theater cannot be selected");
    assert_eq!(site.get("/api/select-theater?theater=T2&return=/").header("set-cookie"), None);

    // Caches are invalidated when the setting changes.
    data.change_site("acme", |site| site["config"]["theaterIds"] = json!([]));
    let page = site.page_once("/theaters/", |page| page.text().contains("House Two"));
    assert_eq!(names(&page.data()["page"]["theaters"], "id"), ["T1", "T2", "T3"]);
    let _ = site.page_once("/movies/", |page| page.films().contains(&"Second".to_owned()));
}

#[test]
fn theaters_are_listed_with_their_address_and_can_be_selected() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("aster.localhost").page("/theaters/");
    assert_eq!(page.one("h1").text, "Our theaters");
    let names: Vec<_> = page.all("h2").map(|h| h.text.as_str()).take(5).collect();
    assert_eq!(names, ["Canal Street", "Old Mill", "Harbor", "Garden Row", "Quai Saint-Elme"]);
    assert!(page.links_to("/theaters/quai-saint-elme/"));
    assert!(page.text().contains("12 Canal Street, Port Ellery"));
    assert!(page.links_to("/api/select-theater?theater=aster-old-mill&return=%2F"));
}

#[test]
fn a_theater_page_has_its_showtimes_by_film() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("aster.localhost").page("/theaters/canal-street/");
    assert_eq!(page.title(), "Showtimes at Canal Street | Aster Picture Houses");
    assert_eq!(page.one("h1").text, "Today at Canal Street");
    let text = page.text();
    for part in ["The Salt Cartographer", "12:00 PM", "6:30 PM", "12 Canal Street"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(page.links_to("tel:5550100178"));
    assert!(page.links_to("/theaters/canal-street/?view=time"));
    let by_time = server.site("aster.localhost").page("/theaters/canal-street/?view=time");
    for film in page.films() {
        assert!(by_time.text().contains(&film), "{film} in {}", by_time.text());
    }
    let other_day = server.site("aster.localhost").page("/theaters/canal-street/?day=2026-11-22");
    assert_eq!(other_day.one("h1").text, "Sunday, November 22 at Canal Street");
}

#[test]
fn times_are_in_the_time_zone_of_the_theater() {
    let mut paris = theater("T2", "Paris");
    paris["timeZone"] = json!("Europe/Paris");
    let mut no_zone = theater("T3", "Nowhere");
    no_zone["timeZone"] = json!(null);
    if let Some(house) = no_zone.as_object_mut() {
        house.remove("timeZone");
    }
    let at = "2026-11-21T18:00:00Z";
    let shows = json!([
        show("a", "T1", "1", at, "2026-11-21"),
        show("b", "T2", "1", at, "2026-11-21"),
        show("c", "T3", "1", at, "2026-11-21"),
    ]);
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "New York"), paris, no_zone]))
        .file("movies", json!([film("1", "One")]))
        .file("showtimes", shows);
    let server = Data::with(&[&acme]).serve(CLOCK);
    for (house, time) in [("t1", "1:00 PM"), ("t2", "7:00 PM"), ("t3", "6:00 PM")] {
        let page = server.site("acme.example").page(&format!("/theaters/{house}/?day=2026-11-21"));
        let booked = page.links().find(|a| a.get("href").starts_with("https://t.example/book")).unwrap();
        assert!(booked.text.starts_with(time), "{house}: {}", booked.text);
    }
}

#[test]
fn locale_03_a_theater_without_a_time_zone_is_in_utc() {
    let house = json!({ "id": "T1", "name": "Nowhere", "slug": "nowhere" });
    let acme = Acme::single()
        .file("theaters", json!([house]))
        .file("movies", json!([film("1", "One")]))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-21T18:00:00Z", "2026-11-21")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let text = server.site("acme.example").page("/showtimes/?day=2026-11-21").text();
    assert!(text.contains("6:00 PM"), "{text}");
}

#[test]
fn a_theater_of_another_site_is_not_found() {
    let own_site = Acme::circuit().file("theaters", json!([theater("T1", "Ours")]));
    let other_site =
        Acme::circuit().named("theirs", "theirs.example").file("theaters", json!([theater("T2", "Theirs")]));
    let server = Data::with(&[&own_site, &other_site]).serve(CLOCK);
    let site = server.site("acme.example");
    assert!(site.page("/theaters/t1/").text().contains("Ours"));
    for path in ["/theaters/t2/", "/theaters/T2/", "/theaters/theirs/"] {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
    assert!(!site.page("/theaters/").html.contains("Theirs"));
}

#[test]
fn a_closed_theater_shows_the_reason() {
    let mut house = theater("T1", "The House");
    house["closures"] =
        json!([{ "from": "2026-11-20", "to": "2026-11-25", "reason": "New seats are being put in." }]);
    let mut silent = theater("T3", "Silent House");
    silent["closures"] = json!([{ "from": "2026-11-20" }]);
    let acme = Acme::circuit().file("theaters", json!([house, theater("T2", "Open House"), silent]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let silent = site.page("/theaters/t3/").text();
    assert!(silent.contains("Closed until further notice."), "{silent}");
    assert!(site.page("/theaters/").text().contains("New seats are being put in."));
    assert!(site.page("/theaters/t1/").text().contains("New seats are being put in."));
    assert!(!site.page("/theaters/t1/?day=2026-11-26").text().contains("New seats"));
    assert!(!site.page("/theaters/t2/").text().contains("New seats"));
}

#[test]
fn theat_06_ent_05_set_15_page_data_has_theaters_providers_and_context() {
    let mut own = theater("T1", "Downtown");
    own["ticketingProvider"] = json!("WEBSALES");
    let acme = Acme::circuit()
        .set("/settings/ticketingProvider", json!("RTS"))
        .file("theaters", json!([own, theater("T2", "Uptown")]));
    let data = Data::with(&[&acme]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/theaters/t1/").data();
    assert_eq!(
        page["site"]["allTheaters"],
        json!([
            { "id": "T1", "name": "Downtown", "ticketingProvider": "WEBSALES" },
            { "id": "T2", "name": "Uptown", "ticketingProvider": "RTS" },
        ])
    );
    assert_eq!(
        page["context"],
        json!({
            "intl": {
                "locale": { "long": "en-US", "short": "en" },
                "country": { "code": "US", "iso31661A2": "US" },
            },
            "pagePath": "/theaters/t1/",
            "isSingleLocation": false,
            "theaterId": "T1",
            "betaFeaturesEnabled": false,
        })
    );
    // A change takes effect on publish.
    data.import_site(&acme.file("theaters", json!([theater("T3", "Only")])));
    let renewed = site.page_once("/movies/", |page| page.data()["site"]["allTheaters"][0]["id"] == "T3");
    assert_eq!(renewed.data()["site"]["allTheaters"].as_array().unwrap().len(), 1);
}
