//! Earlier addresses of pages (ROUTE-21), and what search engines and link previews have of a page

use std::time::{Duration, Instant};

use marquee_tests::Site;
use serde_json::{Value, json};

use super::office;

/// Waits until an address has a status: writes reach pages with a short delay.
fn wait_for(site: &Site<'_>, path: &str, status: u16) {
    let end = Instant::now() + Duration::from_secs(20);
    while site.get(path).status != status {
        assert!(Instant::now() < end, "{path} has status {}", site.get(path).status);
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn record(path: &str, former: &[&str]) -> Value {
    json!({ "path": path, "kind": "content", "title": "About us", "description": "", "blocks": [], "formerPaths": former })
}

#[test]
fn route_21_an_old_address_forwards_once_the_new_one_is_published() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    assert_eq!(site.get("/about/").status, 200);
    let page = owner.draft()["content"]["pages"]["/about/"].clone();
    let rename = |from: &str, old: &Value, to: &str, new: &Value| {
        let (from, to) = (from.replace('/', "~1"), to.replace('/', "~1"));
        let edits = json!({ "edits": [
            { "pointer": format!("/pages/{from}"), "from": old },
            { "pointer": format!("/pages/{to}"), "to": new },
        ] });
        assert_eq!(owner.ok("PATCH", "acme/draft", &edits)["problems"], json!([]));
    };
    rename("/about/", &page, "/our-story/", &record("/our-story/", &["/about/"]));
    assert_eq!(site.get("/about/").status, 200, "visitors see the published address");
    owner.publish();
    wait_for(&site, "/our-story/", 200);
    let moved = site.get("/about/?utm_source=mail");
    assert_eq!(
        (moved.status, moved.required_header("location")),
        (301, "/our-story/?utm_source=mail".to_owned())
    );

    // A second change leads both old addresses straight to the newest.
    let former = ["/about/", "/our-story/"];
    rename("/our-story/", &record("/our-story/", &["/about/"]), "/story/", &record("/story/", &former));
    owner.publish();
    wait_for(&site, "/story/", 200);
    for old in former {
        assert_eq!(
            (site.get(old).status, site.get(old).required_header("location")),
            (301, "/story/".to_owned())
        );
    }

    // A page at the old address is shown, whatever other pages say.
    let edits =
        json!({ "edits": [{ "pointer": "/pages/~1about~1", "to": { "path": "/about/", "title": "New" } }] });
    owner.ok("PATCH", "acme/draft", &edits);
    owner.publish();
    wait_for(&site, "/about/", 200);

    // Without its entry, the address is gone.
    let edits = json!({ "edits": [{ "pointer": "/pages/~1story~1/formerPaths", "from": former }] });
    owner.ok("PATCH", "acme/draft", &edits);
    owner.publish();
    wait_for(&site, "/our-story/", 404);
}

#[test]
fn route_22_old_addresses_without_a_page_lead_where_the_operator_says() {
    let office = office();
    let owner = office.owner();
    let locales = "/site/config/options/additionalLocales";
    owner.ok("PATCH", "acme/draft", &json!({ "edits": [{ "pointer": locales, "to": ["fr-FR"] }] }));
    let site = office.server.site("acme.example");
    let redirects = json!({
        "/Films/Index.aspx": "/movies/",
        "/box-office/": "https://tickets.example/buy?cinema=1",
        "/about/": "/movies/",
        "/café": "/showtimes/",
        "/news.rss": "/api/films.rss",
        "/fr/accueil.html": "/fr/showtimes/",
    });
    let at = "/site/config/options/redirects";
    owner.ok("PATCH", "acme/draft", &json!({ "edits": [{ "pointer": at, "from": {}, "to": redirects }] }));
    assert_eq!(owner.draft()["problems"], json!([]));
    assert_eq!(site.get("/films/index.aspx").status, 404, "visitors see the published addresses");
    owner.publish();
    wait_for(&site, "/films/index.aspx", 301);
    for (path, location) in [
        ("/films/index.aspx", "/movies/"),
        ("/Films/Index.aspx/?id=7", "/movies/?id=7"),
        ("/box-office", "https://tickets.example/buy?cinema=1"),
        ("/box-office/?utm=mail", "https://tickets.example/buy?cinema=1&utm=mail"),
        ("/caf%C3%A9", "/showtimes/"),
        ("/fr/caf%C3%A9", "/fr/showtimes/"),
        ("/fr/accueil.html", "/fr/showtimes/"),
        ("/news.rss", "/api/films.rss"),
    ] {
        let reply = site.get(path);
        assert_eq!((reply.status, reply.header("location").as_deref()), (301, Some(location)), "{path}");
    }
    assert_eq!(site.get("/about/").status, 200, "a page is shown, whatever is redirected");
    assert_eq!(site.get("/api/films/index.aspx").status, 404);

    for (from, to, words) in [
        ("/a", "/b", "leads to another address"),
        ("/films/index.ASPX", "/movies/", "duplicate address"),
        ("/a?id=1", "/movies/", "no query"),
        ("a", "/movies/", "is a path"),
        ("/", "/movies/", "home page"),
        ("/a", "/fr/b", "leads to another address"),
        ("/fr/c", "/b", "leads to another address"),
        ("/a", "https://ACME.example/b", "is an address of this site"),
        ("/showtimes", "/events/", "leads here"),
        ("/a", "//evil.example/", "redirects"),
        ("/a", "javascript:alert(1)", "redirects"),
    ] {
        let mut changed = redirects.clone();
        changed["/b"] = json!("/movies/");
        changed[from] = json!(to);
        owner.ok(
            "PATCH",
            "acme/draft",
            &json!({ "edits": [{ "pointer": at, "from": redirects, "to": changed }] }),
        );
        let problems = owner.draft()["problems"].to_string();
        assert!(problems.contains(words), "{from} to {to}: {problems}");
        owner.ok("POST", "acme/draft/discard", &json!({}));
    }
}

#[test]
fn a_page_can_be_hidden_from_search_engines_and_has_a_card_of_its_own() {
    let office = office();
    let owner = office.owner();
    let site = office.server.site("acme.example");
    assert!(site.get("/sitemap.xml").text().contains("/about/"));
    let card = site.page("/about/").meta("og:image").unwrap_or_default().to_owned();
    assert!(card.ends_with("/api/share/page/about.png"), "{card}");
    let picture = site.get("/api/share/page/about.png");
    assert_eq!((picture.status, picture.required_header("content-type")), (200, "image/png".to_owned()));
    assert_eq!(site.get("/api/share/page/missing.png").status, 404);

    owner.edit("/pages/~1about~1/title", &json!("About us"), &json!("A title that nobody has seen yet"));
    let address = owner.get("acme/preview").json()["address"].as_str().unwrap().to_owned();
    let path = address
        .split_once("//")
        .and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()))
        .unwrap();
    let drawn = site.get(&format!("{path}api/share/page/about.png"));
    assert_eq!((drawn.status, drawn.required_header("cache-control")), (200, "private, no-store".to_owned()));
    assert_ne!(drawn.decoded_body(), picture.decoded_body(), "the card of the draft has its title");

    let edit = json!({ "edits": [{ "pointer": "/pages/~1about~1/noIndex", "to": true }] });
    owner.ok("PATCH", "acme/draft", &edit);
    owner.publish();
    let hidden = site.page_once("/about/", |page| page.meta("robots").is_some());
    assert_eq!(hidden.meta("robots"), Some("noindex"));
    assert!(!site.get("/sitemap.xml").text().contains("/about/"));
}
