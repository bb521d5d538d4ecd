//! Settings of loyalty, ads and embedding: their defaults, and what pages and the browser get of them.

use marquee_tests::{Acme, CLOCK, Data, Member, Server};
use serde_json::{Value, json};

use super::{CIRCUIT_V3, IRIS_PASSWORD, demo};

/// A site with a member area and these loyalty settings, at `KEY.example`.
fn site(key: &str, loyalty: Value) -> Acme {
    Acme::single()
        .named(key, &format!("{key}.example"))
        .set("/settings/circuit", json!({ "id": "C9", "name": "Nine" }))
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/loyalty", loyalty)
}

/// What the browser gets of the loyalty settings.
fn area(server: &Server, key: &str) -> Value {
    server.site(&format!("{key}.example")).get("/api/member-area.json").json()
}

/// Asserts that some fields have these values.
fn assert_fields(area: &Value, expected: &Value) {
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&area[name], value, "{name} in {area}");
    }
}

#[test]
fn loyc_01_to_13_set_09_wallet_04_an_empty_record_has_defaults() {
    let empty = site("empty", json!({})).set("/settings/ticketingUrl", json!(""));
    let server = Data::with(&[&empty]).serve(CLOCK);
    let area = area(&server, "empty");
    let expected = json!({
        "version": 1, "circuitId": "", "cinemaId": "", "clubId": "", "ticketingUrl": "",
        "type": "NONE", "provider": "NONE", "balanceTypes": [],
        "includeActivation": false, "includeActivationCardNumber": false, "includeActivationPhoneNumber": false,
        "includeWatchlist": false, "scannableCodeFormat": "QR_CODE", "cardType": "DEMATERIALIZED",
        "guestHeaderAccessLabel": "", "guestSignupTabButton": "", "guestSignupTabText": "",
        "loggedInHeaderAccessLabel": "", "loggedInMenu": null, "allowExpiredAccountsLogin": false,
        "sessionTimeout": 720, "originalMessages": false,
        "walletSaveUrl": "https://pay.google.com/gp/v/save/<signed_jwt>",
    });
    assert_fields(&area, &expected);
    let home = server.site("empty.example").page("/").data();
    assert_eq!(home["site"].get("account"), None, "accessFromHeader");
}

#[test]
fn loyc_05_loyc_09_loyc_18_set_09_wallet_04_values_of_the_record_reach_the_browser() {
    let menu = json!([{ "label": "Points", "href": "/login/rewards/" }]);
    let own = site(
        "own",
        json!({
            "type": "SEASONAL", "scannableCodeFormat": "AZTEC", "cardType": "METAL", "balanceTypes": ["POINTS", "STARS"],
            "loggedInMenu": menu, "allowExpiredAccountsLogin": true, "sessionTimeout": 24,
        }),
    )
    .set("/settings/displayOriginalCypherMessages", json!(true))
    .set("/config/options/walletSaveUrl", json!("https://w.example/save/<signed_jwt>"));
    let server = Data::with(&[&own]).serve(CLOCK);
    let expected = json!({
        "type": "SEASONAL", "scannableCodeFormat": "AZTEC", "cardType": "METAL", "balanceTypes": ["POINTS", "STARS"],
        "loggedInMenu": menu, "allowExpiredAccountsLogin": true, "sessionTimeout": 24, "originalMessages": true,
        "walletSaveUrl": "https://w.example/save/<signed_jwt>",
    });
    assert_fields(&area(&server, "own"), &expected);
}

#[test]
fn role_10_link_01_valid_14_the_members_menu_has_the_allowed_links_of_the_setting() {
    let entries = json!([
        { "label": " Points ", "href": "/login/rewards/" }, { "label": "Partner", "href": "https://partner.co.uk/" },
        { "label": "Shop", "href": "https://shop.acme.co.uk/" }, { "label": "Help", "href": "help@acme.example" },
        { "label": "Sign out", "href": "#loyalty-logout" }, { "label": "Soon" }, { "label": "Bad", "href": "javascript:alert(1)" },
        { "label": "Other host", "href": "//elsewhere.example/" }, { "href": "/no-label/" }, null, "Points", 7, [],
    ]);
    let menu =
        site("menu", json!({ "loggedInMenu": entries })).set("/settings/domain", json!("www.acme.co.uk"));
    let text = site("text", json!({ "loggedInMenu": "Points" }));
    let entry = json!({ "label": "Entry", "href": "/" });
    let long = site("long", json!({ "loggedInMenu": vec![entry; 40] }));
    let server = Data::with(&[&menu, &text, &long]).serve(CLOCK);
    let links = area(&server, "menu")["loggedInMenu"].clone();
    let pairs: Vec<_> =
        links.as_array().unwrap().iter().map(|l| (l["label"].as_str(), l["href"].as_str())).collect();
    let expected = [
        ("Points", "/login/rewards/"),
        ("Partner", "https://partner.co.uk/"),
        ("Shop", "https://shop.acme.co.uk/"),
        ("Help", "mailto:help@acme.example"),
        ("Sign out", "#loyalty-logout"),
        ("Soon", ""),
        ("Bad", ""),
        ("Other host", ""),
    ];
    assert_eq!(pairs, expected.map(|(label, href)| (Some(label), Some(href))));
    let external: Vec<_> = links.as_array().unwrap().iter().filter(|l| l["external"] == true).collect();
    assert_eq!(external, [&links[1]], "another registrable domain");
    assert_eq!(area(&server, "text").get("loggedInMenu"), None);
    assert_eq!(area(&server, "long")["loggedInMenu"].as_array().unwrap().len(), 12);
}

#[test]
fn loyc_03_loyc_14_loyc_16_loyc_17_sess_34_valid_07_call_parameters_depend_on_the_provider() {
    let record = |provider: &str| {
        json!({
            "provider": provider, "version": 1, "type": "TIERED", "circuitId": "L1", "cinemaId": "own",
            "balanceTypes": ["CREDIT"],
        })
    };
    let cases = [
        ("none", "NONE", 1, "L1", false, "TIERED", "CREDIT", "DEFAULT"),
        ("rts", "RTS", 1, "L1", false, "NON_TIERED", "CREDIT", "DEFAULT"),
        ("vista", "VISTA", 1, "L1", false, "TIERED", "CREDIT", "DEFAULT"),
        ("boost", "BOOST_POS", 3, "L1", true, "TIERED", "POINTS", "BOOST_POS"),
        ("bare", "BOOST_POS_WITHOUT_LOYALTY", 3, "L1", true, "TIERED", "POINTS", "BOOST_POS"),
        ("tapos", "TAPOS", 3, "L1", true, "TIERED", "CREDIT", "DEFAULT"),
        ("cgr", "CGR", 3, "C9", true, "TIERED", "CREDIT", "CGR"),
    ];
    let sites: Vec<Acme> = cases.iter().map(|(key, provider, ..)| site(key, record(provider))).collect();
    let server = Data::with(&sites.iter().collect::<Vec<_>>()).serve(CLOCK);
    for (key, provider, version, circuit, current, kind, balance, policy) in cases {
        let expected = json!({
            "provider": provider, "version": version, "circuitId": circuit, "currentCinema": current, "type": kind,
            "balanceTypes": [balance], "passwordPolicy": policy,
        });
        assert_fields(&area(&server, key), &expected);
    }
}

#[test]
fn valid_05_valid_07_the_password_rules_of_a_provider_are_enforced() {
    let boost = site("boost", json!({ "provider": "BOOST_POS", "circuitId": "L1" }));
    let cgr = site("cgr", json!({ "provider": "CGR", "circuitId": "L1" }));
    let none = site("none", json!({ "provider": "NONE", "version": 3, "circuitId": "C9" }));
    let server = Data::with(&[&boost, &cgr, &none]).start("serve", CLOCK, &["--rate-limits", "off"]);
    for (key, circuit, password, code) in [
        ("boost", "L1", "zubrovka", 84),
        ("boost", "L1", "zubrovk1!", 84),
        ("boost", "L1", "Zu1!", 84),
        ("boost", "L1", "Zubrovk1!", 0),
        ("cgr", "C9", "zubrovka", 84),
        ("cgr", "C9", "zubrovk1", 0),
        ("none", "C9", "zubrovk", 84),
        ("none", "C9", "zubrovka", 0),
    ] {
        let host = format!("{key}.example");
        let site = server.site(&host);
        let create = format!("/Member/v3/Create?boxofficeCircuitId={circuit}");
        let mut ann = super::newcomer("ann@example.org");
        ann["password"] = json!(password);
        assert_eq!(Member::program(&site).code("POST", &create, ann), code, "{key} {password}");
    }
}

#[test]
fn loyc_07_set_04_unknown_providers_and_ad_locations_are_refused() {
    let refused = |acme: &Acme, word: &str| {
        let folder = acme.folder();
        let done = Data::empty().run(&["site", "import", &folder.path().display().to_string()]);
        assert!(done.code != 0 && (done.err.clone() + &done.out).contains(word), "{}{}", done.out, done.err);
    };
    refused(&site("foo", json!({ "provider": "FOO" })), "FOO");
    let side = site("side", json!({})).set("/settings/adsLocation", json!(["PAGES_TOP", "SIDEBAR"]));
    refused(&side, "SIDEBAR");
}

#[test]
fn loyc_12_a_session_lasts_720_hours() {
    let server = demo();
    let iris = Member::page(&server.site("localhost"));
    let login = json!({ "username": "iris", "password": IRIS_PASSWORD });
    let reply = iris.reply("POST", &format!("/Member/v3/Login?{CIRCUIT_V3}"), login);
    let cookies: Vec<&str> = reply
        .headers
        .iter()
        .filter(|(name, _)| name == "set-cookie")
        .map(|(_, value)| value.as_str())
        .collect();
    let month = format!("Max-Age={}", 720 * 3600);
    assert!(cookies.iter().any(|cookie| cookie.contains(&month)), "{cookies:?}");
}

#[test]
fn set_03_set_06_set_07_site_10_ads_and_embedding_follow_the_record() {
    let ads = |key: &str, display: Value| site(key, json!({})).set("/settings/adsDisplay", display);
    let mapping = json!({ "home1": { "0": [[320, 50]], "768": [[728, 90]] } }).to_string();
    let custom = ads("custom", json!("CUSTOM")).set(
        "/settings/adsCustom",
        json!({ "url": "https://ads.example/library/123/ACME_WEB/?v=2", "sizeMapping": mapping }),
    );
    let sites = [ads("yes", json!(true)), ads("no", json!(false)), site("absent", json!({})), custom];
    let server = Data::with(&sites.iter().collect::<Vec<_>>()).serve(CLOCK);
    let parties = |key: &str| {
        server.site(&format!("{key}.example")).get("/api/third-parties.json").json()["ads"].clone()
    };
    assert_eq!(parties("yes")["display"], "PROGRAMMATIC");
    assert_eq!((parties("no"), parties("absent")), (Value::Null, Value::Null));
    let custom = parties("custom");
    assert_eq!((&custom["siteCode"], &custom["sizeMapping"]), (&json!("123/ACME_WEB"), &json!(mapping)));
    let policy = server.site("absent.example").get("/").required_header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors 'none'") || policy.contains("frame-ancestors 'self'"),
        "{policy}"
    );
}

#[test]
fn role_09_guests_see_the_labels_of_the_settings() {
    let server = demo();
    let site = server.site("localhost");
    let home = site.page("/").data();
    assert_eq!(home["site"]["account"], json!({ "label": "Join or sign in", "href": "/login/" }));
    assert_eq!(home["site"]["join"]["label"], "Join the Club");
    assert!(site.page("/login/").html.contains("Your tenth film is on the house"));
}
