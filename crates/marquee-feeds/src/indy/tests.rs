use marquee_model::catalog::Availability;

use crate::test_site::{read_with, remarks, show, skipped, source};
use crate::{FeedError, Format, PictureOwner, ReadOptions, Reading, SkipReason};

const MOVIES: &str = include_str!("../../tests/samples/indy/movies.json");
const DAY: &str = include_str!("../../tests/samples/indy/day.json");

fn sample() -> Reading {
    read_with(Format::Indy, &[("movies.json", MOVIES)], &[])
}

#[test]
fn films_have_their_facts_pictures_and_trailer() {
    let schedule = sample().schedule;
    let [film, bare] = &schedule.movies.as_ref().unwrap()[..] else { panic!("two films") };
    assert_eq!(
        (film.title.as_str(), film.slug.as_str(), film.runtime),
        ("The Salt Road", "the-salt-road", Some(118))
    );
    assert_eq!(
        (film.directors.join("|"), film.cast.join("|")),
        ("Cy Vane".into(), "Ada Moor|Bo Lind".into())
    );
    assert_eq!((film.genres.join("|"), film.certificate.as_deref()), ("Drama|Adventure".into(), Some("12A")));
    assert!(film.synopsis.contains("<b>delta</b> & back"), "texts are verbatim");
    assert_eq!(film.release_date.unwrap().to_string(), "2026-03-20");
    assert_eq!(film.trailer.as_ref().unwrap().id, "ccccccccccc");
    let picture = |owner| schedule.remote_pictures.iter().find(|p| p.owner == owner).map(|p| p.url.as_str());
    assert_eq!(
        picture(PictureOwner::MoviePoster(film.id.clone())),
        Some("https://indy-systems.imgix.net/poster0salt0road")
    );
    assert!(picture(PictureOwner::MovieBackdrop(film.id.clone())).is_some());
    assert_eq!((bare.runtime, bare.certificate.as_deref(), bare.cast.len()), (None, None, 0), "placeholders");
    assert_eq!(bare.slug, "الميناء");
}

#[test]
fn const_02_showings_are_in_utc_and_belong_to_the_sites_theater() {
    let reading = sample();
    assert_eq!(reading.schedule.showtime_theaters.len(), 1);
    let night = show(&reading, "indy-9002");
    assert_eq!(
        (night.starts_at.to_string().as_str(), night.business_date.to_string().as_str()),
        ("2026-03-29T00:30:00Z", "2026-03-28")
    );
    assert_eq!(night.theater_id.as_str(), "T1");
    let first = show(&reading, "indy-9001");
    assert_eq!(
        first.attributes,
        ["Showtime.Accessibility.ClosedCaption", "Showtime.Accessibility.Wheelchair"]
    );
    assert_eq!(
        first.booking.as_ref().unwrap().as_str(),
        "https://tickets.example/checkout/showing/the-salt-road/9001"
    );
    assert_eq!(show(&reading, "indy-9020").booking, None, "a film without an address");
    let states =
        ["indy-9001", "indy-9003", "indy-9010", "indy-9020"].map(|id| show(&reading, id).availability);
    assert_eq!(
        states,
        [Availability::Open, Availability::FewLeft, Availability::SoldOut, Availability::Open]
    );
    assert_eq!(night.attributes, ["Showtime.Experience.BalletDance"]);
    assert_eq!(reading.schedule.attributes.as_ref().unwrap()[0].label, "Ballet Dance");
}

#[test]
fn screens_are_numbered_by_their_class_whatever_their_id() {
    let reading = sample();
    let screen = |id| show(&reading, id).screen.as_ref().map(|screen| screen.as_str().to_owned());
    assert_eq!(screen("indy-9001").as_deref(), Some("s1"));
    assert_eq!(
        screen("indy-9003").as_deref(),
        Some("s1"),
        "two classes: the number that its id has elsewhere"
    );
    assert_eq!(screen("indy-9002").as_deref(), Some("s2"));
    assert_eq!((screen("indy-9011"), screen("indy-9020")), (None, None));
    let remarks = remarks(&reading);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(remarks[0].1.starts_with("the theater has no screen \"77\""), "{}", remarks[0].1);
}

#[test]
fn every_row_that_is_left_out_has_a_reason() {
    let reading = sample();
    let rows: Vec<_> = reading.skipped.iter().map(|row| (row.what, row.id.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("showtime", "9004"),
            ("showtime", "9012"),
            ("showtime", "9011"),
            ("film", "503"),
            ("showtime", "9030"),
            ("film", "504"),
            ("showtime", "9040")
        ]
    );
    assert_eq!(reading.skipped[0].reason, SkipReason::Replaced { by: "9010".to_owned() });
    assert_eq!(reading.skipped[4].reason, SkipReason::PrivateHire);
    assert_eq!(reading.skipped[6].reason, SkipReason::UnknownFilm("504".to_owned()));
    assert_eq!(reading.rows_read, 4 + 11);
    assert_eq!(reading.schedule.showtimes.len(), 11 - 5);
}

#[test]
fn a_response_for_a_day_has_the_film_in_each_showing() {
    let reading = read_with(Format::Indy, &[("a.json", MOVIES), ("day.json", DAY)], &[]);
    let show = show(&reading, "indy-9100");
    assert_eq!(
        (show.attributes.join("|"), show.availability),
        ("Format.Projection.3d".to_owned(), Availability::Open)
    );
    assert_eq!(reading.schedule.movies.as_ref().unwrap().len(), 2, "the film is in both files");
    assert_eq!(skipped(&reading).last().unwrap().1, "/data/showingsForDate/data/1/movie");
}

#[test]
fn a_film_of_the_site_with_the_same_title_gets_the_shows() {
    let mut own = sample().schedule.movies.unwrap().remove(0);
    own.id = marquee_model::MovieId::parse("7").unwrap();
    let reading = read_with(Format::Indy, &[("movies.json", MOVIES)], std::slice::from_ref(&own));
    assert_eq!(show(&reading, "indy-9001").movie_id.as_str(), "7");
    assert_eq!(reading.schedule.movies.as_ref().unwrap().len(), 1, "the film of the site is not changed");
    let imported = sample().schedule.movies.unwrap();
    let again = read_with(Format::Indy, &[("movies.json", MOVIES)], &imported);
    assert_eq!(again.schedule, sample().schedule, "the second import is the first");
}

#[test]
fn without_a_theater_or_a_booking_site_the_report_says_so_once() {
    let theaters = [crate::test_site::theater(), crate::test_site::theater()];
    let known = crate::SiteNames { theaters: &theaters, ..crate::SiteNames::NOTHING };
    let options = ReadOptions { known, ..ReadOptions::default() };
    let files = [("movies.json", MOVIES)];
    let Err(FeedError::NoValidRow { skipped, .. }) = crate::read(Format::Indy, &source(&files), &options)
    else {
        panic!("two theaters, and none is chosen")
    };
    assert!(skipped.iter().any(|row| row.reason == SkipReason::UnclearTheater("7".to_owned())));
    let known = crate::SiteNames { theaters: &theaters[..1], ..crate::SiteNames::NOTHING };
    let reading = crate::read(Format::Indy, &source(&files), &ReadOptions { known, ..options }).unwrap();
    let without_links =
        remarks(&reading).iter().filter(|(_, text)| text.contains("paths instead of booking links")).count();
    assert_eq!(without_links, 1);
    assert!(reading.schedule.showtimes.iter().all(|show| show.booking.is_none()));
}

#[test]
fn files_of_other_kinds_are_named() {
    let response = crate::read(
        Format::Indy,
        &source(&[("a.json", r#"{"data":null,"errors":[{}]}"#)]),
        &ReadOptions::default(),
    );
    assert!(matches!(response, Err(FeedError::NoData { format: "indy", .. })), "{response:?}");
    let reading = read_with(Format::Indy, &[("a.json", "{}"), ("movies.json", MOVIES)], &[]);
    assert_eq!(remarks(&reading)[0].1, "this file contains no known data");
}

#[test]
fn a_theater_whose_films_cannot_be_read_keeps_its_shows() {
    let broken = r#"{"data":{"movies":{"data":[{"id":"1","showings":[{"id":"2"}]}]}}}"#;
    let theaters = [crate::test_site::theater()];
    let known = crate::SiteNames { theaters: &theaters, ..crate::SiteNames::NOTHING };
    let options = ReadOptions { known, ..ReadOptions::default() };
    let result = crate::read(Format::Indy, &source(&[("a.json", broken)]), &options);
    assert!(matches!(result, Err(FeedError::NoValidRow { .. })), "{result:?}");
}
