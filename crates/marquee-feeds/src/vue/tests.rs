use marquee_model::catalog::Availability;

use crate::test_site::{read_with, remarks, show, source};
use crate::{FeedError, Format, PictureOwner, ReadOptions, Reading, SkipReason};

const FILMS: &str = include_str!("../../tests/samples/vue/films.json");

fn sample() -> Reading {
    read_with(Format::Vue, &[("films.json", FILMS)], &[])
}

#[test]
fn films_have_their_facts_pictures_and_attributes() {
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
    assert_eq!((film.certificate.as_deref(), film.distributor.as_deref()), (Some("12a"), Some("Lantern")));
    assert_eq!((film.synopsis.as_str(), film.original_title.as_deref()), ("Tea & salt. And ice.", None));
    assert_eq!(film.attributes, ["Showtime.Experience.FlashingLight"], "one without a name is internal");
    let attributes = schedule.attributes.as_ref().unwrap();
    assert!(attributes.iter().any(|a| a.label == "Flashing Light" && a.description == "Bright & quick"));
    let picture = |owner| schedule.remote_pictures.iter().find(|p| p.owner == owner).map(|p| p.url.as_str());
    assert_eq!(picture(PictureOwner::MoviePoster(film.id.clone())), Some("https://img.example/p.jpg"));
    assert_eq!(picture(PictureOwner::MovieBackdrop(film.id.clone())), Some("https://img.example/b.jpg"));
    assert_eq!((bare.certificate.as_deref(), bare.runtime, bare.slug.as_str()), (None, None, "港"));
}

#[test]
fn const_02_the_announced_time_counts_where_the_offset_is_not_the_theaters() {
    let reading = sample();
    let at = |id: &str| show(&reading, id).starts_at.to_string();
    assert_eq!(at("vue-70-1"), "2026-03-28T20:15:00Z");
    assert_eq!(at("vue-70-3"), "2026-03-29T19:15:00Z", "clocks went forward on this day");
    let night = show(&reading, "vue-70-2");
    assert_eq!(night.business_date.to_string(), "2026-03-28");
    let other: Vec<_> =
        remarks(&reading).into_iter().filter(|(_, text)| text.contains("time zone")).collect();
    assert_eq!(other.len(), 1);
    assert_eq!(other[0].0, "/result/0/showingGroups/1/sessions/0/showTimeWithTimeZone");
    assert_eq!(
        other[0].1,
        "\"2026-03-29T20:15:00+00:00\" is not 2026-03-29T20:15:00 in the theater's time zone Europe/London: 2026-03-29T20:15:00 is used"
    );
}

#[test]
fn sessions_have_ends_prices_links_and_attributes() {
    let reading = sample();
    let [first, night, free] = ["vue-70-1", "vue-70-2", "vue-70-3"].map(|id| show(&reading, id));
    let end = |show: &marquee_model::catalog::Showtime| show.ends_at.map(|at| at.to_string());
    assert_eq!(end(first).as_deref(), Some("2026-03-28T22:40:00Z"));
    assert_eq!(end(night).as_deref(), Some("2026-03-29T02:05:00Z"), "03:05 after clocks went forward");
    assert_eq!(end(free).as_deref(), Some("2026-03-29T21:40:00Z"));
    let price =
        |show: &marquee_model::catalog::Showtime| show.price.as_ref().map(|p| (p.amount, p.currency.clone()));
    assert_eq!((price(first), price(free)), (Some((999, "GBP".into())), None));
    assert_eq!(price(night), Some((1250, "EUR".into())));
    assert_eq!(
        first.booking.as_ref().unwrap().as_str(),
        "https://www.aster.example/book-tickets/summary/70/HO1/1"
    );
    assert_eq!((night.booking.is_none(), night.availability), (true, Availability::SoldOut));
    assert_eq!(
        first.attributes,
        ["Showtime.Accessibility.AudioDescription"],
        "the site's language says nothing"
    );
    assert_eq!(night.attributes, ["Localization.Language.Hindi"]);
    assert_eq!(first.screen.as_ref().unwrap().as_str(), "s1");
    let script = show(&reading, "vue-T1-4");
    assert_eq!((script.booking.is_none(), script.ends_at, script.price.is_none()), (true, None, true));
    let texts: Vec<_> = remarks(&reading).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        texts.iter().filter(|text| text.contains("screen \"Lounge\"")).count(),
        1,
        "once for each screen"
    );
    assert_eq!(texts.iter().filter(|text| text.starts_with("invalid booking URL")).count(), 1);
}

#[test]
fn every_row_that_is_left_out_has_a_reason() {
    let reading = sample();
    let rows: Vec<_> = reading.skipped.iter().map(|row| (row.what, row.id.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("showtime", "5"),
            ("showtime", "6"),
            ("showtime", "1"),
            ("film", "HO3"),
            ("showtime", "10"),
            ("film", "HO4"),
            ("showtime", "11")
        ]
    );
    assert!(matches!(reading.skipped[0].reason, SkipReason::BadTime { .. }));
    assert_eq!(reading.skipped[1].reason, SkipReason::PrivateHire);
    assert!(matches!(reading.skipped[2].reason, SkipReason::DuplicateId { .. }));
    assert_eq!(reading.skipped[4].reason, SkipReason::UnknownFilm("HO3".to_owned()));
    assert_eq!(reading.skipped[6].reason, SkipReason::PrivateHire);
    assert_eq!((reading.schedule.showtimes.len(), reading.rows_read), (5, 4 + 10));
}

#[test]
fn a_theater_of_the_site_with_the_id_in_the_links_gets_the_shows() {
    let mut theaters = [crate::test_site::theater(), crate::test_site::theater()];
    theaters[1].id = marquee_model::TheaterId::parse("70").unwrap();
    let known =
        crate::SiteNames { theaters: &theaters, theater: Some(&theaters[0].id), ..crate::SiteNames::NOTHING };
    let options = ReadOptions { known, ..ReadOptions::default() };
    let reading = crate::read(Format::Vue, &source(&[("films.json", FILMS)]), &options).unwrap();
    assert_eq!(show(&reading, "vue-70-1").theater_id.as_str(), "70");
    assert_eq!(show(&reading, "vue-T1-9").theater_id.as_str(), "T1", "a session without a link");
    let replaced: Vec<_> = reading.schedule.showtime_theaters.iter().map(|id| id.as_str()).collect();
    assert_eq!(replaced, ["70", "T1"]);
}

#[test]
fn a_response_without_films_is_refused() {
    let refused = r#"{"result":null,"responseCode":1,"errorMessage":"x"}"#;
    let result = crate::read(Format::Vue, &source(&[("a.json", refused)]), &ReadOptions::default());
    assert!(matches!(result, Err(FeedError::NoData { format: "vue", .. })), "{result:?}");
}
