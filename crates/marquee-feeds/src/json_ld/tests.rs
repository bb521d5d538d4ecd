use serde_json::json;

use super::*;
use crate::{Format, Limits, ReadOptions, Reading, SiteNames, Source, SourceFile};

fn read_documents(documents: &[Value], options: &ReadOptions<'_>) -> Reading {
    let file = |(index, value): (usize, &Value)| SourceFile {
        name: format!("{index}.json"),
        bytes: value.to_string().into_bytes(),
    };
    let source =
        Source::from_files(documents.iter().enumerate().map(file).collect(), Limits::default()).unwrap();
    crate::read(Format::JsonLd, &source, options).unwrap()
}

const DETROIT: ReadOptions<'static> = ReadOptions {
    business_day_start_hour: 3,
    default_time_zone: "America/Detroit",
    few_left_percent: 85,
    language: Some("en"),
    known: SiteNames::NOTHING,
    progress: &|_, _| {},
};

fn graph() -> Value {
    json!({ "@context": "http://www.schema.org", "@graph": [
        { "@type": ["MovieTheater", "LocalBusiness"], "@id": "#place", "name": "Lantern &amp; Sons", "telephone": "555 0100",
          "address": { "@type": "PostalAddress", "streetAddress": "Pier 9", "addressLocality": "Detroit" },
          "geo": { "latitude": "42.3", "longitude": -83.05 }, "openingHours": ["Mo-Fr 17:00-23:00", "Sa 12:00-24:00"] },
        { "@type": "Movie", "@id": "#orchard", "name": "Orchard", "duration": "PT1H41M", "datePublished": "2026-03-02",
          "director": { "@type": "Person", "name": "Ida Vos" }, "actor": [{ "name": "Jo Hall" }, "Sam Reed"],
          "genre": "Drama", "image": ["https://cdn.example/orchard.jpg"], "inLanguage": "en" },
        { "@type": "ScreeningEvent", "name": "Orchard", "startDate": "2026-11-27T19:30", "location": { "@id": "#place" },
          "workPresented": { "@id": "#orchard" }, "videoFormat": "3D",
          "offers": { "price": "12.50", "priceCurrency": "USD", "url": "https://till.example/1",
                      "availability": "https://schema.org/LimitedAvailability" } },
        { "@type": "https://schema.org/ScreeningEvent", "startDate": "2026-11-28T00:45:00-05:00", "location": "Lantern & Sons",
          "workPresented": { "@type": "Movie", "name": "Orchard" }, "eventStatus": "EventCancelled" },
    ] })
}

#[test]
fn a_graph_has_theaters_films_and_shows() {
    let reading = read_documents(&[graph()], &DETROIT);
    let schedule = &reading.schedule;
    assert_eq!(reading.skipped, []);
    let [theater] = &schedule.theaters.as_ref().unwrap()[..] else { panic!("one theater") };
    assert_eq!((theater.name.as_str(), theater.time_zone.as_str()), ("Lantern & Sons", "America/Detroit"));
    assert_eq!(
        (theater.address.line().as_str(), theater.phone.as_deref()),
        ("Pier 9, Detroit", Some("555 0100"))
    );
    assert_eq!(theater.hours.as_deref(), Some("Mo-Fr 17:00-23:00, Sa 12:00-24:00"));
    assert_eq!(theater.geo.map(|geo| (geo.lat, geo.lon)), Some((42.3, -83.05)));
    let [film] = &schedule.movies.as_ref().unwrap()[..] else { panic!("one film") };
    assert_eq!((film.title.as_str(), film.runtime, film.year), ("Orchard", Some(101), Some(2026)));
    assert_eq!(
        (film.directors.join(", "), film.cast.join(", ")),
        ("Ida Vos".into(), "Jo Hall, Sam Reed".into())
    );
    assert_eq!(schedule.remote_pictures[0].url, "https://cdn.example/orchard.jpg");
    let [first, late] = &schedule.showtimes[..] else { panic!("two shows") };
    assert_eq!(
        first.starts_at.to_string(),
        "2026-11-28T00:30:00Z",
        "a time without an offset is that of the place"
    );
    assert_eq!(
        (first.availability, first.attributes.join(" ")),
        (Availability::FewLeft, "Format.Projection.3d".into())
    );
    assert_eq!(first.price.as_ref().map(|price| price.amount), Some(1250));
    assert_eq!(first.booking.as_ref().map(BookingUrl::as_str), Some("https://till.example/1"));
    assert_eq!(
        (late.business_date.to_string(), late.availability),
        ("2026-11-27".into(), Availability::Canceled)
    );
}

#[test]
fn a_show_on_several_pages_is_read_once() {
    let reading = read_documents(&[graph(), graph()], &DETROIT);
    assert_eq!((reading.schedule.showtimes.len(), reading.skipped.len()), (2, 0));
}

#[test]
fn shows_go_to_the_theater_that_the_site_has() {
    let theaters = read_documents(&[graph()], &DETROIT).schedule.theaters.unwrap();
    let theater =
        Theater { id: TheaterId::parse("1").unwrap(), name: "Lantern".into(), ..theaters[0].clone() };
    let known = SiteNames { theaters: &[theater], ..SiteNames::NOTHING };
    let reading = read_documents(&[graph()], &ReadOptions { known, ..DETROIT });
    assert_eq!(reading.schedule.theaters, None);
    assert!(reading.schedule.showtimes.iter().all(|show| show.theater_id.as_str() == "1"));
}

#[test]
fn events_are_shows_only_where_no_screenings_are_declared() {
    let place = json!({ "@type": "MovieTheater", "name": "Lantern" });
    let event = |class: &str, name: &str| json!({ "@type": class, "name": name, "startDate": "2026-11-27T19:30", "location": place });
    let titles = |documents: &[Value]| -> Vec<String> {
        let reading = read_documents(documents, &DETROIT);
        reading.schedule.movies.into_iter().flatten().map(|film| film.title).collect()
    };
    assert_eq!(titles(&[event("Event", "Orchard")]), ["Orchard"]);
    assert_eq!(titles(&[event("Event", "Quiz"), event("ScreeningEvent", "Orchard")]), ["Orchard"]);
}

#[test]
fn rows_that_cannot_be_read_are_skipped_with_their_place() {
    let place = json!({ "@type": "MovieTheater", "name": "Lantern" });
    let show = |start: Value| json!({ "@type": "ScreeningEvent", "name": "Orchard", "startDate": start, "location": place });
    let rows = [json!("2026-11-27"), json!("soon"), json!(null), json!("2026-11-27T20:00")].map(show);
    let reading = read_documents(&[json!(rows)], &DETROIT);
    assert_eq!(reading.schedule.showtimes.len(), 1);
    let places: Vec<_> = reading.skipped.iter().map(|row| row.place.as_str()).collect();
    assert_eq!(places, ["/0/startDate", "/1/startDate", "/2/startDate"]);
}

#[test]
fn security_7_5_texts_with_markup_and_bad_links_stay_text_and_are_left_out() {
    let document = json!({ "@type": "ScreeningEvent", "name": "<script>alert(1)</script>", "startDate": "2026-11-27T20:00",
        "location": { "@type": "MovieTheater", "name": "Lantern" }, "url": "javascript:alert(1)", "offers": [[[]]] });
    let broken = json!("not a graph");
    let reading = read_documents(&[document, broken], &DETROIT);
    let show = &reading.schedule.showtimes[0];
    let reasons: Vec<_> = reading.warnings.iter().map(|warning| &warning.reason).collect();
    assert!(
        show.booking.is_none()
            && matches!(reasons[..], [WarningReason::LocalTimes { .. }, WarningReason::Booking(_)]),
        "{reasons:?}"
    );
    assert_eq!(reading.schedule.movies.unwrap()[0].title, "<script>alert(1)</script>");
}
