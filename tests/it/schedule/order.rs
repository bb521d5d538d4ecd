//! Films that come first and films that appear nowhere (SITE-12)

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::{Value, json};

fn acme() -> Acme {
    let released = |id: &str, title: &str, day: &str| {
        let mut film = film(id, title);
        film["releaseDate"] = json!(day);
        film
    };
    let films = json!([
        released("1", "One", "2026-01-01"),
        released("2", "Two", "2026-03-01"),
        released("3", "Three", "2026-02-01"),
        released("4", "Four", "2026-04-01"),
        released("5", "Alpha", "2026-03-01"),
        film("6", "Undated"),
    ]);
    let films: Vec<Value> = films
        .as_array()
        .unwrap()
        .iter()
        .cloned()
        .map(|mut f| {
            if f["id"] == "6" {
                f.as_object_mut().unwrap().remove("releaseDate");
            }
            f
        })
        .collect();
    let event = json!({ "id": "E1", "title": "Both", "slug": "both", "dates": [{ "date": "2026-11-20" }], "movieIds": ["1", "4"] });
    Acme::circuit()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!(films))
        .file("events", json!([event]))
        .file("showtimes", json!(shows()))
}

/// A show of each film on November 20.
fn shows() -> Vec<Value> {
    (1..=6)
        .map(|n| show(&format!("s{n}"), "T1", &n.to_string(), "2026-11-21T02:00:00Z", "2026-11-20"))
        .collect()
}

fn listed(page: &Page) -> Vec<String> {
    page.all("h3")
        .chain(page.all("h2"))
        .map(|h| h.text.clone())
        .filter(|t| TITLES.contains(&t.as_str()))
        .collect()
}

const TITLES: [&str; 6] = ["One", "Two", "Three", "Four", "Alpha", "Undated"];

#[test]
fn site_12_the_operators_order_comes_first_then_release_then_title() {
    let data = Data::with(&[&acme()]);
    let server = data.serve(CLOCK);
    assert_eq!(
        listed(&server.site("acme.example").page("/movies/")),
        ["Four", "Alpha", "Two", "Three", "One", "Undated"]
    );
    drop(server);
    let ordered = acme()
        .set("/config/movieOrderIndex", json!(["3", "1"]))
        .set("/config/globalExcludedMovieIds", json!(["4"]));
    let data = Data::with(&[&ordered]);
    let server = data.serve(CLOCK);
    assert_eq!(
        listed(&server.site("acme.example").page("/movies/")),
        ["Three", "One", "Alpha", "Two", "Undated"]
    );
}

#[test]
fn site_12_the_featured_film_of_the_day_leads_the_home_page_if_it_has_a_show_left() {
    let mut shows = shows();
    for (id, film) in [("s7", "1"), ("s8", "2")] {
        shows.push(show(id, "T2", film, "2026-11-21T02:00:00Z", "2026-11-20"));
    }
    let theaters = json!([theater("T1", "The House"), theater("T2", "The Barn")]);
    let acme = acme().file("theaters", theaters).file("showtimes", json!(shows));
    let all = json!({ "movieId": "2", "from": "2026-11-18", "to": "2026-11-20" });
    let next_day = json!({ "movieId": "3", "from": "2026-11-21" });
    let own = json!({ "movieId": "1", "from": "2026-11-20", "theaterId": "T2" });
    let without_shows = json!({ "movieId": "9", "from": "2026-11-01" });
    for (films, leads_all, leads_t2) in [
        (json!({}), "Four", "Two"),
        (json!({ "a": next_day }), "Four", "Two"),
        (json!({ "a": all, "b": next_day }), "Two", "Two"),
        (json!({ "a": all, "b": own }), "Two", "One"),
        (json!({ "a": own }), "Four", "One"),
        (json!({ "a": without_shows }), "Four", "Two"),
    ] {
        let data = Data::with(&[&acme.clone().set("/config/options", json!({ "featuredFilms": films }))]);
        let server = data.serve(CLOCK);
        let site = server.site("acme.example");
        let home = site.page("/");
        assert_eq!(home.one("h1").text, leads_all, "{films}");
        assert_eq!(listed(&home).first().map(String::as_str), Some(leads_all), "{films}");
        assert_eq!(listed(&site.page("/movies/"))[0], "Four", "only the home page: {films}");
        let chosen = site.with_cookie("selectedTheaterId=T2");
        assert_eq!(chosen.page("/").one("h1").text, leads_t2, "{films}");
    }
}

#[test]
fn site_12_an_excluded_film_is_not_shown_anywhere() {
    let excluded = acme().set("/config/globalExcludedMovieIds", json!(["4"]));
    let data = Data::with(&[&excluded]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    let all = Data::with(&[&acme()]);
    let unfiltered_server = all.serve(CLOCK);
    let unfiltered = unfiltered_server.site("acme.example");
    for path in
        ["/", "/movies/", "/showtimes/", "/theaters/t1/", "/theaters/t1/?view=time", "/events/E1-both/"]
    {
        assert!(
            unfiltered.get(path).text().contains("Four"),
            "{path} lists the film of a site that shows it"
        );
        let response = site.get(path);
        let html = response.text();
        assert!(response.status == 200 && !html.contains("Four") && !html.contains("perf=s4"), "{path}");
    }
    for path in ["/movies/4-four/", "/movies/4-x/", "/permalink/movie/4"] {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
}

#[test]
fn site_12_films_can_be_in_the_order_of_their_number_of_shows() {
    let mut shows = shows();
    for (id, film, day) in
        [("s7", "1", 22), ("s8", "1", 23), ("s9", "5", 22), ("s10", "2", 30), ("s11", "2", 30)]
    {
        shows.push(show(id, "T1", film, &format!("2026-11-{day}T20:00:00Z"), &format!("2026-11-{day}")));
    }
    let acme = acme().file("showtimes", json!(shows)).set("/config/movieOrderIndex", json!(["6"]));
    let data = Data::with(&[&acme.set("/config/options", json!({ "orderByShows": true }))]);
    let server = data.serve(CLOCK);
    let listed = listed(&server.site("acme.example").page("/movies/"));
    // Those of Two are more than a week away.
    assert_eq!(listed, ["Undated", "One", "Alpha", "Four", "Two", "Three"]);
}

/// "Four" does not appear at all places.
fn with_places(places: &Value) -> Acme {
    let mut shows = shows();
    shows.push(show("s7", "T2", "4", "2026-11-21T02:00:00Z", "2026-11-20"));
    let theaters = json!([theater("T1", "The House"), theater("T2", "The Barn")]);
    let acme = acme().file("theaters", theaters).file("showtimes", json!(shows));
    acme.set("/config/options", json!({ "filmPlaces": { "4": places } }))
}

#[test]
fn site_12_a_film_can_be_left_out_of_the_home_page() {
    let featured = json!({ "a": { "movieId": "4", "from": "2026-11-01" } });
    let acme = with_places(&json!({ "notOnHome": true })).set("/config/options/featuredFilms", featured);
    let data = Data::with(&[&acme]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    let home = site.page("/");
    assert_eq!(home.one("h1").text, "Alpha", "it does not lead the page either");
    assert!(!listed(&home).contains(&"Four".to_owned()));
    assert!(listed(&site.page("/movies/")).contains(&"Four".to_owned()));
    let tab = home.links().find(|link| link.text.starts_with("Now showing")).map(|link| link.text.clone());
    assert_eq!(tab.as_deref(), Some("Now showing 6"), "the tab has the number of films of its list");
}

#[test]
fn site_12_a_film_can_be_left_out_of_what_starts_soon() {
    let soon = |places: &Value| {
        let data = Data::with(&[&with_places(places)]);
        let server = data.serve("2026-11-20T20:00:00Z");
        let home = server.site("acme.example").page("/");
        home.data()["page"]["soon"].as_array().unwrap().iter().map(|s| s["title"].clone()).collect::<Vec<_>>()
    };
    assert!(soon(&json!({})).contains(&json!("Four")));
    let without = soon(&json!({ "notInStartingSoon": true }));
    assert!(!without.is_empty() && !without.contains(&json!("Four")), "{without:?}");
}

#[test]
fn site_12_search_engines_can_be_asked_to_leave_out_a_film() {
    let data = Data::with(&[&with_places(&json!({ "notInSearchEngines": true }))]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    let sitemap = site.get("/sitemap.xml").text();
    assert!(sitemap.contains("/movies/2-two/") && !sitemap.contains("/movies/4-four/"), "{sitemap}");
    assert!(site.get("/movies/4-four/").text().contains(r#"<meta name="robots" content="noindex">"#));
    assert!(!site.get("/movies/2-two/").text().contains("noindex"));
}

#[test]
fn site_12_shows_of_a_film_can_be_hidden_at_a_theater() {
    let data = Data::with(&[&with_places(&json!({ "hiddenAt": ["T2"] }))]);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    for path in ["/", "/movies/", "/movies/4-four/", "/showtimes/", "/theaters/t1/"] {
        let html = site.get(path).text();
        assert!(html.contains("perf=s4") && !html.contains("perf=s7"), "{path}");
    }
    let at_other = site.get("/theaters/t2/").text();
    assert!(!at_other.contains("perf=s7") && !at_other.contains("Four"));
}
