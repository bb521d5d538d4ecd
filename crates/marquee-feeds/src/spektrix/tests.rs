use marquee_model::catalog::Availability;

use crate::test_site::{read_with, remarks, show, skipped, source};
use crate::{FeedError, Format, PictureOwner, ReadOptions, Reading, SkipReason};

const POSTS: &str = include_str!("../../tests/samples/spektrix/posts.json");
const EVENTS: &str = include_str!("../../tests/samples/spektrix/events.json");
const INSTANCES: &str = include_str!("../../tests/samples/spektrix/instances.json");

fn posts() -> Reading {
    read_with(Format::Spektrix, &[("posts.json", POSTS)], &[])
}

#[test]
fn posts_are_films_and_their_instances_shows() {
    let reading = posts();
    let [film, bare] = &reading.schedule.movies.as_ref().unwrap()[..] else { panic!("two films") };
    assert_eq!(
        (film.title.as_str(), film.slug.as_str(), film.runtime),
        ("The Salt Road", "the-salt-road", Some(118))
    );
    assert_eq!(
        (film.certificate.as_deref(), bare.certificate.as_deref(), bare.runtime),
        (Some("12A"), None, None)
    );
    assert_eq!(bare.slug, "港", "an event without instances is a film");
    let shows = ["901AB", "902AB", "903AB", "904AB"].map(|id| show(&reading, &format!("spektrix-{id}")));
    let starts = shows.map(|show| show.starts_at.to_string());
    assert_eq!(starts[..2], ["2026-03-28T20:15:00Z", "2026-03-29T19:15:00Z"]);
    assert_eq!(starts[3], "2026-03-29T23:30:00Z");
    assert_eq!(shows[3].business_date.to_string(), "2026-03-29", "half past midnight belongs to the evening");
    assert_eq!(
        shows.map(|show| show.availability),
        [Availability::Open, Availability::FewLeft, Availability::SoldOut, Availability::Canceled]
    );
    assert_eq!(
        shows.map(|show| show.price.as_ref().map(|price| price.amount)),
        [Some(1250), Some(850), Some(950), Some(700)]
    );
    assert_eq!(
        shows.map(|show| show.booking.as_ref().map(|url| url.as_str().to_owned())),
        [
            Some("https://tickets.example/book-online/901".to_owned()),
            Some("https://tickets.example/book-online/902".to_owned()),
            None,
            None
        ]
    );
    assert_eq!(shows[1].screen.as_ref().unwrap().as_str(), "s2", "the plan is no part of the name");
    assert_eq!(shows[1].attributes, ["Showtime.Accessibility.Relaxed", "Showtime.Experience.TeaAndCake"]);
}

#[test]
fn const_02_the_announced_time_counts_where_the_time_in_utc_is_another() {
    let reading = posts();
    assert_eq!(show(&reading, "spektrix-903AB").starts_at.to_string(), "2026-03-29T21:00:00Z");
    let remarks = remarks(&reading);
    assert!(remarks[0].1.starts_with("\"2026-03-29T22:00:00Z\" is not 2026-03-29T22:00:00"), "{remarks:?}");
    assert!(remarks[1].1.starts_with("the theater has no screen \"Yard\""), "{remarks:?}");
    assert_eq!(remarks.len(), 2);
}

#[test]
fn every_row_that_is_left_out_has_a_reason() {
    let reading = posts();
    let places: Vec<_> = skipped(&reading).into_iter().map(|(_, place, _)| place).collect();
    assert_eq!(
        places,
        [
            "/0/spektrix_data/instances/Mon/0/start",
            "/0/spektrix_data/instances/Mon/1",
            "/0/spektrix_data/instances/Mon/2",
            "/2/post_title",
            "/2/spektrix_data/instances/d/0",
            "/3/spektrix_data"
        ]
    );
    assert_eq!(reading.skipped[4].reason, SkipReason::PrivateHire);
    assert_eq!((reading.schedule.showtimes.len(), reading.rows_read), (4, 4 + 8));
}

#[test]
fn events_and_instances_of_the_interface_are_read_from_several_files() {
    let files = [("a-instances.json", INSTANCES), ("events.json", EVENTS)];
    let reading = read_with(Format::Spektrix, &files, &[]);
    let [film] = &reading.schedule.movies.as_ref().unwrap()[..] else { panic!("one film") };
    assert_eq!(
        (film.title.as_str(), film.synopsis.as_str(), film.runtime),
        ("Low Tide", "Mud & birds", Some(95))
    );
    let poster = &reading.schedule.remote_pictures[0];
    assert_eq!(
        (&poster.owner, poster.url.as_str()),
        (&PictureOwner::MoviePoster(film.id.clone()), "https://img.example/low.jpg")
    );
    let at = |id: &str| show(&reading, id).starts_at.to_string();
    assert_eq!(at("spektrix-800ZZ"), "2026-04-05T19:00:00Z");
    assert_eq!(at("spektrix-801ZZ"), "2026-10-25T01:30:00Z", "the second of two times");
    assert_eq!(at("spektrix-802ZZ"), "2026-10-25T00:30:00Z", "the first of two times");
    assert_eq!(at("spektrix-804ZZ"), "2026-10-26T20:00:00Z");
    let link = |id: &str| show(&reading, id).booking.as_ref().map(|url| url.as_str().to_owned());
    assert_eq!(
        link("spektrix-800ZZ").as_deref(),
        Some("https://tickets.example/website/ChooseSeats.aspx?EventInstanceId=800")
    );
    assert_eq!(link("spektrix-802ZZ"), None, "not on sale");
    let rows: Vec<_> =
        reading.skipped.iter().map(|row| (row.what, row.id.as_str(), row.reason.clone())).collect();
    assert_eq!(
        rows,
        [
            ("film", "78XY", SkipReason::PrivateHire),
            ("showtime", "803ZZ", SkipReason::UnknownFilm("99XY".to_owned()))
        ]
    );
    assert_eq!(remarks(&reading), [], "both hours that clocks repeat are times of the theater");
}

#[test]
fn truth_values_are_texts_numbers_or_truth_values() {
    let value =
        serde_json::json!({ "a": "1", "b": "0", "c": 1, "d": 0, "e": true, "f": "", "g": [], "h": null });
    let row = crate::row::JsonRow::new(&value, "").unwrap();
    let flags = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|key| super::flag(&row, key));
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(flags, [yes, no, yes, no, yes, no, None, None, None]);
}

#[test]
fn other_files_are_refused() {
    let result =
        crate::read(Format::Spektrix, &source(&[("a.json", r#"[{"name":"x"}]"#)]), &ReadOptions::default());
    assert!(matches!(result, Err(FeedError::NoData { format: "spektrix", .. })), "{result:?}");
}
