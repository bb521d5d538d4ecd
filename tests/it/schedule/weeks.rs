//! Cinema days and play weeks (CONST-02)

use marquee_tests::{Acme, Data, film, show, theater};
use serde_json::{Value, json};

fn acme(shows: Value) -> Acme {
    Acme::single()
        .file("theaters", json!([theater("T1", "The House")]))
        .file("movies", json!([film("1", "One"), film("2", "Two")]))
        .file("showtimes", shows)
}

#[test]
fn const_02_a_show_after_midnight_is_listed_on_the_previous_day() {
    // 00:30 on Saturday in New York.
    let acme = acme(json!([show("a", "T1", "1", "2026-11-21T05:30:00Z", "2026-11-20")]));
    let data = Data::with(&[&acme]);
    let server = data.serve("2026-11-20T22:00:00Z");
    let site = server.site("acme.example");
    assert!(site.page("/showtimes/?day=2026-11-20").text().contains("12:30 AM"));
    assert!(!site.page("/showtimes/?day=2026-11-21").text().contains("12:30 AM"));
}

#[test]
fn const_02_the_cinema_day_ends_at_3_am() {
    // The last show of Friday has not started: Friday is selected until its cinema day ends.
    let with_last = |at: &str| {
        let next = show("a", "T1", "1", "2026-11-22T01:00:00Z", "2026-11-21");
        acme(json!([show("last", "T1", "1", at, "2026-11-20"), next]))
    };
    let data = Data::with(&[&with_last("2026-11-21T07:59:00Z")]);
    for (clock, today) in [("2026-11-21T07:58:00Z", "2026-11-20"), ("2026-11-21T08:01:00Z", "2026-11-21")] {
        let server = data.serve(clock);
        let days = server.site("acme.example").page("/showtimes/").data()["page"]["days"].clone();
        assert_eq!(days[0]["date"], today, "{clock}");
    }
    let early = json!({ "businessDayStartHour": 5 });
    let data = Data::with(&[&with_last("2026-11-21T09:30:00Z").set("/config/options", early)]);
    let server = data.serve("2026-11-21T09:00:00Z");
    let days = server.site("acme.example").page("/showtimes/").data()["page"]["days"].clone();
    assert_eq!(days[0]["date"], "2026-11-20", "04:00 local time");
}

/// The days of the day bar on which a play week starts.
fn week_starts(acme: &Acme) -> Vec<String> {
    let data = Data::with(&[acme]);
    let server = data.serve("2026-11-20T22:00:00Z");
    let page = server.site("acme.example").page("/showtimes/");
    let starts = page.all("li").filter(|li| li.get("class").ends_with("-week"));
    starts.map(|li| li.text.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn const_02_locale_04_play_weeks_start_on_friday_and_on_wednesday_in_france() {
    let us = acme(json!([show("a", "T1", "1", "2026-11-28T01:00:00Z", "2026-11-27")]));
    assert_eq!(week_starts(&us), ["Fri"]);
    let france = json!({ "code": "FR", "iso31661A2": "FR", "iso31661A3": "FRA" });
    assert_eq!(week_starts(&us.clone().set("/config/country", france)), ["Wed"]);
    assert_eq!(week_starts(&us.clone().set("/config/options", json!({ "playWeekStart": 1 }))), ["Mon"]);
    let mut house = theater("T1", "The House");
    house["playWeekStart"] = json!(4);
    assert_eq!(week_starts(&us.file("theaters", json!([house]))), ["Thu"], "a theater's own day wins");
}

#[test]
fn shows_in_skipped_and_repeated_hours() {
    // New York: 2026-03-08 02:00 to 03:00 is skipped, 2026-11-01 01:00 to 02:00 is repeated.
    let shows = json!([
        show("a", "T1", "1", "2026-11-01T05:30:00Z", "2026-10-31"),
        show("b", "T1", "1", "2026-11-01T06:30:00Z", "2026-10-31"),
        show("c", "T1", "2", "2026-03-08T07:30:00Z", "2026-03-08"),
    ]);
    let data = Data::with(&[&acme(shows)]);
    let server = data.serve("2026-10-31T20:00:00Z");
    let autumn = server.site("acme.example").page("/showtimes/?day=2026-10-31");
    for perf in ["a", "b"] {
        let link = autumn.links().find(|a| a.get("href").ends_with(&format!("perf={perf}"))).unwrap();
        assert!(link.text.starts_with("1:30 AM"), "{}", link.text);
    }
    drop(server);
    let server = data.serve("2026-03-08T05:00:00Z");
    let spring = server.site("acme.example").page("/showtimes/?day=2026-03-08");
    assert!(spring.links().any(|a| a.text.starts_with("3:30 AM")), "{}", spring.text());
}
