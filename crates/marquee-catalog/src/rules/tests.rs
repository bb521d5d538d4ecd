use jiff::civil::date;
use marquee_model::catalog::BookingUrl;
use marquee_model::time::time_zone;
use marquee_model::{MovieId, ShowId, TheaterId};

use super::*;

fn movie(id: &str, title: &str, release: Option<Date>) -> Movie {
    serde_json::from_value(
        serde_json::json!({ "id": id, "title": title, "slug": "x", "releaseDate": release }),
    )
    .unwrap()
}

fn config(order: &[&str], excluded: &[&str]) -> SiteConfig {
    let color = "#000000";
    serde_json::from_value(serde_json::json!({
        "theme": {
            "colors": { "palette": { "muted": color, "accent": color, "primary": color, "highlight": color,
                "background": color, "footerBackground": color, "headerBackground": color } },
            "fonts": { "body": "Lato", "heading": "Lato" }
        },
        "movieOrderIndex": order, "globalExcludedMovieIds": excluded
    }))
    .unwrap()
}

fn show(at: &str) -> Showtime {
    Showtime {
        id: ShowId::parse("s").unwrap(),
        movie_id: MovieId::parse("1").unwrap(),
        theater_id: TheaterId::parse("t").unwrap(),
        starts_at: at.parse().unwrap(),
        ends_at: None,
        business_date: date(2025, 5, 5),
        screen: None,
        attributes: Vec::new(),
        availability: Availability::Open,
        booking: Some(BookingUrl::parse("https://t.example/1").unwrap()),
        perf_code: None,
        price: None,
        change: None,
    }
}

#[test]
fn site_12_sorts_by_order_index_release_date_and_title_without_excluded_films() {
    let movies = [
        movie("1", "One", Some(date(2025, 5, 1))),
        movie("2", "Two", Some(date(2025, 5, 2))),
        movie("3", "Three", None),
        movie("4", "Four", Some(date(2025, 5, 9))),
        movie("5", "Aone", Some(date(2025, 5, 1))),
        movie("6", "Zone", Some(date(2025, 5, 1))),
    ];
    let ids: Vec<_> = sorted_movies(movies.iter(), &config(&["3", "1"], &["4"]), |id| id)
        .iter()
        .map(|m| m.id.as_str().to_owned())
        .collect();
    assert_eq!(ids, ["3", "1", "2", "5", "6"]);
}

#[test]
fn site_12_the_featured_film_of_a_day_is_the_choice_of_the_theater_else_of_all() {
    let mut config = config(&[], &["4"]);
    config.options.featured_films = serde_json::from_value(serde_json::json!({
        "later": { "movieId": "2", "from": "2025-05-03", "to": "2025-05-09" },
        "sooner": { "movieId": "1", "from": "2025-05-01", "to": "2025-05-05" },
        "own": { "movieId": "3", "from": "2025-05-05", "theaterId": "t" },
        "hidden": { "movieId": "4", "from": "2025-05-20" },
    }))
    .unwrap();
    let [t, other] = ["t", "other"].map(|id| TheaterId::parse(id).unwrap());
    for (day, theater, expected) in [
        (date(2025, 4, 30), None, None),
        (date(2025, 5, 1), None, Some("1")),
        (date(2025, 5, 5), None, Some("1")),
        (date(2025, 5, 6), None, Some("2")),
        (date(2025, 5, 9), Some(&other), Some("2")),
        (date(2025, 5, 4), Some(&t), Some("1")),
        (date(2025, 5, 5), Some(&t), Some("3")),
        (date(2025, 6, 1), Some(&t), Some("3")),
        (date(2025, 6, 1), None, None),
    ] {
        let featured = featured_movie(&config, day, theater);
        assert_eq!(featured.map(MovieId::as_str), expected, "{day} {theater:?}");
    }
}

#[test]
fn const_03_badges_follow_from_dates() {
    let today = date(2025, 5, 5);
    assert_eq!(badges(&movie("1", "A", Some(date(2025, 5, 2))), today, Some(today)), [Badge::New]);
    assert_eq!(badges(&movie("1", "A", Some(date(2025, 4, 28))), today, Some(today)), []);
    assert_eq!(badges(&movie("1", "A", Some(date(2025, 4, 29))), today, Some(today)), [Badge::New]);
    assert_eq!(
        badges(&movie("1", "A", Some(date(2025, 5, 9))), today, Some(date(2025, 5, 7))),
        [Badge::Preview]
    );
    let on_release = movie("1", "A", Some(date(2025, 5, 9)));
    assert_eq!(
        badges(&on_release, today, Some(date(2025, 5, 9))),
        [],
        "the first show on the day of release"
    );
    let set_by_operator = Movie { badges: vec![Badge::Preview], ..movie("1", "A", None) };
    assert_eq!(badges(&set_by_operator, today, None), [Badge::Preview]);
    let newly = Movie { own_badges_only: true, ..movie("1", "A", Some(date(2025, 5, 2))) };
    assert_eq!(badges(&newly, today, None), [], "the operator wants none that is derived");
    let chosen = Movie { badges: vec![Badge::Preview], ..newly };
    assert_eq!(badges(&chosen, today, None), [Badge::Preview]);
}

#[test]
fn const_01_late_booking() {
    let s = show("2025-05-05T20:00:00Z");
    for (now, late, expected) in [
        ("2025-05-05T19:59:00Z", 0, Bookable::Yes),
        ("2025-05-05T20:00:00Z", 0, Bookable::Yes),
        ("2025-05-05T20:14:00Z", 15, Bookable::Yes),
        ("2025-05-05T20:15:00Z", 15, Bookable::Yes),
        ("2025-05-05T20:16:00Z", 15, Bookable::Started),
        ("2025-05-05T20:01:00Z", 0, Bookable::Started),
    ] {
        assert_eq!(bookability(&s, now.parse().unwrap(), late), expected, "{now} {late}");
    }
}

#[test]
fn bookability_returns_the_reason() {
    let now = "2025-05-05T19:00:00Z".parse().unwrap();
    let s = show("2025-05-05T20:00:00Z");
    for (availability, booking, expected) in [
        (Availability::SoldOut, true, Bookable::SoldOut),
        (Availability::Canceled, true, Bookable::Canceled),
        (Availability::FewLeft, true, Bookable::FewLeft),
        (Availability::Open, false, Bookable::BoxOffice),
    ] {
        let booking = if booking { s.booking.clone() } else { None };
        assert_eq!(bookability(&Showtime { availability, booking, ..s.clone() }, now, 0), expected);
    }
}

#[test]
fn a_show_is_upcoming_until_its_booking_ends_unless_it_is_canceled() {
    let s = show("2025-05-05T20:00:00Z");
    let (before, after) = ("2025-05-05T20:15:00Z".parse().unwrap(), "2025-05-05T20:15:01Z".parse().unwrap());
    assert!(is_upcoming(&s, before, 15) && !is_upcoming(&s, after, 15));
    let canceled = Showtime { availability: Availability::Canceled, ..s };
    assert!(!is_upcoming(&canceled, before, 15) && !is_upcoming(&canceled, after, 15));
}

#[test]
fn the_next_change_is_when_booking_of_a_show_ends() {
    let shows = [show("2025-05-05T20:00:00Z"), show("2025-05-05T18:00:00Z"), show("2025-05-05T16:00:00Z")];
    let now = "2025-05-05T17:00:00Z".parse().unwrap();
    assert_eq!(next_change(shows.iter(), now, 15), Some("2025-05-05T18:15:01Z".parse().unwrap()));
    assert_eq!(next_change([].iter(), now, 0), None);
}

#[test]
fn shows_after_midnight_are_late() {
    let tz = time_zone("Europe/London");
    assert!(matches_time_of_day(&show("2025-05-05T10:30:00Z"), &tz, TimeOfDay::Morning));
    let noon = show("2025-05-05T11:00:00Z");
    assert!(matches_time_of_day(&noon, &tz, TimeOfDay::Afternoon), "12:00 local");
    assert!(!matches_time_of_day(&noon, &tz, TimeOfDay::Morning));
    assert!(matches_time_of_day(&show("2025-05-05T23:30:00Z"), &tz, TimeOfDay::Late), "00:30 local");
    assert!(!matches_time_of_day(&show("2025-05-05T23:30:00Z"), &tz, TimeOfDay::Morning));
}

#[test]
fn times_of_day_are_parsed_from_their_names() {
    for (name, time_of_day) in [
        ("morning", TimeOfDay::Morning),
        ("afternoon", TimeOfDay::Afternoon),
        ("evening", TimeOfDay::Evening),
        ("late", TimeOfDay::Late),
    ] {
        assert_eq!(TimeOfDay::parse(name), Some(time_of_day));
    }
    assert_eq!(TimeOfDay::parse("noon"), None);
}

#[test]
fn ends_by_compares_with_an_hour_of_the_cinema_day() {
    let tz = time_zone("Europe/London");
    // 19:30 local, 2 h 30 min.
    let s = show("2025-05-05T18:30:00Z");
    assert!(ends_by(&s, Some(150), &tz, 22));
    assert!(!ends_by(&s, Some(151), &tz, 22));
    assert!(ends_by(&s, Some(151), &tz, 23));
    // Unknown end: 100 minutes are assumed.
    assert!(ends_by(&s, None, &tz, 22) && !ends_by(&s, None, &tz, 21));
    // 00:30 local belongs to the previous cinema day and is after its hour 24.
    let night_show = Showtime { business_date: date(2025, 5, 5), ..show("2025-05-05T23:30:00Z") };
    assert!(!ends_by(&night_show, Some(60), &tz, 24));
    let with_end = Showtime { ends_at: Some("2025-05-05T20:00:00Z".parse().unwrap()), ..s };
    assert!(ends_by(&with_end, Some(150), &tz, 21), "the end in the feed has priority over the running time");
}
