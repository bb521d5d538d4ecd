use serde_json::{Value, json};

use super::*;

const GOOD: &str = r##"{
  "key": "acme",
  "hosts": ["www.acme.example", "acme.example"],
  "settings": {
    "id": "V2Vic2l0ZQ==",
    "domain": "www.acme.example",
    "loginPage": { "slug": "login" },
    "privacyPolicyPage": { "slug": "privacy" },
    "trackers": [{ "type": "google_tag_manager", "token": "GTM-ABC" }],
    "ticketingUrl": "https://tickets.acme.example",
    "headerLayout": "SPLIT",
    "logoSize": 36
  },
  "config": {
    "theme": {
      "colors": {
        "palette": {
          "muted": "#4F4E4E",
          "accent": "#F1E4C3",
          "primary": "#F5B921",
          "highlight": "#F5B921",
          "background": "#131212",
          "footerBackground": "#000000",
          "headerBackground": "#000000"
        }
      },
      "fonts": { "body": "Open Sans", "heading": "Lato" }
    },
    "googleFonts": [{ "font": "Lato", "weights": ["400", "700i"] }],
    "isSingleLocation": false,
    "theaterIds": ["T1", "T2"],
    "movieOrderIndex": ["2"],
    "globalExcludedMovieIds": []
  }
}"##;

/// Findings of a record as `line key: message`.
fn record(text: &str) -> Vec<String> {
    check_site_record("site.json", text)
        .iter()
        .map(|f| format!("{} {}: {}", f.line, f.key, f.message))
        .collect()
}

/// The valid record with one text replaced.
fn with(old: &str, new: &str) -> String {
    assert!(GOOD.contains(old), "{old}");
    GOOD.replacen(old, new, 1)
}

fn part(part: CatalogPart, value: serde_json::Value) -> Vec<String> {
    let text = value.to_string();
    let findings = check_catalog_part(part, part.file_name(), &text);
    findings.iter().map(|f| format!("{}: {}", f.key, f.message)).collect()
}

#[test]
fn a_valid_record_has_no_findings() {
    assert_eq!(record(GOOD), Vec::<String>::new());
}

/// Values that become part of third-party URLs, scripts and security policies (security 6.5).
#[test]
fn security_6_5_invalid_identifiers_and_urls_of_third_parties_are_rejected_with_a_suggestion() {
    let first_finding = |config: &str, settings: &str| {
        let text = GOOD.replacen("\"config\": {", &format!("\"config\": {{ {config}"), 1).replacen(
            "\"settings\": {",
            &format!("\"settings\": {{ {settings}"),
            1,
        );
        record(&text).join("\n")
    };
    for invalid in [
        r#""trackers": { "google_analytics_v4": "<script>alert(1)</script>" },"#,
        r#""trackers": { "google_tag_manager": "GTM-1'x" },"#,
        r#""options": { "marketingTracker": { "customerId": "../x';alert(1)//<b>" } },"#,
        r#""options": { "marketingTracker": { "scriptUrl": "javascript:x" } },"#,
        r#""options": { "marketingTracker": { "scriptUrl": "https://x.example;script-src *" } },"#,
        r#""options": { "marketingTracker": { "scriptUrl": "data:text/javascript,x" } },"#,
        r#""options": { "marketingTracker": { "scriptUrl": "https://x.example/a b" } },"#,
        r#""options": { "adLibraryBaseUrl": "javascript:x" },"#,
        r#""options": { "adTagScriptUrl": "https://x.example/\">" },"#,
        r#""options": { "tagManagerLaunchUrl": "https://*.example/x" },"#,
        r#""options": { "thirdPartyProxyUrls": ["https://x.example/a'b"] },"#,
        r#""options": { "walletPrefix": "a/b" },"#,
        r#""options": { "captcha": { "provider": "RECAPTCHA", "siteKey": "<k>" } },"#,
        r#""websiteId": "a b","#,
    ] {
        let message = first_finding(invalid, "");
        assert!(message.contains("is invalid: must be "), "{invalid}: {message}");
        assert!(!message.contains("a string that matches"), "{invalid}: {message}");
    }
    for invalid in [
        r#""cookieBannerDidomiId": "a\"b","#,
        r#""adsCustom": { "url": "javascript:library/x" },"#,
        r#""adsCustom": { "networkCode": "1<2" },"#,
    ] {
        let message = first_finding("", invalid);
        assert!(message.contains("is invalid"), "{invalid}: {message}");
    }
    let valid = r#""options": { "marketingTracker": { "customerId": "acme/1", "scriptUrl": "https://t.example:8443/{customerId}.js?v=1" }, "adLibraryBaseUrl": "https://ads.example/", "walletPrefix": "Passes" },"#;
    assert_eq!(first_finding(valid, ""), "");
}

#[test]
fn keys_without_effect_and_a_missing_type_of_loyalty_are_reported() {
    let messages = |old: &str, new: &str| record(&with(old, new)).join("\n");
    let country = r#""config": { "country": { "code": "US", "iso31661A2": "US", "iso31661A3": "USA" },"#;
    assert!(messages("\"config\": {", country).contains("iso31661A3: this key has no effect: remove it"));
    let offered =
        r#""config": { "allCountries": [{ "code": "US", "iso31661A2": "US", "iso31661A3": "USA" }],"#;
    let texts = messages("\"config\": {", offered);
    assert!(texts.contains("allCountries[0].code: this key has no effect: remove it"), "{texts}");
    assert!(texts.contains("allCountries[0].iso31661A3: this key has no effect: remove it"), "{texts}");
    let (old, new) = ("\"config\": {", r#""config": { "allCountries": [{ "iso31661A2": "US" }],"#);
    assert_eq!(messages(old, new), "");
    let name = r#""colors": { "combination": { "name": "manual" },"#;
    assert!(messages("\"colors\": {", name).contains("name: this key has no effect: remove it"));
    let kind = r#""config": { "relatedEntityType": "Chain","#;
    assert!(messages("\"config\": {", kind).contains("write \"Theater\" or \"Circuit\""));
    let loyalty = |setting: &str| {
        messages("\"logoSize\": 36", &format!("\"logoSize\": 36, \"loyalty\": {{ {setting} }}"))
    };
    assert!(loyalty("").contains("without type, members have no points"));
    assert_eq!(loyalty(r#""type": "TIERED""#), "");
    assert_eq!(loyalty(r#""provider": "RTS""#), "");
}

#[test]
fn site_05_theme_09_weights_that_are_not_loaded_are_reported() {
    let theme = |weight: u16, style: &str| {
        let fonts = format!(
            r#""fontWeights": {{ "heading": {weight} }}, "fontStyles": {{ "heading": "{style}" }}, "fonts""#
        );
        record(&with("\"fonts\"", &fonts)).join("\n")
    };
    assert_eq!([theme(400, "normal"), theme(700, "italic")], ["", ""]);
    for (weight, style, used) in [(300, "normal", "300"), (700, "normal", "700"), (400, "italic", "400i")] {
        let expected = format!("googleFonts loads Lato without the weight {used}: add it there");
        assert!(theme(weight, style).ends_with(&expected), "{}", theme(weight, style));
    }
    let listed = |font: &str, weight: &str| {
        let list = format!(r#"{{ "font": "{font}", "weights": ["{weight}"] }}"#);
        record(&with(r#"{ "font": "Lato", "weights": ["400", "700i"] }"#, &list)).join("\n")
    };
    assert_eq!([listed("Lato", "400i"), listed("Oswald", "400")], ["", ""]);
    assert!(listed("Lato", "500i").ends_with("Lato has no weight 500i, using the nearest: write 400i"));
    assert!(listed("Oswald", "400i").ends_with("Oswald has no weight 400i, using the nearest: write 400"));
}

#[test]
fn site_02_every_error_of_a_record_is_reported_with_file_line_and_key() {
    let text = GOOD
        .replace(
            "          \"headerBackground\": \"#000000\"\n",
            "          \"headerBackgroud\": \"#000000\"\n",
        )
        .replace("\"accent\": \"#F1E4C3\"", "\"accent\": \"beige\"")
        .replace("\"isSingleLocation\": false", "\"isSingleLocation\": \"yes\"")
        .replace("\"heading\": \"Lato\"", "\"heading\": \"Comic Sans\"")
        .replace("\"400\", \"700i\"", "\"500\"")
        .replace("\"SPLIT\"", "\"SPLITT\"")
        .replace("\"logoSize\": 36", "\"logoSize\": 300")
        .replace("\"GTM-ABC\"", "\"GTM ABC\"")
        .replace("\"slug\": \"login\"", "\"slug\": \"privacy\"")
        .replace("\"https://tickets", "\"http://tickets")
        .replace("\"acme.example\"]", "\"https://acme.example\"]")
        .replace("\"movieOrderIndex\": [\"2\"]", "\"movieOrderIndex\": [2]")
        .replace("\"id\": \"V2Vic2l0ZQ==\",\n", "");
    let findings = check_site_record("sites/acme/site.json", &text);
    let reported: Vec<_> = findings.iter().map(|f| (f.line, f.key.as_str(), f.severity)).collect();
    use Severity::{Error, Warning};
    assert_eq!(
        reported,
        [
            (3, "hosts[1]", Error),
            (4, "settings.id", Error),
            (7, "settings.privacyPolicyPage.slug", Error),
            (8, "settings.trackers[0].token", Error),
            (9, "settings.ticketingUrl", Error),
            (10, "settings.headerLayout", Warning),
            (11, "settings.logoSize", Warning),
            (16, "config.theme.colors.palette.headerBackground", Error),
            (18, "config.theme.colors.palette.accent", Error),
            (23, "config.theme.colors.palette.headerBackgroud", Error),
            (26, "config.theme.fonts.heading", Error),
            (28, "config.googleFonts[0].weights[0]", Warning),
            (29, "config.isSingleLocation", Error),
            (31, "config.movieOrderIndex[0]", Error),
        ]
    );
    assert!(findings.iter().all(|f| f.file == "sites/acme/site.json"));
    let message_of = |key: &str| findings.iter().find(|f| f.key.ends_with(key)).unwrap().message.clone();
    assert_eq!(
        message_of("headerBackgroud"),
        "unknown field \"headerBackgroud\", did you mean \"headerBackground\"?"
    );
    assert_eq!(message_of("headerBackground"), "\"headerBackground\" is required (The header)");
    assert_eq!(message_of("accent"), "\"beige\" is invalid: must be a color such as #F5B921");
    assert_eq!(message_of("isSingleLocation"), "\"yes\" is invalid: must be true or false");
    assert!(
        message_of("fonts.heading").contains("not one of the 43 allowed values"),
        "{}",
        message_of("fonts.heading")
    );
    assert_eq!(message_of("weights[0]"), "Lato has no weight 500, using the nearest: write 400");
    assert!(
        message_of("headerLayout").contains("using the default BAR")
            && message_of("headerLayout").ends_with("SPLIT?")
    );
    assert!(
        message_of("logoSize").contains("300")
            && message_of("ticketingUrl").ends_with("must start with https://")
    );
    assert_eq!(
        findings[0].to_string(),
        "sites/acme/site.json:3:33: error: hosts[1]: invalid host name \"https://acme.example\": \
         write the host name without https://"
    );
}

#[test]
fn site_01_a_single_location_has_one_theater() {
    let findings = record(&with("\"isSingleLocation\": false", "\"isSingleLocation\": true"));
    assert_eq!(findings.len(), 1);
    assert!(findings[0].starts_with("30 config.isSingleLocation: the site has 2 theaters"), "{findings:?}");
}

#[test]
fn site_03_site_11_the_nearest_allowed_value_is_suggested() {
    let findings =
        record(&with("\"googleFonts\"", "\"roundness\": { \"buttons\": \"ROUND\" }, \"googleFonts\""));
    assert!(
        findings[0].contains("config.roundness.buttons: \"ROUND\" is invalid: must be NONE, MEDIUM or HIGH"),
        "{findings:?}"
    );
    let findings = record(&with("\"logoSize\": 36", "\"adsLocation\": [\"PAGES_TOP\", \"SIDEBAR\"]"));
    assert!(findings[0].contains("settings.adsLocation[1]: \"SIDEBAR\" is invalid"), "{findings:?}");
    let findings =
        record(&with("\"googleFonts\"", "\"options\": { \"passwordPolicy\": \"CRG\" }, \"googleFonts\""));
    assert!(
        findings[0].contains("config.options.passwordPolicy")
            && findings[0].ends_with("did you mean \"CGR\"?"),
        "{findings:?}"
    );
    let findings = record(&with("\"googleFonts\"", "\"options\": { \"embeddingMode\": 7 }, \"googleFonts\""));
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].contains("config.options.embeddingMode: 7 is invalid"), "{findings:?}");
}

#[test]
fn set_03_to_set_08_ads_and_trackers_are_checked() {
    let ads = r#""adsDisplay": "CUSTOM", "adsCustom": { "locations": [{ "key": "home1" }],
        "sizeMapping": "{\"home2\": {\"0\": [[320,50]]}}", "url": "https://ads.example/ACME", "networkCode": "1" }"#;
    let findings = record(&with("\"logoSize\": 36", ads));
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(
        findings[0].contains("settings.adsCustom.sizeMapping: \"home2\" not found in adsCustom.locations")
    );
    assert!(findings[1].contains("settings.adsCustom.url"));
    let findings = record(&with("google_tag_manager", "google_tag_manger"));
    assert!(findings[0].contains("did you mean \"google_tag_manager\"?"), "{findings:?}");
    let findings = record(&with("GTM-ABC", "UA-1"));
    assert!(
        findings[0].contains("settings.trackers[0].token: \"UA-1\" must start with GTM-"),
        "{findings:?}"
    );
}

#[test]
fn route_08_hosts_domain_and_slugs_are_checked() {
    let findings = record(&with("\"acme.example\"]", "\"www.acme.example\"]"));
    assert!(findings[0].contains("hosts[1]: duplicate host \"www.acme.example\""), "{findings:?}");
    let findings = record(&with("\"domain\": \"www.acme.example\"", "\"domain\": \"other.example\""));
    assert!(findings[0].contains("settings.domain: \"other.example\" is missing in hosts"), "{findings:?}");
    for (slug, owner) in [
        ("movies", "a fixed route"),
        ("vouchers", "a path of the ticketing site"),
        ("icons", "a fixed route"),
        ("cms-preview", "the previews of the site editor"),
    ] {
        let findings = record(&with("\"slug\": \"login\"", &format!("\"slug\": \"{slug}\"")));
        let expected = format!("settings.loginPage.slug: /{slug}/ is hidden by {owner}: choose another slug");
        assert!(findings[0].contains(&expected), "{findings:?}");
    }
    let mut french: Value = serde_json::from_str(&with("\"slug\": \"login\"", "\"slug\": \"fr\"")).unwrap();
    french["config"]["options"]["additionalLocales"] = json!(["fr-FR"]);
    let findings = record(&french.to_string());
    let expected =
        "settings.loginPage.slug: /fr/ is hidden by the pages of another language: choose another slug";
    assert!(findings[0].contains(expected), "{findings:?}");
    assert!(record(&with("https://tickets.acme.example", "http://ticketing.localhost:8080")).is_empty());
}

#[test]
fn invalid_json_is_one_finding_and_almost_valid_json_is_checked_further() {
    assert_eq!(record("{").len(), 1);
    assert_eq!(record("[]").len(), 1);
    let findings = record(&with("\"logoSize\": 36", "\"logoSize\": 36, \"hasSerach\": true,"));
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(
        findings[0].contains("did you mean \"hasSearch\"?")
            && findings[1].contains("invalid JSON: trailing comma")
    );
}

#[test]
fn ent_04_locale_03_theaters_are_checked() {
    let theater =
        |id: &str, slug: &str, zone: &str| json!({ "id": id, "name": "A", "slug": slug, "timeZone": zone });
    assert_eq!(
        part(CatalogPart::Theaters, json!([theater("T1", "a", "Europe/Paris"), theater("T2", "b", "UTC")])),
        [""; 0]
    );
    let findings = part(
        CatalogPart::Theaters,
        json!([theater("T1", "a", "Europe/Pariss"), theater("T1", "a", "UTC"), theater("T 3", "c", "UTC")]),
    );
    assert_eq!(
        findings,
        [
            "[0].timeZone: unknown time zone \"Europe/Pariss\", did you mean \"Europe/Paris\"? Must be an IANA name",
            "[1].id: duplicate id \"T1\", first used in entry 1: change one",
            "[1].slug: duplicate slug \"a\", first used in entry 1: change one",
            "[2].id: invalid id \"T 3\": invalid character ' ': an id may contain letters, digits, '-', '_', '.', ':' and '='",
        ]
    );
}

#[test]
fn ent_06_movies_showtimes_and_events_are_checked() {
    let findings = part(
        CatalogPart::Movies,
        json!([{ "id": "tt1", "title": "", "slug": "a", "releaseDate": "soon", "runtme": 90 }]),
    );
    assert_eq!(
        findings,
        [
            "[0].id: \"tt1\" is invalid: must be digits only, at most 19",
            "[0].title: must not be empty",
            "[0].releaseDate: \"soon\" is invalid: must be a date such as 2025-01-31",
            "[0].runtme: unknown field \"runtme\", did you mean \"runtime\"?",
        ]
    );
    let show = json!({ "id": "s", "movieId": "1", "theaterId": "T1", "startsAt": "2025-05-05T18:00:00Z", "businessDate": "2025-05-05",
                       "endsAt": "2025-05-05T17:00:00Z", "booking": "https://user:secret@t.example/" });
    let findings = part(CatalogPart::Showtimes, json!([show]));
    assert!(
        findings[0].starts_with("[0]")
            && findings.iter().any(|f| f.starts_with("[0].booking: the URL must not contain a username")),
        "{findings:?}"
    );
    assert!(findings.iter().any(|f| f.starts_with("[0].endsAt: must be after startsAt")), "{findings:?}");
    let sorted = json!({ "id": "e", "title": "E", "slug": "e", "dates": [{ "date": "2025-05-05" }, { "date": "2025-05-05", "time": "19:00" }] });
    assert_eq!(part(CatalogPart::Events, json!([sorted])), [""; 0], "a date without a time comes first");
    let event = json!({ "id": "e", "title": "E", "slug": "e", "dates": [{ "date": "2025-05-06" }, { "date": "2025-05-05" }] });
    assert_eq!(part(CatalogPart::Events, json!([event])), ["[0].dates[1]: dates must be in ascending order"]);
}

#[test]
fn route_15_pages_that_are_hidden_by_fixed_routes_are_reported() {
    let page = |path: &str| json!({ "path": path, "title": "P" });
    let findings = part(
        CatalogPart::Pages,
        json!([
            page("/about/"),
            page("/about/"),
            page("/movies/"),
            page("/api/x/"),
            page("/theaters/"),
            page("/theaters/x/"),
            page("/giftcards/"),
            page("/icons/"),
            page("about")
        ]),
    );
    assert_eq!(
        findings,
        [
            "[1].path: duplicate path \"/about/\", first used in entry 1: change one",
            "[2].path: /movies/ is hidden by a fixed route: choose another path",
            "[3].path: /api/x/ is hidden by a fixed route: choose another path",
            "[5].path: /theaters/x/ is hidden by a fixed route: choose another path",
            "[6].path: /giftcards/ leads to the ticketing site once the site has a ticketing URL: choose another path",
            "[7].path: /icons/ is hidden by a fixed route: choose another path",
            "[8].path: \"about\" is invalid: must be a path with slashes at both ends such as /about/",
        ]
    );
    let blocks = json!([{ "path": "/a/", "title": "A", "blocks": [
        { "type": "hero", "titel": "X" }, { "type": "txt", "paragraphs": [] }, { "type": "text", "paragraphs": "x" }] }]);
    let findings = part(CatalogPart::Pages, blocks);
    assert!(
        findings
            .iter()
            .any(|f| f.starts_with("[0].blocks[0].titel: unknown field \"titel\", did you mean \"title\"")),
        "{findings:?}"
    );
    assert!(
        findings.iter().any(|f| f.starts_with("[0].blocks[0].title: \"title\" is required")),
        "{findings:?}"
    );
    assert!(
        findings.iter().any(|f| f
            .starts_with("[0].blocks[1].type: \"txt\" is not one of the 16 allowed values; did you mean")
            && f.ends_with("did you mean \"text\"?")),
        "{findings:?}"
    );
    assert!(
        findings.iter().any(|f| f.starts_with("[0].blocks[2].paragraphs: \"x\" is invalid: must be a list")),
        "{findings:?}"
    );
}

#[test]
fn link_01_menu_links_are_checked() {
    let item = |href: &str| json!({ "label": "L", "href": href });
    let hrefs = [
        "/movies/",
        "https://a.example/",
        "info@acme.example",
        "tel:+1",
        "ticketing:giftcards",
        "",
        "#privacy-choices",
    ];
    let valid = json!({ "header": [], "footer": [{ "title": "F", "items": hrefs.map(item) }], "legal": [] });
    assert_eq!(part(CatalogPart::Menus, valid), [""; 0]);
    let invalid = json!({ "header": [item("javascript:alert(1)"), item("movies"), { "label": " ", "href": "/" }], "legal": [item("//evil.example"), item("/\\evil.example")] });
    let findings = part(CatalogPart::Menus, invalid);
    let keys: Vec<_> = findings.iter().map(|f| f.split(':').next().unwrap()).collect();
    assert_eq!(
        keys,
        ["header[0].href", "header[1].href", "header[2].label", "legal[0].href", "legal[1].href"]
    );
}

#[test]
fn page_15_settings_fit_the_type_of_a_block_and_anchors_are_unique() {
    let text = |settings: Value| json!({ "type": "text", "paragraphs": [], "settings": settings });
    let pages =
        |kind: &str, blocks: Value| json!([{ "path": "/a/", "kind": kind, "title": "A", "blocks": blocks }]);
    let all = json!({
        "twoColumns": true, "width": "full", "background": "accent",
        "hiddenOnPhones": true, "membersOnly": true, "anchor": "our-story"
    });
    let hero = json!({ "type": "hero", "title": "H", "settings": { "anchor": "top" } });
    let valid = pages("content", json!([hero, text(all.clone())]));
    assert_eq!(part(CatalogPart::Pages, valid), [""; 0]);
    let anchor = |name: &str| text(json!({ "anchor": name }));
    let invalid = json!([
        { "type": "hero", "title": "H", "settings": all },
        { "type": "image", "picture": "a", "settings": { "twoColumns": true } },
        { "type": "contact", "title": "C", "settings": { "width": "full" } },
        anchor("a"), anchor("a"), anchor("main"), anchor("block-2"), anchor("Not valid"),
        text(json!({ "width": "huge" })),
    ]);
    let findings = part(CatalogPart::Pages, pages("content", invalid));
    let mut keys: Vec<_> = findings.iter().map(|f| f.split(':').next().unwrap()).collect();
    keys.sort_unstable();
    let at = |key: &str| format!("[0].blocks{key}");
    let expected = [
        "[0].settings.background",
        "[0].settings.hiddenOnPhones",
        "[0].settings.membersOnly",
        "[0].settings.twoColumns",
        "[0].settings.width",
        "[1].settings.twoColumns",
        "[2].settings.width",
        "[4].settings.anchor",
        "[5].settings.anchor",
        "[6].settings.anchor",
        "[7].settings.anchor",
        "[8].settings.width",
    ];
    assert_eq!(keys, expected.map(at));
    let home = part(CatalogPart::Pages, pages("home", json!([anchor("a")])));
    assert!(home.iter().any(|f| f.starts_with("[0].blocks[0].settings: ")), "{home:?}");
}

#[test]
fn page_17_addresses_that_a_block_cannot_show_are_errors() {
    let pages = |blocks: Value| json!([{ "path": "/a/", "title": "A", "blocks": blocks }]);
    let video = |video: &str| json!({ "type": "video", "video": video });
    let embed = |url: &str| json!({ "type": "embed", "title": "E", "url": url });
    let valid =
        json!([video("https://vimeo.com/12345"), video(""), embed("https://tables.example/a"), embed(""),]);
    assert_eq!(part(CatalogPart::Pages, pages(valid)), [""; 0]);
    let invalid = json!([
        video("https://example.com/film"), embed("http://tables.example/"), embed("javascript:alert(1)"),
        embed("https://user:secret@tables.example/"), embed("https://a;script-src-elem/"), embed("https://[::1]/"), { "type": "embed", "title": "E", "url": "https://a.example", "height": 5 },
    ]);
    let findings = part(CatalogPart::Pages, pages(invalid));
    let mut keys: Vec<_> = findings.iter().map(|f| f.split(':').next().unwrap()).collect();
    keys.sort_unstable();
    let at = |key: &str| format!("[0].blocks{key}");
    assert_eq!(
        keys,
        ["[0].video", "[1].url", "[2].url", "[3].url", "[4].url", "[5].url", "[6].height"].map(at)
    );
}

#[test]
fn page_16_saved_blocks_have_no_anchor_and_one_type_and_references_have_an_anchor_only() {
    let saved = |blocks: Value| {
        let options = json!({ "options": { "savedBlocks": blocks } }).to_string();
        record(&with(
            "\"isSingleLocation\": false",
            &format!("{}, \"isSingleLocation\": false", &options[1..options.len() - 1]),
        ))
    };
    let text = |settings: Value| json!({ "type": "text", "paragraphs": [], "settings": settings });
    let valid = json!({ "join": {
        "name": "Join the Club",
        "block": text(json!({ "background": "accent", "membersOnly": true })),
        "localizations": { "fr": text(json!({})) },
    } });
    assert_eq!(saved(valid), [""; 0]);
    let link = json!([{ "type": "paragraph", "content": [{ "text": "x", "href": "javascript:alert(1)" }] }]);
    let long = "x".repeat(33_000);
    let invalid = json!({
        "a": { "name": "A", "block": text(json!({ "anchor": "a" })) },
        "b": { "name": "B", "block": { "type": "hero", "title": "B", "settings": { "width": "full" } } },
        "c": { "name": "C", "block": text(json!({})), "localizations": { "fr": { "type": "hero", "title": "C" } } },
        "d": { "name": "D", "block": { "type": "saved", "id": "a" } },
        "e": { "name": "", "block": { "type": "text", "paragraphs": link } },
        "f": { "name": "F", "block": { "type": "text", "paragraphs": [long] } },
        "g h": { "name": "G", "block": text(json!({})) },
    });
    let findings = saved(invalid);
    let at = |key: &str| format!("config.options.savedBlocks.{key}");
    let mut keys: Vec<_> =
        findings.iter().map(|f| f.split_once(' ').unwrap().1.split(':').next().unwrap().to_owned()).collect();
    keys.sort_unstable();
    let expected = [
        "a.block.settings.anchor",
        "b.block.settings.width",
        "c.localizations.fr.type",
        "d.block.type",
        "e.block.paragraphs[0]",
        "e.name",
        "f",
    ];
    assert_eq!(keys[..7], expected.map(at), "{findings:?}");
    assert!(keys[7].contains("g h") && keys.len() == 8, "{findings:?}");
    let reference = |settings: Value| json!([{ "type": "saved", "id": "join", "settings": settings }]);
    let pages =
        |blocks: Value| part(CatalogPart::Pages, json!([{ "path": "/a/", "title": "A", "blocks": blocks }]));
    assert_eq!(pages(reference(json!({ "anchor": "join" }))), [""; 0]);
    let refused = pages(reference(json!({ "background": "accent" })));
    assert!(refused[0].starts_with("[0].blocks[0].settings.background: a reference to a saved block has"));
    assert!(pages(json!([{ "type": "saved" }]))[0].starts_with("[0].blocks[0].id: \"id\" is required"));
}

#[test]
fn page_16_references_to_missing_saved_blocks_are_reported() {
    let options = r#""options": { "savedBlocks": { "join": { "name": "Join", "block": { "type": "filmRail", "title": "F", "movieIds": ["9"] }, "localizations": { "fr": { "type": "filmRail", "title": "F", "movieIds": ["8"] } } } } }, "isSingleLocation": false"#;
    let site = with("\"isSingleLocation\": false", options);
    let reference = |id: &str| json!([{ "type": "saved", "id": id }]);
    let pages = json!([{
        "path": "/privacy/", "title": "P", "blocks": reference("joyn"),
        "localizations": { "fr": { "blocks": reference("map") }, "de": { "blocks": reference("join") } },
    }])
    .to_string();
    let movies = json!([{ "id": "2", "title": "M", "slug": "m" }]).to_string();
    let files = [("site.json", site.as_str()), ("pages.json", &pages), ("movies.json", &movies)];
    let findings = check_site_folder(&files.map(|(name, text)| File { name, text }));
    let reported: Vec<_> = findings.iter().map(|f| (f.file.as_str(), f.key.as_str(), f.severity)).collect();
    let saved = ["block.movieIds[0]", "localizations.fr.movieIds[0]"]
        .map(|key| format!("config.options.savedBlocks.join.{key}"));
    assert_eq!(
        reported,
        [
            ("pages.json", "[0].blocks[0].id", Severity::Warning),
            ("pages.json", "[0].localizations.fr.blocks[0].id", Severity::Warning),
            ("site.json", &saved[0], Severity::Warning),
            ("site.json", &saved[1], Severity::Warning),
        ]
    );
    assert!(findings[0].message.ends_with("did you mean \"join\"?"), "{}", findings[0].message);
}

#[test]
fn page_14_only_entries_of_the_header_have_links_below_them() {
    let link = |items: Value| json!({ "label": "L", "href": "/a/", "membersOnly": true, "items": items });
    let valid = json!({
        "header": [link(json!([link(json!([]))]))],
        "social": [link(json!([]))],
        "legalLine": { "text": "© [year] Acme", "localizations": { "fr": "© [year]" } }
    });
    assert_eq!(part(CatalogPart::Menus, valid), [""; 0]);
    let below = || json!([link(json!([]))]);
    let invalid = json!({
        "header": [link(json!([link(below()), { "label": "", "href": "b" }]))],
        "footer": [{ "title": "F", "items": [link(below())] }],
        "legal": [link(below())],
        "social": [link(below())]
    });
    let findings = part(CatalogPart::Menus, invalid);
    let keys: Vec<_> = findings.iter().map(|f| f.split(':').next().unwrap()).collect();
    assert_eq!(
        keys,
        [
            "header[0].items[0].items",
            "header[0].items[1].label",
            "header[0].items[1].href",
            "footer[0].items[0].items",
            "legal[0].items",
            "social[0].items"
        ]
    );
}

#[test]
fn site_12_const_02_references_between_files_are_checked() {
    let theaters = json!([{ "id": "T1", "name": "A", "slug": "a", "timeZone": "Europe/London", "screens": [{ "id": "1", "name": "1" }] }]).to_string();
    let movies = json!([{ "id": "1", "title": "M", "slug": "m" }]).to_string();
    let show = |id: &str, movie: &str, theater: &str, screen: &str, day: &str| json!({ "id": id, "movieId": movie, "theaterId": theater, "screen": screen, "startsAt": "2025-05-05T23:30:00Z", "businessDate": day });
    let shows = json!([
        show("a", "1", "T1", "1", "2025-05-05"),
        show("b", "9", "T9", "1", "2025-05-05"),
        show("c", "1", "T1", "2", "2025-05-06")
    ]);
    let shows = shows.to_string();
    let events = json!([{ "id": "e", "title": "E", "slug": "e", "movieIds": ["7"], "theaterIds": ["T1"] }])
        .to_string();
    let blocks = json!([
        { "type": "filmRail", "title": "F", "movieIds": ["1", "8"] },
        { "type": "showtimes", "title": "S", "theaterId": "T8" },
    ]);
    let local = json!({ "fr": { "blocks": [{ "type": "mapLink", "title": "M", "theaterId": "T7" }] } });
    let pages = json!([
        { "path": "/login/", "title": "L" },
        { "path": "/films/", "title": "F", "blocks": blocks, "localizations": local },
    ])
    .to_string();
    let site = with("\"movieOrderIndex\": [\"2\"]", "\"movieOrderIndex\": [\"2\", \"1\"]");
    let files = [
        ("acme/site.json", site.as_str()),
        ("acme/theaters.json", &theaters),
        ("acme/movies.json", &movies),
        ("acme/showtimes.json", &shows),
        ("acme/events.json", &events),
        ("acme/pages.json", &pages),
        ("acme/menu.json", "{}"),
        ("acme/zzzzzzzzzzzz.json", "{}"),
        ("acme/media/a.png", ""),
    ];
    let files = files.map(|(name, text)| File { name, text });
    let findings = check_site_folder(&files);
    let reported: Vec<_> = findings.iter().map(|f| (f.file.as_str(), f.key.as_str(), f.severity)).collect();
    use Severity::{Error, Warning};
    assert_eq!(
        reported,
        [
            ("acme/events.json", "[0].movieIds[0]", Warning),
            ("acme/menu.json", "", Warning),
            ("acme/pages.json", "[0].path", Error),
            ("acme/pages.json", "[1].blocks[0].movieIds[1]", Warning),
            ("acme/pages.json", "[1].blocks[1].theaterId", Warning),
            ("acme/pages.json", "[1].localizations.fr.blocks[0].theaterId", Warning),
            ("acme/showtimes.json", "[1].movieId", Error),
            ("acme/showtimes.json", "[1].theaterId", Error),
            ("acme/showtimes.json", "[2].screen", Warning),
            ("acme/showtimes.json", "[2].businessDate", Error),
            ("acme/site.json", "settings.privacyPolicyPage.slug", Warning),
            ("acme/site.json", "config.theaterIds[1]", Error),
            ("acme/site.json", "config.movieOrderIndex[0]", Warning),
            ("acme/zzzzzzzzzzzz.json", "", Warning),
        ],
        "{findings:#?}"
    );
    assert!(findings[1].message.contains("did you mean menus.json?"), "{}", findings[1]);
    let unlike_any = findings.last().unwrap();
    assert!(unlike_any.message.starts_with("unknown file: must be one of"), "{unlike_any}");
    let misspelled = theaters.replace("Europe/London", "Europe/Londonn");
    let files = [("site.json", site.as_str()), ("theaters.json", &misspelled), ("showtimes.json", &shows)];
    let findings = check_site_folder(&files.map(|(name, text)| File { name, text }));
    assert!(findings.iter().any(|f| f.key == "[0].timeZone"), "{findings:#?}");
    assert!(!findings.iter().any(|f| f.key.ends_with("businessDate")), "{findings:#?}");
}

#[test]
fn the_demo_sites_have_no_errors() {
    let demo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo");
    for site in ["meridian", "aster"] {
        let read = |name: &str| std::fs::read_to_string(demo.join(site).join(name)).unwrap();
        assert_eq!(check_site_record("site.json", &read("site.json")), [], "{site}");
        for part in [CatalogPart::Theaters, CatalogPart::Pages, CatalogPart::Menus] {
            assert_eq!(check_catalog_part(part, part.file_name(), &read(part.file_name())), [], "{site}");
        }
    }
}

#[test]
fn truncated_or_corrupted_files_never_panic() {
    let folder = |text: &str| {
        let files = CatalogPart::ALL.iter().map(|part| part.file_name()).chain(["site.json"]);
        check_site_folder(&files.map(|name| File { name, text }).collect::<Vec<_>>())
    };
    for offset in (0..GOOD.len()).step_by(97) {
        assert!(!folder(&GOOD[..offset]).is_empty());
        for replacement in ["null", "[[]]", "-1e400", "{\"\":[0]}", "\u{0}", "é"] {
            let _ = folder(&format!("{}{replacement}{}", &GOOD[..offset], &GOOD[offset..]));
        }
    }
    for replacement in [
        "null",
        "0",
        "[null, 1, [], {}]",
        "[{\"id\": {}, \"dates\": [[], 1], \"screens\": 7}]",
        "{\"config\": [], \"settings\": 1}",
    ] {
        assert!(!folder(replacement).is_empty(), "{replacement}");
    }
}
