//! `/showtimes/`

use marquee_tests::{CLOCK, Data};

#[test]
fn route_15_route_16_a_single_theater_shows_its_timetable() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let page = server.site("localhost").page("/showtimes/");
    assert_eq!(page.title(), "Showtimes | Meridian Cinema");
    assert_eq!(page.one("h1").text, "Today at Meridian");
    let text = page.text();
    assert!(text.contains("The Salt Cartographer PG-13 · 1 h 58 min 11:20 AM Started"), "{text}");
    assert!(text.contains("Glasshouse R · 1 h 39 min 8:00 PM Sold out"), "{text}");
    assert!(page.links().any(|a| a.text.starts_with("6:10 PM") && a.get("href").contains("startticketing")));
    assert!(page.all("a").all(|a| !a.text.starts_with("8:00 PM Sold out")), "what is sold out is no link");
}

#[test]
fn a_circuit_shows_every_theater_until_one_is_selected() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let all = site.page("/showtimes/");
    assert!(all.text().contains("Old Mill") && all.text().contains("Harbor"));
    let selected_page = site.with_cookie("selectedTheaterId=aster-old-mill").page("/showtimes/");
    assert_eq!(selected_page.one("h1").text, "Today at Old Mill");
}
