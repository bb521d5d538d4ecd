//! Pages in every language of `locales/`: a language is a folder, so these tests do not name any.

use std::collections::BTreeMap;

use marquee_tests::{Acme, CLOCK, Data, Page, film, root, show, theater};
use serde_json::{Value, json};

const PAGES: [&str; 7] =
    ["/", "/movies/1-fjord/", "/showtimes/", "/theaters/", "/theaters/t1/", "/login/", "/login/join/"];

/// The languages beside English.
fn others() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("locales")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name != "en");
    names.sort();
    names
}

fn collect(prefix: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::String(text) => drop(found.insert(prefix.to_owned(), text.clone())),
        Value::Object(group) => {
            group.iter().for_each(|(key, value)| collect(&format!("{prefix}.{key}"), value, found));
        }
        _ => panic!("{prefix} is neither a text nor a group"),
    }
}

/// The texts of a language by file and key.
fn texts(language: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for file in ["pages", "later", "server", "names"] {
        let text = std::fs::read_to_string(root().join(format!("locales/{language}/{file}.json"))).unwrap();
        collect(file, &serde_json::from_str(&text).unwrap(), &mut found);
    }
    found
}

/// English texts of at least two words that the language has other words for.
fn english_texts(own: &BTreeMap<String, String>) -> Vec<String> {
    let differs = |(key, text): &(String, String)| own.get(key) != Some(text) && !text.contains('{');
    let texts = texts("en").into_iter().filter(differs).map(|(_, text)| text);
    texts.filter(|text| text.contains(' ')).collect()
}

/// English texts on a page, in its content, its labels or its data.
fn english_on(page: &Page, english: &[String]) -> Vec<String> {
    let is_there = |text: &&String| {
        [format!(">{text}<"), format!("\"{text}\""), format!("> {text} <"), format!("{text}.")]
            .iter()
            .any(|text| page.html.contains(text.as_str()))
    };
    english.iter().filter(is_there).cloned().collect()
}

/// A circuit with two theaters and three films, whose titles are not words.
fn site() -> Acme {
    let screen = |mut show: Value| {
        show["screen"] = json!("sc3");
        show["attributes"] = json!(["Localization.Version.Original", "Showtime.Accessibility.OpenCaption"]);
        show
    };
    let mut uno = theater("t1", "Uno");
    uno["screens"] = json!([{ "id": "sc3", "name": "Screen 3" }]);
    let mut fjord = film("1", "Fjord");
    fjord["genres"] = json!(["Science fiction"]);
    fjord["countries"] = json!(["US"]);
    Acme::circuit()
        .file("theaters", json!([uno, theater("t2", "Duo")]))
        .file("movies", json!([fjord, film("2", "Kestrel"), film("3", "Nimbus")]))
        .file(
            "showtimes",
            json!([
                screen(show("s1", "t1", "1", "2026-11-21T00:00:00Z", "2026-11-20")),
                show("s2", "t1", "2", "2026-11-21T01:00:00Z", "2026-11-20"),
                show("s3", "t2", "1", "2026-11-22T01:00:00Z", "2026-11-21"),
            ]),
        )
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/loyalty/accessFromHeader", json!(true))
        .set("/settings/loyalty/guestHeaderAccessLabel", json!(""))
}

#[test]
fn locale_01_every_page_is_in_the_language_of_its_site() {
    for language in others() {
        let own = texts(&language);
        let english = english_texts(&own);
        assert!(english.len() > 300, "{language} has words of its own");
        let host = format!("{language}.example");
        let site = site().named(&language, &host).set("/config/locale", json!(language));
        let server = Data::with(&[&site]).serve(CLOCK);
        let site = server.site(&host);
        for path in PAGES {
            let page = site.page(path);
            assert_eq!(page.one("html").get("lang"), language, "{path}");
            assert_eq!(english_on(&page, &english), Vec::<String>::new(), "{path} in {language}");
        }
        let missing = Page::parse(&site.get("/nowhere/"));
        assert_eq!(english_on(&missing, &english), Vec::<String>::new(), "404 in {language}");
        assert_eq!(missing.one("h1").text, own["pages.errors.notFoundTitle"]);
        let home = site.page("/").one("body").text.clone();
        for key in ["pages.tabs.nowShowing", "pages.tabs.comingSoon", "pages.filters.version"] {
            assert!(home.contains(&own[key]), "{key} in {home}");
        }
        let film = site.page("/movies/1-fjord/");
        assert_eq!(film.data()["page"]["genres"], json!([own["names.genres.Science fiction"]]));
        let screen = own["server.names.screen"].replace("{number}", "3");
        assert!(film.text().contains(&screen), "{}", film.text());
        assert!(site.page("/login/").text().contains(&own["later.account.signIn"]));
    }
}

#[test]
fn locale_01_seo_every_language_has_its_address() {
    let others = others();
    let acme = site().set("/config/options", json!({ "additionalLocales": others }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let sitemap = site.get("/sitemap.xml").text();
    let english = site.page("/showtimes/?day=2026-11-21");
    for language in &others {
        let page = site.page(&format!("/{language}/showtimes/?day=2026-11-21"));
        assert_eq!(page.one("html").get("lang"), language.as_str());
        assert!(english.links_to(&format!("/{language}/showtimes/?day=2026-11-21")), "{language}");
        assert!(page.links_to("/showtimes/?day=2026-11-21"));
        assert!(page.html.contains(&format!("hreflang=\"{language}\"")), "{}", page.html);
        assert!(sitemap.contains(&format!("hreflang=\"{language}\"")), "{sitemap}");
        assert!(sitemap.contains(&format!("/{language}/movies/1-fjord/")), "{sitemap}");
        let name = english.links().find(|link| link.get("hreflang") == language.as_str()).unwrap();
        assert!(name.text.starts_with(char::is_uppercase) && name.text != *language, "{}", name.text);
    }
}
