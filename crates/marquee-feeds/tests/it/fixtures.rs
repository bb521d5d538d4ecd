//! Reads the shared samples, which are valid and contain many edge cases (`fixtures/feeds/README.md`).

use std::path::Path;

use marquee_feeds::{
    Format, Limits, PictureOwner, ReadOptions, Reading, SkipReason, Source, WarningReason, read,
};
use marquee_model::catalog::{Availability, Showtime};

fn sample(format: Format) -> Reading {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/feeds").join(format.name());
    let source = Source::open(&folder, Limits::default()).unwrap();
    read(format, &source, &ReadOptions { language: Some("en"), ..ReadOptions::default() }).unwrap()
}

fn shows<'r>(r: &'r Reading, theater: &'r str, start: &'r str) -> impl Iterator<Item = &'r Showtime> {
    let at: jiff::Timestamp = start.parse().unwrap();
    r.schedule.showtimes.iter().filter(move |s| s.theater_id.as_str() == theater && s.starts_at == at)
}

fn show<'r>(r: &'r Reading, theater: &'r str, start: &'r str) -> &'r Showtime {
    shows(r, theater, start).next().expect(start)
}

#[test]
fn boxoffice_every_row_is_read_or_skipped_with_a_reason() {
    let r = sample(Format::Boxoffice);
    let p = &r.schedule;
    assert_eq!((p.theaters.as_ref().unwrap().len(), p.movies.as_ref().unwrap().len()), (2, 5));
    assert_eq!(p.events.as_ref().unwrap().len(), 2);
    let skipped: Vec<_> = r.skipped.iter().map(|s| (s.what, &s.reason)).collect();
    assert_eq!(p.showtimes.len() + skipped.len(), 40, "{skipped:#?}");
    assert_eq!(skipped.len(), 3);
    assert!(skipped.iter().any(|(_, reason)| matches!(reason, SkipReason::DuplicateId { .. })));
    assert!(skipped.contains(&("showtime", &SkipReason::PrivateHire)));
    assert!(skipped.contains(&("showtime", &SkipReason::UnknownFilm("999999".into()))));
}

#[test]
fn boxoffice_titles_are_verbatim_and_pictures_have_urls() {
    let r = sample(Format::Boxoffice);
    let movies = r.schedule.movies.as_ref().unwrap();
    assert_eq!(movies[0].title, "<b>Bold & \"Brave\"</b>");
    assert!(movies[0].synopsis.contains("<script>alert('a typeface')</script> and 5 < 6"));
    assert_eq!(movies[1].title, "Undertow 🌊🐙");
    assert_eq!(movies[2].localizations["en"].title.as_deref(), Some("The Road to the Harbour"));
    assert_eq!((movies[4].title.as_str(), movies[4].runtime), ("Zwölf Boxkämpfer & ein Hund  ", None));
    let poster = PictureOwner::MoviePoster(movies[1].id.clone());
    let poster = r.schedule.remote_pictures.iter().find(|p| p.owner == poster).unwrap();
    assert_eq!(poster.url, "https://img.boxoffice-sample.example/posters/900102-alt.jpg");
    let baby = r.schedule.attributes.as_ref().unwrap().iter().find(|a| a.key.ends_with("BabyClub")).unwrap();
    assert_eq!(baby.label, "Baby Club", "the site's language wins");
}

#[test]
fn boxoffice_const_02_clock_gaps_cinema_days_and_availability() {
    let r = sample(Format::Boxoffice);
    let night = show(&r, "Q0AB1", "2025-03-29T00:30:00Z");
    assert_eq!(night.business_date.to_string(), "2025-03-28");
    assert_eq!(shows(&r, "Q0AB1", "2025-03-30T01:30:00Z").count(), 1, "01:30 is skipped in London");
    assert_eq!(shows(&r, "Q0CD2", "2025-03-30T01:30:00Z").count(), 1, "02:30 is skipped in Paris");
    assert_eq!(show(&r, "Q0AB1", "2025-03-29T20:45:00Z").availability, Availability::SoldOut);
    assert_eq!(show(&r, "Q0AB1", "2025-03-27T18:30:00Z").availability, Availability::FewLeft);
    assert_eq!(show(&r, "Q0AB1", "2025-03-31T17:00:00Z").availability, Availability::Open);
}

#[test]
fn boxoffice_link_5_5_script_urls_are_dropped() {
    let r = sample(Format::Boxoffice);
    assert_eq!(show(&r, "Q0AB1", "2025-03-30T18:00:00Z").booking, None);
    assert_eq!(r.warnings.iter().filter(|w| matches!(w.reason, WarningReason::Booking(_))).count(), 1);
    assert_eq!(show(&r, "Q0AB1", "2025-03-31T17:00:00Z").booking, None);
    let trimmed = show(&r, "Q0CD2", "2025-03-31T16:00:00Z").booking.as_ref().unwrap();
    assert_eq!(trimmed.as_str().trim(), trimmed.as_str());
    let menus = r.schedule.menus.as_ref().unwrap();
    assert!(menus.footer.iter().flat_map(|m| &m.items).all(|i| !i.href.starts_with("javascript")));
    assert_eq!(menus.footer[0].items[2].href, "");
    let header: Vec<_> = menus.header.iter().map(|i| i.href.as_str()).collect();
    assert_eq!(
        header,
        ["/movies/", "/theaters/", "/events/", "/theaters/#hours", "https://gifts.boxoffice-sample.example/",]
    );
    let below: Vec<_> = menus.header[1].items.iter().map(|i| i.href.as_str()).collect();
    assert_eq!(below, ["/theaters/brightside/", "/theaters/quai-neuf/"]);
}

#[test]
fn cinemashowtimes_every_row_is_read_or_skipped_with_a_reason() {
    let r = sample(Format::CinemaShowtimes);
    let p = &r.schedule;
    assert_eq!((p.theaters.as_ref().unwrap().len(), p.movies.as_ref().unwrap().len()), (2, 7));
    let skipped: Vec<_> = r.skipped.iter().map(|s| &s.reason).collect();
    assert_eq!(p.showtimes.len() + skipped.len(), 22);
    assert_eq!(skipped.len(), 2, "{skipped:#?}");
    assert!(skipped.contains(&&SkipReason::UnknownFilm("NF-MISSING".into())));
    assert!(skipped.iter().any(|reason| matches!(reason, SkipReason::DuplicateId { .. })));
    let bad_links = r.warnings.iter().filter(|w| matches!(w.reason, WarningReason::Booking(_))).count();
    assert_eq!((bad_links, r.warnings.len()), (2, 2), "{:#?}", r.warnings);
}

#[test]
fn cinemashowtimes_const_02_shows_in_the_repeated_hour() {
    let r = sample(Format::CinemaShowtimes);
    let north = p_theater(&r, "north");
    assert_eq!(shows(&r, north, "2025-10-26T00:15:00Z").count(), 1);
    assert_eq!(shows(&r, north, "2025-10-26T01:15:00Z").count(), 1);
    assert_eq!(shows(&r, north, "2025-10-26T15:00:00Z").count(), 1);
    let south = p_theater(&r, "south");
    let night = show(&r, south, "2025-10-25T05:20:00Z");
    assert_eq!(night.business_date.to_string(), "2025-10-24");
    assert_eq!(show(&r, south, "2025-11-02T06:30:00Z").business_date.to_string(), "2025-11-01");
    let french = show(&r, south, "2025-10-26T17:00:00Z");
    assert!(
        french.attributes.iter().any(|a| a == "Localization.Version.Original"),
        "{:?}",
        french.attributes
    );
}

fn p_theater<'r>(r: &'r Reading, name: &str) -> &'r str {
    let theaters = r.schedule.theaters.as_ref().unwrap();
    theaters.iter().find(|t| t.name.to_lowercase().contains(name)).unwrap().id.as_str()
}
