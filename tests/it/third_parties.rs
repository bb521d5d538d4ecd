//! Third parties of sites: the settings for pages, and the content security policy.

use marquee_tests::{Acme, CLOCK, Data, Server, film, show, theater};
use serde_json::{Value, json};

/// A site with all third parties, and a notice of the consent platform.
fn full() -> Acme {
    Acme::single()
        .set("/settings/id", json!("V2Vic2l0ZTo0Mg=="))
        .set("/settings/name", json!("Acme"))
        .set("/settings/circuit", json!({ "id": "C7", "name": "Acmé Cinémas" }))
        .set("/settings/cookieBannerDidomiId", json!("notice-1"))
        .set("/settings/privacyPolicyPage", json!({ "slug": "privacy" }))
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/enableTargettTracking", json!(true))
        .set("/settings/trackers", json!([{ "type": "google_tag_manager", "token": "GTM-OWN" }, { "type": "other", "token": "x" }]))
        .set("/settings/adsDisplay", json!("PROGRAMMATIC"))
        .set("/settings/adsLocation", json!(["PAGES_TOP", "INTERSTITIAL"]))
        .set("/config/trackers", json!({ "google_analytics_v4": "G-SITE" }))
        .set(
            "/config/options",
            json!({
                "consentApiKey": "key-1",
                "adLibraryBaseUrl": "https://ads.example/",
                "tagManagerLaunchUrl": "https://launch.example/l.js",
                "marketingTracker": { "enabled": true, "customerId": "a/b", "scriptUrl": "https://track.example/{customerId}.js" },
            }),
        )
}

const PRODUCT: [&str; 6] =
    ["--analytics-id", "G-OURS", "--ads-container-id", "GTM-ADS", "--targett-container-id", "GTM-TARGETT"];

fn serve(acme: &Acme, flags: &[&str]) -> Server {
    Data::with(&[acme]).start("serve", CLOCK, flags)
}

fn parties(server: &Server) -> Value {
    server.site("acme.example").get("/api/third-parties.json").json()
}

fn policy(server: &Server, path: &str) -> String {
    server.site("acme.example").get(path).required_header("content-security-policy")
}

/// The sources of one directive.
fn sources<'p>(policy: &'p str, directive: &str) -> Vec<&'p str> {
    let directive_sources =
        policy.split(';').find_map(|part| part.trim().strip_prefix(directive)?.strip_prefix(' '));
    directive_sources.unwrap_or_default().split_ascii_whitespace().collect()
}

#[test]
fn cons_13_cons_06_the_consent_platform_gets_its_parameters() {
    let server = serve(&full(), &[]);
    let all = parties(&server);
    let consent = &all["consent"];
    assert_eq!(
        (&consent["tool"], &consent["noticeId"], &consent["apiKey"], &consent["appName"]),
        (&json!("didomi"), &json!("notice-1"), &json!("key-1"), &json!("Acme"))
    );
    assert_eq!(consent["sdkPath"], json!("https://sdk.privacy-center.org/"));
    assert_eq!(consent["privacyPolicyUrl"], json!("https://acme.example/privacy/"));
    assert_eq!(consent["country"], json!("US"));
    let default_vendors = json!({ "webAnalytics": "web-analytics", "google": "google", "tagManagerAnalytics": "tag-manager-analytics" });
    assert_eq!(all["vendors"], default_vendors);
    let own = full().set("/config/options/consentVendors", json!({ "webAnalytics": "c:abc" }));
    assert_eq!(parties(&serve(&own, &[]))["vendors"]["webAnalytics"], json!("c:abc"));
}

#[test]
fn set_02_cons_11_cons_12_precedence_of_consent_notices() {
    let server = serve(&full(), &["--consent-notice-id", "xyz"]);
    assert_eq!(parties(&server)["consent"]["noticeId"], json!("xyz"));
    assert!(
        parties(&serve(&full(), &["--consent-notice-id", ""])).get("consent").is_none(),
        "an empty id switches the notice off"
    );
    let disabled = full().set("/config/options/consentDisabled", json!(true));
    let server = serve(&disabled, &[]);
    assert!(parties(&server).get("consent").is_none());
    assert!(!policy(&server, "/").contains("privacy-center.org"));
    assert_eq!(server.site("acme.example").page("/").data()["site"]["outside"]["hasNotice"], json!(false));
    let none = full().set("/settings/cookieBannerDidomiId", json!(null));
    assert!(parties(&serve(&none, &[])).get("consent").is_none());
    let own = none.set("/config/options/embeddedConsent", json!({ "enabled": true, "regulation": "ccpa" }));
    let consent = parties(&serve(&own, &[]))["consent"].clone();
    assert_eq!((&consent["tool"], &consent["regulation"]), (&json!("embedded"), &json!("ccpa")));
    assert_eq!(consent["privacyHref"], json!("/privacy/"));
}

#[test]
fn anly_08_anly_12_measurement_ids_of_the_product_and_the_site() {
    let ids =
        |acme: &Acme, flags: &[&str]| parties(&serve(acme, flags))["analytics"]["measurementIds"].clone();
    assert_eq!(ids(&full(), &PRODUCT), json!(["G-OURS", "G-SITE"]));
    assert_eq!(ids(&full(), &[]), json!(["G-SITE"]));
    let bare = full().set("/config/trackers", json!({}));
    assert_eq!(ids(&bare, &PRODUCT), json!(["G-OURS"]));
    assert!(parties(&serve(&bare, &[])).get("analytics").is_none());
}

#[test]
fn anly_09_anly_10_anly_12_containers_depend_on_the_settings() {
    let containers = |acme: &Acme| parties(&serve(acme, &PRODUCT))["containers"].clone();
    let container = |purpose: &str, id: &str| json!({ "purpose": purpose, "id": id });
    let own = container("site", "GTM-OWN");
    assert_eq!(
        containers(&full()),
        json!([container("ads", "GTM-ADS"), container("targett", "GTM-TARGETT"), own])
    );
    let no_ads = full().set("/settings/adsDisplay", json!("NONE"));
    assert_eq!(containers(&no_ads), json!([container("targett", "GTM-TARGETT"), own]));
    let neither = no_ads.set("/settings/enableTargettTracking", json!(false));
    assert_eq!(containers(&neither), json!([own]));
    assert_eq!(parties(&serve(&full(), &[]))["containers"], json!([own]), "empty settings load nothing");
}

#[test]
fn anly_02_anly_11_marketing_tracker_and_launch_script() {
    let all = parties(&serve(&full(), &[]));
    assert_eq!(all["launchScript"], json!("https://launch.example/l.js"));
    let tracker =
        json!({ "script": "https://track.example/a%2Fb.js", "customerId": "a/b", "requiresConsent": false });
    assert_eq!(all["marketing"], tracker);
    for (key, value) in [("enabled", json!(false)), ("customerId", json!("")), ("scriptUrl", json!(""))] {
        let without = full().set(&format!("/config/options/marketingTracker/{key}"), value);
        assert!(parties(&serve(&without, &[])).get("marketing").is_none(), "{key}");
    }
}

#[test]
fn ads_04_ads_05_ads_06_ads_14_ads_17_scripts_depend_on_the_ads_settings() {
    let ads = |acme: Acme| parties(&serve(&acme, &[]))["ads"].clone();
    let wrapper = |ads: &Value| (ads["wrapperScript"].clone(), ads["siteCode"].clone());
    let us = (json!("https://ads.example/library/9518146/WMP_US_WEB"), json!("9518146/WMP_US_WEB"));
    assert_eq!(wrapper(&ads(full())), us);
    let restricted = full().set("/settings/adsDisplay", json!("RESTRICTED"));
    assert_eq!(wrapper(&ads(restricted)), us);
    let french = json!({ "code": "FR", "iso31661A2": "FR", "iso31661A3": "FRA" });
    let french = ads(full().set("/config/country", french));
    assert_eq!(french["wrapperScript"], json!("https://ads.example/library/120157152/WMP_FR_WEB"));
    let custom = json!({ "locations": [{ "key": "home1" }], "url": "https://ads.example/library/ACME_WEB", "networkCode": "123", "sizeMapping": "{}" });
    let own = full().set("/settings/adsCustom", custom).set("/settings/adsDisplay", json!("CUSTOM"));
    assert_eq!(wrapper(&ads(own)), (json!("https://ads.example/library/ACME_WEB"), json!("ACME_WEB")));
    let custom =
        json!({ "locations": [{ "key": "home1" }], "url": "", "networkCode": "123", "sizeMapping": "{}" });
    let bare = full()
        .set("/settings/adsCustom", custom)
        .set("/settings/adsDisplay", json!("CUSTOM_WITHOUT_WRAPPER"));
    let bare = ads(bare);
    assert_eq!(bare["wrapperScript"], json!(""));
    assert_eq!(bare["tagScript"], json!("https://securepubads.g.doubleclick.net/tag/js/gpt.js"));
    assert_eq!(
        (&bare["networkCode"], &bare["slotPrefix"], &bare["customKeys"]),
        (&json!("123"), &json!("WMP_"), &json!(["home1"]))
    );
    let no_library = full().set("/config/options/adLibraryBaseUrl", json!(""));
    assert_eq!(ads(no_library)["wrapperScript"], json!(""), "an empty base loads no script");
    assert_eq!(ads(full().set("/settings/adsDisplay", json!("NONE"))), Value::Null);
    let tag = full().set("/config/options/adTagScriptUrl", json!("https://tag.example/t.js"));
    assert_eq!(ads(tag)["tagScript"], json!("https://tag.example/t.js"));
}

#[test]
fn ads_11_ads_20_ads_21_ads_get_theater_and_films() {
    let acme = Acme::circuit()
        .set("/settings/adsDisplay", json!("PROGRAMMATIC"))
        .file("theaters", json!([theater("T1", "The House"), theater("T2", "The Other")]))
        .file("movies", json!([film("1", "One"), film("2", "Two"), film("3", "Three")]))
        .file(
            "showtimes",
            json!([
                show("a", "T1", "1", "2026-11-21T00:00:00Z", "2026-11-20"),
                show("b", "T2", "2", "2026-11-22T00:00:00Z", "2026-11-21"),
            ]),
        );
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let page = site.page("/");
    let href = page.data()["site"]["outside"]["href"].as_str().unwrap().to_owned();
    let all = site.get(&href).json();
    assert_eq!(all["ads"]["scheduledMovieIds"], json!(["1", "2"]), "those with a show today or later");
    assert!(all["ads"].get("theater").is_none());
    let first_theater = page.data()["site"]["allTheaters"][0].clone();
    let id = first_theater["id"].as_str().unwrap();
    let for_theater = site.get(&format!("/api/third-parties/{id}.json")).json();
    assert_eq!(for_theater["ads"]["scheduledMovieIds"], json!(["1"]));
    assert_eq!(
        (&for_theater["ads"]["theater"]["id"], &for_theater["ads"]["theater"]["name"]),
        (&first_theater["id"], &first_theater["name"])
    );
    assert_eq!(for_theater["ads"]["theater"]["slug"], "the-house", "ADS-18");
    let chosen = site.with_cookie(&format!("selectedTheaterId={id}")).page("/").data();
    assert_eq!(chosen["site"]["outside"]["href"], json!(format!("/api/third-parties/{id}.json")));
    assert_eq!(site.get("/api/third-parties/nowhere.json").status, 404);
    let ads = parties(&serve(&full(), &[]))["ads"].clone();
    assert_eq!(
        (&ads["websiteId"], &ads["circuitSlug"]),
        (&json!("42"), &json!("acme-cinemas")),
        "ADS-21, ADS-18"
    );
}

#[test]
fn security_6_1_the_policy_allows_only_third_parties_of_the_site() {
    let bare = serve(&Acme::single(), &[]);
    let closed = policy(&bare, "/");
    assert_eq!(sources(&closed, "script-src"), ["'self'"]);
    assert_eq!(sources(&closed, "connect-src"), ["'self'"]);
    assert!(bare.site("acme.example").page("/").data()["site"].get("outside").is_none());
    let server = serve(&full(), &[]);
    let open = policy(&server, "/");
    let script = sources(&open, "script-src");
    for host in [
        "https://sdk.privacy-center.org",
        "https://www.googletagmanager.com",
        "https://launch.example",
        "https://track.example",
        "https://ads.example",
        "https://securepubads.g.doubleclick.net",
        "'unsafe-eval'",
    ] {
        assert!(script.contains(&host), "{host}: {open}");
    }
    assert!(
        !open.contains("script-src 'self' 'unsafe-inline'")
            && !script.contains(&"'unsafe-inline'")
            && !script.contains(&"https:")
    );
    let no_ads = policy(&serve(&full().set("/settings/adsDisplay", json!("NONE")), &[]), "/");
    assert!(!no_ads.contains("'unsafe-eval'") && !no_ads.contains("doubleclick"), "{no_ads}");
}

#[test]
fn security_6_2_member_pages_load_no_third_parties() {
    let server = serve(&full(), &PRODUCT);
    let page = server.site("acme.example").page("/login/");
    assert!(page.data()["site"].get("outside").is_none());
    let closed = policy(&server, "/login/");
    assert_eq!(
        (sources(&closed, "script-src"), sources(&closed, "connect-src")),
        (vec!["'self'"], vec!["'self'"])
    );
    let allowed = full().set("/config/options/adsOnMemberPages", json!(true));
    let server = serve(&allowed, &PRODUCT);
    let open = policy(&server, "/login/");
    assert!(open.contains("https://ads.example") && !open.contains("googletagmanager"), "{open}");
}

#[test]
fn route_12_listed_scripts_are_loaded_through_the_proxy() {
    let listed = full().set(
        "/config/options/thirdPartyProxyUrls",
        json!(["https://launch.example/l.js", "https://securepubads.g.doubleclick.net/tag/js/gpt.js"]),
    );
    let all = parties(&serve(&listed, &[]));
    assert_eq!(all["launchScript"], json!("/__third-party-proxy?url=https%3A%2F%2Flaunch.example%2Fl.js"));
    assert_eq!(all["marketing"]["script"], json!("https://track.example/a%2Fb.js"));
    assert_eq!(
        all["ads"]["tagScript"],
        json!("https://securepubads.g.doubleclick.net/tag/js/gpt.js"),
        "the tag comes from its own source"
    );
}

#[test]
fn stand_ins_replace_all_third_parties() {
    let server = serve(&full(), &["--third-parties", "http://stand-ins.localhost:9"]);
    let all = parties(&server).to_string();
    assert!(
        all.contains("http://stand-ins.localhost:9/gtag/js") && !all.contains("https://ads.example"),
        "{all}"
    );
    let open = policy(&server, "/");
    let script = sources(&open, "script-src");
    assert!(script.contains(&"http://stand-ins.localhost:9") && !open.contains("googletagmanager"), "{open}");
    let off = serve(&full(), &["--third-parties", "off"]);
    assert!(off.site("acme.example").page("/").data()["site"].get("outside").is_none());
    assert_eq!(sources(&policy(&off, "/"), "script-src"), ["'self'"]);
}

#[test]
fn valid_10_stand_ins_also_replace_the_captcha() {
    let captcha = json!({ "provider": "RECAPTCHA", "siteKey": "k" });
    let acme = full().set("/config/options/captcha", captcha);
    let server = serve(&acme, &["--third-parties", "http://stand-ins.localhost:9"]);
    let open = policy(&server, "/login/");
    assert_eq!(sources(&open, "script-src"), ["'self'", "http://stand-ins.localhost:9"]);
    let area = server.site("acme.example").get("/api/member-area.json").json();
    assert_eq!(area["captcha"]["siteKey"], json!("k"));
    assert_eq!(area["captcha"]["standIns"], json!("http://stand-ins.localhost:9"));
    let real = serve(&acme, &[]);
    assert!(policy(&real, "/login/").contains("https://www.google.com/recaptcha/"));
    assert!(
        real.site("acme.example").get("/api/member-area.json").json()["captcha"].get("standIns").is_none()
    );
}

#[test]
fn set_12_every_page_has_the_measurement_id_of_the_site() {
    let server = serve(&full(), &[]);
    let site = server.site("acme.example");
    for path in [
        "/",
        "/movies/",
        "/movies/coming-soon/",
        "/showtimes/",
        "/theaters/",
        "/events/",
        "/search/",
        "/nowhere/",
    ] {
        let reply = site.get(path);
        let href =
            marquee_tests::Page::parse(&reply).data()["site"]["outside"]["href"].as_str().unwrap().to_owned();
        let ids = site.get(&href).json()["analytics"]["measurementIds"].clone();
        assert_eq!(ids, json!(["G-SITE"]), "{path}");
    }
}

#[test]
fn site_08_site_09_set_08_containers_are_merged_and_ids_passed_unchanged() {
    let acme = full()
        .set(
            "/config/trackers",
            json!({ "google_analytics_v4": "G-SITE", "google_tag_manager": "GTM-CONFIG" }),
        )
        .set(
            "/settings/trackers",
            json!([
                { "type": "google_tag_manager", "token": "GTM-OWN" },
                { "type": "google_tag_manager", "token": "GTM-CONFIG" },
                { "type": "google_analytics_v4", "token": "G-MORE" },
            ]),
        )
        .set("/config/websiteId", json!("V2Vic2l0ZTo3/=="))
        .set("/config/circuitId", json!("Q2lyY3VpdDox"));
    let all = parties(&serve(&acme, &[]));
    let ids: Vec<_> =
        all["containers"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["GTM-OWN", "GTM-CONFIG"], "each container is loaded once");
    assert_eq!(all["analytics"]["measurementIds"], json!(["G-SITE", "G-MORE"]));
    assert_eq!((&all["websiteId"], &all["circuitId"]), (&json!("V2Vic2l0ZTo3/=="), &json!("Q2lyY3VpdDox")));
}

#[test]
fn set_12_security_6_2_pages_of_the_member_area_have_no_measurement_id() {
    let server = serve(&full(), &[]);
    for path in ["/login/", "/login/join/"] {
        assert!(server.site("acme.example").page(path).data()["site"].get("outside").is_none(), "{path}");
    }
}

#[test]
fn set_05_custom_ads_have_locations_and_a_network() {
    let custom = json!({ "locations": [{ "key": "home1" }, { "key": "home2" }], "networkCode": "123" });
    let acme = full()
        .set("/settings/adsCustom", custom)
        .set("/settings/adsDisplay", json!("CUSTOM_WITHOUT_WRAPPER"));
    let server = serve(&acme, &[]);
    let ads = parties(&server)["ads"].clone();
    assert_eq!((&ads["customKeys"], &ads["networkCode"]), (&json!(["home1", "home2"]), &json!("123")));
    let page = server.site("acme.example").page("/");
    assert_eq!(
        page.data()["site"]["outside"]["ads"]["customKeys"],
        json!(["home1", "home2"]),
        "two custom slots"
    );
}

#[test]
fn previews_have_no_notice_and_no_third_parties() {
    let server = serve(&full(), &PRODUCT);
    let site = server.site("acme.example");
    assert!(site.page("/movies/").data()["site"]["outside"]["hasNotice"].as_bool().unwrap());
    assert!(policy(&server, "/movies/").contains("privacy-center.org"));
    assert_eq!(site.page("/cms-preview/movies/").data()["site"]["outside"], Value::Null);
    assert_eq!(sources(&policy(&server, "/cms-preview/movies/"), "script-src"), ["'self'"]);
}
