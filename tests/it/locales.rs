//! `/fr/…`: pages in another locale

use marquee_tests::{Acme, CLOCK, Data, Page};
use serde_json::json;

#[test]
fn locale_01_the_path_prefix_decides_the_language() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let english = site.page("/");
    assert_eq!(english.one("html").get("lang"), "en");
    let french = site.page("/fr/");
    assert_eq!(french.one("html").get("lang"), "fr");
    let text = french.text();
    for part in ["À l’affiche", "L’Orchestre de marée basse", "18:20", "Aujourd’hui"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains(" PM"), "times are written as the locale does");
    assert!(french.links_to("/fr/movies/") && french.links_to("/fr/movies/318377-low-tide-orchestra/"));
    assert!(english.links().any(|a| a.get("href") == "/fr/" && a.text == "Français"));
    assert!(french.links().any(|a| a.get("href") == "/" && a.text == "English"));
    let film = site.page("/fr/movies/318204-the-salt-cartographer/");
    assert_eq!(film.one("h1").text, "Le Cartographe du sel");
    for path in [
        "/fr/movies/",
        "/fr/movies/coming-soon/",
        "/fr/theaters/",
        "/fr/showtimes/",
        "/fr/events/",
        "/fr/privacy/",
    ] {
        assert_eq!(site.page(path).one("html").get("lang"), "fr", "{path}");
    }
    assert_eq!(server.site("localhost").get("/fr/").status, 404, "a site without French has no such page");
}

#[test]
fn locale_01_locale_02_a_site_has_a_default_locale() {
    let french = Acme::single().set("/config/locale", json!("fr-FR")).named("chez", "chez.example");
    let mut bare = Acme::single();
    if let Some(config) = bare.site["config"].as_object_mut() {
        config.remove("locale");
        config.remove("country");
    }
    let server = Data::with(&[&french, &bare]).serve(CLOCK);
    let page = server.site("chez.example").page("/movies/");
    assert_eq!((page.one("html").get("lang"), page.one("h1").text.as_str()), ("fr", "À l’affiche"));
    let page = server.site("acme.example").page("/movies/");
    assert_eq!(page.one("html").get("lang"), "en");
    let intl = &page.data()["context"]["intl"];
    assert_eq!(intl["locale"], json!({ "long": "en-US", "short": "en" }));
    assert_eq!(intl["country"]["code"], "US");
}

#[test]
fn language_links_keep_the_page_and_its_day() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let page: Page = site.page("/movies/?day=2026-11-22");
    assert!(page.links_to("/fr/movies/?day=2026-11-22"));
    assert!(site.page("/fr/movies/?day=2026-11-22").links_to("/movies/?day=2026-11-22"));
}

#[test]
fn french_pages_translate_names_of_english_records() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let film = site.page("/fr/movies/318377-low-tide-orchestra/").data();
    assert_eq!(film["page"]["genres"], json!(["Drame", "Musique"]));
    assert_eq!(film["page"]["countries"], json!(["France", "Belgique"]));
    let page = site.page("/fr/movies/318204-the-salt-cartographer/");
    let text = page.text();
    assert!(text.contains("Salle ") && !text.contains("Screen "), "{text}");
    let header = page.one("header").text.clone();
    assert!(header.contains("Se connecter") && !header.contains("Sign in"), "{header}");
    let home = site.page("/fr/").data();
    let name = &home["attributes"]["Localization.Version.Original"];
    assert_eq!((&name["short"], &name["subtitled"]), (&json!("VO"), &json!("VOST")));
    let subtitles = &home["attributes"]["Localization.Subtitles"]["label"];
    assert_eq!(subtitles, "Sous-titres anglais", "an American theater's, on a French page");
    // A site without its own French texts has the built-in ones.
    let acme = Acme::single()
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/loyalty/accessFromHeader", json!(true))
        .set("/settings/loyalty/guestHeaderAccessLabel", json!("Come in"))
        .set("/config/options", json!({ "additionalLocales": ["fr-FR"] }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    assert!(site.page("/").one("header").text.contains("Come in"));
    let french = site.page("/fr/").one("header").text.clone();
    assert!(french.contains("Connexion") && !french.contains("Come in"), "{french}");
}
