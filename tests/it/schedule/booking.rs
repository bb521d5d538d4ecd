//! Until when a show can be booked (CONST-01)

use marquee_tests::{Acme, Data, Page, film, show, theater};
use serde_json::{Value, json};

/// A show at 20:00 in New York, and what its place on a page is at a later time.
fn at(acme: &Acme, clock: &str) -> Page {
    let data = Data::with(&[acme]);
    let server = data.serve(clock);
    server.site("acme.example").page("/showtimes/?day=2026-11-20")
}

fn acme(availability: &str) -> Acme {
    let mut eight = show("a", "T1", "1", "2026-11-21T01:00:00Z", "2026-11-20");
    eight["availability"] = json!(availability);
    Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "One")]))
        .file("showtimes", json!([eight]))
}

fn booked(page: &Page) -> bool {
    page.links_to("https://t.example/book?perf=a")
}

#[test]
fn const_01_a_show_can_be_booked_late_with_some_providers() {
    for (provider, minutes) in
        [("CGR", 15), ("BOOST_POS", 15), ("BOOST_POS_WITHOUT_LOYALTY", 15), ("NONE", 0), ("RTS", 0)]
    {
        let acme = acme("open").set("/settings/loyalty/provider", json!(provider));
        let before =
            at(&acme, &format!("2026-11-21T{}", if minutes == 0 { "00:59:00Z" } else { "01:14:00Z" }));
        assert!(booked(&before), "{provider}: {}", before.text());
        let after = at(&acme, &format!("2026-11-21T01:{:02}:00Z", minutes + 1));
        assert!(!booked(&after), "{provider}: {}", after.text());
        assert!(after.text().contains("8:00 PM Started"), "{provider}: {}", after.text());
    }
}

#[test]
fn const_01_the_option_overrides_the_provider() {
    let acme = acme("open").set("/config/options", json!({ "lateBookingMinutes": 30 }));
    assert!(booked(&at(&acme, "2026-11-21T01:29:00Z")));
    assert!(!booked(&at(&acme, "2026-11-21T01:31:00Z")));
}

#[test]
fn shows_are_marked_by_availability() {
    let clock = "2026-11-21T00:00:00Z";
    for (availability, words, link) in [
        ("open", "8:00 PM", true),
        ("fewLeft", "8:00 PM Few left", true),
        ("soldOut", "8:00 PM Sold out", false),
        ("cancelled", "8:00 PM Canceled", false),
    ] {
        let page = at(&acme(availability), clock);
        assert!(page.text().contains(words), "{availability}: {}", page.text());
        assert_eq!(booked(&page), link, "{availability}");
    }
}

#[test]
fn a_show_without_a_booking_url_is_sold_at_the_box_office() {
    let mut acme = acme("open");
    if let Some((_, Value::Array(shows))) = acme.files.iter_mut().find(|(name, _)| *name == "showtimes") {
        shows[0].as_object_mut().unwrap().remove("booking");
    }
    let page = at(&acme, "2026-11-21T00:00:00Z");
    assert!(page.text().contains("8:00 PM"), "{}", page.text());
    // The filters of the page name times too.
    let shows = page.links().filter(|a| !a.get("href").contains("before="));
    assert!(shows.into_iter().all(|a| !a.text.starts_with("8:00 PM")));
}

#[test]
fn a_cached_page_is_renewed_when_a_show_starts() {
    let acme = acme("open");
    let data = Data::with(&[&acme]);
    let server = data.serve("2026-11-21T00:59:57Z");
    let site = server.site("acme.example");
    assert!(booked(&site.page("/showtimes/?day=2026-11-20")));
    let _ = site.page_once("/showtimes/?day=2026-11-20", |page| !booked(page));
}
