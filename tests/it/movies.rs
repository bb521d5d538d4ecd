//! `/movies/`, `/movies/coming-soon/`, `/movies/{id}-{slug}/` and `/{prefix}/movie/`

use marquee_tests::{Acme, CLOCK, Data, Page, film, show, theater};
use serde_json::json;

#[test]
fn route_01_the_list_links_to_film_pages_and_to_tickets() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (host, film) in [
        ("localhost", "/movies/318204-the-salt-cartographer/"),
        ("aster.localhost", "/movies/318377-low-tide-orchestra/"),
    ] {
        let page = server.site(host).page("/movies/");
        assert_eq!(page.one("h1").text, "Now showing");
        assert!(page.links_to(film), "{:?}", page.films());
        assert!(page.films().len() >= 10, "{:?}", page.films());
        let tickets = page.links().filter(|a| a.get("href").contains("/startticketing?")).count();
        assert!(tickets > 15, "{tickets} links to tickets");
        assert!(
            page.all("h2").chain(page.all("h3")).any(|h| h.text == page.films()[0]),
            "a film is a heading"
        );
    }
}

#[test]
fn announced_films_are_listed_with_their_release_date() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/movies/coming-soon/");
    assert_eq!(page.one("h1").text, "Coming soon");
    let films = page.films();
    assert_eq!(films.first().map(String::as_str), Some("Glasshouse"));
    assert_eq!(films.last().map(String::as_str), Some("Half a Kingdom"), "films without a day come last");
    assert!(page.text().contains("Glasshouse Preview R · 1 h 39 min Nov 28, 2026"), "{}", page.text());
}

#[test]
fn route_02_film_ids_of_six_and_ten_digits_are_valid() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    assert_eq!(site.page("/movies/318204-the-salt-cartographer/").one("h1").text, "The Salt Cartographer");
    assert_eq!(site.page("/movies/1000023004-a-thousand-folds/").one("h1").text, "A Thousand Folds");
    for nobody in ["/movies/1-x/", "/movies/318204x/", "/movies/-/", "/movies/the-salt-cartographer/"] {
        assert_eq!(site.get(nobody).status, 404, "{nobody}");
    }
}

#[test]
fn route_03_a_film_page_is_complete_without_scripts() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/movies/318204-the-salt-cartographer/");
    assert_eq!(page.title(), "The Salt Cartographer | Meridian Cinema");
    let text = page.text();
    for part in [
        "Forty years ago Evaristo Paz drew a line across the salt flat",
        "Inés Calamaqui",
        "1 h 58 min",
        "PG-13",
        "6:10 PM",
        "9:45 PM",
        "Original version",
        "Open captions",
        "Few seats left",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let booked: Vec<_> = page.links().filter(|a| a.get("href").contains("/startticketing?")).collect();
    assert!(booked.iter().any(|a| a.text.starts_with("6:10 PM")), "{booked:?}");
    let data = page.data();
    let shows = data["page"]["groups"].as_array().unwrap().iter();
    let started: Vec<_> =
        shows.flat_map(|g| g["shows"].as_array().unwrap()).filter(|s| s["state"] == "started").collect();
    assert!(!started.is_empty() && started.iter().all(|s| s["href"].is_null()), "no link: {started:?}");
    let days =
        page.links().filter(|a| a.get("href").starts_with("/movies/318204-the-salt-cartographer/?day="));
    assert!(days.count() >= 9, "the days are links");
}

#[test]
fn a_film_page_names_wheelchair_spaces_in_words() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for (host, path, words) in [
        ("localhost", "/movies/318204-the-salt-cartographer/", "Wheelchair spaces"),
        ("aster.localhost", "/movies/318204-the-salt-cartographer/", "Wheelchair spaces"),
        ("aster.localhost", "/fr/movies/318204-the-salt-cartographer/", "Places fauteuil roulant"),
    ] {
        let page = server.site(host).page(path);
        let about = page.all("aside").find(|a| a.get("aria-labelledby") == "about").unwrap();
        // Last, and without "at selected times", which the others have.
        assert!(about.text.ends_with(words), "{host}{path}: {}", about.text);
    }
}

#[test]
fn route_03_a_circuit_groups_a_film_by_theater() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("aster.localhost").page("/movies/318204-the-salt-cartographer/");
    for (name, href) in [("Canal Street", "/theaters/canal-street/"), ("Garden Row", "/theaters/garden-row/")]
    {
        assert!(page.links().any(|a| a.text == name && a.get("href") == href), "{name}");
    }
    assert!(page.text().contains("Next: Friday, Nov 27"), "a theater without shows today names its next day");
}

#[test]
fn route_06_film_pages_are_under_the_prefix_if_there_is_one() {
    let films = json!([film("1", "One")]);
    let with = Acme::single().set("/config/pathPrefix", json!("downtown")).file("movies", films.clone());
    let without = Acme::single().named("other", "other.example").file("movies", films);
    let server = Data::with(&[&with, &without]).serve(CLOCK);
    let site = server.site("acme.example");
    assert_eq!(site.page("/downtown/movie/").one("h1").text, site.page("/movies/").one("h1").text);
    assert_eq!(site.page("/downtown/movie/1-one/").one("h1").text, "One");
    assert_eq!(site.get("/uptown/movie/").status, 404);
    assert_eq!(server.site("other.example").get("/downtown/movie/").status, 404);
}

#[test]
fn a_film_of_another_site_is_not_found() {
    let own_site = Acme::single().file("movies", json!([film("1", "Ours")]));
    let other_site =
        Acme::single().named("theirs", "theirs.example").file("movies", json!([film("2", "Theirs")]));
    let server = Data::with(&[&own_site, &other_site]).serve(CLOCK);
    assert_eq!(server.site("acme.example").page("/movies/1-ours/").one("h1").text, "Ours");
    for path in ["/movies/2-theirs/", "/permalink/movie/2"] {
        let reply = server.site("acme.example").get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(!reply.text().contains("Theirs"));
    }
}

/// A day with shows in every part of the day, in two versions, one with captions.
fn day_of_shows() -> Acme {
    let at = |id: &str, film: &str, utc: &str, attributes: &[&str]| {
        let mut s = show(id, "T1", film, utc, "2026-11-21");
        s["attributes"] = json!(attributes);
        s
    };
    Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "Early Bird"), film("2", "Night Owl"), film("3", "Both")]))
        .file(
            "showtimes",
            json!([
                at("a", "1", "2026-11-21T15:00:00Z", &["Localization.Version.Original"]),
                at("b", "3", "2026-11-21T20:30:00Z", &["Format.Sound.Dubbed"]),
                at("c", "3", "2026-11-22T00:00:00Z", &["Showtime.Accessibility.OpenCaption"]),
                at("d", "2", "2026-11-22T05:30:00Z", &["Localization.Version.Original"]),
            ]),
        )
}

fn list(page: &Page) -> Vec<String> {
    let mut films = page.films();
    films.sort();
    films
}

#[test]
fn the_list_can_be_filtered_by_day_time_version_and_access() {
    let server = Data::with(&[&day_of_shows()]).serve(CLOCK);
    let site = server.site("acme.example");
    let cases: [(&str, &[&str]); 12] = [
        ("", &["Both", "Early Bird", "Night Owl"]),
        ("?day=2026-11-21", &["Both", "Early Bird", "Night Owl"]),
        ("?day=2026-11-21&time=morning", &["Early Bird"]),
        ("?day=2026-11-21&time=afternoon", &["Both"]),
        ("?day=2026-11-21&time=evening", &["Both"]),
        ("?day=2026-11-21&time=late", &["Night Owl"]),
        ("?day=2026-11-21&version=Localization.Version.Original", &["Early Bird", "Night Owl"]),
        ("?day=2026-11-21&access=Showtime.Accessibility.OpenCaption", &["Both"]),
        ("?day=2026-11-21&version=Format.Sound.Dubbed&time=morning", &[]),
        ("?day=2026-11-21&utm_source=mail&x=%3Cscript%3E", &["Both", "Early Bird", "Night Owl"]),
        ("?day=yesterday&time=noon&version=%22%3E", &["Both", "Early Bird", "Night Owl"]),
        ("?day=2026-11-20", &[]),
    ];
    for (query, films) in cases {
        assert_eq!(list(&site.page(&format!("/movies/{query}"))), films, "{query}");
    }
    let page = site.page("/movies/?day=2026-11-21&version=Format.Sound.Dubbed&time=morning");
    assert!(page.text().contains("No films match these filters"), "{}", page.text());
    assert!(page.links_to("/movies/?day=2026-11-21"), "the filters can be cleared");
}

#[test]
fn const_04_an_original_version_and_a_dubbed_one_are_marked() {
    let server = Data::with(&[&day_of_shows()]).serve(CLOCK);
    let film = |path: &str| server.site("acme.example").page(path).text();
    assert!(film("/movies/1-early-bird/?day=2026-11-21").contains("Original version"));
    let both = film("/movies/3-both/?day=2026-11-21");
    assert!(both.contains("Dubbed English"), "with the language of the theater's country: {both}");
    let list = film("/movies/?day=2026-11-21");
    assert!(list.contains("10:00 AM OV") && list.contains("3:30 PM DUB"), "{list}");
}

#[test]
fn route_04_a_page_that_is_not_cached_is_rendered_on_request() {
    let acme = Acme::single()
        .set("/config/deferMoviePages", json!(true))
        .file("theaters", json!([theater("T1", "Downtown")]))
        .file("movies", json!([film("777777", "Late Addition")]))
        .file("showtimes", json!([show("a", "T1", "777777", "2026-11-21T23:00:00Z", "2026-11-21")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/movies/777777-late-addition/?day=2026-11-21");
    assert_eq!(
        (page.one("h1").text.as_str(), page.data()["page"]["kind"].as_str()),
        ("Late Addition", Some("film"))
    );
    assert!(page.links_to("https://t.example/book?perf=a"), "and its showtimes, without another call");
    // Another name after the number redirects to the film's own.
    let other = site.get("/movies/777777-another-name/");
    assert_eq!(
        (other.status, other.required_header("location").as_str()),
        (301, "/movies/777777-late-addition/")
    );
}

#[test]
fn const_03_a_badge_can_have_words_of_the_operator_in_each_language() {
    let mut own = film("1", "Own");
    own["badgeText"] = json!("Last chance");
    own["ownBadgesOnly"] = json!(true);
    own["releaseDate"] = json!("2026-11-19");
    own["localizations"] = json!({ "fr": { "badgeText": "Derniers jours" } });
    let mut none = film("2", "None");
    none["ownBadgesOnly"] = json!(true);
    none["releaseDate"] = json!("2026-11-19");
    let acme = Acme::circuit()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([own, none]))
        .file(
            "showtimes",
            json!([
                show("s1", "T1", "1", "2026-11-21T02:00:00Z", "2026-11-20"),
                show("s2", "T1", "2", "2026-11-21T02:00:00Z", "2026-11-20"),
            ]),
        )
        .set("/config/options", json!({ "additionalLocales": ["fr-FR"] }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for (path, words) in [
        ("/movies/", "Last chance"),
        ("/movies/1-own/", "Last chance"),
        ("/fr/movies/", "Derniers jours"),
        ("/fr/movies/1-own/", "Derniers jours"),
    ] {
        let text = site.page(path).text();
        assert!(text.contains(words), "{path}: {text}");
        assert!(
            !text.contains("New") && !text.contains("Nouveau"),
            "neither film has another badge, {path}: {text}"
        );
    }
}
