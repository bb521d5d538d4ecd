use marquee_model::catalog::{Availability, OPEN_CAPTION, Showtime};

use crate::testing::{options, read, remarks, theater};
use crate::{FeedError, Format, PictureOwner, Reading};

const FEED: &str = include_str!("../../tests/samples/tapos/feed.xml");

fn sample() -> Reading {
    let theaters = [theater("bay", "Hollow Bay", "America/New_York")];
    read(Format::Tapos, &[("feed.xml", FEED.to_owned())], &options(&theaters)).unwrap()
}

fn show<'r>(reading: &'r Reading, code: &str) -> &'r Showtime {
    reading.schedule.showtimes.iter().find(|show| show.perf_code.as_deref() == Some(code)).unwrap()
}

#[test]
fn tapos_films_have_their_facts_pictures_and_trailer() {
    let reading = sample();
    let movies = reading.schedule.movies.as_ref().unwrap();
    let titles: Vec<_> = movies.iter().map(|film| film.title.as_str()).collect();
    assert_eq!(titles, ["Orchard & Sons", "夜の海"]);
    let film = &movies[0];
    assert_eq!(
        (film.runtime, film.certificate.as_deref(), film.advisory.as_deref()),
        (Some(101), Some("R"), Some("Restricted"))
    );
    assert_eq!(
        (film.cast.join(","), film.directors.join(","), film.genres.join(",")),
        ("Jo Hall,Sam Reed".into(), "Ida Vos".into(), "Drama".into())
    );
    assert_eq!(
        (film.synopsis.as_str(), film.release_date.unwrap().to_string()),
        ("Apples <b>and</b> pears.", "2026-10-02".into())
    );
    assert_eq!(film.trailer.as_ref().unwrap().id, "abcdefghijk");
    let pictures: Vec<_> =
        reading.schedule.remote_pictures.iter().map(|p| (&p.owner, p.url.as_str())).collect();
    assert_eq!(pictures.len(), 2);
    assert!(
        pictures.contains(&(&PictureOwner::MoviePoster(film.id.clone()), "https://cdn.example/orchard.jpg"))
    );
    let night = &movies[1];
    assert_eq!((night.certificate.as_deref(), night.runtime, night.trailer.is_none()), (None, None, true));
}

#[test]
fn tapos_performances_have_times_screens_attributes_and_links() {
    let reading = sample();
    let first = show(&reading, "101");
    assert_eq!(
        (first.id.as_str(), first.starts_at.to_string()),
        ("tapos-bay-101", "2026-10-31T23:00:00Z".into())
    );
    let keys = [
        "Format.Projection.70mm",
        OPEN_CAPTION,
        "Showtime.Accessibility.AudioDescription",
        "Showtime.Accessibility.Wheelchair",
    ];
    assert_eq!(first.attributes, keys);
    assert_eq!(first.booking.as_ref().unwrap().as_str(), "https://till.example/book?perfcode=101&x=1");
    assert_eq!((first.screen.as_ref().unwrap().as_str(), first.availability), ("s1", Availability::Open));
    let repeated_hour = show(&reading, "102");
    assert_eq!(
        (repeated_hour.starts_at.to_string(), repeated_hour.business_date.to_string()),
        ("2026-11-01T05:30:00Z".into(), "2026-10-31".into())
    );
    assert_eq!((repeated_hour.availability, repeated_hour.booking.is_none()), (Availability::SoldOut, true));
    let keys = [
        "Format.Projection.3d",
        "Showtime.Restriction.BabyClub",
        "Showtime.Accessibility.Subtitled",
        "Showtime.Restriction.NoPasses",
    ];
    assert_eq!(repeated_hour.attributes, keys);
    let roof = show(&reading, "103");
    assert_eq!(
        (roof.availability, roof.screen.is_none(), roof.booking.is_none()),
        (Availability::FewLeft, true, true)
    );
    assert_eq!(roof.attributes, ["Format.Projection.3d", "Showtime.Experience.PayWhatYouCan"]);
    assert_eq!(roof.movie_id, first.movie_id, "films of one title are one film");
    assert_eq!(show(&reading, "104").booking.as_ref().unwrap().as_str(), "https://other.example/104");
}

#[test]
fn tapos_every_row_is_read_or_reported() {
    let reading = sample();
    let skipped: Vec<_> = reading
        .skipped
        .iter()
        .map(|row| (row.what, row.id.as_str(), row.place.rsplit('/').next().unwrap()))
        .collect();
    assert_eq!(
        skipped,
        [
            ("film", "3", "FilmTitle"),
            ("film", "4", "FilmTitle"),
            ("film", "2", "Code"),
            ("showtime", "105", "PurchasedPrivateWatchParty"),
            ("showtime", "106", "PerformancesHidden"),
            ("showtime", "107", "Virtual"),
            ("showtime", "108", "FilmCode"),
            ("showtime", "109", "FilmCode"),
            ("showtime", "110", "PerformDate"),
            ("showtime", "111", "StartTime"),
            ("showtime", "112", "StartTime"),
            ("showtime", "101", "12"),
        ]
    );
    let remarks = remarks(&reading);
    for part in [
        "RunningTime: \"RunningTime\" was ignored",
        "film 5 /Films/Film/4/FilmTitle: an earlier film has the same title",
        "local times of America/New_York",
        "\"2026-11-01T01:30:00\" is in a clock change of America/New_York: 2026-11-01T01:30-04:00 is used",
        "showtime 102 /Performances/Performance/1/BookingURL: not sold online",
        "\"Screen\" was ignored: \"Roof\" not found",
        "ExternalURL: invalid booking URL",
    ] {
        assert!(remarks.iter().any(|remark| remark.contains(part)), "{part}: {remarks:#?}");
    }
    assert_eq!(reading.warnings.len(), 7, "{remarks:#?}");
    assert_eq!((reading.rows_read, reading.schedule.showtimes.len()), (6 + 13, 4));
    assert_eq!(sample(), reading, "the second reading is the same");
}

#[test]
fn tapos_a_feed_needs_a_theater_of_the_site() {
    let reading = read(Format::Tapos, &[("feed.xml", FEED.to_owned())], &options(&[])).unwrap();
    assert!(reading.schedule.showtimes.is_empty() && reading.schedule.showtime_theaters.is_empty());
    let without = reading.skipped.iter().filter(|row| row.reason == crate::SkipReason::NoTheater).count();
    assert_eq!(without, 8, "{:#?}", remarks(&reading));
    assert_eq!(reading.schedule.movies.unwrap().len(), 2, "films are read");
}

#[test]
fn tapos_other_xml_is_not_a_feed() {
    let file = |text: &str| [("feed.xml", text.to_owned())];
    let theaters = [theater("bay", "Hollow Bay", "UTC")];
    let error = read(Format::Tapos, &file("<rss/>"), &options(&theaters)).unwrap_err();
    assert!(matches!(error, FeedError::NoData { format: "tapos", .. }), "{error}");
    let error = read(Format::Tapos, &file("<Feed><Films>"), &options(&theaters)).unwrap_err();
    assert!(matches!(error, FeedError::Xml { line: 1, .. }), "{error}");
    let nested = "<Feed><Performances><Performance><Code><x/></Code></Performance><Performance>7</Performance></Performances></Feed>";
    let error = read(Format::Tapos, &file(nested), &options(&theaters)).unwrap_err();
    assert!(matches!(&error, FeedError::NoValidRow { skipped, .. } if skipped.len() == 2), "{error}");
}
