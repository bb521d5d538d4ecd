//! Films that two feeds have, each with an id of its own (decision 0072).

use marquee_tests::{Page, Site};
use serde_json::{Value, json};

use super::super::{Browser, assert_problem};
use super::{System, connect, office, run, settings};

/// A schedule in which the film has another title than on the site.
const SHEET: &str =
    "Date,Time,Film,Theater\n2026-11-21,19:00,LOW TIDE (2D),Two\n2026-11-21,21:00,Kestrel,Two\n";

fn matches(browser: &Browser<'_>) -> Value {
    browser.ok("GET", "acme/film-matches", &Value::Null)["matches"].clone()
}

/// Waits until the page of a theater links to these films, by the numbers in their addresses.
fn wait_for_films(site: &Site<'_>, films: &[&str]) {
    site.wait_for_page("/theaters/t2/?day=2026-11-21", |page| {
        let is_linked = |film: &&str| {
            let start = format!("/movies/{film}-");
            page.links().any(|link| link.get("href").starts_with(&start))
        };
        films.iter().all(is_linked)
    });
}

/// Runs a feed for the first time; returns its film that may be one of the site.
fn suggested_film(browser: &Browser<'_>, feed: &str) -> String {
    run(browser, feed);
    matches(browser)[0]["film"].as_str().unwrap().to_owned()
}

#[test]
fn a_person_says_once_whether_two_films_are_the_same() {
    let system = System::new(SHEET);
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    let site = office.server.site("acme.example");
    let own = suggested_film(&owner, &feed);
    let host = system.address.split(':').next().unwrap();
    let expected = json!([{
        "film": own, "title": "LOW TIDE (2D)", "source": host, "target": "1", "targetTitle": "Low Tide",
        "state": "suggested", "confidence": 90,
    }]);
    assert_eq!(matches(&owner), expected);
    let listed_at = |clock: &str| {
        office.data.run(&["feed", "films", "--site", "acme", "--clock", clock]).stdout_of_success()
    };
    assert!(listed_at("2026-11-21T12:00:00Z").contains("LOW TIDE (2D)"));
    assert!(
        !listed_at("2026-12-24T12:00:00Z").contains("LOW TIDE"),
        "nobody is asked once they no longer play"
    );
    wait_for_films(&site, &[&own, "2"]);
    let overview = owner.ok("GET", "acme/overview", &Value::Null);
    let item = overview["attention"].as_array().unwrap().iter().find(|item| item["kind"] == "similarFilm");
    assert_eq!(item.unwrap()["names"], json!(["Low Tide"]), "{overview}");

    let path = format!("acme/film-matches/{own}");
    let decide = |is_same: bool| owner.ok("PUT", &path, &json!({ "isSame": is_same }));
    assert_eq!(decide(true)["matches"][0]["state"], "same");
    assert_eq!(run(&owner, &feed)["run"]["result"], "changed", "the response is the same as before");
    wait_for_films(&site, &["1", "2"]);
    let moved = site.get(&format!("/movies/{own}-low-tide-2d/"));
    assert_eq!((moved.status, moved.header("location").as_deref()), (301, Some("/movies/1-low-tide/")));
    assert_eq!(run(&owner, &feed)["run"]["result"], "unchanged");
    let overview = owner.ok("GET", "acme/overview", &Value::Null).to_string();
    assert!(!overview.contains("similarFilm"), "{overview}");

    assert_eq!(decide(false)["matches"][0]["state"], "different");
    run(&owner, &feed);
    wait_for_films(&site, &[&own, "2"]);
    assert_eq!(site.get(&format!("/movies/{own}-low-tide-2d/")).status, 200);
    run(&owner, &feed);
    assert_eq!(matches(&owner)[0]["state"], "different", "nobody is asked again");
    let audit = owner.ok("GET", "acme/audit", &Value::Null).to_string();
    assert!(audit.contains("film.same") && audit.contains("film.different"), "{audit}");
    assert_problem(&owner.send("PUT", "acme/film-matches/77", &json!({ "isSame": true })), 404);

    let listed = office.data.run(&["feed", "films", "--site", "acme"]).stdout_of_success();
    assert!(listed.contains("LOW TIDE (2D)") && listed.contains("90 %"), "{listed}");
    office.data.run(&["feed", "film", "--site", "acme", &own, "same"]).stdout_of_success();
    assert_eq!(matches(&owner)[0]["state"], "same");
}

/// The addresses of the films to which the main part of a page links.
fn films_of(page: &Page) -> Vec<String> {
    let hrefs = page.links().map(|link| link.get("href").to_owned());
    let mut films: Vec<_> = hrefs.filter(|href| href.starts_with("/movies/") && href.contains('-')).collect();
    films.retain(|href| !href.starts_with("/movies/coming-soon"));
    films.dedup();
    films
}

#[test]
fn what_names_a_merged_film_shows_the_film_into_which_it_was_merged() {
    let system = System::new(SHEET);
    let office = office(&system);
    let owner = office.owner();
    let feed = connect(&owner, &settings(&system));
    let site = office.server.site("acme.example");
    let own = suggested_film(&owner, &feed);
    let event = json!({
        "id": "9", "title": "High Water", "slug": "water", "movieIds": [own],
        "dates": [{ "date": "2026-11-21", "time": "18:00:00" }, { "date": "2026-11-28", "movieId": own }],
    });
    let both = json!({
        "id": "8", "title": "Both", "slug": "both", "movieIds": [own, "1"], "dates": [{ "date": "2026-11-22", "movieId": own }],
    });
    let rail = json!({ "type": "filmRail", "title": "Our tides", "movieIds": [own, "1"] });
    for (pointer, value) in [
        ("/events/9", event),
        ("/events/8", both),
        ("/pages/~1tide~1", json!({ "path": "/tide/", "title": "Tide", "blocks": [rail] })),
        ("/site/config/options/featuredFilms", json!({ "a": { "movieId": own, "from": "2026-11-01" } })),
    ] {
        assert_eq!(owner.edit(pointer, &Value::Null, &value).status, 200, "{pointer}");
    }
    assert_eq!(owner.edit("/site/config/movieOrderIndex", &json!([]), &json!([own])).status, 200);
    owner.publish();
    let preview = owner.ok("GET", "acme/preview", &Value::Null)["address"].as_str().unwrap().to_owned();
    let (_, preview) = preview.split_once("//").unwrap();
    let preview = format!("{}events/9-water/", &preview[preview.find('/').unwrap()..]);
    let shows = |film: &str, title: &str, count: usize| {
        let link = format!("/movies/{film}-");
        let has_show =
            |page: &Page| page.links().any(|a| a.get("href").contains(&link)) && page.text().contains("7:00");
        site.wait_for_page("/events/9-water/", has_show);
        site.wait_for_page(&preview, has_show);
        site.wait_for_page("/events/8-both/", |page| films_of(page).len() == count);
        site.wait_for_page("/events/", |page| page.text().contains(title));
        site.wait_for_page("/tide/", |page| {
            films_of(page).len() == count && films_of(page)[0].contains(&link)
        });
        let leads = |page: &Page| films_of(page).first().is_some_and(|first| first.contains(&link));
        site.wait_for_page("/theaters/t2/?day=2026-11-21", leads);
        site.wait_for_page("/?day=2026-11-21", |page| page.data()["page"]["hero"]["film"]["id"] == film);
        let calendar = site.get(&format!("/api/calendar/movie/{own}.ics")).text();
        assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 1, "{calendar}");
    };
    shows(&own, "LOW TIDE (2D)", 2);
    let decide = |is_same: bool| {
        owner.ok("PUT", &format!("acme/film-matches/{own}"), &json!({ "isSame": is_same }));
        run(&owner, &feed);
    };
    decide(true);
    shows("1", "Low Tide", 1);
    let calendar = site.get("/api/calendar/event/9.ics");
    assert!(
        calendar.text().contains("Low Tide") && !calendar.text().contains("LOW TIDE"),
        "{}",
        calendar.text()
    );
    decide(false);
    shows(&own, "LOW TIDE (2D)", 2);
}
