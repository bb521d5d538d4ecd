//! Content pages: `/{slug}/`

use marquee_tests::{Acme, CLOCK, Data, Page, film, sqlite, theater};
use serde_json::json;

#[test]
fn route_07_the_privacy_policy_is_at_its_slug() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    for host in ["localhost", "aster.localhost"] {
        let page = server.site(host).page("/privacy/");
        assert_eq!(page.one("h1").text, "Privacy policy");
        assert!(page.text().contains("personal data"));
    }
    let home = server.site("localhost").page("/");
    assert!(home.links().any(|a| a.text == "Privacy policy" && a.get("href") == "/privacy/"));
}

#[test]
fn route_15_a_content_record_is_rendered_as_blocks() {
    let blocks = json!([
        { "type": "hero", "title": "Come in", "text": "The doors are open." },
        { "type": "text", "title": "By bus", "paragraphs": ["Line 4.", "Line 11."] },
        { "type": "accordion", "items": [{ "title": "Can I bring food?", "text": "Yes." }] },
        { "type": "callToAction", "title": "Members", "text": "Save.", "label": "Join", "href": "/club/" },
        { "type": "image", "picture": "not-stored", "alt": "a lobby" },
    ]);
    let pages = json!([
        { "path": "/visit/us/", "title": "Visit us", "description": "How to find us", "blocks": blocks },
        { "path": "/timetable/", "kind": "showtimes", "title": "Timetable" },
    ]);
    let server = Data::with(&[&Acme::single().file("pages", pages)]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/visit/us/");
    assert_eq!(page.title(), "Visit us | Acme");
    let text = page.text();
    for part in [
        "Come in",
        "The doors are open.",
        "By bus",
        "Line 11.",
        "Can I bring food?",
        "Yes.",
        "Members",
        "Join",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(page.links().any(|a| a.text == "Join" && a.get("href") == "/club/"));
    assert_eq!(page.all("h1").count(), 1);
    let described = page.all("meta").find(|m| m.get("name") == "description").unwrap();
    assert_eq!(described.get("content"), "How to find us");
    assert!(site.page("/timetable/").text().contains("Showtimes are not available"));
    assert_eq!(site.get("/visit/").status, 404, "the parent path has no page");
}

#[test]
fn route_15_check_reports_exactly_the_pages_that_are_never_shown() {
    let paths = [
        "/about/",
        "/account/",
        "/account/help/",
        "/account/help/more/",
        "/accounts/",
        "/movies/",
        "/movies/a/",
        "/movies/a/b/",
        "/theaters/a/",
        "/theaters/a/b/",
        "/events/a/",
        "/events/a/b/",
        "/search/",
        "/search/help/",
        "/web/movie/",
        "/web/movie/1/",
        "/web/movie/1/more/",
        "/web/",
        "/fr/",
        "/fr/about/",
        "/en/about/",
        "/french/",
        "/cms-preview/",
        "/cms-preview/about/",
        "/cms/",
        "/giftcards/",
        "/giftcards/help/",
        "/launch/ticketing/",
        "/launch/",
        "/api/help/",
        "/media/a/b/c/",
        "/assets/a/",
        "/fonts/a/",
        "/icons/a/",
        "/permalink/movie/1/",
        "/sitemap/",
    ];
    let title = |path: &str| format!("Page {}", path.replace('/', "."));
    let pages_below = |prefix: &str| {
        let page = |path| json!({ "path": format!("{prefix}{path}"), "title": title(path), "blocks": [] });
        json!(paths.map(page).to_vec())
    };
    let acme = Acme::single()
        .set("/settings/loginPage", json!({ "slug": "account" }))
        .set("/settings/ticketingUrl", json!("https://tickets.acme.example"))
        .set("/config/pathPrefix", json!("web"))
        .set("/config/options/additionalLocales", json!(["fr-FR"]));
    let folder = acme.clone().file("pages", pages_below("")).folder();
    let checked = Data::empty().run(&["check", &folder.path().display().to_string()]);
    let findings = checked.out + &checked.err;
    // The import refuses pages that are never shown: they are imported below /x/, and their paths are changed in the database.
    let data = Data::with(&[&acme.file("pages", pages_below("/x"))]);
    let sql = r#"UPDATE page SET path = substr(path, 3), doc = replace(doc, '"path":"/x/', '"path":"/')"#;
    sqlite(&data.file("marquee.db"), sql);
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    for path in paths {
        let reply = site.get(path);
        let is_shown = reply.status == 200 && Page::parse(&reply).title().starts_with(&title(path));
        let is_reported = findings.contains(&format!("path: {path} "));
        assert_eq!(is_reported, !is_shown, "{path} has status {}; {findings}", reply.status);
    }
}

#[test]
fn page_09_placeholders_in_texts_are_replaced() {
    let blocks = json!([
        { "type": "text", "title": "[theaterName]", "paragraphs": ["Welcome to [theaterName], {0}"] },
        { "type": "callToAction", "title": "{0}", "text": "", "label": "Visit [theaterName]", "href": "/visit/" },
    ]);
    let pages = json!([{ "path": "/hello/", "title": "Hello from [theaterName]", "description": "{0}: [theaterName]", "blocks": blocks }]);
    let menus = json!({ "header": [{ "label": "About [theaterName]", "href": "/hello/" }] });
    let theaters = json!([theater("T1", "Acme Downtown"), theater("T2", "Acme North")]);
    let acme = Acme::circuit().file("pages", pages).file("menus", menus).file("theaters", theaters);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for (cookie, name) in
        [("", "Acme"), ("selectedTheaterId=T1", "Acme Downtown"), ("selectedTheaterId=T2", "Acme North")]
    {
        let page = site.with_cookie(cookie).page("/hello/");
        assert_eq!(page.title(), format!("Hello from {name} | Acme"));
        let described = page.all("meta").find(|m| m.get("name") == "description").unwrap();
        assert_eq!(described.get("content"), format!("Acme: {name}"));
        let text = page.text();
        for part in [format!("Welcome to {name}, Acme"), format!("Visit {name}")] {
            assert!(text.contains(&part), "{part} in {text}");
        }
        assert!(page.links().any(|a| a.text == format!("About {name}")), "a menu's label");
        assert!(!page.html.contains("[theaterName]") && !page.html.contains("{0}"), "a placeholder is left");
    }
}

#[test]
fn page_09_no_page_shows_a_placeholder() {
    let page = json!({ "path": "/hello/", "title": "Hello from [theaterName]", "description": "{0}: [theaterName]",
        "blocks": [{ "type": "text", "title": "{0}", "paragraphs": ["Welcome to [theaterName]"] }] });
    let event = json!({ "id": "1", "slug": "gala", "title": "Gala at [theaterName]", "summary": "By {0}",
        "description": "In [theaterName]", "dates": [{ "date": "2026-11-27" }] });
    let link = json!({ "label": "About [theaterName]", "href": "/hello/" });
    let menus = json!({ "header": [link], "legal": [link], "footer": [{ "title": "In [theaterName]", "items": [link] }] });
    let theaters = json!([theater("T1", "Acme Downtown"), theater("T2", "Acme North")]);
    let acme = Acme::circuit()
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/loyalty/guestHeaderAccessLabel", json!("Enter [theaterName]"))
        .file("pages", json!([page]))
        .file("events", json!([event]))
        .file("menus", menus)
        .file("theaters", theaters);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for path in ["/", "/hello/", "/events/", "/events/1-gala/", "/search/", "/theaters/", "/login/"] {
        let page = site.page(path);
        assert!(!page.html.contains("[theaterName]") && !page.html.contains("{0}"), "{path}: {}", page.html);
        assert!(page.links().any(|a| a.text == "About Acme"), "{path}");
    }
    assert!(site.page("/events/1-gala/").nodes("Event").iter().all(|event| event["name"] == "Gala at Acme"));
    let search = site.page("/search/").data();
    let titles: Vec<_> = search["page"]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["title"].as_str().unwrap())
        .collect();
    assert!(titles.contains(&"Hello from Acme") && titles.contains(&"Gala at Acme"), "{titles:?}");
    // On a theater's page, that theater is the current one.
    let page = site.page("/theaters/t2/");
    assert!(page.links().any(|a| a.text == "About Acme North"));
    assert!(page.html.contains("In Acme North"), "{}", page.html);
    assert!(page.links().any(|a| a.text == "Enter Acme North"));
}

#[test]
fn page_10_list_items_are_separated_by_bars() {
    let blocks = json!([{ "type": "list", "title": "Formats", "items": " 2D | 3D|IMAX |" }]);
    let pages = json!([{ "path": "/formats/", "title": "Formats", "blocks": blocks }]);
    let server = Data::with(&[&Acme::single().file("pages", pages)]).serve(CLOCK);
    let page = server.site("acme.example").page("/formats/");
    let items: Vec<_> =
        page.all("li").map(|li| li.text.as_str()).filter(|t| ["2D", "3D", "IMAX"].contains(t)).collect();
    assert_eq!(items, ["2D", "3D", "IMAX"]);
    assert!(!page.text().contains('|'));
}

#[test]
fn site_02_a_block_can_have_a_brand_color_as_background() {
    let block = |color: &str| json!({ "type": "callToAction", "title": "Join", "text": "", "label": "Join", "href": "/x/", "color": color });
    let pages = json!([
        { "path": "/a/", "title": "A", "blocks": [{ "type": "hero", "title": "Come in", "color": "brand4" }, block("brand3")] },
        { "path": "/b/", "title": "B", "blocks": [block("brand6")] },
    ]);
    let acme = Acme::single()
        .set("/config/theme/colors/brand3", json!("#0A3D62"))
        .set("/config/theme/colors/brand4", json!("#FFF3B0"))
        .file("pages", pages);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/a/");
    let colors: Vec<_> =
        page.elements.iter().map(|e| e.get("data-brand")).filter(|c| !c.is_empty()).collect();
    assert_eq!(colors, ["brand4", "brand3"]);
    let css: String = page.all("style").map(|style| style.raw.clone()).collect();
    for token in ["--brand3:#0A3D62", "--readableOnBrand3:#", "--brand4:#FFF3B0", "--readableOnBrand4:#"] {
        assert!(css.contains(token), "{token} in {css}");
    }
    assert!(
        site.page("/b/").elements.iter().all(|e| e.get("data-brand").is_empty()),
        "a color that is not set"
    );
}

#[test]
fn page_17_videos_and_other_sites_load_on_demand_and_only_from_their_addresses() {
    let video = |video: &str| json!({ "type": "video", "title": format!("Video {video}"), "video": video });
    let embed = |url: &str| json!({ "type": "embed", "title": format!("Embed {url}"), "url": url });
    let pages = json!([
        { "path": "/a/", "title": "A", "blocks": [
            video("https://youtu.be/abcdefghijk"),
            video("https://files.example/tour.mp4"),
            embed("https://www.tables.example:8443/a?x=1"),
        ] },
        { "path": "/b/", "title": "B", "blocks": [{ "type": "hero", "title": "B" }] },
    ]);
    let server = Data::with(&[&Acme::single().file("pages", pages)]).serve(CLOCK);
    let site = server.site("acme.example");
    let response = site.get("/a/");
    let policy = response.header("content-security-policy").unwrap();
    let sources = |name: &str| {
        let directive = policy.split(';').find_map(|d| d.trim().strip_prefix(name));
        directive.unwrap_or_default().trim().to_owned()
    };
    assert_eq!(sources("frame-src"), "https://www.tables.example:8443 https://www.youtube-nocookie.com");
    assert_eq!(sources("media-src"), "https://files.example");
    let page = Page::parse(&response);
    assert_eq!(page.all("iframe").count(), 0);
    // A file has a player in its place for browsers without scripts, which loads nothing before it is played.
    let players: Vec<_> = page.all("video").map(|video| (video.get("src"), video.get("preload"))).collect();
    assert_eq!(players, [("https://files.example/tour.mp4", "none")]);
    assert!(response.text().contains("<noscript><video"));
    let hrefs =
        |text: &str| -> Vec<_> { page.links().filter(|a| a.text == text).map(|a| a.get("href")).collect() };
    assert_eq!(
        hrefs("Play video"),
        ["https://www.youtube.com/watch?v=abcdefghijk", "https://files.example/tour.mp4"]
    );
    assert_eq!(hrefs("Show content"), ["https://www.tables.example:8443/a?x=1"]);
    assert!(page.text().contains("This part comes from www.tables.example."), "{}", page.text());
    let other = site.get("/b/");
    let policy = other.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-src 'none'; media-src 'none'"), "{policy}");
}

#[test]
fn security_6_1_the_address_of_a_trailer_adds_nothing_else_to_the_policy() {
    let mut hostile = film("1", "Kestrel");
    hostile["trailer"] = json!({ "kind": "file", "id": "https://a.example;script-src-elem/trailer.mp4" });
    let server = Data::with(&[&Acme::single().file("movies", json!([hostile]))]).serve(CLOCK);
    let response = server.site("acme.example").get("/movies/1-kestrel/");
    assert_eq!(response.status, 200);
    let policy = response.header("content-security-policy").unwrap();
    assert!(policy.contains("media-src 'none'") && !policy.contains("script-src-elem"), "{policy}");
}

#[test]
fn link_11_an_explicit_target_overrides_the_rule_for_external_links() {
    let item =
        |label: &str, href: &str, target: &str| json!({ "label": label, "href": href, "target": target });
    let away = "https://shop.example.org/x";
    let menus = json!({ "header": [item("Same", away, "_self"), item("New", "/visit/", "_blank")] });
    let call = json!({ "type": "callToAction", "title": "Shop", "text": "", "label": "Buy", "href": away, "target": "_self" });
    let pages = json!([{ "path": "/shop/", "title": "Shop", "blocks": [call] }]);
    let acme = Acme::single().named("acme", "www.acme-cinema.com").file("menus", menus).file("pages", pages);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let page = server.site("www.acme-cinema.com").page("/shop/");
    let link = |label: &str| page.all("a").find(|a| a.text == label).unwrap();
    for label in ["Same", "Buy"] {
        let same = link(label);
        assert_eq!((same.get("href"), same.get("target"), same.get("aria-label")), (away, "", ""), "{label}");
    }
    assert_eq!(
        (link("New").get("target"), link("New").get("aria-label")),
        ("_blank", "New (Opens in a new window)")
    );
}

#[test]
fn page_15_settings_of_blocks_change_layout_and_visibility() {
    let text = |title: &str, settings: serde_json::Value| json!({ "type": "text", "title": title, "paragraphs": [format!("About {title}.")], "settings": settings });
    let blocks = json!([
        { "type": "hero", "title": "Come in", "settings": { "anchor": "welcome" } },
        text("Story", json!({ "twoColumns": true, "width": "page", "background": "accent", "anchor": "story" })),
        text("Lounge", json!({ "membersOnly": true, "hiddenOnPhones": true })),
        { "type": "text", "title": "Plain", "paragraphs": ["Plain."] },
    ]);
    let french = json!({ "fr": { "blocks": [text("Histoire", json!({ "anchor": "histoire" }))] } });
    let pages = json!([
        { "path": "/about/", "title": "About", "blocks": blocks, "localizations": french },
        { "path": "/plain/", "title": "Plain", "blocks": [{ "type": "text", "title": "Plain", "paragraphs": [] }] },
    ]);
    let acme = Acme::single().set("/config/options/additionalLocales", json!(["fr-FR"])).file("pages", pages);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/about/");
    let with_id = |page: &Page, id: &str| page.elements.iter().any(|e| e.get("id") == id);
    assert!(with_id(&page, "welcome") && with_id(&page, "story"));
    let with = |name: &str| page.elements.iter().filter(|e| e.attributes.contains_key(name)).count();
    let counts = ["data-back", "data-columns", "data-width", "data-members", "data-screens"].map(with);
    assert_eq!(counts, [1; 5]);
    let css = |page: &Page| page.all("style").map(|style| style.raw.clone()).collect::<String>();
    for rule in [
        "[data-back=accent]{",
        "[data-columns]",
        "[data-width=page]",
        "[data-screens]{display:none}",
        "[data-members]{display:none}",
    ] {
        assert!(css(&page).contains(rule), "{rule}");
        assert!(!css(&site.page("/plain/")).contains(rule), "{rule}");
    }
    assert!(with_id(&site.page("/fr/about/"), "histoire"));
    let entries = site.page("/search/").data()["page"]["entries"].to_string();
    assert!(entries.contains("story") && !entries.contains("lounge"), "{entries}");
}

#[test]
fn page_14_links_below_entries_and_for_members_are_in_every_page() {
    let item = |label: &str, href: &str| json!({ "label": label, "href": href });
    let header = json!([
        item("Films", "/movies/"),
        { "label": "Visit", "href": "/visit/", "items": [
            item("Café", "/cafe/"),
            { "label": "Lounge", "href": "/lounge/", "membersOnly": true, "localizations": { "fr": "Salon" } },
        ] },
        { "label": "More", "href": "", "items": [item("Shop", "https://shop.example.org/x")] },
    ]);
    let menus = json!({
        "header": header,
        "footer": [{ "title": "Members", "items": [{ "label": "Rewards", "href": "/rewards/", "membersOnly": true }] }],
        "legal": [item("Terms", "/terms/")],
        "social": [item("Instagram", "https://instagram.example/acme"), item("Mail", "hello@acme.example")],
        "legalLine": { "text": "© 1926–[year] {0}", "localizations": { "fr": "Depuis 1926" } },
    });
    let page = |path: &str| json!({ "path": path, "title": path, "blocks": [] });
    let acme = Acme::single()
        .set("/config/options/additionalLocales", json!(["fr-FR"]))
        .file("menus", menus)
        .file("pages", json!([page("/visit/"), page("/cafe/"), page("/lounge/"), page("/rewards/")]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/cafe/");
    let links = |label: &str| page.links().filter(|a| a.text == label).count();
    assert_eq!((links("Café"), links("Lounge"), links("Shop")), (2, 2, 2), "in the header and in the menu");
    let disclosures: Vec<_> =
        page.all("summary").map(|summary| (summary.get("aria-label"), summary.text.trim())).collect();
    assert_eq!(disclosures, [("More in Visit", ""), ("", "More")]);
    let current: Vec<_> = page.links().filter(|a| a.get("aria-current") == "page").map(|a| &a.text).collect();
    assert_eq!(current, ["Visit", "Café", "Visit", "Café"], "the entry of a section and the page");
    let hidden = page.elements.iter().filter(|e| e.attributes.contains_key("data-members")).count();
    assert_eq!(hidden, 4, "the link in header and menu, the column of the footer and its link");
    let css: String = page.all("style").map(|style| style.raw.clone()).collect();
    assert!(css.contains("html:not([data-member],[data-preview]) [data-members]{display:none}"), "{css}");
    assert!(page.html.contains("© 1926–2026 Acme"), "{}", page.html);
    assert!(page.links().any(|a| a.text == "Instagram" && a.get("href") == "https://instagram.example/acme"));
    let french = site.page("/fr/cafe/");
    assert!(french.html.contains("Depuis 1926"));
    assert!(french.links().any(|a| a.text == "Salon" && a.get("href") == "/fr/lounge/"));
    let organization = &site.page("/").nodes("Organization")[0];
    assert_eq!(organization["sameAs"], json!(["https://instagram.example/acme"]));
    let embedded = site.page("/cafe/?embedding=tapos_embedded");
    assert!(embedded.links().any(|a| a.text == "Café"));
}

#[test]
fn route_09_without_a_login_slug_there_is_no_login_page() {
    let acme = Acme::single().set("/settings/loginPage", json!({ "slug": "" }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    assert_eq!(site.page("/").title(), "Films and showtimes | Acme");
    let home = site.page("/");
    assert!(home.data()["site"].get("account").is_none());
    assert!(home.links().all(|a| !a.get("href").starts_with("/login")), "no link leads there");
    assert_eq!(site.get("/login/").status, 404);
}

#[test]
fn offers_on_a_content_page_follow_the_loyalty_program() {
    let blocks = json!([
        { "type": "memberships", "title": "Choose your membership" },
        { "type": "rewards", "title": "What points buy", "text": "For two years." },
    ]);
    let pages = json!([
        { "path": "/club/", "title": "Club", "blocks": blocks },
        { "path": "/plain/", "title": "Plain", "blocks": [{ "type": "hero", "title": "Hello" }] },
    ]);
    let acme = Acme::single()
        .file("pages", pages)
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/config/options", json!({ "additionalLocales": ["fr-FR"] }));
    let data = Data::with(&[&acme]);
    let run = |args: &[&str]| data.run(&[args, &["--site", "acme"]].concat()).stdout_of_success();
    let server = data.serve(CLOCK);
    let site = server.site("acme.example");
    let empty = site.page("/club/").text();
    assert!(!empty.contains("Choose your membership") && !empty.contains("What points buy"), "{empty}");
    run(&["level", "add", "id=1", "name=Gold", "pointsPerUnit=12"]);
    let gold = ["code=GOLD", "name=Gold", "price.amount=2500", "price.currency=USD", "levelId=1"];
    let details = ["durationMonths=12", "description=Half-price coffee. A birthday ticket."];
    run(&[&["membership", "add"][..], &gold, &details, &["localizations.fr.name=Or"]].concat());
    run(&["reward", "add", "itemCode=CORN", "name=Small popcorn", "pointsCost=1500"]);
    run(&["reward", "add", "itemCode=GONE", "name=Soda", "pointsCost=5", "isAvailable=no"]);
    let page = site.page_once("/club/", |page| page.text().contains("Small popcorn"));
    let text = page.text();
    for part in [
        "Gold",
        "$25 a year",
        "12 points for every $1",
        "Half-price coffee",
        "1,500 points",
        "For two years.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("Soda") && page.links_to("/login/join/"));
    let french = site.page_once("/fr/club/", |page| page.text().contains("Or")).text();
    assert!(french.contains("25 $ par an") && french.contains("12 points par tranche de 1 $"), "{french}");
    run(&["membership", "change", "GOLD", "price.amount=3000"]);
    let with_new_price = site.page_once("/club/", |page| page.text().contains("$30 a year")).text();
    assert!(!with_new_price.contains("$25"));
    run(&["membership", "remove", "GOLD"]);
    let _ = site.page_once("/club/", |page| !page.text().contains("Choose your membership"));
    assert!(site.page("/search/?q=popcorn").links_to("/club/"), "found by what points buy");
}
