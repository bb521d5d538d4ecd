//! The pages of the member area, and sign-in without scripts.

use marquee_tests::{Acme, CLOCK, Data, Member, Reply};
use serde_json::json;

use super::{IRIS_PASSWORD, NOOR_PASSWORD, demo};

/// Headers of a browser that submits a form of the site.
const OWN: [(&str, &str); 2] = [("sec-fetch-site", "same-origin"), ("boxoffice-session-mode", "")];

fn sign_in(page: &Member<'_>, fields: &str, says: &[(&str, &str)]) -> Reply {
    page.to("/api/sign-in", "POST", "application/x-www-form-urlencoded", fields, says)
}

#[test]
fn route_08_sess_02_the_member_area_is_the_same_for_all_visitors_and_not_stored() {
    let server = demo();
    let guest = server.site("localhost");
    let iris = Member::page(&server.site("localhost")).signed_in("meridian", "iris", IRIS_PASSWORD);
    for path in ["/login/", "/login/join/", "/login/orders/", "/login/profile/", "/login/gift-card/"] {
        let reply = guest.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.required_header("cache-control"), "private, no-store", "{path}");
        assert_eq!(reply.required_header("referrer-policy"), "no-referrer", "{path}");
        let policy = reply.required_header("content-security-policy");
        assert!(policy.contains("script-src 'self';") && policy.contains("connect-src 'self';"), "{policy}");
        let own = iris.to(path, "GET", "", "", &[]);
        assert_eq!(own.text(), reply.text(), "{path}: who looks makes no difference");
    }
    assert_eq!(guest.get("/login/nowhere/").status, 404);
    let area = guest.get("/api/member-area.json").json();
    assert_eq!(
        (&area["version"], &area["circuitId"], &area["href"]),
        (&json!(3), &json!("meridian"), &json!("/login/"))
    );
    assert_eq!(guest.page("/login/").data()["page"]["area"], area);
}

#[test]
fn ux_4_consecutive_forms_have_different_pictures() {
    let server = demo();
    let site = server.site("localhost");
    let picture = |path: &str| site.page(path).data()["page"]["picture"]["id"].as_str().unwrap().to_owned();
    let [sign_in, forgot, gift_card] =
        ["/login/", "/login/forgot-password/", "/login/gift-card/"].map(picture);
    assert!(sign_in != forgot && forgot != gift_card && sign_in != gift_card);
    assert_eq!(forgot, picture("/login/forgot-username/"));
}

#[test]
fn loyc_19_disabled_pages_are_not_found() {
    let loyalty = json!({ "circuitId": "c", "includeActivation": false, "includeWatchlist": false });
    let acme = Acme::single()
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/loyalty", loyalty);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    assert_eq!(site.get("/login/").status, 200);
    assert_eq!(site.get("/login/activate/").status, 404);
    assert_eq!(site.get("/login/watchlist/").status, 404);
}

#[test]
fn link_17_link_18_the_member_area_of_a_site_without_trailing_slashes_has_none() {
    let acme = Acme::single()
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/settings/loyalty", json!({ "circuitId": "c", "version": 3 }))
        .set("/config/options", json!({ "trailingSlash": "never", "additionalLocales": ["fr-FR"] }));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    for prefix in ["", "/fr"] {
        let home = format!("{prefix}/login");
        let page = site.page(&home);
        for screen in ["join", "forgot-password", "forgot-username"] {
            let path = format!("{home}/{screen}");
            assert!(page.links_to(&path), "{home} links to {path}");
            assert_eq!(site.get(&path).status, 200, "{path}");
        }
        let form = format!("username=nobody&password=wrong&page={home}&next=");
        let reply = sign_in(&Member::page(&site), &form, &OWN);
        let location = reply.required_header("location");
        assert!(location.starts_with(&format!("{home}?code=")), "{location}");
    }
}

#[test]
fn role_07_theaters_can_be_favorites_with_version_3() {
    let has_hearts = |version: u8, endpoint: Option<&str>| {
        let mut acme = Acme::single()
            .set("/settings/loginPage", json!({ "slug": "login" }))
            .set("/settings/loyalty", json!({ "circuitId": "c", "version": version }));
        if let Some(endpoint) = endpoint {
            acme = acme.set("/config/options/loyaltyEndpoint", json!(endpoint));
        }
        let server = Data::with(&[&acme]).serve(CLOCK);
        server.site("acme.example").page("/").data()["site"]["favoriteTheaters"] == json!(true)
    };
    assert!(has_hearts(3, None));
    assert!(!has_hearts(1, None));
    assert!(!has_hearts(3, Some("")), "FAV-12: no endpoint is configured");
}

#[test]
fn hand_13_loyc_15_the_member_area_has_the_terms_of_its_provider() {
    let loyalty = json!({ "provider": "CGR", "circuitId": "own", "version": 1 });
    let acme = Acme::single()
        .set("/settings/circuit", json!({ "id": "C9", "name": "Nine" }))
        .set("/settings/loyalty", loyalty);
    let server = Data::with(&[&acme]).serve(CLOCK);
    let area = server.site("acme.example").get("/api/member-area.json").json();
    assert_eq!(
        (&area["version"], &area["circuitId"], &area["currentCinema"]),
        (&json!(3), &json!("C9"), &json!(true))
    );
    assert_eq!((&area["tokenParameter"], &area["passwordPolicy"]), (&json!("token_clubcgr"), &json!("CGR")));
}

#[test]
fn security_5_3_a_page_with_a_secret_in_its_url_sends_no_referrer_and_is_not_stored() {
    let server = demo();
    let site = server.site("localhost");
    assert_eq!(
        site.get("/movies/?day=x").required_header("referrer-policy"),
        "strict-origin-when-cross-origin"
    );
    for query in
        ["token=a", "userSessionId=a", "token_clubcgr=a", "email=a%40b.example", "resetCode=a", "uid=4&day=x"]
    {
        for _ in ["made", "kept"] {
            let reply = site.get(&format!("/movies/?{query}"));
            assert_eq!(reply.required_header("referrer-policy"), "no-referrer", "{query}");
            assert_eq!(reply.required_header("cache-control"), "private, no-store", "{query}");
            assert!(!reply.text().contains("a@b.example") && !reply.text().contains("a%40b.example"));
        }
    }
}

#[test]
fn security_6_2_member_pages_may_load_only_the_captcha_of_the_site() {
    let captcha = json!({ "captcha": { "provider": "TURNSTILE", "siteKey": "k1" } });
    let acme = Acme::single()
        .set("/settings/loginPage", json!({ "slug": "login" }))
        .set("/config/options", captcha)
        .set("/config/allowedEmbeddingDomains", json!(["till.example"]));
    let server = Data::with(&[&acme]).serve(CLOCK);
    let site = server.site("acme.example");
    let policy = |path: &str| site.get(path).required_header("content-security-policy");
    assert!(policy("/login/").contains("script-src 'self' https://challenges.cloudflare.com;"));
    assert!(policy("/login/").contains("frame-src https://challenges.cloudflare.com;"));
    assert!(!policy("/movies/").contains("cloudflare"));
    // Member pages can be framed by tills only in embedding mode.
    assert!(policy("/movies/").contains("https://till.example"));
    assert!(!policy("/login/").contains("till.example"));
    assert!(policy("/login/?embedding=tapos_embedded").contains("https://till.example"));
}

#[test]
fn sess_25_too_many_attempts_without_scripts_lead_back_to_the_form() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    let attempt =
        || sign_in(&Member::page(&site), "username=nobody&password=wrong-password-1&page=%2Flogin%2F", &OWN);
    let refused = (0..60).map(|_| attempt()).find(|reply| {
        assert_eq!(reply.status, 303, "{}", reply.text());
        reply.required_header("location").contains("code=429")
    });
    let form = site.page(&refused.expect("the limit is reached").required_header("location"));
    assert!(form.all("input").any(|input| input.get("name") == "password"));
    assert!(form.text().contains("Too many attempts"), "{}", form.text());
}

#[test]
fn sess_25_a_form_signs_in_without_scripts_and_redirects() {
    let server = demo();
    for (host, form) in [
        ("localhost", format!("username=iris&password={IRIS_PASSWORD}&next=%2Fmovies%2F%3Fday%3D2025-11-21")),
        (
            "aster.localhost",
            format!("username=noor&password={NOOR_PASSWORD}&next=%2Fmovies%2F%3Fday%3D2025-11-21"),
        ),
    ] {
        let page = Member::page(&server.site(host));
        let reply = sign_in(&page, &form, &OWN);
        assert_eq!(
            (reply.status, reply.required_header("location").as_str()),
            (303, "/movies/?day=2025-11-21"),
            "{host}"
        );
        assert_eq!(reply.required_header("cache-control"), "private, no-store");
        assert!(page.jar().keys().any(|name| name == "loyaltySession"), "{host}");
    }
}

#[test]
fn err_02_a_refused_form_is_shown_again_with_the_code_and_without_secrets_in_its_url() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    let wrong = sign_in(&page, "username=iris&password=nonsense&next=%2Fevents%2F", &OWN);
    let place = wrong.required_header("location");
    assert!(place.starts_with("/login/?code=") && place.ends_with("&next=%2Fevents%2F"), "{place}");
    assert!(!place.contains("iris") && !place.contains("nonsense"), "{place}");
    assert!(!page.jar().keys().any(|name| name == "loyaltySession"));
    // The message is in the HTML; an unknown code does not change the page.
    let again = server.site("localhost").get("/login/?code=31").text();
    assert!(again.contains("Incorrect password"), "the catalogue's words");
    let plain = server.site("localhost").get("/login/").text();
    assert_eq!(server.site("localhost").get("/login/?code=9999").text(), plain);
    // In the visitor's language, if the site has it.
    let aster = Member::page(&server.site("aster.localhost"));
    for (requested_page, back) in [
        ("%2Ffr%2Flogin%2F", "/fr/login/?code="),
        ("%2Fde%2Flogin%2F", "/login/?code="),
        ("%2F%2Fevil.example%2Flogin%2F", "/login/?code="),
    ] {
        let wrong = sign_in(&aster, &format!("username=noor&password=nonsense&page={requested_page}"), &OWN)
            .required_header("location");
        assert!(wrong.starts_with(back) && !wrong.contains("next"), "{wrong}");
    }
    let form = format!("username=noor&password={NOOR_PASSWORD}&page=%2Ffr%2Flogin%2F");
    assert_eq!(sign_in(&aster, &form, &OWN).required_header("location"), "/fr/");
    // Both the return URL and the origin must be of the site.
    for next in ["%2F%2Fevil.example", "https%3A%2F%2Fevil.example", "%2F%5Cevil.example"] {
        let form = format!("username=iris&password={IRIS_PASSWORD}&next={next}");
        assert_eq!(sign_in(&page, &form, &OWN).required_header("location"), "/", "{next}");
    }
    let form = format!("username=iris&password={IRIS_PASSWORD}");
    let foreign = [
        ("sec-fetch-site", "cross-site"),
        ("origin", "https://evil.example"),
        ("boxoffice-session-mode", ""),
    ];
    assert_eq!(sign_in(&page, &form, &foreign).status, 403);
}

#[test]
fn hand_01_a_form_at_the_address_of_its_page_keeps_where_it_leads() {
    let server = demo();
    let site = server.site("localhost");
    let post = |page: &Member<'_>, address: &str, password: &str, says: &[(&str, &str)]| {
        let fields = format!("username=iris&password={password}&page=%2Flogin%2F");
        page.to(address, "POST", "application/x-www-form-urlencoded", &fields, says)
    };
    for (address, to) in [
        ("/login/", "/"),
        ("/login?next=%2Fevents%2F", "/events/"),
        ("/login/orders/?next=%2F%2Fevil.example", "/"),
        ("/login/?return=%2Fx%3Fa%3D1", "/login/?return=%2Fx%3Fa%3D1"),
        ("/login/?return=https%3A%2F%2Fevil.example", "/"),
    ] {
        let page = Member::page(&site);
        let reply = post(&page, address, IRIS_PASSWORD, &OWN);
        assert_eq!((reply.status, reply.required_header("location").as_str()), (303, to), "{address}");
        assert!(page.jar().keys().any(|name| name == "loyaltySession"), "{address}");
    }
    let address = "/login/?code=31&next=%2Fevents%2F&return=%2Fx";
    let wrong = post(&Member::page(&site), address, "nonsense", &OWN);
    assert_eq!(wrong.required_header("location"), "/login/?code=31&next=%2Fevents%2F&return=%2Fx");
    assert_eq!(
        post(&Member::page(&site), "/login/", IRIS_PASSWORD, &[("sec-fetch-site", "cross-site")]).status,
        403
    );
    for address in ["/movies/", "/loginpage/", "/"] {
        let reply = post(&Member::page(&site), address, IRIS_PASSWORD, &OWN);
        assert_eq!((reply.status, reply.required_header("allow").as_str()), (405, "GET,HEAD"), "{address}");
    }
}

#[test]
fn security_1_5_a_form_of_the_same_host_with_another_scheme_is_rejected() {
    let server =
        Data::demo().start("demo", CLOCK, &["--rate-limits", "off", "--trusted-proxies", "127.0.0.1"]);
    let form = format!("username=iris&password={IRIS_PASSWORD}");
    let status = |origin: &str, scheme: &str| {
        let page = Member::page(&server.site("localhost"));
        let says = [
            ("sec-fetch-site", ""),
            ("boxoffice-session-mode", ""),
            ("origin", origin),
            ("x-forwarded-proto", scheme),
        ];
        sign_in(&page, &form, &says).status
    };
    assert_eq!(status("http://localhost", "http"), 303);
    assert_eq!(status("https://localhost", "http"), 403);
    assert_eq!(status("https://localhost", "https"), 303);
    assert_eq!(status("http://localhost", "https"), 403);
}
