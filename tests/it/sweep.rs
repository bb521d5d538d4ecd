//! Every key of a site's record changes a response, or is listed here with the reason why it does not.
//!
//! Each key has a site that differs from another only in that key. The first address with a different response proves the
//! effect.

use std::collections::{BTreeMap, BTreeSet};

use marquee_tests::{Acme, Data, Reply, Server, film, root, show, theater};
use serde_json::{Value, json};

/// Shortly before 04:30 in New York, between two possible start hours of a cinema day. The minute changes during the test.
const EARLY: &str = "2026-11-20T09:29:58Z";

/// Keys without a visible effect at the addresses below, with the reason.
const WITHOUT_EFFECT: [(&str, &str); 15] = [
    ("/key", "the name of the site on its server, in addresses of pictures and in the data folder"),
    ("/hosts", "decides which requests reach the site; tests/it/hosts.rs"),
    ("/settings/logo/src", "names a picture of the site's media; tests/it/media.rs"),
    ("/config/theme/colors/combination/name", "has no effect; `marquee check` and the schema say so"),
    ("/config/country/iso31661A3", "has no effect; `marquee check` and the schema say so"),
    ("/config/allCountries/0/code", "has no effect; `marquee check` and the schema say so"),
    ("/config/allCountries/0/iso31661A3", "has no effect; `marquee check` and the schema say so"),
    ("/config/deferStandardPages", "says when pages are made, not what they are; tests/it/publish.rs"),
    ("/config/deferEventPages", "says when pages are made, not what they are; tests/it/publish.rs"),
    ("/config/deferMoviePages", "says when pages are made, not what they are; tests/it/publish.rs"),
    ("/config/deferTheaterPages", "says when pages are made, not what they are; tests/it/publish.rs"),
    ("/config/options/savedBlocks/fr/name", "is for operators"),
    ("/config/options/operatorsNeedSecondFactor", "is for operators; tests/it/editor/account.rs"),
    ("/config/options/currency", "is what the editor proposes for prices; web/e2e/editor-redirects.e2e.ts"),
    ("/config/options/fewLeftPercent", "applies when a schedule is imported; tests/it/commands/import.rs"),
];

/// A key, another valid value, and settings that both sites have.
type Row = (&'static str, Value, &'static [(&'static str, &'static str)]);

const SINGLE: &[(&str, &str)] = &[("/config/isSingleLocation", "true"), ("/config/theaterIds", "[\"T1\"]")];
const ONE: &[(&str, &str)] = &[("/config/theaterIds", "[\"T1\"]")];
const THEATER: &[(&str, &str)] = &[("/config/relatedEntityType", "\"Theater\"")];
const DIDOMI: &[(&str, &str)] = &[("/settings/cookieBannerDidomiId", "\"notice\"")];
const PROGRAMMATIC: &[(&str, &str)] = &[("/settings/adsDisplay", "\"PROGRAMMATIC\"")];
const NAMELESS: &[(&str, &str)] = &[("/settings/name", "\"\"")];
const FORMS: &[(&str, &str)] = &[("/config/options/ticketingForm", "true")];
const OPEN: &[(&str, &str)] = &[("/config/options/captcha", "null")];
const ACTIVATION: &[(&str, &str)] = &[("/settings/loyalty/includeActivation", "true")];
const FRENCH: &[(&str, &str)] = &[("/config/options/additionalLocales", "[\"fr-FR\"]")];
const FEATURED: &[(&str, &str)] = &[(
    "/config/options/featuredFilms",
    r#"{ "fr": { "movieId": "2", "from": "2026-11-18", "to": "2026-11-22" } }"#,
)];

const PLACES: &[(&str, &str)] = &[("/config/options/filmPlaces", r#"{ "2": { "hiddenAt": ["T9"] } }"#)];

const SAVED: &[(&str, &str)] = &[(
    "/config/options/savedBlocks",
    r#"{ "fr": { "name": "Join", "block": { "type": "hero", "title": "Join us" } } }"#,
)];

const SAVED_FRENCH: &[(&str, &str)] = &[SAVED[0], FRENCH[0]];

#[expect(clippy::too_many_lines, reason = "a table")]
#[rustfmt::skip] // a table reads best with one key a line
fn rows() -> Vec<Row> {
    vec![
        ("/settings/id", json!("V2Vic2l0ZTpvdGhlcg=="), &[]),
        ("/settings/domain", json!("other.example"), &[]),
        ("/settings/name", json!("Other"), &[]),
        ("/settings/relatedEntity/id", json!("T2"), THEATER),
        ("/settings/relatedEntity/name", json!("Other Downtown"), THEATER),
        ("/settings/circuit/id", json!("other"), &[]),
        ("/settings/circuit/name", json!("Other"), &[]),
        ("/settings/loginPage/slug", json!("members"), &[]),
        ("/settings/privacyPolicyPage/slug", json!("rules"), &[]),
        ("/settings/cookieBannerDidomiId", json!("notice"), &[]),
        ("/settings/adsDisplay", json!("RESTRICTED"), &[]),
        ("/settings/adsLocation", json!(["PAGES_BOTTOM"]), &[]),
        ("/settings/adsCustom/locations", json!([]), &[]),
        ("/settings/adsCustom/locations/0/key", json!("other"), &[]),
        ("/settings/adsCustom/sizeMapping", json!("{\"home\": {\"0\": [[300, 250]]}}"), &[]),
        ("/settings/adsCustom/url", json!("https://ads.example/library/OTHER"), &[]),
        ("/settings/adsCustom/networkCode", json!("2"), &[]),
        ("/settings/enableTargettTracking", json!(true), &[]),
        ("/settings/trackers", json!([]), &[]),
        ("/settings/trackers/0/type", json!("google_analytics_v4"), &[]),
        ("/settings/trackers/0/token", json!("GTM-OTHER"), &[]),
        ("/settings/loyalty/version", json!(1), &[]),
        ("/settings/loyalty/circuitId", json!("other"), &[]),
        ("/settings/loyalty/cinemaId", json!("T2"), &[]),
        ("/settings/loyalty/type", json!("NON_TIERED"), &[]),
        ("/settings/loyalty/clubId", json!("other"), &[]),
        ("/settings/loyalty/ticketingUrl", json!("https://other.example"), &[]),
        ("/settings/loyalty/includeActivation", json!(true), &[]),
        ("/settings/loyalty/includeActivationCardNumber", json!(true), ACTIVATION),
        ("/settings/loyalty/includeActivationPhoneNumber", json!(true), ACTIVATION),
        ("/settings/loyalty/balanceTypes", json!(["CREDIT"]), &[]),
        ("/settings/loyalty/scannableCodeFormat", json!("CODE_128"), &[]),
        ("/settings/loyalty/provider", json!("CGR"), &[]),
        ("/settings/loyalty/accessFromHeader", json!(false), &[]),
        ("/settings/loyalty/guestHeaderAccessLabel", json!("Other"), &[]),
        ("/settings/loyalty/guestSignupTabButton", json!("Other"), &[]),
        ("/settings/loyalty/guestSignupTabText", json!("Other"), &[]),
        ("/settings/loyalty/loggedInHeaderAccessLabel", json!("Other"), &[]),
        ("/settings/loyalty/loggedInMenu", json!([{ "label": "Other", "href": "/other/" }]), &[]),
        ("/settings/loyalty/includeWatchlist", json!(false), &[]),
        ("/settings/loyalty/cardType", json!("PHYSICAL"), &[]),
        ("/settings/loyalty/allowExpiredAccountsLogin", json!(true), &[]),
        ("/settings/loyalty/sessionTimeout", json!(24), &[]),
        ("/settings/loyalty/revealUnknownEmail", json!(true), OPEN),
        ("/settings/loyalty/upstream/baseUrl", json!("http://127.0.0.1:9/l"), OPEN),
        ("/settings/ticketingProvider", json!("RTS"), &[]),
        ("/settings/ticketingUrl", json!("https://other.example"), &[]),
        ("/settings/displayOriginalCypherMessages", json!(true), &[]),
        ("/settings/headerLayout", json!("STACKED"), &[]),
        ("/settings/footerLayout", json!("SLIM"), &[]),
        ("/settings/logoSize", json!(48), &[]),
        ("/settings/hasSearch", json!(false), &[]),
        ("/settings/footerMobileLinks", json!(false), &[]),
        ("/config/theme/colors/brand1", json!("#123456"), &[]),
        ("/config/theme/colors/brand2", json!("#123456"), &[]),
        ("/config/theme/colors/brand3", json!("#123456"), &[]),
        ("/config/theme/colors/brand4", json!("#123456"), &[]),
        ("/config/theme/colors/brand5", json!("#123456"), &[]),
        ("/config/theme/colors/brand6", json!("#123456"), &[]),
        ("/config/theme/colors/palette/muted", json!("#123456"), &[]),
        ("/config/theme/colors/palette/accent", json!("#123456"), &[]),
        ("/config/theme/colors/palette/primary", json!("#123456"), &[]),
        ("/config/theme/colors/palette/highlight", json!("#123456"), &[]),
        ("/config/theme/colors/palette/background", json!("#FFFFFF"), &[]),
        ("/config/theme/colors/palette/footerBackground", json!("#123456"), &[]),
        ("/config/theme/colors/palette/headerBackground", json!("#123456"), &[]),
        ("/config/theme/colors/settings/background/tintShade", json!(150), &[]),
        ("/config/theme/colors/settings/background/paletteColor", json!("accent"), &[]),
        ("/config/theme/colors/settings/footerBackground/tintShade", json!(150), &[]),
        ("/config/theme/colors/settings/footerBackground/paletteColor", json!("accent"), &[]),
        ("/config/theme/colors/settings/headerBackground/tintShade", json!(150), &[]),
        ("/config/theme/colors/settings/headerBackground/paletteColor", json!("accent"), &[]),
        ("/config/theme/colors/combination/swap", json!(true), &[]),
        ("/config/theme/fonts/body", json!("Lato"), &[]),
        ("/config/theme/fonts/heading", json!("Lora"), &[]),
        ("/config/theme/fontWeights/body", json!(300), &[]),
        ("/config/theme/fontWeights/heading", json!(300), &[]),
        ("/config/theme/fontWeights/bold", json!(800), &[]),
        ("/config/theme/fontStyles/body", json!("italic"), &[]),
        ("/config/theme/fontStyles/heading", json!("italic"), &[]),
        ("/config/googleFonts", json!([]), &[]),
        ("/config/googleFonts/0/font", json!("Oswald"), &[]),
        ("/config/googleFonts/0/weights", json!(["300"]), &[]),
        ("/config/country/code", json!("FR"), &[]),
        ("/config/country/iso31661A2", json!("FR"), &[]),
        ("/config/allCountries", json!([]), &[]),
        ("/config/allCountries/0/iso31661A2", json!("FR"), &[]),
        ("/config/locale", json!("fr-FR"), &[]),
        ("/config/name", json!("Other"), NAMELESS),
        ("/config/pathPrefix", json!("app"), &[]),
        ("/config/websiteId", json!("b3RoZXI="), &[]),
        ("/config/circuitId", json!("b3RoZXI="), &[]),
        ("/config/trackers/google_analytics_v4", json!("G-OTHER"), &[]),
        ("/config/trackers/google_tag_manager", json!("GTM-ANOTHER"), &[]),
        ("/config/isSingleLocation", json!(true), ONE),
        ("/config/relatedEntityType", json!("Theater"), &[]),
        ("/config/theaterIds", json!(["T2", "T1"]), &[]),
        ("/config/allowedEmbeddingDomains", json!(["till.example.com"]), &[]),
        ("/config/roundness/buttons", json!("MEDIUM"), &[]),
        ("/config/roundness/content", json!("MEDIUM"), &[]),
        ("/config/globalExcludedMovieIds", json!(["2"]), &[]),
        ("/config/movieOrderIndex", json!(["2"]), &[]),
        ("/config/options/additionalLocales", json!(["fr-FR"]), &[]),
        ("/config/options/accessTexts", json!({ "fr": { "guestHeaderAccessLabel": "Autre" } }), FRENCH),
        ("/config/options/accessTexts/fr/guestHeaderAccessLabel", json!("Autre"), FRENCH),
        ("/config/options/accessTexts/fr/guestSignupTabButton", json!("Autre"), FRENCH),
        ("/config/options/accessTexts/fr/guestSignupTabText", json!("Autre"), FRENCH),
        ("/config/options/accessTexts/fr/loggedInHeaderAccessLabel", json!("Autre"), FRENCH),
        ("/config/options/reservedPathPrefix", json!("/preview"), &[]),
        ("/config/options/ticketingForm", json!(true), &[]),
        ("/config/options/ticketingFormMethod", json!("get"), FORMS),
        ("/config/options/trailingSlash", json!("never"), &[]),
        ("/config/options/featuredFilms", json!({ "a": { "movieId": "2", "from": "2026-11-01" } }), &[]),
        ("/config/options/featuredFilms/fr/movieId", json!("1"), FEATURED),
        ("/config/options/featuredFilms/fr/from", json!("2026-11-21"), FEATURED),
        ("/config/options/featuredFilms/fr/to", json!("2026-11-19"), FEATURED),
        ("/config/options/featuredFilms/fr/theaterId", json!("T1"), FEATURED),
        ("/config/options/orderByShows", json!(true), &[]),
        ("/config/options/filmPlaces", json!({ "2": { "notOnHome": true } }), &[]),
        ("/config/options/filmPlaces/2/notOnHome", json!(true), PLACES),
        ("/config/options/filmPlaces/2/notInStartingSoon", json!(true), PLACES),
        ("/config/options/filmPlaces/2/notInSearchEngines", json!(true), PLACES),
        ("/config/options/filmPlaces/2/hiddenAt", json!(["T2"]), PLACES),
        ("/config/options/savedBlocks", json!({ "fr": { "name": "A", "block": { "type": "hero", "title": "A" } } }), &[]),
        ("/config/options/savedBlocks/fr/block", json!({ "type": "hero", "title": "Join the Club" }), SAVED),
        ("/config/options/savedBlocks/fr/localizations", json!({ "fr": { "type": "hero", "title": "Adhérez" } }), SAVED_FRENCH),
        ("/config/options/redirects", json!({ "/app/movie/": "/movies/" }), &[]),
        ("/config/options/lateBookingMinutes", json!(20), &[]),
        ("/config/options/playWeekStart", json!(1), &[]),
        ("/config/options/businessDayStartHour", json!(5), &[]),
        ("/config/options/embeddedTicketingPath", json!("/book/"), &[]),
        ("/config/options/embeddingMode", json!("tapos_embedded"), &[]),
        ("/config/options/colorModeSwitch", json!(true), &[]),
        ("/config/options/tokenParameter", json!("ticket"), &[]),
        ("/config/options/launchTicketing", json!(true), &[]),
        ("/config/options/loyaltyEndpoint", json!("/api/other"), &[]),
        ("/config/options/thirdPartyProxyUrls", json!(["https://127.0.0.1:9/x.js"]), &[]),
        ("/config/options/betaFeatures", json!(true), &[]),
        ("/config/options/consentVendors/webAnalytics", json!("other"), &[]),
        ("/config/options/consentVendors/google", json!("other"), &[]),
        ("/config/options/consentVendors/tagManagerAnalytics", json!("other"), &[]),
        ("/config/options/consentDisabled", json!(true), &[]),
        ("/config/options/consentApiKey", json!("other"), DIDOMI),
        ("/config/options/embeddedConsent/enabled", json!(false), &[]),
        ("/config/options/embeddedConsent/regulation", json!("ccpa"), &[]),
        ("/config/options/marketingTrackerRequiresConsent", json!(true), &[]),
        ("/config/options/marketingTracker/enabled", json!(false), &[]),
        ("/config/options/marketingTracker/customerId", json!("other"), &[]),
        ("/config/options/marketingTracker/scriptUrl", json!("https://other.example/t.js"), &[]),
        ("/config/options/tagManagerLaunchUrl", json!("https://other.example/l.js"), &[]),
        ("/config/options/adLibraryBaseUrl", json!("https://other.example"), PROGRAMMATIC),
        ("/config/options/adTagScriptUrl", json!("https://other.example/tag.js"), &[]),
        ("/config/options/adSlotPrefix", json!("OTHER_"), &[]),
        ("/config/options/adsOnMemberPages", json!(true), &[]),
        ("/config/options/passwordPolicy", json!("CGR"), &[]),
        ("/config/options/captcha/provider", json!("TURNSTILE"), &[]),
        ("/config/options/captcha/siteKey", json!("other"), &[]),
        ("/config/options/captcha/minScore", json!(0.5), &[]),
        ("/config/options/passwordLength", json!(12), &[]),
        ("/config/options/emailActivation", json!(true), &[]),
        ("/config/options/walletPrefix", json!("Passes"), &[]),
        ("/config/options/walletSaveUrl", json!("https://other.example/<signed_jwt>"), &[]),
        // Also for a single location.
        ("/config/theaterIds", json!(["T2"]), SINGLE),
    ]
}

/// Requests to each site, in this order, until a response differs.
const ADDRESSES: [&str; 28] = [
    "/login/join/",
    "/api/third-parties.json",
    "/",
    "/events/1-gala/",
    "/theaters/t1/",
    "/showtimes/",
    "/showtimes/?day=2026-11-27",
    "/movies",
    "/movies/",
    "/movies/coming-soon/",
    "/movies/1-first/",
    "/movies/2-second/",
    "/privacy/",
    "/login/",
    "/login/activate/",
    "/login/watchlist/",
    "/fr/",
    "/fr/login/",
    "/fr/privacy/",
    "/app/movie/",
    "/preview/movies/",
    "/api/member-area.json",
    "/api/programme.json",
    "/api/films.rss",
    "/llms.txt",
    "/__third-party-proxy?url=https%3A%2F%2F127.0.0.1%3A9%2Fx.js",
    "POST /Member/UsernameReminder/acme/nobody%40acme.example?circuitId=acme",
    "POST /Member/GetMember?circuitId=acme",
];

/// A circuit of two theaters with all settings that other keys depend on.
fn full() -> Acme {
    let shows = json!([
        show("a", "T1", "1", "2026-11-21T00:00:00Z", "2026-11-20"),
        show("b", "T2", "2", "2026-11-21T00:30:00Z", "2026-11-20"),
        show("c", "T1", "1", "2026-11-28T00:00:00Z", "2026-11-27"),
        show("d", "T2", "2", "2026-11-22T20:00:00Z", "2026-11-22"),
    ]);
    let event = json!([{ "id": "1", "title": "Gala", "slug": "gala", "dates": [{ "date": "2026-11-27" }] }]);
    let pages =
        json!([{ "path": "/privacy/", "title": "Privacy", "blocks": [{ "type": "saved", "id": "fr" }] }]);
    let base = Acme::circuit()
        .file("theaters", json!([theater("T1", "One"), theater("T2", "Two")]))
        .file("movies", json!([film("1", "First"), film("2", "Second")]))
        .file("showtimes", shows)
        .file("events", event)
        .file("pages", pages);
    let custom = json!({
        "locations": [{ "key": "home" }], "sizeMapping": "", "url": "https://ads.example/library/ACME", "networkCode": "1",
    });
    let options = json!({
        "embeddedConsent": { "enabled": true, "regulation": "gdpr" },
        "consentApiKey": "key",
        "marketingTracker": { "enabled": true, "customerId": "acme", "scriptUrl": "https://t.example/{customerId}.js" },
        "captcha": { "provider": "RECAPTCHA", "siteKey": "key" },
    });
    let loyalty = json!({
        "version": 3, "circuitId": "acme", "type": "TIERED", "provider": "NONE", "accessFromHeader": true,
        "guestHeaderAccessLabel": "Club", "includeWatchlist": true, "balanceTypes": ["POINTS"],
    });
    let mut acme = base
        .set("/settings/circuit", json!({ "id": "acme", "name": "Acme" }))
        .set("/settings/relatedEntity", json!({ "id": "T1", "name": "Acme Downtown" }))
        .set("/settings/trackers", json!([{ "type": "google_tag_manager", "token": "GTM-ACME" }]))
        .set("/settings/adsDisplay", json!("CUSTOM"))
        .set("/settings/adsLocation", json!(["PAGES_TOP"]))
        .set("/settings/adsCustom", custom)
        .set("/settings/loyalty", loyalty)
        .set("/config/name", json!("Acme of the configuration"))
        .set("/config/relatedEntityType", json!("Circuit"))
        .set(
            "/config/trackers",
            json!({ "google_analytics_v4": "G-ACME", "google_tag_manager": "GTM-CONFIG" }),
        )
        .set("/config/options", options);
    for kind in ["Standard", "Event", "Movie", "Theater"] {
        acme = acme.set(&format!("/config/defer{kind}Pages"), json!(true));
    }
    acme
}

/// Sets a key and creates the objects and lists above it; `null` removes it.
fn put(site: &mut Value, place: &str, value: Value) {
    let parts: Vec<&str> = place.split('/').skip(1).collect();
    let (last, above) = parts.split_last().unwrap();
    let mut at = site;
    for part in above {
        at = match part.parse::<usize>() {
            Ok(index) if at.is_array() => &mut at[index],
            _ => {
                if at.get(part).is_none_or(Value::is_null) {
                    at[*part] = json!({});
                }
                &mut at[*part]
            }
        };
    }
    match value {
        Value::Null => drop(at.as_object_mut().unwrap().remove(*last)),
        value => at[*last] = value,
    }
}

/// JSON pointers to all keys that hold a value: into the first item of a list, and into the entry `fr` of a map, `2` of one
/// by film.
fn keys(schema: &Value, node: &Value, place: &str, out: &mut BTreeSet<String>) {
    if let Some(name) = node["$ref"].as_str() {
        return keys(schema, schema.pointer(name.trim_start_matches('#')).unwrap(), place, out);
    }
    let mut forms = ["anyOf", "oneOf"].into_iter().filter_map(|key| node[key].as_array()).flatten();
    if let Some(form) = forms.find(|form| form.get("$ref").is_some()) {
        return keys(schema, form, place, out);
    }
    if let Some(properties) = node["properties"].as_object() {
        for (name, property) in properties {
            keys(schema, property, &format!("{place}/{name}"), out);
        }
        return;
    }
    let entry = if place.ends_with("/filmPlaces") { "2" } else { "fr" };
    for (inner, key) in [("items", "0"), ("additionalProperties", entry)] {
        let item = &node[inner];
        let item = item["$ref"]
            .as_str()
            .and_then(|name| schema.pointer(name.trim_start_matches('#')))
            .unwrap_or(item);
        if item.get("properties").is_some() {
            keys(schema, item, &format!("{place}/{key}"), out);
        }
    }
    out.insert(place.to_owned());
}

/// A page without the minute in which it was rendered: in its data, its text and its styles.
fn without_minute(page: &str) -> String {
    let mut page = page.to_owned();
    if let Some((before, rest)) = page.split_once("\"now\":{\"text\":\"") {
        let (time, rest) = rest.split_once('"').unwrap();
        let (_, after) = rest.split_once('}').unwrap();
        page = format!("{before}{after}").replace(time, "NOW");
    }
    if let Some((before, rest)) = page.split_once("--ttNow:") {
        page = format!("{before}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    page
}

/// A policy without the hash of the page's styles: they are in the page, and one of them is the minute.
fn without_hash(policy: &str) -> String {
    let Some((before, rest)) = policy.split_once("style-src 'self' 'sha256-") else {
        return policy.to_owned();
    };
    let (_, after) = rest.split_once('\'').unwrap();
    format!("{before}style-src 'self'{after}")
}

/// A response without the parts that differ between any two sites or change from minute to minute.
fn response(server: &Server, key: &str, address: &str) -> String {
    let host = format!("{key}.example");
    let site = server.site(&host);
    let reply: Reply = match address.strip_prefix("POST ") {
        Some(route) => {
            let body = json!({ "reqMetadata": { "method": "GET", "route": route } }).to_string();
            site.send("POST", "/api/cypher", &[("content-type", "application/json")], &body)
        }
        None => site.get(address),
    };
    let own = ["date", "etag", "content-length", "last-modified", "x-request-id", "age"];
    let headers = reply.headers.iter().filter(|(name, _)| !own.contains(&name.as_str()));
    let headers: Vec<_> = headers.map(|(name, value)| (name, without_hash(value))).collect();
    format!("{} {headers:?}\n{}", reply.status, without_minute(&reply.text())).replace(key, "SITE")
}

#[test]
fn every_key_of_the_record_changes_what_is_served_or_is_listed_with_its_reason() {
    let schema = std::fs::read_to_string(root().join("docs/reference/site.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let mut all = BTreeSet::new();
    keys(&schema, &schema, "", &mut all);
    let rows = rows();
    let listed: BTreeSet<String> = rows
        .iter()
        .map(|(key, ..)| *key)
        .chain(WITHOUT_EFFECT.iter().map(|(key, _)| *key))
        .map(str::to_owned)
        .collect();
    let missing: Vec<_> = all.symmetric_difference(&listed).collect();
    assert_eq!(missing, Vec::<&String>::new(), "keys of the schema and of this test differ");

    let data = Data::empty();
    let mut sites: Vec<Acme> = Vec::new();
    let mut add = |with: &[(&str, &str)], change: Option<(&str, &Value)>| {
        // The prefix makes the key unique on pages, unlike `s114`, which is part of a class of the timetable.
        let key = format!("sweep{:03}", sites.len());
        let mut acme = full().named(&key, &format!("{key}.example"));
        for (place, value) in with {
            put(&mut acme.site, place, serde_json::from_str(value).unwrap());
        }
        if let Some((place, value)) = change {
            put(&mut acme.site, place, value.clone());
        }
        sites.push(acme);
        key
    };
    let mut bases: BTreeMap<&[(&str, &str)], String> = BTreeMap::new();
    for (.., with) in &rows {
        bases.entry(*with).or_insert_with(|| add(with, None));
    }
    let (twin, late_twin) = (add(&[], None), add(&[], None));
    let changed: Vec<String> = rows.iter().map(|(key, value, with)| add(with, Some((key, value)))).collect();

    // The first import creates the database; the others run in parallel, because most of their time is process start.
    let (first, others) = sites.split_first().unwrap();
    data.import_site(first);
    std::thread::scope(|scope| {
        for part in others.chunks(others.len().div_ceil(4)) {
            let data = &data;
            scope.spawn(move || part.iter().for_each(|site| data.import_site(site)));
        }
    });

    let environment =
        [("MARQUEE_TARGETT_CONTAINER_ID", "GTM-TARGETT"), ("MARQUEE_INTERNAL_UPSTREAMS", "127.0.0.1:9")];
    let server = data.serve_in(EARLY, &["--rate-limits", "off"], &environment);
    let first = bases[&[][..]].as_str();
    let mut known: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for address in ADDRESSES {
        let (one, other) = (response(&server, first, address), response(&server, &twin, address));
        assert_eq!(one, other, "two equal sites differ at {address}");
        known.insert((first, address), one);
    }
    let without: Vec<&str> = rows
        .iter()
        .zip(&changed)
        .filter(|((.., with), site)| {
            let base = bases[with].as_str();
            ADDRESSES.iter().all(|address| {
                let before = known.entry((base, address)).or_insert_with(|| response(&server, base, address));
                *before == response(&server, site, address)
            })
        })
        .map(|((key, ..), _)| *key)
        .collect();
    assert_eq!(without, Vec::<&str>::new(), "these keys change nothing");
    // A response that changes with time would differ for every key.
    for address in ADDRESSES {
        let late = response(&server, &late_twin, address);
        assert_eq!(known[&(first, address)], late, "{address} changes with time");
    }
}
