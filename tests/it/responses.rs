//! Responses: validators, encodings, security headers, data

use base64::Engine;
use marquee_tests::{Acme, CLOCK, Data, Element, Page, film, show, theater};
use serde_json::json;
use sha2::{Digest, Sha256};

#[test]
fn an_unchanged_page_is_a_304() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let path = "/movies/318204-the-salt-cartographer/";
    let first = site.get(path);
    let etag = first.required_header("etag");
    assert!(etag.starts_with("W/\""), "an ETag shared by all encodings must be weak: {etag}");
    assert_eq!(first.required_header("cache-control"), "no-cache");
    for if_none_match in [etag.clone(), etag.replace("W/", ""), format!("\"other\", {etag}"), "*".to_owned()]
    {
        let again = site.request("GET", path, &[("if-none-match", &if_none_match)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{if_none_match}");
        assert_eq!(again.required_header("etag"), etag);
        assert!(again.header("content-security-policy").is_some());
    }
    assert_eq!(site.request("GET", path, &[("if-none-match", "W/\"other\"")]).status, 200);
    let missing = site.request("GET", "/404.html", &[("if-none-match", "*")]);
    assert_eq!(missing.status, 404);
}

#[test]
fn a_page_has_the_same_content_in_every_encoding() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let path = "/movies/318204-the-salt-cartographer/";
    let plain = site.get(path);
    assert_eq!(plain.header("content-encoding"), None);
    for (accepted, encoding) in [
        ("br", "br"),
        ("zstd", "zstd"),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=0.5, zstd", "zstd"),
        ("br;q=0, gzip", "gzip"),
    ] {
        let reply = site.request("GET", path, &[("accept-encoding", accepted)]);
        assert_eq!(reply.required_header("content-encoding"), encoding, "{accepted}");
        assert_eq!(reply.decoded_body(), plain.body, "{accepted}");
        assert_eq!(reply.required_header("etag"), plain.required_header("etag"));
        assert!(
            reply.body.len() * 2 < plain.body.len(),
            "{accepted}: {} of {}",
            reply.body.len(),
            plain.body.len()
        );
        assert!(reply.required_header("vary").to_ascii_lowercase().contains("accept-encoding"));
    }
    for accepted in ["identity", "deflate", "br;q=0"] {
        assert_eq!(
            site.request("GET", path, &[("accept-encoding", accepted)]).body,
            plain.body,
            "{accepted}"
        );
    }
}

const PATHS: [&str; 9] = [
    "/",
    "/movies/",
    "/movies/coming-soon/",
    "/movies/318204-the-salt-cartographer/",
    "/theaters/",
    "/showtimes/",
    "/events/",
    "/privacy/",
    "/404.html",
];

#[test]
fn a_page_requests_its_stylesheet_first() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for path in PATHS {
        let reply = server.site("localhost").get(path);
        let page = Page::parse(&reply);
        let first = page.all("link").next().expect("a link");
        assert_eq!(first.get("rel"), "stylesheet", "{path}");
        assert_eq!(
            reply.required_header("link"),
            format!("<{}>; rel=preload; as=style", first.get("href")),
            "{path}"
        );
        let is_font = |l: &&Element| l.attributes.get("as").is_some_and(|a| a == "font");
        let fonts: Vec<_> = page.all("link").filter(is_font).map(|l| l.get("fetchpriority")).collect();
        assert!(!fonts.is_empty() && fonts.iter().all(|f| *f == "low"), "{path}: {fonts:?}");
    }
}

#[test]
fn security_6_1_the_content_security_policy_allows_only_what_the_page_needs() {
    let server = Data::demo().start("demo", CLOCK, &["--third-parties", "off"]);
    for (host, path) in ["localhost", "aster.localhost"].into_iter().flat_map(|h| PATHS.map(|p| (h, p))) {
        let reply = server.site(host).get(path);
        let page = Page::parse(&reply);
        let policy = reply.required_header("content-security-policy");
        let directive = |name: &str| {
            let sources = policy.split("; ").find_map(|d| d.strip_prefix(name)?.strip_prefix(' '));
            sources.unwrap_or_else(|| panic!("no {name} in {policy}")).to_owned()
        };
        let style = page.one("style");
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(style.raw.as_bytes()));
        assert_eq!(directive("style-src"), format!("'self' 'sha256-{hash}'"), "{host}{path}");
        for (name, value) in [
            ("default-src", "'none'"),
            ("script-src", "'self'"),
            ("object-src", "'none'"),
            ("base-uri", "'none'"),
        ] {
            assert_eq!(directive(name), value, "{host}{path}");
        }
        let port = server.address().port();
        let editors = format!("http://editor.localhost:{port} http://localhost:{port}");
        assert_eq!(directive("frame-ancestors"), format!("'self' {editors}"), "the demo has two editors");
        assert!(!policy.contains("unsafe"), "{policy}");
        let inline = page.elements.iter().find(|e| e.attributes.contains_key("style"));
        assert!(inline.is_none(), "{host}{path}: {inline:?}");
        let handler = page.elements.iter().find(|e| e.attributes.keys().any(|k| k.starts_with("on")));
        assert!(handler.is_none(), "{host}{path}: {handler:?}");
        for script in page.all("script") {
            let own = script.get("src").starts_with("/assets/") && script.raw.is_empty();
            let data = ["application/json", "application/ld+json"].contains(&script.get("type"));
            assert!(own || data, "{host}{path}: {script:?}");
        }
    }
}

#[test]
fn embed_05_prev_04_pages_cannot_be_framed_by_default() {
    let with = |place: &str, value| Acme::single().set(place, value);
    let pos = with("/config/allowedEmbeddingDomains", json!(["pos.example", "*.kiosk.example"]))
        .named("pos", "p.example");
    let data = Data::with(&[&Acme::single(), &pos]);
    let ancestors = |reply: &marquee_tests::Reply| {
        let policy = reply.required_header("content-security-policy");
        policy.split("frame-ancestors ").nth(1).unwrap().to_owned()
    };
    let server = data.serve(CLOCK);
    let plain = server.site("acme.example").get("/");
    assert_eq!(ancestors(&plain), "'self'");
    assert_eq!(plain.required_header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert_eq!(server.site("acme.example").get("/api/preview").json(), json!({ "origins": [] }));
    assert_eq!(
        ancestors(&server.site("p.example").get("/")),
        "'self' https://pos.example https://*.kiosk.example"
    );
    drop(server);
    let origins = "https://editor.example,http://localhost:3000";
    let server = data.start("serve", CLOCK, &["--preview-origins", origins]);
    let framed = server.site("acme.example").get("/");
    assert_eq!(ancestors(&framed), "'self' https://editor.example http://localhost:3000");
    assert_eq!(
        server.site("acme.example").get("/api/preview").json(),
        json!({ "origins": ["https://editor.example", "http://localhost:3000"] })
    );
}

#[test]
fn security_6_3_every_page_has_the_other_security_headers() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for path in PATHS {
        let reply = server.site("localhost").get(path);
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.required_header("referrer-policy"), "strict-origin-when-cross-origin", "{path}");
        // In the demo, the editor may open a page and keep a reference to it (PREV-01).
        assert_eq!(reply.required_header("cross-origin-opener-policy"), "unsafe-none", "{path}");
        assert!(reply.required_header("permissions-policy").contains("camera=()"), "{path}");
        assert_eq!(reply.header("set-cookie"), None, "{path}");
        for banner in ["server", "x-powered-by"] {
            assert_eq!(reply.header(banner), None, "{path}");
        }
    }
}

#[test]
fn embed_05_listed_hosts_and_preview_origins_can_frame_pages() {
    let acme =
        Acme::single().set("/config/allowedEmbeddingDomains", json!(["pos.example", "*.kiosk.example"]));
    let data = Data::with(&[&acme]);
    let server = data.start("serve", CLOCK, &["--preview-origins", "https://editor.example"]);
    let policy = server.site("acme.example").get("/").required_header("content-security-policy");
    let ancestors = policy.split("; ").find(|d| d.starts_with("frame-ancestors")).unwrap();
    assert_eq!(
        ancestors,
        "frame-ancestors 'self' https://editor.example https://pos.example https://*.kiosk.example"
    );
}

/// A text that would break out of its context if it were not escaped.
const MARKUP: &str = "</script><img src=x onerror=alert(1)>&amp;\u{2028}\u{2029}]]>{{7*7}}\"'";

#[test]
fn security_6_4_texts_of_records_are_escaped() {
    let mut first_film = film("1", "One");
    first_film["title"] = json!(format!("T{MARKUP}"));
    first_film["synopsis"] = json!(format!("S{MARKUP}"));
    first_film["cast"] = json!([format!("C{MARKUP}")]);
    let mut house = theater("T1", "The House");
    house["name"] = json!(format!("H{MARKUP}"));
    let page = json!({ "path": "/about/", "title": format!("P{MARKUP}"), "blocks": [{ "type": "text", "paragraphs": [MARKUP] }] });
    let event = json!({ "id": "E1", "title": format!("E{MARKUP}"), "slug": "e", "summary": MARKUP });
    let acme = Acme::circuit()
        .set("/settings/name", json!(format!("N{MARKUP}")))
        .file("theaters", json!([house]))
        .file("movies", json!([first_film]))
        .file("pages", json!([page]))
        .file("events", json!([event]))
        .file("menus", json!({ "header": [{ "label": MARKUP, "href": "/about/" }] }))
        .file("showtimes", json!([show("a", "T1", "1", "2026-11-21T00:00:00Z", "2026-11-20")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    for path in [
        "/",
        "/movies/",
        "/movies/1-one/",
        "/theaters/",
        "/theaters/t1/",
        "/about/",
        "/events/",
        "/events/E1-e/",
    ] {
        let page = server.site("acme.example").page(path);
        assert!(!page.html.contains("<img src=x"), "{path}");
        // Structured data, if there is any, page data, and the entry script.
        let blocks = 2 + usize::from(!page.graph().is_empty());
        assert_eq!(page.html.matches("</script>").count(), blocks, "{path}: data blocks and the entry");
        assert!(!block(&page).contains(['\u{2028}', '\u{2029}']), "{path}");
        let data = page.data();
        assert_eq!(data["site"]["name"], format!("N{MARKUP}"), "{path}");
        assert!(
            page.title().contains("</script><img src=x onerror=alert(1)>&amp;"),
            "{path}: {}",
            page.title()
        );
    }
    let film = server.site("acme.example").page("/movies/1-one/");
    let shown = "</script><img src=x onerror=alert(1)>&amp;";
    assert!(film.one("h1").text.starts_with(&format!("T{shown}")), "{}", film.one("h1").text);
    assert!(film.text().contains(&format!("S{shown}")) && film.text().contains(&format!("C{shown}")));
}

fn block(page: &Page) -> &str {
    page.elements.iter().find(|e| e.get("id") == "page-data").map_or("", |e| e.raw.as_str())
}

#[test]
fn link_20_a_missing_trailing_slash_is_redirected() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    for (from, to) in [
        ("/movies", "/movies/"),
        ("/movies?day=2026-11-21&x=1", "/movies/?day=2026-11-21&x=1"),
        ("/fr/theaters", "/fr/theaters/"),
        ("/movies/318204-the-salt-cartographer", "/movies/318204-the-salt-cartographer/"),
    ] {
        let reply = site.get(from);
        assert_eq!((reply.status, reply.required_header("location").as_str()), (301, to), "{from}");
    }
    assert_eq!(site.get("/nothing").status, 404, "an unknown path is not redirected");
    assert_eq!(site.get("/404.html").status, 404);
}

#[test]
fn link_17_link_18_a_site_can_have_no_trailing_slashes() {
    let menu = json!({ "header": [{ "label": "Films", "href": "/movies/" }] });
    let never =
        Acme::single().set("/config/options", json!({ "trailingSlash": "never" })).file("menus", menu);
    let server = Data::with(&[&never]).serve(CLOCK);
    let site = server.site("acme.example");
    assert_eq!(site.get("/movies/").required_header("location"), "/movies");
    let page = site.page("/movies");
    assert!(page.links_to("/movies") && !page.links_to("/movies/"), "links follow the policy");
    assert!(site.page("/").links_to("/"));
}

#[test]
fn link_19_urls_of_files_and_the_root_do_not_depend_on_the_policy() {
    let files =
        ["/", "/404.html", "/offline.html", "/robots.txt", "/sitemap.xml", "/sw.js", "/manifest.json"];
    let linked = ["/terms.pdf", "/data.json", "/map.xml"];
    let items: Vec<_> = linked.iter().map(|href| json!({ "label": href, "href": href })).collect();
    for policy in ["always", "never"] {
        let acme = Acme::single()
            .set("/config/options", json!({ "trailingSlash": policy }))
            .file("menus", json!({ "header": items }));
        let server = Data::with(&[&acme]).serve(CLOCK);
        let site = server.site("acme.example");
        for path in files {
            let reply = site.get(path);
            assert_eq!(reply.header("location"), None, "{policy}: {path} is not redirected");
        }
        let page = site.page("/");
        for href in linked {
            assert!(page.links_to(href), "{policy}: {href}");
        }
    }
}

#[test]
fn canonical_urls_have_the_domain_of_the_site() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let canonical = |path: &str| {
        let page = server.site("127.0.0.1").page(path);
        page.all("link").find(|l| l.get("rel") == "canonical").unwrap().get("href").to_owned()
    };
    let origin = format!("http://localhost:{}", server.address().port());
    assert_eq!(canonical("/"), format!("{origin}/"));
    assert_eq!(canonical("/movies/?day=2026-11-21&utm_source=x"), format!("{origin}/movies/"));
}

#[test]
fn security_6_3_every_response_has_security_headers() {
    let acme = Acme::single()
        .file("theaters", json!([theater("T1", "One")]))
        .file("movies", json!([film("318204", "The Salt")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for path in [
        "/",
        "/login/",
        "/movies/318204-the-salt/",
        "/movies",
        "//movies/",
        "/nothing/",
        "/nothing%2f",
        "/api/nothing",
        "/api/cypher",
        "/api/preview",
        "/api/member-area.json",
        "/api/share/site.png",
        "/sitemap.xml",
        "/favicon.svg",
        "/assets/nothing.js",
        "/media/acme/x/y",
        "/healthz",
        "/readyz",
        &format!("/{}", "x".repeat(9000)),
    ] {
        let reply = site.get(path);
        let short = &path[..path.len().min(30)];
        assert_eq!(reply.required_header("strict-transport-security"), "max-age=31536000", "{short}");
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff", "{short}");
        let shown = matches!(path, "/api/share/site.png" | "/sitemap.xml");
        let policy = reply.required_header("cross-origin-resource-policy");
        assert!(policy == "same-origin" || (shown && policy == "cross-origin"), "{short}: {policy}");
    }
    assert_eq!(
        site.get("/api/share/site.png").required_header("cross-origin-resource-policy"),
        "cross-origin"
    );
    // Cached pages have a separate code path.
    assert_eq!(site.get("/").required_header("strict-transport-security"), "max-age=31536000");
    // Unknown hosts are not sites, so HSTS must not be set for them.
    for (host, path) in [("nobody.example", "/"), ("nobody.example", "/healthz")] {
        let reply = server.site(host).get(path);
        assert_eq!(reply.required_header("x-content-type-options"), "nosniff", "{host}{path}");
        assert_eq!(reply.header("strict-transport-security"), None, "{host}{path}");
    }
    assert_eq!(server.admin("/healthz").required_header("x-content-type-options"), "nosniff");
    let demo = Data::demo().start("demo", CLOCK, &[]);
    assert_eq!(demo.site("localhost").get("/").header("strict-transport-security"), None);
}

#[test]
fn security_6_3_member_pages_do_not_allow_style_attributes() {
    let acme = Acme::single()
        .set("/settings/adsDisplay", json!("PROGRAMMATIC"))
        .set("/settings/adsLocation", json!(["PAGES_TOP"]))
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/config/options", json!({ "adsOnMemberPages": true }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let policy =
        |path: &str| server.site("acme.example").get(path).required_header("content-security-policy");
    // Other pages allow style attributes for ads; this site has ads on both kinds of page.
    assert!(policy("/").contains("style-src-attr"), "{}", policy("/"));
    assert!(policy("/login/").contains("securepubads.g.doubleclick.net"), "{}", policy("/login/"));
    assert!(!policy("/login/").contains("style-src-attr"), "{}", policy("/login/"));
}
