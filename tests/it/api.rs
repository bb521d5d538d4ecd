//! `/api/select-theater` and the cookie it sets

use marquee_tests::{Acme, CLOCK, Data, theater};
use serde_json::json;

#[test]
fn role_02_theat_01_theat_02_a_selected_theater_is_stored_in_a_cookie_for_30_days() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let reply = site.get("/api/select-theater?theater=aster-harbor&return=%2Fmovies%2F%3Fday%3D2026-11-21");
    assert_eq!((reply.status, reply.required_header("location").as_str()), (303, "/movies/?day=2026-11-21"));
    assert_eq!(reply.required_header("cache-control"), "no-store");
    let cookie = reply.required_header("set-cookie");
    assert_eq!(cookie, "selectedTheaterId=aster-harbor; SameSite=Lax; Path=/; Max-Age=2592000");
    let chosen = site.with_cookie("other=1; selectedTheaterId=aster-harbor");
    assert_eq!(chosen.page("/showtimes/").one("h1").text, "Today at Harbor");
    let lists = chosen.page("/movies/").text();
    assert!(!lists.contains("Canal Street"), "lists show the selected house only: {lists}");
    assert_eq!(chosen.page("/").data()["theater"]["id"], "aster-harbor");
}

#[test]
fn theat_03_a_single_location_ignores_the_cookie() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("localhost");
    for cookie in ["", "selectedTheaterId=T9", "selectedTheaterId=aster-harbor"] {
        assert_eq!(site.with_cookie(cookie).page("/").data()["theater"]["id"], "meridian-main", "{cookie}");
    }
}

#[test]
fn theat_03_site_08_a_circuit_turned_single_location_uses_its_first_theater() {
    let houses = json!([theater("T1", "One"), theater("T2", "Two"), theater("T3", "Three")]);
    let all = Acme::circuit().named("all", "all.example").file("theaters", houses.clone());
    let named = Acme::circuit().named("named", "named.example").file("theaters", houses);
    let data = Data::with(&[&all, &named]);
    data.change_site("all", |site| site["config"]["isSingleLocation"] = json!(true));
    data.change_site("named", |site| {
        site["config"]["isSingleLocation"] = json!(true);
        site["config"]["theaterIds"] = json!(["T3"]);
    });
    let server = data.serve(CLOCK);
    for cookie in ["", "selectedTheaterId=T2", "selectedTheaterId=T9"] {
        for (host, first) in [("all.example", "T1"), ("named.example", "T3")] {
            let page = server.site(host).with_cookie(cookie).page("/");
            assert_eq!(page.data()["theater"]["id"], first, "{host} {cookie}");
        }
    }
}

#[test]
fn theat_04_the_theater_of_the_page_takes_precedence_over_the_selected_one() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost").with_cookie("selectedTheaterId=aster-harbor");
    let page = site.page("/theaters/old-mill/");
    assert_eq!(page.data()["theater"]["id"], "aster-old-mill");
    assert_eq!(page.one("h1").text, "Today at Old Mill");
    assert_eq!(site.page("/movies/").data()["theater"]["id"], "aster-harbor");
}

#[test]
fn theat_05_an_unknown_selected_theater_is_ignored() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let nobody = site.page("/movies/");
    for cookie in [
        "selectedTheaterId=T9",
        "selectedTheaterId=meridian-main",
        "selectedTheaterId=",
        "selectedTheaterId=%22%3E",
    ] {
        let page = site.with_cookie(cookie).page("/movies/");
        assert!(page.data()["theater"].is_null(), "{cookie}");
        assert_eq!(page.films(), nobody.films(), "{cookie}");
        assert!(!page.html.contains("%22%3E"), "a cookie is not repeated");
    }
}

#[test]
fn unknown_theaters_are_not_stored_and_foreign_return_urls_are_replaced() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    for theater in ["meridian-main", "T9", "", "aster-harbor%0d%0aset-cookie:%20x=y"] {
        let reply = site.get(&format!("/api/select-theater?theater={theater}&return=/"));
        assert_eq!((reply.status, reply.header("set-cookie")), (303, None), "{theater}");
    }
    for back in [
        "https://evil.example/",
        "//evil.example/",
        "/%5Cevil.example",
        "javascript:alert(1)",
        "/%0d%0ax:y",
        // URLs that a browser would resolve to another path.
        "/%252e%252e//evil.example",
        "/%2e%2e//evil.example",
        "/movies//x",
        "/./movies/",
        "/movies%252f",
    ] {
        let reply = site.get(&format!("/api/select-theater?theater=aster-harbor&return={back}"));
        assert_eq!((reply.status, reply.required_header("location").as_str()), (303, "/"), "{back}");
    }
    assert_eq!(site.get("/api/select-theater").status, 400);
}
